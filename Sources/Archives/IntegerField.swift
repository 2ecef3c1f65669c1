import JSONText

/// A whole number of a record, as a member that may be missing or wrong.
public enum IntegerField<Value: FixedWidthInteger & Sendable>: Equatable, Sendable {
    /// The member isn't there.
    case absent
    /// It is a number in range.
    case valid(Value)
    /// It is something else.
    case invalid

    /// The number, if it is one.
    @inlinable public var value: Value? {
        if case .valid(let value) = self { value } else { nil }
    }
}

extension JSONTape {
    /// Reads an unsigned 64-bit number as WuKongIM's importer does (ARCHIVES.md, F1.5): a JSON number or a string, of
    /// base-10 digits only. `"007"` passes; a sign, white space, a fraction, an exponent and null don't.
    /// - Parameter node: A value, or -1.
    public func unsigned64(_ node: Int, in bytes: Span<UInt8>) -> IntegerField<UInt64> {
        guard node >= 0 else { return .absent }
        let value = withDigits(of: node, in: bytes, allowsText: true) { digits in
            magnitude(0..<digits.count, in: digits)
        }
        return value.map { .valid($0) } ?? .invalid
    }

    /// Reads a signed 64-bit number: a JSON number or, if allowed, a string, of an optional minus and base-10 digits.
    /// As to the importer, null is as if the member weren't there.
    /// - Parameter node: A value, or -1.
    public func signed64(_ node: Int, in bytes: Span<UInt8>, allowsText: Bool = true) -> IntegerField<Int64> {
        guard node >= 0, kind(node) != .null else { return .absent }
        let value = withDigits(of: node, in: bytes, allowsText: allowsText) { digits -> Int64? in
            let isNegative = !digits.isEmpty && digits[0] == UInt8(ascii: "-")
            guard let magnitude = magnitude((isNegative ? 1 : 0)..<digits.count, in: digits) else { return nil }
            guard isNegative else { return Int64(exactly: magnitude) }
            return magnitude <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
        }
        return value.map { .valid($0) } ?? .invalid
    }

    /// Hands over the bytes of a number, or of a string's contents; nil for anything else.
    private func withDigits<R>(
        of node: Int, in bytes: Span<UInt8>, allowsText: Bool, _ body: (Span<UInt8>) -> R?
    ) -> R? {
        switch kind(node) {
        case .number:
            return body(bytes.extracting(start(node)..<end(node)))
        case .string where allowsText:
            guard hasEscapes(node) else { return body(bytes.extracting(start(node) + 1..<end(node) - 1)) }
            var text: [UInt8] = []
            _ = appendUnescaped(node, in: bytes, to: &text)
            return body(text.span)
        default:
            return nil
        }
    }

    /// The number that these digits spell, or nil if they aren't digits only or too large.
    private func magnitude(_ digits: Range<Int>, in bytes: Span<UInt8>) -> UInt64? {
        guard !digits.isEmpty else { return nil }
        var value: UInt64 = 0
        for index in digits {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (ten, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowToo) = ten.addingReportingOverflow(UInt64(digit))
            if overflow || overflowToo { return nil }
            value = sum
        }
        return value
    }
}
