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

    private func file(of level: Int) throws(ArchiveError) -> TemporaryFile {
        if let file = files[level] { return file }
        let file = try TemporaryFile(in: folder)
        files[level] = file
        return file
    }

    private func add(_ rows: DigestRows, level: Int) throws(ArchiveError) {
        if levels.count == level {
            levels.append([])
            files.append(nil)
        }
        let file = try file(of: level)
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
    /// The row at hand, after `next`.
    fileprivate(set) var row = DigestRow()
    private let text: DigestTextReader
    private var label: [UInt8] = []

    init(_ run: DigestRuns.Run) {
        text = DigestTextReader(run.file, run.start, run.end)
    }

    /// Goes on to the next row.
    /// - Returns: Whether there is one.
    func next() throws(ArchiveError) -> Bool {
        if text.isAtEnd { return false }
        if try text.byte() == 1 { try text.read(&label) }
        row.label.removeAll(keepingCapacity: true)
        row.label.append(contentsOf: label)
        row.kind = DigestTable.Kind(rawValue: try text.byte()) ?? .sender
        try text.read(&row.name)
        row.messages = try text.number()
        row.facts = DigestTable.Facts()
        row.digest.removeAll(keepingCapacity: true)
        guard row.kind.hasFacts else { return true }
        row.facts.unknown = try text.number()
        row.facts.malformed = try text.number()
        row.facts.edited = try text.number()
        row.facts.first = Int64(truncatingIfNeeded: try text.number())
        row.facts.last = Int64(truncatingIfNeeded: try text.number())
        row.facts.latestLine = try text.number()
        try text.read(&row.digest)
        return true
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
