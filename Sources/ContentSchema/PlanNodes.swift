import JSONText

/// One thing to check about a value.
struct Check: Sendable {
    enum Kind: UInt8, Sendable {
        /// `false`: nothing may stand here.
        case never
        /// operand: a `TypeSet`
        case type
        /// first: an index of `PlanTables.choices`
        case choice
        /// operand: the bound where it is a short plain integer; first: an index of `PlanTables.numbers`
        case minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf
        /// operand: the count
        case minLength, maxLength, minItems, maxItems, minProperties, maxProperties
        /// first: an index of `PlanTables.patterns`
        case pattern
        /// first: a plan node
        case propertyNames, not
        /// first and second: a range of `PlanTables.branches`
        case anyOf, oneOf
        /// first, second, third: plan nodes for if, then, else
        case condition
        /// first: a plan node; operand: the least count; second: the largest
        case contains
        case uniqueItems
        /// first: a bit of the object's entries; second: a plan node
        case dependentSchema
        /// Reported for a missing member; operand 1: `dependentRequired`, whose trigger is in `PlanTables.names`, first
        case required
        /// Reported where the check itself can't go on.
        case limit

        var code: SchemaCode {
            switch self {
            case .never, .propertyNames: .fieldUndeclared
            case .type: .fieldType
            case .choice: .fieldEnum
            case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf: .fieldRange
            case .minLength, .maxLength, .minItems, .maxItems, .minProperties, .maxProperties: .fieldLength
            case .pattern: .fieldPattern
            case .required: .fieldMissing
            case .not, .anyOf, .oneOf, .condition, .contains, .uniqueItems, .dependentSchema, .limit: .fieldConstraint
            }
        }
    }

    var kind: Kind
    /// Whether the bound in `operand` is the whole bound.
    var isPlain = false
    var first: Int32 = 0
    var second: Int32 = 0
    var third: Int32 = 0
    var operand: Int = 0
    /// An index of `PlanTables.locations`.
    var location: Int32
}

/// What applies to one value: the conjunction of all schemas that apply to it always.
struct PlanNode: Sendable {
    /// The types that all schemas allow.
    var types: UInt8 = TypeSet.any
    /// Whether a check looks at the value in a way that a missing default could change.
    var isObserver = false
    /// Whether a default can be missing in the value or below it.
    var hasDefaults = false
    /// An index of `PlanTables.objects`, -1 where members don't matter.
    var object: Int32 = -1
    /// An index of `PlanTables.arrays`, -1 where elements don't matter.
    var array: Int32 = -1
    /// The checks of each kind of value follow each other: of types, of any value, of strings, numbers, arrays, objects.
    var typeStart: Int32 = 0
    var anyStart: Int32 = 0
    var stringStart: Int32 = 0
    var numberStart: Int32 = 0
    var arrayStart: Int32 = 0
    var objectStart: Int32 = 0
    var end: Int32 = 0
}

/// A member name that an object's schemas name.
struct Entry: Sendable {
    /// The first eight bytes of the name, zeros behind a shorter one.
    var word: UInt64
    var length: Int32
    /// Where the name begins in `PlanTables.text`.
    var text: Int32
    /// The plan node of the member's value, -1 where anything goes.
    var child: Int32 = -1
    /// The types of values for which `child` has nothing more to check: a `TypeSet`.
    var passing: UInt8 = TypeSet.any
    /// The default that fills the member in, -1 for none.
    var slot: Int32 = -1
    /// The check that a missing member is reported by, -1 where the member may be missing.
    var required: Int32 = -1
}

/// The members of an object.
struct ObjectPlan: Sendable {
    var entryStart: Int32 = 0
    var entryCount: Int32 = 0
    /// The entries by hash, -1 for an empty place: `slotMask + 1` places of `PlanTables.slots`.
    var slotStart: Int32 = 0
    var slotMask: UInt64 = 0
    /// One bit an entry, where there are at most 64: those with a default or required.
    var watched: UInt64 = 0
    /// What names without an entry have to satisfy, as a range of `PlanTables.rules`.
    var ruleStart: Int32 = 0
    var ruleCount: Int32 = 0
    /// `dependentRequired`, as a range of `PlanTables.dependencies`.
    var dependencyStart: Int32 = 0
    var dependencyCount: Int32 = 0
    /// Whether a check counts the members.
    var countsMembers = false

