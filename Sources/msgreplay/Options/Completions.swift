/// Completion scripts for shells, made from the tables.
enum Completions {
    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }

    /// The words that an option's value or an operand may be; nil where it is a file or free text.
    static func words(for kind: ValueKind) -> [String]? {
        switch kind {
        case .choice(let words): words
        case .code: ExplainText.topics.map(\.code)
        case .text, .file, .path, .number, .time, .language, .pace: nil
        }
    }

    static func isFile(_ kind: ValueKind) -> Bool { kind == .file || kind == .path }
}

/// A script for bash, without the need of the bash-completion package.
private enum BashCompletions {
    static var script: String {
        var lines: [String] = [
            "# bash completion for \(CommandTable.program), made by `\(CommandTable.program) completions bash`.",
            "_\(CommandTable.program)() {",
            "    local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"\" command=\"\" word",
            "    local -i index",
            "    COMPREPLY=()",
            "    if ((COMP_CWORD > 0)); then previous=\"${COMP_WORDS[COMP_CWORD - 1]}\"; fi",
            "    # bash makes a word of its own of the = in --option=value.",
            "    if [[ $current == = ]]; then",
            "        current=\"\"",
            "    elif [[ $previous == = ]] && ((COMP_CWORD > 1)); then",
            "        previous=\"${COMP_WORDS[COMP_CWORD - 2]}\"",
            "    fi",
            "    for ((index = 1; index < COMP_CWORD; index++)); do",
            "        word=\"${COMP_WORDS[index]}\"",
            "        case \"$command:$word\" in",
        ]
        lines += commandCases("", CommandTable.top)
        for family in CommandTable.top where !family.members.isEmpty {
            lines += commandCases(family.name.joined, family.members)
        }
        lines += [
            "        esac",
            "    done",
            "    case \"$command:$previous\" in",
        ]
        for spec in CommandTable.all { lines += values(of: spec.options, command: spec.name.joined) }
        lines += values(of: CommandTable.everywhere.options, command: "")
        lines += ["    esac", "    case \"$command\" in"]
        for spec in CommandTable.all {
            lines.append("        \(spec.name.joined))")
            lines.append("            if [[ $current == -* ]]; then")
            lines.append("                " + reply(optionWords(spec.options)))
            lines.append("            else")
            lines.append("                " + operand(spec.operand.kind))
            lines += ["            fi", "            ;;"]
        }
        let commands = CommandTable.top.map(\.name.word)
        lines.append("        *)")
        lines.append("            if [[ $current == -* ]]; then")
        lines.append("                " + reply(optionWords(CommandTable.everywhere.options)))
        lines.append("            else")
        lines.append("                " + reply(commands))
        lines += [
            "            fi", "            ;;", "    esac", "}",
            "complete -F _\(CommandTable.program) \(CommandTable.program)", "",
        ]
        return lines.joined(separator: "\n")
    }

    /// The words that are commands after `family`, or first in the line where that is empty.
    private static func commandCases(_ family: String, _ commands: [CommandSpec]) -> [String] {
        let words = commands.map { "\(family):\($0.name.word)" }
        return [
            "            \(words.joined(separator: " | ")))",
            "                command=\"\(family.isEmpty ? "" : family + "-")$word\"",
            "                ;;",
        ]
    }

    private static func optionWords(_ options: [OptionSpec]) -> [String] {
        options.flatMap { option in (option.short.map { ["-\($0)"] } ?? []) + ["--" + option.long] }
    }

    private static func values(of options: [OptionSpec], command: String) -> [String] {
        options.filter(\.takesValue).flatMap { option -> [String] in
            let patterns = optionWords([option]).map { "\(command):\($0)" }.joined(separator: " | ")
            return [
                "        \(patterns))", "            " + operand(option.kind), "            return", "            ;;",
            ]
        }
    }

    private static func operand(_ kind: ValueKind) -> String {
        if let words = Completions.words(for: kind) { return reply(words) }
        // Free text has no completions, and `:` does nothing.
        return Completions.isFile(kind)
            ? "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")" : ":"
    }

    private static func reply(_ words: [String]) -> String {
        "mapfile -t COMPREPLY < <(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\")"
    }
}

/// A function for zsh's completion system, to be put into `fpath`.
private enum ZshCompletions {
    static var script: String {
        let program = CommandTable.program
        var lines = [
            "#compdef \(program)",
            "# zsh completion for \(program), made by `\(program) completions zsh`.",
            "",
        ]
        for family in CommandTable.top where !family.members.isEmpty {
            lines += function("\(program)_\(family.name.joined)", family.members)
        }
        lines += function(program, CommandTable.top) + ["_\(program) \"$@\"", ""]
        return lines.joined(separator: "\n")
    }

