/// Compresses bytes that come in pieces of any size, as BGZF blocks with their end marker.
public final class GzipEncoder {
    private let blocks: BlockGzip
    /// What doesn't fill a block yet.
    private var waiting: [UInt8] = []

    /// Blocks are compressed so many at a time.
    private static let batch = 4 * BlockGzip.textLimit

    /// An encoder.
    ///
    /// - Parameter level: zlib's level, 0 to 9.
    public init(level: Int = 6) {
        blocks = BlockGzip(level: level)
    }

    /// Takes the next bytes.
    ///
    /// - Returns: The compressed bytes that are ready.
    public func encode(_ bytes: [UInt8]) -> [UInt8] {
        waiting += bytes
        var output: [UInt8] = []
        guard waiting.count >= Self.batch else { return output }
        // Whole lines go, what follows them waits; without any line end all goes.
        let end = waiting.lastIndex(of: 10).map { $0 + 1 } ?? waiting.count
        blocks.encode(waiting.span.extracting(..<end), into: &output)
        waiting.removeSubrange(..<end)
        return output
    }

    /// Ends the stream.
    ///
    /// - Returns: The rest of the compressed bytes.
    public func finish() -> [UInt8] {
        var output: [UInt8] = []
        blocks.encode(waiting.span, into: &output)
        waiting = []
        return output + BlockGzip.endMarker
    }
}
