/// The rules that are held when a registry is loaded, so that no command works with a series that breaks one.

/// `type-collision`.
enum TypeCollision: RegistryRule {
    static let code = "type-collision"
    static let level = RegistryProblem.Level.error
    static let meaning = "Two definitions of one version have one type number."
    static let breaks = "No client could tell which of the two a message is."
    static let remedy = "Give one of them another number; to replace an extended definition, say \"override\": true."
}

/// `default-invalid`.
enum DefaultInvalid: RegistryRule {
    static let code = "default-invalid"
    static let level = RegistryProblem.Level.error
    static let meaning = "A default does not satisfy its own schema."
    static let breaks = "Every message that the default fills in would become malformed by it."
    static let remedy = "Mend the default, or widen the schema."
}

/// `digest-unknown-field`.
enum DigestUnknownField: RegistryRule {
    static let code = "digest-unknown-field"
    static let level = RegistryProblem.Level.error
    static let meaning = "A digest template shows a property that nothing declares."
    static let breaks = "Conversation lists would show a gap in its place for every message."
    static let remedy = "Correct the name in the template, or declare the property."
}

/// `searchable-unknown-field`.
enum SearchableUnknownField: RegistryRule {
    static let code = "searchable-unknown-field"
    static let level = RegistryProblem.Level.error
    static let meaning = "A pointer of 'searchable' leads to no declared property."
    static let breaks = "A search would never find these messages by it."
    static let remedy = "Correct the pointer, or declare the property."
}

/// `nested-unknown-field`.
enum NestedUnknownField: RegistryRule {
    static let code = "nested-unknown-field"
    static let level = RegistryProblem.Level.error
    static let meaning = "A pointer of 'nested' leads to no declared property."
    static let breaks = "Payloads inside payloads would be neither counted nor upgraded."
    static let remedy = "Correct the pointer, or declare the property."
}

/// `version-gap`.
enum VersionGap: RegistryRule {
    static let code = "version-gap"
    static let level = RegistryProblem.Level.error
    static let meaning = "A number is missing in the versions 1, 2, 3, … of a series."
    static let breaks = "What the missing version did to messages is not known, so none can be upgraded past it."
    static let remedy = "Put the missing file back, or rename those after it."
}

/// `exempt-stale`.
enum ExemptStale: RegistryRule {
    static let code = "exempt-stale"
    static let level = RegistryProblem.Level.warning
    static let meaning = "An exemption exempts nothing any more."
    static let breaks = "Nothing today; but it would hide the same mistake if somebody made it again."
    static let remedy = "Remove it from 'exempt'."
}
