import JSONText

/// Writes schemas of registry files as ones that stand alone: each that something refers to gets a name in one `$defs`.
///
/// A schema is written so that it judges a value as the decoder judges it with its defaults filled in, in places that
/// ask for a schema and in those that ask for its contrary alike. See `SchemaExporter+Defaults.swift`.
struct SchemaExporter {
    /// What applies beside a schema to the values that it looks at.
    struct Surroundings {
        let site: SchemaSite
        /// The definition's schemas whose defaults are filled in there, with what they join.
        var live: [JSONValue]
        let liveSite: SchemaSite
        /// The names that a closed object lets through where the schema applies to the payload itself and is the
        /// definition's, one that it joins, or a branch of those; nil elsewhere.
        var top: [String]?
        /// Whether the schema is only asked whether it holds, so that a default needn't satisfy it.
        var isBranch = false
    }

    /// What decides how a schema is written.
    private struct Key: Hashable {
        let schema: JSONValue.Identity
        let root: JSONValue.Identity
        let live: [JSONValue.Identity]
        let isTop: Bool
        let isBranch: Bool
    }

    private struct Entry {
        let name: String
        var text: [UInt8] = []
    }

    let version: RegistryVersion
    private var entries: [Entry] = []
    private var names: [Key: Int] = [:]
    private var taken: Set<String> = []
    private var pending: [(index: Int, schema: JSONValue, Surroundings)] = []
    private var declaredPatterns: [String] = []
    private var declared: [String] = []
    /// Whether defaults are left out, as for a schema that a value is held against which has them all.
    private let leavesDefaultsOut: Bool
    /// What defaults come to, and whether schemas take them.
    let trials = DefaultTrials()
    /// The keywords that look at what defaults fill in, in ways that JSON Schema can't say.
    private(set) var inexact: Set<String> = []

    init(_ version: RegistryVersion, leavingDefaultsOut: Bool = false) {
        self.version = version
        leavesDefaultsOut = leavingDefaultsOut
        var declared: [String] = []
        for part in version.parts {
            guard let common = part.common else { continue }
            for schema in SchemaSite(file: part, root: common).conjuncts(of: [common]) {
                declared += schema["properties"]?.members.map(\.name) ?? []
                declaredPatterns += schema["patternProperties"]?.members.map(\.name) ?? []
            }
        }
        self.declared = version.typeField.tokens.prefix(1) + declared
    }

    /// The names of the schemas that payloads of a content have to satisfy, in `$defs`.
    mutating func schemas(of definition: ContentDefinition) -> [String] {
        let site = SchemaSite(file: definition.file, root: definition.schema)
        let live = [definition.schema]
        var names: [String] = []
        for part in version.parts {
            guard let common = part.common else { continue }
            let surroundings = Surroundings(
                site: SchemaSite(file: part, root: common), live: live, liveSite: site, top: nil)
            names.append(name(for: common, surroundings, wanted: "common"))
        }
        let top = declared + (definition.versionField?.tokens.prefix(1) ?? [])
        let surroundings = Surroundings(
            site: site, live: live, liveSite: site, top: top)
        names.append(name(for: definition.schema, surroundings, wanted: definition.name))
        return names
    }

    /// All schemas that were named, in the order in which they were.
    mutating func finish() -> [(name: String, text: [UInt8])] {
        while let (index, schema, surroundings) = pending.popLast() {
            var writer = JSONWriter()
            write(schema, surroundings, &writer)
            entries[index].text = writer.bytes
        }
        return entries.map { ($0.name, $0.text) }
    }

