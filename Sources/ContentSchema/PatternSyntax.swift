/// A pattern as a tree: the regular part of ECMA-262 in unicode mode.
indirect enum PatternTree {
    case empty
    case one(CodePointClass)
    case sequence([PatternTree])
    case alternation([PatternTree])
    /// `maximum` nil: without end.
    case repetition(PatternTree, minimum: Int, maximum: Int?)
    case assertion(PatternAssertion)
}

/// What a pattern asks about a place between two code points.
enum PatternAssertion: UInt8, Sendable {
    case start, end, boundary, notBoundary
}

/// Reads a pattern (ECMA-262, section 22.2.1, with the flag `u`) into a tree.
struct PatternParser {
    private static let deepestGroup = 100
    private static let highestCount = 1000

    private let text: [Unicode.Scalar]
    private var index = 0
    private var depth = 0
    private var groupNames: Set<String> = []

    /// Reads a whole pattern.
    static func parse(_ source: String) throws(PatternError) -> PatternTree {
        var parser = PatternParser(text: Array(source.unicodeScalars))
        let tree = try parser.disjunction()
        if parser.index < parser.text.count {
            throw parser.error("')' closes no group: write '\\)' for the character", at: parser.index)
        }
        return tree
    }

    private init(text: [Unicode.Scalar]) { self.text = text }

    private var current: Unicode.Scalar? { index < text.count ? text[index] : nil }

    private func error(_ message: String, at offset: Int) -> PatternError {
        PatternError(message: message, offset: offset)
    }

    private mutating func skip(_ literal: String) -> Bool {
        let scalars = Array(literal.unicodeScalars)
        guard index + scalars.count <= text.count, Array(text[index..<index + scalars.count]) == scalars else {
            return false
        }
        index += scalars.count
        return true
    }

    private mutating func disjunction() throws(PatternError) -> PatternTree {
        var branches = [try alternative()]
        while skip("|") { branches.append(try alternative()) }
        return branches.count == 1 ? branches[0] : .alternation(branches)
    }

    private mutating func alternative() throws(PatternError) -> PatternTree {
        var terms: [PatternTree] = []
        while let scalar = current, scalar != "|", scalar != ")" { terms.append(try term()) }
        return terms.isEmpty ? .empty : (terms.count == 1 ? terms[0] : .sequence(terms))
    }

    private mutating func term() throws(PatternError) -> PatternTree {
        let start = index
        let scalar = text[index]
        index += 1
        let atom: PatternTree
        switch scalar {
        case "^": return try assertion(.start)
        case "$": return try assertion(.end)
        case "(": atom = try group(from: start)
        case ".": atom = .one(CodePointClass.lineTerminators.complementOfRanges)
        case "[": atom = .one(try characterClass(from: start))
        case "\\":
            if skip("b") { return try assertion(.boundary) }
            if skip("B") { return try assertion(.notBoundary) }
            atom = .one(try escape(from: start, inClass: false))
        case "*", "+", "?":
            throw error("'\(scalar)' repeats nothing: write '\\\(scalar)' for the character", at: start)
        case "{", "}", "]":
            throw error("'\(scalar)' stands alone: write '\\\(scalar)' for the character", at: start)
        default: atom = .one(CodePointClass(scalar.value))
        }
        return try quantified(atom)
    }

    private mutating func assertion(_ kind: PatternAssertion) throws(PatternError) -> PatternTree {
        if let scalar = current, "*+?{".unicodeScalars.contains(scalar) {
            throw error("an assertion can't be repeated: leave '\(scalar)' out", at: index)
        }
        return .assertion(kind)
    }

    private mutating func quantified(_ atom: PatternTree) throws(PatternError) -> PatternTree {
        let start = index
        let minimum: Int
        let maximum: Int?
        switch current {
        case "*": (minimum, maximum) = (0, nil)
        case "+": (minimum, maximum) = (1, nil)
        case "?": (minimum, maximum) = (0, 1)
        case "{":
            index += 1
            minimum = try count(from: start)
            if skip(",") {
                maximum = current == "}" ? nil : try count(from: start)
            } else {
                maximum = minimum
            }
            guard current == "}" else {
                throw error("'{' begins no repeat count: write '\\{' for the character", at: start)
            }
            if let maximum, maximum < minimum { throw error("the repeat counts are out of order", at: start) }
        default: return atom
        }
        index += 1
        // A lazy quantifier matches in another order, but matches the same texts.
        _ = skip("?")
        if let scalar = current, "*+?{".unicodeScalars.contains(scalar) {
            throw error("a repeat can't be repeated: put the first one in a group", at: index)
        }
        return .repetition(atom, minimum: minimum, maximum: maximum)
    }

