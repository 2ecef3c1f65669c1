import ContentSchema
import JSONText

/// A content type at one version of a registry, ready to check payloads.
public struct ContentDefinition: Sendable {
    /// The published type.
    public let type: ContentType
    /// The stable identifier that ties one version's definition to the next.
    public let name: String
    let lazyPlan: LazyPlan
    /// The digest's template; `[name]` where the registry gives none.
    public let digest: LocalizedTemplate
    /// Pointers to the text that a search matches.
    public let searchable: [JSONPointer]
    /// Whether clients show the content.
    public let isDisplayed: Bool
    /// Where a payload says the registry version it was written at.
    public let versionField: JSONPointer?
    /// Where payloads are inside this content, beside the registry's own places.
    public let nested: [JSONPointer]
    /// The steps from the version before.
    public let upgrade: [UpgradeStep]
    /// The schema as its file has it, and that file.
    let schema: JSONValue
    let file: RegistryFile
    /// Equal for equal definitions of this content in other versions: schema, steps, version field and nested places.
    let shape: Int

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
    let lazyFingerprint: Lazy<String>
    /// Where a payload says its type.
    public let typeField: JSONPointer
    /// The digest of unknown and malformed content.
    public let placeholder: LocalizedTemplate
    /// Where payloads are inside any payload.
    public let nested: [JSONPointer]
    /// The definitions, own ones and those of extended registries, by type.
    public let contents: [ContentDefinition]
    /// The types that are retired.
    public let retired: Set<ContentType>
    /// The files that make it up, in the order of precedence from the least to its own.
    let parts: [RegistryFile]

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