    /// A function that completes one of some commands and then what is after it.
    private static func function(_ name: String, _ commands: [CommandSpec]) -> [String] {
        var lines = [
            "_\(name)() {",
            "    local context state state_descr line",
            "    typeset -A opt_args",
            "    _arguments -C -S \\",
        ]
        lines += CommandTable.everywhere.options.map { "        \(spec($0)) \\" }
        lines += [
            "        '1:command:->command' \\", "        '*::argument:->argument'", "    case $state in",
            "        command)",
        ]
        lines.append("            local -a commands=(")
        lines += commands.map { "                \(quoted("\($0.name.word):\($0.summary)"))" }
        lines += ["            )", "            _describe command commands", "            ;;", "        argument)"]
        lines.append("            case $line[1] in")
        for command in commands {
            lines.append("                \(command.name.word))")
            if command.members.isEmpty {
                lines.append("                    _arguments -S \\")
                lines += command.options.map { "                        \(spec($0)) \\" }
                let count = command.operand.count.upperBound > 1 ? "*" : "1"
                let operand = "\(count):\(command.operand.name):\(action(command.operand.kind))"
                lines.append("                        \(quoted(operand))")
            } else {
                lines.append("                    _\(name)_\(command.name.joined)")
            }
            lines.append("                    ;;")
        }
        lines += ["            esac", "            ;;", "    esac", "}", ""]
        return lines
    }

    private static func spec(_ option: OptionSpec) -> String {
        let help = option.help.replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(":", with: "\\:")
        var value = ""
        if let name = option.valueName { value = ":\(name.replacing("|", with: " or ")):\(action(option.kind))" }
        let long = "--" + option.long + (option.takesValue ? "=" : "")
        guard let short = option.short else {
            return quoted("\(option.isRepeatable && option.takesValue ? "*" : "")\(long)[\(help)]\(value)")
        }
        let letter = "-\(short)" + (option.takesValue ? "+" : "")
        return "'(-\(short) --\(option.long))'{\(letter),\(long)}\(quoted("[\(help)]\(value)"))"
    }

    private static func action(_ kind: ValueKind) -> String {
        if let words = Completions.words(for: kind) { return "(\(words.joined(separator: " ")))" }
        return Completions.isFile(kind) ? "_files" : " "
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

/// A script for fish.
private enum FishCompletions {
    static var script: String {
        let program = CommandTable.program
        var lines = [
            "# fish completion for \(program), made by `\(program) completions fish`.",
            "complete -c \(program) -f",
        ]
        lines += commands(CommandTable.top, after: nil)
        for option in CommandTable.everywhere.options { lines.append("complete -c \(program)" + flags(option)) }
        for spec in CommandTable.top {
            if spec.members.isEmpty {
                lines += arguments(of: spec, where: seen([spec]))
            } else {
                lines += commands(spec.members, after: spec)
                for member in spec.members {
                    lines += arguments(of: member, where: "\(seen([spec])); and \(seen([member]))")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func seen(_ commands: [CommandSpec]) -> String {
        "__fish_seen_subcommand_from \(commands.map(\.name.word).joined(separator: " "))"
    }

    /// The commands that can stand after a family, or first in the line.
    private static func commands(_ commands: [CommandSpec], after family: CommandSpec?) -> [String] {
        let before = family.map { "\(seen([$0])); and " } ?? ""
        let none = quoted("\(before)not \(seen(commands))")
        return commands.map {
            "complete -c \(CommandTable.program) -n \(none) -a \($0.name.word) -d \(quoted($0.summary))"
        }
    }

    /// The options and operands of a command, where a condition holds.
    private static func arguments(of spec: CommandSpec, where condition: String) -> [String] {
        let begin = "complete -c \(CommandTable.program) -n \(quoted(condition))"
        var lines = spec.groups.flatMap(\.options).map { begin + flags($0) }
        if let words = Completions.words(for: spec.operand.kind) {
            lines.append("\(begin) -a \(quoted(words.joined(separator: " ")))")
        } else if Completions.isFile(spec.operand.kind) {
            lines.append("\(begin) -F")
        }
        return lines
    }

    private static func flags(_ option: OptionSpec) -> String {
        var text = option.short.map { " -s \($0)" } ?? ""
        text += " -l \(option.long)"
        if option.takesValue {
            if let words = Completions.words(for: option.kind) {
                text += " -x -a \(quoted(words.joined(separator: " ")))"
            } else {
                text += Completions.isFile(option.kind) ? " -r -F" : " -x"
            }
        }
        return text + " -d \(quoted(option.help))"
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
