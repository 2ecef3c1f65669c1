/// The one table of commands and options.
enum CommandTable {
    static let program = "msgreplay"
    static let version = "0.1.0"
    static let summary = "Read exported chat archives offline, say what is in them, and bring them to a newer schema."

    static let reportFormats = ["text", "json", "markdown", "html"]
    static let shells = ["bash", "zsh", "fish"]
    static let unboundedCount = Int.max

    /// The names of the commands that stand first in a command line.
    static let topNames: [CommandName] = [
        .audit, .migrate, .digest, .replay, .inspect, .merge, .registry, .explain, .completions,
    ]
    /// The commands that stand first in a command line.
    static let top: [CommandSpec] = topNames.map(spec(of:))

    /// All commands, each family's after the family.
    static let all: [CommandSpec] = top.flatMap { [$0] + $0.members }

    static func spec(of name: CommandName) -> CommandSpec {
        switch name {
        case .audit: audit
        case .migrate: migrate
        case .digest: digest
        case .replay: replay
        case .inspect: inspect
        case .merge: merge
        case .registry: registry
        case .registryCheck: registryCheck
        case .registryDiff: registryDiff
        case .registryShow: registryShow
        case .registryInfer: registryInfer
        case .explain: explain
        case .completions: completions
        }
    }

    /// Examples for the program's own help.
    static let examples: [Example] = [
        Example(command: "msgreplay audit export.tar.gz", does: "what is inside, and what today's clients can't read"),
        Example(
            command: "msgreplay audit export/ --registry registry/ --format html -o report.html",
            does: "the same with your own content types, as a page"),
        Example(
            command: "msgreplay migrate export.tar.gz -o new.tar.gz --registry registry/",
            does: "bring every payload to the newest version of your registry"),
        Example(command: "msgreplay replay export.tar.gz --channel 2:g1", does: "read one chat as a client shows it"),
        Example(command: "msgreplay explain field-type", does: "what a finding means and what to do about it"),
    ]

    static let everywhere = OptionGroup(
        title: "Everywhere",
        options: [
            .value(
                .registry, "DIR|FILE", .path,
                "The registry: a series' directory, or one version's file.", default: "the built-in wukongim@1"),
            .value(.language, "TAG", .language, "Language of digests, such as en or zh.", default: "en"),
            .value(.jobs, short: "j", "N", .number(1...256), "Worker threads.", default: "the number of cores"),
            .flag(.quiet, short: "q", "No progress line."),
            .value(
                .color, "WHEN", .choice(["auto", "always", "never"]), "When to colour text: auto, always or never.",
                default: "auto"),
            .flag(.help, short: "h", "Show help and stop."),
            .flag(.version, "Show the version and stop."),
        ])

    static let badCall = ExitSpec(
        status: .badCall, meaning: "The call is wrong: options, registry, a path that doesn't exist.")
    static let damaged = ExitSpec(status: .damaged, meaning: "An archive is damaged or can't be read.")
    static let outputFailed = ExitSpec(status: .outputFailed, meaning: "An output can't be written.")

    private static let formatOption: OptionSpec = .value(
        .format, "FORMAT", .choice(reportFormats), "text, json, markdown or html.", default: "text")
    static let outputOption: OptionSpec = .value(
        .output, short: "o", "FILE", .file,
        "Write the result to FILE, whole or not at all.", default: "standard output")
    private static let examplesOption: OptionSpec = .value(
        .examples, "N", .number(0...1000), "Examples to keep for each finding.", default: "3")

    static let filters = OptionGroup(
        title: "Filters (all counts are then of matching records)",
        options: [
            .value(
                .channel, "KEY", .text(empty: true), repeatable: true, "Only this channel, such as 2:g1. Repeatable."),
            .value(.from, "UID", .text(empty: true), repeatable: true, "Only messages of this sender. Repeatable."),
            .value(
                .type, "T", .text(empty: false), repeatable: true,
                "Only this content type: a number, a name in the registry, or a string, quoted if it looks like those. Repeatable."
            ),
            .value(
                .since, "TIME", .time,
                "Only from this time on: 2021-03-01, 2021-03-01T08:00:00+08:00, or ms since 1970."),
            .value(.until, "TIME", .time, "Only before this time; a date includes its day. UTC without a zone."),
            .value(
                .match, "TEXT", .text(empty: false), "Only messages whose searchable text holds TEXT, case aside."),
            .value(.limit, "N", .number(1...Int.max), "Stop reading after N matching records."),
        ])

