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

    /// Gives spare capacity back.
    mutating func shrink() {
        line.shrink(toFit: Self.spare)
        payload.shrink(toFit: Self.spare)
        if bytes.count > Self.spare * 4 { bytes = [] }
        if text.capacity > Self.spare * 4 { text = [] }
    }
}
