/// Why bytes are no JSON text (RFC 8259), and where.
public struct JSONError: Error, Equatable, Sendable {
    /// What was wrong.
    public enum Reason: Equatable, Sendable {
        /// The text ended where something else had to follow.
        case unexpectedEnd(Expected)
        /// A byte stands where something else had to follow.
        case unexpectedByte(Expected, UInt8)
        /// A byte below U+0020 stands unescaped in a string.
        case controlCharacter(UInt8)
        /// A backslash is followed by none of RFC 8259's escapes.
        case invalidEscape
        /// Bytes are not UTF-8 (RFC 3629).
        case invalidUTF8
        /// Arrays and objects are nested deeper than the limit, in levels.
        case tooDeep(Int)
        /// The text begins with a byte order mark, which RFC 8259 forbids.
        case byteOrderMark
        /// The text is longer than a tape can address, which is 4 GiB.
        case tooLong
    }

    /// What had to stand at the place of an error.
    public enum Expected: Equatable, Sendable {
        case value
        case name
        case nameOrEnd
        case colon
        case commaOrBrace
        case commaOrBracket
        case digit
        case literal
        case stringEnd
        case hexDigit
        case end
    }

    /// What was wrong.
    public var reason: Reason
    /// The offset in bytes from the start of the text.
    public var offset: Int

    @usableFromInline
    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// Whether the text is only nested too deep: it may well be JSON.
    public var isTooDeep: Bool {
        if case .tooDeep = reason { true } else { false }
    }

    /// One clause for people: what was expected and what was found, with the offset.
    public var message: String {
        switch reason {
        case .unexpectedEnd(let expected):
            "expected \(expected.words) at byte \(offset), found the end"
        case .unexpectedByte(let expected, let byte):
            "expected \(expected.words) at byte \(offset), found \(Self.name(of: byte))"
        case .controlCharacter(let byte):
            "control character \(Self.codePoint(byte)) in string at byte \(offset)"
        case .invalidEscape: "invalid escape in string at byte \(offset)"
        case .invalidUTF8: "invalid UTF-8 at byte \(offset)"
        case .tooDeep(let limit): "nested deeper than \(limit) levels at byte \(offset)"
        case .byteOrderMark: "byte order mark (BOM) at byte \(offset)"
        case .tooLong: "longer than 4 GiB"
        }
    }

    private static func name(of byte: UInt8) -> String {
        byte > 0x20 && byte < 0x7F ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x" + hex(byte, width: 2)
    }

    private static func codePoint(_ byte: UInt8) -> String { "U+" + hex(byte, width: 4) }

    private static func hex(_ byte: UInt8, width: Int) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}

extension JSONError.Expected {
    /// The expectation in words.
    var words: String {
        switch self {
        case .value: "a value"
        case .name: "a member name"
        case .nameOrEnd: "a member name or '}'"
        case .colon: "':'"
        case .commaOrBrace: "',' or '}'"
        case .commaOrBracket: "',' or ']'"
        case .digit: "a digit"
        case .literal: "true, false or null"
        case .stringEnd: "the string's closing quote"
        case .hexDigit: "a hexadecimal digit"
        case .end: "nothing after the value"
        }
    }
}
