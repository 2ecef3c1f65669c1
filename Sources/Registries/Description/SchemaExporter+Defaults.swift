import ContentSchema
import JSONText

/// What defaults change in a schema that judges values without them.
///
/// The decoder judges a value with its defaults filled in. So wherever a schema looks at an object in which a default
/// fills the member n with the value V:
///
/// * n counts as there: `required` doesn't name it, and what depends on it is demanded.
/// * What the schema asks of n (by `properties`, `patternProperties`, `additionalProperties`, `propertyNames`) is held
///   against V now. Where V fails it, the object can hold only if n is there, so n is required. Where the schema is the
///   definition's own, that never happens: loading a registry holds defaults against it.
/// * `minProperties` and `maxProperties` count n.
///
/// Each rule gives a schema that holds for a value exactly where the original does for the value filled in. Hence it
/// may stand under `not` and `if` as well.
extension SchemaExporter {
    /// A member that a default fills in where it is missing.
    struct FilledMember {
        let text: String
        let name: [UInt8]
        /// The schemas whose defaults are filled in at it.
        let live: [JSONValue]
    }

    /// What a schema gets that it doesn't say itself.
    struct Additions {
        struct Member {
            let name: String
            /// Nil where anything is let through.
            var schema: JSONValue?
        }

        var properties: [Member] = []
        var patterns: [Member] = []
        var required: [String] = []
    }

    /// How many defaults of an object `minProperties` and `maxProperties` can count: the cases double with each.
    private static let mostCounted = 4

    // MARK: Where defaults are

    /// Whether a default can be filled in at or below a schema's values.
    static func leadsToDefault(_ schema: JSONValue, _ site: SchemaSite) -> Bool {
        leads([schema], site) { $0["default"] != nil }
    }

    /// Whether a default can be filled in below a schema's values.
    static func leadsBelow(_ schema: JSONValue, _ site: SchemaSite) -> Bool {
        let below = site.conjuncts(of: [schema]).flatMap(members)
        return leads(below, site) { $0["default"] != nil }
    }

    private static func members(of schema: JSONValue) -> [JSONValue] {
        (schema["properties"]?.members.map(\.value) ?? []) + (schema["prefixItems"]?.elements ?? [])
            + [schema["items"]].compactMap(\.self)
    }

    private static func leads(_ schemas: [JSONValue], _ site: SchemaSite, to wanted: (JSONValue) -> Bool) -> Bool {
        var seen: Set<JSONValue.Identity> = []
        var left = schemas
        while let next = left.popLast() {
            for schema in site.conjuncts(of: [next]) where seen.insert(schema.identity).inserted {
                if wanted(schema) { return true }
                left += members(of: schema)
            }
        }
        return false
    }

    /// The schemas whose defaults are filled in at a member.
    func live(_ name: String, of surroundings: Surroundings) -> [JSONValue] {
        surroundings.liveSite.conjuncts(of: surroundings.live).compactMap { $0["properties"]?[name] }
    }

    /// The members that defaults fill in where they are missing.
    func filled(_ surroundings: Surroundings) -> [FilledMember] {
        var seen: Set<[UInt8]> = []
        var result: [FilledMember] = []
        for schema in surroundings.liveSite.conjuncts(of: surroundings.live) {
            for (name, _) in schema["properties"]?.members ?? [] where seen.insert(Array(name.utf8)).inserted {
                let live = live(name, of: surroundings)
                guard surroundings.liveSite.conjuncts(of: live).contains(where: { $0["default"] != nil }) else {
                    continue
                }
                result.append(FilledMember(text: name, name: Array(name.utf8), live: live))
            }
        }
        return result
    }

    /// Whether defaults are filled in below one of the object's members that `isMeant` picks.
    func hasDefaultsBelow(_ surroundings: Surroundings, where isMeant: (String) -> Bool) -> Bool {
        surroundings.liveSite.conjuncts(of: surroundings.live).contains { schema in
            (schema["properties"]?.members ?? []).contains { name, member in
                isMeant(name) && Self.leadsBelow(member, surroundings.liveSite)
            }
        }
    }

    /// The schemas whose defaults are filled in at an element.
    func liveElements(_ surroundings: Surroundings, at index: Int) -> [JSONValue] {
        surroundings.liveSite.conjuncts(of: surroundings.live).compactMap { schema in
            let first = schema["prefixItems"]?.elements ?? []
            return index < first.count ? first[index] : schema["items"]
        }
    }

    func longestPrefix(_ surroundings: Surroundings) -> Int {
        surroundings.liveSite.conjuncts(of: surroundings.live).map { $0["prefixItems"]?.elements.count ?? 0 }.max() ?? 0
    }

