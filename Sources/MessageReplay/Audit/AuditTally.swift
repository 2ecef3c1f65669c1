import Registries

/// A part of an audit: of a chunk, of an archive, of a report file. Tallies are folded in the order of the archives.
///
/// Merging is associative, so it doesn't matter how the archives were cut into parts.
struct AuditTally: Sendable {
    /// What findings are grouped by.
    struct FindingKey: Sendable {
        var code: String
        var level: FindingLevel
        var place: String
        var type: TypeLabel
        var pointer: String
    }

    /// How many types, and how many groups of findings, a report holds.
    static let limit = 10_000
    /// The same for a chunk. It is ten times as much because a chunk doesn't know which of its types a report holds
    /// already; only a line of megabytes has so many.
    static let chunkLimit = 100_000
    /// The most bytes that the names of all types, or of all groups, take in memory: hostile names are as long as
    /// lines. What comes beyond it is treated as beyond the limit.
    static let nameLimit = 4 << 20

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
            types[typeIndex(label, name: row.name, limit: Self.limit)].merge(row)
        }
        for (key, row) in later.findings.entries {
            findings[findingIndex(key, limit: Self.limit)].merge(row, exampleLimit: exampleLimit)
        }
    }

    /// The index of a type's row; that of all others once the table is full.
    mutating func typeIndex(_ label: TypeLabel, name: String?, limit: Int = chunkLimit) -> Int {
        let found = types.index(of: label, limit: limit) { TypeRow(type: label, name: name) }
        if let found { return found }
        isCapped = true
        return types.index(of: .other) { TypeRow(type: .other, name: "other") }
    }

    /// The index of a group's row; that of all others once the table is full.
    mutating func findingIndex(_ key: FindingKey, limit: Int = chunkLimit) -> Int {
        if let found = findings.index(of: key, limit: limit, { FindingRow(key) }) { return found }
        isCapped = true
        return findings.index(of: .other) { FindingRow(.other) }
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

/// Texts are told apart by their bytes: to Swift, two ways of composing a letter are one.
extension AuditTally.FindingKey: Hashable {
    static func == (left: Self, right: Self) -> Bool {
        left.level == right.level && left.type == right.type && left.code.hasSameBytes(as: right.code)
            && left.place.hasSameBytes(as: right.place) && left.pointer.hasSameBytes(as: right.pointer)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes: code)
        hasher.combine(type)
        hasher.combine(bytes: pointer)
    }
}

/// A key that takes memory of its own.
protocol SizedKey: Hashable, Sendable {
    /// How many bytes its texts have.
    var size: Int { get }
}

extension TypeLabel: SizedKey {
    var size: Int {
        switch self {
        case .number(let text), .string(let text): text.utf8.count
        case .none, .other: 0
        }
    }
}

extension AuditTally.FindingKey: SizedKey {
    var size: Int { type.size + pointer.utf8.count }

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
            if let index = defaulted.firstIndex(where: { $0.pointer.utf8.elementsEqual(field.pointer.utf8) }) {
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
struct OrderedTable<Key: SizedKey, Row: Sendable>: Sendable {
    private(set) var entries: [(key: Key, row: Row)] = []
    private var indexes: [Key: Int] = [:]
    /// How many bytes the keys have.
    private var size = 0

    /// The index of a key's row, which is made where it isn't there yet.
    mutating func index(of key: Key, make: () -> Row) -> Int {
        if let index = indexes[key] { return index }
        return add(key, make())
    }

    /// The same, but nil where the row isn't there and so many rows, or as long keys as are allowed, are.
    mutating func index(of key: Key, limit: Int, _ make: () -> Row) -> Int? {
        if let index = indexes[key] { return index }
        guard entries.count < limit, size + key.size <= AuditTally.nameLimit else { return nil }
        return add(key, make())
    }

    private mutating func add(_ key: Key, _ row: Row) -> Int {
        size += key.size
        indexes[key] = entries.count
        entries.append((key, row))
        return entries.count - 1
    }

    subscript(index: Int) -> Row {
        get { entries[index].row }
        _modify { yield &entries[index].row }
    }
}
