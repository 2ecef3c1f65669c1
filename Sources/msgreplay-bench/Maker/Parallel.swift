import Glibc
import Synchronization

/// Does a few things at once, each in a thread of its own.
enum Parallel {
    private final class Work<Output: Sendable>: Sendable {
        let body: @Sendable () -> Output
        let output = Mutex<Output?>(nil)

        init(_ body: @escaping @Sendable () -> Output) {
            self.body = body
        }

        func run() {
            let made = body()
            output.withLock { $0 = made }
        }
    }

    /// What a function makes of each of some values, in their order.
    static func map<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], _ body: @escaping @Sendable (Input) -> Output
    ) -> [Output] {
        let works = inputs.map { input in Work { body(input) } }
        let threads = works.map(start)
        return zip(works, threads).compactMap { work, thread in
            if let thread { pthread_join(thread, nil) } else { work.run() }
            return work.output.withLock { $0 }
        }
    }

    /// Starts a thread; nil where the system has none left.
    private static func start(_ work: Work<some Sendable>) -> pthread_t? {
        var thread = pthread_t()
        // The thread gives back what is retained here.
        let box = Unmanaged.passRetained(Run { work.run() })
        let status = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Run>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        if status == 0 { return thread }
        box.release()
        return nil
    }

    private final class Run: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
