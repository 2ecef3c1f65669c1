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

/// Processes the chunks of an archive on threads that take turns in reading it. A chunk or two are read ahead, so that no
/// thread has to wait for another one that reads: so many threads keep as many cores busy, whichever of reading and
/// processing takes longer.
final class ChunkPipeline<Job: ChunkJob>: @unchecked Sendable {
    /// Checking a payload of 512 levels against nested schemas takes far less.
    private static var stackSize: Int { 16 << 20 }
    /// After a chunk of so many bytes there are likely more.
    private static var largeChunk: Int { 1 << 19 }

    private let job: Job
    private let reader: ArchiveReader
    private let monitor = Monitor()
    /// How many chunks may be read and not yet folded: enough to keep threads busy, and little memory.
    private let capacity: Int
    /// How many chunks are read before the first of them is processed: one thread alone doesn't read ahead, so that what
    /// comes through a pipe is processed before there is more.
    private let enough: Int
    /// How many bytes of chunks that may be, so that long lines come one at a time.
    private let byteCapacity: Int

    // All below is guarded by the monitor.
    private var threads: [HelperThread] = []
    private var mostThreads: Int
    private var isReading = false
    /// What is read and not taken yet, in order.
    private var ready: [ArchiveChunk] = []
    /// No more than `capacity`, in any order.
    private var processed: [(partial: Job.Partial, chunk: ArchiveChunk)] = []
    private var inFlight = 0
    private var bytesInFlight = 0
    private var nextToFold = 0
    private var isFolding = false
    private var isRead = false
    private var isStopped = false
    private var failure: ArchiveError?

    private init(_ reader: ArchiveReader, _ job: Job, threads: Int) {
        self.reader = reader
        self.job = job
        mostThreads = threads
        capacity = 2 * threads + 2
        enough = threads > 1 ? 2 : 1
        byteCapacity = capacity << 20
    }

    /// Runs a job over all that is left of an archive.
    ///
    /// - Parameters:
    ///   - reader: The archive.
    ///   - job: What to do.
    ///   - workers: How many threads read and process chunks.
    /// - Returns: Whether the archive was read to its end.
    /// - Throws: What keeps the archive from being read on.
    static func run(_ reader: ArchiveReader, _ job: Job, workers: Int) throws(ArchiveError) -> Bool {
        let pipeline = ChunkPipeline(reader, job, threads: max(1, workers))
        return try pipeline.run()
    }

    private func run() throws(ArchiveError) -> Bool {
        monitor.lock()
        startThread()
        let hasThreads = !threads.isEmpty
        monitor.unlock()
        // Where the system gives no thread, this one does the work.
        if !hasThreads { work() }
        var joined = 0
        while let thread = thread(joined) {
            thread.join()
            joined += 1
        }
        if let failure { throw failure }
        return !isStopped
    }

    /// One more thread, if there may be one. The monitor is held.
    private func startThread() {
        guard threads.count < mostThreads else { return }
        if let thread = HelperThread(stackSize: Self.stackSize, { [self] in work() }) {
            threads.append(thread)
        } else {
            mostThreads = threads.count
        }
    }

    /// Threads start others only while they run, so that there are no more once all that there are have ended.
    private func thread(_ index: Int) -> HelperThread? {
        monitor.lock()
        defer { monitor.unlock() }
        return index < threads.count ? threads[index] : nil
    }

    private func work() {
        var worker = job.makeWorker()
        while let chunk = nextChunk() {
            let partial = job.process(chunk, &worker)
            monitor.lock()
            processed.append((partial, chunk))
            foldInOrder()
            monitor.unlock()
        }
    }

    /// The next chunk to process. Whoever asks reads on first, unless another thread does or enough is read.
    ///
    /// - Returns: Nil where there are no more.
    private func nextChunk() -> ArchiveChunk? {
        monitor.lock()
        defer { monitor.unlock() }
        while !isStopped {
            let hasRoom = inFlight < capacity && bytesInFlight <= byteCapacity
            if !isRead && !isReading && hasRoom && ready.count < enough {
                read()
            } else if !ready.isEmpty {
                return ready.removeFirst()
            } else if isRead {
                return nil
            } else {
                monitor.wait()
            }
        }
        return nil
    }

    /// Reads one more chunk. The monitor is held, but for the reading itself.
    private func read() {
        isReading = true
        monitor.unlock()
        var chunk: ArchiveChunk?
        var failure: ArchiveError?
        do throws(ArchiveError) {
            chunk = try reader.nextChunk()
        } catch {
            failure = error
        }
        monitor.lock()
        isReading = false
        if let chunk {
            ready.append(chunk)
            inFlight += 1
            bytesInFlight += chunk.count
            if chunk.sequence > 0 || chunk.count >= Self.largeChunk { startThread() }
        } else {
            isRead = true
            self.failure = failure
        }
        monitor.signal()
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
