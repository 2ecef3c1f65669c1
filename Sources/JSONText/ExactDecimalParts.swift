/// A number's text taken apart: sign, significant digits (by their places in the text) and the power of ten of the
/// first significant digit. Allocates only for an exponent of 18 digits and more.
struct DecimalParts {
    /// Whether there is a minus and a digit other than zero.
    let isNegative: Bool
    /// How many digits stand from the first to the last one that isn't zero; 0 for zero.
    let digitCount: Int
    /// The power of ten of the first significant digit; zero for zero.
    let exponent: DecimalExponent
    /// Walks the significant digits.
    let digits: DigitCursor

    /// -1, 0 or 1.
    var sign: Int { digitCount == 0 ? 0 : (isNegative ? -1 : 1) }

    init(_ number: Span<UInt8>) {
        var index = 0
        let hasMinus = !number.isEmpty && number[0] == UInt8(ascii: "-")
        if hasMinus { index = 1 }
        var first = -1
        var last = -1
        var digitsBeforePoint = 0
        var seen = 0
        var firstOrdinal = 0
        var lastOrdinal = 0
        var pastPoint = false
        scan: while index < number.count {
            let byte = number[index]
            switch byte {
            case UInt8(ascii: "."):
                pastPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                break scan
            default:
                if byte != UInt8(ascii: "0") {
                    if first < 0 {
                        first = index
                        firstOrdinal = seen
                    }
                    last = index
                    lastOrdinal = seen
                }
                seen += 1
                if !pastPoint { digitsBeforePoint += 1 }
            }
            index += 1
        }
        guard first >= 0 else {
            isNegative = false
            digitCount = 0
            exponent = DecimalExponent(narrow: 0)
            digits = DigitCursor(index: 0, end: 0)
            return
        }
        isNegative = hasMinus
        digitCount = lastOrdinal - firstOrdinal + 1
        digits = DigitCursor(index: first, end: last + 1)
        // Written 0012.5: the digit with ordinal 0 has the power digitsBeforePoint - 1.
        let written = index < number.count ? DecimalExponent(number, from: index + 1) : DecimalExponent(narrow: 0)
        exponent = written.adding(digitsBeforePoint - 1 - firstOrdinal)
    }
}

/// Walks the digits between two places of a number's text, stepping over the point.
struct DigitCursor {
    private var index: Int
    private let end: Int

    init(index: Int, end: Int) {
        self.index = index
        self.end = end
    }

    /// The next digit's value, nil at the end.
    mutating func next(in number: Span<UInt8>) -> UInt8? {
        guard index < end else { return nil }
        if number[index] == UInt8(ascii: ".") { index += 1 }
        let digit = number[index] - UInt8(ascii: "0")
        index += 1
        return digit
    }
}

/// A whole number of any size, as exponents need it: up to 18 digits in an `Int`, more as decimal digits.
struct DecimalExponent {
    /// The value, where it has at most 18 digits; otherwise only its sign counts.
    let narrow: Int
    /// The digits, most significant first, of a value with 19 digits and more; empty for others.
    let wide: [UInt8]

    private static let narrowLimit = 1_000_000_000_000_000_000

    /// A value known to be small.
    init(narrow: Int) {
        self.init(narrow: narrow, wide: [])
    }

    private init(narrow: Int, wide: [UInt8]) {
        self.narrow = narrow
        self.wide = wide
    }

    /// Reads an optional sign and digits, from an offset to the end of the text.
    init(_ number: Span<UInt8>, from start: Int) {
        var index = start
        var isNegative = false
        if index < number.count, number[index] == UInt8(ascii: "-") || number[index] == UInt8(ascii: "+") {
            isNegative = number[index] == UInt8(ascii: "-")
            index += 1
        }
        while index < number.count, number[index] == UInt8(ascii: "0") { index += 1 }
        if number.count - index <= 18 {
            var value = 0
            while index < number.count {
                value = value * 10 + Int(number[index] - UInt8(ascii: "0"))
                index += 1
            }
            self.init(narrow: isNegative ? -value : value)
        } else {
            var digits: [UInt8] = []
            digits.reserveCapacity(number.count - index)
            while index < number.count {
                digits.append(number[index] - UInt8(ascii: "0"))
                index += 1
            }
            self.init(isNegative: isNegative, digits: digits)
        }
    }

    /// Puts a magnitude into the one form that fits it.
    private init(isNegative: Bool, digits: [UInt8]) {
        let significant = digits.drop { $0 == 0 }
        if significant.count <= 18 {
            let value = significant.reduce(0) { $0 * 10 + Int($1) }
            self.init(narrow: isNegative ? -value : value)
        } else {
            self.init(narrow: isNegative ? -1 : 1, wide: Array(significant))
        }
    }

    var isZero: Bool { narrow == 0 }
    var isNotNegative: Bool { narrow >= 0 }

    /// The sum with a small number: an offset within a text.
    func adding(_ offset: Int) -> DecimalExponent {
        if wide.isEmpty {
            let sum = narrow + offset
            if sum > -Self.narrowLimit && sum < Self.narrowLimit { return DecimalExponent(narrow: sum) }
            return DecimalExponent(isNegative: sum < 0, digits: String(sum.magnitude).utf8.map { $0 - 48 })
        }
        // Nineteen digits outweigh any offset within a text, so the sign stays.
        var digits = wide
        var carry = narrow < 0 ? -offset : offset
        var index = digits.count - 1
        while carry != 0 && index >= 0 {
            var value = Int(digits[index]) + carry
            carry = value / 10
            value %= 10
            if value < 0 {
                value += 10
                carry -= 1
            }
            digits[index] = UInt8(value)
            index -= 1
        }
        while carry > 0 {
            digits.insert(UInt8(carry % 10), at: 0)
            carry /= 10
        }
        return DecimalExponent(isNegative: narrow < 0, digits: digits)
    }

    /// The difference where it is from 0 to `limit`, `limit` where it is larger, nil where it is negative.
    func minus(_ other: DecimalExponent, atMost limit: Int) -> Int? {
        let order = compare(to: other)
        if order < 0 { return nil }
        if order == 0 { return 0 }
        if wide.isEmpty && other.wide.isEmpty { return min(narrow - other.narrow, limit) }
        // At least one is wide: count up from the lesser one.
        for difference in 1..<max(limit, 1) where other.adding(difference).compare(to: self) == 0 {
            return difference
        }
        return limit
    }

    /// Negative, zero or positive, by value.
    func compare(to other: DecimalExponent) -> Int {
        if wide.isEmpty && other.wide.isEmpty {
            return narrow < other.narrow ? -1 : (narrow == other.narrow ? 0 : 1)
        }
        if (narrow < 0) != (other.narrow < 0) { return narrow < 0 ? -1 : 1 }
        let sign = narrow < 0 ? -1 : 1
        if wide.count != other.wide.count { return wide.count < other.wide.count ? -sign : sign }
        for (left, right) in zip(wide, other.wide) where left != right {
            return left < right ? -sign : sign
        }
        return 0
    }

    /// Appends the value in decimal.
    func append(to output: inout [UInt8]) {
        if wide.isEmpty {
            output.append(contentsOf: String(narrow).utf8)
        } else {
            if narrow < 0 { output.append(UInt8(ascii: "-")) }
            for digit in wide { output.append(UInt8(ascii: "0") + digit) }
        }
    }
}
