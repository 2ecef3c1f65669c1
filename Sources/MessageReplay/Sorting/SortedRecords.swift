import Archives

/// A record's place in a buffer.
struct MemoryRecord {
    let key: SortKey
    let range: Range<Int>
}

/// Records in the order of their keys, read once.
///
///     while let record = try records.next() {
///         while try records.nextPiece(&piece) { … }
///     }
final class SortedRecords {
    /// A body comes in pieces of at most so many bytes; only the last one is shorter.
    static let pieceSize = 1 << 15

    private enum Source {
        case memory([UInt8], [MemoryRecord])
        case runs([RunReader])
    }

    private var source: Source
    /// The readers that have a record left, as a binary heap: the one with the smallest key first.
    private var heap: [Int] = []
    /// The next record in memory.
    private var index = 0
    /// What is left of the record's body in memory.
    private var rest = 0..<0
    private var isStarted = false

    /// Records in memory, sorted already.
    init(_ buffer: [UInt8], _ records: [MemoryRecord]) {
        source = .memory(buffer, records)
    }

    /// The records of sorted runs. Of equal keys those of the earlier run come first.
    init(merging runs: [ExternalSorter.Run], of file: TemporaryFile) throws(ArchiveError) {
        var readers: [RunReader] = []
        for run in runs {
            let reader = RunReader(file, run)
            try reader.advance()
            readers.append(reader)
        }
        source = .runs(readers)
        heap = readers.indices.filter { readers[$0].header != nil }
        for start in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(start, readers) }
    }

    /// Goes on to the next record; what is left of the one before is passed over.
    /// - Returns: The record's key and length; nil at the end.
    func next() throws(ArchiveError) -> RecordHeader? {
        switch source {
        case .memory(_, let records):
            guard index < records.count else { return nil }
            rest = records[index].range
            index += 1
            return RecordHeader(key: records[index - 1].key, count: rest.count)
        case .runs(let readers):
            if isStarted, let top = heap.first {
                try readers[top].advance()
                if readers[top].header == nil {
                    heap[0] = heap[heap.count - 1]
                    heap.removeLast()
                }
                if !heap.isEmpty { sink(0, readers) }
            }
            isStarted = true
            return heap.first.flatMap { readers[$0].header }
        }
    }

    /// Reads on in the record's body.
    /// - Parameter piece: Takes the bytes in place of what it held.
    /// - Returns: Whether there were any.
    func nextPiece(_ piece: inout [UInt8]) throws(ArchiveError) -> Bool {
        piece.removeAll(keepingCapacity: true)
        switch source {
        case .memory(let buffer, _):
            let range = rest.prefix(Self.pieceSize)
            piece.append(contentsOf: buffer[range])
            rest = range.upperBound..<rest.upperBound
        case .runs(let readers):
            guard let top = heap.first else { return false }
            try readers[top].nextPiece(&piece, limit: Self.pieceSize)
        }
        return !piece.isEmpty
    }

    private func sink(_ start: Int, _ readers: [RunReader]) {
        var here = start
        while true {
            var least = here
            for child in [2 * here + 1, 2 * here + 2]
            where child < heap.count && precedes(heap[child], heap[least], readers) { least = child }
            if least == here { return }
            heap.swapAt(here, least)
            here = least
        }
    }

    private func precedes(_ left: Int, _ right: Int, _ readers: [RunReader]) -> Bool {
        guard let first = readers[left].header?.key, let second = readers[right].header?.key else { return false }
        return first != second ? first < second : left < right
    }
}

/// Reads one run from front to back.
final class RunReader {
    /// How many bytes are read in one go.
    static let window = 1 << 16

    private let file: TemporaryFile
    /// What of the run isn't in the buffer yet.
    private var offset: UInt64
    private let end: UInt64
    private var buffer: [UInt8] = []
    /// What of the buffer isn't used yet.
    private var start = 0
    private var filled = 0
    /// How much of the record's body isn't used yet.
    private var bodyLeft = 0
    /// The record at hand; nil at the end.
    private(set) var header: RecordHeader?

    init(_ file: TemporaryFile, _ run: ExternalSorter.Run) {
        self.file = file
        offset = run.start
        end = run.end
    }

    /// Goes on to the next record.
    func advance() throws(ArchiveError) {
        let buffered = min(bodyLeft, filled - start)
        start += buffered
        offset += UInt64(bodyLeft - buffered)
        bodyLeft = 0
        if filled - start < RecordHeader.size { try fill() }
        guard filled - start >= RecordHeader.size else {
            header = nil
            buffer = []
            return
        }
        let found = RecordHeader(buffer, at: start)
        start += RecordHeader.size
        bodyLeft = found.count
        header = found
    }

    /// Adds up to `limit` bytes of the record's body, fewer only at its end.
    func nextPiece(_ piece: inout [UInt8], limit: Int) throws(ArchiveError) {
        let wanted = min(limit, bodyLeft)
        guard wanted > 0 else { return }
        if filled - start < wanted { try fill() }
        piece.append(contentsOf: buffer[start..<start + wanted])
        start += wanted
        bodyLeft -= wanted
    }

    /// Moves what is left to the buffer's front and reads on behind it.
    private func fill() throws(ArchiveError) {
        let left = filled - start
        for index in 0..<left { buffer[index] = buffer[start + index] }
        let size = Int(min(UInt64(Self.window - left), end - offset))
        guard try file.read(size, at: offset, into: &buffer, from: left) == size else {
            throw .cannotSpool(folder: file.folder, reason: "what was kept there is gone")
        }
        start = 0
        filled = left + size
        offset += UInt64(size)
    }
}
