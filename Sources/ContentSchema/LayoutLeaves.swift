import JSONText

/// What there is to check about all payloads of a layout by one plan: their arrays, objects and names are the same, so
/// that just their values are looked at, however deep they stand.
struct LayoutLeaves: Sendable {
    /// A value that has nothing below it.
    struct Leaf: Sendable {
        let node: Int32
        /// Its plan node.
        let plan: Int32
        /// The types of values for which there is nothing more to check: a `TypeSet`.
        let passing: UInt8
        /// Whether the last short value that passed is worth keeping in mind: many have the same.
        let remembers: Bool
        fileprivate(set) var known = ShortValue()
    }

    /// The layout's number, 0 where nothing is known.
    private var layout = 0
    private var node = 0
    private var storage = 0
    private(set) var leaves: [Leaf] = []
    /// The defaults that are missing, in the order in which a walk comes by.
    private(set) var missingDefaults: [MissingDefault] = []
    /// Whether the schemas hold where all leaves pass. If not, only a walk can tell.
    private(set) var isDecisive = false

    /// How many are kept; the next ones take their places.
    fileprivate static let most = 1 << bits
    fileprivate static let bits = 9

    fileprivate init() {}

    /// Finds what there is to check about a payload.
    fileprivate init(
        of node: Int, by storage: PlanStorage, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) {
        layout = tape.layout
        self.node = node
        self.storage = storage.number
        isDecisive = take(node, Int32(storage.root), storage, tape, bytes, &outcome)
    }

    @inline(__always)
    fileprivate func are(of layout: Int, _ node: Int, by storage: PlanStorage) -> Bool {
        self.layout == layout && self.node == node && self.storage == storage.number
    }

    /// Keeps a value in mind that passed.
    fileprivate mutating func remember(_ index: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) {
        if let value = ShortValue(of: Int(leaves[index].node), on: tape, in: bytes) { leaves[index].known = value }
    }

    /// Takes a value and all below it.
    ///
    /// - Parameters:
    ///   - plan: The value's plan node, -1 where anything goes.
    ///   - passing: The types of values for which there is nothing more to check.
    /// - Returns: Whether the leaves decide whether it holds.
    private mutating func take(
        _ node: Int, _ plan: Int32, passing: UInt8 = 0, _ storage: PlanStorage, _ tape: JSONTape, _ bytes: Span<UInt8>,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        if plan < 0 || passing == TypeSet.any { return true }
        let rules = storage.tables.nodes[Int(plan)]
        let missing = missingDefaults.count
        switch tape.kind(node) {
        case .null, .falseValue, .trueValue, .string, .number:
            let remembers = rules.anyStart != rules.stringStart
            leaves.append(Leaf(node: Int32(node), plan: plan, passing: passing, remembers: remembers))
            return true
        case .array:
            if passing & TypeSet.array != 0 { return true }
            guard rules.types & TypeSet.array != 0, rules.anyStart == rules.stringStart,
                takeElements(of: node, rules, storage, tape, bytes, &outcome)
            else { return false }
        case .object:
            if passing & TypeSet.object != 0 { return true }
            guard rules.types & TypeSet.object != 0, rules.anyStart == rules.stringStart,
                takeMembers(of: node, rules, storage, tape, bytes, &outcome)
            else { return false }
        }
        // What looks at a value with its defaults filled in is no matter of the leaves.
        return !rules.isObserver || missingDefaults.count == missing
    }

    private mutating func takeElements(
        of node: Int, _ rules: PlanNode, _ storage: PlanStorage, _ tape: JSONTape, _ bytes: Span<UInt8>,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        let tables = storage.tables
        let checks = tables.checks[Int(rules.arrayStart)..<Int(rules.objectStart)]
        guard Self.areMet(checks, by: tape.childCount(node)) else { return false }
        guard rules.array >= 0 else { return true }
        let array = tables.arrays[Int(rules.array)]
        var position = 0
        var element = node + 1
        while element < tape.next(node) {
            let isPrefix = position < Int(array.prefixCount)
            let child = isPrefix ? tables.prefixes[Int(array.prefixStart) + position] : array.rest
            guard take(element, child, passing: isPrefix ? 0 : array.passing, storage, tape, bytes, &outcome) else {
                return false
            }
            position += 1
            element = tape.next(element)
        }
        return true
    }