    var isWide: Bool { entryCount > 64 }
}

/// The patterns and the rest of one schema, for names without an entry.
struct Rule: Sendable {
    /// A range of `PlanTables.ruleBranches`.
    var branchStart: Int32
    var branchCount: Int32
    /// The plan node for names that no pattern takes, -1 where anything goes.
    var additional: Int32
}

/// A pattern of names and the plan node for their values, -1 where anything goes.
struct RuleBranch: Sendable {
    var pattern: Int32
    var child: Int32
}

/// One name that has to be there beside another.
struct Dependency: Sendable {
    /// Entries, counted from the object's first.
    var trigger: Int32
    var required: Int32
    var check: Int32
}

/// The elements of an array.
struct ArrayPlan: Sendable {
    /// The first elements' plan nodes, as a range of `PlanTables.prefixes`.
    var prefixStart: Int32 = 0
    var prefixCount: Int32 = 0
    /// The plan node of the others, -1 where anything goes.
    var rest: Int32 = -1
    /// The types of values for which `rest` has nothing more to check: a `TypeSet`.
    var passing: UInt8 = TypeSet.any
}

/// The values of an `enum`, or the one of a `const`.
struct Choice: Sendable {
    /// The strings, as a range of `PlanTables.choiceTexts`.
    var stringStart: Int32 = 0
    var stringCount: Int32 = 0
    /// Everything else.
    var others: [JSONValue] = []
    /// As they are written, for people.
    var spelled: [String] = []
}

/// A string of a choice, unescaped.
struct ChoiceText: Sendable {
    /// The first eight bytes, zeros behind a shorter one.
    var word: UInt64
    var length: Int32
    /// Where it begins in `PlanTables.text`.
    var text: Int32
}

/// The flat tables of a plan.
struct PlanTables: Sendable {
    var nodes: [PlanNode] = []
    var checks: [Check] = []
    var objects: [ObjectPlan] = []
    var arrays: [ArrayPlan] = []
    var entries: [Entry] = []
    var slots: [Int32] = []
    var rules: [Rule] = []
    var ruleBranches: [RuleBranch] = []
    var dependencies: [Dependency] = []
    var prefixes: [Int32] = []
    var branches: [Int32] = []
    var choices: [Choice] = []
    var choiceTexts: [ChoiceText] = []
    var patterns: [Pattern] = []
    var numbers: [[UInt8]] = []
    /// The text of all entries' names and choices' strings, unescaped.
    var text: [UInt8] = []
    /// The names that trigger a `dependentRequired`.
    var names: [NameBytes] = []
    var locations: [SchemaLocation] = []
    var defaults: [DefaultSlot] = []
}

/// Where a keyword stands.
public struct SchemaLocation: Hashable, Sendable {
    /// JSON Pointer (RFC 6901) from the root of the document that holds the schema.
    public var pointer: String
    /// Which source of the compilation it came from: 0 for the definition, then `common` in their order.
    public var source: Int
}

/// A place that a default fills.
public struct DefaultSlot: Sendable {
    /// JSON Pointer from the payload to the member, with `*` for array elements; the first such place where schemas that
    /// name themselves make many.
    public var pointer: String
    /// The member's name as UTF-8, unescaped.
    public var name: [UInt8]
    /// The default as compact JSON, completed with its own defaults.
    public var value: [UInt8]
    /// Whether there are more places than `pointer`, since the schema applies at several depths.
    public var isRepeated: Bool
    /// Where the default stands.
    public var location: SchemaLocation
    /// The name and the value as they are added: `"name":value`.
    var member: [UInt8]
    /// The plan node of the value, -1 where anything goes.
    var child: Int
}
