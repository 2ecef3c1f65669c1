import JSONText

/// Tells whether a pointer leads to a property that a schema declares.
struct DeclaredMembers {
    /// The `$defs` of the file that the schema stands in.
    let definitions: JSONValue?

    /// A schema that was searched, and how many tokens were left to search for.
    private struct Visit: Hashable {
        let node: Int
        let tokens: Int
    }

    /// Whether the schema declares the member that the tokens lead to, in any of its branches.
    func declares(_ tokens: ArraySlice<String>, in schema: JSONValue) -> Bool {
        // What was searched in vain once isn't searched again: schemas can name each other in circles, and as often as
        // they like.
        var visits: Set<Visit> = []
        return search(tokens, in: schema, root: schema, &visits)
    }

    private func search(
        _ tokens: ArraySlice<String>, in schema: JSONValue, root: JSONValue, _ visits: inout Set<Visit>
    ) -> Bool {
        guard let token = tokens.first else { return true }
        guard schema.kind == .object, visits.insert(Visit(node: schema.node, tokens: tokens.count)).inserted else {
            return false
        }
        let rest = tokens.dropFirst()
        if let property = schema["properties"]?[token], search(rest, in: property, root: root, &visits) { return true }
        for element in Self.elements(token, of: schema) where search(rest, in: element, root: root, &visits) {
            return true
        }
        // What applies to the same value.
        var branches = ["allOf", "anyOf", "oneOf"].flatMap { schema[$0]?.elements ?? [] }
        branches += ["if", "then", "else"].compactMap { schema[$0] }
        branches += schema["dependentSchemas"]?.members.map(\.value) ?? []
        if let target = schema["$ref"]?.string.flatMap({ resolve($0, root: root) }) { branches.append(target) }
        for branch in branches where search(tokens, in: branch, root: root, &visits) { return true }
        return false
    }

    /// The schemas of the elements that a token stands for: one by its index, or all of them.
    private static func elements(_ token: String, of schema: JSONValue) -> [JSONValue] {
        let first = schema["prefixItems"]?.elements ?? []
        if token == "*" { return first + [schema["items"], schema["contains"]].compactMap(\.self) }
        guard let index = Int(token), index >= 0, String(index) == token else { return [] }
        if index < first.count { return [first[index]] }
        return schema["items"].map { [$0] } ?? []
    }

    /// What a reference leads to: `#/…` relative to the schema, `#/$defs/…` in the file's `$defs` too, or an anchor.
    private func resolve(_ reference: String, root: JSONValue) -> JSONValue? {
        guard reference.hasPrefix("#") else { return nil }
        let fragment = String(reference.dropFirst())
        guard fragment.isEmpty || fragment.hasPrefix("/") else {
            return Self.anchor(fragment, below: root) ?? definitions.flatMap { Self.anchor(fragment, below: $0) }
        }
        guard let pointer = try? JSONPointer(fragment) else { return nil }
        if let target = root.resolve(pointer) { return target }
        guard pointer.tokens.first == "$defs" else { return nil }
        return definitions?.resolve(JSONPointer(tokens: Array(pointer.tokens.dropFirst())))
    }

    private static func anchor(_ name: String, below value: JSONValue) -> JSONValue? {
        if value["$anchor"]?.string == name { return value }
        for child in value.elements + value.members.map(\.value) {
            if let found = anchor(name, below: child) { return found }
        }
        return nil
    }
}
