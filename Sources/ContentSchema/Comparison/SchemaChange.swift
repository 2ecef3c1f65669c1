import JSONText

/// How a change moves the set of values that a schema admits. A change can do both.
public struct SchemaEffect: OptionSet, Hashable, Sendable {
    /// One bit for each effect.
    public let rawValue: UInt8

    /// Effects by their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A value that was admitted is no longer.
    public static let narrows = SchemaEffect(rawValue: 1)
    /// A value is admitted that was not.
    public static let widens = SchemaEffect(rawValue: 2)
    /// What the change does to old values can't be told.
    public static let mayNarrow = SchemaEffect(rawValue: 4)
    /// What the change lets in can't be told.
    public static let mayWiden = SchemaEffect(rawValue: 8)
}

/// One difference between an older and a newer schema.
public struct SchemaChange: Sendable {
    /// What kind of difference it is.
    public enum Kind: String, Sendable, CaseIterable {
        case propertyAdded
        case propertyRemoved
        case requiredAdded
        case requiredRemoved
        case types
        case values
        case range
        case length
        case pattern
        /// Whether members without a declaration are admitted, and which.
        case otherMembers
        /// What looks at several values or has branches: `anyOf`, `oneOf`, `not`, `if`, `contains` and the like.
        case constraint
        case defaultAdded
        case defaultRemoved
        case defaultChanged
    }

    /// What is known of a property that only one of the schemas declares.
    public struct Member: Hashable, Sendable {
        /// Whether the schema that declares it requires it.
        public var isRequired: Bool
        /// Whether the schema that declares it fills it in.
        public var hasDefault: Bool
        /// Whether the other schema refuses it, as closed objects do, at least with some values.
        public var isRefused: Bool
    }

    /// The kind.
    public var kind: Kind
    /// Where in a payload, with `*` for every element of an array.
    public var pointer: JSONPointer
    /// What it does to the values that are admitted, with missing defaults filled in.
    public var effect: SchemaEffect
    /// What changed, in a few words.
    public var detail: String
    /// What is about a property that was added or removed.
    public var member: Member?
    /// Where the older schema says it; what is nearest where it says nothing.
    public var old: JSONValue
    /// Where the newer schema says it; what is nearest where it says nothing.
    public var new: JSONValue
}
