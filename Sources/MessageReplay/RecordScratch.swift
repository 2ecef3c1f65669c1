import JSONText

/// The buffers of one thread that reads records: they grow to the largest one. They stand apart from its worker, so that
/// the worker can change while they are read.
struct RecordScratch {
    /// Spare capacity above this is given back after a chunk, in nodes; buffers keep four times as many bytes.
    static let spare = 1 << 18

    var line = JSONTape()
    var payload = JSONTape()
    /// A payload's bytes; what is behind its length has no meaning.
    var bytes: [UInt8] = []
    /// A string's unescaped bytes.
    var text: [UInt8] = []

    /// What the next line is expected to look like.
    private var lineLayout = LayoutTree()
    /// What payloads are expected to look like.
    private var payloadLayouts = LayoutTree()

    /// Scans a line.
    ///
    /// - Parameters:
    ///   - content: Where its text is.
    ///   - bytes: The chunk.
    /// - Throws: What is wrong with it.
    mutating func scanLine(_ content: Range<Int>, of bytes: Span<UInt8>) throws(JSONError) {
        try line.scan(content, of: bytes, expecting: &lineLayout)
    }

    /// Scans a payload.
    ///
    /// - Parameter count: How many of `bytes` it has.
    /// - Throws: What is wrong with it.
    mutating func scanPayload(_ count: Int) throws(JSONError) {
        try Self.scan(bytes, count, &payloadLayouts, onto: &payload)
    }

    private static func scan(
        _ bytes: [UInt8], _ count: Int, _ layouts: inout LayoutTree, onto tape: inout JSONTape
    ) throws(JSONError) {
        try tape.scan(0..<count, of: bytes.span, expecting: &layouts)
    }

    /// Gives spare capacity back.
    mutating func shrink() {
        line.shrink(toFit: Self.spare)
        payload.shrink(toFit: Self.spare)
        if bytes.count > Self.spare * 4 { bytes = [] }
        if text.capacity > Self.spare * 4 { text = [] }
    }
}