    /// A schema that stands alone and demands that schemas hold together.
    ///
    /// - Parameters:
    ///   - version: The version that the schemas are of.
    ///   - site: Where they stand.
    ///   - leavingDefaultsOut: Whether their defaults are left out.
    static func alone(
        _ schemas: [JSONValue], of version: RegistryVersion, at site: SchemaSite, leavingDefaultsOut: Bool
    ) -> [UInt8] {
        var exporter = SchemaExporter(version, leavingDefaultsOut: leavingDefaultsOut)
        let surroundings = Surroundings(site: site, live: [], liveSite: site, top: nil)
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("allOf")
        writer.beginArray()
        for schema in schemas { exporter.write(schema, surroundings, &writer) }
        writer.endArray()
        writer.name("$defs")
        writer.beginObject()
        for (name, text) in exporter.finish() {
            writer.name(name)
            writer.raw(text)
        }
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    // MARK: Names

    private mutating func name(for schema: JSONValue, _ surroundings: Surroundings, wanted: String) -> String {
        var surroundings = surroundings
        // Schemas without defaults make no difference, and leaving them out lets more schemas be shared.
        surroundings.live = surroundings.live.filter { Self.leadsToDefault($0, surroundings.liveSite) }
        if surroundings.live.isEmpty { surroundings.isBranch = false }
        if surroundings.top != nil, !Self.isClosed(schema, surroundings.site) { surroundings.top = nil }
        let key = Key(
            schema: schema.identity, root: rootKey(surroundings.site), live: surroundings.live.map(\.identity),
            isTop: surroundings.top != nil, isBranch: surroundings.isBranch)
        if let index = names[key] { return entries[index].name }
        var safe = String(
            wanted.unicodeScalars.map { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": Character(scalar)
                default: "_" as Character
                }
            })
        let base = safe
        var number = 2
        while !taken.insert(safe).inserted {
            safe = "\(base).\(number)"
            number += 1
        }
        names[key] = entries.count
        pending.append((entries.count, schema, surroundings))
        entries.append(Entry(name: safe))
        return safe
    }

    /// What references are relative to, as far as that can make a difference: `$defs` of a file that refer to nothing
    /// but each other are the same for all definitions.
    private func rootKey(_ site: SchemaSite) -> JSONValue.Identity {
        guard site.root["$defs"] == nil, let definitions = site.file.definitions,
            Self.refersToItself(definitions)
        else { return site.root.identity }
        return site.file.value.identity
    }

    /// Whether a schema, or what it asks of the same value, says what undeclared members may be.
    private static func isClosed(_ schema: JSONValue, _ site: SchemaSite) -> Bool {
        var seen: Set<JSONValue.Identity> = []
        var left = [schema]
        while let next = left.popLast() {
            guard next.kind == .object, seen.insert(next.identity).inserted else { continue }
            if next["additionalProperties"] != nil { return true }
            for keyword in ["allOf", "anyOf", "oneOf"] { left += next[keyword]?.elements ?? [] }
            for keyword in ["not", "if", "then", "else"] { left += [next[keyword]].compactMap(\.self) }
            left += next["dependentSchemas"]?.members.map(\.value) ?? []
            if let target = site.target(of: next) { left.append(target) }
        }
        return false
    }

    private static func refersToItself(_ definitions: JSONValue) -> Bool {
        let document = definitions.document
        let bytes = document.bytes
        for node in definitions.node..<document.tape.next(definitions.node) where document.tape.kind(node) == .object {
            let object = JSONValue(document: document, node: node)
            guard document.tape.member("$ref", of: node, in: bytes.span) != nil else { continue }
            if let text = object["$ref"]?.string, !text.hasPrefix("#/$defs/") { return false }
        }
        return true
    }

    // MARK: Writing

