import JSONText

extension PlanStorage {
    private static let mostViolations = 100_000

    /// Checks a value against a plan node, and once more where that is needed to be exact: with overridden members left
    /// out, or with defaults filled in.
    func evaluate(
        _ index: Int, _ tape: JSONTape, _ node: Int, _ bytes: Span<UInt8>, into outcome: inout SchemaOutcome
    ) {
        if index == root && holdsByLeaves(node, tape, bytes, &outcome) { return }
        if walk(index, tape, node, bytes, into: &outcome) {
            let missing = outcome.missingDefaults
            let copy = filled(tape, node, bytes, missing)
            var copyTape = JSONTape()
            // The copy is scanned without a limit of its own: a default may stand deeper than the payload reached.
            if (try? copyTape.scan(copy.span, maximumDepth: 1024)) != nil {
                outcome.violations.removeAll(keepingCapacity: true)
                outcome.isTruncated = false
                _ = walk(index, copyTape, 0, copy.span, into: &outcome)
                outcome.missingDefaults = missing
                outcome.filled = FilledPayload(bytes: copy, tape: copyTape)
            }
        }
        if outcome.violations.count > 1 { outcome.sortViolations() }
    }

    /// Finds the defaults that a value lacks, whatever else is wrong with it.
    func findMissing(
        _ index: Int, _ tape: JSONTape, _ node: Int, _ bytes: Span<UInt8>, into outcome: inout SchemaOutcome
    ) {
        _ = walk(index, tape, node, bytes, into: &outcome)
    }

    /// Checks an alternative for what to say about it: its failures, in the order of the value.
    func explain(
        _ index: Int, _ tape: JSONTape, _ node: Int, _ bytes: Span<UInt8>
    ) -> SchemaOutcome {
        var outcome = SchemaOutcome()
        outcome.reset(root: node)
        _ = walk(index, tape, node, bytes, into: &outcome)
        if outcome.violations.count > 1 { outcome.sortViolations() }
        return outcome
    }

    /// - Returns: Whether defaults have to be filled in before the result counts.
    private func walk(
        _ index: Int, _ tape: JSONTape, _ node: Int, _ bytes: Span<UInt8>, into outcome: inout SchemaOutcome
    ) -> Bool {
        // Results are remembered, so that honest schemas ask each plan node about a value once, or a few times.
        let stepsOfANode = min(max(500, tables.nodes.count), 10_000)
        let steps = PlanRun.leastSteps + stepsOfANode * (tape.next(node) - node)
        var run = PlanRun(steps: steps)
        _ = check(index, node, tape, bytes, &run, &outcome)
        if run.isSuspicious && !run.isExhausted && tape.hasDuplicates(below: node, in: bytes) {
            outcome.violations.removeAll(keepingCapacity: true)
            outcome.missingDefaults.removeAll(keepingCapacity: true)
            outcome.isTruncated = false
            run = PlanRun(steps: steps)
            run.isCareful = true
            _ = check(index, node, tape, bytes, &run, &outcome)
        }
        if run.isExhausted {
            outcome.violations = [
                SchemaViolation(code: .fieldConstraint, node: node, entry: -1, check: Int32(limitCheck))
            ]
            return false
        }
        return run.needsFill
    }

    /// Notes a failure. Always false, for the caller to return.
    @inline(never)
    func fail(
        _ check: Int, _ node: Int, entry: Int = -1, _ run: inout PlanRun, _ outcome: inout SchemaOutcome
    ) -> Bool {
        run.isSuspicious = true
        guard run.collects else { return false }
        if outcome.violations.count >= Self.mostViolations {
            outcome.isTruncated = true
        } else {
            outcome.violations.append(
                SchemaViolation(
                    code: tables.checks[check].kind.code, node: node, entry: Int32(entry), check: Int32(check)))
        }
        return false
    }

    /// Checks a value against a plan node.
    ///
    /// - Returns: Whether it holds. Where failures aren't kept, the first one ends the walk.
    func check(
        _ index: Int, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        run.steps &-= 1
        guard run.steps >= 0, run.depth < PlanRun.deepest, !run.isExhausted else {
            run.isExhausted = true
            return false
        }
        if run.steps < run.remembersBelow && !run.collects && (tape.kind(node) == .array || tape.kind(node) == .object)
        {
            // Alternatives inside alternatives come to the same value by as many ways as their numbers multiplied.
            let question = PlanRun.Question(plan: index, node: node)
            if let answer = run.answer(to: question) { return answer }
            let answer = checkOnce(index, node, tape, bytes, &run, &outcome)
            if !run.isExhausted { run.remember(answer, to: question) }
            return answer
        }
        return checkOnce(index, node, tape, bytes, &run, &outcome)
    }

