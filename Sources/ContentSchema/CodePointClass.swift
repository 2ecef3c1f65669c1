/// A set of code points: what one position of a pattern accepts.
struct CodePointClass: Hashable, Sendable {
    /// Sorted, apart from each other.
    private var ranges: [Bounds] = []
    /// General categories, one bit each in the order of `GeneralCategories`.
    private var categories: UInt32 = 0
    private var properties: [PropertyTest] = []
    private var isNegated = false

    /// A range of code points. Arrays of the standard library's ranges take the run-time long to set up.
    private struct Bounds: Hashable, Sendable {
        let lowerBound: UInt32
        let upperBound: UInt32

        init(_ range: ClosedRange<UInt32>) {
            lowerBound = range.lowerBound
            upperBound = range.upperBound
        }
    }

    private struct PropertyTest: Hashable, Sendable {
        let property: UnicodeProperty
        let wanted: Bool
    }

    static let highest: UInt32 = 0x10FFFF

    /// `\d`: ASCII digits.
    static let digits = CodePointClass(ranges: [0x30...0x39])
    /// `\w`: ASCII letters, digits and the underscore.
    static let words = CodePointClass(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// LF, CR, U+2028 and U+2029, which the dot leaves out.
    static let lineTerminators = CodePointClass(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
    /// `\s`: WhiteSpace and LineTerminator of ECMA-262.
    static let spaces = CodePointClass(ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    init() {}

    /// A class of ranges that are sorted and apart.
    private init(ranges: [ClosedRange<UInt32>]) { self.ranges = ranges.map(Bounds.init) }

    init(_ codePoint: UInt32) { ranges = [Bounds(codePoint...codePoint)] }

    init(categories: UInt32) { self.categories = categories }

    init(property: UnicodeProperty, wanted: Bool) {
        properties = [PropertyTest(property: property, wanted: wanted)]
    }

    /// The complement of a class that is made of ranges only.
    var complementOfRanges: CodePointClass {
        var result = CodePointClass()
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.ranges.append(Bounds(next...range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= Self.highest { result.ranges.append(Bounds(next...Self.highest)) }
        return result
    }

    /// The class of everything else.
    var negated: CodePointClass {
        var result = self
        result.isNegated.toggle()
        return result
    }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        ranges.append(Bounds(range))
        if ranges.count == 1 { return }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        var merged: [Bounds] = []
        for range in ranges {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = Bounds(last.lowerBound...max(last.upperBound, range.upperBound))
            } else {
                merged.append(range)
            }
        }
        ranges = merged
    }

    /// Adds what another class accepts, which isn't negated.
    mutating func formUnion(_ other: CodePointClass) {
        for range in other.ranges { insert(range.lowerBound...range.upperBound) }
        categories |= other.categories
        properties += other.properties
    }

    /// Whether any code point beyond ASCII can be in the class.
    var reachesBeyondASCII: Bool {
        isNegated || categories != 0 || !properties.isEmpty || (ranges.last.map { $0.upperBound > 0x7F } ?? false)
    }

    func contains(_ codePoint: UInt32) -> Bool {
        isInside(codePoint) != isNegated
    }

    private func isInside(_ codePoint: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < codePoint { low = middle + 1 } else { high = middle }
        }
        if low < ranges.count && ranges[low].lowerBound <= codePoint { return true }
        if categories == 0 && properties.isEmpty { return false }
        guard let scalar = Unicode.Scalar(codePoint) else { return false }
        if categories != 0 && categories & GeneralCategories.bit(of: scalar) != 0 { return true }
        return properties.contains { $0.property.holds(scalar) == $0.wanted }
    }
}

/// The general categories of Unicode, as bits, and the names that `\p{…}` gives them.
enum GeneralCategories {
    /// Short name, long names, in the order of the bits.
    private static let names: [(short: String, long: [String])] = [
        ("Lu", ["Uppercase_Letter"]), ("Ll", ["Lowercase_Letter"]), ("Lt", ["Titlecase_Letter"]),
        ("Lm", ["Modifier_Letter"]), ("Lo", ["Other_Letter"]), ("Mn", ["Nonspacing_Mark"]), ("Mc", ["Spacing_Mark"]),
        ("Me", ["Enclosing_Mark"]), ("Nd", ["Decimal_Number", "digit"]), ("Nl", ["Letter_Number"]),
        ("No", ["Other_Number"]), ("Pc", ["Connector_Punctuation"]), ("Pd", ["Dash_Punctuation"]),
        ("Ps", ["Open_Punctuation"]), ("Pe", ["Close_Punctuation"]), ("Pi", ["Initial_Punctuation"]),
        ("Pf", ["Final_Punctuation"]), ("Po", ["Other_Punctuation"]), ("Sm", ["Math_Symbol"]),
        ("Sc", ["Currency_Symbol"]), ("Sk", ["Modifier_Symbol"]), ("So", ["Other_Symbol"]), ("Zs", ["Space_Separator"]),
        ("Zl", ["Line_Separator"]), ("Zp", ["Paragraph_Separator"]), ("Cc", ["Control", "cntrl"]), ("Cf", ["Format"]),
        ("Cs", ["Surrogate"]), ("Co", ["Private_Use"]), ("Cn", ["Unassigned"]),
    ]

    private static let groups: [String: [String]] = [
        "L": ["Letter"], "M": ["Mark", "Combining_Mark"], "N": ["Number"], "P": ["Punctuation", "punct"],
        "S": ["Symbol"], "Z": ["Separator"], "C": ["Other"],
    ]

    static let all: UInt32 = (1 << 30) - 1

    /// The bits that a name of `\p{…}` stands for, nil for a name that is none.
    static func bits(named name: String) -> UInt32? {
        if name == "LC" || name == "Cased_Letter" { return 0b111 }
        var result: UInt32 = 0
        for (bit, entry) in names.enumerated() {
            let group = groups[String(entry.short.prefix(1))] ?? []
            if entry.short == name || entry.long.contains(name) || group.contains(name)
                || String(entry.short.prefix(1)) == name
            {
                result |= 1 << UInt32(bit)
            }
        }
        return result == 0 ? nil : result
    }

    static func bit(of scalar: Unicode.Scalar) -> UInt32 {
        let index: UInt32 =
            switch scalar.properties.generalCategory {
            case .uppercaseLetter: 0
            case .lowercaseLetter: 1
            case .titlecaseLetter: 2
            case .modifierLetter: 3
            case .otherLetter: 4
            case .nonspacingMark: 5
            case .spacingMark: 6
            case .enclosingMark: 7
            case .decimalNumber: 8
            case .letterNumber: 9
            case .otherNumber: 10
            case .connectorPunctuation: 11
            case .dashPunctuation: 12
            case .openPunctuation: 13
            case .closePunctuation: 14
            case .initialPunctuation: 15
            case .finalPunctuation: 16
            case .otherPunctuation: 17
            case .mathSymbol: 18
            case .currencySymbol: 19
            case .modifierSymbol: 20
            case .otherSymbol: 21
            case .spaceSeparator: 22
            case .lineSeparator: 23
            case .paragraphSeparator: 24
            case .control: 25
            case .format: 26
            case .surrogate: 27
            case .privateUse: 28
            case .unassigned: 29
            @unknown default: 29
            }
        return 1 << index
    }
}

/// The binary properties that `\p{…}` takes beside general categories.
enum UnicodeProperty: Hashable, Sendable {
    case alphabetic, uppercase, lowercase, whiteSpace, emoji, emojiPresentation, ideographic, math

    init?(named name: String) {
        switch name {
        case "Alphabetic", "Alpha": self = .alphabetic
        case "Uppercase", "Upper": self = .uppercase
        case "Lowercase", "Lower": self = .lowercase
        case "White_Space", "space": self = .whiteSpace
        case "Emoji": self = .emoji
        case "Emoji_Presentation", "EPres": self = .emojiPresentation
        case "Ideographic", "Ideo": self = .ideographic
        case "Math": self = .math
        default: return nil
        }
    }

    func holds(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return switch self {
        case .alphabetic: properties.isAlphabetic
        case .uppercase: properties.isUppercase
        case .lowercase: properties.isLowercase
        case .whiteSpace: properties.isWhitespace
        case .emoji: properties.isEmoji
        case .emojiPresentation: properties.isEmojiPresentation
        case .ideographic: properties.isIdeographic
        case .math: properties.isMath
        }
    }
}
