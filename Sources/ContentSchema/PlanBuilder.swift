import JSONText

/// Combines schemas that always apply to one value (a definition, `common`, what `$ref` and `allOf` lead to) into one
/// plan node, so that a payload's members are walked once.
struct PlanBuilder {
    /// A schema that applies to a value, and what is special about it there.
    struct Conjunct: Hashable {
        let schema: Int
        /// Whether its defaults are filled in.
        var isLive: Bool
        /// Whether it applies to the payload itself as part of the definition.
        var isTop: Bool
    }

    /// A plan node that is still to be filled.
    struct Pending {
        let node: Int
        let conjuncts: [Conjunct]
        let path: [String]
        /// The nodes above that hold defaults too: a schema that names itself comes back to one of them.
        let chain: [(key: [Conjunct], node: Int)]
    }

    private static let mostNodes = 50_000
    /// Nodes with defaults stand once for each place, so that each default has one pointer, up to this many.
    private static let mostPlaces = 1_000

    var reader: SchemaReader
    var tables = PlanTables()
    private(set) var root = -1
    private(set) var isTooLarge = false
    /// For each schema whether its default fills a place.
    var placed: [Bool] = []
    /// The defaults as the schemas write them, by slot.
    var defaultValues: [JSONValue] = []

    /// The names that count as declared for the definition's top-level `additionalProperties`.
    private(set) var declared = NameIndex()
    var declaredPatterns: [Pattern] = []
    private var pending: [Pending] = []
    /// The nodes that were made for one schema, by its word.
    private var memo = NumberIndex()
    private var memoNodes: [Int] = []
    /// The nodes that were made for several schemas, by all their words.
    private var memoOfSeveral = NameIndex()
    private var memoNodesOfSeveral: [Int] = []
    private var places = 0
    /// Whether a default can be filled in below each schema.
    private var leadsToDefaults: [Bool] = []
    /// The nodes that more than one place shares.
    private var sharedNodes: [Int] = []
    var edges: [[Int]] = []
    var slotNodes: [Int] = []

    /// Combines a definition and `common`, or `common` alone where no definition was read yet.
    ///
    /// - Parameters:
    ///   - reader: The schemas.
    ///   - names: The discriminator's and the version field's names. What `common` declares is added here.
    ///   - shared: What `common` alone made, of a reader that begins with the same schemas.
    init(_ reader: SchemaReader, declared names: [String] = [], onto shared: PlanBuilder? = nil) {
        if let shared {
            self = shared
            self.reader = reader
        } else {
            self.reader = reader
            noteDeclared()
        }
        for name in names { declared.insert(Array(name.utf8)) }
        placed = Array(repeating: false, count: reader.schemas.count)
        leadsToDefaults = Self.reachDefaults(reader.schemas)
        var seeds: [Conjunct] = []
        for (number, index) in reader.roots.enumerated() where index >= 0 {
            seeds.append(Conjunct(schema: index, isLive: number == 0, isTop: number == 0))
        }
        root = request(seeds, path: [], chain: [])
        while let next = pending.popLast() {
            if tables.nodes.count > Self.mostNodes {
                isTooLarge = true
                break
            }
            fill(next)
        }
        finish()
    }

    /// Notes what `common` declares.
    private mutating func noteDeclared() {
        let common = Self.closure(
            reader.roots.dropFirst().map { Conjunct(schema: $0, isLive: false, isTop: false) }, reader.schemas)
        for conjunct in common {
            let schema = reader.schemas[conjunct.schema]
            for (name, _) in schema.properties { declared.insert(name) }
            declaredPatterns += schema.patternProperties.map(\.pattern)
        }
    }

    /// Adds everything that `$ref` and `allOf` join, each schema once, in the order of the text.
    static func closure(_ seeds: [Conjunct], _ schemas: [SchemaSyntax]) -> [Conjunct] {
        if seeds.count == 1 {
            let syntax = schemas[seeds[0].schema]
            if syntax.reference == nil && syntax.allOf.isEmpty { return seeds }
        }
        var result: [Conjunct] = []
        // Where each schema stands in the result; looking through the result itself is quicker as long as it is short.
        var places: [Int: Int] = [:]
        var stack = Array(seeds.reversed())
        while let next = stack.popLast() {
            let place = result.count <= 16 ? result.firstIndex { $0.schema == next.schema } : places[next.schema]
            if let place {
                let known = result[place]
                let grows = (next.isLive && !known.isLive) || (next.isTop && !known.isTop)
                if !grows { continue }
                result[place].isLive = known.isLive || next.isLive
                result[place].isTop = known.isTop || next.isTop
            } else {
                result.append(next)
                if result.count == 17 {
                    for (index, conjunct) in result.enumerated() { places[conjunct.schema] = index }
                } else if result.count > 17 {
                    places[next.schema] = result.count - 1
                }
            }
            let syntax = schemas[next.schema]
            for schema in syntax.allOf.reversed() {
                stack.append(Conjunct(schema: schema, isLive: next.isLive, isTop: next.isTop))
            }
            if let schema = syntax.reference {
                stack.append(Conjunct(schema: schema, isLive: next.isLive, isTop: next.isTop))
            }
        }
        return result
    }

