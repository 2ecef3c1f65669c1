extension ExactDecimal {
    /// With both numbers as digits times a power of ten and no trailing zeros in the digits, the quotient is whole only
    /// if the power of the number isn't less than that of the divisor. Then `digits × 10^k` has to be divisible, where
    /// k needs no more tens than the divisor has factors of two or five: at most four for each of its digits.
    @usableFromInline
    static func isMultipleByParts(_ number: Span<UInt8>, of divisor: Span<UInt8>) -> Bool {
        let parts = DecimalParts(number)
        let divisorParts = DecimalParts(divisor)
        guard parts.digitCount > 0 else { return true }
        guard divisorParts.digitCount > 0 else { return false }
        let power = parts.exponent.adding(1 - parts.digitCount)
        let divisorPower = divisorParts.exponent.adding(1 - divisorParts.digitCount)
        guard let tens = power.minus(divisorPower, atMost: 4 * divisorParts.digitCount) else { return false }
        if divisorParts.digitCount <= 18 {
            return remainder(of: number, parts, tens: tens, byShort: divisor, divisorParts) == 0
        }
        var remainder = LongRemainder(divisor, divisorParts)
        var digits = parts.digits
        while let digit = digits.next(in: number) { remainder.shift(in: digit) }
        for _ in 0..<tens { remainder.shift(in: 0) }
        return remainder.isZero
    }

    private static func remainder(
        of number: Span<UInt8>, _ parts: DecimalParts, tens: Int, byShort divisor: Span<UInt8>,
        _ divisorParts: DecimalParts
    ) -> UInt64 {
        var modulus: UInt64 = 0
        var divisorDigits = divisorParts.digits
        while let digit = divisorDigits.next(in: divisor) { modulus = modulus * 10 + UInt64(digit) }
        // The remainder is below 10^18, so ten times it and a digit stay within 64 bits.
        var remainder: UInt64 = 0
        var digits = parts.digits
        while let digit = digits.next(in: number) { remainder = (remainder * 10 + UInt64(digit)) % modulus }
        for _ in 0..<tens where remainder != 0 { remainder = remainder * 10 % modulus }
        return remainder
    }
}

/// The remainder of a long division by a divisor that doesn't fit in 64 bits, in limbs of nine decimal digits.
private struct LongRemainder {
    private static let base: UInt32 = 1_000_000_000
    /// Least significant limb first; one limb more than the divisor needs, for the digit that is shifted in.
    private var limbs: [UInt32]
    private let divisor: [UInt32]

    init(_ number: Span<UInt8>, _ parts: DecimalParts) {
        let count = parts.digitCount / 9 + 2
        var divisor = [UInt32](repeating: 0, count: count)
        var digits = parts.digits
        while let digit = digits.next(in: number) { Self.shift(&divisor, in: digit) }
        self.divisor = divisor
        limbs = [UInt32](repeating: 0, count: count)
    }

    var isZero: Bool { limbs.allSatisfy { $0 == 0 } }

    /// Goes on by one digit: ten times the remainder and the digit, reduced.
    mutating func shift(in digit: UInt8) {
        Self.shift(&limbs, in: digit)
        while !isLess { subtract() }
    }

    private static func shift(_ limbs: inout [UInt32], in digit: UInt8) {
        var carry = UInt64(digit)
        for index in limbs.indices {
            let value = UInt64(limbs[index]) * 10 + carry
            limbs[index] = UInt32(value % UInt64(base))
            carry = value / UInt64(base)
        }
    }

    private var isLess: Bool {
        var index = limbs.count - 1
        while index >= 0 {
            if limbs[index] != divisor[index] { return limbs[index] < divisor[index] }
            index -= 1
        }
        return false
    }

    private mutating func subtract() {
        var borrow: UInt32 = 0
        for index in limbs.indices {
            let take = divisor[index] + borrow
            if limbs[index] >= take {
                limbs[index] -= take
                borrow = 0
            } else {
                limbs[index] += Self.base - take
                borrow = 1
            }
        }
    }
}
