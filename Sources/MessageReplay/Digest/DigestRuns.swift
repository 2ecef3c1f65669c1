import Archives

/// Counts of a digest that don't fit into memory: a table, and runs of sorted rows in temporary files.
final class DigestRuns {
    /// So many runs of a level are merged into one of the next.
    private static let fanIn = 16

    /// Rows of a file, sorted.
    struct Run {
        let file: TemporaryFile
        let start: UInt64
        let end: UInt64
    }

    private let memory: Int
    private let folder: String?
    private var table = DigestTable()
    /// The runs of each level.
    private var levels: [[Run]] = []
    private var files: [TemporaryFile?] = []

    /// - Parameters:
    ///   - memory: How many bytes counts may take in memory.
    ///   - folder: Where runs are kept; nil for the system's temporary folder.
    init(memory: Int, in folder: String?) {
        self.memory = memory
        self.folder = folder
    }

    /// Adds counts of what comes later in the archives.
    ///
    /// - Parameter lines: How many lines come before its first one.
    func merge(_ later: DigestTable, after lines: Int) throws(ArchiveError) {
        table.merge(later, after: lines)
        if table.size > memory { try spill() }
    }

    /// All counts in order, each once. Nothing can be added any more.
    func rows() throws(ArchiveError) -> DigestRows {
        if levels.isEmpty { return DigestRows(table) }
        if !table.isEmpty { try spill() }
        table = DigestTable()
        return try DigestRows(merging: levels.flatMap(\.self))
    }

    private func spill() throws(ArchiveError) {
        let rows = DigestRows(table)
        try add(rows, level: 0)
        // Memory of a size that never comes again isn't kept.
        if table.size > 2 * memory { table = DigestTable() } else { table.removeAll() }
    }

    private func add(_ rows: DigestRows, level: Int) throws(ArchiveError) {
        if levels.count == level {
            levels.append([])
            files.append(nil)
        }
        let file = try files[level] ?? TemporaryFile(in: folder)
        files[level] = file
        let start = file.count
        var bytes: [UInt8] = []
        var label: [UInt8] = []
        while try rows.next() {
            DigestRowText.append(rows.row, after: &label, to: &bytes)
            guard bytes.count >= 1 << 16 else { continue }
            try file.append(bytes.span)
            bytes.removeAll(keepingCapacity: true)
        }
        try file.append(bytes.span)
        levels[level].append(Run(file: file, start: start, end: file.count))
        guard levels[level].count == Self.fanIn else { return }
        let full = levels[level]
        levels[level] = []
        files[level] = nil
        try add(try DigestRows(merging: full), level: level + 1)
    }
}

/// Rows in order, each once.
final class DigestRows {
    /// The row at hand, after `next`.
    private(set) var row = DigestRow()

    private enum Source {
        case table(DigestTable, [UInt32])
        case runs([DigestRunReader])
    }

    private let source: Source
    private var index = 0
    /// The runs that have a row left, as a binary heap: the one with the first row at the top.
    private var heap: [Int] = []

    init(_ table: DigestTable) {
        source = .table(table, table.sorted())
    }

    init(merging runs: [DigestRuns.Run]) throws(ArchiveError) {
        var readers: [DigestRunReader] = []
        for (index, run) in runs.enumerated() {
            let reader = DigestRunReader(run)
            if try reader.next() { heap.append(index) }
            readers.append(reader)
        }
        source = .runs(readers)
        for start in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(start, readers) }
    }

    /// Goes on to the next row.
    /// - Returns: Whether there is one.
    func next() throws(ArchiveError) -> Bool {
        switch source {
        case .table(let table, let order):
            guard index < order.count else { return false }
            table.read(order[index], into: &row)
            index += 1
            return true
        case .runs(let readers):
            guard let first = heap.first else { return false }
            swap(&row, &readers[first].row)
            try advance(readers)
            while let next = heap.first, readers[next].row.isSame(as: row) {
                row.merge(readers[next].row)
                try advance(readers)
            }
            return true
        }
    }

    /// Moves the run at the top on by a row.
    private func advance(_ readers: [DigestRunReader]) throws(ArchiveError) {
        if try !readers[heap[0]].next() {
            heap[0] = heap[heap.count - 1]
            heap.removeLast()
        }
        if !heap.isEmpty { sink(0, readers) }
    }

    private func sink(_ start: Int, _ readers: [DigestRunReader]) {
        var here = start
        while true {
            var least = here
            for child in [2 * here + 1, 2 * here + 2] where child < heap.count {
                if precedes(heap[child], heap[least], readers) { least = child }
            }
            if least == here { return }
            heap.swapAt(here, least)
            here = least
        }
    }

    private func precedes(_ left: Int, _ right: Int, _ readers: [DigestRunReader]) -> Bool {
        readers[left].row.precedes(readers[right].row)
    }
}

