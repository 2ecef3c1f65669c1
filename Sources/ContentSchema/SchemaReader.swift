import JSONText

/// Reads schemas into `SchemaSyntax`, checks every keyword, and resolves references.
struct SchemaReader {
    private(set) var schemas: [SchemaSyntax] = []
    private(set) var problems: [SchemaProblem] = []
    /// The index of each source's root schema.
    private(set) var roots: [Int] = []

    private static let mostProblems = 1000
    private var indexes: [Location: Int] = [:]
    private var pending: [Int] = []
    private var anchors: [[String: Int]]
    /// The `$defs` of each source by name: its own, and its file's.
    private var definitions: [Definitions] = []
    private var reported: Set<SchemaProblem> = []

    private struct Definitions {
        var own: [NameBytes: JSONValue] = [:]
        var shared: [NameBytes: JSONValue] = [:]
        var sharedPointer = ""
    }

    private struct Location: Hashable {
        let document: ObjectIdentifier
        let node: Int
        let source: Int
    }

    init(_ sources: [SchemaSource]) {
        anchors = Array(repeating: [:], count: sources.count)
        for (number, source) in sources.enumerated() {
            roots.append(schema(source.schema, pointer: source.schema.pointer, source: number))
            readDefinitions(source, number)
        }
        repeat {
            while let index = pending.popLast() { read(index) }
            resolveReferences()
        } while !pending.isEmpty
        findLoops()
    }

