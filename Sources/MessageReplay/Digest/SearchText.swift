/// Text as a search compares it: without case.
enum SearchText {
    /// Appends a text with its case folded, so that texts that differ in case alone are equal.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - output: Takes the folded text.
    static func appendFolded(_ text: Span<UInt8>, to output: inout [UInt8]) {
        var here = 0
        while here < text.count {
            let (scalar, length) = scalar(text, at: here)
            append(folded: scalar, text, here, length, to: &output)
            here += length
        }
    }

    /// Appends one scalar with its case folded.
    static func append(
        folded scalar: Unicode.Scalar, _ text: Span<UInt8>, _ start: Int, _ length: Int, to output: inout [UInt8]
    ) {
        if length == 1 {
            let byte = text[start]
            output.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
            return
        }
        // From U+2E80 to Latin's wide forms no script has case but Cherokee, some of Latin's and Cyrillic's additions.
        if scalar.value >= 0x2E80 && scalar.value < 0xA640 || scalar.value >= 0xAC00 && scalar.value < 0xF900 {
            output.append(copying: text, start..<start + length)
            return
        }
        // To upper case first: ß and SS, ς and σ are then alike.
        for upper in scalar.properties.uppercaseMapping.unicodeScalars {
            output.append(contentsOf: upper.properties.lowercaseMapping.utf8)
        }
    }

    /// The scalar at an offset, and how many bytes it has; U+FFFD for what is no UTF-8.
    static func scalar(_ text: Span<UInt8>, at offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
        let first = text[offset]
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard offset + length <= text.count else { return ("\u{FFFD}", text.count - offset) }
        if length == 1 { return (Unicode.Scalar(first), 1) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for index in offset + 1..<offset + length { value = value << 6 | UInt32(text[index] & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}