    /// For each schema whether `properties`, `items`, `prefixItems`, `$ref` and `allOf` lead down to a default.
    private static func reachDefaults(_ schemas: [SchemaSyntax]) -> [Bool] {
        guard schemas.contains(where: { $0.defaultValue != nil }) else {
            return [Bool](repeating: false, count: schemas.count)
        }
        var joiners = ReversedEdges(count: schemas.count)
        var parents = ReversedEdges(count: schemas.count)
        for (index, schema) in schemas.enumerated() {
            if let reference = schema.reference { joiners.add(from: index, to: reference) }
            for target in schema.allOf { joiners.add(from: index, to: target) }
            for (_, target) in schema.properties { parents.add(from: index, to: target) }
            for target in schema.prefixItems { parents.add(from: index, to: target) }
            if let items = schema.items { parents.add(from: index, to: items) }
        }
        // Reached: a default stands at the value or below it. Result: below it.
        var reached = [Bool](repeating: false, count: schemas.count)
        var result = reached
        var stack = schemas.indices.filter { schemas[$0].defaultValue != nil }
        for index in stack { reached[index] = true }
        while let index = stack.popLast() {
            joiners.forEach(to: index) { joiner in
                if result[index] && !result[joiner] || !reached[joiner] { stack.append(joiner) }
                reached[joiner] = true
                result[joiner] = result[joiner] || result[index]
            }
            parents.forEach(to: index) { parent in
                if result[parent] { return }
                reached[parent] = true
                result[parent] = true
                stack.append(parent)
            }
        }
        return result
    }

    /// The plan node for a value that some schemas apply to; -1 where they allow everything.
    mutating func request(
        _ seeds: [Conjunct], path: [String], chain: [(key: [Conjunct], node: Int)]
    ) -> Int {
        var conjuncts = Self.closure(seeds, reader.schemas)
        // Whether a schema is live matters only where it has defaults; leaving it out makes more nodes alike.
        for index in conjuncts.indices where conjuncts[index].isLive && !leadsToDefaults[conjuncts[index].schema] {
            conjuncts[index].isLive = false
        }
        // A schema that only names another one adds nothing to it, and leaving it out makes more nodes alike, too.
        conjuncts.removeAll { allowsEverything(reader.schemas[$0.schema]) }
        if conjuncts.isEmpty { return -1 }
        let key = conjuncts.count > 1 ? conjuncts.sorted { $0.schema < $1.schema } : conjuncts
        let hasDefaults = conjuncts.contains(where: \.isLive)
        if hasDefaults, let above = chain.last(where: { $0.key == key }) {
            sharedNodes.append(above.node)
            return above.node
        }
        let isOwn = hasDefaults && places < Self.mostPlaces
        let node = tables.nodes.count
        if !isOwn, let known = remember(node, for: key) {
            if hasDefaults { sharedNodes.append(known) }
            return known
        }
        tables.nodes.append(PlanNode())
        edges.append([])
        if isOwn { places += 1 }
        pending.append(
            Pending(
                node: node, conjuncts: conjuncts, path: path, chain: hasDefaults ? chain + [(key, node)] : chain))
        return node
    }

