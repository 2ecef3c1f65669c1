/// All rules that `registry check` enforces.
public enum RuleBook {
    /// What `explain` says of a rule.
    public struct Entry: Sendable {
        /// The stable code.
        public var code: String
        /// How bad it is to break the rule.
        public var level: RegistryProblem.Level
        /// Whether every command stops at it, since the registry can't be loaded.
        public var stopsLoading: Bool
        /// One sentence: when the rule is broken.
        public var meaning: String
        /// What breaks, and for whom.
        public var breaks: String
        /// How to mend it.
        public var remedy: String
    }

    static let changeRules: [any ChangeRule.Type] = [
        FieldAddedWithoutDefault.self, FieldAddedOptional.self, FieldTypeChanged.self, FieldRemoved.self,
        RequiredAdded.self, ConstraintNarrowed.self, DefaultChanged.self, Unclassified.self,
    ]
    static let pairRules: [any PairRule.Type] = [
        TypeChanged.self, TypeReused.self, ContentRemoved.self, FieldReused.self, TypeFieldChanged.self,
    ]
    static let versionRules: [any VersionRule.Type] = [FieldReused.self]

    /// The rules in the order of the specification.
    private static let all: [any RegistryRule.Type] = [
        TypeChanged.self, TypeReused.self, TypeCollision.self, ContentRemoved.self, FieldAddedWithoutDefault.self,
        FieldAddedOptional.self, FieldTypeChanged.self, FieldReused.self, FieldRemoved.self, RequiredAdded.self,
        ConstraintNarrowed.self, DefaultChanged.self, DefaultInvalid.self, DigestUnknownField.self,
        SearchableUnknownField.self, NestedUnknownField.self, VersionGap.self, ExemptStale.self, Unclassified.self,
    ]

    private static let loading: Set<String> = [
        TypeCollision.code, DefaultInvalid.code, DigestUnknownField.code, SearchableUnknownField.code,
        NestedUnknownField.code, VersionGap.code,
    ]

    /// The rules as `explain` tells them.
    public static var entries: [Entry] { all.map(entry) }

    private static func entry(_ rule: any RegistryRule.Type) -> Entry {
        Entry(
            code: rule.code, level: rule.level, stopsLoading: loading.contains(rule.code), meaning: rule.meaning,
            breaks: rule.breaks, remedy: rule.remedy)
    }

    /// The codes that an exemption can name.
    static var exemptible: [String] {
        entries.filter { !$0.stopsLoading && $0.code != ExemptStale.code }.map(\.code)
    }
}
