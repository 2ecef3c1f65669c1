import JSONText

/// Says in a few words what a value is.
public enum ValueDescription {
    /// `string "abc"`, `integer 7`, `array of 3 elements`; without values `string of 3 characters`, `integer of 1 digit`.
    ///
    /// - Parameters:
    ///   - node: The value's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    ///   - showingValues: Whether to quote the value, at most 64 characters of it.
    public static func text(
        _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, showingValues: Bool
    ) -> String {
        switch tape.kind(node) {
        case .null: return "null"
        case .trueValue: return showingValues ? "boolean true" : "boolean"
        case .falseValue: return showingValues ? "boolean false" : "boolean"
        case .number: return number(node, tape, bytes, showingValues: showingValues)
        case .string:
            if showingValues { return "string \(quoted(node, tape, bytes))" }
            return "string of \(counted(StringScalars.count(node, tape, bytes), "character"))"
        case .array: return "array of \(counted(tape.childCount(node), "element"))"
        case .object: return "object of \(counted(tape.childCount(node), "member"))"
        }
    }

    /// `1 element`, `2 elements`.
    static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func number(
        _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, showingValues: Bool
    ) -> String {
        let range = tape.start(node)..<tape.end(node)
        let kind = ExactDecimal.isInteger(bytes.extracting(range)) ? "integer" : "number"
        if showingValues {
            var text = ""
            for index in range.prefix(64) { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
            return "\(kind) \(text)\(range.count > 64 ? "…" : "")"
        }
        var digits = 0
        for index in range where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { digits += 1 }
        return "\(kind) of \(counted(digits, "digit"))"
    }

    private static func quoted(_ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) -> String {
        // Enough for 64 characters of many code points each, and no more: the string may be megabytes.
        var scalars = StringScalars(node, tape)
        var text = String.UnicodeScalarView()
        var count = 0
        while count < 1000, let next = scalars.next(in: bytes) {
            text.append(Unicode.Scalar(next) ?? "\u{FFFD}")
            count += 1
        }
        let quoted = VisibleText.quoted(String(text))
        return scalars.next(in: bytes) != nil && !quoted.hasSuffix("…\"") ? quoted.dropLast() + "…\"" : quoted
    }
}