/// Reads the rows of a run from front to back.
final class DigestRunReader {
    private static let window = 1 << 16

    /// The row at hand, after `next`.
    fileprivate(set) var row = DigestRow()
    private let file: TemporaryFile
    private var offset: UInt64
    private let end: UInt64
    private var buffer: [UInt8] = []
    private var start = 0
    private var filled = 0
    private var label: [UInt8] = []

    init(_ run: DigestRuns.Run) {
        file = run.file
        offset = run.start
        end = run.end
    }

    /// Goes on to the next row.
    /// - Returns: Whether there is one.
    func next() throws(ArchiveError) -> Bool {
        if start == filled && offset == end { return false }
        if try byte() == 1 { try read(&label) }
        row.label.removeAll(keepingCapacity: true)
        row.label.append(contentsOf: label)
        row.kind = DigestTable.Kind(rawValue: try byte()) ?? .sender
        try read(&row.name)
        row.messages = try number()
        row.facts = DigestTable.Facts()
        row.digest.removeAll(keepingCapacity: true)
        guard row.kind.hasFacts else { return true }
        row.facts.unknown = try number()
        row.facts.malformed = try number()
        row.facts.edited = try number()
        row.facts.first = Int64(truncatingIfNeeded: try number())
        row.facts.last = Int64(truncatingIfNeeded: try number())
        row.facts.latestLine = try number()
        try read(&row.digest)
        return true
    }

    private func read(_ text: inout [UInt8]) throws(ArchiveError) {
        let count = try number()
        if filled - start < count { try fill(atLeast: count) }
        text.removeAll(keepingCapacity: true)
        text.append(contentsOf: buffer[start..<start + count])
        start += count
    }

    private func number() throws(ArchiveError) -> Int {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int(Int64(bitPattern: number)) }
            shift += 7
        }
    }

    private func byte() throws(ArchiveError) -> UInt8 {
        if start == filled { try fill(atLeast: 1) }
        start += 1
        return buffer[start - 1]
    }

    /// Moves what is left to the buffer's front and reads on behind it.
    private func fill(atLeast count: Int) throws(ArchiveError) {
        let left = filled - start
        for index in 0..<left { buffer[index] = buffer[start + index] }
        let size = Int(min(UInt64(max(Self.window, count) - left), end - offset))
        guard try file.read(size, at: offset, into: &buffer, from: left) == size, left + size >= count else {
            throw .cannotSpool(folder: file.folder, reason: "what was kept there is gone")
        }
        start = 0
        filled = left + size
        offset += UInt64(size)
    }
}

/// How rows stand in a run.
enum DigestRowText {
    /// - Parameter label: The label of the row before, which isn't repeated.
    static func append(_ row: DigestRow, after label: inout [UInt8], to bytes: inout [UInt8]) {
        if row.label == label {
            bytes.append(0)
        } else {
            bytes.append(1)
            append(row.label, to: &bytes)
            label = row.label
        }
        bytes.append(row.kind.rawValue)
        append(row.name, to: &bytes)
        append(row.messages, to: &bytes)
        guard row.kind.hasFacts else { return }
        let facts = row.facts
        for number in [facts.unknown, facts.malformed, facts.edited] { append(number, to: &bytes) }
        for time in [facts.first, facts.last] { append(Int(time), to: &bytes) }
        append(facts.latestLine, to: &bytes)
        append(row.digest, to: &bytes)
    }

    static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
        append(text.count, to: &bytes)
        bytes.append(contentsOf: text)
    }

    /// Seven bits a byte, the lowest first.
    static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: Int64(number))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
