import ContentSchema
import JSONText
import Synchronization

/// One definition as its file has it.
final class ContentSource: Sendable {
    /// What a definition says of how its content is shown and found.
    private struct Shown: Sendable {
        /// The digest, if the file gives one.
        let digest: LocalizedTemplate?
        /// What a search matches.
        let searchable: [(pointer: JSONPointer, value: JSONValue)]

        init(_ entry: StrictObject, _ problems: inout ProblemCollector) {
            digest = entry["digest"].flatMap { LocalizedTemplate($0, what: "'digest'", &problems) }
            searchable = entry.pointers("searchable", &problems)
        }
    }

    /// The definition's value.
    let value: JSONValue
    /// The published type.
    let type: ContentType
    /// The stable identifier.
    let name: String
    /// Whether the definition replaces one of an extended registry.
    let isOverride: Bool
    /// The schema.
    let schema: JSONValue
    /// Whether clients show the content.
    let isDisplayed: Bool
    /// Where a payload says the version it was written at.
    let versionField: JSONPointer?
    /// Where payloads are inside this content.
    let nested: [(pointer: JSONPointer, value: JSONValue)]
    /// The steps from the version before.
    let upgrade: [UpgradeStep]
    /// Of a built-in definition it is read when somebody asks: an audit shows no content.
    private let shown: Mutex<Shown?>

    /// The digest, if the file gives one.
    var digest: LocalizedTemplate? { whatIsShown.digest }
    /// What a search matches.
    var searchable: [(pointer: JSONPointer, value: JSONValue)] { whatIsShown.searchable }

    /// Reads a definition, and notes what is wrong with it.
    ///
    /// - Returns: Nil where too little is right to go on.
    init?(
        _ value: JSONValue, typeField: JSONPointer, isFirstVersion: Bool, _ problems: inout ProblemCollector
    ) {
        let known: [StaticString] = [
            "type", "name", "override", "schema", "digest", "searchable", "display", "versionField", "upgrade",
            "nested",
        ]
        let what = "a content definition"
        let entry = StrictObject(value, known: known, what: what, &problems)
        self.value = value
        _ = entry.required("name", what: what, &problems)
        let name = entry.string("name", &problems)
        var type: ContentType?
        if let value = entry.required("type", what: what, &problems) {
            type = ContentType(value)
            if type == nil {
                problems.add(
                    "'type' has to be a whole number in plain digits of at most 64 bits with its sign, or a string that isn't empty",
                    at: value)
            }
        }
        let schema = entry.required("schema", what: what, &problems)
        shown = Mutex(problems.isBuiltin ? nil : Shown(entry, &problems))
        isOverride = entry.boolean("override", default: false, &problems)
        isDisplayed = entry.boolean("display", default: true, &problems)
        versionField = entry.pointer("versionField", isOnePlace: true, &problems)
        nested = entry.pointers("nested", &problems)
        let steps = entry.elements("upgrade", &problems)
        if isFirstVersion, let first = steps.first {
            problems.add("version 1 has no version before it to upgrade from; remove 'upgrade'", at: first)
        }
        upgrade = steps.compactMap { UpgradeStep($0, typeField: typeField, &problems) }
        guard let name, let type, let schema else { return nil }
        self.name = name
        self.type = type
        self.schema = schema
    }

    /// A definition that no file has.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name.
    ///   - schema: What a payload has to satisfy.
    init(_ type: ContentType, named name: String, schema: JSONValue) {
        value = schema
        self.type = type
        self.name = name
        isOverride = false
        self.schema = schema
        isDisplayed = true
        versionField = nil
        nested = []
        upgrade = []
        shown = Mutex(nil)
    }

    private var whatIsShown: Shown {
        shown.withLock { shown in
            if let shown { return shown }
            var problems = ProblemCollector(file: "", isBuiltin: true)
            let entry = StrictObject(value, known: [], what: "", &problems)
            let read = Shown(entry, &problems)
            shown = read
            return read
        }
    }
}
