import Registries

/// A part of an audit: of a chunk, of an archive, of a report file. Tallies are folded in the order of the archives.
///
/// Merging is associative, so it doesn't matter how the archives were cut into parts.
struct AuditTally: Sendable {
    /// What findings are grouped by.
    struct FindingKey: Hashable, Sendable {
        var code: String
        var level: FindingLevel
        var place: String
        var type: TypeLabel
        var pointer: String
    }

    /// How many types, and how many groups of findings, a report holds.
    static let limit = 10_000

    var totals = OutcomeCounts()
    var nested = OutcomeCounts()
    var carriers: [CarrierTally] = []
    var types = OrderedTable<TypeLabel, TypeRow>()
    var months: [Int: OutcomeCounts] = [:]
    var findings = OrderedTable<FindingKey, FindingRow>()
    var isCapped = false

    /// Adds what comes after this tally in the archives.
    ///
    /// - Parameter exampleLimit: How many examples each group keeps.
    mutating func merge(_ later: AuditTally, exampleLimit: Int) {
        totals += later.totals
        nested += later.nested
        for carrier in later.carriers { merge(carrier) }
        for (month, counts) in later.months { months[month, default: OutcomeCounts()] += counts }
        isCapped = isCapped || later.isCapped
        for (label, row) in later.types.entries {
            let index = types.index(of: label) {
                TypeRow(type: label, name: row.name)
            } orOnceFull: {
                isCapped = true
                return (.other, TypeRow(type: .other, name: "other"))
            }
            types[index].merge(row)
        }
        for (key, row) in later.findings.entries {
            let index = findings.index(of: key) {
                FindingRow(key)
            } orOnceFull: {
                isCapped = true
                let key = FindingKey.other
                return (key, FindingRow(key))
            }
            findings[index].merge(row, exampleLimit: exampleLimit)
        }
    }

    /// Adds the outcomes of a carrier.
    private mutating func merge(_ other: CarrierTally) {
        if let index = carriers.firstIndex(where: { $0.name == other.name }) {
            carriers[index].counts += other.counts
            carriers[index].preview += other.preview
        } else {
            carriers.append(other)
        }
    }
}

extension AuditTally.FindingKey {
    /// What stands for all groups beyond what a report holds.
    static let other = AuditTally.FindingKey(
        code: "other", level: .malformed, place: "record", type: .other, pointer: "")
}

extension FindingRow {
    /// A group without payloads.
    init(_ key: AuditTally.FindingKey) {
        self.init(
            code: key.code, level: key.level, place: key.place, type: key.type, pointer: key.pointer, count: 0,
            examples: [])
    }

    /// What the group is told apart by.
    var key: AuditTally.FindingKey {
        AuditTally.FindingKey(code: code, level: level, place: place, type: type, pointer: pointer)
    }

    fileprivate mutating func merge(_ later: FindingRow, exampleLimit: Int) {
        count += later.count
        guard code != AuditTally.FindingKey.other.code, examples.count < exampleLimit else { return }
        examples += later.examples.prefix(exampleLimit - examples.count)
    }
}

extension TypeRow {
    fileprivate mutating func merge(_ other: TypeRow) {
        counts += other.counts
        upgradable += other.upgradable
        partial += other.partial
        nested += other.nested
        nestedPartial += other.nestedPartial
        for written in other.writtenAt { writtenAt.count(written.version, by: written.count) }
        for written in other.nestedWrittenAt { nestedWrittenAt.count(written.version, by: written.count) }
        for field in other.defaulted {
            if let index = defaulted.firstIndex(where: { $0.pointer == field.pointer }) {
                defaulted[index].count += field.count
            } else {
                defaulted.append(field)
            }
        }
        if let time = other.first { first = min(first ?? time, time) }
        if let time = other.last { last = max(last ?? time, time) }
    }
}

extension [VersionCount] {
    /// Counts payloads of a version; the list stays sorted.
    mutating func count(_ version: Int, by number: Int = 1) {
        for index in indices {
            if self[index].version == version {
                self[index].count += number
                return
            }
            if self[index].version > version {
                insert(VersionCount(version: version, count: number), at: index)
                return
            }
        }
        append(VersionCount(version: version, count: number))
    }
}

/// Rows by key, in the order in which the keys first came.
struct OrderedTable<Key: Hashable & Sendable, Row: Sendable>: Sendable {
    private(set) var entries: [(key: Key, row: Row)] = []
    private var indexes: [Key: Int] = [:]

    /// The index of a key's row, which is made where it isn't there yet.
    mutating func index(of key: Key, make: () -> Row) -> Int {
        if let index = indexes[key] { return index }
        indexes[key] = entries.count
        entries.append((key, make()))
        return entries.count - 1
    }

    /// The same for a table of limited size: beyond it new keys share the row that `orOnceFull` names.
    mutating func index(of key: Key, make: () -> Row, orOnceFull: () -> (Key, Row)) -> Int {
        if let index = indexes[key] { return index }
        guard entries.count >= AuditTally.limit else { return index(of: key, make: make) }
        let (shared, row) = orOnceFull()
        return index(of: shared) { row }
    }

    subscript(index: Int) -> Row {
        get { entries[index].row }
        _modify { yield &entries[index].row }
    }
}
