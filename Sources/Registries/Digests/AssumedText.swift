import ContentSchema
import JSONText

/// What stands in digests for members that a payload lacks: their `default`, which a payload that was not upgraded may
/// lack, or else what SDKs assume (`x-assumed`).
struct AssumedText {
    /// The schemas of a payload, each with its file: the definition's, then the `common` ones.
    let schemas: [(schema: JSONValue, file: RegistryFile)]

    /// A schema to look at, and how many tokens led to it.
    private struct Visit: Hashable {
        let file: Int
        let node: Int
        let depth: Int
    }

    /// For each token of a pointer, the text that the pointer then leads to if that token's member is absent; nil where
    /// nothing is assumed.
    func texts(for pointer: JSONPointer) -> [[UInt8]?] {
        var found = [JSONValue?](repeating: nil, count: pointer.tokens.count)
        for keyword in ["default", "x-assumed"] {
            for index in schemas.indices { collect(keyword, pointer.tokens, index, &found) }
        }
        return found.enumerated().map { depth, value in
            let rest = JSONPointer(tokens: Array(pointer.tokens[(depth + 1)...]))
            return value?.resolve(rest).map(Self.text)
        }
    }

    /// Notes the keyword's value in each schema on the way, where none is noted yet. Only what always applies counts:
    /// `properties`, `items`, `prefixItems`, `$ref` and `allOf`, as for defaults.
    private func collect(_ keyword: String, _ tokens: [String], _ index: Int, _ found: inout [JSONValue?]) {
        let (root, file) = schemas[index]
        let declared = DeclaredMembers(file: file)
        var visits: Set<Visit> = []
        var left: [(schema: JSONValue, depth: Int)] = [(root, 0)]
        while let (schema, depth) = left.popLast() {
            guard schema.kind == .object,
                visits.insert(Visit(file: index, node: schema.node, depth: depth)).inserted
            else { continue }
            if depth > 0, found[depth - 1] == nil, let value = schema[keyword] { found[depth - 1] = value }
            // Last in, first out: a property's own schema comes before what it refers to.
            if let target = schema["$ref"]?.string.flatMap({ declared.resolve($0, root: root) }) {
                left.append((target, depth))
            }
            for branch in (schema["allOf"]?.elements ?? []).reversed() { left.append((branch, depth)) }
            guard depth < tokens.count else { continue }
            for element in declared.elements(tokens[depth], of: schema).reversed() { left.append((element, depth + 1)) }
            if let property = schema["properties"]?[tokens[depth]] { left.append((property, depth + 1)) }
        }
    }

    /// A value as templates show it.
    private static func text(_ value: JSONValue) -> [UInt8] {
        switch value.kind {
        case .string: Array((value.string ?? "").utf8)
        case .number, .trueValue, .falseValue: Array(value.text.utf8)
        case .null, .array, .object: []
        }
    }
}
