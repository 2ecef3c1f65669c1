import Registries

/// A part of a migration's report, folded in the order of the archive.
struct MigrationTally: Sendable {
    /// What fields are told apart by.
    struct FieldKey: SizedKey {
        let definition: Int
        let change: UpgradeChange

        var size: Int { change.pointer.utf8.count }
    }

    var records = 0
    var places: [MigrationPlace] = []
    var fields = OrderedTable<FieldKey, Int>()
    var examples: [MigrationExample] = []
    /// Where the first broken payload is, for `--malformed fail`.
    var firstMalformed: (file: String, line: Int)?

    mutating func merge(_ later: MigrationTally, lines: Int) {
        records += later.records
        for place in later.places { self[place.place] += place.counts }
        for (key, count) in later.fields.entries {
            let index = fields.index(of: key) { 0 }
            fields[index] += count
        }
        for var example in later.examples where !examples.contains(where: { $0.kind == example.kind }) {
            example.line += lines
            examples.append(example)
        }
        if firstMalformed == nil, let first = later.firstMalformed { firstMalformed = (first.file, first.line + lines) }
    }

    /// The counts of a place.
    subscript(place: String) -> MigrationCounts {
        get { places.first { $0.place == place }?.counts ?? MigrationCounts() }
        _modify {
            let index: Int
            if let found = places.firstIndex(where: { $0.place == place }) {
                index = found
            } else {
                places.append(MigrationPlace(place: place))
                index = places.count - 1
            }
            yield &places[index].counts
        }
    }

    /// Counts the fields of a payload, each once however many of its elements have it.
    mutating func count(_ changes: [UpgradeChange], of definition: Int) {
        for (offset, change) in changes.enumerated() where !changes[..<offset].contains(change) {
            let index = fields.index(of: FieldKey(definition: definition, change: change)) { 0 }
            fields[index] += 1
        }
    }
}

extension MigrationReport {
    /// Takes what a tally found, sorted as reports are.
    mutating func fill(from tally: MigrationTally, _ registry: ContentRegistry) {
        records += tally.records
        places = tally.places.sorted { left, right in
            // Records first, then what is in them, then carriers.
            let rank = { (place: String) in place == "record" ? 0 : place == "nested" ? 1 : 2 }
            return (rank(left.place), left.place) < (rank(right.place), right.place)
        }
        fields = tally.fields.entries.map { entry in
            let definition = registry.definition(at: entry.key.definition)
            return MigrationField(
                type: TypeLabel(definition.type), name: definition.name, pointer: entry.key.change.pointer,
                kind: entry.key.change.kind, count: entry.row)
        }.sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            if left.type != right.type { return left.type < right.type }
            return (left.pointer, left.kind.rawValue) < (right.pointer, right.kind.rawValue)
        }
        examples = tally.examples.sorted { $0.kind.rawValue < $1.kind.rawValue }
    }
}
