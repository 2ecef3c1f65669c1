import ContentSchema
import JSONText

/// Holds the values of defaults against schemas while a schema is written, each against each once.
final class DefaultTrials {
    private struct Trial: Hashable {
        let schema: JSONValue.Identity
        let root: JSONValue.Identity
        let value: [UInt8]
    }

    private struct Member: Hashable {
        let live: [JSONValue.Identity]
        let root: JSONValue.Identity
    }

    private var results: [Trial: Bool] = [:]
    private var values: [Member: [UInt8]] = [:]

    /// Whether what a default fills in satisfies a schema.
    ///
    /// - Parameters:
    ///   - site: Where the schema stands.
    ///   - surroundings: Those of the object that the default is filled into.
    func holds(
        _ schema: JSONValue, at site: SchemaSite, _ member: SchemaExporter.FilledMember,
        _ surroundings: SchemaExporter.Surroundings, _ version: RegistryVersion
    ) -> Bool {
        holds(schema, site, value(of: member, surroundings.liveSite, version), version)
    }

    /// Whether a member's name satisfies a schema.
    func holds(_ schema: JSONValue, at site: SchemaSite, forName name: String, _ version: RegistryVersion) -> Bool {
        var text: [UInt8] = []
        JSONWriter.appendQuoted(name, to: &text)
        return holds(schema, site, text, version)
    }

    private func holds(_ schema: JSONValue, _ site: SchemaSite, _ value: [UInt8], _ version: RegistryVersion) -> Bool {
        switch schema.kind {
        case .trueValue: return true
        case .falseValue: return false
        default: break
        }
        let trial = Trial(schema: schema.identity, root: site.root.identity, value: value)
        if let known = results[trial] { return known }
        let text = SchemaExporter.alone([schema], of: version, at: site, leavingDefaultsOut: true)
        var result = true
        if let plan = Self.plan(text), let document = try? JSONDocument(value) {
            let bytes = document.bytes
            var outcome = SchemaOutcome()
            plan.evaluate(document.tape, document.root.node, bytes.span, into: &outcome)
            result = outcome.isValid
        }
        results[trial] = result
        return result
    }

    /// A default with the defaults of its own members.
    private func value(
        of member: SchemaExporter.FilledMember, _ site: SchemaSite, _ version: RegistryVersion
    ) -> [UInt8] {
        let key = Member(live: member.live.map(\.identity), root: site.root.identity)
        if let known = values[key] { return known }
        let text = site.conjuncts(of: member.live).lazy.compactMap { $0["default"]?.text }.first ?? "null"
        var value = Array(text.utf8)
        let schema = SchemaExporter.alone(member.live, of: version, at: site, leavingDefaultsOut: false)
        if let plan = Self.plan(schema), let document = try? JSONDocument(value) {
            let bytes = document.bytes
            value = plan.filled(document.tape, document.root.node, bytes.span)
        }
        values[key] = value
        return value
    }

    private static func plan(_ schema: [UInt8]) -> SchemaPlan? {
        guard let document = try? JSONDocument(schema) else { return nil }
        return SchemaPlan.compile(definition: SchemaSource(schema: document.root)).plan
    }
}