    static let archives = OperandSpec(
        name: "ARCHIVE", kind: .path, count: 1...unboundedCount,
        missing: "no archive given; name a bundle directory or a file, or - for standard input")

    static let audit = CommandSpec(
        name: .audit,
        summary: "Say which content types are in archives and what clients can't read",
        description: [
            "Decodes every payload against a registry and counts what is decoded, unknown and malformed, by type and by "
                + "month, with examples and their places. An archive is a bundle directory, a tar or tar.gz of one, a "
                + "JSONL or JSONL.gz file, or - for any of them on standard input; its content decides, not its name. "
                + "--type and --match look at the payload as it was sent, not at an edit of it."
        ],
        examples: [
            Example(command: "msgreplay audit export.tar.gz", does: "a report to read"),
            Example(
                command: "msgreplay audit export/ --registry registry/ --at 2",
                does: "can clients that know version 2 read it?"),
            Example(
                command: "msgreplay audit export.tar.gz --quarantine faults.jsonl.gz",
                does: "keep the lines that clients can't read"),
            Example(
                command: "zcat messages.jsonl.gz | msgreplay audit - --format json -o report.json",
                does: "from standard input, for another program"),
            Example(
                command: "msgreplay audit export.tar.gz --fail-on malformed",
                does: "exit status 1 if any payload is malformed"),
        ],
        operand: archives,
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        .at, "N", .number(1...Int.max), "Decode as clients of registry version N do.",
                        default: "the newest"),
                    formatOption,
                    outputOption,
                    .value(
                        .findings, "FILE", .file,
                        "Write every finding as one JSON line; compressed if FILE ends in .gz."),
                    .value(
                        .quarantine, "FILE", .file,
                        "Write the lines of malformed and unknown records as they stood; compressed if FILE ends in .gz."
                    ),
                    examplesOption,
                    .flag(.noValues, "Never quote values in details: say their type and length instead."),
                    .value(
                        .failOn, "LEVEL", .choice(["malformed", "unknown", "warning"]),
                        "Exit with status 1 if anything is found at this level or at a worse one."),
                ]),
            filters,
        ],
        exits: [
            ExitSpec(status: .done, meaning: "Done."),
            ExitSpec(status: .found, meaning: "Something was found at the level of --fail-on."),
            badCall, damaged, outputFailed,
        ])

    static let migrate = CommandSpec(
        name: .migrate,
        summary: "Bring an archive to a newer registry version without losing a byte",
        description: [
            "Upgrades every payload, also those in edits, in channels' latest messages and inside other payloads, to a "
                + "version of the registry: new fields get their defaults, and the steps of the versions are carried out. "
                + "Everything else keeps every byte. The output has the container and form of the source; its name says "
                + "whether it is compressed. It is written beside its place, read back, and appears whole or not at all."
        ],
        examples: [
            Example(
                command: "msgreplay migrate export.tar.gz -o new.tar.gz --registry registry/",
                does: "to the newest version"),
            Example(
                command: "msgreplay migrate export/ --dry-run --registry registry/ --to 2",
                does: "what would be done for version 2"),
            Example(
                command: "msgreplay migrate export.jsonl.gz -o new.jsonl.gz --registry registry/ --report done.json",
                does: "with a report for another program"),
            Example(
                command: "msgreplay migrate export.tar.gz -o new.tar.gz --registry registry/ --resume",
                does: "go on where an interrupted run stopped"),
        ],
        operand: OperandSpec(
            name: "ARCHIVE", kind: .path, count: 1...1,
            missing: "no archive given; name a bundle directory or a file, or - for standard input"),
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        .output, short: "o", "OUT", .path,
                        "Where the new archive goes; - is standard output, for single files."),
                    .value(
                        .to, "N", .number(1...Int.max), "Bring payloads to registry version N.", default: "the newest"),
                    .value(
                        .malformed, "POLICY", .choice(["keep", "repair", "drop", "fail"]),
                        "What is done with malformed records: kept as they stand; repaired where their schema's defaults, "
                            + "Base64 padding or a type as a number are all that is missing; left out (not in wkdb "
                            + "forms); or the first one stops the run.", default: "keep"),
                    .flag(.dryRun, "Do all but writing the archive."),
                    .flag(.overwrite, "Replace what is at OUT, once the new archive is whole."),
                    .flag(.resume, "Go on from what an interrupted run left."),
                    .value(.report, "FILE", .file, "Write the report as JSON too."),
                    .value(
                        .quarantine, "FILE", .file,
                        "Write the lines of records that stay malformed or unknown, as they stood; compressed if FILE "
                            + "ends in .gz."),
                    examplesOption,
                    .value(.level, "N", .number(0...9), "How strongly to compress, from 0 to 9.", default: "6"),
                    .flag(.noVerify, "Don't read the new archive back before it gets its name."),
                    .value(.temporary, "DIR", .path, "Where a tar's files are kept until they are joined."),
                    .value(
                        .failOn, "LEVEL", .choice(["malformed", "unknown", "warning"]),
                        "Exit with status 1 if the source holds anything at this level or at a worse one that upgrading "
                            + "doesn't mend; the output stands all the same."),
                ])
        ])

    static let inspect = CommandSpec(
        name: .inspect,
        summary: "Say what an archive is made of and whether its manifest holds",
        description: [
            "Names container, compression and form, and checks each file's rows and checksum against the manifest. "
                + "Payloads are not decoded."
        ],
        examples: [
            Example(command: "msgreplay inspect export.tar.gz", does: "container, form, files, checksums"),
            Example(command: "msgreplay inspect *.jsonl.gz --format json", does: "for another program"),
        ],
        operand: archives,
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(.format, "FORMAT", .choice(["text", "json"]), "text or json.", default: "text"),
                    outputOption,
                ])
        ],
        exits: [ExitSpec(status: .done, meaning: "Done."), badCall, damaged, outputFailed])

    static let merge = CommandSpec(
        name: .merge,
        summary: "Join JSON reports of audit or migrate into one",
        description: [
            "Adds up reports that audit wrote with --format json, or migrate with --report, of archives read on other "
                + "machines or at other times. They must be of one kind and of the same registry. Reports of migrate are "
                + "joined as text or json."
        ],
        examples: [
            Example(command: "msgreplay merge a.json b.json", does: "one report to read"),
            Example(command: "msgreplay merge reports/*.json --format html -o all.html", does: "one page for all"),
        ],
        operand: OperandSpec(
            name: "REPORT", kind: .file, count: 1...unboundedCount,
            missing: "no report given; name files that `msgreplay audit --format json` or `migrate --report` wrote"),
        groups: [
            OptionGroup(title: "Options", options: [formatOption, outputOption, examplesOption])
        ])

    static let explain = CommandSpec(
        name: .explain,
        summary: "Say what a finding means, whom it breaks and what to do",
        description: ["Without a CODE, lists all codes that reports use."],
        examples: [
            Example(command: "msgreplay explain", does: "all codes"),
            Example(command: "msgreplay explain payload-base64", does: "one of them at length"),
        ],
        operand: OperandSpec(name: "CODE", kind: .code, count: 0...1, missing: ""),
        groups: [])

    static let completions = CommandSpec(
        name: .completions,
        summary: "Print the completion script for a shell",
        description: ["The script goes to standard output; the examples say where each shell looks for it."],
        examples: [
            Example(
                command: "msgreplay completions bash > ~/.local/share/bash-completion/completions/msgreplay",
                does: "bash"),
            Example(
                command: "msgreplay completions zsh > ~/.zfunc/_msgreplay", does: "zsh, with ~/.zfunc in fpath"),
            Example(
                command: "msgreplay completions fish > ~/.config/fish/completions/msgreplay.fish", does: "fish"),
        ],
        operand: OperandSpec(
            name: "SHELL", kind: .choice(shells), count: 1...1, missing: "no shell given; name bash, zsh or fish"),
        groups: [])
}
