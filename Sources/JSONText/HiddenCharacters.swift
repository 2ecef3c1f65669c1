/// The characters that show nothing, move a terminal's cursor, or turn the reading direction of what is around them:
/// C0, DEL and C1 controls, marks and overrides of direction, separators of lines, invisible fillers and operators,
/// noncharacters. Joiners and variation selectors, which writing needs, are not among them.
///
/// Nothing that comes from an archive reaches a terminal, page, table or log with one of them alive.
public enum HiddenCharacters {
    /// Whether a character is one of them.
    public static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
        case 0xAD, 0x034F, 0x061C: true  // soft hyphen, grapheme joiner, Arabic letter mark
        case 0x115F, 0x1160, 0x3164, 0xFFA0: true  // Hangul fillers: letters that show nothing
        case 0x17B4, 0x17B5, 0x180B...0x180F: true  // Khmer inherent vowels, Mongolian selectors
        case 0x200B, 0x200E, 0x200F, 0x2028...0x202E: true  // zero width space, marks, separators, overrides
        case 0x2060...0x206F: true  // word joiner, invisible operators, isolates, deprecated
        case 0xFEFF, 0xFFF9...0xFFFC: true  // byte order mark, interlinear annotation, object replacement
        case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true  // shorthand and musical controls
        case 0xE0000...0xE0FFF: true  // tags and supplementary selectors
        case 0xFDD0...0xFDEF: true  // noncharacters
        default: scalar.value & 0xFFFE == 0xFFFE  // noncharacters, the last two of each plane
        }
    }

    /// Replaces them in JSON text by escapes of the same characters. Controls below U+0020 stay: inside strings they are
    /// escapes already, and between tokens white space.
    ///
    /// - Parameters:
    ///   - bytes: Text in UTF-8 that ends with whole JSON values or strings.
    ///   - start: Where these begin, in bytes.
    /// - Complexity: O(bytes from `start` on), a comparison for eight bytes of ASCII, without allocation where there is
    ///   none of them.
    static func escape(in bytes: inout [UInt8], from start: Int) {
        guard let found = first(in: bytes.span, from: start) else { return }
        let text = Array(bytes[found.offset...])
        bytes.removeSubrange(found.offset...)
        var copied = 0
        while let (offset, scalar) = first(in: text.span, from: copied) {
            bytes.append(contentsOf: text[copied..<offset])
            for unit in String(scalar).utf16 { append(unit, to: &bytes) }
            copied = offset + UTF8.width(scalar)
        }
        bytes.append(contentsOf: text[copied...])
    }

    private static func append(_ unit: UInt16, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "\\u".utf8)
        for shift in [12, 8, 4, 0] { bytes.append(HexDigit.digit(UInt8(truncatingIfNeeded: unit >> shift))) }
    }

    /// The first of them from `start` on but for those below U+0020.
    private static func first(in text: Span<UInt8>, from start: Int) -> (offset: Int, scalar: Unicode.Scalar)? {
        var offset = start
        while offset < text.count {
            if offset &+ 8 <= text.count {
                // A byte beyond ASCII has its top bit, and DEL comes to have it by the sum.
                let word = text.word(from: offset, count: 8)
                if (word | word &+ 0x0101_0101_0101_0101) & 0x8080_8080_8080_8080 == 0 {
                    offset &+= 8
                    continue
                }
            }
            let lead = text[offset]
            if lead < 0x7F {
                offset &+= 1
                continue
            }
            // U+4000 to U+D7FF: most of Chinese and Korean writing.
            if lead >= 0xE4 && lead <= 0xED {
                offset &+= 3
                continue
            }
            let (scalar, length) = scalar(text, at: offset)
            if let scalar, contains(scalar) { return (offset, scalar) }
            offset &+= length
        }
        return nil
    }

    /// The character at an offset; nil for what is no UTF-8.
    private static func scalar(_ text: Span<UInt8>, at offset: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        let lead = text[offset]
        if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard offset + length <= text.count else { return (nil, length) }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for index in offset + 1..<offset + length { value = value << 6 | UInt32(text[index] & 0x3F) }
        return (Unicode.Scalar(value), length)
    }
}
