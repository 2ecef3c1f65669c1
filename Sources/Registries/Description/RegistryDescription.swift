import JSONText

/// What a registry holds at one version, after `extends`: for people who write clients.
public struct RegistryDescription: Sendable {
    /// A digest's template in one language.
    public struct Template: Sendable, Equatable {
        /// A language tag (BCP 47); empty for a template that serves every language.
        public var language: String
        /// The template as the registry writes it.
        public var text: String
    }

    /// A retired type.
    public struct RetiredType: Sendable, Equatable {
        /// The type.
        public var type: ContentType
        /// Its name, where the registry says it.
        public var name: String?
    }

    /// A retired field.
    public struct RetiredField: Sendable, Equatable {
        /// The content's name.
        public var content: String
        /// The field's JSON Pointer.
        public var pointer: String
    }

    /// The series' name.
    public let name: String
    /// The version.
    public let version: Int
    /// The numbers of all versions of the series.
    public let versions: [Int]
    /// The SHA-256 of the resolved version, in lower-case hexadecimal.
    public let fingerprint: String
    /// What the registry says of itself.
    public let note: String?
    /// The built-in registries that it adds to, as in `wukongim@1`.
    public let extends: [String]
    /// The JSON Pointer to a payload's type.
    public let typeField: String
    /// The digest of unknown and malformed content.
    public let placeholder: [Template]
    /// JSON Pointers to payloads inside any payload.
    public let nested: [String]
    /// What every payload may carry, or has to.
    public let common: [FieldDescription]
    /// The contents in the order of their types.
    public let contents: [ContentDescription]
    /// The types that must never come back.
    public let retiredTypes: [RetiredType]
    /// The fields that must never come back.
    public let retiredFields: [RetiredField]

    /// Describes a version of a series.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - number: The version; the newest one if left out.
    /// - Returns: Nil where the series has no such version.
    public init?(_ series: RegistrySeries, version number: Int? = nil) {
        guard let version = number.map({ series.version($0) }) ?? series.newest else { return nil }
        let own = version.parts[version.parts.count - 1]
        let history = FieldHistory(series, upTo: version)
        name = series.name
        self.version = version.number
        versions = series.versions.map(\.number)
        fingerprint = version.fingerprint
        note = own.value["description"]?.string
        extends = own.extends.map(\.name)
        typeField = version.typeField.description
        placeholder = Self.templates(
            version.parts.reversed().lazy.compactMap { $0.value["placeholder"] }.first,
            or: "[Unsupported message: type {type}]")
        nested = version.nested.map(\.description)
        common = history.common(of: version)
        contents = version.contents.map { ContentDescription($0, in: version, history) }
        retiredTypes = version.parts.flatMap { part in
            (part.value["retired"]?["types"]?.elements ?? []).compactMap { entry in
                entry["type"].flatMap { ContentType($0) }.map { RetiredType(type: $0, name: entry["name"]?.string) }
            }
        }
        retiredFields = version.parts.flatMap { part in
            (part.value["retired"]?["fields"]?.elements ?? []).compactMap { entry in
                guard let content = entry["content"]?.string, let pointer = entry["pointer"]?.string else { return nil }
                return RetiredField(content: content, pointer: pointer)
            }
        }
    }

    /// The templates that a value holds.
    static func templates(_ value: JSONValue?, or usual: String) -> [Template] {
        guard let value else { return [Template(language: "", text: usual)] }
        if let text = value.string { return [Template(language: "", text: text)] }
        return value.members.filter { !StrictObject.isNote($0.name) }.map {
            Template(language: $0.name, text: $0.value.string ?? "")
        }
    }
}

/// What a registry says of one content.
public struct ContentDescription: Sendable {
    /// The published type.
    public let type: ContentType
    /// The stable identifier.
    public let name: String
    /// What the registry says of it.
    public let note: String?
    /// The registry that defines it, as in `wukongim@1`.
    public let origin: String
    /// The version since which every version has it.
    public let since: Int
    /// Whether clients show it.
    public let isDisplayed: Bool
    /// Whether it may have no other members than those that are declared.
    public let isClosed: Bool
    /// The digest's templates.
    public let digest: [RegistryDescription.Template]
    /// JSON Pointers to the text that a search matches.
    public let searchable: [String]
    /// JSON Pointers to payloads inside this content, beside those inside any.
    public let nested: [String]
    /// The JSON Pointer to the version that a payload says it was written at.
    public let versionField: String?
    /// Its members. What every payload may carry is not repeated.
    public let fields: [FieldDescription]

    init(_ definition: ContentDefinition, in version: RegistryVersion, _ history: FieldHistory) {
        let source = definition.file.contents.first { $0.type == definition.type }?.value
        type = definition.type
        name = definition.name
        note = source?["description"]?.string
        origin = "\(definition.file.name)@\(definition.file.version)"
        isDisplayed = definition.isDisplayed
        digest = RegistryDescription.templates(source?["digest"], or: "[\(definition.name)]")
        searchable = definition.searchable.map(\.description)
        nested = definition.nested.map(\.description)
        versionField = definition.versionField?.description
        let site = SchemaSite(file: definition.file, root: definition.schema)
        isClosed = site.conjuncts(of: [definition.schema]).contains {
            $0["additionalProperties"]?.kind == .falseValue
        }
        (since, fields) = history.describe(definition, in: version)
    }
}

/// Says since when contents and members are declared.
struct FieldHistory {
    private let earlier: [RegistryVersion]

    /// - Parameter version: The version that is described; only those before it matter.
    init(_ series: RegistrySeries, upTo version: RegistryVersion) {
        earlier = series.versions.filter { $0.number < version.number }.reversed()
    }

    /// A content's members, and since when it is there.
    func describe(_ definition: ContentDefinition, in version: RegistryVersion) -> (since: Int, [FieldDescription]) {
        var fields = Self.fields(of: definition, version)
        var since = version.number
        var left = Set(fields.map { Array($0.pointer.utf8) })
        for index in fields.indices { fields[index].since = version.number }
        for before in earlier {
            guard let old = before.contents.first(where: { $0.name == definition.name }) else { break }
            since = before.number
            left.formIntersection(Self.fields(of: old, before).map { Array($0.pointer.utf8) })
            for index in fields.indices where left.contains(Array(fields[index].pointer.utf8)) {
                fields[index].since = before.number
            }
        }
        return (since, fields)
    }

    /// What every payload may carry.
    func common(of version: RegistryVersion) -> [FieldDescription] {
        var fields = Self.common(version)
        var left = Set(fields.map { Array($0.pointer.utf8) })
        for index in fields.indices { fields[index].since = version.number }
        for before in earlier {
            left.formIntersection(Self.common(before).map { Array($0.pointer.utf8) })
            for index in fields.indices where left.contains(Array(fields[index].pointer.utf8)) {
                fields[index].since = before.number
            }
        }
        return fields
    }

    private static func fields(of definition: ContentDefinition, _ version: RegistryVersion) -> [FieldDescription] {
        let site = SchemaSite(file: definition.file, root: definition.schema)
        let left = version.typeField.tokens.count == 1 ? version.typeField.tokens : []
        return FieldWalk(definition.schema, at: site, leavingOut: left).fields
    }

    private static func common(_ version: RegistryVersion) -> [FieldDescription] {
        var fields: [FieldDescription] = []
        for part in version.parts {
            guard let common = part.common else { continue }
            for field in FieldWalk(common, at: SchemaSite(file: part, root: common)).fields
            where !fields.contains(where: { $0.pointer.utf8.elementsEqual(field.pointer.utf8) }) {
                fields.append(field)
            }
        }
        return fields
    }
}
