import JSONText

/// Reads schemas into `SchemaSyntax`, checks every keyword, and resolves references.
struct SchemaReader {
    var schemas: [SchemaSyntax] = []
    var problems: [SchemaProblem] = []
    /// The index of each source's root schema.
    var roots: [Int] = []

    private static let mostProblems = 1000
    private var indexes = NumberIndex()
    private var documents: [JSONDocument] = []
    private var pending: [Int] = []
    /// The `$defs` of each source by name: its own, and its file's.
    var definitions: [Definitions] = []
    private var reported: Set<SchemaProblem> = []
    /// Whether what a file's definitions share can be read without them: false where it refers to a definition.
    var isClosed = true

    struct Definitions {
        var own = NamedMembers(of: nil)
        var shared = NamedMembers(of: nil)
        var sharedPointer = ""
        /// The names of `$anchor`, and the schemas that have them.
        var anchors = NameIndex()
        var anchored: [Int] = []
    }

    init(_ sources: [SchemaSource]) {
        for (number, source) in sources.enumerated() {
            roots.append(schema(source.schema, pointer: source.schema.pointer, source: number))
            readDefinitions(own: source.schema, shared: source.definitions, number)
        }
        readPending(from: 0)
    }

    /// Reads the `common` schemas alone. A definition comes later, as the first source.
    init(common: [SchemaSource]) {
        roots.append(-1)
        readDefinitions(own: nil, shared: nil, 0)
        for (index, source) in common.enumerated() {
            roots.append(schema(source.schema, pointer: source.schema.pointer, source: index + 1))
            readDefinitions(own: source.schema, shared: source.definitions, index + 1)
        }
        readPending(from: 0)
    }

    /// Reads the `$defs` of the definition's file, before any definition.
    mutating func add(definitions shared: JSONValue) {
        let first = schemas.count
        readShared(shared, 0)
        readPending(from: first)
    }

    /// Reads a definition, after what it shares with others. It must have no `$defs` of its own.
    mutating func add(definition: JSONValue) {
        let first = schemas.count
        roots[0] = schema(definition, pointer: definition.pointer, source: 0)
        readPending(from: first)
    }

    /// Reads all schemas that are new, from an index on.
    private mutating func readPending(from first: Int) {
        repeat {
            while let index = pending.popLast() { read(index) }
            resolveReferences(from: first)
        } while !pending.isEmpty
        findLoops(from: first)
    }

    private mutating func readDefinitions(own schema: JSONValue?, shared: JSONValue?, _ number: Int) {
        definitions.append(Definitions())
        definitions[number].own = NamedMembers(of: schema?["$defs"])
        if let shared { readShared(shared, number) }
    }

    private mutating func readShared(_ shared: JSONValue, _ number: Int) {
        guard shared.kind == .object else {
            report(.keywordInvalid, "'$defs' has to be an object of schemas", at: shared)
            return
        }
        definitions[number].sharedPointer = shared.pointer
        definitions[number].shared = NamedMembers(of: shared)
        for (name, value) in Self.members(of: shared) {
            let pointer = definitions[number].sharedPointer + "/" + JSONPointer.escaped(name.text)
            _ = schema(value, pointer: pointer, source: number)
        }
    }

    /// The members of an object with their names as bytes.
    static func members(of value: JSONValue) -> [(name: NameBytes, value: JSONValue)] {
        let document = value.document
        let source = document.bytes
        var result: [(name: NameBytes, value: JSONValue)] = []
        var name = value.node + 1
        while name < document.tape.next(value.node) {
            var bytes: NameBytes = []
            document.tape.appendUnescaped(name, in: source.span, to: &bytes)
            result.append((bytes, JSONValue(document: document, node: name + 1)))
            name = document.tape.next(name + 1)
        }
        return result
    }

    /// Notes a problem with a value, once.
    mutating func report(
        _ code: SchemaProblem.Code, _ message: String, at value: JSONValue, atName: Bool = false,
        level: SchemaProblem.Level = .error
    ) {
        // Each place costs a walk over the text, so a file that is all mistakes ends here.
        guard problems.count < Self.mostProblems else { return }
        let problem = SchemaProblem(
            code: code, level: level, message: message, place: atName ? value.namePlace : value.place,
            pointer: value.pointer, document: value.document)
        if reported.insert(problem).inserted { problems.append(problem) }
    }

    /// The index of a schema, which is read later where it is new.
    mutating func schema(_ value: JSONValue, pointer: String, source: Int) -> Int {
        // There are few documents and sources, and a text has at most 4 Gi nodes.
        let document = documents.firstIndex { $0 === value.document } ?? documents.count
        if document == documents.count { documents.append(value.document) }
        let (index, isNew) = indexes.insert(
            UInt64(document) << 48 | UInt64(source & 0xFFFF) << 32 | UInt64(value.node & 0xFFFF_FFFF))
        if !isNew { return index }
        schemas.append(SchemaSyntax(value: value, pointer: pointer, source: source))
        pending.append(index)
        return index
    }

