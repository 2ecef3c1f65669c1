import JSONText

/// Finds what differs between the schemas of two versions, and which way each difference goes.
///
/// It looks at what the schemas admit, not at how they are written: `$ref` and `allOf` are followed, and an `enum` with one
/// value is a `const`. What can't be told is said to be so, never left out.
public struct SchemaComparison {
    typealias Conjunct = SchemaView.Conjunct

    /// Two schemas that are being compared.
    struct Pair: Hashable {
        let old: ObjectIdentifier
        let new: ObjectIdentifier
        let around: Around
        let isNegated: Bool
    }

    /// What all comparisons for one question share.
    final class Budget {
        /// How many pairs of schemas may still be compared: schemas can name each other in more ways than anybody could
        /// count.
        var left = 20_000
        var hasRunOut: Bool { left <= 0 }
    }

    let old: SchemaView
    let new: SchemaView
    let budget: Budget
    /// Whether this looks at what a newer schema does to an older one's values, and not the other way round.
    let isForth: Bool
    /// Whether what is compared stands under an odd number of negations. There it is the newer version's values that are
    /// concerned by what narrows, and the older one's by what widens.
    let isNegated: Bool
    /// What is around the schemas at hand.
    private(set) var around: Around
    /// Whether a property is gone of which the newer version says nothing any more.
    var losesMember = false
    private(set) var changes: [SchemaChange] = []
    /// The pairs on the way to the one at hand: schemas that name themselves come back to one.
    private var open: [Pair] = []
    /// How many of the pairs that are open have conditions that a default can decide.
    private(set) var conditions = 0
    /// The pairs that differ in nothing.
    private var equal: Set<Pair> = []
    /// The place among `open` of the outermost pair that was taken for equal while it is still open.
    private var outermostAssumed = Int.max

    init(
        _ old: SchemaView, _ new: SchemaView, _ budget: Budget = Budget(), isForth: Bool = true, isNegated: Bool = false
    ) {
        self.old = old
        self.new = new
        self.budget = budget
        self.isForth = isForth
        self.isNegated = isNegated
        around = Around(old: old.nothingAround, new: new.nothingAround)
    }

    /// What differs between two versions' schemas, in order of declaration.
    public static func changes(from old: SchemaView, to new: SchemaView) -> [SchemaChange] {
        var comparison = SchemaComparison(old, new)
        comparison.compare(old.root, new.root, comparison.nothing, at: [])
        return comparison.changes
    }

    /// What differs between a property and the one that it was moved to.
    ///
    /// - Parameters:
    ///   - oldPlace: Where the older schemas declare it.
    ///   - newPlace: Where the newer schemas declare it; the changes' pointers begin with that.
    /// - Returns: Nil where either isn't declared.
    public static func changes(
        from old: SchemaView, _ oldPlace: JSONPointer, to new: SchemaView, _ newPlace: JSONPointer
    ) -> [SchemaChange]? {
        guard let oldSeeds = old.seeds(at: oldPlace), let newSeeds = new.seeds(at: newPlace) else { return nil }
        var comparison = SchemaComparison(old, new)
        comparison.compareMember(oldSeeds, newSeeds, at: newPlace.tokens)
        return comparison.changes
    }

    /// What becomes of what some schemas admit, all changes taken together.
    func effect(_ oldSeeds: [Conjunct], _ newSeeds: [Conjunct], _ around: Around) -> SchemaEffect {
        var trial = trial(of: old, new, isForth: isForth, isNegated: isNegated)
        trial.compare(oldSeeds, newSeeds, around, at: [])
        let effect = trial.changes.reduce(SchemaEffect()) { $0.union($1.effect) }
        // Inside a branch nobody is told of a property that is gone, though what old values say there is lost.
        return trial.losesMember ? effect.union(.mayNarrow) : effect
    }

    /// The same under a negation.
    func effectNegated(_ oldSeeds: [Conjunct], _ newSeeds: [Conjunct], _ around: Around) -> SchemaEffect {
        trial(of: old, new, isForth: isForth, isNegated: !isNegated).effect(oldSeeds, newSeeds, around)
    }

