/// The commands that keep a registry sound.
extension CommandTable {
    private static let registryMembers = [registryCheck, registryDiff]

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
        ],
        operand: OperandSpec(
            name: "DIR A B", kind: .path, count: 3...3,
            missing: "name the folder of a series and two of its versions, the older one first"),
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        .format, "FORMAT", .choice(["text", "json", "markdown"]), "text, json or markdown.",
                        default: "text"),
                    outputOption,
                ])
        ],
        exits: [
            ExitSpec(status: .done, meaning: "Done, whatever it hurts."),
            ExitSpec(status: .badCall, meaning: "The call is wrong: options, registry, versions."),
            outputFailed,
        ])
}
