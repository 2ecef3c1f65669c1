import JSONText

/// Tells whether a pointer leads to a property that a schema declares.
struct DeclaredMembers {
    /// The `$defs` of the file that the schema stands in.
    let definitions: JSONValue?

    /// Whether the schema declares the member that the tokens lead to, in any of its branches.
    func declares(_ tokens: ArraySlice<String>, in schema: JSONValue) -> Bool {
        search(tokens, in: schema, root: schema, seen: [])
    }

    private func search(
        _ tokens: ArraySlice<String>, in schema: JSONValue, root: JSONValue, seen: Set<Int>
    ) -> Bool {
        guard let token = tokens.first else { return true }
        guard schema.kind == .object, !seen.contains(schema.node) else { return false }
        let rest = tokens.dropFirst()
        if token == "*" {
            for name in ["items", "contains"] {
                if let items = schema[name], search(rest, in: items, root: root, seen: []) { return true }
            }
            if let items = schema["prefixItems"]?.elements,
                items.contains(where: { search(rest, in: $0, root: root, seen: []) })
            {
                return true
            }
        }
        if let property = schema["properties"]?[token], search(rest, in: property, root: root, seen: []) {
            return true
        }
        // What applies to the same value; a schema that leads back to itself here declares nothing more.
        let seen = seen.union([schema.node])
        for name in ["allOf", "anyOf", "oneOf"] {
            if schema[name]?.elements.contains(where: { search(tokens, in: $0, root: root, seen: seen) }) == true {
                return true
            }
        }
        for name in ["if", "then", "else"] {
            if let branch = schema[name], search(tokens, in: branch, root: root, seen: seen) { return true }
        }
        if let target = schema["$ref"]?.string.flatMap({ resolve($0, root: root) }) {
            return search(tokens, in: target, root: root, seen: seen)
        }
        return false
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
