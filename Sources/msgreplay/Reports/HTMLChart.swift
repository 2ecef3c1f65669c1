import MessageReplay

/// Outcomes by month as stacked columns. Only the columns are SVG, and stretch; the words around them are HTML, and don't.
enum HTMLChart {
    private static let height = 200

    static func months(_ rows: [MonthRow]) -> String {
        let rows = filled(rows)
        return columns(rows, what: "Records by month and outcome", labels: labels(rows, by: 4))
    }

    /// - Parameters:
    ///   - rows: The columns, each with a name.
    ///   - what: What they show, in words.
    ///   - labels: The columns that are named below, and how.
    ///   - hasOutcomes: Whether there are other outcomes than decoded, so that colours have to be explained.
    static func columns(
        _ rows: [MonthRow], what: String, labels: [(Int, String)], hasOutcomes: Bool = true
    ) -> String {
        let most = rows.map(\.counts.sum).max() ?? 0
        let top = ceiling(most)
        let count = rows.count
        let first = SafeText.html(rows.first?.month ?? "")
        let last = SafeText.html(rows.last?.month ?? "")
        var markup = "<figure class=\"chart\" style=\"--count:\(count)\">\n"
        if hasOutcomes {
            markup += "<p class=\"legend\" aria-hidden=\"true\"><span class=\"decoded\">decoded</span>"
            markup += "<span class=\"unknown\">unknown</span><span class=\"malformed\">malformed</span></p>\n"
        }
        markup += "<div class=\"plot\"><div class=\"axis\" aria-hidden=\"true\"><span>\(NumberText.grouped(top))</span>"
        markup += "<span>\(NumberText.grouped(top / 2))</span><span>0</span></div>\n"
        markup += "<svg viewBox=\"0 0 \(count * 10) \(height)\" preserveAspectRatio=\"none\" role=\"img\" "
        markup +=
            "aria-label=\"\(what), \(first) to \(last).\(hasOutcomes ? " The numbers are in the table below." : "")\">\n"
        for y in [0, height / 2] {
            markup += "<line class=\"grid\" x1=\"0\" x2=\"\(count * 10)\" y1=\"\(y)\" y2=\"\(y)\"/>\n"
        }
        for (index, row) in rows.enumerated() where row.counts.sum > 0 {
            markup += column(row, at: index, top: top, hasOutcomes: hasOutcomes)
        }
        markup += "</svg>\n<div class=\"labels\(count <= 6 ? " each" : "")\" aria-hidden=\"true\">"
        for (index, label) in labels {
            markup += "<span style=\"grid-column:\(index + 1)\">\(SafeText.html(label))</span>"
        }
        return markup + "</div></div>\n</figure>"
    }

    private static func column(_ row: MonthRow, at index: Int, top: Int, hasOutcomes: Bool) -> String {
        let counts = row.counts
        var markup = "<g><title>\(SafeText.html(row.month)): \(NumberText.grouped(counts.decoded))"
        if hasOutcomes {
            markup += " decoded, \(NumberText.grouped(counts.unknown)) unknown, "
            markup += "\(NumberText.grouped(counts.malformed)) malformed"
        }
        markup += "</title>"
        // The whole slot answers to the pointer, not only the column.
        markup += "<rect class=\"slot\" x=\"\(index * 10)\" y=\"0\" width=\"10\" height=\"\(height)\"/>"
        let parts = [("decoded", counts.decoded), ("unknown", counts.unknown), ("malformed", counts.malformed)]
        let heights = parts.map { part in
            part.1 == 0 ? 0 : max(2, Int((Double(part.1) / Double(max(1, top)) * Double(height)).rounded()))
        }
        // What is faulty keeps its place even in a full column: the decoded part gives way.
        var y = height
        for (offset, part) in parts.enumerated() where heights[offset] > 0 {
            let rest = heights[(offset + 1)...].reduce(0, +)
            let tall = max(1, min(heights[offset], y - rest))
            y -= tall
            markup += "<rect class=\"\(part.0)\" x=\"\(index * 10 + 1)\" y=\"\(y)\" width=\"8\" height=\"\(tall)\"/>"
        }
        return markup + "</g>\n"
    }

    /// The months with empty ones put in between, so that the axis is true; as they are where that would be too many or a
    /// month is none.
    private static func filled(_ rows: [MonthRow]) -> [MonthRow] {
        let numbers = rows.map { number($0.month) }
        guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, !numbers.contains(nil), last >= first,
            last - first < 240
        else { return rows }
        var byNumber: [Int: MonthRow] = [:]
        for (number, row) in zip(numbers, rows) { if let number { byNumber[number] = row } }
        return (first...last).map { number in
            let month = number % 12 + 1
            return byNumber[number] ?? MonthRow(month: "\(number / 12)-\(month < 10 ? "0" : "")\(month)")
        }
    }

    /// Months since year 0 of `2021-03`.
    private static func number(_ text: String) -> Int? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let year = Int(parts[0]), let month = Int(parts[1]), (1...12).contains(month),
            (0...9999).contains(year)
        else { return nil }
        return year * 12 + month - 1
    }

    /// Which columns are named, and how: each while there is room, then by the beginning that several have in common.
    ///
    /// - Parameter length: How long that beginning is: 4 for years, 7 for months.
    static func labels(_ rows: [MonthRow], by length: Int) -> [(Int, String)] {
        if rows.count <= 6 { return rows.enumerated().map { ($0, $1.month) } }
        var labels: [(Int, String)] = []
        // A label wants the room of an eighth of the chart.
        let room = max(1, rows.count / 8)
        for (index, row) in rows.enumerated() {
            let year = String(row.month.prefix(length))
            guard index == 0 || !rows[index - 1].month.hasPrefix(year) else { continue }
            if let last = labels.last, index - last.0 < room {
                // The first year may be cut short by the second; later ones wait.
                if labels.count == 1, last.0 == 0 { labels.removeLast() } else { continue }
            }
            labels.append((index, year))
        }
        return labels
    }

    /// The next number of the form 1, 2, 4 or 8 (or 6) times a power of ten that is even and not below `number`.
    private static func ceiling(_ number: Int) -> Int {
        var unit = 1
        while unit <= Int.max / 100, unit * 10 < number { unit *= 10 }
        for factor in [1, 2, 4, 6, 8] where factor * unit >= number && factor * unit % 2 == 0 { return factor * unit }
        return unit * 10
    }
}
