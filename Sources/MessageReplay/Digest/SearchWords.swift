/// The words of searchable text, case-folded: in scripts that put spaces between words, each of two letters or
/// digits or more, a letter among them; of Chinese, Japanese and Korean text every two neighbouring characters, since
/// nothing there says where a word ends, and one that stands alone as it is.
struct SearchWords: Sendable {
    /// Only so many bytes of a message's text are looked at: one message of many megabytes isn't what its channel talks
    /// about.
    static let textLimit = 1 << 16
    /// Longer words are no words.
    private static let lengthLimit = 64

    private enum Class {
        case letter
        case digit
        /// An accent or another mark, which is part of the letter before it.
        case mark
        /// A character of a script whose words are counted by pairs.
        case pairing
        case apostrophe
        case none
    }

    /// The words' bytes.
    private(set) var bytes: [UInt8] = []
    /// Where in `bytes` each word stands.
    private(set) var words: [Range<Int>] = []
    private var start = 0
    /// The characters of the word so far, and among them its letters and digits.
    private var characters = 0
    private var units = 0
    private var hasLetter = false
    /// Where the character before begins in a run that is counted by pairs, -1 outside of one.
    private var pairStart = -1
    private var pairs = 0

    init() {}

    /// Finds the words of a text.
    mutating func find(in text: Span<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        pairStart = -1
        characters = 0
        units = 0
        hasLetter = false
        start = 0
        var here = 0
        let end = min(text.count, Self.textLimit)
        while here < end {
            let (scalar, length) = SearchText.scalar(text, at: here)
            switch Self.classify(scalar) {
            case .pairing:
                endWord()
                let begin = bytes.count
                bytes.append(copying: text, here..<here + length)
                if pairStart >= 0 {
                    words.append(pairStart..<bytes.count)
                    pairs += 1
                } else {
                    pairs = 0
                }
                pairStart = begin
            case .letter:
                endPairs()
                hasLetter = true
                characters += 1
                units += 1
                SearchText.append(folded: scalar, text, here, length, to: &bytes)
            case .digit:
                endPairs()
                characters += 1
                units += 1
                bytes.append(copying: text, here..<here + length)
            case .mark:
                endPairs()
                characters += 1
                bytes.append(copying: text, here..<here + length)
            case .apostrophe where characters > 0 && isLetter(text, at: here + length):
                bytes.append(UInt8(ascii: "'"))
            case .apostrophe, .none:
                endWord()
                endPairs()
            }
            here += length
        }
        endWord()
        endPairs()
    }

    private func isLetter(_ text: Span<UInt8>, at offset: Int) -> Bool {
        guard offset < text.count else { return false }
        if case .letter = Self.classify(SearchText.scalar(text, at: offset).scalar) { return true }
        return false
    }

    private mutating func endWord() {
        if hasLetter && units >= 2 && characters <= Self.lengthLimit { words.append(start..<bytes.count) }
        start = bytes.count
        characters = 0
        units = 0
        hasLetter = false
    }

    /// Ends a run of characters that are counted by pairs; one alone counts as it is.
    private mutating func endPairs() {
        guard pairStart >= 0 else { return }
        if pairs == 0 { words.append(pairStart..<bytes.count) }
        pairStart = -1
        start = bytes.count
    }

    private static func classify(_ scalar: Unicode.Scalar) -> Class {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: return .letter
        case 0x30...0x39: return .digit
        case 0x27, 0x2019: return .apostrophe
        case 0x00..<0x80: return .none
        // Hangul, then radicals, Han, Kana, Bopomofo, Hangul again, Han's extensions; not their punctuation.
        case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303C,
            0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x312F, 0x3131...0x318E, 0x31A0...0x31BF,
            0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97C, 0xAC00...0xD7FB, 0xF900...0xFAFF,
            0xFF66...0xFF9F, 0xFFA1...0xFFDC, 0x20000...0x3FFFD:
            return .pairing
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return .letter
        case .decimalNumber, .letterNumber, .otherNumber: return .digit
        case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
        default: return .none
        }
    }
}
