/// Writes JSON text (RFC 8259), members in the order they are given.
///
/// The caller keeps the nesting right: a name before each value in an object, and as many ends as beginnings.
///
/// What it writes may be shown: ``HiddenCharacters`` in names and strings become escapes, unless it is for a payload.
public struct JSONWriter: Sendable {
    /// What was written so far, UTF-8.
    public var bytes: [UInt8] = []
    private let isPretty: Bool
    private let keepsHidden: Bool
    private var depth = 0
    private var needsComma = false
    private var followsName = false

    /// A writer.
    ///
    /// - Parameters:
    ///   - pretty: Whether each member and element stands on a line of its own, indented by two spaces.
    ///   - keepsHidden: Whether ``HiddenCharacters`` stay as they are: for payloads, which nobody looks at.
    public init(pretty: Bool = false, keepsHidden: Bool = false) {
        isPretty = pretty
        self.keepsHidden = keepsHidden
    }

    /// Begins an object.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Ends the object begun last.
    public mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Begins an array.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Ends the array begun last.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes a member's name. Its value has to follow.
    public mutating func name(_ name: String) {
        separate()
        append(name)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(0x20) }
        followsName = true
    }

    /// Writes a string.
    public mutating func string(_ string: String) {
        separate()
        append(string)
        needsComma = true
    }

    /// Writes a whole number.
    public mutating func integer(_ integer: some BinaryInteger) {
        separate()
        bytes.append(contentsOf: String(integer).utf8)
        needsComma = true
    }

    /// Writes a truth value.
    public mutating func boolean(_ boolean: Bool) {
        separate()
        bytes.append(contentsOf: (boolean ? "true" : "false").utf8)
        needsComma = true
    }

    /// Writes null.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    /// Writes a value that is JSON text already; it stays as it is spelt, but for hidden characters.
    public mutating func raw(_ text: some Sequence<UInt8>) {
        separate()
        let start = bytes.count
        bytes.append(contentsOf: text)
        if !keepsHidden { HiddenCharacters.escape(in: &bytes, from: start) }
        needsComma = true
    }

    /// Ends a line: for JSON lines, and after the outermost value.
    public mutating func newline() {
        bytes.append(0x0A)
        needsComma = false
    }

    /// Appends a string with its quotes and the shortest escapes that RFC 8259 allows. DEL and beyond stay as they are.
    public static func appendQuoted(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x08: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "b")])
            case 0x09: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
            case 0x0A: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case 0x0C: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "f")])
            case 0x0D: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(HexDigit.digit(byte >> 4))
                bytes.append(HexDigit.digit(byte))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ string: String) {
        let start = bytes.count
        JSONWriter.appendQuoted(string, to: &bytes)
        if !keepsHidden { HiddenCharacters.escape(in: &bytes, from: start) }
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if needsComma { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    /// Whatever has to stand between the last value and the next value or name.
    private mutating func separate() {
        if followsName {
            followsName = false
            return
        }
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
        if depth > 0 { breakLine() }
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
    }
}