    /// Notes that a node is for schemas, unless another one is.
    ///
    /// - Returns: That other node.
    private mutating func remember(_ node: Int, for conjuncts: [Conjunct]) -> Int? {
        if conjuncts.count == 1 {
            let (number, isNew) = memo.insert(Self.word(conjuncts[0]))
            if isNew { memoNodes.append(node) }
            return isNew ? nil : memoNodes[number]
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(conjuncts.count * 8)
        for conjunct in conjuncts {
            let word = Self.word(conjunct)
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        let (number, isNew) = memoOfSeveral.insert(bytes)
        if isNew { memoNodesOfSeveral.append(node) }
        return isNew ? nil : memoNodesOfSeveral[number]
    }

    private static func word(_ conjunct: Conjunct) -> UInt64 {
        UInt64(conjunct.schema) << 2 | (conjunct.isLive ? 2 : 0) | (conjunct.isTop ? 1 : 0)
    }

    private func allowsEverything(_ schema: SchemaSyntax) -> Bool {
        !schema.isFalse && schema.types == nil && schema.enumeration == nil && schema.constant == nil
            && schema.bounds.isEmpty && schema.lengths.isEmpty && schema.pattern == nil && schema.properties.isEmpty
            && schema.patternProperties.isEmpty && schema.additionalProperties == nil && schema.propertyNames == nil
            && schema.required.isEmpty && schema.dependentRequired.isEmpty && schema.dependentSchemas.isEmpty
            && schema.prefixItems.isEmpty && schema.items == nil && schema.contains == nil && !schema.uniqueItems
            && schema.anyOf.isEmpty && schema.oneOf.isEmpty && schema.not == nil && schema.condition == nil
    }

    // MARK: Tables

    func location(_ schema: Int, _ keyword: String) -> SchemaLocation {
        let syntax = reader.schemas[schema]
        let pointer = keyword.isEmpty ? syntax.pointer : "\(syntax.pointer)/\(keyword)"
        return SchemaLocation(pointer: pointer, source: syntax.source)
    }

    mutating func locationIndex(_ schema: Int, _ keyword: String) -> Int32 {
        tables.locations.append(location(schema, keyword))
        return Int32(tables.locations.count - 1)
    }

    mutating func patternIndex(_ pattern: Pattern) -> Int32 {
        tables.patterns.append(pattern)
        return Int32(tables.patterns.count - 1)
    }

    // MARK: One node

    private mutating func fill(_ item: Pending) {
        var node = PlanNode()
        node.types = TypeSet.any
        for conjunct in item.conjuncts {
            if let types = reader.schemas[conjunct.schema].types { node.types &= types }
        }
        var object = ObjectPlan()
        let names = fillObject(&object, item)
        fillArray(&node, item)
        node.typeStart = Int32(tables.checks.count)
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            if let types = schema.types {
                add(Check(kind: .type, operand: Int(types), location: locationIndex(conjunct.schema, "type")))
            }
        }
        node.anyStart = Int32(tables.checks.count)
        for conjunct in item.conjuncts { fillAny(&node, conjunct, item) }
        node.stringStart = Int32(tables.checks.count)
        for conjunct in item.conjuncts { fillStrings(conjunct) }
        node.numberStart = Int32(tables.checks.count)
        for conjunct in item.conjuncts { fillNumbers(conjunct) }
        node.arrayStart = Int32(tables.checks.count)
        for conjunct in item.conjuncts { fillArrayChecks(&node, conjunct, item) }
        node.objectStart = Int32(tables.checks.count)
        for conjunct in item.conjuncts { fillObjectChecks(&node, &object, names, conjunct, item) }
        node.end = Int32(tables.checks.count)
        if object.entryCount > 0 || object.ruleCount > 0 || node.end > node.objectStart {
            node.object = Int32(tables.objects.count)
            tables.objects.append(object)
        }
        tables.nodes[item.node] = node
    }

    // MARK: The whole

    /// The types of values that a node lets pass by their type alone. Whole numbers count for `integer` only where all
    /// numbers may pass or none but they.
    private func passing(_ index: Int32) -> UInt8 {
        if index < 0 { return TypeSet.any }
        let node = tables.nodes[Int(index)]
        if node.anyStart != node.stringStart { return 0 }
        var result = node.types
        if node.stringStart != node.numberStart { result &= ~TypeSet.string }
        if node.numberStart != node.arrayStart { result &= ~TypeSet.number }
        if node.array >= 0 || node.arrayStart != node.objectStart { result &= ~TypeSet.array }
        if node.object >= 0 { result &= ~TypeSet.object }
        return result
    }

    /// Marks what shares a node and where defaults can be missing.
    private mutating func finish() {
        for index in tables.entries.indices { tables.entries[index].passing = passing(tables.entries[index].child) }
        for index in tables.arrays.indices { tables.arrays[index].passing = passing(tables.arrays[index].rest) }
        if slotNodes.isEmpty { return }
        var isShared = [Bool](repeating: false, count: edges.count)
        for node in sharedNodes { isShared[node] = true }
        var stack = sharedNodes
        while let node = stack.popLast() {
            for child in edges[node] where !isShared[child] {
                isShared[child] = true
                stack.append(child)
            }
        }
        var callers = ReversedEdges(count: edges.count)
        for (node, children) in edges.enumerated() {
            for child in children { callers.add(from: node, to: child) }
        }
        stack = []
        for (slot, node) in slotNodes.enumerated() {
            tables.defaults[slot].isRepeated = isShared[node]
            if !tables.nodes[node].hasDefaults {
                tables.nodes[node].hasDefaults = true
                stack.append(node)
            }
        }
        while let node = stack.popLast() {
            callers.forEach(to: node) { caller in
                if tables.nodes[caller].hasDefaults { return }
                tables.nodes[caller].hasDefaults = true
                stack.append(caller)
            }
        }
    }
}

/// Edges of a graph by where they lead to.
private struct ReversedEdges {
    /// For each node the last edge that leads to it, -1 for none.
    private var last: [Int]
    /// Where each edge comes from.
    private var sources: [Int] = []
    /// For each edge the one before it that leads to the same node, -1 for none.
    private var before: [Int] = []

    init(count: Int) {
        last = Array(repeating: -1, count: count)
    }

    mutating func add(from source: Int, to target: Int) {
        sources.append(source)
        before.append(last[target])
        last[target] = sources.count - 1
    }

    /// Calls `body` with each node from which an edge leads to a node.
    func forEach(to target: Int, _ body: (Int) -> Void) {
        var edge = last[target]
        while edge >= 0 {
            body(sources[edge])
            edge = before[edge]
        }
    }
}
