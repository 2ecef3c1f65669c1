import Registries

/// What the codes mean that neither findings nor rules have: why a file is no registry, or a doubtful one.
enum RegistryMistakeGuide {
    /// The topics that belong together, under headings.
    static let chapters: [(title: String, topics: [ExplainText.Topic])] = [
        ("Registry files", files), ("Schemas of registries", schemas),
    ]

    private static let files = [
        topic(
            "registry-unreadable", .error,
            "A file or folder of the registry can't be read.",
            "No command works with a registry that isn't there whole.",
            "Check the path and its permissions. A folder holds v1.json, v2.json and so on."),
        topic(
            "registry-not-json", .error,
            "A file of the registry is not JSON.",
            "No command works with the registry.",
            "Mend the text at the place that the message names; comments and commas at the end are not JSON."),
        topic(
            "registry-invalid", .error,
            "A member of a registry file is missing, unknown, or has a value that it can't have.",
            "No command works with the registry, since its author meant something else than it says.",
            "See REGISTRY.md for what the member takes. Notes of your own begin with x-."),
        topic(
            "digest-invalid", .error,
            "A digest, or the placeholder, is no template.",
            "Conversation lists would show its text as it stands.",
            "Close every brace, and name members by pointers, as in {/text}."),
        topic(
            "upgrade-unknown-field", .warning,
            "An upgrade step names a member that no version of the definition declares.",
            "The step changes nothing, and old messages stay as they are.",
            "Correct the pointer, or remove the step."),
    ]

    private static let schemas = [
        topic(
            "keyword-invalid", .error,
            "A keyword of a schema has a value that it doesn't take.",
            "The schema says nothing that can be checked, so no command works with the registry.",
            "Give the keyword a value of the kind that the message names."),
        topic(
            "keyword-unknown", .error,
            "A schema has a keyword that JSON Schema doesn't have.",
            "A misspelled keyword would check nothing, and its author would never hear of it.",
            "Correct its spelling, or begin its name with x- if it is a note."),
        topic(
            "keyword-unsupported", .error,
            "A schema has a keyword of JSON Schema that registries don't take.",
            "What it asks would hold for some readers of the registry only.",
            "Say it with the keywords that REGISTRY.md lists; the message names the nearest."),
        topic(
            "pattern-invalid", .error,
            "A pattern breaks the grammar, or can't be matched in linear time.",
            "One hostile message could hold up an audit, or no message would match.",
            "Write it without what the message names: back references and looking around can't be matched."),
        topic(
            "ref-unresolved", .error,
            "A $ref leads to nothing.",
            "What it was to demand of messages isn't known, so none can be judged.",
            "Correct the reference, or add what it names to $defs. Only schemas of the same file can be meant."),
        topic(
            "ref-loop", .error,
            "A $ref leads back to itself without going down into the payload.",
            "Checking a message against it would never end.",
            "Take one reference out of the circle, or put it below properties or items."),
        topic(
            "anchor-duplicated", .error,
            "Two schemas of one file have the same $anchor.",
            "A reference to it could mean either.",
            "Rename one of them, and the references to it."),
        topic(
            "default-conflict", .error,
            "Two defaults that differ are for one place.",
            "Which one a message gets would depend on chance.",
            "Keep one of them, or make them equal."),
        topic(
            "default-endless", .error,
            "A default's own defaults bring it back, so it never ends.",
            "Filling it in would make a message without end.",
            "Take one default out of the circle."),
        topic(
            "default-in-common", .error,
            "A schema that every payload shares has a default.",
            "It would be filled into messages of every type, those of other registries too.",
            "Put it into the definitions that need it."),
        topic(
            "schema-too-large", .error,
            "Schemas combine into more cases than can be held.",
            "Loading the registry would take all memory.",
            "Take some of its references apart."),
    ]

    private static func topic(
        _ code: String, _ level: RegistryProblem.Level, _ meaning: String, _ breaks: String, _ remedy: String
    ) -> ExplainText.Topic {
        ExplainText.Topic(code: code, level: level.rawValue, meaning: meaning, breaks: breaks, remedy: remedy)
    }
}
