/// Threads that decompress groups of BGZF blocks, the oldest first.
final class InflateCrew: @unchecked Sendable {
    private let library: CompressionLibrary
    private let monitor = Monitor()
    /// Only the owner touches it.
    private var threads: [HelperThread] = []

    // All below is guarded by the monitor.
    private var waiting: [BlockGroup] = []
    private var finished: Set<ObjectIdentifier> = []
    private var isStopped = false

    init(_ library: CompressionLibrary) {
        self.library = library
    }

    /// Starts threads until there are so many; fewer where the system gives no more, for then the owner does the work.
    func start(_ count: Int) {
        while threads.count < count, let thread = HelperThread({ [self] in work() }) { threads.append(thread) }
    }

    /// Ends the threads, and waits for them.
    func stop() {
        monitor.locked {
            isStopped = true
            waiting.removeAll()
            monitor.signal()
        }
        for thread in threads { thread.join() }
        threads.removeAll()
    }

    /// Has a group decompressed. Until ``finish(_:_:)`` gave it back nobody else may change it.
    func submit(_ group: BlockGroup) {
        monitor.locked {
            waiting.append(group)
            monitor.signal()
        }
    }

    /// Waits until a group is decompressed, and lends a hand meanwhile.
    func finish(_ group: BlockGroup, _ inflater: inout Inflater) {
        while true {
            let (isFinished, next) = monitor.locked { () -> (Bool, BlockGroup?) in
                if finished.remove(ObjectIdentifier(group)) != nil { return (true, nil) }
                if !waiting.isEmpty { return (false, waiting.removeFirst()) }
                monitor.wait()
                return (false, nil)
            }
            if isFinished { return }
            if let next {
                next.inflate(&inflater)
                monitor.locked { _ = finished.insert(ObjectIdentifier(next)) }
            }
        }
    }

    private func work() {
        var inflater = Inflater(library)
        while let group = take() {
            group.inflate(&inflater)
            monitor.locked {
                finished.insert(ObjectIdentifier(group))
                monitor.signal()
            }
        }
    }

    /// The oldest group that nobody has, as soon as there is one; nil once the threads are to end.
    private func take() -> BlockGroup? {
        monitor.locked {
            while waiting.isEmpty && !isStopped { monitor.wait() }
            return isStopped ? nil : waiting.removeFirst()
        }
    }
}
