import JSONText

/// Completes every default with the defaults of its own members, and holds it against its schemas.
struct DefaultCompletion {
    private enum State { case new, open, done, endless }

    var reader: SchemaReader
    private let builder: PlanBuilder
    /// The plan with the defaults as far as they are complete.
    private var tables: PlanTables
    private var states: [State]
    /// Defaults inside defaults inside defaults, more than this, count as endless.
    private static let deepest = 100

    init(_ builder: PlanBuilder) {
        self.builder = builder
        reader = builder.reader
        tables = builder.tables
        states = Array(repeating: .new, count: builder.tables.defaults.count)
    }

    /// - Returns: The plan with all defaults complete.
    mutating func complete() -> PlanStorage {
        for slot in tables.defaults.indices { _ = complete(slot, depth: 0) }
        let storage = PlanStorage(tables: tables, root: builder.root)
        for slot in tables.defaults.indices where states[slot] == .done { validate(slot, storage) }
        return storage
    }

    /// - Returns: Whether the default comes to an end.
    private mutating func complete(_ slot: Int, depth: Int) -> Bool {
        switch states[slot] {
        case .done: return true
        case .endless: return false
        case .open:
            reportEndless(slot)
            return false
        case .new: break
        }
        if depth > Self.deepest {
            reportEndless(slot)
            return false
        }
        states[slot] = .open
        var value = PlanStorage.compact(tables.defaults[slot].value)
        let child = tables.defaults[slot].child
        if child >= 0 && tables.nodes[child].hasDefaults {
            var tape = JSONTape()
            if (try? tape.scan(value.span)) != nil {
                var outcome = SchemaOutcome()
                // What is missing depends on the plan's entries only, not on the texts that are still to come.
                let storage = PlanStorage(tables: tables, root: child)
                storage.findMissing(child, tape, 0, value.span, into: &outcome)
                for missing in outcome.missingDefaults where !complete(missing.slot, depth: depth + 1) {
                    states[slot] = .endless
                    return false
                }
                value = PlanStorage(tables: tables, root: child).filled(tape, 0, value.span, outcome.missingDefaults)
            }
        }
        var member: [UInt8] = []
        JSONWriter.appendQuoted(tables.defaults[slot].name.text, to: &member)
        member.append(UInt8(ascii: ":"))
        member += value
        tables.defaults[slot].value = value
        tables.defaults[slot].member = member
        states[slot] = .done
        return true
    }

    private mutating func reportEndless(_ slot: Int) {
        states[slot] = .endless
        reader.report(
            .defaultEndless, "this default never ends: completing it with its own defaults brings it back",
            at: builder.defaultValues[slot])
    }

    private mutating func validate(_ slot: Int, _ storage: PlanStorage) {
        let child = tables.defaults[slot].child
        guard child >= 0 else { return }
        let value = tables.defaults[slot].value
        var tape = JSONTape()
        guard (try? tape.scan(value.span)) != nil else { return }
        var outcome = SchemaOutcome()
        storage.evaluate(child, tape, 0, value.span, into: &outcome)
        let plan = SchemaPlan(storage: storage)
        guard let first = plan.findings(outcome, tape, value.span, limit: 1).first else { return }
        let place = first.pointer.isEmpty ? "" : " at '\(first.pointer)'"
        reader.report(
            .defaultInvalid, "this default does not satisfy the schemas at its place\(place): \(first.detail)",
            at: builder.defaultValues[slot])
    }
}