    private func checkOnce(
        _ index: Int, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        let plan = tables.nodes[index]
        let kind = tape.kind(node)
        var holds = true
        if plan.types != TypeSet.any && !allows(plan.types, kind, node, tape, bytes) {
            for check in Int(plan.typeStart)..<Int(plan.anyStart)
            where !allows(UInt8(truncatingIfNeeded: tables.checks[check].operand), kind, node, tape, bytes) {
                holds = fail(check, node, &run, &outcome)
                break
            }
            if !run.collects { return false }
        }
        let wasObserved = run.isObserved
        if plan.isObserver { run.isObserved = true }
        run.depth &+= 1
        defer {
            run.depth &-= 1
            run.isObserved = wasObserved
        }
        if plan.anyStart != plan.stringStart {
            for check in Int(plan.anyStart)..<Int(plan.stringStart)
            where !checkAny(check, node, kind, tape, bytes, &run, &outcome) {
                holds = fail(check, node, &run, &outcome)
                if !run.collects { return false }
            }
        }
        switch kind {
        case .null, .falseValue, .trueValue: break
        case .string:
            for check in Int(plan.stringStart)..<Int(plan.numberStart)
            where !checkString(check, node, tape, bytes, &outcome) {
                holds = fail(check, node, &run, &outcome)
                if !run.collects { return false }
            }
        case .number:
            for check in Int(plan.numberStart)..<Int(plan.arrayStart) where !checkNumber(check, node, tape, bytes) {
                holds = fail(check, node, &run, &outcome)
                if !run.collects { return false }
            }
        case .array:
            if plan.array >= 0 || plan.arrayStart != plan.objectStart {
                if !checkArray(plan, node, tape, bytes, &run, &outcome) { holds = false }
            }
        case .object:
            if plan.object >= 0 {
                if !checkObject(plan, node, tape, bytes, &run, &outcome) { holds = false }
            }
        }
        return holds
    }

    /// Whether all checks of a plan node that are about strings and numbers alone hold for one. Of other checks, and other
    /// values but literals, it can't tell.
    func leafHolds(
        _ index: Int, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) -> Bool {
        let kind = tape.kind(node)
        guard tables.nodes[index].anyStart == tables.nodes[index].stringStart,
            allows(tables.nodes[index].types, kind, node, tape, bytes)
        else { return false }
        switch kind {
        case .null, .falseValue, .trueValue: return true
        case .string:
            for check in Int(tables.nodes[index].stringStart)..<Int(tables.nodes[index].numberStart)
            where !checkString(check, node, tape, bytes, &outcome) { return false }
            return true
        case .number:
            for check in Int(tables.nodes[index].numberStart)..<Int(tables.nodes[index].arrayStart)
            where !checkNumber(check, node, tape, bytes) { return false }
            return true
        case .array, .object: return false
        }
    }

    @inline(__always)
    private func allows(
        _ types: UInt8, _ kind: JSONKind, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>
    ) -> Bool {
        switch kind {
        case .null: types & TypeSet.null != 0
        case .falseValue, .trueValue: types & TypeSet.boolean != 0
        case .string: types & TypeSet.string != 0
        case .array: types & TypeSet.array != 0
        case .object: types & TypeSet.object != 0
        case .number:
            types & TypeSet.number == TypeSet.number
                || (types & TypeSet.integer != 0
                    && ExactDecimal.isInteger(bytes.extracting(tape.start(node)..<tape.end(node))))
        }
    }

    /// Whether a schema holds for a value, without keeping its failures.
    func holds(
        _ index: Int32, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        if index < 0 { return true }
        let collects = run.collects
        run.collects = false
        defer { run.collects = collects }
        return check(Int(index), node, tape, bytes, &run, &outcome)
    }

    private func checkAny(
        _ index: Int, _ node: Int, _ kind: JSONKind, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        let check = tables.checks[index]
        switch check.kind {
        case .never: return false
        case .choice: return isChosen(Int(check.first), node, kind, tape, bytes)
        case .anyOf:
            for branch in Int(check.first)..<Int(check.first + check.second)
            where holds(tables.branches[branch], node, tape, bytes, &run, &outcome) {
                return true
            }
            return false
        case .oneOf:
            var count = 0
            for branch in Int(check.first)..<Int(check.first + check.second)
            where holds(tables.branches[branch], node, tape, bytes, &run, &outcome) {
                count += 1
                if count > 1 { return false }
            }
            return count == 1
        case .not: return !holds(check.first, node, tape, bytes, &run, &outcome)
        case .condition:
            let then = holds(check.first, node, tape, bytes, &run, &outcome)
            return holds(then ? check.second : check.third, node, tape, bytes, &run, &outcome)
        default: return true
        }
    }

