import ContentSchema
import JSONText

/// Tells whether a pointer leads to a property that a schema declares.
struct DeclaredMembers {
    /// The file that the schema stands in.
    let file: RegistryFile

    /// Whether the schema declares the member that the tokens lead to, in any of its branches.
    ///
    /// - Complexity: O(schemas × tokens): what was searched in vain isn't searched again, since schemas can name each
    ///   other in circles and as often as they like.
    func declares(_ tokens: [String], in root: JSONValue) -> Bool {
        // The schemas that were searched, each with how many tokens led to it.
        var visits = NumberIndex()
        var left: [(schema: JSONValue, depth: Int)] = [(root, 0)]
        while let (schema, depth) = left.popLast() {
            if depth == tokens.count { return true }
            let visit = UInt64(schema.node & 0xFFFF_FFFF) << 32 | UInt64(depth & 0xFFFF_FFFF)
            guard schema.kind == .object, visits.insert(visit).isNew else { continue }
            if let property = schema["properties"]?[tokens[depth]] { left.append((property, depth + 1)) }
            for element in elements(tokens[depth], of: schema) { left.append((element, depth + 1)) }
            // What applies to the same value.
            for name in ["allOf", "anyOf", "oneOf"] {
                for branch in schema[name]?.elements ?? [] { left.append((branch, depth)) }
            }
            for name in ["if", "then", "else"] {
                if let branch = schema[name] { left.append((branch, depth)) }
            }
            for (_, branch) in schema["dependentSchemas"]?.members ?? [] { left.append((branch, depth)) }
            if let target = schema["$ref"]?.string.flatMap({ resolve($0, root: root) }) { left.append((target, depth)) }
        }
        return false
    }

    /// The schemas of the elements that a token stands for: one by its index, or all of them.
    func elements(_ token: String, of schema: JSONValue) -> [JSONValue] {
        let first = schema["prefixItems"]?.elements ?? []
        if token == "*" { return first + [schema["items"], schema["contains"]].compactMap(\.self) }
        guard let index = Int(token), index >= 0, String(index) == token else { return [] }
        if index < first.count { return [first[index]] }
        return schema["items"].map { [$0] } ?? []
    }

    /// What a reference leads to: `#/…` relative to the schema, `#/$defs/…` in the file's `$defs` too, or an anchor.
    func resolve(_ reference: String, root: JSONValue) -> JSONValue? {
        guard reference.hasPrefix("#") else { return nil }
        let fragment = String(reference.dropFirst())
        guard fragment.isEmpty || fragment.hasPrefix("/") else {
            return Self.anchor(fragment, below: root) ?? file.definitions.flatMap { Self.anchor(fragment, below: $0) }
        }
        guard let pointer = try? JSONPointer(fragment) else { return nil }
        if let target = root.resolve(pointer) { return target }
        guard pointer.tokens.count > 1, pointer.tokens[0] == "$defs" else { return nil }
        return file.definition(pointer.tokens[1])?.resolve(JSONPointer(tokens: Array(pointer.tokens.dropFirst(2))))
    }

    /// The schema with an anchor.
    private static func anchor(_ name: String, below value: JSONValue) -> JSONValue? {
        let tape = value.document.tape
        let bytes = value.document.bytes
        for node in value.node..<tape.next(value.node) where tape.kind(node) == .object {
            let object = JSONValue(document: value.document, node: node)
            if tape.member("$anchor", of: node, in: bytes.span) != nil, object["$anchor"]?.string == name {
                return object
            }
        }
        return nil
    }
}