    private mutating func readDefinitions(_ source: SchemaSource, _ number: Int) {
        definitions.append(Definitions())
        if let own = source.schema["$defs"], own.kind == .object {
            for (name, value) in Self.members(of: own) { definitions[number].own[name] = value }
        }
        guard let shared = source.definitions else { return }
        guard shared.kind == .object else {
            report(.keywordInvalid, "'$defs' has to be an object of schemas", at: shared)
            return
        }
        definitions[number].sharedPointer = shared.pointer
        for (name, value) in Self.members(of: shared) {
            definitions[number].shared[name] = value
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
    private mutating func schema(_ value: JSONValue, pointer: String, source: Int) -> Int {
        let location = Location(document: ObjectIdentifier(value.document), node: value.node, source: source)
        if let index = indexes[location] { return index }
        let index = schemas.count
        indexes[location] = index
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
            var names: Set<NameBytes> = []
            for (name, member) in Self.members(of: value) {
                if names.insert(name).inserted {
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
        switch keyword {
        case "type": schemas[index].types = types(value)
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
        case "required": schemas[index].required = names(keyword, value)
        case "properties", "patternProperties", "dependentSchemas", "dependentRequired", "$defs":
            map(keyword, value, into: index)
        case "allOf": schemas[index].allOf = list(keyword, value, below: index)
        case "anyOf": schemas[index].anyOf = list(keyword, value, below: index)
        case "oneOf": schemas[index].oneOf = list(keyword, value, below: index)
        case "prefixItems": schemas[index].prefixItems = list(keyword, value, below: index)
        case "not": schemas[index].not = subschema(keyword, value, below: index)
        case "if": schemas[index].condition = subschema(keyword, value, below: index)
        case "then": schemas[index].consequence = subschema(keyword, value, below: index)
        case "else": schemas[index].alternative = subschema(keyword, value, below: index)
        case "items": schemas[index].items = subschema(keyword, value, below: index)
        case "contains": schemas[index].contains = subschema(keyword, value, below: index)
        case "additionalProperties": schemas[index].additionalProperties = subschema(keyword, value, below: index)
        case "propertyNames": schemas[index].propertyNames = subschema(keyword, value, below: index)
        case "default": schemas[index].defaultValue = value
        case "$anchor": anchor(value, of: index)
        case "$ref":
            if value.kind == .string {
                schemas[index].referenceValue = value
            } else {
                report(.keywordInvalid, "'$ref' has to be a string such as '#/$defs/name'", at: value)
            }
        default: readOther(keyword, value)
        }
    }

    private mutating func readOther(_ keyword: String, _ value: JSONValue) {
        if SchemaKeywords.annotations.contains(keyword) || keyword.hasPrefix("x-") { return }
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

    // MARK: Values of keywords

    private mutating func types(_ value: JSONValue) -> UInt8? {
        let list = value.kind == .array ? value.elements : [value]
        if value.kind == .array && list.isEmpty {
            report(.keywordInvalid, "'type' needs at least one type", at: value)
        }
        var result: UInt8 = 0
        for element in list {
            guard let name = element.string else {
                report(.keywordInvalid, "'type' has to be a type's name or an array of them", at: element)
                continue
            }
            guard let bits = TypeSet.bits(named: name) else {
                let names = TypeSet.names.map(\.name)
                let hint =
                    NameSuggestion.closest(to: name, in: names).map { "did you mean '\($0)'?" }
                    ?? "types are \(names.joined(separator: ", "))"
                report(.keywordInvalid, "unknown type '\(name)': \(hint)", at: element)
                continue
            }
            if result & bits == bits && bits != TypeSet.integer {
                report(.keywordInvalid, "'type' names '\(name)' twice", at: element)
            }
            result |= bits
        }
        return result == 0 ? nil : result
    }

    private mutating func bound(_ bound: SchemaSyntax.Bound, _ keyword: String, _ value: JSONValue, into index: Int) {
        guard value.kind == .number else {
            report(.keywordInvalid, "'\(keyword)' has to be a number", at: value)
            return
        }
        let zero: [UInt8] = [UInt8(ascii: "0")]
        if bound == .multipleOf && ExactDecimal.compare(Array(value.text.utf8).span, zero.span) <= 0 {
            report(.keywordInvalid, "'multipleOf' has to be more than 0", at: value)
            return
        }
        schemas[index].bounds.append((bound, value))
    }

    private mutating func length(
        _ length: SchemaSyntax.Length, _ keyword: String, _ value: JSONValue, into index: Int
    ) {
        if let count = count(keyword, value) { schemas[index].lengths.append((length, count)) }
    }

    /// A whole number from 0, by value; what is beyond `Int` is as good as its largest value.
    private mutating func count(_ keyword: String, _ value: JSONValue) -> Int? {
        let text = Array(value.text.utf8)
        let zero: [UInt8] = [UInt8(ascii: "0")]
        guard value.kind == .number, ExactDecimal.isInteger(text.span), ExactDecimal.compare(text.span, zero.span) >= 0
        else {
            report(.keywordInvalid, "'\(keyword)' has to be a whole number from 0", at: value)
            return nil
        }
        if let plain = ExactDecimal.plainInteger(text.span) { return plain }
        let limit = Array("1000000000000000".utf8)
        if ExactDecimal.compare(text.span, limit.span) >= 0 { return Int.max }
        // Whole and small, in an unusual spelling: at most 15 digits times a power of ten.
        var canonical: [UInt8] = []
        ExactDecimal.appendCanonical(text.span, to: &canonical)
        let parts = canonical.split(separator: UInt8(ascii: "e"))
        let digits = parts.first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        let power = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
        return (0..<power).reduce(digits) { value, _ in value * 10 }
    }

    private mutating func pattern(_ value: JSONValue, _ source: String?, atName: Bool = false) -> Pattern? {
        guard let source else {
            report(.keywordInvalid, "'pattern' has to be a string", at: value)
            return nil
        }
        do throws(PatternError) {
            return try Pattern(source)
        } catch {
            report(
                .patternInvalid, "pattern '\(source)', character \(error.offset + 1): \(error.message)", at: value,
                atName: atName)
            return nil
        }
    }

    private mutating func names(_ keyword: String, _ value: JSONValue) -> [NameBytes] {
        guard value.kind == .array else {
            report(.keywordInvalid, "'\(keyword)' has to be an array of names", at: value)
            return []
        }
        var result: [NameBytes] = []
        var seen: Set<NameBytes> = []
        for element in value.elements {
            guard let name = element.string.map({ Array($0.utf8) }) else {
                report(.keywordInvalid, "'\(keyword)' has to be an array of names", at: element)
                continue
            }
            if seen.insert(name).inserted {
                result.append(name)
            } else {
                report(.keywordInvalid, "'\(keyword)' names '\(name.text)' twice", at: element)
            }
        }
        return result
    }

    private mutating func subschema(_ keyword: String, _ value: JSONValue, below index: Int) -> Int {
        schema(value, pointer: "\(schemas[index].pointer)/\(keyword)", source: schemas[index].source)
    }

    private mutating func list(_ keyword: String, _ value: JSONValue, below index: Int) -> [Int] {
        guard value.kind == .array, !value.elements.isEmpty else {
            report(.keywordInvalid, "'\(keyword)' has to be an array of at least one schema", at: value)
            return []
        }
        return value.elements.enumerated().map { number, element in
            schema(element, pointer: "\(schemas[index].pointer)/\(keyword)/\(number)", source: schemas[index].source)
        }
    }

    private mutating func map(_ keyword: String, _ value: JSONValue, into index: Int) {
        guard value.kind == .object else {
            let what = keyword == "dependentRequired" ? "arrays of names" : "schemas"
            report(.keywordInvalid, "'\(keyword)' has to be an object of \(what)", at: value)
            return
        }
        var seen: Set<NameBytes> = []
        for (name, member) in Self.members(of: value) {
            if !seen.insert(name).inserted {
                report(.keywordInvalid, "'\(name.text)' stands twice in '\(keyword)'", at: member, atName: true)
                continue
            }
            if keyword == "dependentRequired" {
                schemas[index].dependentRequired.append((name, names(keyword, member)))
                continue
            }
            let pointer = "\(schemas[index].pointer)/\(keyword)/\(JSONPointer.escaped(name.text))"
            let child = schema(member, pointer: pointer, source: schemas[index].source)
            switch keyword {
            case "properties":
                schemas[index].propertyIndex[name] = child
                schemas[index].properties.append((name, child))
            case "patternProperties":
                if let pattern = pattern(member, name.text, atName: true) {
                    schemas[index].patternProperties.append((pattern, child))
                }
            case "dependentSchemas": schemas[index].dependentSchemas.append((name, child))
            default: break
            }
        }
    }

    private mutating func anchor(_ value: JSONValue, of index: Int) {
        guard let name = value.string, let first = name.unicodeScalars.first,
            first == "_" || (first.isASCII && first.properties.isAlphabetic),
            name.unicodeScalars.allSatisfy({
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
            })
        else {
            report(.keywordInvalid, "'$anchor' has to be a name of letters, digits, '-', '_' and '.'", at: value)
            return
        }
        let source = schemas[index].source
        if let other = anchors[source][name], other != index {
            report(.anchorDuplicated, "another subschema has the '$anchor' '\(name)' too", at: value)
        } else {
            anchors[source][name] = index
        }
    }

    // MARK: References

    private mutating func resolveReferences() {
        for index in schemas.indices {
            guard let value = schemas[index].referenceValue, let text = value.string else { continue }
            schemas[index].referenceValue = nil
            resolve(text, value, of: index)
        }
    }

    private mutating func resolve(_ text: String, _ value: JSONValue, of index: Int) {
        let source = schemas[index].source
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "#") else {
            report(
                .keywordUnsupported, "'$ref' to '\(text)' leads out of the file: use '#/$defs/name'", at: value)
            return
        }
        guard let fragment = Self.percentDecoded(text.dropFirst()) else {
            report(.keywordInvalid, "'$ref' '\(text)' has a '%' that begins no escape", at: value)
            return
        }
        if !fragment.isEmpty && fragment.utf8.first != UInt8(ascii: "/") {
            if let target = anchors[source][fragment] {
                schemas[index].reference = target
            } else {
                let close = NameSuggestion.closest(to: fragment, in: anchors[source].keys.sorted())
                let hint = close.map { "did you mean '#\($0)'?" } ?? "no subschema has this '$anchor'"
                report(.referenceUnresolved, "'$ref' '\(text)' leads to nothing: \(hint)", at: value)
            }
            return
        }
        let pointer: JSONPointer
        do throws(JSONPointerError) {
            pointer = try JSONPointer(fragment)
        } catch {
            report(.keywordInvalid, "'$ref': \(error.message)", at: value)
            return
        }
        if let (target, place) = target(pointer, source: source) {
            schemas[index].reference = schema(target, pointer: place, source: source)
            return
        }
        var hint = "'#/…' is relative to the definition's schema, and '#/$defs/…' looks in the file's '$defs' too"
        if pointer.tokens.count == 2 && pointer.tokens[0] == "$defs" {
            let known = (Array(definitions[source].own.keys) + definitions[source].shared.keys).map(\.text).sorted()
            if let close = NameSuggestion.closest(to: pointer.tokens[1], in: known) {
                hint = "did you mean '#/$defs/\(JSONPointer.escaped(close))'?"
            }
        }
        report(.referenceUnresolved, "'$ref' '\(text)' leads to nothing: \(hint)", at: value)
    }

    /// What a pointer leads to, and its own pointer in the document.
    private func target(_ pointer: JSONPointer, source: Int) -> (value: JSONValue, pointer: String)? {
        let root = schemas[roots[source]]
        let tokens = pointer.tokens
        guard tokens.count > 1, tokens[0] == "$defs" else {
            return root.value.resolve(pointer).map { ($0, root.pointer + pointer.description) }
        }
        let rest = JSONPointer(tokens: Array(tokens.dropFirst(2)))
        let name = Array(tokens[1].utf8)
        if let own = definitions[source].own[name]?.resolve(rest) { return (own, root.pointer + pointer.description) }
        guard let shared = definitions[source].shared[name]?.resolve(rest) else { return nil }
        let place = JSONPointer(tokens: Array(tokens.dropFirst())).description
        return (shared, definitions[source].sharedPointer + place)
    }

    private static func percentDecoded(_ text: Substring) -> String? {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), digits.utf8.first != UInt8(ascii: "+")
            else { return nil }
            result.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reports every reference that closes a circle of schemas which all look at the same value.
    private mutating func findLoops() {
        enum Mark { case new, open, closed }
        var marks = [Mark](repeating: .new, count: schemas.count)
        for start in schemas.indices where marks[start] == .new {
            var path: [(index: Int, next: ArraySlice<Int>)] = [(start, schemas[start].inPlace[...])]
            marks[start] = .open
            while let (index, _) = path.last {
                guard let child = path[path.count - 1].next.popFirst() else {
                    marks[index] = .closed
                    path.removeLast()
                    continue
                }
                switch marks[child] {
                case .closed: break
                case .new:
                    marks[child] = .open
                    path.append((child, schemas[child].inPlace[...]))
                case .open:
                    let circle = path.drop { $0.index != child }.map(\.index)
                    guard let culprit = circle.last(where: { schemas[$0].reference.map(circle.contains) ?? false }),
                        let value = schemas[culprit].value["$ref"]
                    else { break }
                    report(
                        .referenceLoop,
                        "'$ref' '\(value.string ?? "")' leads back to itself without going into a member or element",
                        at: value)
                }
            }
        }
    }
}
