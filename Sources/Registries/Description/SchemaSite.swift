import ContentSchema
import JSONText

/// Where a schema stands: what its references are relative to.
struct SchemaSite: Sendable {
    let file: RegistryFile
    /// The schema that `#/…` is relative to.
    let root: JSONValue

    /// What a schema's `$ref` leads to; nil where it has none.
    func target(of schema: JSONValue) -> JSONValue? {
        guard let text = schema["$ref"]?.string, let fragment = ReferenceText.fragment(of: text) else { return nil }
        return DeclaredMembers(file: file).resolve("#" + fragment, root: root)
    }

    /// A schema and all that `$ref` and `allOf` join to it, each once, in the order of the text.
    func conjuncts(of schemas: [JSONValue]) -> [JSONValue] {
        var result: [JSONValue] = []
        var seen: Set<JSONValue.Identity> = []
        var left = Array(schemas.reversed())
        while let schema = left.popLast() {
            guard schema.kind == .object, seen.insert(schema.identity).inserted else { continue }
            result.append(schema)
            left += (schema["allOf"]?.elements ?? []).reversed()
            if let target = target(of: schema) { left.append(target) }
        }
        return result
    }
}

extension JSONValue {
    /// What tells a value apart from all others of documents that live as long as this one.
    struct Identity: Hashable {
        let document: ObjectIdentifier
        let node: Int
    }

    /// What tells the value apart from all others.
    var identity: Identity { Identity(document: ObjectIdentifier(document), node: node) }
}
