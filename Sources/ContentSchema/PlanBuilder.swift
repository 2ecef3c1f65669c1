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
    private struct Pending {
        let node: Int
        let conjuncts: [Conjunct]
        let path: [String]
        /// The nodes above that hold defaults too: a schema that names itself comes back to one of them.
        let chain: [(key: [Conjunct], node: Int)]
    }

    private static let mostNodes = 50_000
    /// Nodes with defaults stand once for each place, so that each default has one pointer, up to this many.
    private static let mostPlaces = 4_000

    var reader: SchemaReader
    var tables = PlanTables()
    private(set) var root = -1
    private(set) var isTooLarge = false
    /// The schemas whose default fills a place.
    private(set) var placed: Set<Int> = []

    private let declared: Set<NameBytes>
    private var declaredPatterns: [Pattern] = []
    private var pending: [Pending] = []
    private var memo: [[Conjunct]: Int] = [:]
    private var places = 0
    /// Whether a default can be filled in below each schema.
    private var leadsToDefaults: [Bool] = []
    /// The nodes that more than one place shares.
    private var sharedNodes: Set<Int> = []
    private var edges: [[Int]] = []
    private var slotNodes: [Int] = []
    private var locationIndexes: [SchemaLocation: Int32] = [:]

    init(_ reader: SchemaReader, declared names: [String]) {
        self.reader = reader
        var declared = Set(names.map { Array($0.utf8) })
        let common = Self.closure(
            reader.roots.dropFirst().map { Conjunct(schema: $0, isLive: false, isTop: false) }, reader.schemas)
        for conjunct in common {
            let schema = reader.schemas[conjunct.schema]
            declared.formUnion(schema.properties.map(\.name))
            declaredPatterns += schema.patternProperties.map(\.pattern)
        }
        self.declared = declared
        leadsToDefaults = Self.reachDefaults(reader.schemas)
        var seeds: [Conjunct] = []
        for (number, index) in reader.roots.enumerated() {
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

    /// Adds everything that `$ref` and `allOf` join, each schema once, in the order of the text.
    private static func closure(_ seeds: [Conjunct], _ schemas: [SchemaSyntax]) -> [Conjunct] {
        var result: [Conjunct] = []
        var places: [Int: Int] = [:]
        var stack = Array(seeds.reversed())
        while let next = stack.popLast() {
            if let place = places[next.schema] {
                let known = result[place]
                let grows = (next.isLive && !known.isLive) || (next.isTop && !known.isTop)
                if !grows { continue }
                result[place].isLive = known.isLive || next.isLive
                result[place].isTop = known.isTop || next.isTop
            } else {
                places[next.schema] = result.count
                result.append(next)
            }
            for schema in schemas[next.schema].conjuncts.reversed() {
                stack.append(Conjunct(schema: schema, isLive: next.isLive, isTop: next.isTop))
            }
        }
        return result
    }

    /// For each schema whether `properties`, `items`, `prefixItems`, `$ref` and `allOf` lead down to a default.
    private static func reachDefaults(_ schemas: [SchemaSyntax]) -> [Bool] {
        var joiners = [[Int]](repeating: [], count: schemas.count)
        var parents = [[Int]](repeating: [], count: schemas.count)
        for (index, schema) in schemas.enumerated() {
            for target in schema.conjuncts { joiners[target].append(index) }
            let children = schema.properties.map(\.schema) + schema.prefixItems
            for target in children + (schema.items.map { [$0] } ?? []) { parents[target].append(index) }
        }
        // Reached: a default stands at the value or below it. Result: below it.
        var reached = [Bool](repeating: false, count: schemas.count)
        var result = reached
        var stack = schemas.indices.filter { schemas[$0].defaultValue != nil }
        for index in stack { reached[index] = true }
        while let index = stack.popLast() {
            for joiner in joiners[index] {
                if result[index] && !result[joiner] || !reached[joiner] { stack.append(joiner) }
                reached[joiner] = true
                result[joiner] = result[joiner] || result[index]
            }
            for parent in parents[index] where !result[parent] {
                reached[parent] = true
                result[parent] = true
                stack.append(parent)
            }
        }
        return result
    }

    /// The plan node for a value that some schemas apply to; -1 where they allow everything.
    private mutating func request(
        _ seeds: [Conjunct], path: [String], chain: [(key: [Conjunct], node: Int)]
    ) -> Int {
        let conjuncts = Self.closure(seeds, reader.schemas).map { conjunct in
            // Whether a schema is live matters only where it has defaults; leaving it out makes more nodes alike.
            Conjunct(
                schema: conjunct.schema, isLive: conjunct.isLive && leadsToDefaults[conjunct.schema],
                isTop: conjunct.isTop)
        }
        if conjuncts.allSatisfy({ allowsEverything(reader.schemas[$0.schema]) }) { return -1 }
        let key = conjuncts.sorted { $0.schema < $1.schema }
        let hasDefaults = conjuncts.contains(where: \.isLive)
        if hasDefaults, let above = chain.last(where: { $0.key == key }) {
            sharedNodes.insert(above.node)
            return above.node
        }
        let isOwn = hasDefaults && places < Self.mostPlaces
        if !isOwn, let node = memo[key] {
            if hasDefaults { sharedNodes.insert(node) }
            return node
        }
        let node = tables.nodes.count
        tables.nodes.append(PlanNode())
        edges.append([])
        if isOwn { places += 1 } else { memo[key] = node }
        pending.append(
            Pending(
                node: node, conjuncts: conjuncts, path: path, chain: hasDefaults ? chain + [(key, node)] : chain))
        return node
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

    private mutating func locationIndex(_ schema: Int, _ keyword: String) -> Int32 {
        let location = location(schema, keyword)
        if let index = locationIndexes[location] { return index }
        let index = Int32(tables.locations.count)
        tables.locations.append(location)
        locationIndexes[location] = index
        return index
    }

    private mutating func patternIndex(_ pattern: Pattern) -> Int32 {
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

    private mutating func add(_ check: Check) { tables.checks.append(check) }

    /// The plan node of a schema that is only asked whether it holds for the same value.
    private mutating func branch(_ schema: Int, _ conjunct: Conjunct, _ item: Pending) -> Int {
        request([Conjunct(schema: schema, isLive: false, isTop: conjunct.isTop)], path: item.path, chain: [])
    }

    private mutating func fillAny(_ node: inout PlanNode, _ conjunct: Conjunct, _ item: Pending) {
        let index = conjunct.schema
        let schema = reader.schemas[index]
        if schema.isFalse { add(Check(kind: .never, location: locationIndex(index, ""))) }
        for (keyword, values) in [("enum", schema.enumeration), ("const", schema.constant.map { [$0] })] {
            guard let values else { continue }
            var choice = Choice(stringStart: Int32(tables.choiceTexts.count))
            for value in values {
                choice.spelled.append(value.text)
                if let string = value.string.map({ Array($0.utf8) }) {
                    tables.choiceTexts.append(
                        ChoiceText(
                            word: NameLookup.word(string.span, from: 0, count: string.count),
                            length: Int32(string.count), text: Int32(tables.text.count)))
                    tables.text += string
                    choice.stringCount += 1
                } else {
                    choice.others.append(value)
                    if value.kind == .object || value.kind == .array { node.isObserver = true }
                }
            }
            add(Check(kind: .choice, first: Int32(tables.choices.count), location: locationIndex(index, keyword)))
            tables.choices.append(choice)
        }
        for (kind, keyword, branches) in [
            (Check.Kind.anyOf, "anyOf", schema.anyOf), (.oneOf, "oneOf", schema.oneOf),
        ] where !branches.isEmpty {
            let nodes = branches.map { Int32(branch($0, conjunct, item)) }
            add(
                Check(
                    kind: kind, first: Int32(tables.branches.count), second: Int32(nodes.count),
                    location: locationIndex(index, keyword)))
            tables.branches += nodes
            node.isObserver = true
        }
        if let not = schema.not {
            add(Check(kind: .not, first: Int32(branch(not, conjunct, item)), location: locationIndex(index, "not")))
            node.isObserver = true
        }
        if let condition = schema.condition, schema.consequence != nil || schema.alternative != nil {
            let nodes = [condition, schema.consequence, schema.alternative].map { part in
                part.map { Int32(branch($0, conjunct, item)) } ?? -1
            }
            add(
                Check(
                    kind: .condition, first: nodes[0], second: nodes[1], third: nodes[2],
                    location: locationIndex(index, "if")))
            node.isObserver = true
        }
    }

    private mutating func fillStrings(_ conjunct: Conjunct) {
        let schema = reader.schemas[conjunct.schema]
        for (length, count) in schema.lengths {
            switch length {
            case .minLength: addLength(.minLength, count, conjunct.schema, "minLength")
            case .maxLength: addLength(.maxLength, count, conjunct.schema, "maxLength")
            default: break
            }
        }
        if let pattern = schema.pattern {
            let location = locationIndex(conjunct.schema, "pattern")
            add(Check(kind: .pattern, first: patternIndex(pattern), location: location))
        }
    }

    private mutating func addLength(_ kind: Check.Kind, _ count: Int, _ schema: Int, _ keyword: String) {
        add(Check(kind: kind, operand: count, location: locationIndex(schema, keyword)))
    }

    private mutating func fillNumbers(_ conjunct: Conjunct) {
        for (bound, value) in reader.schemas[conjunct.schema].bounds {
            let (kind, keyword): (Check.Kind, String) =
                switch bound {
                case .minimum: (.minimum, "minimum")
                case .exclusiveMinimum: (.exclusiveMinimum, "exclusiveMinimum")
                case .maximum: (.maximum, "maximum")
                case .exclusiveMaximum: (.exclusiveMaximum, "exclusiveMaximum")
                case .multipleOf: (.multipleOf, "multipleOf")
                }
            let text = Array(value.text.utf8)
            var check = Check(
                kind: kind, first: Int32(tables.numbers.count), location: locationIndex(conjunct.schema, keyword))
            if let plain = ExactDecimal.plainInteger(text.span) {
                check.isPlain = true
                check.operand = plain
            }
            tables.numbers.append(text)
            add(check)
        }
    }

    private mutating func fillArrayChecks(_ node: inout PlanNode, _ conjunct: Conjunct, _ item: Pending) {
        let index = conjunct.schema
        let schema = reader.schemas[index]
        for (length, count) in schema.lengths {
            switch length {
            case .minItems: addLength(.minItems, count, index, "minItems")
            case .maxItems: addLength(.maxItems, count, index, "maxItems")
            default: break
            }
        }
        if schema.uniqueItems {
            add(Check(kind: .uniqueItems, location: locationIndex(index, "uniqueItems")))
            node.isObserver = true
        }
        if let contains = schema.contains {
            let element = [Conjunct(schema: contains, isLive: false, isTop: false)]
            add(
                Check(
                    kind: .contains, first: Int32(request(element, path: item.path + ["*"], chain: [])),
                    second: Int32(clamping: schema.maxContains ?? Int.max), operand: schema.minContains ?? 1,
                    location: locationIndex(index, "contains")))
            node.isObserver = true
        }
    }

    private mutating func fillObjectChecks(
        _ node: inout PlanNode, _ object: inout ObjectPlan, _ names: [NameBytes: Int32], _ conjunct: Conjunct,
        _ item: Pending
    ) {
        let index = conjunct.schema
        let schema = reader.schemas[index]
        for (length, count) in schema.lengths {
            switch length {
            case .minProperties: addLength(.minProperties, count, index, "minProperties")
            case .maxProperties: addLength(.maxProperties, count, index, "maxProperties")
            default: continue
            }
            object.countsMembers = true
        }
        if let propertyNames = schema.propertyNames {
            let name = request(
                [Conjunct(schema: propertyNames, isLive: false, isTop: false)], path: item.path, chain: [])
            if name >= 0 {
                add(
                    Check(
                        kind: .propertyNames, first: Int32(name), location: locationIndex(index, "propertyNames")))
                node.isObserver = true
            }
        }
        for (trigger, dependent) in schema.dependentSchemas {
            let target = branch(dependent, conjunct, item)
            guard target >= 0, let bit = names[trigger] else { continue }
            add(
                Check(
                    kind: .dependentSchema, first: bit, second: Int32(target),
                    location: locationIndex(index, "dependentSchemas/\(JSONPointer.escaped(trigger.text))")))
            node.isObserver = true
        }
    }

    private mutating func fillArray(_ node: inout PlanNode, _ item: Pending) {
        let schemas = item.conjuncts.map { (conjunct: $0, schema: reader.schemas[$0.schema]) }
        let longest = schemas.map(\.schema.prefixItems.count).max() ?? 0
        guard longest > 0 || schemas.contains(where: { $0.schema.items != nil }) else { return }
        var children: [Int32] = []
        for position in 0...longest {
            var seeds: [Conjunct] = []
            for (conjunct, schema) in schemas {
                let element =
                    position < schema.prefixItems.count ? schema.prefixItems[position] : schema.items
                if let element { seeds.append(Conjunct(schema: element, isLive: conjunct.isLive, isTop: false)) }
            }
            let child = request(seeds, path: item.path + ["*"], chain: item.chain)
            if child >= 0 { edges[item.node].append(child) }
            children.append(Int32(child))
        }
        if children.allSatisfy({ $0 < 0 }) { return }
        let array = ArrayPlan(
            prefixStart: Int32(tables.prefixes.count), prefixCount: Int32(longest), rest: children[longest])
        tables.prefixes += children.dropLast()
        node.array = Int32(tables.arrays.count)
        tables.arrays.append(array)
    }

    /// Makes an entry of every name that a schema of the object names.
    private mutating func fillObject(_ object: inout ObjectPlan, _ item: Pending) -> [NameBytes: Int32] {
        var names: [NameBytes] = []
        var numbers: [NameBytes: Int32] = [:]
        func note(_ name: NameBytes) {
            if numbers[name] == nil {
                numbers[name] = Int32(names.count)
                names.append(name)
            }
        }
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            for (name, _) in schema.properties { note(name) }
        }
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            for name in schema.required { note(name) }
            for (trigger, required) in schema.dependentRequired {
                note(trigger)
                for name in required { note(name) }
            }
            for (trigger, _) in schema.dependentSchemas { note(trigger) }
        }
        // Names that count as declared have to be told from others when a payload is checked.
        if item.conjuncts.contains(where: { $0.isTop && reader.schemas[$0.schema].additionalProperties != nil }) {
            for name in declared.sorted(by: { $0.lexicographicallyPrecedes($1) }) { note(name) }
        }
        object.entryStart = Int32(tables.entries.count)
        object.entryCount = Int32(names.count)
        for name in names {
            let entry = Entry(
                word: NameLookup.word(name.span, from: 0, count: name.count), length: Int32(name.count),
                text: Int32(tables.text.count))
            tables.text += name
            tables.entries.append(entry)
        }
        for (number, name) in names.enumerated() {
            let entry = Int(object.entryStart) + number
            let seeds = self.seeds(for: name, item)
            let path = item.path + [name.text]
            let child = request(seeds, path: path, chain: item.chain)
            if child >= 0 { edges[item.node].append(child) }
            tables.entries[entry].child = Int32(child)
            tables.entries[entry].slot = slot(name, seeds, child: child, path: path, item)
        }
        fillRequired(&object, numbers, item)
        fillRules(&object, item)
        if !object.isWide {
            for number in 0..<names.count {
                let entry = tables.entries[Int(object.entryStart) + number]
                if entry.slot >= 0 || entry.required >= 0 { object.watched |= 1 << UInt64(number) }
            }
        }
        tables.index(&object)
        return numbers
    }

    /// The schemas that apply to the member of a name, of all that look at the object.
    private func seeds(for name: NameBytes, _ item: Pending) -> [Conjunct] {
        var seeds: [Conjunct] = []
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            var isDeclared = false
            if let property = schema.propertyIndex[name] {
                seeds.append(Conjunct(schema: property, isLive: conjunct.isLive, isTop: false))
                isDeclared = true
            }
            for (pattern, target) in schema.patternProperties where pattern.matches(name.span) {
                seeds.append(Conjunct(schema: target, isLive: false, isTop: false))
                isDeclared = true
            }
            if !isDeclared && conjunct.isTop {
                isDeclared =
                    declared.contains(name) || declaredPatterns.contains { $0.matches(name.span) }
            }
            if !isDeclared, let additional = schema.additionalProperties {
                seeds.append(Conjunct(schema: additional, isLive: false, isTop: false))
            }
        }
        return seeds
    }

    /// The default of a member: -1 where no schema has one.
    private mutating func slot(
        _ name: NameBytes, _ seeds: [Conjunct], child: Int, path: [String], _ item: Pending
    ) -> Int32 {
        var found: (schema: Int, value: JSONValue)?
        for conjunct in Self.closure(seeds, reader.schemas) where conjunct.isLive {
            guard let value = reader.schemas[conjunct.schema].defaultValue else { continue }
            placed.insert(conjunct.schema)
            guard let first = found else {
                found = (conjunct.schema, value)
                continue
            }
            if !ValueEquality.equal(first.value, value) {
                reader.report(
                    .defaultConflict,
                    "the member '\(name.text)' has another default at line \(first.value.place.line): keep one",
                    at: value)
            }
        }
        guard let found else { return -1 }
        slotNodes.append(item.node)
        tables.defaults.append(
            DefaultSlot(
                pointer: JSONPointer(tokens: path).description, name: name, value: Array(found.value.text.utf8),
                isRepeated: false, location: location(found.schema, "default"), member: [], child: child))
        defaultValues.append(found.value)
        return Int32(tables.defaults.count - 1)
    }

    /// The defaults as the schemas write them, by slot.
    private(set) var defaultValues: [JSONValue] = []

    private mutating func fillRequired(_ object: inout ObjectPlan, _ numbers: [NameBytes: Int32], _ item: Pending) {
        var dependencies: [Dependency] = []
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            for name in schema.required {
                guard let number = numbers[name] else { continue }
                let entry = Int(object.entryStart + number)
                if tables.entries[entry].required >= 0 { continue }
                tables.entries[entry].required = Int32(tables.checks.count)
                add(Check(kind: .required, location: locationIndex(conjunct.schema, "required")))
            }
            for (trigger, required) in schema.dependentRequired {
                guard let triggerNumber = numbers[trigger] else { continue }
                let check = Int32(tables.checks.count)
                let keyword = "dependentRequired/\(JSONPointer.escaped(trigger.text))"
                add(
                    Check(
                        kind: .required, first: Int32(tables.names.count), operand: 1,
                        location: locationIndex(conjunct.schema, keyword)))
                tables.names.append(trigger)
                for name in required {
                    guard let number = numbers[name] else { continue }
                    dependencies.append(Dependency(trigger: triggerNumber, required: number, check: check))
                }
            }
        }
        object.dependencyStart = Int32(tables.dependencies.count)
        object.dependencyCount = Int32(dependencies.count)
        tables.dependencies += dependencies
    }

    private mutating func fillRules(_ object: inout ObjectPlan, _ item: Pending) {
        var rules: [Rule] = []
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            var branches: [RuleBranch] = []
            for (pattern, target) in schema.patternProperties {
                let child = request(
                    [Conjunct(schema: target, isLive: false, isTop: false)], path: item.path + ["*"], chain: [])
                branches.append(RuleBranch(pattern: patternIndex(pattern), child: Int32(child)))
            }
            var additional = -1
            if let target = schema.additionalProperties {
                additional = request(
                    [Conjunct(schema: target, isLive: false, isTop: false)], path: item.path + ["*"], chain: [])
                if conjunct.isTop && additional >= 0 {
                    branches += declaredPatterns.map { RuleBranch(pattern: patternIndex($0), child: -1) }
                }
            }
            if additional < 0 && branches.allSatisfy({ $0.child < 0 }) { continue }
            rules.append(
                Rule(
                    branchStart: Int32(tables.ruleBranches.count), branchCount: Int32(branches.count),
                    additional: Int32(additional)))
            tables.ruleBranches += branches
        }
        object.ruleStart = Int32(tables.rules.count)
        object.ruleCount = Int32(rules.count)
        tables.rules += rules
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
        var stack = Array(sharedNodes)
        var shared = sharedNodes
        while let node = stack.popLast() {
            for child in edges[node] where shared.insert(child).inserted { stack.append(child) }
        }
        var callers = [[Int]](repeating: [], count: edges.count)
        for (node, children) in edges.enumerated() {
            for child in children { callers[child].append(node) }
        }
        stack = []
        for index in tables.entries.indices { tables.entries[index].passing = passing(tables.entries[index].child) }
        for index in tables.arrays.indices { tables.arrays[index].passing = passing(tables.arrays[index].rest) }
        for (slot, node) in slotNodes.enumerated() {
            tables.defaults[slot].isRepeated = shared.contains(node)
            if !tables.nodes[node].hasDefaults {
                tables.nodes[node].hasDefaults = true
                stack.append(node)
            }
        }
        while let node = stack.popLast() {
            for caller in callers[node] where !tables.nodes[caller].hasDefaults {
                tables.nodes[caller].hasDefaults = true
                stack.append(caller)
            }
        }
    }
}
