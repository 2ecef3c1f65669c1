import JSONText

/// Converts a value from one JSON type to another, exactly or not at all (REGISTRY.md, Upgrade).
enum ValueConversion {
    /// What a conversion comes to.
    enum Result: Equatable {
        /// The value has the type already.
        case unneeded
        /// The value's new JSON text.
        case converted([UInt8])
        /// Nothing of the type is exactly this value.
        case lossy
    }

    /// The most digits that a whole number is written out with.
    private static let mostDigits = 1_000

    /// Converts a value.
    ///
    /// - Parameters:
    ///   - node: The value's node.
    ///   - target: The type.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    static func convert(
        _ node: Int, to target: UpgradeStep.ConversionTarget, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Result {
        switch (tape.kind(node), target) {
        case (.string, .string), (.number, .number), (.trueValue, .boolean), (.falseValue, .boolean):
            return .unneeded
        case (.number, .string):
            return .converted([0x22] + text(node, tape, bytes) + [0x22])
        case (.number, .integer):
            return whole(text(node, tape, bytes))
        case (.number, .boolean):
            return truth(text(node, tape, bytes))
        case (.trueValue, .string), (.falseValue, .string):
            return .converted([0x22] + text(node, tape, bytes) + [0x22])
        case (.trueValue, _):
            return .converted([0x31])
        case (.falseValue, _):
            return .converted([0x30])
        case (.string, _):
            return fromString(node, to: target, tape, bytes)
        default:
            return .lossy
        }
    }

    private static func text(_ node: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.append(copying: bytes, tape.start(node)..<tape.end(node))
        return text
    }

    /// A string's text as a number or truth value, in JSON's own spelling.
    private static func fromString(
        _ node: Int, to target: UpgradeStep.ConversionTarget, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> Result {
        var text: [UInt8] = []
        tape.appendUnescaped(node, in: bytes, to: &text)
        if target == .boolean {
            return text == Array("true".utf8) || text == Array("false".utf8) ? .converted(text) : .lossy
        }
        var inner = JSONTape()
        // JSON text may have white space around the number; a number's spelling has none.
        guard (try? inner.scan(text.span)) != nil, inner.kind(0) == .number, inner.start(0) == 0,
            inner.end(0) == text.count, target == .number || isPlainInteger(text)
        else { return .lossy }
        return .converted(text)
    }

    /// Whether a number is written without a fraction and an exponent.
    private static func isPlainInteger(_ text: [UInt8]) -> Bool {
        text.allSatisfy { $0 &- 0x30 <= 9 || $0 == UInt8(ascii: "-") }
    }

    /// A whole number written out: `12.0` is `12`, `48e1` is `480`.
    private static func whole(_ text: [UInt8]) -> Result {
        guard !isPlainInteger(text) else { return .unneeded }
        guard ExactDecimal.isInteger(text.span) else { return .lossy }
        var canonical: [UInt8] = []
        ExactDecimal.appendCanonical(text.span, to: &canonical)
        guard let exponent = canonical.firstIndex(of: UInt8(ascii: "e")) else { return .converted(canonical) }
        // A whole number's canonical exponent is above 0: that many zeros follow the digits.
        guard let zeros = Int(String(decoding: canonical[(exponent + 1)...], as: UTF8.self)), zeros > 0,
            exponent + zeros <= mostDigits
        else { return .lossy }
        return .converted(canonical[..<exponent] + Array(repeating: 0x30, count: zeros))
    }

    private static func truth(_ text: [UInt8]) -> Result {
        var canonical: [UInt8] = []
        ExactDecimal.appendCanonical(text.span, to: &canonical)
        switch canonical {
        case [0x30]: return .converted(Array("false".utf8))
        case [0x31]: return .converted(Array("true".utf8))
        default: return .lossy
        }
    }
}
