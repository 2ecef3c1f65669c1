/// The shapes that the tables of commands and options are made of.
///
/// The tables themselves are in `CommandTable.swift`. The parser, the help texts, the suggestions for mistyped words and
/// the completions are all read off them, so that an option is written down once.

/// Every option that any command takes. The raw value is its long name.
enum OptionName: String, CaseIterable, Sendable {
    case at
    case to
    case malformed
    case dryRun = "dry-run"
    case overwrite
    case resume
    case report
    case level
    case noVerify = "no-verify"
    case temporary = "tmp"
    case raw
    case rate
    case order
    case zone = "tz"
    case format
    case output
    case findings
    case quarantine
    case examples
    case noValues = "no-values"
    case failOn = "fail-on"
    case atRisk = "at-risk"
    case channel
    case from
    case type
    case since
    case until
    case match
    case limit
    case by
    case registry
    case language
    case jobs
    case quiet
    case color
    case help
    case version
}

/// Every command. The raw value is what the user types: one word, or that of a family and one of its own.
enum CommandName: String, CaseIterable, Sendable {
    case audit
    case migrate
    case digest
    case replay
    case inspect
    case merge
    case registry
    case registryCheck = "registry check"
    case registryDiff = "registry diff"
    case registryShow = "registry show"
    case registryInfer = "registry infer"
    case explain
    case completions

    /// The word that stands last.
    var word: String { rawValue.split(separator: " ").last.map(String.init) ?? rawValue }

    /// The name in one word, as scripts and files need it.
    var joined: String { rawValue.replacing(" ", with: "-") }
}

/// What an option's value or an operand may be, which decides how it is checked and completed.
enum ValueKind: Sendable, Equatable {
    /// Free text; an empty one only where `empty` is set.
    case text(empty: Bool)
    /// A file that is read or written; `-` is standard input or output.
    case file
    /// A directory or a file.
    case path
    /// A whole number in this range.
    case number(ClosedRange<Int>)
    /// One of these words.
    case choice([String])
    /// A point in time, as `TimeArgument` reads it.
    case time
    /// A language tag.
    case language
    /// A pace, as `ReplayPace` reads it.
    case pace
    /// One of the codes that `explain` knows.
    case code
}

/// One option.
struct OptionSpec: Sendable {
    var name: OptionName
    var short: Character?
    /// The placeholder in help; nil for a flag, which takes no value.
    var valueName: String?
    var kind: ValueKind
    var isRepeatable: Bool
    var help: String
    /// What holds when the option is left out, as help says it.
    var defaultText: String?

    var long: String { name.rawValue }
    var takesValue: Bool { valueName != nil }

    static func flag(_ name: OptionName, short: Character? = nil, _ help: String) -> OptionSpec {
        OptionSpec(name: name, short: short, valueName: nil, kind: .text(empty: false), isRepeatable: true, help: help)
    }

    static func value(
        _ name: OptionName, short: Character? = nil, _ valueName: String, _ kind: ValueKind, repeatable: Bool = false,
        _ help: String, default defaultText: String? = nil
    ) -> OptionSpec {
        OptionSpec(
            name: name, short: short, valueName: valueName, kind: kind, isRepeatable: repeatable, help: help,
            defaultText: defaultText)
    }

    /// The words that the value must be one of; empty where it is free.
    var choices: [String] {
        if case .choice(let words) = kind { words } else { [] }
    }
}

/// A group of options under one heading in help.
struct OptionGroup: Sendable {
    var title: String
    var options: [OptionSpec]
}

/// What a command takes beside its options.
struct OperandSpec: Sendable {
    var name: String
    var kind: ValueKind
    var count: ClosedRange<Int>
    /// What is wrong, and what to do, when there are too few.
    var missing: String
}

/// A command line and what it does, shown at the top of help.
struct Example: Sendable {
    var command: String
    var does: String
}

/// An exit status and when a command has it.
struct ExitSpec: Sendable {
    var status: ExitStatus
    var meaning: String
}

/// One command, or a family of commands: `registry` is one, and `registry check` belongs to it.
struct CommandSpec: Sendable {
    var name: CommandName
    /// The commands of a family, which are what its operand may be.
    var members: [CommandSpec] = []
    /// One line for the list of commands; no full stop.
    var summary: String
    /// What the command does, in a paragraph or more.
    var description: [String]
    var examples: [Example]
    var operand: OperandSpec
    /// The groups of its own; `CommandTable.everywhere` is added to them.
    var groups: [OptionGroup]
    /// The statuses that help lists.
    var exits: [ExitSpec] = []

    var allGroups: [OptionGroup] { groups + [CommandTable.everywhere] }
    var options: [OptionSpec] { allGroups.flatMap(\.options) }
}