    private mutating func count(from start: Int) throws(PatternError) -> Int {
        var value = 0
        let first = index
        while let scalar = current, let digit = scalar.properties.numericType == nil ? nil : decimal(scalar) {
            value = min(value * 10 + digit, Self.highestCount + 1)
            index += 1
        }
        if index == first { throw error("'{' begins no repeat count: write '\\{' for the character", at: start) }
        if value > Self.highestCount {
            throw error("a repeat count above \(Self.highestCount): use minLength and maxLength for lengths", at: first)
        }
        return value
    }

    private func decimal(_ scalar: Unicode.Scalar) -> Int? {
        ("0"..."9").contains(scalar) ? Int(scalar.value - 0x30) : nil
    }

    private mutating func group(from start: Int) throws(PatternError) -> PatternTree {
        if skip("?") {
            if skip("=") || skip("!") { throw error("look-ahead can't be matched in linear time", at: start) }
            if skip("<=") || skip("<!") { throw error("look-behind can't be matched in linear time", at: start) }
            if skip("<") {
                try groupName(from: start)
            } else if !skip(":") {
                throw error("'(?' begins no known group: '(?:…)' and '(?<name>…)' are", at: start)
            }
        }
        depth += 1
        if depth > Self.deepestGroup {
            throw error("more than \(Self.deepestGroup) groups inside each other", at: start)
        }
        let tree = try disjunction()
        depth -= 1
        if !skip(")") { throw error("the group is never closed: a ')' is missing", at: start) }
        return tree
    }

    private mutating func groupName(from start: Int) throws(PatternError) {
        var name = String.UnicodeScalarView()
        while let scalar = current, scalar != ">" {
            let isFirst = name.isEmpty
            let fits =
                scalar == "$" || scalar == "_"
                || (isFirst ? scalar.properties.isIDStart : scalar.properties.isIDContinue)
            if !fits { throw error("a group's name holds '\(scalar)'", at: index) }
            name.append(scalar)
            index += 1
        }
        if name.isEmpty || !skip(">") { throw error("the group's name isn't complete: '(?<name>…)'", at: start) }
        if !groupNames.insert(String(name)).inserted {
            throw error("two groups are named '\(String(name))'", at: start)
        }
    }

    private mutating func characterClass(from start: Int) throws(PatternError) -> CodePointClass {
        let isNegated = skip("^")
        var result = CodePointClass()
        while true {
            guard let scalar = current else { throw error("the class is never closed: a ']' is missing", at: start) }
            if scalar == "]" { break }
            let from = index
            let low = try classAtom()
            guard current == "-", index + 1 < text.count, text[index + 1] != "]" else {
                switch low {
                case .one(let value): result.insert(value...value)
                case .many(let many): result.formUnion(many)
                }
                continue
            }
            index += 1
            let high = try classAtom()
            guard case .one(let first) = low, case .one(let last) = high else {
                throw error("a range needs one character at each end: write '\\-' for the character", at: from)
            }
            if first > last { throw error("the range is out of order", at: from) }
            result.insert(first...last)
        }
        index += 1
        return isNegated ? result.negated : result
    }

    private enum ClassAtom {
        case one(UInt32)
        case many(CodePointClass)
    }

    private mutating func classAtom() throws(PatternError) -> ClassAtom {
        let start = index
        let scalar = text[index]
        index += 1
        guard scalar == "\\" else { return .one(scalar.value) }
        if skip("b") { return .one(0x08) }
        if let many = try classEscape(from: start) { return .many(many) }
        return .one(try characterEscape(from: start, inClass: true))
    }

    private mutating func escape(from start: Int, inClass: Bool) throws(PatternError) -> CodePointClass {
        if let many = try classEscape(from: start) { return many }
        return CodePointClass(try characterEscape(from: start, inClass: inClass))
    }

    /// `\d` and its like, nil where the escape is for one character.
    private mutating func classEscape(from start: Int) throws(PatternError) -> CodePointClass? {
        if skip("d") { return .digits }
        if skip("D") { return CodePointClass.digits.complementOfRanges }
        if skip("w") { return .words }
        if skip("W") { return CodePointClass.words.complementOfRanges }
        if skip("s") { return .spaces }
        if skip("S") { return CodePointClass.spaces.complementOfRanges }
        if skip("p") { return try property(from: start, wanted: true) }
        if skip("P") { return try property(from: start, wanted: false) }
        return nil
    }

