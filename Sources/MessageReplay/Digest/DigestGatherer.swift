import Archives
import Registries

/// Makes groups of the rows that were counted: rows come by group, and each group's in the order of their kinds.
struct DigestGatherer {
    /// How many words of a group are told.
    private static let wordLimit = 20

    private let registry: ContentRegistry
    private let grouping: DigestGrouping
    private let sorter: ExternalSorter
    private(set) var whole = DigestGroup(label: .none)
    private var times = ActivityRows()
    /// The messages of the largest groups so far, ascending, as many as get their words and hours told.
    private var largest: [Int] = []
    private var label: [UInt8] = []
    private var group = DigestGroup(label: .none)
    private var latestLine = -1
    private var digest: [UInt8] = []
    private var hours = [Int](repeating: 0, count: 24)
    private var words: [DigestGroup.Word] = []
    private var body: [UInt8] = []

    /// - Parameter folder: Where groups that don't fit into memory are kept; nil for the system's temporary folder.
    init(_ registry: ContentRegistry, _ grouping: DigestGrouping, memory: Int, in folder: String?) {
        self.registry = registry
        self.grouping = grouping
        sorter = ExternalSorter(memory: memory, in: folder)
    }

    /// Takes all rows.
    mutating func take(_ rows: DigestRows) throws(ArchiveError) {
        while try rows.next() {
            if rows.row.label != label {
                try endGroup()
                label = rows.row.label
            }
            take(rows.row)
        }
        try endGroup()
    }

    /// The groups in the order of the report.
    func groups(in folder: String?) throws(ArchiveError) -> DigestGroups {
        try DigestGroups(try sorter.sorted(), count: sorter.count, in: folder)
    }

    /// All messages over time.
    var activity: DigestActivity { times.activity }

    private mutating func take(_ row: DigestRow) {
        switch row.kind {
        case .sender:
            group.messages += row.messages
            group.unknown += row.facts.unknown
            group.malformed += row.facts.malformed
            group.edited += row.facts.edited
            if !row.name.isEmpty { group.senders += 1 }
            let last = row.facts.last == DigestTable.Facts.noTime ? nil : row.facts.last
            let isLater =
                latestLine < 0 || (last ?? .min) > (group.last ?? .min)
                || last == group.last && row.facts.latestLine > latestLine
            if isLater {
                latestLine = row.facts.latestLine
                digest = row.digest
            }
            if let last {
                group.last = max(group.last ?? last, last)
                group.first = min(group.first ?? row.facts.first, row.facts.first)
            }
        case .hour:
            hours[Int(row.name.first ?? 0) % 24] += row.messages
        case .time:
            times.add(row)
        case .word:
            // Words come in their order, so that of equally frequent ones the first stays before the others.
            guard words.count < Self.wordLimit || row.messages > words[words.count - 1].count else { return }
            let place = words.firstIndex { $0.count < row.messages } ?? words.count
            if words.count == Self.wordLimit { words.removeLast() }
            words.insert(
                DigestGroup.Word(word: String(decoding: row.name, as: UTF8.self), count: row.messages), at: place)
        }
    }

    private mutating func endGroup() throws(ArchiveError) {
        guard !label.isEmpty else { return }
        group.latest = DigestGroup.Latest(time: group.last, digest: String(decoding: digest, as: UTF8.self))
        group.label = DigestLabel.read(label)
        if label == DigestLabel.whole {
            group.words = words
            group.hours = hours
            whole = group
        } else {
            if isAmongLargest(group.messages) {
                group.words = words
                group.hours = hours
            }
            if grouping == .type { group.name = name(of: group.label) }
            body.removeAll(keepingCapacity: true)
            group.write(label: label, to: &body)
            let body = body
            // Groups come by their labels, which is the order of those with as many messages.
            try sorter.add(SortKey(first: .max - UInt64(group.messages)), body.span)
        }
        group = DigestGroup(label: .none)
        latestLine = -1
        digest = []
        words = []
        for hour in hours.indices { hours[hour] = 0 }
    }

    /// Whether a group can come to be one of those that are told more of.
    private mutating func isAmongLargest(_ messages: Int) -> Bool {
        if largest.count == DigestReport.detailLimit {
            guard messages > largest[0] else { return false }
            largest.removeFirst()
        }
        var low = 0
        var high = largest.count
        while low < high {
            let middle = (low + high) / 2
            if largest[middle] < messages { low = middle + 1 } else { high = middle }
        }
        largest.insert(messages, at: low)
        return true
    }

    private func name(of label: TypeLabel) -> String? {
        switch label {
        case .number(let text): Int64(text).flatMap { registry.definition(of: .number($0)) }?.name
        case .string(let text): registry.definition(of: .string(text))?.name
        case .none, .other: nil
        }
    }
}

/// Hours as they come, and what they add up to.
private struct ActivityRows {
    /// How many hours, days and months there may be between the first and the last message.
    private static let hourLimit = 72
    private static let dayLimit = 92
    private static let monthLimit = 240

    private var first = -1
    private var last = -1
    private var hours: [DigestActivity.Row] = []
    private var days: [DigestActivity.Row] = []
    private var months: [DigestActivity.Row] = []
    private var years: [DigestActivity.Row] = []

    mutating func add(_ row: DigestRow) {
        let hour = row.name.reduce(0) { $0 << 8 | Int($1) }
        let text = Time.text(max(1, Int64(hour) * DigestWorker.hour))
        let counts = OutcomeCounts(
            decoded: row.messages - row.facts.unknown - row.facts.malformed, unknown: row.facts.unknown,
            malformed: row.facts.malformed)
        if first < 0 { first = hour }
        last = hour
        if isFew(hours: 1, Self.hourLimit) { Self.add(counts, "\(text.prefix(13)):00", to: &hours) } else { hours = [] }
        if isFew(hours: 24, Self.dayLimit) { Self.add(counts, "\(text.prefix(10))", to: &days) } else { days = [] }
        Self.add(counts, "\(text.prefix(7))", to: &months)
        Self.add(counts, "\(text.prefix(4))", to: &years)
    }

    /// Whether the time so far has at most so many parts of so many hours.
    private func isFew(hours: Int, _ limit: Int) -> Bool { last / hours - first / hours < limit }

    private static func add(_ counts: OutcomeCounts, _ start: String, to rows: inout [DigestActivity.Row]) {
        if let last = rows.last, last.start == start {
            rows[rows.count - 1].counts += counts
        } else {
            rows.append(DigestActivity.Row(start: start, counts: counts))
        }
    }

    var activity: DigestActivity {
        if isFew(hours: 1, Self.hourLimit) { return DigestActivity(unit: .hour, rows: hours) }
        if isFew(hours: 24, Self.dayLimit) { return DigestActivity(unit: .day, rows: days) }
        let isLong = months.count > Self.monthLimit || !isFew(hours: 24, Self.monthLimit * 31)
        return isLong ? DigestActivity(unit: .year, rows: years) : DigestActivity(unit: .month, rows: months)
    }
}
