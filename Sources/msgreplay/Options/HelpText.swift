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
            for spec in CommandTable.all { entry("  " + spec.name.rawValue, spec.summary) }
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
            case (0, _): usage += "[\(operand.name)]"
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
            for group in spec.allGroups { options(group) }
            if spec.name == .audit || spec.name == .inspect { exitStatus(ofAudit: spec.name == .audit) }
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

        private mutating func exitStatus(ofAudit: Bool) {
            line("")
            line("Exit status:")
            entry("  0", "Done.")
            if ofAudit { entry("  1", "Something was found at the level of --fail-on.") }
            entry("  2", "The call is wrong: options, registry, a path that doesn't exist.")
            entry("  3", "An archive is damaged or can't be read.")
            entry("  4", "An output can't be written.")
        }

        private mutating func entry(_ label: String, _ help: String) {
            let indent = String(repeating: " ", count: Self.column)
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