    private mutating func property(from start: Int, wanted: Bool) throws(PatternError) -> CodePointClass {
        guard skip("{") else { throw error("'\\\(wanted ? "p" : "P")' needs a property: '\\p{Letter}'", at: start) }
        var name = ""
        while let scalar = current, scalar != "}" {
            name.unicodeScalars.append(scalar)
            index += 1
        }
        guard skip("}") else { throw error("the property is never closed: a '}' is missing", at: start) }
        var category: String? = name
        for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
            category = String(name.dropFirst(prefix.count))
        }
        if name.contains("="), category == name { category = nil }
        if let category, let bits = GeneralCategories.bits(named: category) {
            return CodePointClass(categories: wanted ? bits : GeneralCategories.all & ~bits)
        }
        switch name {
        case "Any":
            return wanted ? CodePointClass().complementOfRanges : CodePointClass()
        case "ASCII":
            var result = CodePointClass()
            result.insert(wanted ? 0...0x7F : 0x80...CodePointClass.highest)
            return result
        case "Assigned":
            let unassigned = GeneralCategories.bits(named: "Cn") ?? 0
            return CodePointClass(categories: wanted ? GeneralCategories.all & ~unassigned : unassigned)
        default: break
        }
        if let property = UnicodeProperty(named: name) { return CodePointClass(property: property, wanted: wanted) }
        throw error(
            "the property '\(name)' isn't supported: general categories are, such as Letter or Lu, and Alphabetic, "
                + "Lowercase, Uppercase, White_Space, Emoji, Emoji_Presentation, Ideographic, Math, ASCII, Any, Assigned",
            at: start)
    }

    private mutating func characterEscape(from start: Int, inClass: Bool) throws(PatternError) -> UInt32 {
        guard let scalar = current else { throw error("the pattern ends with a '\\'", at: start) }
        index += 1
        switch scalar {
        case "t": return 0x09
        case "n": return 0x0A
        case "v": return 0x0B
        case "f": return 0x0C
        case "r": return 0x0D
        case "0":
            if let next = current, decimal(next) != nil { throw error("an octal escape: write '\\x00'", at: start) }
            return 0
        case "1"..."9": throw error("a back-reference can't be matched in linear time", at: start)
        case "k": throw error("a back-reference can't be matched in linear time", at: start)
        case "c":
            guard let letter = current, letter.isASCII, letter.properties.isAlphabetic else {
                throw error("'\\c' needs a letter: '\\cJ'", at: start)
            }
            index += 1
            return letter.value % 32
        case "x":
            guard let value = hexadecimal(digits: 2) else {
                throw error("'\\x' needs two hexadecimal digits", at: start)
            }
            return value
        case "u": return try unicodeEscape(from: start)
        case "-" where inClass: return scalar.value
        case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return scalar.value
        default:
            throw error("'\\\(scalar)' is no escape: leave the '\\' out, or write '\\\\' for the character", at: start)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(PatternError) -> UInt32 {
        if skip("{") {
            var value: UInt32 = 0
            let first = index
            while let scalar = current, let digit = hexadecimal(scalar) {
                value = min(value << 4 | digit, CodePointClass.highest + 1)
                index += 1
            }
            if index == first || value > CodePointClass.highest || !skip("}") {
                throw error("'\\u{…}' needs a code point in hexadecimal, up to 10FFFF", at: start)
            }
            return value
        }
        guard let unit = hexadecimal(digits: 4) else { throw error("'\\u' needs four hexadecimal digits", at: start) }
        let after = index
        if (0xD800..<0xDC00).contains(unit), skip("\\u"), let low = hexadecimal(digits: 4),
            (0xDC00..<0xE000).contains(low)
        {
            return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        }
        index = after
        return unit
    }

    private func hexadecimal(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar {
        case "0"..."9": scalar.value - 0x30
        case "a"..."f": scalar.value - 0x61 + 10
        case "A"..."F": scalar.value - 0x41 + 10
        default: nil
        }
    }

    private mutating func hexadecimal(digits: Int) -> UInt32? {
        guard index + digits <= text.count else { return nil }
        var value: UInt32 = 0
        for offset in 0..<digits {
            guard let digit = hexadecimal(text[index + offset]) else { return nil }
            value = value << 4 | digit
        }
        index += digits
        return value
    }
}
