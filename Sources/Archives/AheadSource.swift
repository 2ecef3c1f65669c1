/// The decompressed bytes of a gzip stream that a thread reads ahead of whoever wants them.
final class AheadSource: ByteSource {
    private let reading: Reading
    private let thread: HelperThread?
    private let counter: ReadCounter
    /// How many bytes read from disk are counted.
    private var counted: UInt64 = 0
    private var piece: Piece?
    /// How much of the piece is taken.
    private var taken = 0
    /// How many bytes were delivered.
    private var position: UInt64 = 0
    private let reopen: Reopening

    /// - Parameters:
    ///   - source: What is read ahead; nobody else may touch it.
    ///   - own: Counts what the source reads from disk.
    ///   - counter: Gets these counts as the bytes are wanted.
    ///   - reopen: The compressed bytes once more, from their beginning.
    init(
        _ source: any ByteSource, counting own: ReadCounter, to counter: ReadCounter,
        reopen: @escaping Reopening
    ) {
        let reading = Reading(source, own)
        self.reading = reading
        self.counter = counter
        self.reopen = reopen
        thread = HelperThread { reading.run() }
    }

    deinit {
        reading.stop()
        thread?.join()
    }

    /// Where a reader stands who has read as much. Few ask, so it is found by reading that once more.
    var offset: UInt64 {
        guard let source = reopen() else { return 0 }
        let again = GunzipSource(source, .zlib)
        again.passOver(position)
        return again.offset
    }

    func read(into output: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        guard !output.isEmpty else { return 0 }
        if piece == nil {
            // Where there is no thread, its work is done here, a piece at a time.
            if thread == nil { reading.readPiece() }
            let next = reading.next()
            piece = next
            taken = 0
            // It goes back for a moment where what was read ahead is handed to another source.
            if next.read > counted {
                counter.add(Int(next.read - counted))
                counted = next.read
            }
        }
        guard let piece else { return 0 }
        // The end, or what came in its place, stays.
        if piece.count == 0 {
            if let failure = piece.failure { throw failure }
            return 0
        }
        let part = piece.bytes[taken..<piece.count].prefix(output.count)
        output.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        taken += part.count
        position += UInt64(part.count)
        if taken == piece.count {
            reading.recycle(piece)
            self.piece = nil
        }
        return part.count
    }
}

/// Some bytes that were read ahead, or the end.
private final class Piece: @unchecked Sendable {
    // The thread fills it and the reader empties it, one after the other.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Reading.size, alignment: 64)
    /// 0 at the end.
    var count = 0
    var failure: ArchiveError?
    /// How much was read from disk by then.
    var read: UInt64 = 0

    deinit {
        bytes.deallocate()
    }
}

/// What the thread and the reader share.
private final class Reading: @unchecked Sendable {
    static let size = 256 << 10
    /// So many pieces wait at most.
    private static let limit = 4

    /// Only the thread touches it, or where there is none, the reader.
    private let source: any ByteSource
    private let counter: ReadCounter
    private let monitor = Monitor()

    // All below is guarded by the monitor.
    private var pieces: [Piece] = []
    private var free: [Piece] = []
    private var isStopped = false

    init(_ source: any ByteSource, _ counter: ReadCounter) {
        self.source = source
        self.counter = counter
    }

    /// Reads until the end.
    func run() {
        while waitForRoom(), readPiece() {}
    }

    private func waitForRoom() -> Bool {
        monitor.locked {
            while pieces.count >= Self.limit && !isStopped { monitor.wait() }
            return !isStopped
        }
    }

    /// Reads one piece.
    /// - Returns: Whether more may come.
    @discardableResult
    func readPiece() -> Bool {
        let piece = monitor.locked { free.popLast() } ?? Piece()
        piece.count = 0
        do throws(ArchiveError) {
            piece.count = try source.read(into: piece.bytes)
        } catch {
            piece.failure = error
        }
        piece.read = counter.value
        monitor.locked {
            pieces.append(piece)
            monitor.signal()
        }
        return piece.count > 0
    }

    /// The oldest piece, as soon as there is one.
    func next() -> Piece {
        monitor.locked {
            while pieces.isEmpty { monitor.wait() }
            let piece = pieces.removeFirst()
            monitor.signal()
            return piece
        }
    }

    func recycle(_ piece: Piece) {
        monitor.locked { free.append(piece) }
    }

    func stop() {
        monitor.locked {
            isStopped = true
            monitor.signal()
        }
    }
}
