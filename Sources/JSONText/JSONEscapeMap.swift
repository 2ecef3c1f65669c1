/// From offsets in a string's unescaped text to offsets in the text where the string is written.
///
/// It takes eight bytes for each escape, so it is built where offsets are asked for and nowhere else.
public struct JSONEscapeMap: Sendable {
    /// Two offsets that belong together, right after an escape.
    private struct Anchor: Sendable {
        var unescaped: UInt32
        var escaped: UInt32
    }

    private var anchors: [Anchor] = []

    /// The length of the unescaped text in bytes.
    public private(set) var unescapedCount = 0

    /// A map of the empty string at offset 0.
    public init() {}

    /// Replaces the map by that of one string.
    ///
    /// - Parameters:
    ///   - node: A string node (a value or a name).
    ///   - tape: The tape of the text that the string is written in.
    ///   - bytes: The text that was scanned.
    /// - Complexity: O(length of the string).
    public mutating func build(for node: Int, on tape: JSONTape, in bytes: Span<UInt8>) {
        anchors.removeAll(keepingCapacity: true)
        var here = tape.start(node) + 1
        let end = tape.end(node) - 1
        append(unescaped: 0, escaped: here)
        guard tape.hasEscapes(node) else {
            unescapedCount = end - here
            return
        }
        var unescaped = 0
        while here < end {
            guard bytes[here] == UInt8(ascii: "\\") else {
                here += 1
                unescaped += 1
                continue
            }
            let escape = Self.escape(bytes, at: here, before: end)
            here += escape.length
            unescaped += escape.unescapedLength
            append(unescaped: unescaped, escaped: here)
        }
        unescapedCount = unescaped
    }

    /// The offset where a character of the unescaped text is written.
    ///
    /// - Parameter unescaped: The offset in bytes of the character's first byte in the unescaped text, or that text's
    ///   length, which gives the offset of the closing quote.
    /// - Returns: The offset in bytes from the start of the scanned text: of the escape where the character is escaped.
    /// - Complexity: O(log escapes).
    public func escapedOffset(of unescaped: Int) -> Int {
        // The last anchor that is not behind the offset.
        var low = 0
        var high = anchors.count
        while low < high {
            let middle = (low + high) / 2
            if Int(anchors[middle].unescaped) <= unescaped { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return unescaped }
        let anchor = anchors[low - 1]
        return Int(anchor.escaped) + unescaped - Int(anchor.unescaped)
    }

    /// Gives memory back that one unusually large string made the map take.
    ///
    /// - Parameter limit: The number of escapes that may stay allocated.
    public mutating func shrink(toFit limit: Int) {
        if anchors.capacity > limit { self = JSONEscapeMap() }
    }

    private mutating func append(unescaped: Int, escaped: Int) {
        // Nothing is cut off: a text that can be scanned is shorter than 4 GiB.
        anchors.append(
            Anchor(unescaped: UInt32(truncatingIfNeeded: unescaped), escaped: UInt32(truncatingIfNeeded: escaped)))
    }

    /// How long the escape at an offset is, and how long what it stands for; a pair of surrogate escapes is one.
    ///
    /// It judges as `JSONTape.appendUnescaped` does: half of a pair alone is U+FFFD.
    private static func escape(
        _ bytes: Span<UInt8>, at offset: Int, before end: Int
    ) -> (length: Int, unescapedLength: Int) {
        guard bytes[offset + 1] == UInt8(ascii: "u") else { return (2, 1) }
        let unit = codeUnit(bytes, at: offset + 2)
        switch unit {
        case 0..<0x80: return (6, 1)
        case 0x80..<0x800: return (6, 2)
        case 0xD800..<0xDC00:
            let next = offset + 6
            let isPair =
                next + 6 <= end && bytes[next] == UInt8(ascii: "\\") && bytes[next + 1] == UInt8(ascii: "u")
                && 0xDC00..<0xE000 ~= codeUnit(bytes, at: next + 2)
            return isPair ? (12, 4) : (6, 3)
        default: return (6, 3)
        }
    }

    /// The UTF-16 code unit that four hexadecimal digits spell.
    private static func codeUnit(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
        var unit: UInt32 = 0
        for index in offset..<offset + 4 { unit = unit << 4 | (HexDigit.value(bytes[index]) ?? 0) }
        return unit
    }
}

extension [UInt8] {
    /// Appends UTF-8 text as it stands inside a JSON string, with the shortest escapes that RFC 8259 allows.
    mutating func append(escaping text: Span<UInt8>) {
        var here = 0
        while here < text.count {
            let plain = here
            while here < text.count, text[here] >= 0x20, text[here] != UInt8(ascii: "\""),
                text[here] != UInt8(ascii: "\\")
            {
                here += 1
            }
            append(copying: text, plain..<here)
            guard here < text.count else { break }
            let byte = text[here]
            here += 1
            append(UInt8(ascii: "\\"))
            switch byte {
            case 0x08: append(UInt8(ascii: "b"))
            case 0x09: append(UInt8(ascii: "t"))
            case 0x0A: append(UInt8(ascii: "n"))
            case 0x0C: append(UInt8(ascii: "f"))
            case 0x0D: append(UInt8(ascii: "r"))
            case 0..<0x20:
                append(contentsOf: "u00".utf8)
                append(HexDigit.digit(byte >> 4))
                append(HexDigit.digit(byte))
            default: append(byte)
            }
        }
    }
}
