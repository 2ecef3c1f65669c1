import JSONText

/// Compiles the definitions of one file, which share the file's `$defs` and the `common` schemas: those are read and
/// combined once.
public final class SchemaCompiler: Sendable {
    private let definitions: JSONValue?
    private let common: [SchemaSource]
    /// `common`, read and combined.
    private let combined: PlanBuilder
    /// The same with `$defs`; nil where one of them can't be read without the definition that it refers to.
    private let shared: PlanBuilder?

    /// A compiler for the definitions of a file.
    ///
    /// - Parameters:
    ///   - definitions: The file's `$defs`.
    ///   - common: Schemas that apply to every payload too.
    public convenience init(definitions: JSONValue?, common: [SchemaSource]) {
        var builder = PlanBuilder(SchemaReader(common: common))
        builder.checkCommon()
        self.init(definitions, common, builder)
    }

    private init(_ definitions: JSONValue?, _ common: [SchemaSource], _ combined: PlanBuilder) {
        self.definitions = definitions
        self.common = common
        self.combined = combined
        var builder = combined
        if let definitions { builder.reader.add(definitions: definitions) }
        shared = builder.reader.isClosed && !builder.isTooLarge ? builder : nil
    }

    /// A compiler for the definitions of another file, to whose payloads the same `common` schemas apply.
    ///
    /// - Parameter definitions: That file's `$defs`.
    public func sharingCommon(definitions: JSONValue?) -> SchemaCompiler {
        SchemaCompiler(definitions, common, combined)
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
