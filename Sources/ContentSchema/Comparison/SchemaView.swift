import JSONText

/// The schemas of one version, read for being compared with those of another: a definition's and `common`, or `common`
/// alone.
public final class SchemaView {
    typealias Conjunct = PlanBuilder.Conjunct

    let reader: SchemaReader
    /// The schemas that apply to the payload.
    let root: [Conjunct]
    /// What stands for a schema where there is none.
    let anything: JSONValue
    /// The names that count as declared for the definition's top-level `additionalProperties`.
    private var declared: Set<NameBytes>
    private var declaredPatterns: [Pattern] = []
    private var shapes: [[Conjunct]: SchemaShape] = [:]
    /// Each there is once.
    private var knownSurroundings: [Surroundings.Content: Surroundings] = [:]
    /// Those of a value that nothing else speaks of.
    let nothingAround = Surroundings(Surroundings.Content())
    private lazy var spellings = SchemaSpellings(reader.schemas)

    /// A view of some schemas. They may have mistakes; what can't be read says nothing.
    ///
    /// - Parameters:
    ///   - definition: The definition's schema; nil to look at `common` alone.
    ///   - common: Schemas that apply to every payload too.
    ///   - declared: Names that count as declared for the definition's top-level `additionalProperties`, beside those
    ///     that `common` declares.
    ///   - file: What stands for the place of a schema that isn't there.
    public convenience init(
        _ definition: SchemaSource?, common: [SchemaSource], declared: [String] = [], file: JSONValue
    ) {
        self.init(
            definition.map { SchemaReader([$0] + common) } ?? SchemaReader(common: common), definition, common,
            declared,
            file)
    }

    fileprivate init(
        _ reader: SchemaReader, _ definition: SchemaSource?, _ common: [SchemaSource], _ declared: [String],
        _ file: JSONValue
    ) {
        self.reader = reader
        anything = definition?.schema ?? common.last?.schema ?? file
        let schemas = reader.schemas
        root = PlanBuilder.closure(
            reader.roots.enumerated().filter { $0.element >= 0 }.map {
                Conjunct(schema: $0.element, isLive: $0.offset == 0, isTop: $0.offset == 0)
            }, schemas)
        self.declared = Set(declared.map { Array($0.utf8) })
        for conjunct in root where !conjunct.isTop {
            self.declared.formUnion(schemas[conjunct.schema].properties.map(\.name))
            declaredPatterns += schemas[conjunct.schema].patternProperties.map(\.pattern)
        }
    }

    /// Everything that some schemas say of a value.
    func shape(_ seeds: [Conjunct]) -> SchemaShape {
        let key = PlanBuilder.closure(seeds, reader.schemas).sorted { $0.schema < $1.schema }
        if let known = shapes[key] { return known }
        let shape = SchemaShape(key, in: self)
        shapes[key] = shape
        return shape
    }

    /// The surroundings of some content.
    func surroundings(_ content: Surroundings.Content) -> Surroundings {
        if content == nothingAround.content { return nothingAround }
        if let known = knownSurroundings[content] { return known }
        let surroundings = Surroundings(content)
        knownSurroundings[content] = surroundings
        return surroundings
    }

    /// What tells a schema from those that are written otherwise, with references followed.
    func spelling(of schema: Int) -> SchemaSpelling { spellings[schema] }

    /// The schemas that apply to the member of a name.
    func seeds(for name: NameBytes, of shape: SchemaShape) -> [Conjunct] { seeds(for: name, of: shape.conjuncts) }

    /// The same of schemas with those that they refer to.
    func seeds(for name: NameBytes, of conjuncts: [Conjunct]) -> [Conjunct] {
        var seeds: [Conjunct] = []
        for conjunct in conjuncts {
            let schema = reader.schemas[conjunct.schema]
            var isDeclared = false
            if let property = schema.property(name) {
                seeds.append(Conjunct(schema: property, isLive: conjunct.isLive, isTop: false))
                isDeclared = true
            }
            for (pattern, target) in schema.patternProperties where pattern.matches(name.span) {
                seeds.append(Conjunct(schema: target, isLive: false, isTop: false))
                isDeclared = true
            }
            if !isDeclared && conjunct.isTop {
                isDeclared = declared.contains(name) || declaredPatterns.contains { $0.matches(name.span) }
            }
            if !isDeclared, let additional = schema.additionalProperties {
                seeds.append(Conjunct(schema: additional, isLive: false, isTop: false))
            }
        }
        return seeds
    }

