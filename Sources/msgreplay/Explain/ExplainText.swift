import MessageReplay
import Registries

/// What `explain` prints: the table of codes, or one of them at length.
enum ExplainText {
    /// A code that `explain` knows: a finding's, a registry rule's, or that of a mistake in a registry file.
    struct Topic: Sendable {
        var code: String
        var level: String
        var meaning: String
        var breaks: String
        var remedy: String

        init(code: String, level: String, meaning: String, breaks: String, remedy: String) {
            self.code = code
            self.level = level
            self.meaning = meaning
            self.breaks = breaks
            self.remedy = remedy
        }

        init(_ entry: FindingGuide.Entry) {
            code = entry.code
            level = entry.level.rawValue
            meaning = entry.meaning
            breaks = entry.breaks
            remedy = entry.remedy
        }

        init(_ entry: RuleBook.Entry) {
            code = entry.code
            level = entry.level.rawValue
            meaning = entry.meaning
            breaks = entry.breaks
            remedy = entry.remedy
        }
    }

    /// All codes, under headings.
    static let chapters: [(title: String, topics: [Topic])] =
        FindingGuide.chapters.map { ($0.title, $0.entries.map(Topic.init)) }
        + [("Registry rules", RuleBook.entries.map(Topic.init))] + RegistryMistakeGuide.chapters

    static let topics = chapters.flatMap(\.topics)

    /// What is said of a code; nil for one that nobody uses.
    static func topic(_ code: String) -> Topic? { topics.first { $0.code == code } }

    /// All codes by chapter, with their meanings.
    static func list(width: Int, paint: Paint) -> String {
        var text = ""
        let column = topics.map(\.code.count).max() ?? 0
        let indent = String(repeating: " ", count: column + 4)
        for (index, chapter) in chapters.enumerated() {
            if index > 0 { text += "\n" }
            text += paint.bold(chapter.title) + "\n"
            for entry in chapter.topics {
                let code = DisplayWidth.pad(entry.code, to: column)
                let lines = TextWrap.lines(entry.meaning, width: width, first: indent, rest: indent)
                for (number, line) in lines.enumerated() {
                    let words = line.dropFirst(indent.count)
                    text += (number == 0 ? "  \(color(code, entry.level, paint))  \(words)" : indent + words) + "\n"
                }
            }
        }
        text += "\n"
        let closing = "msgreplay explain CODE says what it breaks, for whom, and what to do."
        return text + TextWrap.lines(closing, width: width).joined(separator: "\n") + "\n"
    }

    static func text(of entry: Topic, width: Int, paint: Paint) -> String {
        var lines = ["\(paint.bold(entry.code))  \(color(entry.level, entry.level, paint))", ""]
        lines += TextWrap.lines(entry.meaning, width: width, first: "  ", rest: "  ")
        lines += ["", paint.bold("What breaks")]
        lines += TextWrap.lines(entry.breaks, width: width, first: "  ", rest: "  ")
        lines += ["", paint.bold("What to do")]
        lines += TextWrap.lines(entry.remedy, width: width, first: "  ", rest: "  ")
        return lines.joined(separator: "\n") + "\n"
    }

    /// - Throws: `usage` for a code that nobody uses.
    static func text(for code: String?, width: Int, paint: Paint) throws(CommandError) -> String {
        guard let code else { return list(width: width, paint: paint) }
        if let entry = topic(code) { return text(of: entry, width: width, paint: paint) }
        var message = "there is no code '\(code)'"
        if let near = Suggestion.nearest(to: code, among: topics.map(\.code)) {
            message += "; did you mean '\(near)'?"
        } else {
            message += "; `msgreplay explain` lists them all"
        }
        throw .usage(message: message, command: .explain)
    }

    private static func color(_ text: String, _ level: String, _ paint: Paint) -> String {
        switch level {
        case "malformed", "error": paint.red(text)
        case "unknown": paint.yellow(text)
        default: text
        }
    }
}
