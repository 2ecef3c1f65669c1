import JSONText

/// Text from archives, registries and arguments, made fit to be shown.
///
/// Whatever such text goes into (a terminal, a page, Markdown, CSV, a log) it passes here first. Nothing in it can move the
/// cursor, turn the reading direction, hide, or break out of the place that it stands in; what could is shown as an
/// escape such as `\u{202E}`.
enum SafeText {
    /// For terminals and plain text: always one line.
    static func visible(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        var marks = 0
        for (index, scalar) in scalars.enumerated() {
            let isMark = isCombining(scalar)
            marks = isMark ? marks + 1 : 0
            let hides =
                HiddenCharacters.contains(scalar)
                || (isMark && (index == 0 || marks > maximumMarks))
                || (isJoiner(scalar) && !joins(scalars, at: index))
                || (isVariationSelector(scalar) && !selects(scalars, at: index))
            if hides { result.append(contentsOf: escape(scalar).unicodeScalars) } else { result.append(scalar) }
        }
        return String(result)
    }

    /// For the text of an HTML element or a quoted attribute.
    static func html(_ text: String) -> String {
        var result = ""
        for character in visible(text).unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// For a line or a table cell of GitHub's Markdown, as code: so that it is no markup and mentions nobody.
    ///
    /// Text without a character that ends a code span or a cell becomes a code span, other text an element `code` in which
    /// every ASCII punctuation mark is a character reference, which Markdown never reads as markup.
    static func markdown(_ text: String) -> String {
        let safe = visible(text)
        if safe.isEmpty { return "<code></code>" }
        let isTame = !safe.unicodeScalars.contains { "`|\\<>&".unicodeScalars.contains($0) }
        return isTame && safe.first != " " && safe.last != " " ? "`\(safe)`" : markdownElement(text)
    }

    /// The same, always as an element `code`: for places where HTML surrounds it.
    static func markdownElement(_ text: String) -> String {
        var result = "<code>"
        for scalar in visible(text).unicodeScalars {
            let isPunctuation =
                scalar.isASCII && !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            if isPunctuation, scalar != " " {
                result += "&#\(scalar.value);"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "</code>"
    }

    /// For a sentence in GitHub's Markdown that quotes text of a registry: nothing in it is markup, and it mentions nobody.
    static func markdownProse(_ text: String) -> String {
        var result = ""
        for scalar in visible(text).unicodeScalars {
            switch scalar {
            // Mentions are found in the text after character references are read, but not over the end of an element.
            case "@", "#": result += "<span>&#\(scalar.value);</span>"
            case "`", "|", "\\", "<", ">", "&", "*", "_", "[", "]", "~", "!": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// For one CSV cell (RFC 4180): quoted where needed, and with an apostrophe before what a spreadsheet would run as a
    /// formula.
    static func csv(_ text: String) -> String {
        var safe = visible(text)
        let leading = safe.unicodeScalars.first { $0 != " " }
        if let leading, "=+-@＝＋－＠".unicodeScalars.contains(leading) { safe = "'" + safe }
        let needsQuotes = safe.unicodeScalars.contains { ",\";".unicodeScalars.contains($0) } || safe.hasPrefix(" ")
        guard needsQuotes else { return safe }
        var quoted = "\""
        for scalar in safe.unicodeScalars {
            if scalar == "\"" { quoted += "\"\"" } else { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "\""
    }

    /// More marks than this on one letter are no writing but an attempt to cover the lines around it.
    private static let maximumMarks = 6

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\u{\(digits)}"
        }
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        // No marks are among Latin letters, Chinese characters and Hangul syllables, and most texts are made of those.
        switch scalar.value {
        case 0..<0x300, 0x3100...0xA63F, 0xAC00...0xD7A3: return false
        default: break
        }
        return isMark(scalar)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: !isVariationSelector(scalar)
        default: false
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D
    }

    private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
        (0xFE00...0xFE0F).contains(scalar.value)
    }

    /// Whether a joiner has work to do: between the parts of an emoji, or inside a word of a script that joins letters.
    private static func joins(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        let before = scalars[index - 1]
        let after = scalars[index + 1]
        if scalars[index].value == 0x200D, isPictograph(after) {
            return isPictograph(before) || before.value == 0xFE0F || before.properties.isEmojiModifier
        }
        return isJoiningScript(before) && isJoiningScript(after)
    }

    /// Arabic, Syriac, N'Ko, the scripts of India, Sri Lanka, Tibet and Burma, Khmer, Mongolian: scripts in which a joiner
    /// changes how a word is written.
    private static func isJoiningScript(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0620...0x08FF, 0x0900...0x0DFF, 0x0F00...0x109F, 0x1780...0x17DD, 0x1820...0x18AA, 0xFB50...0xFDCF,
            0xFE70...0xFEFC:
            true
        default: false
        }
    }

    /// Whether a variation selector stands after something that has variants: an emoji, a digit of a keycap, a Chinese
    /// character.
    private static func selects(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard index > 0 else { return false }
        let before = scalars[index - 1]
        return before.properties.isEmoji || before.properties.isIdeographic
    }

    private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && scalar.value > 0xFF
    }
}