    private mutating func write(_ schema: JSONValue, _ surroundings: Surroundings, _ writer: inout JSONWriter) {
        guard schema.kind == .object else { return writer.copy(schema) }
        let filled = surroundings.live.isEmpty ? [] : filled(surroundings)
        let additions = additions(to: schema, filled, surroundings)
        var added = [("properties", additions.properties), ("patternProperties", additions.patterns)]
        let isFilled = { (name: String) in filled.contains { $0.name == Array(name.utf8) } }
        var demands: [[UInt8]] = []
        for (trigger, dependent) in schema["dependentSchemas"]?.members ?? [] where isFilled(trigger) {
            demands.append(ifObject(dependent, surroundings.branch))
        }
        if let count = countDemand(schema, filled) { demands.append(count) }
        writer.beginObject()
        for (name, value) in schema.members {
            switch name {
            case "$anchor", "$defs", "$schema": continue
            case "default" where leavesDefaultsOut: continue
            case _ where name.hasPrefix("x-"): continue
            case "required", "dependentRequired": continue
            case "minProperties" where !filled.isEmpty, "maxProperties" where !filled.isEmpty: continue
            case "properties", "patternProperties":
                writer.name(name)
                writer.beginObject()
                writeMembers(value, isProperties: name == "properties", surroundings, &writer)
                for index in added.indices where added[index].0 == name {
                    writeAdded(added[index].1, surroundings, &writer)
                    added[index].1 = []
                }
                writer.endObject()
            case "dependentSchemas":
                writer.name(name)
                writer.beginObject()
                for (trigger, schema) in value.members where !isFilled(trigger) {
                    writer.name(trigger)
                    write(schema, surroundings.branch, &writer)
                }
                writer.endObject()
            case "allOf":
                writer.name(name)
                writeAll(value.elements, demands, surroundings, &writer)
            default:
                writer.name(name)
                writeKeyword(name, value, schema, surroundings, &writer)
            }
        }
        for (name, missing) in added where !missing.isEmpty {
            writer.name(name)
            writer.beginObject()
            writeAdded(missing, surroundings, &writer)
            writer.endObject()
        }
        if schema["allOf"] == nil, !demands.isEmpty {
            writer.name("allOf")
            writeAll([], demands, surroundings, &writer)
        }
        writeRequired(schema, filled.map(\.name), additions.required, &writer)
        writer.endObject()
    }

    /// Writes the list of `allOf`.
    private mutating func writeAll(
        _ schemas: [JSONValue], _ demands: [[UInt8]], _ surroundings: Surroundings, _ writer: inout JSONWriter
    ) {
        writer.beginArray()
        for schema in schemas { write(schema, surroundings, &writer) }
        for demand in demands { writer.raw(demand) }
        writer.endArray()
    }

