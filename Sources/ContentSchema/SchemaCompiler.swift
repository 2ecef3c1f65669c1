import JSONText

/// Compiles the definitions of one file, which share the file's `$defs` and the `common` schemas: those are read and
/// combined once.
public final class SchemaCompiler: Sendable {
    private let definitions: JSONValue?
    private let common: [SchemaSource]
    /// `common` and `$defs`, read and combined; nil where one of them can't be read without the definition that it
    /// refers to.
    private let shared: PlanBuilder?

    /// A compiler for the definitions of a file.
    ///
    /// - Parameters:
    ///   - definitions: The file's `$defs`.
    ///   - common: Schemas that apply to every payload too.
    public init(definitions: JSONValue?, common: [SchemaSource]) {
        self.definitions = definitions
        self.common = common
        var builder = PlanBuilder(SchemaReader(definitions: definitions, common: common))
        builder.checkCommon()
        shared = builder.reader.isClosed && !builder.isTooLarge ? builder : nil
    }

    /// Compiles a definition's schema together with the `common` schemas.
    ///
    /// - Parameters:
    ///   - schema: The definition's schema; the only one whose defaults are filled in.
    ///   - declared: Names that count as declared for the definition's top-level `additionalProperties`: the
    ///     discriminator and the version field. What `common` declares is added here.
    /// - Returns: All problems, those of `common` and `$defs` too, and the plan where none of them is an error.
    public func compile(_ schema: JSONValue, declared: [String] = []) -> SchemaCompilation {
        var builder = builder(schema, declared)
        if builder.isTooLarge {
            builder.reader.report(
                .schemaTooLarge, "the schemas combine into too many cases: take some of its references apart",
                at: schema)
            return SchemaCompilation(plan: nil, problems: builder.reader.problems.inOrder)
        }
        builder.checkPlaces()
        var storage: PlanStorage?
        if !builder.reader.problems.contains(where: { $0.code == .referenceLoop }) {
            var completion = DefaultCompletion(builder)
            storage = completion.complete()
            builder.reader = completion.reader
        }
        let problems = builder.reader.problems.inOrder
        let isUsable = !problems.contains { $0.level == .error }
        return SchemaCompilation(plan: isUsable ? storage.map(SchemaPlan.init) : nil, problems: problems)
    }

    private func builder(_ schema: JSONValue, _ declared: [String]) -> PlanBuilder {
        // Its own `$defs` come before the file's, also for what the file's schemas refer to.
        if let shared, schema["$defs"] == nil {
            var reader = shared.reader
            reader.add(definition: schema)
            return PlanBuilder(reader, declared: declared, onto: shared)
        }
        let source = SchemaSource(schema: schema, definitions: definitions)
        var builder = PlanBuilder(SchemaReader([source] + common), declared: declared)
        builder.checkCommon()
        return builder
    }
}
