/// The codes of what stops a file from being a registry, or is doubtful in one, and is neither a rule's nor a schema's.
public enum RegistryMistake: String, CaseIterable, Sendable {
    /// A file or folder can't be read.
    case unreadable = "registry-unreadable"
    /// A file is no JSON.
    case notJSON = "registry-not-json"
    /// A member is missing, is another's, or has a value that it can't have.
    case invalid = "registry-invalid"
    /// A digest is no template.
    case digestInvalid = "digest-invalid"
    /// An upgrade step names a member that nothing declares.
    case upgradeUnknownField = "upgrade-unknown-field"
}
