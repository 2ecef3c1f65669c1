import JSONText

/// The places of one type's payloads, each with what was seen there: members by name, and all elements of an array as
/// one.
///
/// It never has more places than its limit. Where there are more, the first in the order of their pointers are kept:
/// a place comes before all that is in it, elements before members, members by the UTF-8 bytes of their names. A place
/// that is left out once has enough places before it for good, so what is kept was counted from the beginning.
struct SketchTree: Sendable {
    /// A place.
    struct Place: Sendable {
        /// The member's name, unescaped UTF-8; empty for elements and the payload itself.
        var name: [UInt8] = []
        var sketch = ValueSketch()
        /// The elements' place, -1 where no array has any.
        var elements = -1
        /// The members' places, by the bytes of their names.
        var members: [Int] = []
    }

    /// How a payload is walked.
    struct Walk {
        /// The node of the type, which is left out; -1 for none.
        var typeNode = -1
        /// Names of the payload's members whose insides are left out.
        var shallow: Set<[UInt8]> = []
        /// Whether some object of the payload may have two members with one name.
        var hasDuplicates = true
    }

    /// The payload's own place is the first.
    private(set) var places = [Place()]
    /// Places that are free again.
    private var free: [Int] = []
    private let limit: Int
    /// Whether places were left out: too many, too deep, or with too long names.
    private(set) var isCut = false

    init(limit: Int = DraftLimits.members) {
        self.limit = limit
    }

    /// The number of places.
    var count: Int { places.count - free.count }

    // MARK: Adding

    /// Adds a payload.
    ///
    /// - Parameters:
    ///   - payload: Its node.
    ///   - walk: What is left out of it.
    mutating func add(_ payload: Int, _ walk: Walk, on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        add(payload, at: 0, level: 0, walk, on: tape, in: bytes)
    }

    private mutating func add(
        _ value: Int, at place: Int, level: Int, _ walk: Walk, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) {
        places[place].sketch.add(value, on: tape, in: bytes)
        guard tape.childCount(value) > 0 else { return }
        guard level < DraftLimits.depth else {
            isCut = true
            return
        }
        if tape.kind(value) == .array {
            var element = value + 1
            while element < tape.next(value) {
                guard let below = elements(of: place) else { return }
                add(element, at: below, level: level + 1, walk, on: tape, in: bytes)
                element = tape.next(element)
            }
            return
        }
        let overridden = walk.hasDuplicates ? Self.overridden(in: value, on: tape, in: bytes) : []
        var name = value + 1
        while name < tape.next(value) {
            if name + 1 != walk.typeNode, !overridden.contains(name),
                let below = member(name, of: place, on: tape, in: bytes)
            {
                if level == 0 && walk.shallow.contains(places[below].name) {
                    places[below].sketch.add(name + 1, on: tape, in: bytes)
                } else {
                    add(name + 1, at: below, level: level + 1, walk, on: tape, in: bytes)
                }
            }
            name = tape.next(name + 1)
        }
    }

