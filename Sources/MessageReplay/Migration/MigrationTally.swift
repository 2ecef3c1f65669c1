import Registries

/// A part of a migration's report, folded in the order of the archive. Merging is associative.
struct MigrationTally: Sendable {
    /// What fields are told apart by.
    struct FieldKey: SizedKey {
        let type: TypeLabel
        let name: String
        let change: UpgradeChange

        var size: Int { type.size + change.pointer.utf8.count }
    }

    /// What counts are told apart by.
    struct TypeKey: SizedKey {
        let place: String
        let type: TypeLabel

        var size: Int { type.size }
    }

    var records = 0
    var types = OrderedTable<TypeKey, MigrationCounts>()
    var fields = OrderedTable<FieldKey, Int>()
    var examples: [MigrationExample] = []
    /// What is found in the new rows, and what was left alone.
    var findings = AuditTally()
    /// Whether there were more types than a report holds.
    var isCapped = false
    /// Whether every nested payload was looked at: only hostile ones are nested too deep for that.
    var countsAllNested = true
    /// Where the first broken payload is, for `--malformed fail`.
    var firstMalformed: (file: String, line: Int)?
    /// The rows of a definition's fields in the table, for as long as the tally is one worker's.
    private var indexes: [Int: [(change: UpgradeChange, index: Int)]] = [:]

    /// Adds what comes after this tally in the archives.
    ///
    /// - Parameters:
    ///   - lines: How many lines of the file stand before what the later tally is about.
    ///   - exampleLimit: How many examples a group of findings keeps.
    mutating func merge(_ later: MigrationTally, lines: Int, exampleLimit: Int) {
        records += later.records
        for (key, counts) in later.types.entries { self[key.place, key.type, AuditTally.limit] += counts }
        for (key, count) in later.fields.entries {
            let index = fields.index(of: key) { 0 }
            fields[index] += count
        }
        for var example in later.examples {
            example.line += lines
            if wantsExample(of: example.kind, isOfRecord: example.isOfRecord) { keep(example) }
        }
        findings.merge(later.findings, exampleLimit: exampleLimit)
        isCapped = isCapped || later.isCapped
        countsAllNested = countsAllNested && later.countsAllNested
        if firstMalformed == nil, let first = later.firstMalformed { firstMalformed = (first.file, first.line + lines) }
    }

    /// The counts of a place and type; those of all other types once the table is full.
    subscript(place: String, type: TypeLabel, limit: Int = AuditTally.chunkLimit) -> MigrationCounts {
        get {
            types.entries.first { $0.key == TypeKey(place: place, type: type) }?.row ?? MigrationCounts()
        }
        _modify {
            var index = types.index(of: TypeKey(place: place, type: type), limit: limit) { MigrationCounts() }
            if index == nil {
                isCapped = true
                index = types.index(of: TypeKey(place: place, type: .other)) { MigrationCounts() }
            }
            yield &types[index ?? 0]
        }
    }

    /// Counts the fields of a payload, each once however many of its elements have it.
    ///
    /// - Parameter number: The definition's index in the registry.
    mutating func count(_ changes: [UpgradeChange], of definition: ContentDefinition, _ number: Int) {
        for (offset, change) in changes.enumerated() where !changes[..<offset].contains(change) {
            let known = indexes[number]?.first { $0.change == change }?.index
            let index =
                known
                ?? fields.index(
                    of: FieldKey(type: TypeLabel(definition.type), name: definition.name, change: change)
                ) { 0 }
            if known == nil { indexes[number, default: []].append((change, index)) }
            fields[index] += 1
        }
    }

    /// Whether an example of a kind of change is still wanted: one of a record rather than one of a carrier.
    func wantsExample(of kind: UpgradeChange.Kind, isOfRecord: Bool) -> Bool {
        guard let example = examples.first(where: { $0.kind == kind }) else { return true }
        return isOfRecord && !example.isOfRecord
    }

    /// Keeps an example in the place of another of its kind.
    mutating func keep(_ example: MigrationExample) {
        examples.removeAll { $0.kind == example.kind }
        examples.append(example)
    }
}

extension MigrationReport {
    /// Takes what a tally found, sorted as reports are.
    ///
    /// - Parameter name: The names of types.
    mutating func fill(from tally: MigrationTally, name: (TypeLabel) -> String?) {
        records = tally.records
        types = tally.types.entries.map { entry in
            MigrationTypeRow(
                place: entry.key.place, type: entry.key.type, name: name(entry.key.type), counts: entry.row)
        }.sorted { left, right in
            if left.place != right.place { return Self.precedes(left.place, right.place) }
            if left.counts.sum != right.counts.sum { return left.counts.sum > right.counts.sum }
            return left.type < right.type
        }
        fields = tally.fields.entries.map { entry in
            MigrationField(
                type: entry.key.type, name: entry.key.name, pointer: entry.key.change.pointer,
                kind: entry.key.change.kind, count: entry.row)
        }.sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            if left.type != right.type { return left.type < right.type }
            if left.pointer != right.pointer { return left.pointer.precedes(right.pointer) }
            return left.kind.rawValue < right.kind.rawValue
        }
        examples = tally.examples.sorted { $0.kind.rawValue < $1.kind.rawValue }
        var found = AuditReport(registry: registry)
        found.fill(from: tally.findings)
        findings = found.findings
        isCapped = tally.isCapped || tally.findings.isCapped
    }

    /// Records first, then what is in them, then carriers.
    static func precedes(_ left: String, _ right: String) -> Bool {
        let rank = { (place: String) in place == "record" ? 0 : place == "nested" ? 1 : 2 }
        return (rank(left), left) < (rank(right), right)
    }
}
