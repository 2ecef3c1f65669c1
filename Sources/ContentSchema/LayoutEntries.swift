import JSONText

/// What is known of the members of payloads that have the same layout, by the plan that they are checked against: the
/// names say it all, and they are the same.
struct LayoutEntries: Sendable {
    /// The layout's number, 0 where nothing is known.
    fileprivate var layout = 0
    fileprivate var storage: ObjectIdentifier?
    fileprivate var object: Int32 = -1
    private(set) var members: [Member] = []
    /// A bit for each entry that is there.
    private(set) var seen: UInt64 = 0

    /// What there is to check about a member.
    struct Member: Sendable {
        /// Whether the schemas name it.
        var isNamed: Bool
        /// The types of values for which there is nothing more to check: a `TypeSet`.
        var passing: UInt8
        /// The plan node of the value, -1 where anything goes.
        var child: Int32
    }

    /// How many are kept; the next ones take their places.
    fileprivate static let most = 64

    /// Takes the next member.
    ///
    /// - Parameter number: Its entry, counted from the object's first, -1 where the schemas don't name it.
    fileprivate mutating func take(_ number: Int, of object: ObjectPlan, in tables: PlanTables) {
        guard number >= 0 else { return members.append(Member(isNamed: false, passing: 0, child: -1)) }
        let entry = tables.entries[Int(object.entryStart) + number]
        members.append(Member(isNamed: true, passing: entry.passing, child: entry.child))
        seen |= 1 &<< UInt64(truncatingIfNeeded: number)
    }
}

extension PlanStorage {
    /// Finds the entries of all members of an object that has a layout.
    ///
    /// - Parameters:
    ///   - index: The object's plan, of at most 64 entries.
    ///   - tape: A tape with a layout, whose root is the object.
    /// - Returns: An index of the outcome's `layouts`.
    @inline(__always)
    func layoutPlace(
        _ index: Int32, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) -> Int {
        let place = tape.layout & (LayoutEntries.most - 1)
        if outcome.layouts.isEmpty || outcome.layouts[place].layout != tape.layout
            || outcome.layouts[place].object != index || outcome.layouts[place].storage != ObjectIdentifier(self)
        {
            findEntries(index, place, tape, bytes, &outcome)
        }
        return place
    }

    private func findEntries(
        _ index: Int32, _ place: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ outcome: inout SchemaOutcome
    ) {
        if outcome.layouts.isEmpty {
            outcome.layouts = Array(repeating: LayoutEntries(), count: LayoutEntries.most)
        }
        let object = tables.objects[Int(index)]
        var found = LayoutEntries()
        found.layout = tape.layout
        found.storage = ObjectIdentifier(self)
        found.object = index
        for name in stride(from: 1, to: tape.next(0), by: 2) {
            found.take(entry(object, name, tape, bytes, &outcome), of: object, in: tables)
        }
        outcome.layouts[place] = found
    }
}
