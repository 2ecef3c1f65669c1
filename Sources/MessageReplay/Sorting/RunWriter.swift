import Archives

/// Writes one run at the end of a file.
struct RunWriter {
    private static let bufferSize = 1 << 16

    private let file: TemporaryFile
    private let start: UInt64
    private var buffer: [UInt8] = []

    init(_ file: TemporaryFile) {
        self.file = file
        start = file.count
    }

    /// Where in the file the next record will begin.
    var end: UInt64 { file.count + UInt64(buffer.count) }

    /// Forgets what was written last.
    /// - Parameter offset: Where in the file the first record to forget begins.
    mutating func shorten(to offset: UInt64) {
        if offset >= file.count {
            buffer.removeLast(buffer.count - Int(offset - file.count))
        } else {
            buffer.removeAll(keepingCapacity: true)
            file.shorten(to: offset)
        }
    }

    /// Begins a record; its body has to follow.
    mutating func begin(_ header: RecordHeader) throws(ArchiveError) {
        if buffer.count >= Self.bufferSize { try flush() }
        header.append(to: &buffer)
    }

    /// Goes on with a record's body.
    mutating func append(_ body: Span<UInt8>) throws(ArchiveError) {
        guard body.count >= Self.bufferSize else {
            buffer.append(copying: body, 0..<body.count)
            return
        }
        try flush()
        try file.append(body)
    }

    /// Ends the run.
    /// - Returns: Where it stands.
    mutating func finish() throws(ArchiveError) -> ExternalSorter.Run {
        try flush()
        return ExternalSorter.Run(start: start, end: file.count)
    }

    private mutating func flush() throws(ArchiveError) {
        let bytes = buffer
        try file.append(bytes.span)
        buffer.removeAll(keepingCapacity: true)
    }
}
