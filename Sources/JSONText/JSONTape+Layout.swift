extension JSONTape {
    /// Scans one JSON text as `scan(_:)` does, and does so faster where it is laid out as an earlier one was.
    ///
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - layouts: What the text may look like. They learn from each text that looks different.
    /// - Throws: The first error, with its offset. The tape is empty then.
    public mutating func scan(_ bytes: Span<UInt8>, expecting layouts: inout LayoutTree) throws(JSONError) {
        try scan(0..<bytes.count, of: bytes, expecting: &layouts)
    }

    /// Scans a text that is part of other bytes, as `scan(_:expecting:)` does. Where some bytes follow it, its end is
    /// looked at faster; they have no other meaning.
    ///
    /// - Parameters:
    ///   - range: Where the text is.
    ///   - bytes: The text and what is around it.
    ///   - layouts: What the text may look like. They learn from each text that looks different.
    /// - Throws: The first error, with its offset in the text. The tape is empty then.
    public mutating func scan(
        _ range: Range<Int>, of bytes: Span<UInt8>, expecting layouts: inout LayoutTree
    ) throws(JSONError) {
        if layouts.first >= 0, let text = TextBytes(range, of: bytes), text.count < Int(UInt32.max) {
            let result = layouts.follow(text, room(for: LayoutTree.mostNodes))
            if result.layout != 0 {
                take(result)
                return
            }
        }
        let text = bytes.extracting(range)
        try scan(text)
        layouts.learn(self, in: text)
    }
}
