import JSONText

extension PlanStorage {
    /// The most alternatives that a detail tells about.
    private static let mostBranches = 3

    func name(ofEntry index: Int) -> String {
        let entry = tables.entries[index]
        let start = Int(entry.text)
        return String(decoding: tables.text[start..<start + Int(entry.length)], as: UTF8.self)
    }

    /// What was expected and what was found.
    func detail(
        _ violation: SchemaViolation, _ tape: JSONTape, _ bytes: Span<UInt8>, showingValues: Bool, depth: Int
    ) -> String {
        let check = tables.checks[Int(violation.check)]
        let node = violation.node
        let found = "found \(ValueDescription.text(node, tape, bytes, showingValues: showingValues))"
        switch check.kind {
        case .never: return "not declared, \(found)"
        case .type: return "expected \(Self.types(UInt8(truncatingIfNeeded: check.operand))), \(found)"
        case .choice: return "expected \(choices(Int(check.first))), \(found)"
        case .minimum: return "expected at least \(bound(check)), \(found)"
        case .exclusiveMinimum: return "expected more than \(bound(check)), \(found)"
        case .maximum: return "expected at most \(bound(check)), \(found)"
        case .exclusiveMaximum: return "expected less than \(bound(check)), \(found)"
        case .multipleOf: return "expected a multiple of \(bound(check)), \(found)"
        case .minLength, .maxLength:
            let length = StringScalars.count(node, tape, bytes)
            let expected = Self.length(check, "character")
            return showingValues
                ? "\(expected), found \(length): \(ValueDescription.text(node, tape, bytes, showingValues: true))"
                : "\(expected), \(found)"
        case .minItems, .maxItems: return "\(Self.length(check, "element")), found \(tape.childCount(node))"
        case .minProperties, .maxProperties:
            return "\(Self.length(check, "member")), found \(tape.childCount(node))"
        case .pattern:
            let pattern = tables.patterns[Int(check.first)].source
            return "expected a match of \(VisibleText.escaped(pattern)), \(found)"
        case .propertyNames:
            let reason = reason(check.first, node - 1, tape, bytes, showingValues: showingValues, depth: depth)
            return "the member's name isn't allowed\(reason)"
        case .required:
            if check.operand == 0 { return "required, but missing" }
            return "required beside \(VisibleText.quoted(tables.names[Int(check.first)].text)), but missing"
        case .limit:
            return "checking takes too many steps or goes too deep: alternatives inside alternatives multiply"
        default: return constraint(check, node, tape, bytes, showingValues: showingValues, depth: depth)
        }
    }

    private func constraint(
        _ check: Check, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, showingValues: Bool, depth: Int
    ) -> String {
        func reason(_ branch: Int32) -> String {
            self.reason(branch, node, tape, bytes, showingValues: showingValues, depth: depth)
        }
        // One run for all alternatives: they share its steps, and what it remembers.
        var run = PlanRun(steps: 100_000)
        var outcome = SchemaOutcome()
        switch check.kind {
        case .anyOf, .oneOf:
            let branches = Int(check.first)..<Int(check.first + check.second)
            let keyword = check.kind == .anyOf ? "anyOf" : "oneOf"
            let matching = branches.filter { holds(tables.branches[$0], node, tape, bytes, &run, &outcome) }
            if !matching.isEmpty {
                let numbers = matching.prefix(Self.mostBranches).map { String($0 - branches.lowerBound + 1) }
                return "expected exactly one alternative of oneOf to match, \(matching.count) of \(branches.count) do: "
                    + numbers.joined(separator: ", ") + (matching.count > numbers.count ? ", …" : "")
            }
            let reasons = branches.prefix(Self.mostBranches).map { index in
                "\(index - branches.lowerBound + 1)\(reason(tables.branches[index]))"
            }
            let more = branches.count > reasons.count ? "; …" : ""
            return "matches no alternative of \(keyword): " + reasons.joined(separator: "; ") + more
        case .not: return "matches what 'not' excludes"
        case .condition:
            return holds(check.first, node, tape, bytes, &run, &outcome)
                ? "matches 'if' but not 'then'\(reason(check.second))"
                : "doesn't match 'if', nor 'else'\(reason(check.third))"
        case .contains:
            var count = 0
            var element = node + 1
            while element < tape.next(node) {
                if holds(check.first, element, tape, bytes, &run, &outcome) { count += 1 }
                element = tape.next(element)
            }
            let expected =
                count < check.operand
                ? "at least \(ValueDescription.counted(check.operand, "element"))"
                : "at most \(ValueDescription.counted(Int(check.second), "element"))"
            return "expected \(expected) that 'contains' describes, found \(count) of \(tape.childCount(node))"
        case .uniqueItems:
            guard let (earlier, later) = ValueEquality.firstRepeated(in: node, tape, bytes) else {
                return "expected unique elements"
            }
            var index = 0
            var first = 0
            var element = node + 1
            while element < later {
                if element == earlier { first = index }
                index += 1
                element = tape.next(element)
            }
            let value = ValueDescription.text(later, tape, bytes, showingValues: showingValues)
            return "expected unique elements, found \(value) at \(first) and \(index)"
        case .dependentSchema: return "doesn't match what 'dependentSchemas' asks\(reason(check.second))"
        default: return "doesn't hold"
        }
    }

    /// The first failure of a branch, behind a colon; empty where there is nothing to say.
    private func reason(
        _ index: Int32, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, showingValues: Bool, depth: Int
    ) -> String {
        guard index >= 0, depth < 2 else { return "" }
        let outcome = explain(Int(index), tape, node, bytes)
        guard let first = outcome.violations.first else { return "" }
        var cursor = PointerCursor(root: node)
        var pointer = cursor.pointers(to: first.node, tape, bytes).exact
        if first.entry >= 0 { pointer += "/" + JSONPointer.escaped(name(ofEntry: Int(first.entry))) }
        let place = pointer.isEmpty ? "" : " \(VisibleText.escaped(pointer))"
        return
            ":\(place) \(detail(first, tape, bytes, showingValues: showingValues, depth: depth + 1))"
    }

    private static func types(_ bits: UInt8) -> String {
        var names: [String] = []
        for (name, type) in TypeSet.names where bits & type == type {
            if name == "integer" && bits & TypeSet.number == TypeSet.number { continue }
            names.append(name)
        }
        return list(names)
    }

    private func choices(_ index: Int) -> String {
        let choice = tables.choices[index]
        if choice.spelled.isEmpty { return "one of no values" }
        var shown = choice.spelled.prefix(8).map { VisibleText.escaped($0) }
        if choice.spelled.count > shown.count { shown.append("\(choice.spelled.count - shown.count) more") }
        return Self.list(shown)
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    private func bound(_ check: Check) -> String {
        VisibleText.escaped(String(decoding: tables.numbers[Int(check.first)], as: UTF8.self))
    }

    private static func length(_ check: Check, _ noun: String) -> String {
        let isLeast =
            switch check.kind {
            case .minLength, .minItems, .minProperties: true
            default: false
            }
        return "expected at \(isLeast ? "least" : "most") \(ValueDescription.counted(check.operand, noun))"
    }
}
