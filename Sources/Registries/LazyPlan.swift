import ContentSchema
import JSONText
import Synchronization

/// What the definitions of one file are compiled with, in one version.
final class PlanMaker: Sendable {
    private let definitions: JSONValue?
    private let common: [SchemaSource]
    private let other: PlanMaker?
    private let made = Mutex<SchemaCompiler?>(nil)

    /// - Parameters:
    ///   - definitions: The file's `$defs`.
    ///   - common: The schemas that apply to every payload too.
    ///   - other: What the definitions of another file with the same `common` are compiled with.
    init(definitions: JSONValue?, common: [SchemaSource], like other: PlanMaker?) {
        self.definitions = definitions
        self.common = common
        self.other = other
    }

    /// Compiles a definition's schema. What the definitions share is read when the first of them is compiled.
    func compile(_ schema: JSONValue, declared: [String]) -> SchemaCompilation {
        compiler.compile(schema, declared: declared)
    }

    private var compiler: SchemaCompiler {
        made.withLock { made in
            if let made { return made }
            let compiler =
                if let other {
                    other.compiler.sharingCommon(definitions: definitions)
                } else {
                    SchemaCompiler(definitions: definitions, common: common)
                }
            made = compiler
            return compiler
        }
    }
}

/// A definition's plan. That of a built-in definition is only compiled when a payload asks for it: an archive holds few
/// of the types that there are.
final class LazyPlan: Sendable {
    private let maker: PlanMaker
    private let schema: JSONValue
    private let declared: [String]
    private let made = Mutex<SchemaPlan?>(nil)

    /// - Parameters:
    ///   - maker: What the schema is compiled with.
    ///   - schema: The definition's schema.
    ///   - declared: Names that count as declared at the top of the payload.
    init(_ maker: PlanMaker, schema: JSONValue, declared: [String]) {
        self.maker = maker
        self.schema = schema
        self.declared = declared
    }

    /// The plan, compiled at the first call.
    var plan: SchemaPlan {
        made.withLock { made in
            if let made { return made }
            // A registry with a schema that can't be compiled isn't loaded, and built-in ones are held to it by a test.
            let plan = maker.compile(schema, declared: declared).plan ?? .anything
            made = plan
            return plan
        }
    }

    /// Compiles the plan now.
    ///
    /// - Returns: What is wrong with the schemas.
    func compile() -> [SchemaProblem] {
        let compilation = maker.compile(schema, declared: declared)
        if let plan = compilation.plan { made.withLock { $0 = plan } }
        return compilation.problems
    }
}
