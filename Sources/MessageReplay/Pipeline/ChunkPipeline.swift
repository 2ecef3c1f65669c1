import Archives

/// What is done with the chunks of an archive: each is processed by some worker, and what comes of them is folded in
/// the order of the archive.
protocol ChunkJob: AnyObject, Sendable {
    /// What a thread keeps from chunk to chunk.
    associatedtype Worker
    /// What comes of a chunk.
    associatedtype Partial: Sendable

    /// The state for one more thread.
    func makeWorker() -> Worker

    /// Processes a chunk; called on many threads at once.
    func process(_ chunk: ArchiveChunk, _ worker: inout Worker) -> Partial

    /// Takes what came of a chunk, in the order of the archive, one at a time.
    ///
    /// - Returns: Whether to go on.
    func fold(_ partial: Partial, _ chunk: ArchiveChunk) -> Bool
}

/// Reads an archive on the calling thread while worker threads process its chunks.
final class ChunkPipeline<Job: ChunkJob>: @unchecked Sendable {
    /// Checking a payload of 512 levels against nested schemas takes far less.
    private static var stackSize: Int { 16 << 20 }

    private let job: Job
    private let reader: ArchiveReader
    private let monitor = Monitor()
    /// How many chunks may be read and not yet folded: enough to keep workers busy, and little memory.
    private let capacity: Int
    /// How many bytes of chunks that may be, so that long lines come one at a time.
    private let byteCapacity: Int

    // All below is guarded by the monitor.
    private var waiting: [ArchiveChunk] = []
    /// No more than `capacity`, in any order.
    private var processed: [(partial: Job.Partial, chunk: ArchiveChunk)] = []
    private var inFlight = 0
    private var bytesInFlight = 0
    private var nextToFold = 0
    private var isFolding = false
    private var isRead = false
    private var isStopped = false

    private init(_ reader: ArchiveReader, _ job: Job, workers: Int) {
        self.reader = reader
        self.job = job
        capacity = 2 * workers + 2
        byteCapacity = capacity << 20
    }

    /// Runs a job over all that is left of an archive.
    ///
    /// - Parameters:
    ///   - reader: The archive.
    ///   - job: What to do.
    ///   - workers: How many threads process chunks.
    /// - Returns: Whether the archive was read to its end.
    /// - Throws: What keeps the archive from being read on.
    static func run(_ reader: ArchiveReader, _ job: Job, workers: Int) throws(ArchiveError) -> Bool {
        let pipeline = ChunkPipeline(reader, job, workers: max(1, workers))
        return try pipeline.run(workers: max(1, workers))
    }

    private func run(workers: Int) throws(ArchiveError) -> Bool {
        var threads: [HelperThread] = []
        var mostThreads = workers
        var ownWorker: Job.Worker?
        var failure: ArchiveError?
        do throws(ArchiveError) {
            while waitForRoom(), let chunk = try reader.nextChunk() {
                offer(chunk)
                // One more for each chunk: small archives need but one.
                if threads.count < mostThreads {
                    if let thread = HelperThread(stackSize: Self.stackSize, { [self] in work() }) {
                        threads.append(thread)
                    } else {
                        mostThreads = threads.count
                    }
                }
                // Where the system gives no thread at all, this one does the work.
                if threads.isEmpty { workOff(&ownWorker) }
            }
        } catch {
            failure = error
        }
        monitor.lock()
        isRead = true
        monitor.signal()
        monitor.unlock()
        for thread in threads { thread.join() }
        if let failure { throw failure }
        return !isStopped
    }

    /// Whether one more chunk may be read, as soon as it may.
    private func waitForRoom() -> Bool {
        monitor.lock()
        defer { monitor.unlock() }
        while (inFlight >= capacity || bytesInFlight > byteCapacity) && !isStopped { monitor.wait() }
        return !isStopped
    }

    private func offer(_ chunk: ArchiveChunk) {
        monitor.lock()
        inFlight += 1
        bytesInFlight += chunk.count
        waiting.append(chunk)
        monitor.signal()
        monitor.unlock()
    }

    private func work() {
        var worker = job.makeWorker()
        monitor.lock()
        while true {
            while waiting.isEmpty && !isRead && !isStopped { monitor.wait() }
            guard !waiting.isEmpty, !isStopped else { break }
            processNext(&worker)
        }
        monitor.unlock()
    }

    /// Processes all that waits.
    private func workOff(_ kept: inout Job.Worker?) {
        var worker = kept ?? job.makeWorker()
        monitor.lock()
        while !waiting.isEmpty && !isStopped { processNext(&worker) }
        monitor.unlock()
        kept = worker
    }

    private func processNext(_ worker: inout Job.Worker) {
        let chunk = waiting.removeFirst()
        monitor.unlock()
        let partial = job.process(chunk, &worker)
        monitor.lock()
        processed.append((partial, chunk))
        foldInOrder()
    }

    /// Folds all that is next in order, unless another thread is at it; it then sees what was added.
    private func foldInOrder() {
        guard !isFolding else { return }
        isFolding = true
        while !isStopped, let place = processed.firstIndex(where: { $0.chunk.sequence == nextToFold }) {
            let (partial, chunk) = processed.remove(at: place)
            monitor.unlock()
            let count = chunk.count
            let goesOn = job.fold(partial, chunk)
            reader.recycle(chunk)
            monitor.lock()
            nextToFold += 1
            inFlight -= 1
            bytesInFlight -= count
            if !goesOn { isStopped = true }
            monitor.signal()
        }
        isFolding = false
    }
}
