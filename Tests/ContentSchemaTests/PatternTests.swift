import TestSupport
import Testing

@testable import ContentSchema

@Suite struct PatternTests {
    private func matches(_ pattern: String, _ text: String) throws -> Bool {
        try Pattern(pattern).matches(Array(text.utf8).span)
    }

    private func failure(_ pattern: String) -> PatternError? {
        do {
            _ = try Pattern(pattern)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ("abc", "xabcx", true), ("^abc$", "abc\n", false), ("a|b|", "", true), ("^(a|bc)*$", "abcbca", true),
            ("^(a|bc)*$", "abcb", false), ("^[A-Z]{3}$", "CNY", true), ("^[A-Z]{3}$", "CNYX", false),
            ("^.$", "\n", false),
            ("^.$", "\u{2028}", false), ("^.$", "🐲", true), ("^🐲*$", "🐲🐲", true), ("^🐲*$", "🐉", false),
            ("^[🐲-🐴]$", "🐳", true), ("^[^a-c]+$", "xyzé", true), ("^[^a-c]+$", "xyb", false), ("[]", "a", false),
            ("^[^]$", "\n", true), (#"^\d{2,3}$"#, "12", true), (#"^\d{2,3}$"#, "1234", false),
            (#"^\d{2,}$"#, "12345", true),
            (#"^\d{2,}$"#, "1", false), (#"\bcat\b"#, "a cat.", true), (#"\bcat\b"#, "concat", false),
            (#"\Bat"#, "cat", true),
            (#"\Bat"#, "at", false), (#"^\B$"#, "", true), (#"^\b"#, "", false),
            (#"^\cJ\x41\u0042\u{43}\t$"#, "\nABC\t", true),
            (#"^\ud83d\udc32$"#, "🐲", true), (#"^\p{Lu}\p{Letter}+\P{L}$"#, "Éab1", true),
            (#"^[\p{Lu}\d-]+$"#, "É-1", true),
            (#"^\p{gc=Nd}$"#, "߀", true), (#"^\p{General_Category=Decimal_Number}$"#, "x", false),
            (#"^[^\W]$"#, "_", true),
            (#"^[\S\n]+$"#, "a\nb", true), (#"^\s$"#, "\u{FEFF}", true), (#"^\p{Alphabetic}+$"#, "né", true),
            (#"^\P{Alphabetic}+$"#, "12", true), (#"^\p{Any}\p{ASCII}$"#, "éa", true),
            (#"^(?<year>\d+)-(?:x|y)$"#, "20-y", true),
            ("^a+?b*?c??$", "aabbc", true), ("(?:)*", "", true), ("^(?:a?){3}$", "aaaa", false),
            ("^(a*)*$", "aaab", false),
            ("x*$", "abc", true), ("$^", "", true), ("$.", "a", false), (#"^[\b]$"#, "\u{8}", true),
            (#"^[a\-z]$"#, "-", true),
            (#"^[a-]$"#, "-", true), (#"^\/\.\*$"#, "/.*", true), (#"^\0$"#, "\0", true),
            (#"\u{10FFFF}"#, "\u{10FFFF}", true),
        ] as [(String, String, Bool)])
    func match(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text) == expected)
        // The same pattern through the automaton for large ones: 64 positions that take nothing away.
        let many = "(?:\(pattern))|" + String(repeating: "\\u{1}", count: 64)
        #expect(try matches(many, text) == expected)
    }

    @Test(
        arguments: [
            (#"a(?=b)"#, 1, "look-ahead"), (#"(?!b)"#, 0, "look-ahead"), (#"x(?<=a)b"#, 1, "look-behind"),
            (#"(?<!a)b"#, 0, "look-behind"), (#"(a)\1"#, 3, "back-reference"), (#"(?<n>a)\k<n>"#, 7, "back-reference"),
            (#"\p{Script=Han}"#, 0, "Script=Han"), (#"\p{Nonsense}"#, 0, "Nonsense"), ("a**", 2, "repeat"),
            ("*a", 0, "repeats nothing"),
            ("(a", 0, "never closed"), ("a)", 1, "closes no group"), ("[a", 0, "never closed"),
            ("[b-a]", 1, "out of order"),
            ("a{3,2}", 1, "out of order"), ("a{1001}", 2, "above 1000"), ("((a{100}){100}){100}", 0, "too large"),
            ("a{x}", 1, "repeat count"), ("}", 0, "stands alone"), (#"\a"#, 0, "no escape"), (#"\-"#, 0, "no escape"),
            (#"\"#, 0, "ends with"),
            (#"\u12"#, 0, "four"), (#"\u{110000}"#, 0, "code point"), (#"\x1"#, 0, "two"), (#"\c1"#, 0, "letter"),
            (#"\01"#, 0, "octal"),
            (#"[\d-z]"#, 1, "range"), ("^*", 1, "assertion"), ("(?i:a)", 0, "no known group"), ("(?<1>a)", 3, "name"),
            ("(?<a>x)(?<a>y)", 7, "two groups"), (String(repeating: "(", count: 200), 100, "inside each other"),
            ("(?:){1000}{2}", 10, "repeated"), (#"(?:(?:){1000}){1000}"#, 0, "too large"),
        ] as [(String, Int, String)])
    func refused(_ pattern: String, _ offset: Int, _ words: String) {
        let error = failure(pattern)
        #expect(error?.offset == offset)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "accepted")")
    }

    @Test func repeatsInsideRepeatsEndInMilliseconds() throws {
        let text = Array((String(repeating: "a", count: 100_000) + "b").utf8)
        let clock = ContinuousClock()
        for source in ["^(a+)+$", "^(a|aa)+$", "^(a*)*c", "(x+x+)+y", "^(?:a?){60}a{60}$"] {
            let pattern = try Pattern(source)
            var result = true
            let time = clock.measure { result = pattern.matches(text.span) }
            #expect(!result)
            #expect(time < .seconds(2), "\(source) took \(time) in a debug build")
        }
    }

    @Test func agreesWithBacktracking() throws {
        var random = SeededRandom(7)
        let alphabet = Array("ab_ é".unicodeScalars)
        for _ in 0..<3000 {
            let tree = Oracle.random(depth: 3, &random)
            let pattern = try Pattern(tree.source)
            for _ in 0..<8 {
                let text = (0..<random.below(6)).map { _ in alphabet[random.below(alphabet.count)] }
                var string = String.UnicodeScalarView()
                string.append(contentsOf: text)
                let expected = (0...text.count).contains { tree.match(text, at: $0) { _ in true } }
                #expect(
                    pattern.matches(Array(String(string).utf8).span) == expected,
                    "\(tree.source) on '\(String(string))'")
            }
        }
    }
}

/// A pattern that knows its source and matches by backtracking.
private indirect enum Oracle {
    case literal(Unicode.Scalar)
    case set([Unicode.Scalar], negated: Bool)
    case dot, start, end, boundary, notBoundary
    case sequence([Oracle])
    case either([Oracle])
    case repeated(Oracle, Int, Int?, lazy: Bool)

    static func random(depth: Int, _ random: inout SeededRandom) -> Oracle {
        let letters = Array("ab_ é".unicodeScalars)
        switch random.below(depth == 0 ? 7 : 11) {
        case 0, 1: return .literal(letters[random.below(letters.count)])
        case 2: return .set([letters[random.below(5)], letters[random.below(5)]], negated: random.below(2) == 0)
        case 3: return .dot
        case 4: return random.below(2) == 0 ? .start : .end
        case 5: return .boundary
        case 6: return .notBoundary
        case 7: return .either((0...random.below(3)).map { _ in Self.random(depth: depth - 1, &random) })
        case 8, 9:
            let minimum = random.below(3)
            let maximum = random.below(3) == 0 ? nil : minimum + random.below(3)
            return .repeated(Self.random(depth: depth - 1, &random), minimum, maximum, lazy: random.below(3) == 0)
        default: return .sequence((0...random.below(3)).map { _ in Self.random(depth: depth - 1, &random) })
        }
    }

    var source: String {
        switch self {
        case .literal(let scalar): String(scalar)
        case .set(let scalars, let negated): "[" + (negated ? "^" : "") + scalars.map { String($0) }.joined() + "]"
        case .dot: "."
        case .start: "^"
        case .end: "$"
        case .boundary: "\\b"
        case .notBoundary: "\\B"
        case .sequence(let terms): terms.map(\.source).joined()
        case .either(let branches): "(?:" + branches.map(\.source).joined(separator: "|") + ")"
        case .repeated(let inner, let minimum, let maximum, let lazy):
            "(?:\(inner.source))"
                + (maximum == minimum ? "{\(minimum)}" : "{\(minimum),\(maximum.map { String($0) } ?? "")}")
                + (lazy ? "?" : "")
        }
    }

    func match(_ text: [Unicode.Scalar], at index: Int, _ rest: (Int) -> Bool) -> Bool {
        func isWord(_ index: Int) -> Bool {
            text.indices.contains(index) && ["a", "b", "_"].contains(text[index])
        }
        switch self {
        case .literal(let scalar): return index < text.count && text[index] == scalar && rest(index + 1)
        case .set(let scalars, let negated):
            return index < text.count && scalars.contains(text[index]) != negated && rest(index + 1)
        case .dot: return index < text.count && rest(index + 1)
        case .start: return index == 0 && rest(index)
        case .end: return index == text.count && rest(index)
        case .boundary: return isWord(index - 1) != isWord(index) && rest(index)
        case .notBoundary: return isWord(index - 1) == isWord(index) && rest(index)
        case .sequence(let terms):
            guard let first = terms.first else { return rest(index) }
            return first.match(text, at: index) { Oracle.sequence(Array(terms.dropFirst())).match(text, at: $0, rest) }
        case .either(let branches): return branches.contains { $0.match(text, at: index, rest) }
        case .repeated(let inner, let minimum, let maximum, _):
            if minimum > 0 {
                return inner.match(text, at: index) {
                    Oracle.repeated(inner, minimum - 1, maximum.map { $0 - 1 }, lazy: false).match(text, at: $0, rest)
                }
            }
            if rest(index) { return true }
            if maximum == 0 { return false }
            return inner.match(text, at: index) {
                $0 > index
                    && Oracle.repeated(inner, 0, maximum.map { $0 - 1 }, lazy: false).match(text, at: $0, rest)
            }
        }
    }
}
