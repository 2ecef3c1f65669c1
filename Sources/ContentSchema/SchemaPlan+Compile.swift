import JSONText

extension SchemaPlan {
    /// Compiles a definition's schema and the schemas that every payload has to satisfy as well.
    ///
    /// - Parameters:
    ///   - definition: The definition's schema; the only one whose defaults are filled in.
    ///   - common: Schemas that apply to the payload too.
    ///   - declared: Names that count as declared for the definition's top-level `additionalProperties`: the
    ///     discriminator and the version field. What `common` declares is added here.
    /// - Returns: All problems, and the plan where none of them is an error.
    public static func compile(
        definition: SchemaSource, common: [SchemaSource] = [], declared: [String] = []
    ) -> SchemaCompilation {
        SchemaCompiler(definitions: definition.definitions, common: common).compile(
            definition.schema, declared: declared)
    }
}

extension PlanBuilder {
    /// Reports the definition's defaults that no place takes.
    mutating func checkPlaces() {
        guard reader.schemas.contains(where: { $0.defaultValue != nil }) else { return }
        for index in reachable([reader.roots[0]]) where !placed[index] {
            guard let value = reader.schemas[index].defaultValue else { continue }
            reader.report(
                .defaultIgnored,
                "this default is never filled in: only members below 'properties', 'items', 'prefixItems', '$ref' and "
                    + "'allOf' are; remove it, or call it 'x-default' as a note",
                at: value, level: .warning)
        }
    }

    /// Reports the defaults of `common`.
    mutating func checkCommon() {
        guard reader.schemas.contains(where: { $0.defaultValue != nil }) else { return }
        var inCommon = Array(reader.roots.dropFirst())
        // Also what nothing refers to.
        for (index, schema) in reader.schemas.enumerated() where schema.source > 0 {
            let root = reader.schemas[reader.roots[schema.source]]
            if schema.value.document === root.value.document && schema.value.node >= root.value.node
                && schema.value.node < root.value.document.tape.next(root.value.node)
            {
                inCommon.append(index)
            }
        }
        for index in reachable(inCommon) {
            guard let value = reader.schemas[index].defaultValue else { continue }
            reader.report(
                .defaultInCommon, "'common' holds no default: put it into the definitions that need it", at: value)
        }
    }

    /// Everything that some schemas lead to, those themselves too, in order.
    private func reachable(_ starts: [Int]) -> [Int] {
        var isReached = [Bool](repeating: false, count: reader.schemas.count)
        for index in starts { isReached[index] = true }
        var stack = starts
        while let index = stack.popLast() {
            let schema = reader.schemas[index]
            for next in schema.targets where !isReached[next] {
                isReached[next] = true
                stack.append(next)
            }
        }
        return isReached.indices.filter { isReached[$0] }
    }
}

extension [SchemaProblem] {
    /// By document, in the order in which they first have a problem, then by place.
    var inOrder: [SchemaProblem] {
        var documents: [ObjectIdentifier: Int] = [:]
        for problem in self where documents[ObjectIdentifier(problem.document)] == nil {
            documents[ObjectIdentifier(problem.document)] = documents.count
        }
        func rank(_ problem: SchemaProblem) -> Int { documents[ObjectIdentifier(problem.document)] ?? 0 }
        return enumerated().sorted { left, right in
            (rank(left.element), left.element.place, left.offset)
                < (rank(right.element), right.element.place, right.offset)
        }.map(\.element)
    }
}
