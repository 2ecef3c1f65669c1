/// What was seen of the content types that a registry doesn't have: enough for a draft of their definitions.
///
/// Its size is bounded (``DraftLimits``), and merging is associative and commutative: the parts of an archive can be
/// sketched in any order and on any number of threads.
public struct DraftSketch: Sendable {
    /// How often payloads were seen, by where.
    public struct Seen: Sendable, Equatable {
        /// In message rows.
        public var records = 0
        /// Inside other payloads.
        public var nested = 0
        /// In other places of an archive that hold a payload: a channel's latest message, an edit.
        public var carriers = 0

        /// All of them.
        public var total: Int { records + nested + carriers }

        mutating func count(_ place: Place) {
            switch place {
            case .record: records += 1
            case .nested: nested += 1
            case .carrier: carriers += 1
            }
        }

        static func += (left: inout Seen, right: Seen) {
            left.records += right.records
            left.nested += right.nested
            left.carriers += right.carriers
        }
    }

    /// Where a payload stands.
    public enum Place: Sendable {
        case record
        case nested
        case carrier
    }

    /// One type.
    struct Sketch: Sendable {
        let type: ContentType
        var seen = Seen()
        var tree = SketchTree()
    }

    /// The types in order.
    private(set) var types: [Sketch] = []
    /// Payloads of all types that are unknown and not retired.
    public private(set) var unknown = Seen()
    /// Payloads of retired types, which must not come back and so are in no draft.
    public private(set) var retired = Seen()
    /// Payloads of types that no registry can define: numbers beyond 64 bits, the empty string, strings that are longer
    /// than a draft takes.
    public private(set) var undefinable = Seen()

    /// A sketch of nothing yet.
    public init() {}

    /// Payloads of types beyond what a sketch holds.
    public var beyond: Int { unknown.total - undefinable.total - types.reduce(0) { $0 + $1.seen.total } }

    /// Adds what another sketch saw.
    public mutating func merge(_ other: DraftSketch) {
        unknown += other.unknown
        retired += other.retired
        undefinable += other.undefinable
        for sketch in other.types {
            guard let index = index(of: sketch.type) else { continue }
            types[index].seen += sketch.seen
            types[index].tree.merge(sketch.tree)
        }
    }

    /// Counts a payload of a retired type.
    mutating func countRetired(_ place: Place) { retired.count(place) }

    /// Counts a payload of an unknown type that can't be defined.
    mutating func countUndefinable(_ place: Place) {
        unknown.count(place)
        undefinable.count(place)
    }

    /// Counts a payload of an unknown type.
    ///
    /// - Parameter add: Adds it to the type's places; not called where the type is beyond what the sketch holds.
    mutating func count(_ type: ContentType, _ place: Place, _ add: (inout SketchTree) -> Void) {
        unknown.count(place)
        guard let index = index(of: type) else { return }
        types[index].seen.count(place)
        add(&types[index].tree)
    }

    /// The index of a type, which is made where it isn't there; nil where the sketch holds enough types before it.
    private mutating func index(of type: ContentType) -> Int? {
        var low = 0
        var high = types.count
        while low < high {
            let middle = (low + high) / 2
            if types[middle].type < type { low = middle + 1 } else { high = middle }
        }
        if low < types.count && types[low].type == type { return low }
        if types.count >= DraftLimits.types {
            // Those that are left out are after all that are kept, and stay so.
            if low == types.count { return nil }
            types.removeLast()
        }
        types.insert(Sketch(type: type), at: low)
        return low
    }
}
