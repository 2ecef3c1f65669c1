import TestSupport
import Testing

@testable import JSONText

@Suite struct ExactDecimalTests {
    private func compare(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return ExactDecimal.compare(left.span, right.span).signum()
    }

    private func isMultiple(_ number: String, _ divisor: String) -> Bool {
        let (number, divisor) = (Array(number.utf8), Array(divisor.utf8))
        return ExactDecimal.isMultiple(number.span, of: divisor.span)
    }

    private func isInteger(_ number: String) -> Bool { ExactDecimal.isInteger(Array(number.utf8).span) }

    private func isDigits(_ range: Range<Int>, _ text: [UInt8]) -> Bool { ExactDecimal.isDigits(range, in: text.span) }

    private func number(_ range: Range<Int>, _ text: [UInt8]) -> UInt64? { text.span.number(of: range) }

    private func canonical(_ number: String) -> String {
        var output: [UInt8] = []
        ExactDecimal.appendCanonical(Array(number.utf8).span, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private func hash(_ number: String) -> Int {
        var hasher = Hasher()
        ExactDecimal.hash(Array(number.utf8).span, into: &hasher)
        return hasher.finalize()
    }

    /// Different spellings of `digits × 10^power`.
    private func spellings(_ digits: Int, power: Int) -> [String] {
        let sign = digits < 0 ? "-" : ""
        let magnitude = String(digits.magnitude)
        var result = [
            "\(sign)\(magnitude)e\(power)", "\(sign)\(magnitude).000E\(power)", "\(sign)\(magnitude)00e\(power - 2)",
        ]
        result.append("\(sign)0.\(magnitude)e\(power + magnitude.count)")
        result.append("\(sign)0.00\(magnitude)e+\(power + magnitude.count + 2)".replacing("e+-", with: "e-"))
        if power >= 0 { result.append(sign + magnitude + String(repeating: "0", count: power)) }
        if power < 0 && magnitude.count > -power {
            let split = magnitude.index(magnitude.endIndex, offsetBy: power)
            result.append(sign + magnitude[..<split] + "." + magnitude[split...])
        }
        return result
    }

    @Test func everySpellingComparesByValue() {
        let values = [-1200, -999, -10, -1, 0, 1, 5, 9, 10, 11, 99, 100, 101, 640, 12345]
        for left in values {
            for leftPower in -3...3 {
                for right in values {
                    for rightPower in [-2, 0, 1] {
                        let leftScaled = left * [1, 10, 100, 1000, 10000, 100_000, 1_000_000][leftPower + 3]
                        let rightScaled = right * [1, 10, 100, 1000, 10000, 100_000, 1_000_000][rightPower + 3]
                        let expected = leftScaled < rightScaled ? -1 : (leftScaled == rightScaled ? 0 : 1)
                        let leftText = spellings(left, power: leftPower)
                        let rightText = spellings(right, power: rightPower)
                        for (index, text) in leftText.enumerated() {
                            let other = rightText[index % rightText.count]
                            #expect(compare(text, other) == expected, "\(text) against \(other)")
                            if expected == 0 {
                                #expect(hash(text) == hash(other), "\(text) and \(other)")
                                #expect(canonical(text) == canonical(other), "\(text) and \(other)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func everySpellingKnowsWhetherItIsWhole() {
        for digits in [-1200, -10, -7, 0, 3, 10, 640, 1000] {
            for power in -4...3 {
                let scaled = digits * [1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000][power + 4]
                for text in spellings(digits, power: power) {
                    #expect(isInteger(text) == (scaled % 10000 == 0), "\(text)")
                }
            }
        }
    }

    @Test func multiplesAgreeWithIntegers() {
        for digits in [-600, -75, -1, 0, 1, 2, 3, 7, 12, 125, 4096, 99999] {
            for power in [-3, 0, 2] {
                for divisor in [1, 2, 3, 5, 8, 25, 64, 125, 1000] {
                    for divisorPower in [-2, 0, 1] {
                        let scale = [1, 10, 100, 1000, 10000, 100_000]
                        let number = digits * scale[power + 3]
                        let by = divisor * scale[divisorPower + 3]
                        for text in spellings(digits, power: power) {
                            for byText in spellings(divisor, power: divisorPower) {
                                #expect(isMultiple(text, byText) == (number % by == 0), "\(text) of \(byText)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func multiplesOfLongDivisors() {
        // (10^20 + 39) × 12345678901234567890 computed by hand in long arithmetic.
        let divisor = "100000000000000000039"
        var product = [0]
        for digit in "12345678901234567890" {
            product = product.map { $0 * 10 }
            product[0] += digit.wholeNumberValue ?? 0
            for index in product.indices where product[index] >= 1000 {
                if index + 1 == product.count { product.append(0) }
                product[index + 1] += product[index] / 1000
                product[index] %= 1000
            }
        }
        // The product as text: n × 10^20 + n × 39.
        let n: UInt128 = 12_345_678_901_234_567_890
        let low = n * 39
        let limit: UInt128 = 100_000_000_000_000_000_000
        let text = String(n + low / limit) + String(String(limit + low % limit).dropFirst())
        #expect(isMultiple(text, divisor))
        #expect(isMultiple(text + "e400", divisor))
        #expect(isMultiple("-" + text + "00e-2", divisor))
        #expect(!isMultiple(text + "1", divisor))
        #expect(!isMultiple(text + "e-2", divisor))
        #expect(!isMultiple("1e400", divisor))
        // 2^70 divides 10^70 but not 10^69.
        let power = String(UInt128(1) << 70)
        #expect(isMultiple("1e70", power))
        #expect(!isMultiple("1e69", power))
        #expect(isMultiple("1e999999999999999999999999", power))
    }

    @Test func hugeExponentsAreQuickAndExact() {
        #expect(compare("1e999999999", "1e1000000000") == -1)
        #expect(compare("-1e999999999", "-1e1000000000") == 1)
        #expect(compare("10e999999999999999999999999", "1e1000000000000000000000000") == 0)
        #expect(hash("10e999999999999999999999999") == hash("1e1000000000000000000000000"))
        #expect(compare("1e-1000000000000000000000000", "0.1e-999999999999999999999999") == 0)
        #expect(compare("1e1000000000000000000000000", "1e-1000000000000000000000000") == 1)
        #expect(compare("0.1e1000000000000000000", "1e999999999999999999") == 0)
        #expect(hash("0.1e1000000000000000000") == hash("1e999999999999999999"))
        #expect(compare("10e999999999999999999", "1e1000000000000000000") == 0)
        #expect(compare("0e99999999999999999999999", "0") == 0)
        #expect(compare("-0", "0.0") == 0)
        #expect(compare("1e99999999999999999999999", "5") == 1)
        #expect(compare("1e-99999999999999999999999", "0") == 1)
        #expect(isInteger("1e99999999999999999999999"))
        #expect(!isInteger("1e-99999999999999999999999"))
        #expect(isMultiple("1e999999999", "0.01"))
        #expect(isMultiple("1e99999999999999999999999", "1e-99999999999999999999999"))
        #expect(!isMultiple("1e999999999", "3"))
        #expect(isMultiple("1e308", "0.5"))
        #expect(!isMultiple("1e-99999999999999999999999", "1e99999999999999999999999"))
        #expect(canonical("1e00099999999999999999999999") == "1e99999999999999999999999")
    }

    @Test func sixtyFourBitIdsKeepTheirLastDigit() {
        #expect(compare("1152921504607541547", "1152921504607541548") == -1)
        #expect(compare("18446744073709551615", "18446744073709551616") == -1)
        #expect(compare("9223372036854775807", "9223372036854775807.0") == 0)
    }

    /// Digits are read alike wherever they stand in a text, and nothing else is taken for one.
    @Test(arguments: Seeds.of(2)) func digitsAreReadWhereverTheyStand(_ seed: Int) {
        var random = SeededRandom(seed)
        for length in 1...19 {
            for front in 0...40 {
                let digits = (0..<length).map { _ in UInt8(48 + random.below(10)) }
                let rest = (0..<random.below(20)).map { _ in UInt8(48 + random.below(10)) }
                let range = front..<front + length
                var text = [UInt8](repeating: UInt8(ascii: "7"), count: front) + digits + rest
                #expect(number(range, text) == UInt64(String(decoding: digits, as: UTF8.self)))
                #expect(isDigits(range, text) == (length <= 16))
                for place in range {
                    for byte in Array(".eE+-".utf8) {
                        text[place] = byte
                        #expect(!isDigits(range, text))
                    }
                    for byte in Array("/:a \u{0}".utf8) + [0x80, 0xFF, 0xB0] {
                        text[place] = byte
                        #expect(number(range, text) == nil)
                    }
                    text[place] = digits[place - front]
                }
            }
        }
    }
}
