/// JSON numbers as exact decimals, straight from their text (RFC 8259, section 6).
///
/// Every function takes the text of numbers that a scan has accepted. Nothing is rounded and no exponent is expanded:
/// `1e999999999` costs as much as its eleven characters, and an exponent with more digits than `Int64` holds compares
/// exactly too.
public enum ExactDecimal {
    /// The value of a short whole number in plain spelling: an optional minus and up to 18 digits.
    ///
    /// This is the fast path that spares nearly all numbers of a message the general one.
    ///
    /// - Returns: nil for anything with a fraction or an exponent, and for longer numbers.
    @inlinable
    public static func plainInteger(_ number: Span<UInt8>) -> Int? { plainInteger(0..<number.count, in: number) }

    /// The same of a number that is part of a text, which is faster where other bytes come before it.
    ///
    /// - Parameter range: Where the number is.
    @inlinable
    public static func plainInteger(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
        guard !range.isEmpty else { return nil }
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        let first = isNegative ? range.lowerBound &+ 1 : range.lowerBound
        guard range.upperBound &- first <= 18, let magnitude = bytes.number(of: first..<range.upperBound) else {
            return nil
        }
        let value = Int(truncatingIfNeeded: magnitude)
        return isNegative ? 0 &- value : value
    }

    /// Whether a number is written with up to 16 digits and nothing else, so that it is whole. Of others it can't tell.
    ///
    /// - Parameter range: Where the number is in a text.
    @inlinable @inline(__always)
    public static func isDigits(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        // Of the characters of numbers just the digits have a 3 as their high half.
        let count = range.count
        let first = bytes.word(from: range.lowerBound, count: Swift.min(count, 8)) ^ 0x3030_3030_3030_3030
        if count < 8 { return first & 0xF0F0_F0F0_F0F0_F0F0 &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0 }
        guard count <= 16, first & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return false }
        let last = bytes.word(from: range.upperBound &- 8, count: 8) ^ 0x3030_3030_3030_3030
        return last & 0xF0F0_F0F0_F0F0_F0F0 == 0
    }

    /// Compares two numbers by value.
    ///
    /// - Returns: a negative number, zero or a positive number where `left` is less than, equal to or greater than
    ///   `right`.
    /// - Complexity: O(*n*) in the length of the texts.
    @inlinable
    public static func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
        if let left = plainInteger(left), let right = plainInteger(right) {
            return left < right ? -1 : (left == right ? 0 : 1)
        }
        return compareParts(left, right)
    }

    /// Whether two numbers have one value: `1`, `1.0` and `10e-1` do.
    @inlinable
    public static func isEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        compare(left, right) == 0
    }

    /// Whether a number is whole by value: `640.0` and `48e1` are.
    @inlinable
    public static func isInteger(_ number: Span<UInt8>) -> Bool {
        if plainInteger(number) != nil { return true }
        return isIntegerByParts(number)
    }

    /// Whether `number` is a whole multiple of `divisor`, as `multipleOf` of JSON Schema asks. Nothing but zero is a
    /// multiple of zero.
    ///
    /// - Complexity: O(*n*) in the length of `number` for divisors of up to 18 significant digits, O(*n* × *m*) for a
    ///   divisor of *m* digits.
    @inlinable
    public static func isMultiple(_ number: Span<UInt8>, of divisor: Span<UInt8>) -> Bool {
        if let number = plainInteger(number), let divisor = plainInteger(divisor), divisor != 0 {
            return number % divisor == 0
        }
        return isMultipleByParts(number, of: divisor)
    }

    /// Feeds a number's value, not its spelling, into a hasher: equal numbers hash alike.
    public static func hash(_ number: Span<UInt8>, into hasher: inout Hasher) {
        let parts = DecimalParts(number)
        hasher.combine(parts.isNegative)
        hasher.combine(parts.digitCount)
        var digits = parts.digits
        var chunk: UInt64 = 0
        var inChunk = 0
        while let digit = digits.next(in: number) {
            chunk = chunk &* 10 &+ UInt64(digit)
            inChunk += 1
            if inChunk == 18 {
                hasher.combine(chunk)
                chunk = 0
                inChunk = 0
            }
        }
        hasher.combine(chunk)
        hasher.combine(parts.exponent.narrow)
        for digit in parts.exponent.wide { hasher.combine(digit) }
    }

    /// Appends the one canonical spelling of a number's value: `0`, or a minus where negative, all significant digits
    /// without trailing zeros, and `e` with the power of ten where that is not zero (`1200` is `12e2`, `0.5` is
    /// `5e-1`). It is a JSON number itself.
    public static func appendCanonical(_ number: Span<UInt8>, to output: inout [UInt8]) {
        let parts = DecimalParts(number)
        guard parts.digitCount > 0 else {
            output.append(UInt8(ascii: "0"))
            return
        }
        if parts.isNegative { output.append(UInt8(ascii: "-")) }
        var digits = parts.digits
        while let digit = digits.next(in: number) { output.append(UInt8(ascii: "0") + digit) }
        let power = parts.exponent.adding(1 - parts.digitCount)
        guard !power.isZero else { return }
        output.append(UInt8(ascii: "e"))
        power.append(to: &output)
    }

    @usableFromInline
    static func compareParts(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
        let leftParts = DecimalParts(left)
        let rightParts = DecimalParts(right)
        if leftParts.sign != rightParts.sign { return leftParts.sign < rightParts.sign ? -1 : 1 }
        guard leftParts.sign != 0 else { return 0 }
        var order = leftParts.exponent.compare(to: rightParts.exponent)
        if order == 0 {
            var leftDigits = leftParts.digits
            var rightDigits = rightParts.digits
            while order == 0 {
                let leftDigit = leftDigits.next(in: left)
                let rightDigit = rightDigits.next(in: right)
                if leftDigit == nil && rightDigit == nil { break }
                order = Int(leftDigit ?? 0) - Int(rightDigit ?? 0)
            }
        }
        return leftParts.sign * order
    }

    @usableFromInline
    static func isIntegerByParts(_ number: Span<UInt8>) -> Bool {
        let parts = DecimalParts(number)
        guard parts.digitCount > 0 else { return true }
        // The last significant digit stands at 10 to the power of (exponent - (digits - 1)).
        return parts.exponent.adding(1 - parts.digitCount).isNotNegative
    }
}
