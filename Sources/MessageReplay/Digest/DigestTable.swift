/// Counts by group, kind and name: what a digest gathers of messages, in memory.
///
/// Merging is associative and doesn't ask for an order, so that nothing depends on how archives were cut into chunks.
struct DigestTable: Sendable {
    /// What a count is of. The values order a group's counts.
    enum Kind: UInt8, Sendable {
        /// A sender's messages; its name is empty where a message names none.
        case sender
        /// The messages of an hour of the day (UTC); its name is one byte.
        case hour
        /// The messages of an hour, counted from 1970 in four bytes.
        case time
        /// Occurrences of a word.
        case word

        /// Whether more is kept than a count.
        var hasFacts: Bool { self == .sender || self == .time }
    }

    /// What is kept of a sender's or an hour's messages beside their count.
    struct Facts: Sendable {
        /// No usable time.
        static let noTime = Int64.min

        var unknown = 0
        var malformed = 0
        var edited = 0
        /// Milliseconds since 1970 UTC, of messages with a usable time.
        var first = Self.noTime
        var last = Self.noTime
        /// The line of the latest message, of all lines of the archives; -1 where there is none. Of messages of one time
        /// the one that comes last is the latest, and those without a usable time come before all others.
        var latestLine = -1

        /// Adds other messages.
        ///
        /// - Returns: Whether the latest message is among them.
        mutating func merge(_ other: Facts) -> Bool {
            unknown += other.unknown
            malformed += other.malformed
            edited += other.edited
            if other.first != Self.noTime { first = first == Self.noTime ? other.first : min(first, other.first) }
            let isLater =
                other.latestLine >= 0
                && (latestLine < 0 || other.last > last || other.last == last && other.latestLine > latestLine)
            last = max(last, other.last)
            if isLater { latestLine = other.latestLine }
            return isLater
        }
    }

    private struct Entry: Sendable {
        /// Of the kind and the name.
        let hash: UInt64
        let start: UInt32
        let count: UInt32
        let group: UInt32
        let kind: Kind
        /// An index of `facts`, -1 where there are none.
        let facts: Int32
        var messages: Int
    }

    private struct KeptFacts: Sendable {
        var facts: Facts
        /// The latest message's digest in the arena, and how much room there is for another.
        var start = 0
        var count = 0
        var room = 0
    }

    private struct Label: Sendable {
        let hash: UInt64
        let start: UInt32
        let count: UInt32
    }

    /// Labels, names and digests.
    private var arena: [UInt8] = []
    private var entries: [Entry] = []
    private var facts: [KeptFacts] = []
    private var labels: [Label] = []
    /// One more than the index of an entry, or of a label; 0 for an empty place.
    private var entryPlaces: [UInt32] = Array(repeating: 0, count: 64)
    private var labelPlaces: [UInt32] = Array(repeating: 0, count: 16)

    init() {}

    /// Whether nothing is counted.
    var isEmpty: Bool { entries.isEmpty }

    /// How many bytes of memory it takes.
    var size: Int {
        arena.capacity + entries.capacity * MemoryLayout<Entry>.stride
            + facts.capacity * MemoryLayout<KeptFacts>.stride + labels.capacity * MemoryLayout<Label>.stride
            + (entryPlaces.capacity + labelPlaces.capacity) * 4
    }

    /// Forgets all and keeps the memory.
    mutating func removeAll() {
        arena.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        facts.removeAll(keepingCapacity: true)
        labels.removeAll(keepingCapacity: true)
        for index in entryPlaces.indices { entryPlaces[index] = 0 }
        for index in labelPlaces.indices { labelPlaces[index] = 0 }
    }

    // MARK: Counting

