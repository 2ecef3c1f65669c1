import ContentSchema
import JSONText
import Synchronization

/// One version of a registry as its file has it: read strictly, but with nothing looked up in other files yet.
final class RegistryFile: Sendable {
    /// The file's name for messages.
    let path: String
    /// Whether the file comes with the product. Tests hold such a file to all that is checked of others; it isn't done
    /// again each time.
    let isBuiltin: Bool
    /// The file's whole value.
    let value: JSONValue
    /// The series' name.
    let name: String
    /// The version.
    let version: Int
    /// The built-in registries whose contents this one adds to.
    let extends: [(name: String, value: JSONValue)]
    /// Where a payload says its type, if the file says so.
    let typeField: JSONPointer?
    /// The digest of unknown and malformed content, if the file says so.
    let placeholder: LocalizedTemplate?
    /// A schema that every payload has to satisfy as well.
    let common: JSONValue?
    /// Where payloads are inside payloads.
    let nested: [(pointer: JSONPointer, value: JSONValue)]
    /// Schemas that every definition can name.
    let definitions: JSONValue?
    /// The definitions.
    let contents: [ContentSource]
    /// Types that must never come back.
    let retiredTypes: [(type: ContentType, value: JSONValue)]
    private let namedDefinitions: NamedMembers
    private let spelled = Mutex<[[UInt8]]?>(nil)

    /// Reads a file's text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - path: The file's name for messages.
    ///   - problems: What is wrong is added here.
    /// - Returns: Nil where too little is right to go on.
    init?(_ bytes: [UInt8], path: String, _ problems: inout ProblemCollector) {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes)
        } catch {
            problems.problems.append(
                RegistryProblem(
                    code: RegistryMistake.notJSON.rawValue, message: "this is no JSON: \(error.message)", file: path,
                    place: JSONPlace(of: error.offset, in: bytes)))
            return nil
        }
        self.path = path
        isBuiltin = problems.isBuiltin
        value = document.root
        guard value.kind == .object else {
            problems.add("a registry file has to be a JSON object", at: value)
            return nil
        }
        guard isBuiltin || Self.isWithoutDuplicates(document, &problems) else { return nil }
        let known: [StaticString] = [
            "registry", "version", "extends", "typeField", "placeholder", "common", "nested", "$defs", "contents",
            "retired", "exempt",
        ]
        let file = StrictObject(value, known: known, what: "a registry file", &problems)
        _ = file.required("registry", what: "a registry file", &problems)
        let name = file.string("registry", &problems)
        var version: Int?
        if let value = file.required("version", what: "a registry file", &problems) {
            version = value.integer.flatMap { $0 >= 1 ? $0 : nil }
            if version == nil { problems.add("'version' has to be a whole number from 1", at: value) }
        }
        typeField = file.pointer("typeField", isOnePlace: true, &problems)
        placeholder = file["placeholder"].flatMap { LocalizedTemplate($0, what: "'placeholder'", &problems) }
        common = file["common"]
        nested = file.pointers("nested", &problems)
        let definitions = file["$defs"]
        self.definitions = definitions?.kind == .object ? definitions : nil
        namedDefinitions = NamedMembers(of: definitions)
        if let definitions, definitions.kind != .object {
            problems.add("'$defs' has to be an object of schemas", at: definitions)
        }
        var extends: [(name: String, value: JSONValue)] = []
        for element in file.elements("extends", &problems) {
            if let name = element.string {
                extends.append((name, element))
            } else {
                problems.add("'extends' has to name built-in registries, as in \"wukongim@1\"", at: element)
            }
        }
        self.extends = extends
        let steps = typeField ?? JSONPointer(tokens: ["type"])
        contents = file.elements("contents", &problems).compactMap { element in
            ContentSource(element, typeField: steps, isFirstVersion: version == 1, &problems)
        }
        _ = file.required("contents", what: "a registry file", &problems)
        retiredTypes = Self.retired(file["retired"], &problems)
        Self.checkExemptions(file, &problems)
        guard let name, let version else { return nil }
        self.name = name
        self.version = version
        if !isBuiltin { Self.checkPlaceholder(placeholder, at: file["placeholder"] ?? value, &problems) }
    }

    /// The schema of a name in the file's `$defs`.
    func definition(_ name: String) -> JSONValue? { namedDefinitions[Array(name.utf8)] }

    /// The definitions in one spelling, in their order.
    var spelledContents: [[UInt8]] {
        spelled.withLock { spelled in
            if let spelled { return spelled }
            let all = contents.map { CanonicalJSON.bytes($0.value, .structure) }
            spelled = all
            return all
        }
    }

    /// Whether no object has two members of one name, of which readers take either.
    private static func isWithoutDuplicates(_ document: JSONDocument, _ problems: inout ProblemCollector) -> Bool {
        let bytes = document.bytes
        guard document.tape.hasDuplicates(below: 0, in: bytes.span) else { return true }
        for name in document.tape.duplicates(below: 0, in: bytes.span) {
            let text = document.tape.string(name, in: bytes.span)
            let value = JSONValue(document: document, node: name + 1)
            problems.add("'\(text)' stands twice in one object; remove one", at: value, byName: true)
        }
        return false
    }

    private static func checkPlaceholder(
        _ placeholder: LocalizedTemplate?, at value: JSONValue, _ problems: inout ProblemCollector
    ) {
        for (language, template) in placeholder?.templates ?? [] {
            for pointer in template.pointers where pointer != JSONPointer(tokens: ["type"]) {
                problems.add(
                    "a placeholder can only show {type}, not '\(pointer)'", code: "digest-unknown-field",
                    at: value[language] ?? value)
            }
        }
    }

    private static func retired(
        _ value: JSONValue?, _ problems: inout ProblemCollector
    ) -> [(type: ContentType, value: JSONValue)] {
        guard let value else { return [] }
        var types: [(type: ContentType, value: JSONValue)] = []
        let retired = StrictObject(value, known: ["types", "fields"], what: "'retired'", &problems)
        for element in retired.elements("types", &problems) {
            let entry = StrictObject(element, known: ["type", "name"], what: "a retired type", &problems)
            _ = entry.string("name", &problems)
            guard let type = entry.required("type", what: "a retired type", &problems) else { continue }
            if let contentType = ContentType(type) {
                types.append((contentType, type))
            } else {
                problems.add("'type' has to be a whole number or a string", at: type)
            }
        }
        for element in retired.elements("fields", &problems) {
            let entry = StrictObject(element, known: ["content", "pointer"], what: "a retired field", &problems)
            for name: StaticString in ["content", "pointer"] {
                _ = entry.required(name, what: "a retired field", &problems)
            }
            _ = entry.string("content", &problems)
            _ = entry.pointer("pointer", &problems)
        }
        return types
    }

    private static func checkExemptions(_ file: StrictObject, _ problems: inout ProblemCollector) {
        for element in file.elements("exempt", &problems) {
            let known: [StaticString] = ["rule", "content", "pointer", "reason"]
            let entry = StrictObject(element, known: known, what: "an exemption", &problems)
            for name: StaticString in ["rule", "reason"] {
                _ = entry.required(name, what: "an exemption", &problems)
                _ = entry.string(name, &problems)
            }
            _ = entry.string("content", &problems)
            _ = entry.pointer("pointer", &problems)
        }
    }
}
