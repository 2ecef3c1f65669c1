import Registries

/// The commands that keep a registry sound.
extension CommandTable {
    private static let registryMembers = [registryCheck, registryDiff, registryShow, registryInfer]

    static let registry = CommandSpec(
        name: .registry,
        members: registryMembers,
        summary: "Check, compare, show and draft registries",
        description: [
            "A registry series is a folder of files, v1.json, v2.json and so on, one a version. `msgreplay registry COMMAND "
                + "--help` has the options of each command."
        ],
        examples: registryMembers.compactMap(\.examples.first),
        operand: OperandSpec(
            name: "COMMAND", kind: .choice(registryMembers.map(\.name.word)), count: 1...1,
            missing: "no registry command given; there is \(registryMembers.map(\.name.word).joined(separator: ", "))"),
        groups: [])

    static let registryCheck = CommandSpec(
        name: .registryCheck,
        summary: "Say what a registry's newer versions break",
        description: [
            "Holds every version of a series against every earlier one: what old messages or old clients can't live with is "
                + "an error, what deserves a look is a warning. Steps, retirements and exemptions count. Mistakes that keep "
                + "a file from being loaded are reported with all the rest; what can still be judged is."
        ],
        examples: [
            Example(command: "msgreplay registry check registry/", does: "everything that is wrong, to read"),
            Example(
                command: "msgreplay registry check registry/ --format sarif -o registry.sarif",
                does: "for a code review, which shows each finding in its place"),
        ],
        operand: OperandSpec(
            name: "DIR", kind: .path, count: 1...1, missing: "no registry given; name the folder of a series"),
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        .format, "FORMAT", .choice(["text", "json", "markdown", "sarif"]),
                        "text, json, markdown or sarif (2.1.0).", default: "text"),
                    outputOption,
                ])
        ],
        exits: [
            ExitSpec(status: .done, meaning: "No error; there may be warnings."),
            ExitSpec(status: .found, meaning: "There is an error."),
            ExitSpec(
                status: .badCall, meaning: "The call is wrong: options, or DIR is no folder with files such as v1.json."
            ),
            outputFailed,
        ])

    static let registryDiff = CommandSpec(
        name: .registryDiff,
        summary: "Say what differs between two versions, and whom it hurts",
        description: [
            "Lists every change from version A to version B: content, pointer, what changed, and whether it hurts new clients "
                + "that read old messages (backward) or old clients that read new ones (forward). The steps, defaults and "
                + "retirements of B and of the versions between count."
        ],
        examples: [
            Example(command: "msgreplay registry diff registry/ 1 3", does: "what version 3 changes since version 1"),
            Example(
                command: "msgreplay registry diff registry/ 2 3 --format markdown -o changes.md",
                does: "for a pull request"),
            Example(
                command: "msgreplay registry diff registry/ 2 3 --at-risk export.tar.gz",
                does: "with how many messages each change concerns"),
        ],
        operand: OperandSpec(
            name: "DIR A B", kind: .path, count: 3...unboundedCount,
            missing: "name the folder of a series and two of its versions, the older one first"),
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        .format, "FORMAT", .choice(["text", "json", "markdown"]), "text, json or markdown.",
                        default: "text"),
                    outputOption,
                    .value(
                        .atRisk, "ARCHIVE", .path, repeatable: true,
                        "Count the messages of ARCHIVE that each change concerns: those that somebody can't read any "
                            + "more, or reads differently. Repeatable; archives may also stand behind B."),
                ])
        ],
        exits: [
            ExitSpec(status: .done, meaning: "Done, whatever it hurts."),
            ExitSpec(status: .badCall, meaning: "The call is wrong: options, registry, versions."),
            damaged, outputFailed,
        ])

    static let registryShow = CommandSpec(
        name: .registryShow,
        summary: "Say what a registry holds",
        description: [
            "Shows one version with all that it extends: types and names, fields with their types, defaults and the version "
                + "since which they are there, digests and what a search matches. markdown is a document for those who "
                + "write clients; json-schema is one JSON Schema (2020-12) of payloads that stands alone, for other "
                + "validators: it judges as audit does, with members that a default fills not required."
        ],
        examples: [
            Example(command: "msgreplay registry show registry/", does: "the newest version, to read"),
            Example(
                command: "msgreplay registry show registry/ --format markdown -o contents.md",
                does: "a document for the client teams"),
            Example(
                command: "msgreplay registry show registry/ --at 2 --format json-schema -o payload.schema.json",
                does: "for any JSON Schema validator"),
            Example(command: "msgreplay registry show wukongim", does: "the built-in registry"),
        ],
        operand: OperandSpec(
            name: "DIR|wukongim", kind: .path, count: 1...1,
            missing: "no registry given; name the folder of a series, or wukongim for the built-in one"),
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(.at, "N", .number(1...Int.max), "Show version N.", default: "the newest"),
                    .value(
                        .format, "FORMAT", .choice(["text", "markdown", "json", "json-schema"]),
                        "text, markdown, json or json-schema.", default: "text"),
                    outputOption,
                ])
        ],
        exits: [
            ExitSpec(status: .done, meaning: "Done."),
            ExitSpec(status: .badCall, meaning: "The call is wrong: options, registry, a version that doesn't exist."),
            outputFailed,
        ])

    static let registryInfer = CommandSpec(
        name: .registryInfer,
        summary: "Draft definitions of the types that archives hold and a registry doesn't",
        description: [
            "Reads all payloads, nested ones and edits too, and writes a registry file with a definition of each unknown "
                + "type: its fields, their JSON types, which are always there, and a guess at a digest. The file is valid as "
                + "it stands and decodes what it was made from. How often things were seen, ranges, lengths and candidates "
                + "for an enum stand there as notes (x-…) for you to decide on.",
            "With --registry the draft is the next version of that series, with all that its newest version has. Without "
                + "it, it extends the built-in registry. What a draft holds is bounded: "
                + "\(DraftLimits.types) types, \(DraftLimits.members) fields a type, \(DraftLimits.depth) levels; notes say what "
                + "was left out.",
        ],
        examples: [
            Example(command: "msgreplay registry infer export.tar.gz -o v1.json", does: "a first draft of a registry"),
            Example(
                command: "msgreplay registry infer export.tar.gz --registry registry/ -o v4.json",
                does: "the version after registry/v3.json"),
            Example(
                command: "msgreplay registry infer export.tar.gz --type 10042", does: "only one type, to look at"),
        ],
        operand: archives,
        groups: [OptionGroup(title: "Options", options: [outputOption]), filters],
        exits: [ExitSpec(status: .done, meaning: "Done."), badCall, damaged, outputFailed])
}
