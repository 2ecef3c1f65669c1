import JSONText

/// Writes schemas of registry files as ones that stand alone: each that something refers to gets a name in one `$defs`.
struct SchemaExporter {
    /// What applies beside a schema to the values that it looks at.
    private struct Surroundings {
        let site: SchemaSite
        /// The definition's schemas whose defaults are filled in there, with what they join.
        var live: [JSONValue]
        let liveSite: SchemaSite
        /// The names that a closed object lets through where the schema is the definition's at its top; nil elsewhere.
        var top: [String]?
    }

    /// What decides how a schema is written.
    private struct Key: Hashable {
        let schema: JSONValue.Identity
        let root: JSONValue.Identity
        let live: [JSONValue.Identity]
        let isTop: Bool
    }

    private struct Entry {
        let name: String
        var text: [UInt8] = []
    }

    private let version: RegistryVersion
    private var entries: [Entry] = []
    private var names: [Key: Int] = [:]
    private var taken: Set<String> = []
    private var pending: [(index: Int, schema: JSONValue, Surroundings)] = []
    private var declaredPatterns: [String] = []
    private var declared: [String] = []

    init(_ version: RegistryVersion) {
        self.version = version
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

    // MARK: Names

    private mutating func name(for schema: JSONValue, _ surroundings: Surroundings, wanted: String) -> String {
        var surroundings = surroundings
        // Schemas without defaults make no difference, and leaving them out lets more schemas be shared.
        surroundings.live = surroundings.live.filter { Self.leadsToDefault($0, surroundings.liveSite) }
        let isClosed = surroundings.site.conjuncts(of: [schema]).contains { $0["additionalProperties"] != nil }
        if !isClosed { surroundings.top = nil }
        let key = Key(
            schema: schema.identity, root: rootKey(surroundings.site), live: surroundings.live.map(\.identity),
            isTop: surroundings.top != nil)
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
            Self.isClosed(definitions)
        else { return site.root.identity }
        return site.file.value.identity
    }

    private static func isClosed(_ definitions: JSONValue) -> Bool {
        let document = definitions.document
        let bytes = document.bytes
        for node in definitions.node..<document.tape.next(definitions.node) where document.tape.kind(node) == .object {
            let object = JSONValue(document: document, node: node)
            guard document.tape.member("$ref", of: node, in: bytes.span) != nil else { continue }
            if let text = object["$ref"]?.string, !text.hasPrefix("#/$defs/") { return false }
        }
        return true
    }

    // MARK: Defaults

    /// Whether a default can be filled in at or below a schema's values.
    private static func leadsToDefault(_ schema: JSONValue, _ site: SchemaSite) -> Bool {
        var seen: Set<JSONValue.Identity> = []
        var left = [schema]
        while let next = left.popLast() {
            for schema in site.conjuncts(of: [next]) where seen.insert(schema.identity).inserted {
                if schema["default"] != nil { return true }
                left += schema["properties"]?.members.map(\.value) ?? []
                left += schema["prefixItems"]?.elements ?? []
                if let items = schema["items"] { left.append(items) }
            }
        }
        return false
    }

    /// The schemas whose defaults are filled in at a member.
    private static func live(_ name: String, of surroundings: Surroundings) -> [JSONValue] {
        surroundings.liveSite.conjuncts(of: surroundings.live).compactMap { $0["properties"]?[name] }
    }

    /// The names of members that defaults fill in where they are missing.
    private static func filled(_ surroundings: Surroundings) -> Set<String> {
        var names: Set<String> = []
        for schema in surroundings.liveSite.conjuncts(of: surroundings.live) {
            for (name, _) in schema["properties"]?.members ?? [] where !names.contains(name) {
                let member = surroundings.liveSite.conjuncts(of: live(name, of: surroundings))
                if member.contains(where: { $0["default"] != nil }) { names.insert(name) }
            }
        }
        return names
    }

    // MARK: Writing

    private mutating func write(_ schema: JSONValue, _ surroundings: Surroundings, _ writer: inout JSONWriter) {
        guard schema.kind == .object else { return writer.copy(schema) }
        let filled = surroundings.live.isEmpty ? [] : Self.filled(surroundings)
        let properties = schema["properties"]?.members.map(\.name) ?? []
        var lettingThrough: [String] = []
        if schema["additionalProperties"] != nil, let top = surroundings.top {
            for name in top where !properties.contains(name) && !lettingThrough.contains(name) {
                lettingThrough.append(name)
            }
        }
        let patterns = lettingThrough.isEmpty ? [] : declaredPatterns
        writer.beginObject()
        for (name, value) in schema.members {
            switch name {
            case "$anchor", "$defs", "$schema": continue
            case _ where name.hasPrefix("x-"): continue
            case "required", "dependentRequired": continue
            case "properties", "patternProperties":
                writer.name(name)
                writer.beginObject()
                writeMembers(value, isProperties: name == "properties", surroundings, &writer)
                if name == "properties" { Self.letThrough(lettingThrough, &writer) }
                if name == "patternProperties" {
                    Self.letThrough(patterns.filter { value[$0] == nil }, &writer)
                }
                writer.endObject()
            default:
                writer.name(name)
                writeKeyword(name, value, schema, surroundings, &writer)
            }
        }
        for (name, missing) in [("properties", lettingThrough), ("patternProperties", patterns)]
        where schema[name] == nil && !missing.isEmpty {
            writer.name(name)
            writer.beginObject()
            Self.letThrough(missing, &writer)
            writer.endObject()
        }
        writeRequired(schema, filled, &writer)
        writer.endObject()
    }

    private static func letThrough(_ names: [String], _ writer: inout JSONWriter) {
        for name in names {
            writer.name(name)
            writer.boolean(true)
        }
    }

    /// Writes what has to be there. What a default fills in is there always.
    private func writeRequired(_ schema: JSONValue, _ filled: Set<String>, _ writer: inout JSONWriter) {
        var required = schema["required"]?.elements.compactMap(\.string).filter { !filled.contains($0) } ?? []
        var dependent: [(name: String, required: [String])] = []
        for (name, value) in schema["dependentRequired"]?.members ?? [] {
            let names = value.elements.compactMap(\.string).filter { !filled.contains($0) }
            if filled.contains(name) {
                required += names.filter { !required.contains($0) }
            } else {
                dependent.append((name, names))
            }
        }
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

    private static func write(_ names: [String], _ writer: inout JSONWriter) {
        writer.beginArray()
        for name in names { writer.string(name) }
        writer.endArray()
    }

    /// Writes the schemas of members by name or by pattern.
    private mutating func writeMembers(
        _ value: JSONValue, isProperties: Bool, _ surroundings: Surroundings, _ writer: inout JSONWriter
    ) {
        for (name, schema) in value.members {
            var below = surroundings
            below.top = nil
            below.live = isProperties ? Self.live(name, of: surroundings) : []
            writer.name(name)
            write(schema, below, &writer)
        }
    }

    private mutating func writeKeyword(
        _ keyword: String, _ value: JSONValue, _ schema: JSONValue, _ surroundings: Surroundings,
        _ writer: inout JSONWriter
    ) {
        // Branches are not part of the definition's own object; references and `allOf` are.
        var branch = surroundings
        branch.top = nil
        var elsewhere = branch
        elsewhere.live = []
        switch keyword {
        case "$ref":
            guard let target = surroundings.site.target(of: schema) else { return writer.copy(value) }
            let wanted = value.string?.split(separator: "/").last.map(String.init) ?? "schema"
            writer.string("#/$defs/\(name(for: target, surroundings, wanted: wanted))")
        case "allOf":
            writeList(value, surroundings, &writer)
        case "anyOf", "oneOf":
            writeList(value, branch, &writer)
        case "not", "if", "then", "else":
            write(value, branch, &writer)
        case "dependentSchemas":
            writer.beginObject()
            for (name, schema) in value.members {
                writer.name(name)
                write(schema, branch, &writer)
            }
            writer.endObject()
        case "prefixItems":
            writer.beginArray()
            for (index, element) in value.elements.enumerated() {
                elsewhere.live = liveElements(surroundings, at: index)
                write(element, elsewhere, &writer)
            }
            writer.endArray()
        case "items":
            elsewhere.live = liveElements(surroundings, at: schema["prefixItems"]?.elements.count ?? 0)
            write(value, elsewhere, &writer)
        case "contains", "additionalProperties", "propertyNames":
            write(value, elsewhere, &writer)
        default:
            writer.copy(value)
        }
    }

    private mutating func writeList(_ value: JSONValue, _ surroundings: Surroundings, _ writer: inout JSONWriter) {
        writer.beginArray()
        for element in value.elements { write(element, surroundings, &writer) }
        writer.endArray()
    }

    /// The schemas whose defaults are filled in at an element.
    private func liveElements(_ surroundings: Surroundings, at index: Int) -> [JSONValue] {
        surroundings.liveSite.conjuncts(of: surroundings.live).compactMap { schema in
            let first = schema["prefixItems"]?.elements ?? []
            return index < first.count ? first[index] : schema["items"]
        }
    }
}
