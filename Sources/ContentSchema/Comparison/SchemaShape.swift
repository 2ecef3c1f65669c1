import JSONText

/// Everything that schemas which always apply together say of one value.
final class SchemaShape {
    /// A bound on numbers.
    struct Limit {
        let value: JSONValue
        let isExclusive: Bool

        var text: [UInt8] { Array(value.text.utf8) }
    }

    /// A condition with schemas of its own.
    struct Constraint {
        enum Kind: String {
            case anyOf, oneOf, not, condition = "if", contains, propertyNames, dependentSchemas, dependentRequired
        }

        let kind: Kind
        /// The schema that has the keyword.
        let schema: Int
        let value: JSONValue
        /// The schemas of the keyword; for `if` those of `then` and `else` are apart.
        var branches: [Int] = []
        var consequence: Int?
        var alternative: Int?
        /// The member that a dependency begins with, and those that it asks for.
        var trigger: NameBytes = []
        var names: [NameBytes] = []
        var minimum = 1
        var maximum: Int?

        /// Whether its schemas are asked about the value itself, not about what is in it.
        var isAboutSameValue: Bool {
            switch kind {
            case .anyOf, .oneOf, .not, .condition, .dependentSchemas: true
            case .contains, .propertyNames, .dependentRequired: false
            }
        }

        /// Whether values of every type are concerned, not objects or arrays only.
        var isAboutAnyValue: Bool {
            switch kind {
            case .anyOf, .oneOf, .not, .condition: true
            case .contains, .propertyNames, .dependentSchemas, .dependentRequired: false
            }
        }
    }

    let conjuncts: [SchemaView.Conjunct]
    /// The schema that stands for all, to name a place.
    let value: JSONValue
    private let places: [JSONValue]
    /// The types that can be admitted; none where nothing is.
    private(set) var types = TypeSet.any
    /// Where the types are said.
    private(set) var typesValue: JSONValue?
    /// The only values that can be admitted, where they are listed.
    private(set) var values: [JSONValue]?
    private(set) var valuesValue: JSONValue?
    private(set) var lower: Limit?
    private(set) var upper: Limit?
    private(set) var multiples: [JSONValue] = []
    /// The tightest of each.
    private(set) var lengths: [SchemaSyntax.Length: Int] = [:]
    private(set) var patterns: [(pattern: Pattern, value: JSONValue)] = []
    /// The declared properties, in order of declaration.
    private(set) var names: [NameBytes] = []
    private var namesSet: Set<NameBytes> = []
    /// The properties that are refused by name: those whose schema is `false`, and no other.
    private(set) var refusedNames: [NameBytes] = []
    private(set) var required: [NameBytes: JSONValue] = [:]
    /// The patterns of `patternProperties`.
    private(set) var namePatterns: [(pattern: Pattern, schema: Int)] = []
    private(set) var othersValue: JSONValue?
    private(set) var prefixCount = 0
    private(set) var uniqueItems: JSONValue?
    private(set) var constraints: [Constraint] = []
    /// The default that fills the place in.
    private(set) var defaultValue: JSONValue?

    init(_ conjuncts: [SchemaView.Conjunct], in view: SchemaView) {
        self.conjuncts = conjuncts
        let schemas = view.reader.schemas
        let main = conjuncts.first { $0.isTop } ?? conjuncts.first
        let value = main.map { schemas[$0.schema].value } ?? view.anything
        self.value = value
        places = [value] + conjuncts.map { schemas[$0.schema].value }
        for conjunct in conjuncts {
            let schema = schemas[conjunct.schema]
            if schema.isFalse { types = 0 }
            if let stated = schema.types {
                types &= stated
                typesValue = schema.value["type"]
            }
            if let constant = schema.constant { list([constant], schema.value["const"]) }
            if let enumeration = schema.enumeration { list(enumeration, schema.value["enum"]) }
            for (bound, value) in schema.bounds { take(bound, value) }
            for (length, count) in schema.lengths { take(length, count) }
            if let pattern = schema.pattern, let value = schema.value["pattern"] { patterns.append((pattern, value)) }
            takeMembers(conjunct, schema, schemas)
            prefixCount = max(prefixCount, schema.prefixItems.count)
            if schema.uniqueItems { uniqueItems = schema.value["uniqueItems"] }
            takeConstraints(conjunct.schema, schema)
            if conjunct.isLive, defaultValue == nil { defaultValue = schema.defaultValue }
        }
        refusedNames.removeAll { namesSet.contains($0) }
        if let listed = values {
            // What the other keywords refuse is listed in vain.
            let left = listed.filter { admitsBySelf($0) != false }
            values = left
            types &= left.reduce(0) { $0 | Self.type(of: $1) }
        }
    }

    /// Whether a property is declared.
    func declares(_ name: NameBytes) -> Bool { namesSet.contains(name) }

    /// The value of a keyword in any of the schemas; of the main one itself where none has it.
    func place(_ keyword: String) -> JSONValue {
        places.lazy.compactMap { $0[keyword] }.first ?? value
    }

    private func list(_ listed: [JSONValue], _ place: JSONValue?) {
        values =
            values.map { known in known.filter { one in listed.contains { ValueEquality.equal(one, $0) } } } ?? listed
        valuesValue = place
    }

    private func take(_ bound: SchemaSyntax.Bound, _ value: JSONValue) {
        switch bound {
        case .minimum, .exclusiveMinimum:
            let limit = Limit(value: value, isExclusive: bound == .exclusiveMinimum)
            if lower.map({ Self.isTighter(limit, than: $0, above: true) }) ?? true { lower = limit }
        case .maximum, .exclusiveMaximum:
            let limit = Limit(value: value, isExclusive: bound == .exclusiveMaximum)
            if upper.map({ Self.isTighter(limit, than: $0, above: false) }) ?? true { upper = limit }
        case .multipleOf:
            multiples.append(value)
        }
    }

