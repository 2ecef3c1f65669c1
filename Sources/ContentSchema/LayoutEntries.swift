import JSONText

/// What is known of the members of an object that stands at the same node in all payloads of a layout, by the plan that
/// it is checked against: the names say it all, and they are the same.
struct LayoutEntries: Sendable {
    /// The layout's number, 0 where nothing is known.
    fileprivate var layout = 0
    fileprivate var node = 0
    fileprivate var storage = 0
    fileprivate var object: Int32 = -1
    private(set) var members: [Member] = []
    /// A bit for each entry that is there.
    private(set) var seen: UInt64 = 0

    /// What there is to check about a member.
    struct Member: Sendable {
        /// The value's node.
        var value: Int32
        /// The plan node of the value, -1 where anything goes.
        var child: Int32 = -1
        /// Whether the schemas name it.
        var isNamed = false
        /// The types of values for which there is nothing more to check: a `TypeSet`.
        var passing: UInt8 = 0
    }

    /// Whether the members are being checked, so that no others may take their place.
    fileprivate var isBusy = false

    /// How many are kept; the next ones take their places.
    fileprivate static let most = 1 << bits
    fileprivate static let bits = 9

    /// Whether these are the entries of an object.
    @inline(__always)
    fileprivate func are(of layout: Int, _ node: Int, _ object: Int32, in storage: PlanStorage) -> Bool {
        self.layout == layout && self.node == node && self.object == object && self.storage == storage.number
    }

    /// Takes the next member.
    ///
    /// - Parameters:
    ///   - number: Its entry, counted from the object's first, -1 where the schemas don't name it.
    ///   - value: The value's node.
    fileprivate mutating func take(_ number: Int, at value: Int, of object: ObjectPlan, in tables: PlanTables) {
        var member = Member(value: Int32(value))
        if number >= 0 {
            let entry = tables.entries[Int(object.entryStart) + number]
            member.isNamed = true
            member.passing = entry.passing
            member.child = entry.child
            seen |= 1 &<< UInt64(truncatingIfNeeded: number)
        }
        members.append(member)
    }
}

extension PlanStorage {
    /// Where a table of a power of two keeps what this plan says of a node in all payloads of a layout.
    @inline(__always)
    func place(of node: Int, on tape: JSONTape, bits: Int) -> Int {
        let hash = tape.layoutHash(of: node) &+ UInt64(truncatingIfNeeded: number) &* 0x1656_67B1_9E37_79F9
        return Int(truncatingIfNeeded: hash &>> UInt64(64 - bits))
    }

    /// Finds the entries of all members of an object whose payload has a layout.
    ///
    /// - Parameters:
    ///   - index: The object's plan, of at most 64 entries.
    ///   - node: The object.
    ///   - tape: A tape with a layout.
    /// - Returns: An index of the outcome's `layouts`; -1 where there is no place for them now.
    @inline(__always)
    func layoutPlace(
        _ index: Int32, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) -> Int {
        let place = place(of: node, on: tape, bits: LayoutEntries.bits)
        if !outcome.layouts.isEmpty && outcome.layouts[place].are(of: tape.layout, node, index, in: self) {
            return place
        }
        return findEntries(index, node, place, tape, bytes, &outcome) ? place : -1
    }

    private func findEntries(
        _ index: Int32, _ node: Int, _ place: Int, _ tape: JSONTape, _ bytes: Span<UInt8>,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        if outcome.layouts.isEmpty {
            outcome.layouts = Array(repeating: LayoutEntries(), count: LayoutEntries.most)
        }
        if outcome.layouts[place].isBusy { return false }
        let object = tables.objects[Int(index)]
        var found = LayoutEntries()
        found.layout = tape.layout
        found.node = node
        found.storage = number
        found.object = index
        var name = node + 1
        while name < tape.next(node) {
            let number = entry(object, name, tape, bytes, &outcome)
            found.take(number, at: name + 1, of: object, in: tables)
            name = tape.next(name + 1)
        }
        outcome.layouts[place] = found
        return true
    }

    /// Checks the members of an object whose names are known by its layout; the first one that fails ends it where
    /// failures aren't kept.
    ///
    /// - Parameter place: An index of the outcome's `layouts`.
    func checkKnown(
        _ place: Int, _ object: ObjectPlan, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        var result = true
        outcome.layouts[place].isBusy = true
        defer { outcome.layouts[place].isBusy = false }
        for index in 0..<outcome.layouts[place].members.count {
            let member = outcome.layouts[place].members[index]
            let value = Int(member.value)
            if member.isNamed {
                if passes(member.passing, value, tape, bytes) || member.child < 0 { continue }
                if !check(Int(member.child), value, tape, bytes, &run, &outcome) { result = false }
            } else if object.ruleCount > 0, !checkRules(object, value &- 1, tape, bytes, &run, &outcome) {
                result = false
            }
            if !result && (!run.collects || run.isExhausted) { return false }
        }
        return result
    }
}
