import JSONText

extension PlanStorage {
    /// Checks an object's members in one pass, then what is missing, then what looks at the object as a whole.
    func checkObject(
        _ plan: PlanNode, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        let object = tables.objects[Int(plan.object)]
        var seen = SeenEntries(object, &outcome.seenWords)
        defer { seen.end(&outcome.seenWords) }
        let overridden = run.isCareful ? Self.overridden(in: node, tape, bytes) : nil
        var result = true
        // The objects of a payload with a layout have no two members of one name.
        var known = -1
        if tape.layout != 0 && !object.isWide { known = layoutPlace(plan.object, node, tape, bytes, &outcome) }
        if known >= 0 {
            seen.insert(all: outcome.layouts[known].seen)
            result = checkKnown(known, object, tape, bytes, &run, &outcome)
        } else {
            result = checkMembers(object, node, &seen, overridden, tape, bytes, &run, &outcome)
        }
        if !result && (!run.collects || run.isExhausted) { return false }
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
            let count = tape.childCount(node) - (overridden?.count ?? 0) + filled
            for index in Int(plan.objectStart)..<Int(plan.end)
            where !checkWhole(index, object, node, count, seen, overridden, tape, bytes, &run, &outcome) {
                result = false
                if !run.collects { return false }
            }
        }
        return result
    }

    /// Checks the members of an object by their names; the first one that fails ends it where failures aren't kept.
    ///
    /// - Parameter overridden: The names that a later member overrides, which are left out; nil for none.
    @inline(__always)
    private func checkMembers(
        _ object: ObjectPlan, _ node: Int, _ seen: inout SeenEntries, _ overridden: Set<Int>?, _ tape: JSONTape,
        _ bytes: Span<UInt8>, _ run: inout PlanRun, _ outcome: inout SchemaOutcome
    ) -> Bool {
        var result = true
        var name = node &+ 1
        let end = tape.next(node)
        while name < end {
            let value = name &+ 1
            if let overridden, overridden.contains(name) {
                name = tape.next(value)
                continue
            }
            let number = entry(object, name, tape, bytes, &outcome)
            if number >= 0 {
                if !seen.insert(number, &outcome.seenWords) { run.isSuspicious = true }
                let index = Int(object.entryStart) &+ number
                if !passes(tables.entries[index].passing, value, tape, bytes) {
                    let child = Int(tables.entries[index].child)
                    if child >= 0, !check(child, value, tape, bytes, &run, &outcome) { result = false }
                }
            } else if object.ruleCount > 0 {
                if !checkRules(object, name, tape, bytes, &run, &outcome) { result = false }
            }
            if !result && (!run.collects || run.isExhausted) { return false }
            name = tape.next(value)
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
    func checkRules(
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
        _ object: ObjectPlan, _ node: Int, _ seen: SeenEntries, _ filled: inout Int, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        var result = true
        if object.isWide {
            for number in 0..<Int(object.entryCount) where !seen.contains(number, outcome.seenWords) {
                if note(missing: number, object, node, &filled, &run, &outcome) { continue }
                result = false
                if !run.collects { return false }
            }
            return result
        }
        var left = object.watched & ~seen.word
        while left != 0 {
            if !note(missing: left.trailingZeroBitCount, object, node, &filled, &run, &outcome) {
                result = false
                if !run.collects { return false }
            }
            left &= left &- 1
        }
        return result
    }

    /// Notes a member that is missing.
    ///
    /// - Returns: Whether it may be.
    @inline(__always)
    private func note(
        missing number: Int, _ object: ObjectPlan, _ node: Int, _ filled: inout Int, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        let entry = tables.entries[Int(object.entryStart) &+ number]
        if entry.slot >= 0 {
            outcome.missingDefaults.append(MissingDefault(slot: Int(entry.slot), object: node))
            filled += 1
            if run.isObserved { run.needsFill = true }
            return true
        }
        guard entry.required >= 0 else { return true }
        return fail(Int(entry.required), node, entry: Int(object.entryStart) + number, &run, &outcome)
    }

    private func checkDependencies(
        _ object: ObjectPlan, _ node: Int, _ seen: SeenEntries, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        var result = true
        for index in Int(object.dependencyStart)..<Int(object.dependencyStart + object.dependencyCount) {
            let dependency = tables.dependencies[index]
            if isPresent(Int(dependency.trigger), object, seen, outcome)
                && !isPresent(Int(dependency.required), object, seen, outcome)
            {
                let entry = Int(object.entryStart + dependency.required)
                result = fail(Int(dependency.check), node, entry: entry, &run, &outcome)
                if !run.collects { return false }
            }
        }
        return result
    }

    private func isPresent(
        _ number: Int, _ object: ObjectPlan, _ seen: SeenEntries, _ outcome: borrowing SchemaOutcome
    ) -> Bool {
        seen.contains(number, outcome.seenWords) || tables.entries[Int(object.entryStart) + number].slot >= 0
    }

    private func checkWhole(
        _ index: Int, _ object: ObjectPlan, _ node: Int, _ count: Int, _ seen: SeenEntries,
        _ overridden: Set<Int>?, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
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
                if !(overridden?.contains(name) ?? false) && !holds(check.first, name, tape, bytes, &run, &outcome) {
                    result = fail(index, name + 1, &run, &outcome)
                    if !run.collects || run.isExhausted { return false }
                }
                name = tape.next(name + 1)
            }
            return result
        case .dependentSchema:
            guard isPresent(Int(check.first), object, seen, outcome) else { return true }
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

/// Which entries of an object a payload has: one word for up to 64, for larger objects words on a stack that the outcome
/// keeps.
struct SeenEntries {
    private(set) var word: UInt64 = 0
    /// Where the words begin on the stack, -1 where one word is enough.
    private let base: Int

    @inline(__always)
    init(_ object: ObjectPlan, _ stack: inout [UInt64]) {
        if object.isWide {
            base = stack.count
            stack.append(contentsOf: repeatElement(0, count: (Int(object.entryCount) + 63) / 64))
        } else {
            base = -1
        }
    }

    /// Takes the words off the stack.
    @inline(__always)
    func end(_ stack: inout [UInt64]) {
        if base >= 0 { stack.removeSubrange(base...) }
    }

    /// Notes the entries of an object that needs one word.
    @inline(__always)
    mutating func insert(all entries: UInt64) { word = entries }

    /// Notes an entry, and says whether it is new.
    @inline(__always)
    mutating func insert(_ number: Int, _ stack: inout [UInt64]) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number & 63)
        if base < 0 {
            let isNew = word & bit == 0
            word |= bit
            return isNew
        }
        let isNew = stack[base + number >> 6] & bit == 0
        stack[base + number >> 6] |= bit
        return isNew
    }

    @inline(__always)
    func contains(_ number: Int, _ stack: borrowing [UInt64]) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number & 63)
        return (base < 0 ? word : stack[base + number >> 6]) & bit != 0
    }
}
