import Glibc

/// Threads that decompress groups of BGZF blocks, the oldest first.
final class InflateCrew: @unchecked Sendable {
    // Allocated once and never moved, as POSIX asks of both; freed when no thread has the crew any more.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let library: CompressionLibrary

    // All below is guarded by the mutex, but for `threads`, which only the owner touches.
    private var waiting: [BlockGroup] = []
    private var finished: Set<ObjectIdentifier> = []
    private var isStopped = false
    private var threads: [pthread_t] = []

    init(_ library: CompressionLibrary) {
        self.library = library
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Starts threads until there are so many; fewer where the system gives no more, for then the owner does the work.
    func start(_ count: Int) {
        while threads.count < count {
            var thread = pthread_t()
            // The thread takes over the reference that is retained here, and gives it back when it ends.
            let retained = Unmanaged.passRetained(self)
            let status = pthread_create(
                &thread, nil,
                { argument in
                    if let argument { Unmanaged<InflateCrew>.fromOpaque(argument).takeRetainedValue().work() }
                    return nil
                }, retained.toOpaque())
            guard status == 0 else {
                retained.release()
                return
            }
            threads.append(thread)
        }
    }

    /// Ends the threads, and waits for them.
    func stop() {
        locked {
            isStopped = true
            waiting.removeAll()
            pthread_cond_broadcast(condition)
        }
        for thread in threads { pthread_join(thread, nil) }
        threads.removeAll()
    }

    /// Has a group decompressed. Until ``finish(_:_:)`` gave it back nobody else may touch it.
    func submit(_ group: BlockGroup) {
        locked {
            waiting.append(group)
            pthread_cond_broadcast(condition)
        }
    }

    /// Waits until a group is decompressed, and lends a hand meanwhile.
    func finish(_ group: BlockGroup, _ inflater: inout Inflater) {
        while true {
            let (isFinished, next) = locked { () -> (Bool, BlockGroup?) in
                if finished.remove(ObjectIdentifier(group)) != nil { return (true, nil) }
                if !waiting.isEmpty { return (false, waiting.removeFirst()) }
                pthread_cond_wait(condition, mutex)
                return (false, nil)
            }
            if isFinished { return }
            if let next {
                next.inflate(&inflater)
                locked { _ = finished.insert(ObjectIdentifier(next)) }
            }
        }
    }

    private func work() {
        var inflater = Inflater(library)
        while let group = locked({ () -> BlockGroup? in
            while waiting.isEmpty && !isStopped { pthread_cond_wait(condition, mutex) }
            return isStopped ? nil : waiting.removeFirst()
        }) {
            group.inflate(&inflater)
            locked {
                finished.insert(ObjectIdentifier(group))
                pthread_cond_broadcast(condition)
            }
        }
    }

    private func locked<R>(_ body: () -> R) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
