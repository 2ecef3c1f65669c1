import JSONText

/// A whole number of a record, as a member that may be missing or wrong.
public enum IntegerField<Value: FixedWidthInteger & Sendable>: Equatable, Sendable {
    /// The member isn't there.
    case absent
    /// It is a number in range.
    case valid(Value)
    /// It is something else.
    case invalid

    /// Whether it is a number in range, or isn't there.
    @inlinable public var isSound: Bool { if case .invalid = self { false } else { true } }

    /// The number, if it is one.
    @inlinable public var value: Value? {
        if case .valid(let value) = self { value } else { nil }
    }
}

extension JSONTape {
    /// Reads an unsigned 64-bit number as WuKongIM's importer does (ARCHIVES.md, F1.5): a JSON number or a string, of
    /// base-10 digits only. `"007"` passes; a sign, white space, a fraction, an exponent and null don't.
    /// - Parameter node: A value, or -1.
    @inlinable @inline(__always)
    public func unsigned64(_ node: Int, in bytes: Span<UInt8>) -> IntegerField<UInt64> {
        guard node >= 0 else { return .absent }
        if let number = plainNumber(node, in: bytes) { return .valid(number) }
        return otherUnsigned64(node, in: bytes)
    }

    @usableFromInline
    func otherUnsigned64(_ node: Int, in bytes: Span<UInt8>) -> IntegerField<UInt64> {
        guard let digits = digits(of: node, allowsText: true) else {
            return unescaped(node, in: bytes, allowsText: true) { $0.unsigned64(0, in: $1) }
        }
        return Self.magnitude(digits, in: bytes).map { .valid($0) } ?? .invalid
    }

    /// Reads a signed 64-bit number: a JSON number or, if allowed, a string, of an optional minus and base-10 digits.
    /// As to the importer, null is as if the member weren't there.
    /// - Parameter node: A value, or -1.
    @inlinable @inline(__always)
    public func signed64(_ node: Int, in bytes: Span<UInt8>, allowsText: Bool = true) -> IntegerField<Int64> {
        guard node >= 0 else { return .absent }
        if let number = plainNumber(node, in: bytes), let value = Int64(exactly: number) { return .valid(value) }
        return otherSigned64(node, in: bytes, allowsText: allowsText)
    }

    @usableFromInline
    func otherSigned64(_ node: Int, in bytes: Span<UInt8>, allowsText: Bool) -> IntegerField<Int64> {
        guard kind(node) != .null else { return .absent }
        guard let digits = digits(of: node, allowsText: allowsText) else {
            return unescaped(node, in: bytes, allowsText: allowsText) { $0.signed64(0, in: $1) }
        }
        let isNegative = !digits.isEmpty && bytes[digits.lowerBound] == UInt8(ascii: "-")
        let magnitude = Self.magnitude(digits.lowerBound + (isNegative ? 1 : 0)..<digits.upperBound, in: bytes)
        guard let magnitude else { return .invalid }
        guard isNegative else { return Int64(exactly: magnitude).map { .valid($0) } ?? .invalid }
        return magnitude <= UInt64(Int64.max) + 1 ? .valid(Int64(truncatingIfNeeded: 0 &- magnitude)) : .invalid
    }

    /// Where the characters of a number stand, or those of a string without escapes; nil for anything else.
    private func digits(of node: Int, allowsText: Bool) -> Range<Int>? {
        switch kind(node) {
        case .number: start(node)..<end(node)
        case .string where allowsText && !hasEscapes(node): start(node) + 1..<end(node) - 1
        default: nil
        }
    }

    /// Reads a number from a string with escapes, which no exporter writes, so this may cost an allocation.
    private func unescaped<Value>(
        _ node: Int, in bytes: Span<UInt8>, allowsText: Bool,
        _ read: (JSONTape, Span<UInt8>) -> IntegerField<Value>
    ) -> IntegerField<Value> {
        guard allowsText, kind(node) == .string else { return .invalid }
        var text: [UInt8] = [UInt8(ascii: "\"")]
        appendUnescaped(node, in: bytes, to: &text)
        text.append(UInt8(ascii: "\""))
        var tape = JSONTape()
        // A string that isn't one any more, or has escapes again, held more than digits.
        guard (try? tape.scan(text.span)) != nil, !tape.hasEscapes(0) else { return .invalid }
        return read(tape, text.span)
    }

    /// The number that these digits spell, or nil if they aren't digits only or too large.
    private static func magnitude(_ digits: Range<Int>, in bytes: Span<UInt8>) -> UInt64? {
        guard digits.count > 19 else { return bytes.number(of: digits) }
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