    /// A hash for `add`.
    static func hash(_ kind: Kind, _ name: Span<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(kind.rawValue)
        name.withUnsafeBytes { hasher.combine(bytes: $0) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// The number of a group, which is made where it isn't there yet.
    mutating func group(_ label: Span<UInt8>) -> Int {
        let hash = Self.hash(.sender, label)
        var place = Int(truncatingIfNeeded: hash) & (labelPlaces.count - 1)
        while labelPlaces[place] != 0 {
            let index = Int(labelPlaces[place]) - 1
            if labels[index].hash == hash && isEqual(labels[index].start, labels[index].count, label) { return index }
            place = (place + 1) & (labelPlaces.count - 1)
        }
        labels.append(Label(hash: hash, start: UInt32(arena.count), count: UInt32(label.count)))
        arena.append(copying: label, 0..<label.count)
        labelPlaces[place] = UInt32(labels.count)
        if labels.count * 2 > labelPlaces.count {
            labelPlaces = Self.places(labelPlaces.count * 4, labels.lazy.map(\.hash))
        }
        return labels.count - 1
    }

    /// Counts a name of a group.
    ///
    /// - Parameters:
    ///   - messages: How many more.
    ///   - group: The group's number.
    ///   - hash: That of the kind and name.
    mutating func add(_ messages: Int = 1, to group: Int, _ kind: Kind, _ name: Span<UInt8>, hash: UInt64) {
        entries[entry(group, kind, name, hash)].messages += messages
    }

    /// Counts a name of a group, with the facts of its messages.
    ///
    /// - Parameter digest: The digest of the latest of them.
    mutating func add(
        _ messages: Int = 1, to group: Int, _ kind: Kind, _ name: Span<UInt8>, hash: UInt64, _ other: Facts,
        digest: Span<UInt8>
    ) {
        let index = entry(group, kind, name, hash)
        entries[index].messages += messages
        let kept = Int(entries[index].facts)
        guard facts[kept].facts.merge(other), !digest.isEmpty || facts[kept].count > 0 else { return }
        if facts[kept].room < digest.count {
            // What is in the place of the old one is lost until the table is emptied.
            facts[kept].start = arena.count
            facts[kept].room = digest.count
            arena.append(copying: digest, 0..<digest.count)
        } else {
            let start = facts[kept].start
            for offset in 0..<digest.count { arena[start + offset] = digest[offset] }
        }
        facts[kept].count = digest.count
    }

    private mutating func entry(_ group: Int, _ kind: Kind, _ name: Span<UInt8>, _ hash: UInt64) -> Int {
        var place = Self.place(hash, group, entryPlaces.count)
        while entryPlaces[place] != 0 {
            let index = Int(entryPlaces[place]) - 1
            if entries[index].hash == hash && entries[index].group == UInt32(group) && entries[index].kind == kind
                && isEqual(entries[index].start, entries[index].count, name)
            {
                return index
            }
            place = (place + 1) & (entryPlaces.count - 1)
        }
        var kept: Int32 = -1
        if kind.hasFacts {
            kept = Int32(facts.count)
            facts.append(KeptFacts(facts: Facts()))
        }
        entries.append(
            Entry(
                hash: hash, start: UInt32(arena.count), count: UInt32(name.count), group: UInt32(group), kind: kind,
                facts: kept, messages: 0))
        arena.append(copying: name, 0..<name.count)
        entryPlaces[place] = UInt32(entries.count)
        if entries.count * 2 > entryPlaces.count { growEntryPlaces() }
        return entries.count - 1
    }

    private mutating func growEntryPlaces() {
        let count = entryPlaces.count * 4
        var places = [UInt32](repeating: 0, count: count)
        for (index, entry) in entries.enumerated() {
            var place = Self.place(entry.hash, Int(entry.group), count)
            while places[place] != 0 { place = (place + 1) & (count - 1) }
            places[place] = UInt32(index + 1)
        }
        entryPlaces = places
    }

    private static func places(_ count: Int, _ hashes: some Sequence<UInt64>) -> [UInt32] {
        var places = [UInt32](repeating: 0, count: count)
        for (index, hash) in hashes.enumerated() {
            var place = Int(truncatingIfNeeded: hash) & (count - 1)
            while places[place] != 0 { place = (place + 1) & (count - 1) }
            places[place] = UInt32(index + 1)
        }
        return places
    }

    @inline(__always)
    private static func place(_ hash: UInt64, _ group: Int, _ count: Int) -> Int {
        let mixed = (hash ^ UInt64(truncatingIfNeeded: group)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & (count - 1)
    }

    private func isEqual(_ start: UInt32, _ count: UInt32, _ bytes: Span<UInt8>) -> Bool {
        guard Int(count) == bytes.count else { return false }
        let start = Int(start)
        for offset in 0..<bytes.count where arena[start + offset] != bytes[offset] { return false }
        return true
    }

    // MARK: Merging

    /// Adds what comes later in the archives.
    ///
    /// - Parameter lines: How many lines come before its first one.
    mutating func merge(_ later: DigestTable, after lines: Int) {
        let bytes = later.arena
        let groups = later.labels.map { label in
            group(bytes.span.extracting(Int(label.start)..<Int(label.start + label.count)))
        }
        for entry in later.entries {
            let name = bytes.span.extracting(Int(entry.start)..<Int(entry.start + entry.count))
            let group = groups[Int(entry.group)]
            if entry.facts < 0 {
                add(entry.messages, to: group, entry.kind, name, hash: entry.hash)
            } else {
                var kept = later.facts[Int(entry.facts)]
                if kept.facts.latestLine >= 0 { kept.facts.latestLine += lines }
                add(
                    entry.messages, to: group, entry.kind, name, hash: entry.hash, kept.facts,
                    digest: bytes.span.extracting(kept.start..<kept.start + kept.count))
            }
        }
    }

    // MARK: Reading

    /// The indexes of all counts, by label, kind and name.
    func sorted() -> [UInt32] {
        var ranks = [UInt32](repeating: 0, count: labels.count)
        let order = labels.indices.sorted { left, right in
            precedes(labels[left].start, labels[left].count, labels[right].start, labels[right].count)
        }
        for (rank, index) in order.enumerated() { ranks[index] = UInt32(rank) }
        return (0..<UInt32(entries.count)).sorted { left, right in
            let (left, right) = (entries[Int(left)], entries[Int(right)])
            if left.group != right.group { return ranks[Int(left.group)] < ranks[Int(right.group)] }
            if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
            return precedes(left.start, left.count, right.start, right.count)
        }
    }

    private func precedes(_ left: UInt32, _ leftCount: UInt32, _ right: UInt32, _ rightCount: UInt32) -> Bool {
        for offset in 0..<Int(min(leftCount, rightCount)) {
            let (one, other) = (arena[Int(left) + offset], arena[Int(right) + offset])
            if one != other { return one < other }
        }
        return leftCount < rightCount
    }

    /// Reads a count into `row`, whose memory is used again.
    func read(_ index: UInt32, into row: inout DigestRow) {
        let entry = entries[Int(index)]
        let label = labels[Int(entry.group)]
        row.label.removeAll(keepingCapacity: true)
        row.label.append(contentsOf: arena[Int(label.start)..<Int(label.start + label.count)])
        row.kind = entry.kind
        row.name.removeAll(keepingCapacity: true)
        row.name.append(contentsOf: arena[Int(entry.start)..<Int(entry.start + entry.count)])
        row.messages = entry.messages
        row.digest.removeAll(keepingCapacity: true)
        row.facts = Facts()
        guard entry.facts >= 0 else { return }
        let kept = facts[Int(entry.facts)]
        row.facts = kept.facts
        row.digest.append(contentsOf: arena[kept.start..<kept.start + kept.count])
    }
}

/// One count of a digest, with all that is known of it.
struct DigestRow: Sendable {
    var label: [UInt8] = []
    var kind = DigestTable.Kind.sender
    var name: [UInt8] = []
    var messages = 0
    var facts = DigestTable.Facts()
    /// The latest message's digest.
    var digest: [UInt8] = []

    /// Whether both count the same thing.
    func isSame(as other: DigestRow) -> Bool { kind == other.kind && name == other.name && label == other.label }

    /// Whether this row comes before another one.
    func precedes(_ other: DigestRow) -> Bool {
        if label != other.label { return label.lexicographicallyPrecedes(other.label) }
        if kind != other.kind { return kind.rawValue < other.kind.rawValue }
        return name.lexicographicallyPrecedes(other.name)
    }

    /// Adds what the same row counts elsewhere.
    mutating func merge(_ other: DigestRow) {
        messages += other.messages
        if facts.merge(other.facts) {
            digest.removeAll(keepingCapacity: true)
            digest.append(contentsOf: other.digest)
        }
    }
}
