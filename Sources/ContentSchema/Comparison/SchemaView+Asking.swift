import JSONText

/// What the schemas say of one place in a payload.
extension SchemaView {
    /// Whether the schemas declare a property at a place, outside of branches.
    public func declares(_ pointer: JSONPointer) -> Bool { seeds(at: pointer) != nil }

    /// Where the schemas declare what is at a place.
    public func place(of pointer: JSONPointer) -> JSONValue? { seeds(at: pointer).map { shape($0).value } }

    /// Whether a payload with anything at a place is refused, as closed objects do.
    public func refuses(_ pointer: JSONPointer) -> Bool {
        guard let name = pointer.tokens.last, name != "*",
            let parent = seeds(at: JSONPointer(tokens: pointer.tokens.dropLast()))
        else { return false }
        return shape(seeds(for: Array(name.utf8), of: shape(parent))).types == 0
    }

    /// Whether every payload that satisfies the schemas has a member, missing defaults filled in.
    ///
    /// - Parameters:
    ///   - pointer: The member's place.
    ///   - given: How many of its first tokens are there anyway. Elements of an array are: it is asked of each.
    public func requires(_ pointer: JSONPointer, given: Int = 0) -> Bool {
        var seeds = root
        for (depth, token) in pointer.tokens.enumerated() {
            let here = shape(seeds)
            if token == "*" {
                guard here.prefixCount == 0 else { return false }
                seeds = self.seeds(forElement: 0, of: here)
                continue
            }
            let name = Array(token.utf8)
            guard here.declares(name) else { return false }
            seeds = self.seeds(for: name, of: here)
            if depth >= given && here.required[name] == nil && shape(seeds).defaultValue == nil { return false }
        }
        return true
    }

    /// The types of the values that are admitted at a place, by their names in JSON Schema: `integer` with every `number`.
    public func types(at pointer: JSONPointer) -> Set<String> {
        guard let seeds = seeds(at: pointer) else { return [] }
        let types = shape(seeds).types
        return Set(TypeSet.names.filter { types & $0.bits == $0.bits }.map(\.name))
    }

    /// The only values that are admitted at a place, where the schemas list them.
    public func values(at pointer: JSONPointer) -> [JSONValue]? { seeds(at: pointer).flatMap { shape($0).values } }

    /// Whether a value is admitted at a place; nil where that can't be told, or nothing is declared there.
    public func admits(_ value: JSONValue, at pointer: JSONPointer) -> Bool? {
        seeds(at: pointer).flatMap { shape($0).admits(value) }
    }

    /// Whether the schemas say nothing but types of the value at a place.
    public func saysOnlyTypes(at pointer: JSONPointer) -> Bool {
        guard let seeds = seeds(at: pointer) else { return true }
        let shape = shape(seeds)
        return shape.values == nil && shape.lower == nil && shape.upper == nil && shape.multiples.isEmpty
            && shape.lengths.isEmpty && shape.patterns.isEmpty && shape.constraints.isEmpty
    }
}