    private mutating func takeMembers(
        of node: Int, _ rules: PlanNode, _ storage: PlanStorage, _ tape: JSONTape, _ bytes: Span<UInt8>,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        guard rules.object >= 0 else { return true }
        let tables = storage.tables
        let object = tables.objects[Int(rules.object)]
        if object.isWide { return false }
        var seen: UInt64 = 0
        var name = node + 1
        while name < tape.next(node) {
            let number = storage.entry(object, name, tape, bytes, &outcome)
            if number >= 0 {
                seen |= 1 &<< UInt64(truncatingIfNeeded: number)
                let entry = tables.entries[Int(object.entryStart) + number]
                guard take(name + 1, entry.child, passing: entry.passing, storage, tape, bytes, &outcome) else {
                    return false
                }
            } else if object.ruleCount > 0 {
                return false
            }
            name = tape.next(name + 1)
        }
        var count = tape.childCount(node)
        var left = object.watched & ~seen
        while left != 0 {
            let slot = tables.entries[Int(object.entryStart) + left.trailingZeroBitCount].slot
            guard slot >= 0 else { return false }
            missingDefaults.append(MissingDefault(slot: Int(slot), object: node))
            count += 1
            left &= left &- 1
        }
        if object.dependencyCount > 0 { return false }
        return Self.areMet(tables.checks[Int(rules.objectStart)..<Int(rules.end)], by: count)
    }

    /// Whether checks are about nothing but how many elements or members there are, and let so many be.
    private static func areMet(_ checks: ArraySlice<Check>, by count: Int) -> Bool {
        checks.allSatisfy { check in
            switch check.kind {
            case .minItems, .minProperties: count >= check.operand
            case .maxItems, .maxProperties: count <= check.operand
            default: false
            }
        }
    }
}

extension PlanStorage {
    /// Checks a payload by what its layout says, where it has one.
    ///
    /// - Returns: Whether that tells that the schemas hold; the missing defaults are noted then. Otherwise nothing is.
    @inline(__always)
    func holdsByLeaves(_ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome) -> Bool {
        guard tape.layout != 0 else { return false }
        let place = place(of: node, on: tape, bits: LayoutLeaves.bits)
        if outcome.leaves.isEmpty || !outcome.leaves[place].are(of: tape.layout, node, by: self) {
            findLeaves(of: node, place, tape, bytes, &outcome)
        }
        guard outcome.leaves[place].isDecisive else { return false }
        for index in 0..<outcome.leaves[place].leaves.count {
            let leaf = outcome.leaves[place].leaves[index]
            let value = Int(leaf.node)
            if passes(leaf.passing, value, tape, bytes) { continue }
            if leaf.remembers {
                if leaf.known.equals(value, on: tape, in: bytes) { continue }
                guard otherHolds(leaf, tape, bytes, &outcome) else { return false }
                outcome.leaves[place].remember(index, tape, bytes)
            } else if !leafHolds(Int(leaf.plan), value, tape, bytes, &outcome) {
                return false
            }
        }
        if !outcome.leaves[place].missingDefaults.isEmpty {
            outcome.missingDefaults += outcome.leaves[place].missingDefaults
        }
        return true
    }

    @inline(never)
    private func findLeaves(
        of node: Int, _ place: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) {
        if outcome.leaves.isEmpty { outcome.leaves = Array(repeating: LayoutLeaves(), count: LayoutLeaves.most) }
        outcome.leaves[place] = LayoutLeaves(of: node, by: self, tape, bytes, &outcome)
    }

    /// Checks a leaf by all there is to check about it, unless that takes long: what the leaves of a payload take together
    /// has to be less than a walk may take, so that they never let through what a walk gives up on.
    @inline(never)
    private func otherHolds(
        _ leaf: LayoutLeaves.Leaf, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) -> Bool {
        var run = PlanRun(steps: PlanRun.leastSteps / LayoutTree.mostNodes - 1)
        return holds(leaf.plan, Int(leaf.node), tape, bytes, &run, &outcome) && !run.isExhausted
    }
}