    /// The schemas that apply to members that nothing names.
    func otherSeeds(of shape: SchemaShape) -> [Conjunct] {
        shape.conjuncts.compactMap { conjunct in
            reader.schemas[conjunct.schema].additionalProperties.map {
                Conjunct(schema: $0, isLive: false, isTop: false)
            }
        }
    }

    /// The schemas that apply to the element at a position.
    func seeds(forElement position: Int, of shape: SchemaShape) -> [Conjunct] {
        seeds(forElement: position, of: shape.conjuncts)
    }

    /// The same of schemas with those that they refer to.
    func seeds(forElement position: Int, of conjuncts: [Conjunct]) -> [Conjunct] {
        conjuncts.compactMap { conjunct in
            let schema = reader.schemas[conjunct.schema]
            let element = position < schema.prefixItems.count ? schema.prefixItems[position] : schema.items
            return element.map { Conjunct(schema: $0, isLive: conjunct.isLive, isTop: false) }
        }
    }

    /// The schemas that apply to what a pointer leads to, where each member on the way is declared.
    func seeds(at pointer: JSONPointer) -> [Conjunct]? {
        var seeds = root
        for token in pointer.tokens {
            let here = shape(seeds)
            if token == "*" {
                // Elements that are alike; where the first ones differ, no one schema says what all are.
                guard here.prefixCount == 0 else { return nil }
                seeds = self.seeds(forElement: 0, of: here)
                if seeds.isEmpty { return nil }
            } else {
                let name = Array(token.utf8)
                guard here.declares(name) else { return nil }
                seeds = self.seeds(for: name, of: here)
            }
        }
        return seeds
    }

    /// The places of all properties that are declared outside of branches, each once, in order of declaration. Below a
    /// schema that names itself they end.
    ///
    /// - Parameter limit: How many are looked for.
    public func properties(limit: Int = 10_000) -> [JSONPointer] {
        var found: [JSONPointer] = []
        collect(root, path: [], chain: [], limit, &found)
        return found
    }

    private func collect(
        _ seeds: [Conjunct], path: [String], chain: [ObjectIdentifier], _ limit: Int, _ found: inout [JSONPointer]
    ) {
        let here = shape(seeds)
        guard found.count < limit, !chain.contains(ObjectIdentifier(here)) else { return }
        let chain = chain + [ObjectIdentifier(here)]
        for name in here.names {
            let place = path + [name.text]
            found.append(JSONPointer(tokens: place))
            collect(self.seeds(for: name, of: here), path: place, chain: chain, limit, &found)
        }
        for position in 0...here.prefixCount {
            let elements = self.seeds(forElement: position, of: here)
            if elements.isEmpty { continue }
            let token = position == here.prefixCount ? "*" : String(position)
            collect(elements, path: path + [token], chain: chain, limit, &found)
        }
    }
}

/// Makes the views of a file's definitions, which share `$defs` and `common`: those are read once.
public struct SchemaViewMaker {
    private let definitions: JSONValue?
    private let common: [SchemaSource]
    private let file: JSONValue
    private let shared: SchemaReader

    /// - Parameters:
    ///   - definitions: The file's `$defs`.
    ///   - common: Schemas that apply to every payload too.
    ///   - file: What stands for the place of a schema that isn't there.
    public init(definitions: JSONValue?, common: [SchemaSource], file: JSONValue) {
        self.definitions = definitions
        self.common = common
        self.file = file
        var shared = SchemaReader(common: common)
        if let definitions { shared.add(definitions: definitions) }
        self.shared = shared
    }

    /// A view of a definition's schema, as `SchemaView` makes it.
    ///
    /// - Parameters:
    ///   - schema: The definition's schema.
    ///   - declared: Names that count as declared for its top-level `additionalProperties`, beside those of `common`.
    public func view(of schema: JSONValue, declared: [String]) -> SchemaView {
        let source = SchemaSource(schema: schema, definitions: definitions)
        // Its own `$defs` come before the file's, also for what the file's schemas refer to.
        guard shared.isClosed, schema["$defs"] == nil else {
            return SchemaView(source, common: common, declared: declared, file: file)
        }
        var reader = shared
        reader.add(definition: schema)
        return SchemaView(reader, source, common, declared, file)
    }
}
