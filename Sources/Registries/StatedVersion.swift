import ContentSchema
import JSONText

/// What a payload says of the version that it was written at (REGISTRY.md, `versionField`).
enum StatedVersion: Equatable {
    /// Nothing.
    case absent
    /// A value that is no version of the series, by its node: structure decides.
    case invalid(Int)
    /// A version of the series.
    case version(Int)

    /// Reads a payload's version field. Whole numbers are whole by value: `2.0` and `2e0` are version 2.
    ///
    /// - Parameters:
    ///   - path: Where the version stands in the payload.
    ///   - payload: The payload's node.
    ///   - newest: The newest version of the series.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    init(at path: MemberPath, of payload: Int, newest: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        let node = path.value(from: payload, on: tape, in: bytes)
        guard node >= 0 else {
            self = .absent
            return
        }
        let number = Self.number(node, newest, on: tape, in: bytes)
        self = number > 0 ? .version(number) : .invalid(node)
    }

    /// The version that a value is; 0 where it is none of the series.
    private static func number(
        _ node: Int, _ newest: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Int {
        guard tape.kind(node) == .number else { return 0 }
        let text = bytes.extracting(tape.start(node)..<tape.end(node))
        if DecodingTables.isPlain(text) {
            guard let number = DecodingTables.plainInteger(text), number > 0, number <= newest else { return 0 }
            return Int(number)
        }
        let (one, last) = (Array("1".utf8), Array(String(newest).utf8))
        guard ExactDecimal.isInteger(text), ExactDecimal.compare(text, one.span) >= 0,
            ExactDecimal.compare(text, last.span) <= 0
        else { return 0 }
        // At most the newest version, so digits and power are small.
        var spelled: [UInt8] = []
        ExactDecimal.appendCanonical(text, to: &spelled)
        let parts = String(decoding: spelled, as: UTF8.self).split(separator: "e")
        let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        return (0..<power).reduce(Int(parts[0]) ?? 0) { value, _ in value * 10 }
    }
}