    /// The names of an object that a later member with the same name overrides: the last counts, as in decoding.
    private static func overridden(
        in object: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Set<Int> {
        var last: [[UInt8]: Int] = [:]
        var overridden: Set<Int> = []
        var name = object + 1
        while name < tape.next(object) {
            var text: [UInt8] = []
            tape.appendUnescaped(name, in: bytes, to: &text)
            if let earlier = last.updateValue(name, forKey: text) { overridden.insert(earlier) }
            name = tape.next(name + 1)
        }
        return overridden
    }

    /// Adds what another tree of this type saw.
    mutating func merge(_ other: SketchTree) {
        isCut = isCut || other.isCut
        merge(0, into: 0, from: other)
    }

    private mutating func merge(_ theirs: Int, into ours: Int, from other: SketchTree) {
        places[ours].sketch.merge(other.places[theirs].sketch)
        if other.places[theirs].elements >= 0, let below = elements(of: ours) {
            merge(other.places[theirs].elements, into: below, from: other)
        }
        for member in other.places[theirs].members {
            if let below = self.member(other.places[member].name, of: ours) { merge(member, into: below, from: other) }
        }
    }

    // MARK: Finding places

    /// The place of an array's elements, made where it isn't there; nil where it is left out.
    private mutating func elements(of place: Int) -> Int? {
        if places[place].elements >= 0 { return places[place].elements }
        guard makeRoom(for: place, index: -1), let made = make([]) else { return nil }
        places[place].elements = made
        return made
    }

    /// The place of a member, made where it isn't there; nil where it is left out.
    private mutating func member(
        _ name: Int, of place: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Int? {
        if tape.hasEscapes(name) {
            var text: [UInt8] = []
            tape.appendUnescaped(name, in: bytes, to: &text)
            return member(text, of: place)
        }
        let text = bytes.extracting(tape.start(name) + 1..<tape.end(name) - 1)
        let (index, isThere) = find(text, in: places[place].members)
        if isThere { return places[place].members[index] }
        var copy: [UInt8] = []
        copy.append(copying: text, 0..<text.count)
        return make(copy, of: place, at: index)
    }

    private mutating func member(_ name: [UInt8], of place: Int) -> Int? {
        let (index, isThere) = find(name.span, in: places[place].members)
        return isThere ? places[place].members[index] : make(name, of: place, at: index)
    }

    /// Where a name is among members, or has to come.
    private func find(_ name: Span<UInt8>, in members: [Int]) -> (index: Int, isThere: Bool) {
        var low = 0
        var high = members.count
        while low < high {
            let middle = (low + high) / 2
            let order = Self.compare(places[members[middle]].name, name)
            if order == 0 { return (middle, true) }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return (low, false)
    }

    private static func compare(_ left: [UInt8], _ right: Span<UInt8>) -> Int {
        for index in 0..<min(left.count, right.count) {
            let order = Int(left[index]) - Int(right[index])
            if order != 0 { return order }
        }
        return left.count - right.count
    }

    // MARK: Making and leaving out

    private mutating func make(_ name: [UInt8], of place: Int, at index: Int) -> Int? {
        guard name.count <= DraftLimits.nameLength else {
            isCut = true
            return nil
        }
        guard makeRoom(for: place, index: index), let made = make(name) else { return nil }
        places[place].members.insert(made, at: index)
        return made
    }

    private mutating func make(_ name: [UInt8]) -> Int? {
        if let place = free.popLast() {
            places[place] = Place(name: name)
            return place
        }
        places.append(Place(name: name))
        return places.count - 1
    }

    /// Makes room for one more place below a place, by leaving out the last of all.
    ///
    /// - Parameter index: Where among the members the new one comes; -1 for elements.
    /// - Returns: False where the new one would itself be the last.
    private mutating func makeRoom(for parent: Int, index: Int) -> Bool {
        guard count >= limit else { return true }
        isCut = true
        var path = [0]
        while let last = places[path[path.count - 1]].lastBelow { path.append(last) }
        if isLast(parent, index, path) { return false }
        // It has nothing in it, and the parent, which comes after it in no case, is not in it.
        let last = path[path.count - 1]
        let above = path[path.count - 2]
        if places[above].members.isEmpty { places[above].elements = -1 } else { places[above].members.removeLast() }
        places[last] = Place()
        free.append(last)
        return true
    }

    /// Whether a new place would come after all others.
    ///
    /// - Parameter path: The way to what is the last place now.
    private func isLast(_ parent: Int, _ index: Int, _ path: [Int]) -> Bool {
        guard path.contains(parent) else { return false }
        return index < 0 ? places[parent].members.isEmpty : index == places[parent].members.count
    }
}

extension SketchTree.Place {
    /// The last of the places right below this one.
    fileprivate var lastBelow: Int? { members.last ?? (elements >= 0 ? elements : nil) }
}