    private func isChosen(_ index: Int, _ node: Int, _ kind: JSONKind, _ tape: JSONTape, _ bytes: Span<UInt8>) -> Bool {
        if kind == .string {
            if !tape.hasEscapes(node) {
                return isChosen(index, bytes, from: tape.start(node) &+ 1, to: tape.end(node) &- 1)
            }
            var text: [UInt8] = []
            tape.appendUnescaped(node, in: bytes, to: &text)
            return isChosen(index, text.span, from: 0, to: text.count)
        }
        for value in tables.choices[index].others {
            let constant = value.document.bytes
            if ValueEquality.equal(value.node, value.document.tape, constant.span, node, tape, bytes) { return true }
        }
        return false
    }

    private func isChosen(_ index: Int, _ bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
        let count = end &- start
        let word = bytes.word(from: start, count: count)
        let first = Int(tables.choices[index].stringStart)
        for number in first..<first &+ Int(tables.choices[index].stringCount) {
            let text = tables.choiceTexts[number]
            guard text.word == word, Int(text.length) == count else { continue }
            if NameLookup.equalTails(bytes, from: start, tables.text, from: Int(text.text), count: count) {
                return true
            }
        }
        return false
    }

    /// Whether a value passes by its type alone, where `types` are those that have nothing more to check.
    @inline(__always)
    func passes(_ types: UInt8, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) -> Bool {
        switch tape.kind(node) {
        case .null: types & TypeSet.null != 0
        case .falseValue, .trueValue: types & TypeSet.boolean != 0
        case .string: types & TypeSet.string != 0
        case .array: types & TypeSet.array != 0
        case .object: types & TypeSet.object != 0
        case .number:
            types & TypeSet.number == TypeSet.number
                || (types & TypeSet.integer != 0
                    && ExactDecimal.isDigits(tape.start(node)..<tape.end(node), in: bytes))
        }
    }

    @inline(__always)
    private func checkString(
        _ index: Int, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) -> Bool {
        let check = tables.checks[index]
        switch check.kind {
        case .minLength:
            let length = tape.end(node) &- tape.start(node) &- 2
            // A code point takes at least one byte, and at most four, or twelve with escapes.
            if length < check.operand { return false }
            let longest = tape.hasEscapes(node) ? 12 : 4
            if (length &+ longest &- 1) / longest >= check.operand { return true }
            return StringScalars.count(node, tape, bytes) >= check.operand
        case .maxLength:
            let length = tape.end(node) &- tape.start(node) &- 2
            if length <= check.operand { return true }
            return StringScalars.count(node, tape, bytes) <= check.operand
        case .pattern:
            if !tape.hasEscapes(node) {
                return tables.patterns[Int(check.first)].matches(
                    bytes.extracting(tape.start(node) &+ 1..<tape.end(node) &- 1))
            }
            outcome.scratch.removeAll(keepingCapacity: outcome.scratch.capacity <= 1 << 20)
            tape.appendUnescaped(node, in: bytes, to: &outcome.scratch)
            return tables.patterns[Int(check.first)].matches(outcome.scratch.span)
        default: return true
        }
    }

    @inline(__always)
    private func checkNumber(_ index: Int, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) -> Bool {
        let check = tables.checks[index]
        let range = tape.start(node)..<tape.end(node)
        let text = bytes.extracting(range)
        if check.isPlain, let value = ExactDecimal.plainInteger(range, in: bytes) {
            switch check.kind {
            case .minimum: return value >= check.operand
            case .exclusiveMinimum: return value > check.operand
            case .maximum: return value <= check.operand
            case .exclusiveMaximum: return value < check.operand
            default: return value % check.operand == 0
            }
        }
        if text.count <= Int(check.second) && !Self.hasExponent(text) { return true }
        let number = tables.numbers[Int(check.first)]
        let bound = number.span
        switch check.kind {
        case .minimum: return ExactDecimal.compare(text, bound) >= 0
        case .exclusiveMinimum: return ExactDecimal.compare(text, bound) > 0
        case .maximum: return ExactDecimal.compare(text, bound) <= 0
        case .exclusiveMaximum: return ExactDecimal.compare(text, bound) < 0
        default: return ExactDecimal.isMultiple(text, of: bound)
        }
    }

    private static func hasExponent(_ number: Span<UInt8>) -> Bool {
        for index in 0..<number.count where number[index] | 0x20 == UInt8(ascii: "e") { return true }
        return false
    }
}

extension SchemaOutcome {
    /// Puts violations into the order of the payload and leaves one for a code and a place.
    mutating func sortViolations() {
        let order = violations.indices.sorted { left, right in
            (violations[left].node, left) < (violations[right].node, right)
        }
        var result: [SchemaViolation] = []
        result.reserveCapacity(order.count)
        var groupStart = 0
        for index in order {
            let violation = violations[index]
            if let last = result.last, last.node != violation.node { groupStart = result.count }
            let isKnown = result[groupStart...].contains { known in
                known.code == violation.code && (known.code != .fieldMissing || known.entry == violation.entry)
            }
            if !isKnown { result.append(violation) }
        }
        violations = result
    }
}
