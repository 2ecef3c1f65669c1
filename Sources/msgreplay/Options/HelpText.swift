/// Help, made from the tables: examples first, then usage, what it does, and the options.
enum HelpText {
    /// - Parameters:
    ///   - command: nil for the program's own help.
    ///   - width: Columns to wrap to.
    static func text(for command: CommandName?, width: Int) -> String {
        var writer = Writer(width: width)
        if let command { writer.command(CommandTable.spec(of: command)) } else { writer.program() }
        return writer.text
    }

    private struct Writer {
        let width: Int
        var text = ""

        /// Where the second column begins.
        private static let column = 26

        mutating func program() {
            examples(CommandTable.examples)
            line("")
            wrapped("Usage: \(CommandTable.program) COMMAND [options]", rest: "       ")
            line("")
            wrapped(CommandTable.summary)
            line("")
            line("Commands:")
            for spec in CommandTable.top { entry("  " + spec.name.rawValue, spec.summary) }
            options(CommandTable.everywhere)
            line("")
            wrapped("Try `\(CommandTable.program) COMMAND --help` for the options of a command.")
        }

        mutating func command(_ spec: CommandSpec) {
            examples(spec.examples)
            line("")
            let operand = spec.operand
            var usage = "Usage: \(CommandTable.program) \(spec.name.rawValue) "
            switch (operand.count.lowerBound, operand.count.upperBound) {
            case _ where !spec.members.isEmpty: usage += operand.name
            case (0, _): usage += "[\(operand.name)]"
            case _ where operand.name.contains(" "): usage += operand.name
            case (_, 1):
                if case .choice(let words) = operand.kind {
                    usage += words.joined(separator: "|")
                } else {
                    usage += operand.name
                }
            default: usage += "\(operand.name)..."
            }
            wrapped(usage + " [options]", rest: "       ")
            for paragraph in spec.description {
                line("")
                wrapped(paragraph)
            }
            if !spec.members.isEmpty {
                line("")
                line("Commands:")
                for member in spec.members { entry("  " + member.name.rawValue, member.summary) }
            }
            for group in spec.allGroups { options(group) }
            if !spec.exits.isEmpty { exits(spec.exits) }
        }

        private mutating func examples(_ examples: [Example]) {
            line("Examples:")
            for example in examples {
                wrapped(example.command, first: "  ", rest: "    ", joiner: " \\")
                wrapped(example.does, first: "      ", rest: "      ")
            }
        }

        private mutating func options(_ group: OptionGroup) {
            line("")
            line(group.title + ":")
            for option in group.options {
                var label = option.short.map { "  -\($0), --" } ?? "      --"
                label += option.long
                if let value = option.valueName { label += " " + value }
                var help = option.help
                if let standard = option.defaultText { help += " Default: \(standard)." }
                entry(label, help)
            }
        }

        private mutating func exits(_ exits: [ExitSpec]) {
            line("")
            line("Exit status:")
            for exit in exits { entry("  \(exit.status.rawValue)", exit.meaning) }
        }

        private mutating func entry(_ label: String, _ help: String) {
            let indent = DisplayWidth.spaces(Self.column)
            if label.count + 2 > Self.column {
                line(label)
                wrapped(help, first: indent, rest: indent)
            } else {
                wrapped(help, first: DisplayWidth.pad(label, to: Self.column), rest: indent)
            }
        }

        private mutating func wrapped(_ words: String, first: String = "", rest: String = "", joiner: String = "") {
            let lines = TextWrap.lines(words, width: width - joiner.count, first: first, rest: rest)
            for (index, text) in lines.enumerated() { line(index + 1 < lines.count ? text + joiner : text) }
        }

        private mutating func line(_ words: String) { text += words + "\n" }
    }
}
