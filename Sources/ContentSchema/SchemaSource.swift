import JSONText

/// A schema to compile, and where its references look.
public struct SchemaSource: Sendable {
    /// The schema: an object, `true` or `false`.
    public var schema: JSONValue
    /// The file's `$defs`, where `#/$defs/…` looks for what the schema's own `$defs` don't have.
    public var definitions: JSONValue?

    /// A schema with the `$defs` of its file.
    public init(schema: JSONValue, definitions: JSONValue? = nil) {
        self.schema = schema
        self.definitions = definitions
    }
}

/// What compiling gives: a plan, unless there is an error, and everything that is wrong.
public struct SchemaCompilation: Sendable {
    /// The plan, nil where a problem is an error.
    public var plan: SchemaPlan?
    /// All problems, in the order of the documents.
    public var problems: [SchemaProblem]
}
