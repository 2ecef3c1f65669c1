import MessageReplay

extension CommandTable {
    static let digest = CommandSpec(
        name: .digest,
        summary: "Report what was talked about: how much, by whom, when and about what",
        description: [
            "Counts messages by channel, sender, day or type, with their senders, first and last time, the share that is "
                + "unknown or malformed, the latest digest, the most frequent words and the busiest hours. Payloads are "
                + "read as migrate would leave them, and edited messages with their edited content, which is what --type and "
                + "--match look at. Commands and other contents that clients never show are left out and counted; recalled "
                + "messages count without their text."
        ],
        examples: [
            Example(command: "msgreplay digest export.tar.gz", does: "the channels, the busiest first"),
            Example(
                command: "msgreplay digest export/ --by day --since 2021-03-01 --format html -o report.html",
                does: "a page with the days since March"),
            Example(
                command: "msgreplay digest export.jsonl.gz --by sender --match refund --format csv",
                does: "who wrote of refunds, for a spreadsheet"),
        ],
        operand: archives,
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        .by, "WHAT", .choice(DigestGrouping.allCases.map(\.rawValue)),
                        "Group by channel, sender, day or type.", default: "channel"),
                    .value(
                        .at, "N", .number(1...Int.max), "Read payloads at registry version N.", default: "the newest"),
                    .flag(.raw, "Read payloads as they stand, as clients of that version do, without upgrading them."),
                    .value(
                        .format, "FORMAT", .choice(["text", "json", "csv", "markdown", "html"]),
                        "text, json, csv, markdown or html.", default: "text"),
                    outputOption,
                    .value(
                        .temporary, "DIR", .path, "Where what doesn't fit into memory is kept.",
                        default: "the system's"),
                ]),
            filters,
        ],
        exits: [ExitSpec(status: .done, meaning: "Done."), badCall, damaged, outputFailed])
}
