import JSONText

extension PlanStorage {
    /// Checks an object's members in one pass, then what is missing, then what looks at the object as a whole.
    func checkObject(
        _ plan: PlanNode, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        let object = tables.objects[Int(plan.object)]
        var seen = SeenEntries(object)
        let overridden = run.isCareful ? Self.overridden(in: node, tape, bytes) : []
        var result = true
        var name = node &+ 1
        let end = tape.next(node)
        while name < end {
            let value = name &+ 1
            if run.isCareful && overridden.contains(name) {
                name = tape.next(value)
                continue
            }
            let number = entry(object, name, tape, bytes, &outcome)
            if number >= 0 {
                if !seen.insert(number) { run.isSuspicious = true }
                let child = tables.entries[Int(object.entryStart) &+ number].child
                if child >= 0, !check(Int(child), value, tape, bytes, &run, &outcome) { result = false }
            } else if object.ruleCount > 0 {
                if !checkRules(object, name, tape, bytes, &run, &outcome) { result = false }
            }
            if !result && (!run.collects || run.isExhausted) { return false }
            name = tape.next(value)
        }
        var filled = 0
        if object.isWide || object.watched & ~seen.word != 0 {
            if !checkMissing(object, node, seen, &filled, &run, &outcome) {
                result = false
                if !run.collects { return false }
            }
        }
        if object.dependencyCount > 0 && !checkDependencies(object, node, seen, &run, &outcome) {
            result = false
            if !run.collects { return false }
        }
        if plan.end != plan.objectStart {
            if object.countsMembers { run.isSuspicious = true }
            let count = tape.childCount(node) - overridden.count + filled
            for index in Int(plan.objectStart)..<Int(plan.end)
            where !checkWhole(index, object, node, count, seen, overridden, tape, bytes, &run, &outcome) {
                result = false
                if !run.collects { return false }
            }
        }
        return result
    }

    /// The entry of a member's name, -1 where the schemas don't name it.
    @inline(__always)
    func entry(
        _ object: ObjectPlan, _ name: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) -> Int {
        if !tape.hasEscapes(name) {
            let start = tape.start(name) &+ 1
            return tables.entry(object, bytes, from: start, count: tape.end(name) &- 1 &- start)
        }
        outcome.scratch.removeAll(keepingCapacity: outcome.scratch.capacity <= 1 << 20)
        tape.appendUnescaped(name, in: bytes, to: &outcome.scratch)
        return tables.entry(object, outcome.scratch.span, from: 0, count: outcome.scratch.count)
    }

    /// Checks a member that no schema names against the patterns and the rest of each.
    private func checkRules(
        _ object: ObjectPlan, _ name: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        var result = true
        for index in Int(object.ruleStart)..<Int(object.ruleStart + object.ruleCount) {
            let rule = tables.rules[index]
            var isMatched = false
            for branch in Int(rule.branchStart)..<Int(rule.branchStart + rule.branchCount) {
                let branch = tables.ruleBranches[branch]
                if branch.child < 0 && (isMatched || rule.additional < 0) { continue }
                guard matches(Int(branch.pattern), name, tape, bytes, &outcome) else { continue }
                isMatched = true
                if branch.child >= 0, !check(Int(branch.child), name &+ 1, tape, bytes, &run, &outcome) {
                    result = false
                    if !run.collects { return false }
                }
            }
            if !isMatched && rule.additional >= 0 {
                if !check(Int(rule.additional), name &+ 1, tape, bytes, &run, &outcome) {
                    result = false
                    if !run.collects { return false }
                }
            }
        }
        return result
    }

    private func matches(
        _ pattern: Int, _ name: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) -> Bool {
        if !tape.hasEscapes(name) {
            return tables.patterns[pattern].matches(bytes.extracting(tape.start(name) + 1..<tape.end(name) - 1))
        }
        outcome.scratch.removeAll(keepingCapacity: true)
        tape.appendUnescaped(name, in: bytes, to: &outcome.scratch)
        return tables.patterns[pattern].matches(outcome.scratch.span)
    }