    /// A schema that asks of objects alone that another one holds.
    private mutating func ifObject(_ schema: JSONValue, _ surroundings: Surroundings) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("if")
        writer.raw(Array(#"{"type":"object"}"#.utf8))
        writer.name("then")
        write(schema, surroundings, &writer)
        writer.endObject()
        return writer.bytes
    }

    private mutating func writeAdded(
        _ members: [Additions.Member], _ surroundings: Surroundings, _ writer: inout JSONWriter
    ) {
        for member in members {
            writer.name(member.name)
            guard let schema = member.schema else {
                writer.boolean(true)
                continue
            }
            write(schema, surroundings.below(live(member.name, of: surroundings)), &writer)
        }
    }

    /// What is added to a schema for what is let through, and for defaults.
    private func additions(
        to schema: JSONValue, _ filled: [FilledMember], _ surroundings: Surroundings
    ) -> Additions {
        var result = Additions()
        let properties = schema["properties"]?.members.map { Array($0.name.utf8) } ?? []
        var known = Set(properties)
        if schema["additionalProperties"] != nil, let top = surroundings.top {
            for name in top where known.insert(Array(name.utf8)).inserted {
                result.properties.append(Additions.Member(name: name))
            }
            let patterns = schema["patternProperties"]
            result.patterns = declaredPatterns.filter { patterns?[$0] == nil }.map { Additions.Member(name: $0) }
        }
        if !surroundings.live.isEmpty {
            addForDefaults(of: schema, filled, surroundings, known, declaredPatterns, &result)
        }
        return result
    }

    /// Notes that a keyword looks at what defaults fill in, in a way that can't be said.
    mutating func noteInexact(_ keyword: String) { inexact.insert(keyword) }

    /// Writes what has to be there. What a default fills in is there always.
    private func writeRequired(
        _ schema: JSONValue, _ filled: [[UInt8]], _ present: [String], _ writer: inout JSONWriter
    ) {
        func isFilled(_ name: String) -> Bool { filled.contains(Array(name.utf8)) }
        var required: [String] = []
        func add(_ name: String) {
            if !required.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { required.append(name) }
        }
        var dependent: [(name: String, required: [String])] = []
        for name in schema["required"]?.elements.compactMap(\.string) ?? [] where !isFilled(name) { add(name) }
        for (name, value) in schema["dependentRequired"]?.members ?? [] {
            let names = value.elements.compactMap(\.string).filter { !isFilled($0) }
            if isFilled(name) { names.forEach(add) } else { dependent.append((name, names)) }
        }
        present.forEach(add)
        if !required.isEmpty {
            writer.name("required")
            Self.write(required, &writer)
        }
        if !dependent.isEmpty {
            writer.name("dependentRequired")
            writer.beginObject()
            for (name, names) in dependent {
                writer.name(name)
                Self.write(names, &writer)
            }
            writer.endObject()
        }
    }

    static func write(_ names: [String], _ writer: inout JSONWriter) {
        writer.beginArray()
        for name in names { writer.string(name) }
        writer.endArray()
    }

    /// Writes the schemas of members by name or by pattern.
    private mutating func writeMembers(
        _ value: JSONValue, isProperties: Bool, _ surroundings: Surroundings, _ writer: inout JSONWriter
    ) {
        for (name, schema) in value.members {
            writer.name(name)
            if !isProperties, hasDefaultsBelow(surroundings, where: { Self.matches(name, $0) }) {
                noteInexact("patternProperties")
            }
            write(schema, surroundings.below(isProperties ? live(name, of: surroundings) : []), &writer)
        }
    }

    private mutating func writeKeyword(
        _ keyword: String, _ value: JSONValue, _ schema: JSONValue, _ surroundings: Surroundings,
        _ writer: inout JSONWriter
    ) {
        switch keyword {
        case "$ref":
            guard let target = surroundings.site.target(of: schema) else { return writer.copy(value) }
            let wanted = value.string?.split(separator: "/").last.map(String.init) ?? "schema"
            writer.string("#/$defs/\(name(for: target, surroundings, wanted: wanted))")
        case "anyOf", "oneOf":
            writer.beginArray()
            for element in value.elements { write(element, surroundings.branch, &writer) }
            writer.endArray()
        case "not", "if", "then", "else":
            write(value, surroundings.branch, &writer)
        case "prefixItems":
            writer.beginArray()
            for (index, element) in value.elements.enumerated() {
                write(element, surroundings.below(liveElements(surroundings, at: index)), &writer)
            }
            writer.endArray()
        case "items":
            let first = schema["prefixItems"]?.elements.count ?? 0
            let live = liveElements(surroundings, at: first)
            if longestPrefix(surroundings) > first, hasDefaultElements(surroundings) { noteInexact("items") }
            write(value, surroundings.below(live), &writer)
        case "contains":
            if longestPrefix(surroundings) > 0, hasDefaultElements(surroundings) { noteInexact("contains") }
            write(value, surroundings.below(liveElements(surroundings, at: 0)).branch, &writer)
        case "additionalProperties", "propertyNames":
            write(value, surroundings.below([]), &writer)
        case "const", "enum", "uniqueItems":
            if surroundings.live.contains(where: { Self.leadsBelow($0, surroundings.liveSite) }) {
                let values = keyword == "enum" ? value.elements : [value]
                let looksInside = values.contains { $0.kind == .object || $0.kind == .array || $0.kind == .trueValue }
                if looksInside { noteInexact(keyword) }
            }
            writer.copy(value)
        default:
            writer.copy(value)
        }
    }
}
