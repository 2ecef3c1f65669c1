import MessageReplay

/// What every finding code means: the one table behind `explain` and the sentences in reports.
enum FindingGuide {
    struct Entry: Sendable {
        var code: String
        var level: FindingLevel
        /// One sentence: what was found.
        var meaning: String
        /// What breaks, and for whom.
        var breaks: String
        /// What to do about it.
        var remedy: String
    }

    /// The entries that belong together, under a heading.
    struct Chapter: Sendable {
        var title: String
        var entries: [Entry]
    }

    static let chapters: [Chapter] = [records, payloads, types, fields, warnings, upgrades]
    static let entries: [Entry] = chapters.flatMap(\.entries)

    private static let byCode = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0) })

    static func entry(_ code: String) -> Entry? { byCode[code] }

    private static let records = Chapter(
        title: "Records",
        entries: [
            Entry(
                code: "record-not-json", level: .malformed,
                meaning: "The line is not one JSON object.",
                breaks: "Importers stop at such a line, and no client ever sees its message.",
                remedy: "Look at the line: it was cut, joined with another, or written by another program. "
                    + "Export it again, or take it out of the file."),
            Entry(
                code: "record-too-deep", level: .malformed,
                meaning: "The line nests arrays and objects more than 512 levels deep.",
                breaks: "Nobody writes such messages by hand; parsers of clients run out of stack on them.",
                remedy: "Find out who sent it. It is likely an attack or a program that wraps its own output."),
            Entry(
                code: "record-incomplete", level: .malformed,
                meaning: "The record lacks a field that its form needs, or has it in another JSON type.",
                breaks: "The importer refuses the whole bundle at the first such row.",
                remedy: "See which field the detail names, and export the record again."),
        ])

    private static let payloads = Chapter(
        title: "Payloads",
        entries: [
            Entry(
                code: "payload-base64", level: .malformed,
                meaning: "The payload is not base64 (standard alphabet, padded).",
                breaks: "The importer refuses the row, so neither server nor client gets the message.",
                remedy:
                    "Where only the padding is lost, migrate --malformed repair adds it. Otherwise the text was cut on "
                    + "the way; take it from the source again."),
            Entry(
                code: "payload-empty", level: .malformed,
                meaning: "The payload has no bytes at all.",
                breaks: "Clients show a placeholder, or nothing, for this message.",
                remedy: "Often the sender's program failed while encoding. Look for a sender or a time that they share."
            ),
            Entry(
                code: "payload-not-json", level: .malformed,
                meaning: "The payload's bytes are not JSON in UTF-8.",
                breaks: "Clients can't decode it and show a placeholder.",
                remedy: "See the detail for the byte where it stops being JSON: cut content ends early, a binary or "
                    + "encrypted one fails at once."),
            Entry(
                code: "payload-too-deep", level: .malformed,
                meaning: "The payload nests arrays and objects more than 512 levels deep.",
                breaks: "Parsers of clients run out of stack on it: some crash each time the conversation opens.",
                remedy: "Find out who sent it, and consider deleting it on the server."),
            Entry(
                code: "payload-not-object", level: .malformed,
                meaning: "The payload is JSON but no object.",
                breaks: "Clients look for members in it, find none, and show a placeholder.",
                remedy: "Mostly an object that was encoded twice or put into a list. Mend the sender."),
            Entry(
                code: "payload-encrypted", level: .unknown,
                meaning: "The message is end-to-end encrypted, so its content can't be judged.",
                breaks: "Nothing: the devices that hold the keys read it.",
                remedy: "Nothing to do. Export from a client that has decrypted it if its content matters."),
        ])

    private static let types = Chapter(
        title: "Content types",
        entries: [
            Entry(
                code: "type-missing", level: .malformed,
                meaning: "The payload has no discriminator, so nobody knows its content type.",
                breaks: "Clients take it for an unknown type and show a placeholder.",
                remedy: "Look at examples: the member may have another name. If so, set typeField in the registry."),
            Entry(
                code: "type-invalid", level: .malformed,
                meaning:
                    "The discriminator is neither a whole number nor a string, or spells a known number differently.",
                breaks: "Clients differ: some convert \"10001\" or 10001.0 and show the message, some don't.",
                remedy:
                    "Mend the sender so that it writes the published number. migrate --malformed repair turns a string "
                    + "in what was sent into the number."),
            Entry(
                code: "type-unknown", level: .unknown,
                meaning: "The registry doesn't define this content type.",
                breaks: "Clients of this registry version show the placeholder in its place.",
                remedy: "`msgreplay registry infer` drafts a definition: add it to the registry and audit again with "
                    + "--registry; or, if the type came later, audit --at the version that has it."),
            Entry(
                code: "type-retired", level: .unknown,
                meaning: "The registry has retired this content type.",
                breaks: "Today's clients no longer decode it and show the placeholder.",
                remedy: "Expected in old history. If it occurs in new messages, an old sender is still about."),
        ])

    private static let fields = Chapter(
        title: "Fields",
        entries: [
            Entry(
                code: "field-missing", level: .malformed,
                meaning: "A required field is not there.",
                breaks: "Clients that rely on it fail to decode the message or show it without its content.",
                remedy:
                    "If older versions never wrote it, give it a default in the registry, which migrate fills in. "
                    + "Otherwise mend the sender."),
            Entry(
                code: "field-type", level: .malformed,
                meaning: "A field holds another JSON type than the schema admits.",
                breaks: "Strictly typed clients (iOS, Android) fail to decode; others show a wrong value.",
                remedy: "If a version wrote it so on purpose, add a convert step to the registry. Otherwise mend the "
                    + "sender; migrate --malformed repair gives such fields their defaults."),
            Entry(
                code: "field-enum", level: .malformed,
                meaning: "A field holds a value that is not among those the schema lists.",
                breaks: "Clients have no case for it, and fall back to a default or fail.",
                remedy: "Add the value to the enum if it is in use, or a map step if it was renamed."),
            Entry(
                code: "field-range", level: .malformed,
                meaning: "A number is outside the range, or no multiple, that the schema demands.",
                breaks: "Clients may overflow, divide by zero or show nonsense.",
                remedy: "Widen the range if the value is right. Otherwise mend the sender."),
            Entry(
                code: "field-length", level: .malformed,
                meaning: "A string, array or object is shorter or longer than the schema demands.",
                breaks: "Clients show an empty or a cut piece; servers may have refused newer ones of the kind.",
                remedy: "Change the limit if the value is right. Otherwise mend the sender."),
            Entry(
                code: "field-pattern", level: .malformed,
                meaning: "A string doesn't match the pattern that the schema demands.",
                breaks: "Links don't open and ids don't resolve in clients that rely on the pattern.",
                remedy: "Compare the example with the pattern: either may be wrong."),
            Entry(
                code: "field-undeclared", level: .malformed,
                meaning: "The payload has a field that a closed schema doesn't declare.",
                breaks: "Clients ignore it, so what it says is lost to their users.",
                remedy: "Declare it in the registry, or drop additionalProperties: false from the definition."),
            Entry(
                code: "field-constraint", level: .malformed,
                meaning: "A condition over several fields doesn't hold (anyOf, oneOf, not, contains, uniqueItems, if).",
                breaks: "The message means something that clients have no case for.",
                remedy: "The detail names the condition and the branches that were tried."),
        ])

    private static let warnings = Chapter(
        title: "Warnings",
        entries: [
            Entry(
                code: "base64-urlsafe", level: .warning,
                meaning: "The payload is base64 in the URL-safe alphabet.",
                breaks: "It decodes here, but the importer of WuKongIM refuses it.",
                remedy: "Have the export write the standard alphabet with padding."),
            Entry(
                code: "member-duplicated", level: .warning,
                meaning: "An object has two members of one name; the last one counts.",
                breaks: "Clients disagree on which one they take.",
                remedy: "Mend the sender. Upgrades leave such a payload alone."),
            Entry(
                code: "string-surrogate", level: .warning,
                meaning: "A string holds half of a surrogate pair as an escape.",
                breaks: "Clients show a replacement character; strict parsers refuse the whole payload.",
                remedy: "An emoji was cut in two, mostly by a limit that counts UTF-16 units. Mend the limit."),
            Entry(
                code: "id-mismatch", level: .warning,
                meaning: "The record's message ids (number and string) differ.",
                breaks: "Edits, replies and receipts that name the message find another one or none.",
                remedy: "A program rounded the number to a double. Trust the string."),
            Entry(
                code: "id-invalid", level: .warning,
                meaning: "The message id is no unsigned 64-bit number.",
                breaks: "The importer refuses the row.",
                remedy: "Export again with ids as decimal strings."),
            Entry(
                code: "type-disagrees", level: .warning,
                meaning: "The row names one content type and its payload another.",
                breaks: "Conversation lists, which trust the row, show another kind of message than the chat does.",
                remedy: "The payload was used here. Find out which program writes the row's column."),
            Entry(
                code: "time-unit", level: .warning,
                meaning: "A time looks like seconds where milliseconds belong, or the other way round.",
                breaks: "The message sorts into 1970 or into a far future.",
                remedy: "Export again, or correct the unit. Months in this report leave such records out."),
            Entry(
                code: "sequence-broken", level: .warning,
                meaning: "A channel's sequence numbers have a gap, go back, or don't begin at 1.",
                breaks: "The importer of WuKongIM refuses the bundle; clients ask for the missing messages for ever.",
                remedy: "The archive is a part of the channel, or lost rows. Export the channel whole."),
            Entry(
                code: "byte-order-mark", level: .warning,
                meaning: "A file of the archive begins with a byte order mark.",
                breaks: "It is skipped here, but the importer of WuKongIM fails at the file's first row.",
                remedy: "Save the file as UTF-8 without a byte order mark."),
            Entry(
                code: "version-invalid", level: .warning,
                meaning: "The field that says the registry version holds none that the series has.",
                breaks: "Nothing yet: the version was found by structure instead.",
                remedy: "Find the sender that writes it, or update the series. An upgrade that changes the payload "
                    + "sets the field."),
            Entry(
                code: "default-ignored", level: .warning,
                meaning: "A default in the registry stands where none is ever filled in.",
                breaks: "History stays without the field that the registry's author counted on.",
                remedy: "Move it to properties, items, prefixItems, $ref or allOf."),
        ])

    private static let upgrades = Chapter(
        title: "Warnings about upgrades",
        entries: [
            Entry(
                code: "upgrade-lossy", level: .warning,
                meaning: "A value can't be converted exactly, so it is left as it is.",
                breaks: "Clients of the newer version see the old type in this field.",
                remedy: "migrate leaves the value alone each time. Look at the examples, and map those values in the "
                    + "registry before the convert step."),
            Entry(
                code: "upgrade-conflict", level: .warning,
                meaning:
                    "A step would move a member to a place that is taken, or leave the payload malformed; all is left "
                    + "alone.",
                breaks: "Clients of the newer version read what was there.",
                remedy: "Decide which value is right: a remove step before the move settles it. migrate then does it."),
            Entry(
                code: "upgrade-too-large", level: .warning,
                meaning: "The upgraded payload would pass a limit of the importer, so it is left alone.",
                breaks: "The message stays at its old version.",
                remedy: "Shorten the defaults, or accept it: migrate keeps the message as it stood."),
            Entry(
                code: "nested-kept", level: .warning,
                meaning: "A payload inside another was not upgraded: the outer one doesn't decode or has a name twice.",
                breaks: "The quoted or forwarded message stays at its old version.",
                remedy: "Mend the outer payload's fault, or register its type; then migrate upgrades both."),
        ])
}