    private func checkMissing(
        _ object: ObjectPlan, _ node: Int, _ seen: borrowing SeenEntries, _ filled: inout Int, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        var result = true
        for number in 0..<Int(object.entryCount) where !seen.contains(number) {
            let entry = tables.entries[Int(object.entryStart) &+ number]
            if entry.slot >= 0 {
                outcome.missingDefaults.append(MissingDefault(slot: Int(entry.slot), object: node))
                filled += 1
                if run.isObserved { run.needsFill = true }
            } else if entry.required >= 0 {
                result = fail(Int(entry.required), node, entry: Int(object.entryStart) + number, &run, &outcome)
                if !run.collects { return false }
            }
        }
        return result
    }

    private func checkDependencies(
        _ object: ObjectPlan, _ node: Int, _ seen: borrowing SeenEntries, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        var result = true
        for index in Int(object.dependencyStart)..<Int(object.dependencyStart + object.dependencyCount) {
            let dependency = tables.dependencies[index]
            if isPresent(Int(dependency.trigger), object, seen) && !isPresent(Int(dependency.required), object, seen) {
                let entry = Int(object.entryStart + dependency.required)
                result = fail(Int(dependency.check), node, entry: entry, &run, &outcome)
                if !run.collects { return false }
            }
        }
        return result
    }

    private func isPresent(_ number: Int, _ object: ObjectPlan, _ seen: borrowing SeenEntries) -> Bool {
        seen.contains(number) || tables.entries[Int(object.entryStart) + number].slot >= 0
    }

    private func checkWhole(
        _ index: Int, _ object: ObjectPlan, _ node: Int, _ count: Int, _ seen: borrowing SeenEntries,
        _ overridden: Set<Int>, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        let check = tables.checks[index]
        switch check.kind {
        case .minProperties: return count >= check.operand || fail(index, node, &run, &outcome)
        case .maxProperties: return count <= check.operand || fail(index, node, &run, &outcome)
        case .propertyNames:
            var result = true
            var name = node + 1
            while name < tape.next(node) {
                if !overridden.contains(name) && !holds(check.first, name, tape, bytes, &run, &outcome) {
                    result = fail(index, name + 1, &run, &outcome)
                    if !run.collects || run.isExhausted { return false }
                }
                name = tape.next(name + 1)
            }
            return result
        case .dependentSchema:
            guard isPresent(Int(check.first), object, seen) else { return true }
            return holds(check.second, node, tape, bytes, &run, &outcome) || fail(index, node, &run, &outcome)
        default: return true
        }
    }

    /// The names of an object that a later member overrides.
    private static func overridden(in object: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) -> Set<Int> {
        guard tape.childCount(object) > 1 else { return [] }
        var last: [NameBytes: Int] = [:]
        var result: Set<Int> = []
        var name = object + 1
        while name < tape.next(object) {
            var text: NameBytes = []
            tape.appendUnescaped(name, in: bytes, to: &text)
            if let earlier = last.updateValue(name, forKey: text) { result.insert(earlier) }
            name = tape.next(name + 1)
        }
        return result
    }
}

/// Which entries of an object a payload has: one word for up to 64, more words for larger objects.
struct SeenEntries {
    private(set) var word: UInt64 = 0
    private var words: [UInt64]

    @inline(__always)
    init(_ object: ObjectPlan) {
        words = object.isWide ? Array(repeating: 0, count: (Int(object.entryCount) + 63) / 64) : []
    }

    /// Notes an entry, and says whether it is new.
    @inline(__always)
    mutating func insert(_ number: Int) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number & 63)
        if words.isEmpty {
            let isNew = word & bit == 0
            word |= bit
            return isNew
        }
        let isNew = words[number >> 6] & bit == 0
        words[number >> 6] |= bit
        return isNew
    }

    @inline(__always)
    func contains(_ number: Int) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number & 63)
        return (words.isEmpty ? word : words[number >> 6]) & bit != 0
    }
}