    private mutating func read(_ index: Int) {
        let value = schemas[index].value
        switch value.kind {
        case .trueValue: return
        case .falseValue: schemas[index].isFalse = true
        case .object:
            let members = Self.members(of: value)
            // Few names are compared with each other sooner than they are hashed.
            var names = NameIndex()
            for (place, (name, member)) in members.enumerated() {
                let isNew =
                    members.count > 16
                    ? names.insert(name).isNew : !members[..<place].contains { $0.name == name }
                if isNew {
                    read(keyword: name.text, member, into: index)
                } else {
                    report(.keywordInvalid, "'\(name.text)' stands twice in one schema", at: member, atName: true)
                }
            }
        default:
            report(.keywordInvalid, "a schema has to be an object, true or false", at: value)
        }
    }

    private mutating func read(keyword: String, _ value: JSONValue, into index: Int) {
        // A note; the most frequent member of schemas that explain themselves.
        if keyword.utf8.starts(with: "x-".utf8) { return }
        switch keyword {
        case "type": schemas[index].types = types(value)
        case "$ref":
            if value.kind == .string {
                schemas[index].referenceValue = value
            } else {
                report(.keywordInvalid, "'$ref' has to be a string such as '#/$defs/name'", at: value)
            }
        case "default": schemas[index].defaultValue = value
        case "items": schemas[index].items = subschema(keyword, value, below: index)
        case "required": schemas[index].required = names(keyword, value)
        case "properties", "patternProperties", "dependentSchemas", "dependentRequired", "$defs":
            map(keyword, value, into: index)
        case "enum":
            if value.kind == .array {
                schemas[index].enumeration = value.elements
            } else {
                report(.keywordInvalid, "'enum' has to be an array of values", at: value)
            }
        case "const": schemas[index].constant = value
        case "minimum": bound(.minimum, keyword, value, into: index)
        case "exclusiveMinimum": bound(.exclusiveMinimum, keyword, value, into: index)
        case "maximum": bound(.maximum, keyword, value, into: index)
        case "exclusiveMaximum": bound(.exclusiveMaximum, keyword, value, into: index)
        case "multipleOf": bound(.multipleOf, keyword, value, into: index)
        case "minLength": length(.minLength, keyword, value, into: index)
        case "maxLength": length(.maxLength, keyword, value, into: index)
        case "minItems": length(.minItems, keyword, value, into: index)
        case "maxItems": length(.maxItems, keyword, value, into: index)
        case "minProperties": length(.minProperties, keyword, value, into: index)
        case "maxProperties": length(.maxProperties, keyword, value, into: index)
        case "minContains": schemas[index].minContains = count(keyword, value)
        case "maxContains": schemas[index].maxContains = count(keyword, value)
        case "uniqueItems":
            if let unique = value.boolean {
                schemas[index].uniqueItems = unique
            } else {
                report(.keywordInvalid, "'uniqueItems' has to be true or false", at: value)
            }
        case "pattern": schemas[index].pattern = pattern(value, value.string)
        case "allOf": schemas[index].allOf = list(keyword, value, below: index)
        case "anyOf": schemas[index].anyOf = list(keyword, value, below: index)
        case "oneOf": schemas[index].oneOf = list(keyword, value, below: index)
        case "prefixItems": schemas[index].prefixItems = list(keyword, value, below: index)
        case "not": schemas[index].not = subschema(keyword, value, below: index)
        case "if": schemas[index].condition = subschema(keyword, value, below: index)
        case "then": schemas[index].consequence = subschema(keyword, value, below: index)
        case "else": schemas[index].alternative = subschema(keyword, value, below: index)
        case "contains": schemas[index].contains = subschema(keyword, value, below: index)
        case "additionalProperties": schemas[index].additionalProperties = subschema(keyword, value, below: index)
        case "propertyNames": schemas[index].propertyNames = subschema(keyword, value, below: index)
        case "$anchor": anchor(value, of: index)
        default: readOther(keyword, value)
        }
    }

    private mutating func readOther(_ keyword: String, _ value: JSONValue) {
        if SchemaKeywords.annotations.contains(keyword) { return }
        if let advice = SchemaKeywords.unsupported[keyword] {
            report(.keywordUnsupported, "'\(keyword)' isn't supported: \(advice)", at: value, atName: true)
            return
        }
        var hint = "notes begin with 'x-'"
        if let now = SchemaKeywords.renamed[keyword] {
            hint = "JSON Schema 2020-12 has '\(now)'"
        } else if let close = NameSuggestion.closest(
            to: keyword, in: (SchemaKeywords.used.union(SchemaKeywords.annotations)).sorted())
        {
            hint = "did you mean '\(close)'?"
        }
        report(.keywordUnknown, "unknown keyword '\(keyword)': \(hint)", at: value, atName: true)
    }
}
