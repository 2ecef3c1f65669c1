/// The command that shows history.
extension CommandTable {
    static let replay = CommandSpec(
        name: .replay,
        summary: "Show history as a client would, or feed it to another program",
        description: [
            "Prints every message with its digest, by channel and day: payloads as migrate would leave them, edited "
                + "messages with their edited content, which is what --type and --match look at, quoted replies indented, a "
                + "placeholder for what clients can't read and for messages that were recalled. "
                + "Contents that clients never show, such as commands, are left out and counted. As jsonl, each message is "
                + "an object of one line with its decoded content."
        ],
        examples: [
            Example(command: "msgreplay replay export.tar.gz --channel 2:g1", does: "one chat, to read"),
            Example(
                command: "msgreplay replay export/ --registry registry/ --tz Asia/Shanghai --language zh",
                does: "with your own content types, local times, Chinese digests"),
            Example(
                command: "msgreplay replay a.jsonl.gz b.jsonl.gz --order time --format jsonl",
                does: "two archives as one stream, for another program"),
            Example(
                command: "msgreplay replay export.tar.gz --order time --rate 60x",
                does: "an hour of history in each minute"),
        ],
        operand: archives,
        groups: [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        .format, "FORMAT", .choice(["text", "jsonl"]), "text, or jsonl: an object a message.",
                        default: "text"),
                    .value(
                        .at, "N", .number(1...Int.max), "Read payloads at registry version N.", default: "the newest"),
                    .flag(
                        .raw, "Decode payloads as they stand, as clients of that version do, without upgrading them."),
                    .value(
                        .order, "ORDER", .choice(["archive", "time"]),
                        "archive: as messages stand; time: sorted over all channels and archives.", default: "archive"),
                    .value(
                        .rate, "PACE", .pace,
                        "How fast: 1x is as fast as it was, 60x is 60 times as fast, 20/s is 20 messages a second.",
                        default: "as fast as can be"),
                    .value(
                        .zone, "ZONE", .text(empty: false), "Time zone of text, such as Europe/Berlin.", default: "UTC"),
                    .value(
                        .temporary, "DIR", .path, "Where what doesn't fit into memory is kept.",
                        default: "TMPDIR or /tmp"),
                ]),
            filters,
        ],
        exits: [
            ExitSpec(status: .done, meaning: "Done, or nobody reads the output any more."), badCall, damaged,
            outputFailed,
        ])
}