    /// Whether a lower (or upper) limit refuses what another lets pass.
    static func isTighter(_ limit: Limit, than other: Limit, above isLower: Bool) -> Bool {
        let order = ExactDecimal.compare(limit.text.span, other.text.span)
        if order == 0 { return limit.isExclusive && !other.isExclusive }
        return isLower ? order > 0 : order < 0
    }

    private func take(_ length: SchemaSyntax.Length, _ count: Int) {
        let isLower = [.minLength, .minItems, .minProperties].contains(length)
        if isLower && count == 0 { return }
        lengths[length] = lengths[length].map { isLower ? max($0, count) : min($0, count) } ?? count
    }

    private func takeMembers(_ conjunct: SchemaView.Conjunct, _ schema: SchemaSyntax, _ schemas: [SchemaSyntax]) {
        // A property that is `false` is refused, not declared.
        for (name, property) in schema.properties {
            if schemas[property].isFalse {
                if !refusedNames.contains(name) { refusedNames.append(name) }
            } else if namesSet.insert(name).inserted {
                names.append(name)
            }
        }
        for name in schema.required where required[name] == nil {
            required[name] = schema.value["required"]?.elements.first { $0.string.map { Array($0.utf8) } == name }
        }
        namePatterns += schema.patternProperties
        if schema.additionalProperties != nil, othersValue == nil { othersValue = schema.value["additionalProperties"] }
    }

    private func takeConstraints(_ index: Int, _ schema: SchemaSyntax) {
        func add(_ kind: Constraint.Kind, _ keyword: String, _ change: (inout Constraint) -> Void) {
            var constraint = Constraint(kind: kind, schema: index, value: schema.value[keyword] ?? schema.value)
            change(&constraint)
            constraints.append(constraint)
        }
        if !schema.anyOf.isEmpty { add(.anyOf, "anyOf") { $0.branches = schema.anyOf } }
        if !schema.oneOf.isEmpty { add(.oneOf, "oneOf") { $0.branches = schema.oneOf } }
        if let not = schema.not { add(.not, "not") { $0.branches = [not] } }
        if let condition = schema.condition, schema.consequence != nil || schema.alternative != nil {
            add(.condition, "if") {
                $0.branches = [condition]
                $0.consequence = schema.consequence
                $0.alternative = schema.alternative
            }
        }
        if let contains = schema.contains {
            add(.contains, "contains") {
                $0.branches = [contains]
                $0.minimum = schema.minContains ?? 1
                $0.maximum = schema.maxContains
            }
        }
        if let names = schema.propertyNames { add(.propertyNames, "propertyNames") { $0.branches = [names] } }
        for (trigger, target) in schema.dependentSchemas {
            add(.dependentSchemas, "dependentSchemas") {
                $0.trigger = trigger
                $0.branches = [target]
            }
        }
        for (trigger, required) in schema.dependentRequired {
            add(.dependentRequired, "dependentRequired") {
                $0.trigger = trigger
                $0.names = required
            }
        }
    }

    // MARK: Values

    /// The one bit of a value's type.
    static func type(of value: JSONValue) -> UInt8 {
        switch value.kind {
        case .null: TypeSet.null
        case .falseValue, .trueValue: TypeSet.boolean
        case .number: ExactDecimal.isInteger(Array(value.text.utf8).span) ? TypeSet.integer : TypeSet.fraction
        case .string: TypeSet.string
        case .array: TypeSet.array
        case .object: TypeSet.object
        }
    }

    /// Whether a value is admitted as far as it shows by itself; nil where its members or elements have to be looked at.
    /// Conditions with schemas of their own are left out.
    func admitsBySelf(_ value: JSONValue) -> Bool? {
        guard types & Self.type(of: value) != 0 else { return false }
        if let values { guard values.contains(where: { ValueEquality.equal($0, value) }) else { return false } }
        switch value.kind {
        case .number: return admits(number: Array(value.text.utf8))
        case .string: return admits(string: value.string ?? "")
        case .array, .object: return values == nil ? nil : true
        default: return true
        }
    }

    /// Whether a value is admitted; nil where that can't be told.
    func admits(_ value: JSONValue) -> Bool? {
        guard let bySelf = admitsBySelf(value) else { return nil }
        if !bySelf { return false }
        if value.kind == .array || value.kind == .object { return nil }
        return constraints.contains(where: \.isAboutAnyValue) ? nil : true
    }

    private func admits(number text: [UInt8]) -> Bool {
        if let lower, ExactDecimal.compare(text.span, lower.text.span) < (lower.isExclusive ? 1 : 0) { return false }
        if let upper, ExactDecimal.compare(text.span, upper.text.span) > (upper.isExclusive ? -1 : 0) { return false }
        return multiples.allSatisfy { ExactDecimal.isMultiple(text.span, of: Array($0.text.utf8).span) }
    }

    private func admits(string text: String) -> Bool {
        let count = text.unicodeScalars.count
        if count < lengths[.minLength] ?? 0 || count > lengths[.maxLength] ?? .max { return false }
        let bytes = Array(text.utf8)
        return patterns.allSatisfy { $0.pattern.matches(bytes.span) }
    }

    /// Whether something here looks at more than one member or element, so that a default that is filled in can decide it.
    var hasConditions: Bool {
        !constraints.isEmpty || uniqueItems != nil || lengths[.minProperties] != nil || lengths[.maxProperties] != nil
    }
}
