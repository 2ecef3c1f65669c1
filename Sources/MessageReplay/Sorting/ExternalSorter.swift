import Archives

/// Sorts more records than fit into memory; records with equal keys keep their order.
///
/// Records are sorted by the memory-full, each full one is written to a temporary file as a run, and runs are merged, a
/// bounded number at a time. Where one memory-full holds them all, no file is made.
///
///     let sorter = ExternalSorter(memory: 8 << 20, in: nil)
///     try sorter.add(key, body.span)
///     …
///     let sorted = try sorter.sorted()
///     while let record = try sorted.next() { … }
final class ExternalSorter {
    /// A run's place in the file.
    struct Run {
        var start: UInt64
        var end: UInt64
    }

    private struct Entry {
        let key: SortKey
        /// Where the record's body begins in the buffer, and where it ends.
        let start: Int
        let end: Int
    }

    /// The usual memory, in bytes.
    static let usualMemory = 8 << 20

    private let memory: Int
    private let folder: String?
    private let mostRuns: Int
    private var buffer: [UInt8] = []
    private var entries: [Entry] = []
    private var file: TemporaryFile?
    private var runs: [Run] = []

    /// How many records were added.
    private(set) var count = 0

    /// A sorter without records.
    ///
    /// - Parameters:
    ///   - memory: How many bytes to sort in one go, and to merge with.
    ///   - folder: Where runs are kept; nil for the system's temporary folder.
    init(memory: Int = ExternalSorter.usualMemory, in folder: String?) {
        self.memory = memory
        self.folder = folder
        mostRuns = max(2, memory / RunReader.window)
    }

    /// Adds a record.
    /// - Throws: Where a run can't be written.
    func add(_ key: SortKey, _ body: Span<UInt8>) throws(ArchiveError) {
        count += 1
        let size = body.count + MemoryLayout<Entry>.stride
        if buffer.count + entries.count * MemoryLayout<Entry>.stride + size > memory { try writeRun() }
        guard size <= memory else { return try writeRun(of: key, body) }
        let start = buffer.count
        buffer.append(copying: body, 0..<body.count)
        entries.append(Entry(key: key, start: start, end: buffer.count))
    }

    /// All records in order. Nothing can be added any more.
    /// - Throws: Where runs can't be written or read.
    func sorted() throws(ArchiveError) -> SortedRecords {
        guard file != nil else {
            sortEntries()
            let whole = entries.map { MemoryRecord(key: $0.key, range: $0.start..<$0.end) }
            defer { forget() }
            return SortedRecords(buffer, whole)
        }
        try writeRun()
        forget()
        while runs.count > mostRuns { try mergeOnce() }
        guard let file else { return SortedRecords([], []) }
        return try SortedRecords(merging: runs, of: file)
    }

    private func forget() {
        buffer = []
        entries = []
    }

    private func sortEntries() {
        // Of equal keys the one that was added first stands first in the buffer, or is as empty as the one before.
        entries.sort { $0.key != $1.key ? $0.key < $1.key : ($0.start, $0.end) < ($1.start, $1.end) }
    }

    private func openFile() throws(ArchiveError) -> TemporaryFile {
        if let file { return file }
        let made = try TemporaryFile(in: folder)
        file = made
        return made
    }

    /// Writes what is in memory as one run.
    private func writeRun() throws(ArchiveError) {
        guard !entries.isEmpty else { return }
        sortEntries()
        let file = try openFile()
        var writer = RunWriter(file)
        do {
            let buffer = buffer
            for entry in entries {
                try writer.begin(RecordHeader(key: entry.key, count: entry.end - entry.start))
                try writer.append(buffer.span.extracting(entry.start..<entry.end))
            }
        }
        runs.append(try writer.finish())
        buffer.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    /// Writes a record that is too large to wait in memory as a run of its own.
    private func writeRun(of key: SortKey, _ body: Span<UInt8>) throws(ArchiveError) {
        var writer = RunWriter(try openFile())
        try writer.begin(RecordHeader(key: key, count: body.count))
        try writer.append(body)
        runs.append(try writer.finish())
    }

    /// Merges neighbouring runs into fewer, longer ones in a new file.
    private func mergeOnce() throws(ArchiveError) {
        guard let old = file else { return }
        let new = try TemporaryFile(in: folder)
        try new.checkRoom(for: old.count)
        var merged: [Run] = []
        var first = 0
        var piece: [UInt8] = []
        while first < runs.count {
            let group = runs[first..<min(first + mostRuns, runs.count)]
            let records = try SortedRecords(merging: Array(group), of: old)
            var writer = RunWriter(new)
            while let record = try records.next() {
                try writer.begin(record)
                while try records.nextPiece(&piece) { try writer.append(piece.span) }
            }
            merged.append(try writer.finish())
            first += mostRuns
        }
        runs = merged
        file = new
    }
}