    func hasDefaultElements(_ surroundings: Surroundings) -> Bool {
        (0...longestPrefix(surroundings)).contains { index in
            liveElements(surroundings, at: index).contains { Self.leadsBelow($0, surroundings.liveSite) }
        }
    }

    // MARK: What they change

    static func matches(_ pattern: String, _ name: String) -> Bool {
        guard let pattern = try? Pattern(pattern) else { return false }
        return pattern.matches(name.utf8Span.span)
    }

    /// Adds what defaults ask for that are filled in beside a schema.
    ///
    /// - Parameters:
    ///   - known: The names of `properties`, and of what is let through.
    ///   - through: The patterns of what is let through.
    func addForDefaults(
        of schema: JSONValue, _ filled: [FilledMember], _ surroundings: Surroundings, _ known: Set<[UInt8]>,
        _ through: [String], _ result: inout Additions
    ) {
        let patterns = (schema["patternProperties"]?.members ?? []).map { (source: $0.name, schema: $0.value) }
        let through = surroundings.top == nil ? [] : through
        func isDeclared(_ name: String) -> Bool {
            known.contains(Array(name.utf8)) || patterns.contains { Self.matches($0.source, name) }
                || through.contains { Self.matches($0, name) }
        }
        let additional = schema["additionalProperties"]
        if surroundings.isBranch {
            for member in filled {
                var asked = [schema["properties"]?[member.text]].compactMap(\.self)
                asked += patterns.filter { Self.matches($0.source, member.text) }.map(\.schema)
                if let additional, !isDeclared(member.text) { asked.append(additional) }
                var holds = asked.allSatisfy { trials.holds($0, at: surroundings.site, member, surroundings, version) }
                if holds, let names = schema["propertyNames"] {
                    holds = trials.holds(names, at: surroundings.site, forName: member.text, version)
                }
                if !holds { result.required.append(member.text) }
            }
        }
        // What `additionalProperties` says of a member below which defaults are filled in has to know of those.
        guard let additional, additional.kind == .object else { return }
        var seen: Set<[UInt8]> = []
        for live in surroundings.liveSite.conjuncts(of: surroundings.live) {
            for (name, member) in live["properties"]?.members ?? []
            where !isDeclared(name) && Self.leadsBelow(member, surroundings.liveSite)
                && seen.insert(Array(name.utf8)).inserted
            {
                result.properties.append(Additions.Member(name: name, schema: additional))
            }
        }
    }

    /// What `minProperties` and `maxProperties` ask where defaults count, case by case of those that are missing.
    mutating func countDemand(_ schema: JSONValue, _ filled: [FilledMember]) -> [UInt8]? {
        let bounds = ["minProperties", "maxProperties"].compactMap { keyword in
            schema[keyword].flatMap { value in Self.count(value).map { (keyword: keyword, count: $0) } }
        }
        guard !filled.isEmpty, !bounds.isEmpty else { return nil }
        var counted = filled
        if filled.count > Self.mostCounted {
            for bound in bounds { noteInexact(bound.keyword) }
            counted.removeAll()
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("anyOf")
        writer.beginArray()
        writer.raw(Array(#"{"not":{"type":"object"}}"#.utf8))
        for choice in 0..<(1 << counted.count) {
            let missing = counted.indices.filter { choice >> $0 & 1 == 1 }.map { counted[$0].text }
            let present = counted.indices.filter { choice >> $0 & 1 == 0 }.map { counted[$0].text }
            if bounds.contains(where: { $0.keyword == "maxProperties" && $0.count < missing.count }) { continue }
            writer.beginObject()
            for (keyword, count) in bounds {
                writer.name(keyword)
                writer.integer(Int64(max(0, count - missing.count)))
            }
            if !present.isEmpty {
                writer.name("required")
                Self.write(present, &writer)
            }
            if !missing.isEmpty {
                writer.name("properties")
                writer.beginObject()
                for name in missing {
                    writer.name(name)
                    writer.boolean(false)
                }
                writer.endObject()
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private static func count(_ value: JSONValue) -> Int? {
        if let count = Int(value.text) { return count }
        guard let double = Double(value.text) else { return nil }
        return Int(exactly: double) ?? Int.max
    }
}

extension SchemaExporter.Surroundings {
    /// The same for a schema that is only asked whether it holds for the value.
    var branch: Self {
        var result = self
        result.isBranch = true
        return result
    }

    /// What applies to members and elements.
    ///
    /// - Parameter live: The schemas whose defaults are filled in at them.
    func below(_ live: [JSONValue]) -> Self {
        var result = self
        result.top = nil
        result.live = live
        return result
    }
}
