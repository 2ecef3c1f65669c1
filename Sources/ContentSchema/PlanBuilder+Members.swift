import JSONText

/// The members and elements of a plan node.
extension PlanBuilder {
    mutating func fillArray(_ node: inout PlanNode, _ item: Pending) {
        var longest = 0
        var hasItems = false
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            longest = max(longest, schema.prefixItems.count)
            if schema.items != nil { hasItems = true }
        }
        guard longest > 0 || hasItems else { return }
        var children: [Int32] = []
        for position in 0...longest {
            var seeds: [Conjunct] = []
            for conjunct in item.conjuncts {
                let schema = reader.schemas[conjunct.schema]
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
    ///
    /// - Returns: The names, by the numbers of their entries, counted from the object's first.
    mutating func fillObject(_ object: inout ObjectPlan, _ item: Pending) -> NameIndex {
        var names = NameIndex()
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            for (name, _) in schema.properties { names.insert(name) }
        }
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            for name in schema.required { names.insert(name) }
            for (trigger, required) in schema.dependentRequired {
                names.insert(trigger)
                for name in required { names.insert(name) }
            }
            for (trigger, _) in schema.dependentSchemas { names.insert(trigger) }
        }
        // Names that count as declared have to be told from others when a payload is checked.
        if item.conjuncts.contains(where: { $0.isTop && reader.schemas[$0.schema].additionalProperties != nil }) {
            for name in declared.names.sorted(by: { $0.lexicographicallyPrecedes($1) }) { names.insert(name) }
        }
        object.entryStart = Int32(tables.entries.count)
        object.entryCount = Int32(names.count)
        for name in names.names {
            let entry = Entry(
                word: name.span.word(from: 0, count: name.count), length: Int32(name.count),
                text: Int32(tables.text.count))
            tables.text += name
            tables.entries.append(entry)
        }
        for (number, name) in names.names.enumerated() {
            let entry = Int(object.entryStart) + number
            let seeds = self.seeds(for: name, item)
            // Only defaults have to know where they are.
            let path = seeds.contains(where: \.isLive) ? item.path + [name.text] : []
            let child = request(seeds, path: path, chain: item.chain)
            if child >= 0 { edges[item.node].append(child) }
            tables.entries[entry].child = Int32(child)
            tables.entries[entry].slot = slot(name, seeds, child: child, path: path, item)
        }
        fillRequired(&object, names, item)
        fillRules(&object, item)
        if !object.isWide {
            for number in 0..<names.count {
                let entry = tables.entries[Int(object.entryStart) + number]
                if entry.slot >= 0 || entry.required >= 0 { object.watched |= 1 << UInt64(number) }
            }
        }
        tables.index(&object)
        return names
    }

    /// The schemas that apply to the member of a name, of all that look at the object.
    func seeds(for name: NameBytes, _ item: Pending) -> [Conjunct] {
        var seeds: [Conjunct] = []
        for conjunct in item.conjuncts {
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
    mutating func slot(
        _ name: NameBytes, _ seeds: [Conjunct], child: Int, path: [String], _ item: Pending
    ) -> Int32 {
        guard seeds.contains(where: { $0.isLive }) else { return -1 }
        var found: (schema: Int, value: JSONValue)?
        for conjunct in Self.closure(seeds, reader.schemas) where conjunct.isLive {
            guard let value = reader.schemas[conjunct.schema].defaultValue else { continue }
            placed[conjunct.schema] = true
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

    mutating func fillRequired(_ object: inout ObjectPlan, _ names: NameIndex, _ item: Pending) {
        var dependencies: [Dependency] = []
        for conjunct in item.conjuncts {
            let schema = reader.schemas[conjunct.schema]
            for name in schema.required {
                guard let number = names.number(of: name) else { continue }
                let entry = Int(object.entryStart) + number
                if tables.entries[entry].required >= 0 { continue }
                tables.entries[entry].required = Int32(tables.checks.count)
                add(Check(kind: .required, location: locationIndex(conjunct.schema, "required")))
            }
            for (trigger, required) in schema.dependentRequired {
                guard let triggerNumber = names.number(of: trigger) else { continue }
                let check = Int32(tables.checks.count)
                let keyword = "dependentRequired/\(JSONPointer.escaped(trigger.text))"
                add(
                    Check(
                        kind: .required, first: Int32(tables.names.count), operand: 1,
                        location: locationIndex(conjunct.schema, keyword)))
                tables.names.append(trigger)
                for name in required {
                    guard let number = names.number(of: name) else { continue }
                    dependencies.append(
                        Dependency(trigger: Int32(triggerNumber), required: Int32(number), check: check))
                }
            }
        }
        object.dependencyStart = Int32(tables.dependencies.count)
        object.dependencyCount = Int32(dependencies.count)
        tables.dependencies += dependencies
    }

    mutating func fillRules(_ object: inout ObjectPlan, _ item: Pending) {
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
}
