/// Makes text from archives safe to show: nothing in it reaches a terminal, page or log alive.
public enum VisibleText {
    /// A text in quotes, cut to a number of characters (grapheme clusters, `…` where it is cut), with controls, escapes,
    /// bidirectional overrides and other invisible characters escaped as JSON escapes them.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: The most characters to show.
    public static func quoted(_ text: String, limit: Int = 64) -> String {
        "\"\(escaped(text, limit: limit, inQuotes: true))\""
    }

    /// The same without the quotes; quotes and backslashes inside stay as they are.
    public static func escaped(_ text: String, limit: Int = 64) -> String {
        escaped(text, limit: limit, inQuotes: false)
    }

    private static func escaped(_ text: String, limit: Int, inQuotes: Bool) -> String {
        var result = ""
        var count = 0
        for character in text {
            if count == limit {
                result += "…"
                break
            }
            count += 1
            // A character can carry any number of marks; more than a few only hide what is around them.
            for (number, scalar) in character.unicodeScalars.enumerated() {
                if number == mostScalars {
                    result += "…"
                    break
                }
                append(scalar, to: &result, isFirst: number == 0, inQuotes: inQuotes)
            }
        }
        return result
    }

    private static let mostScalars = 12

    private static func append(_ scalar: Unicode.Scalar, to result: inout String, isFirst: Bool, inQuotes: Bool) {
        switch scalar {
        case "\"" where inQuotes: result += "\\\""
        case "\\" where inQuotes: result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\u{200D}" where !isFirst: result.unicodeScalars.append(scalar)
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
