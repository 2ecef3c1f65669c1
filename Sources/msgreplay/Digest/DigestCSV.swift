import Archives
import MessageReplay

/// The groups of a digest as comma-separated values (RFC 4180): all of them, a line each, for a spreadsheet.
enum DigestCSV {
    static func render(_ report: DigestReport, _ write: ([UInt8]) -> Bool) throws(ArchiveError) {
        var names = [report.grouping.rawValue]
        if report.grouping == .type { names.append("name") }
        names += [
            "messages", "decoded", "unknown", "malformed", "edited", "senders", "first", "last", "latest", "words",
            "busiest hours",
        ]
        var text = names.joined(separator: ",") + "\r\n"
        var goesOn = true
        try report.groups.forEach { group in
            text += line(group, report.grouping)
            if text.utf8.count >= 1 << 16 {
                goesOn = write(Array(text.utf8))
                text = ""
            }
            return goesOn
        }
        if goesOn { _ = write(Array(text.utf8)) }
    }

    private static func line(_ group: DigestGroup, _ grouping: DigestGrouping) -> String {
        var cells: [String] = []
        switch group.label {
        // A number is no formula, also below zero.
        case .number(let text): cells.append(text)
        case .string(let text): cells.append(SafeText.csv(text))
        case .none, .other: cells.append("")
        }
        if grouping == .type { cells.append(SafeText.csv(group.name ?? "")) }
        cells += [group.messages, group.decoded, group.unknown, group.malformed, group.edited, group.senders].map {
            String($0)
        }
        cells += [group.first, group.last].map { $0.map(Timestamp.exact) ?? "" }
        cells.append(SafeText.csv(group.latest?.digest ?? ""))
        cells.append(SafeText.csv((group.words ?? []).map { "\($0.word) \($0.count)" }.joined(separator: "; ")))
        let hours = DigestOutline.busiest(group.hours, limit: 3).map { "\($0.hour) \($0.messages)" }
        cells.append(SafeText.csv(hours.joined(separator: "; ")))
        return cells.joined(separator: ",") + "\r\n"
    }
}

extension Timestamp {
    /// `2021-03-01T08:05:09.007Z`.
    static func exact(_ milliseconds: Int64) -> String {
        func padded(_ number: Int64, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        let inDay = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
        let (hours, minutes, seconds) = (inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60)
        return "\(date(milliseconds))T\(padded(hours, 2)):\(padded(minutes, 2)):\(padded(seconds, 2))."
            + "\(padded(inDay % 1000, 3))Z"
    }
}
