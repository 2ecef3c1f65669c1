import JSONText

/// A member that a registry declares.
public struct FieldDescription: Sendable, Equatable {
    /// How a value has to be, as one keyword of JSON Schema says it.
    public struct Constraint: Sendable, Equatable {
        /// The keyword.
        public var keyword: String
        /// Its value as JSON text.
        public var value: String
    }

    /// Where the member is: a JSON Pointer from the payload, with `*` for every element of an array.
    public var pointer: String
    /// The names of the JSON types that it may have; empty where it may have any.
    public var types: [String]
    /// Whether it has to be there, in every object that it belongs to. A member with a default never has to.
    public var isRequired: Bool
    /// Whether it is declared for some payloads only: in `anyOf`, `oneOf`, `if` and the like.
    public var isConditional: Bool
    /// The value that it has where it is missing, as JSON text; nil where none is filled in.
    public var defaultValue: String?
    /// What SDKs assume where it is missing (`x-assumed`), as JSON text.
    public var assumed: String?
    /// The version since which every version declares it.
    public var since: Int
    /// What else the schema asks of it.
    public var constraints: [Constraint]
    /// The schema's `description`, or else its note (`x-note`).
    public var note: String?
}

/// Lists the members that a schema declares.
struct FieldWalk {
    /// How deep members are listed: schemas can name themselves.
    private static let deepest = 8
    /// The most members that are listed of one schema.
    private static let most = 2000
    /// The most objects that are looked into: alternatives inside alternatives multiply.
    private static let mostVisits = 20_000
    private static let constraintKeywords = [
        "enum", "const", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minLength",
        "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
    ]

    private let site: SchemaSite
    private(set) var fields: [FieldDescription] = []
    /// By the pointers' bytes: strings that Swift takes for equal can be two members.
    private var indexes: [[UInt8]: Int] = [:]
    private var visits = 0

    /// Lists the members of a schema, in the order in which they are declared, each before what is in it.
    init(_ schema: JSONValue, at site: SchemaSite, leavingOut left: [String] = []) {
        self.site = site
        for name in left { indexes[Array("/\(JSONPointer.escaped(name))".utf8)] = -1 }
        walk([schema], pointer: "", tokens: 0, isConditional: false)
    }

    /// - Parameter schemas: What applies to the values at the pointer.
    private mutating func walk(_ schemas: [JSONValue], pointer: String, tokens: Int, isConditional: Bool) {
        guard tokens < Self.deepest, visits < Self.mostVisits else { return }
        visits += 1
        let all = site.conjuncts(of: schemas)
        var names: [String] = []
        var members: [[UInt8]: [JSONValue]] = [:]
        for schema in all {
            for (name, member) in schema["properties"]?.members ?? [] {
                let bytes = Array(name.utf8)
                if members[bytes] == nil { names.append(name) }
                members[bytes, default: []].append(member)
            }
        }
        let required = Set(
            all.flatMap { $0["required"]?.elements.compactMap { $0.string.map { Array($0.utf8) } } ?? [] })
        for name in names {
            let below = "\(pointer)/\(JSONPointer.escaped(name))"
            let schemas = members[Array(name.utf8)] ?? []
            note(schemas, below, isRequired: required.contains(Array(name.utf8)), isConditional)
            guard indexes[Array(below.utf8)] != -1, fields.count < Self.most else { continue }
            walk(schemas, pointer: below, tokens: tokens + 1, isConditional: isConditional)
        }
        let elements = all.flatMap { ($0["prefixItems"]?.elements ?? []) + [$0["items"]].compactMap(\.self) }
        if !elements.isEmpty {
            walk(elements, pointer: pointer + "/*", tokens: tokens + 1, isConditional: isConditional)
        }
        for schema in all {
            let branches =
                ["anyOf", "oneOf"].flatMap { schema[$0]?.elements ?? [] }
                + ["if", "then", "else"].compactMap { schema[$0] }
                + (schema["dependentSchemas"]?.members.map(\.value) ?? [])
            for branch in branches where branch.kind == .object {
                walk([branch], pointer: pointer, tokens: tokens + 1, isConditional: true)
            }
        }
    }

    private mutating func note(
        _ schemas: [JSONValue], _ pointer: String, isRequired: Bool, _ isConditional: Bool
    ) {
        guard fields.count < Self.most, indexes[Array(pointer.utf8)] == nil else { return }
        let all = site.conjuncts(of: schemas)
        let value = all.lazy.compactMap { $0["default"] }.first
        indexes[Array(pointer.utf8)] = fields.count
        fields.append(
            FieldDescription(
                pointer: pointer, types: Self.types(all),
                isRequired: isRequired && !isConditional && (value == nil),
                isConditional: isConditional, defaultValue: isConditional ? nil : value?.text,
                assumed: all.lazy.compactMap { $0["x-assumed"] }.first?.text, since: 1,
                constraints: Self.constraints(all),
                note: all.lazy.compactMap { $0["description"]?.string ?? $0["x-note"]?.string }.first))
    }

    /// The types that all schemas let through.
    private static func types(_ schemas: [JSONValue]) -> [String] {
        var types: [String]?
        for these in schemas.compactMap(typesNamed) {
            guard let known = types else {
                types = these
                continue
            }
            types =
                known.filter { these.contains($0) || ($0 == "integer" && these.contains("number")) }
                + these.filter { $0 == "integer" && known.contains("number") && !known.contains("integer") }
        }
        return types ?? []
    }

    /// The types that one schema names, or that the values have to which it limits a member; nil where it does neither.
    private static func typesNamed(_ schema: JSONValue) -> [String]? {
        if let type = schema["type"] { return type.string.map { [$0] } ?? type.elements.compactMap(\.string) }
        guard let values = schema["enum"]?.elements ?? schema["const"].map({ [$0] }) else { return nil }
        var types: [String] = []
        for value in values where !types.contains(value.kind.description) { types.append(value.kind.description) }
        return types
    }

    private static func constraints(_ schemas: [JSONValue]) -> [FieldDescription.Constraint] {
        var constraints: [FieldDescription.Constraint] = []
        for keyword in constraintKeywords {
            for schema in schemas {
                guard let value = schema[keyword] else { continue }
                let found = FieldDescription.Constraint(keyword: keyword, value: compact(value))
                if !constraints.contains(found) { constraints.append(found) }
            }
        }
        // A closed object is a promise that clients have to know of.
        if schemas.contains(where: { $0["additionalProperties"]?.kind == .falseValue }) {
            constraints.append(FieldDescription.Constraint(keyword: "additionalProperties", value: "false"))
        }
        return constraints
    }

    private static func compact(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.copy(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
