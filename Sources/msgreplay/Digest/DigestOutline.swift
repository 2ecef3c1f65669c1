import Archives
import MessageReplay

/// What the renderings of a digest share: its groups as far as they are shown, and how things are called. No markup.
struct DigestOutline {
    let report: DigestReport
    /// The largest groups.
    let groups: [DigestGroup]

    /// Text of archives is shown up to so many characters.
    private static let textLimit = 200

    /// - Parameter limit: How many groups are shown.
    init(_ report: DigestReport, limit: Int) throws(ArchiveError) {
        self.report = report
        groups = try report.groups.prefix(limit)
    }

    /// How many groups aren't shown.
    var rest: Int { report.groups.count - groups.count }

    var damaged: [ArchiveSummary] { report.archives.filter { $0.damage != nil } }
    var filtered: Int { report.archives.reduce(0) { $0 + $1.filtered } }

    /// What the report is about, such as the archive's name.
    var title: String {
        report.archives.count == 1
            ? ReportOutline.name(of: report.archives[0]) : NumberText.counted(report.archives.count, "archive")
    }

    /// What a group is: `channel`.
    var noun: String { report.grouping.rawValue }

    /// The heading above the groups.
    var heading: String {
        switch report.grouping {
        case .channel: "Channels"
        case .sender: "Senders"
        case .day: "Days"
        case .type: "Content types"
        }
    }

    /// `2021-01-01 00:00 to 2021-03-01 12:30 UTC`; nil where no message has a usable time.
    var span: String? {
        guard let first = report.whole.first, let last = report.whole.last else { return nil }
        let (from, to) = (Timestamp.dateAndTime(first), Timestamp.dateAndTime(last))
        return from == to ? "\(from) UTC" : "\(from) to \(to) UTC"
    }

    /// How payloads were read, in words.
    var reading: String {
        report.isRaw ? "payloads read as they stand (--raw)" : "payloads read as migrate would leave them"
    }

    /// What was not counted as messages, and what else there is to say of the whole; a sentence each.
    var notes: [String] {
        var notes: [String] = []
        if report.whole.edited > 0 {
            let count = NumberText.counted(report.whole.edited, "message")
            notes.append("\(count) \(report.whole.edited == 1 ? "counts" : "count") with the edited content.")
        }
        if report.hidden > 0 {
            let count = NumberText.counted(report.hidden, "record")
            notes.append(
                "\(count) that clients never show, such as commands, \(report.hidden == 1 ? "is" : "are") left out.")
        }
        if report.recalled > 0 {
            let count = NumberText.counted(report.recalled, "message")
            notes.append(
                "\(count) \(report.recalled == 1 ? "was recalled and counts" : "were recalled and count") without the text."
            )
        }
        if filtered > 0 { notes.append("\(NumberText.counted(filtered, "record")) left out by the filters.") }
        if report.archives.contains(where: { !$0.complete && $0.damage == nil }) {
            notes.append("Not read to the end: --limit was reached.")
        }
        if report.whole.messages == 0 {
            notes.append(filtered > 0 ? "No message matches the filters." : "There are no messages in it.")
        }
        return notes
    }

    /// A group's label as reports show it; not yet safe for any medium.
    func text(of group: DigestGroup) -> String {
        switch group.label {
        case .number(let text): Self.short(text)
        case .string(let text): report.grouping == .type ? "\"\(Self.short(text))\"" : Self.short(text)
        case .none, .other: "(none)"
        }
    }

    /// The beginning of a text that may be as long as an archive's line.
    static func short(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: textLimit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    /// The hours with the most messages, most first: `09:00`, and how many.
    static func busiest(_ hours: [Int]?, limit: Int) -> [(hour: String, messages: Int)] {
        let ranked = (hours ?? []).enumerated().filter { $0.element > 0 }.sorted { left, right in
            (-left.element, left.offset) < (-right.element, right.offset)
        }
        return ranked.prefix(limit).map { (hour($0.offset), $0.element) }
    }

    static func hour(_ number: Int) -> String { "\(number < 10 ? "0" : "")\(number):00" }

    /// The activity with times without messages put in between, so that its axis is true; as it is where that would be
    /// too many.
    var activity: [DigestActivity.Row] {
        let rows = report.activity.rows
        let starts = rows.map { Self.number($0.start, report.activity.unit) }
        guard let first = starts.first, let last = starts.last, last - first < 400 else { return rows }
        let byStart = Dictionary(zip(starts, rows)) { first, _ in first }
        return (first...last).map { number in
            byStart[number]
                ?? DigestActivity.Row(start: Self.start(number, report.activity.unit), counts: OutcomeCounts())
        }
    }

    /// An hour, day, month or year, counted from some hour, day, month or year on.
    private static func number(_ start: String, _ unit: DigestActivity.Unit) -> Int {
        let parts = start.split { "-T:".contains($0) }.compactMap { Int($0) }
        switch unit {
        case .hour where parts.count == 5:
            return TimeArgument.days(toYear: parts[0], month: parts[1], day: parts[2]) * 24 + parts[3]
        case .day where parts.count == 3: return TimeArgument.days(toYear: parts[0], month: parts[1], day: parts[2])
        case .month where parts.count == 2: return parts[0] * 12 + parts[1] - 1
        default: return parts.first ?? 0
        }
    }

    private static func start(_ number: Int, _ unit: DigestActivity.Unit) -> String {
        switch unit {
        case .hour: return "\(Timestamp.date(Int64(number) * 3_600_000))T\(hour(number % 24))"
        case .day: return Timestamp.date(Int64(number) * 86_400_000)
        case .month: return "\(number / 12)-\(number % 12 < 9 ? "0" : "")\(number % 12 + 1)"
        case .year: return String(number)
        }
    }
}
