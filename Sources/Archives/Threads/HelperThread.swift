import Glibc

/// A thread of its own (POSIX), for work that somebody else would do in its place.
package struct HelperThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private let thread: pthread_t

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - stackSize: How many bytes its stack has; the system's usual number where nil.
    ///   - body: The work.
    /// - Returns: Nil where the system gives none.
    package init?(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        // The thread takes over the reference that is retained here, and gives it back when it begins.
        let retained = Unmanaged.passRetained(Work(body))
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, retained.toOpaque())
        guard status == 0 else {
            retained.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits until the work is done; once.
    package func join() {
        pthread_join(thread, nil)
    }
}