    /// The same the other way round: what the new schemas admit and the old ones don't.
    func reversedEffect(_ newSeeds: [Conjunct], _ oldSeeds: [Conjunct], _ around: Around) -> SchemaEffect {
        reversed.effect(newSeeds, oldSeeds, around.reversed)
    }

    /// The comparison of the newer schemas with the older ones.
    var reversed: SchemaComparison { trial(of: new, old, isForth: false, isNegated: isNegated) }

    /// A comparison that begins where this one stands: what is open here isn't gone into again.
    func trial(of old: SchemaView, _ new: SchemaView, isForth: Bool, isNegated: Bool) -> SchemaComparison {
        var trial = SchemaComparison(old, new, budget, isForth: isForth, isNegated: isNegated)
        trial.open = open
        trial.conditions = conditions
        return trial
    }

    // MARK: Walking

    /// Compares what schemas say of one value.
    mutating func compare(_ oldSeeds: [Conjunct], _ newSeeds: [Conjunct], _ around: Around, at path: [String]) {
        let oldShape = old.shape(oldSeeds)
        let newShape = new.shape(newSeeds)
        let pair = Pair(
            old: ObjectIdentifier(oldShape), new: ObjectIdentifier(newShape), around: around, isNegated: isNegated)
        if oldShape === newShape { return }
        if equal.contains(pair) { return }
        if let place = open.firstIndex(of: pair) {
            outermostAssumed = min(outermostAssumed, place)
            return
        }
        if budget.hasRunOut || open.count >= Self.deepest {
            if changes.last?.detail != Self.tooMuch {
                add(.constraint, path, [.mayNarrow, .mayWiden], Self.tooMuch, oldShape.value, newShape.value)
            }
            return
        }
        budget.left -= 1
        let before = changes.count
        let outerAssumed = outermostAssumed
        outermostAssumed = .max
        open.append(pair)
        let outer = self.around
        self.around = around
        defer { self.around = outer }
        let hasConditions = oldShape.hasConditions || newShape.hasConditions
        if hasConditions { conditions += 1 }
        compareValues(oldShape, newShape, at: path)
        let both = oldShape.types & newShape.types
        if both & TypeSet.array != 0 { compareElements(oldShape, newShape, at: path) }
        if both & TypeSet.object != 0 { compareMembers(oldShape, newShape, at: path) }
        if both != 0 { compareConstraints(oldShape, newShape, oldSeeds, newSeeds, at: path) }
        open.removeLast()
        if hasConditions { conditions -= 1 }
        if changes.count == before && !losesMember && outermostAssumed >= open.count { equal.insert(pair) }
        outermostAssumed = min(outerAssumed, outermostAssumed >= open.count ? .max : outermostAssumed)
    }

    /// How many pairs may be open within each other: each takes some of the stack.
    private static let deepest = 400
    private static let tooMuch = "the schemas combine into more cases than are compared"

    mutating func add(
        _ kind: SchemaChange.Kind, _ path: [String], _ effect: SchemaEffect, _ detail: String, _ old: JSONValue,
        _ new: JSONValue, member: SchemaChange.Member? = nil
    ) {
        changes.append(
            SchemaChange(
                kind: kind, pointer: JSONPointer(tokens: path), effect: effect, detail: detail, member: member,
                old: old, new: new))
    }

    mutating func append(_ more: [SchemaChange]) { changes += more }

    // MARK: Words

    /// A value as the file writes it, cut where it is long.
    static func spelled(_ value: JSONValue) -> String {
        let text = value.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.count > 64 ? text.prefix(63) + "…" : text
    }

    /// `integer or string`.
    static func spelled(types: UInt8) -> String {
        var names: [String] = []
        var left = types
        if types == TypeSet.any { return "anything" }
        for (name, bits) in TypeSet.names.reversed() where left & bits == bits {
            names.insert(name, at: 0)
            left &= ~bits
        }
        return names.isEmpty ? "nothing" : names.joined(separator: " or ")
    }
}
