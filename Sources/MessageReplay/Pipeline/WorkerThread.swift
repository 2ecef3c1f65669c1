import Glibc

/// A thread of its own (POSIX), with a stack that holds the deepest payload.
struct WorkerThread: ~Copyable {
    /// Checking a payload of 512 levels against nested schemas takes far less.
    private static let stackSize = 16 << 20

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private var thread = pthread_t()
    private var isRunning = false
    private let work: Work

    /// Starts a thread. Where the system gives none, `join` does the work.
    init(_ body: @escaping @Sendable () -> Void) {
        work = Work(body)
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        // The thread takes over the reference that is retained here, and gives it back when it begins.
        let retained = Unmanaged.passRetained(work)
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, retained.toOpaque())
        pthread_attr_destroy(&attributes)
        isRunning = status == 0
        if !isRunning { retained.release() }
    }

    /// Waits until the work is done.
    consuming func join() {
        if isRunning { pthread_join(thread, nil) } else { work.body() }
    }
}
