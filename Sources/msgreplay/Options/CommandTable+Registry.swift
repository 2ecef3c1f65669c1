/// The commands that keep a registry sound.
extension CommandTable {
    private static let registryMembers = [registryCheck]

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
            Example(command: "msgreplay registry check registry/", does: "everything that is wrong, to read")
        ],
        operand: OperandSpec(
            name: "DIR", kind: .path, count: 1...1, missing: "no registry given; name the folder of a series"),
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        .format, "FORMAT", .choice(["text"]), "text.", default: "text"),
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
}
