import ContentSchema
import JSONText

/// A content type at one version of a registry, ready to check payloads.
public struct ContentDefinition: Sendable {
    /// The definition as its file has it.
    let content: ContentSource
    let lazyPlan: LazyPlan
    /// The file that the schema stands in.
    let file: RegistryFile
    /// Equal for equal definitions of this content in other versions: schema, steps, version field and nested places.
    let shape: Int

    /// The published type.
    public var type: ContentType { content.type }
    /// The stable identifier that ties one version's definition to the next.
    public var name: String { content.name }
    /// The digest's template; `[name]` where the registry gives none.
    public var digest: LocalizedTemplate {
        content.digest ?? LocalizedTemplate(DigestTemplate(parts: [.text("[\(name)]")]))
    }
    /// Pointers to the text that a search matches.
    public var searchable: [JSONPointer] { content.searchable.map(\.pointer) }
    /// Whether clients show the content.
    public var isDisplayed: Bool { content.isDisplayed }
    /// Where a payload says the registry version it was written at.
    public var versionField: JSONPointer? { content.versionField }
    /// Where payloads are inside this content, beside the registry's own places.
    public var nested: [JSONPointer] { content.nested.map(\.pointer) }
    /// The steps from the version before.
    public var upgrade: [UpgradeStep] { content.upgrade }
    /// The schema as its file has it.
    var schema: JSONValue { content.schema }

    /// The schema, together with the registry's `common` schemas. Keep it rather than ask for each payload.
    public var plan: SchemaPlan { lazyPlan.plan }
}

extension ContentDefinition {
    /// Whether the schema declares a property at a place.
    func declares(_ pointer: JSONPointer) -> Bool {
        DeclaredMembers(file: file).declares(pointer.tokens, in: schema)
    }
}

/// All content definitions at one version.
public struct RegistryVersion: Sendable {
    /// The version.
    public let number: Int
    let lazyFingerprint: LazyFingerprint
    /// Where a payload says its type.
    public let typeField: JSONPointer
    /// The digest of unknown and malformed content.
    public let placeholder: LocalizedTemplate
    /// Where payloads are inside any payload.
    public let nested: [JSONPointer]
    /// The definitions, own ones and those of extended registries, by type.
    public let contents: [ContentDefinition]
    let retiredTypes: [ContentType]
    /// The files that make it up, in the order of precedence from the least to its own.
    let parts: [RegistryFile]

    /// The types that are retired.
    public var retired: Set<ContentType> { Set(retiredTypes) }
    /// The SHA-256 of the resolved version, in lower-case hexadecimal.
    public var fingerprint: String { lazyFingerprint.value }
}

/// All versions of a registry, in order.
public struct RegistrySeries: Sendable {
    /// The series' name.
    public let name: String
    /// The versions, lowest first. There is at least one.
    public let versions: [RegistryVersion]
    /// What is doubtful but stops nothing.
    public let warnings: [RegistryProblem]

    /// The version with a number, or nil where the series has none.
    public func version(_ number: Int) -> RegistryVersion? {
        versions.first { $0.number == number }
    }

    /// The newest version.
    public var newest: RegistryVersion { versions[versions.count - 1] }
}
