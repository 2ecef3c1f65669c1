import MessageReplay

/// A digest as one page: nothing from anywhere else; readable in light and dark, on paper and on a phone. A small script
/// sorts the table; without it the page says all the same.
///
/// A pure function of the model. Every word that comes from archives or registries passes `SafeText.html`.
struct DigestPage {
    private let outline: DigestOutline
    private var page = ""

    private var report: DigestReport { outline.report }

    static func render(_ outline: DigestOutline) -> [UInt8] {
        var renderer = DigestPage(outline: outline)
        renderer.write()
        return Array(renderer.page.utf8)
    }

    private init(outline: DigestOutline) {
        self.outline = outline
    }

    private mutating func write() {
        add(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Digest of \(SafeText.html(DigestOutline.short(outline.title)))</title>
            <style>
            \(HTMLStyle.sheet)
            \(DigestPageStyle.sheet)
            </style>
            </head>
            <body>
            <main>
            """)
        head()
        damage()
        messages()
        activity()
        words()
        groups()
        add("</main>\n<script>\n\(DigestPageStyle.script)\n</script>\n</body>\n</html>")
    }

    private mutating func head() {
        add("<header>\n<p class=\"kicker\">Digest by \(outline.noun)</p>")
        add("<h1>\(SafeText.html(DigestOutline.short(outline.title)))</h1>")
        if report.archives.count == 1 {
            add("<p class=\"facts\">\(facts(of: report.archives[0]))</p>")
        } else {
            add("<ul class=\"facts\">")
            for archive in report.archives {
                let name = SafeText.html(DigestOutline.short(ReportOutline.name(of: archive)))
                add("<li><strong>\(name)</strong> \(facts(of: archive))</li>")
            }
            add("</ul>")
        }
        let registry = report.registry
        let words = [
            outline.span,
            "registry <strong>\(SafeText.html(registry.name))@\(registry.version)</strong>", outline.reading,
        ]
        add("<p class=\"facts\">\(words.compactMap(\.self).joined(separator: " · "))</p>\n</header>")
    }

    private func facts(of archive: ArchiveSummary) -> String {
        var words = ReportOutline.facts(of: archive).map(SafeText.html)
        if archive.damage != nil { words.append("<strong class=\"malformed\">damaged</strong>") }
        return words.joined(separator: " · ")
    }

    private mutating func damage() {
        for line in HTMLDamage.lines(of: outline.damaged) { add(line) }
    }

    private mutating func messages() {
        let whole = report.whole
        add("<section aria-labelledby=\"messages\">\n<h2 id=\"messages\">Messages</h2>\n<dl class=\"tiles\">")
        tile("messages", NumberText.grouped(whole.messages), "", "")
        tile("senders", NumberText.grouped(whole.senders), "", "")
        for (name, count) in [("unknown", whole.unknown), ("malformed", whole.malformed)] {
            let style = count == 0 ? "\(name) none" : name
            tile(name, NumberText.grouped(count), NumberText.share(count, of: whole.messages), style)
        }
        add("</dl>")
        for note in outline.notes { add("<p>\(SafeText.html(note))</p>") }
        if let latest = whole.latest, !latest.digest.isEmpty {
            let time = latest.time.map { " <span class=\"facts\">\(Timestamp.dateAndTime($0)) UTC</span>" } ?? ""
            add("<p>Latest: <q>\(SafeText.html(latest.digest))</q>\(time)</p>")
        }
        add("</section>")
    }

    private mutating func tile(_ name: String, _ number: String, _ share: String, _ style: String) {
        let note = share.isEmpty ? "" : " <span class=\"share\">\(SafeText.html(share))</span>"
        add("<div class=\"tile \(style)\"><dt>\(name)</dt><dd>\(number)\(note)</dd></div>")
    }

    private mutating func activity() {
        let unit = report.activity.unit.rawValue
        let rows = outline.activity.map { MonthRow(month: $0.start, counts: $0.counts) }
        guard rows.count > 1 else { return }
        add("<section aria-labelledby=\"activity\">\n<h2 id=\"activity\">Messages by \(unit)</h2>")
        let labels = labels(rows)
        add(HTMLChart.columns(rows, what: "Messages by \(unit) and outcome", labels: labels))
        add("<details><summary>The numbers by \(unit)</summary>\n<div class=\"scroll\">\n<table>\n<thead><tr>")
        add("<th scope=\"col\">\(unit)</th>")
        for name in ["decoded", "unknown", "malformed"] { add("<th scope=\"col\" class=\"n\">\(name)</th>") }
        add("</tr></thead>\n<tbody>")
        for row in report.activity.rows {
            let counts = row.counts
            add(
                "<tr><th scope=\"row\">\(row.start)</th>" + cell("decoded", counts.decoded)
                    + cell("unknown", counts.unknown) + cell("malformed", counts.malformed) + "</tr>")
        }
        add("</tbody>\n</table>\n</div>\n</details>\n</section>")
    }

    /// Which columns of the activity are named, and how: of hours every sixth, with the day at midnight.
    private func labels(_ rows: [MonthRow]) -> [(Int, String)] {
        guard report.activity.unit == .hour else {
            return HTMLChart.labels(rows, by: report.activity.unit == .day ? 7 : 4)
        }
        let step = rows.count <= 36 ? 6 : 12
        return rows.enumerated().compactMap { index, row in
            let hour = Int(row.month.dropFirst(11).prefix(2)) ?? 0
            guard hour % step == 0 else { return nil }
            return (index, hour == 0 ? String(row.month.prefix(10)) : String(row.month.dropFirst(11)))
        }
    }

    private func cell(_ name: String, _ count: Int) -> String {
        "<td class=\"n \(count == 0 ? "zero" : name)\">\(NumberText.grouped(count))</td>"
    }

    private mutating func words() {
        let words = report.whole.words ?? []
        // The hours of one day are drawn above.
        let isOneDay = report.activity.unit == .hour && outline.activity.count <= 24
        let hours = isOneDay ? [] : report.whole.hours ?? []
        guard !words.isEmpty || hours.contains(where: { $0 > 0 }) else { return }
        add(
            "<section aria-labelledby=\"about\">\n<h2 id=\"about\">\(hours.isEmpty ? "What about" : "What about, and when")</h2>"
        )
        if !words.isEmpty {
            let most = words[0].count
            add("<h3>Most frequent words</h3>\n<ul class=\"words\">")
            for word in words {
                let share = max(1, word.count * 100 / max(1, most))
                add(
                    "<li style=\"--share:\(share)%\"><span>\(SafeText.html(word.word))</span> "
                        + "<span class=\"n\">\(NumberText.grouped(word.count))</span></li>")
            }
            add("</ul>")
        }
        if hours.contains(where: { $0 > 0 }) {
            add("<h3>Hours of the day (UTC)</h3>")
            let rows = hours.enumerated().map {
                MonthRow(month: DigestOutline.hour($0.offset), counts: OutcomeCounts(decoded: $0.element))
            }
            let labels = [0, 6, 12, 18].map { ($0, DigestOutline.hour($0)) }
            add(HTMLChart.columns(rows, what: "Messages by hour of the day", labels: labels, hasOutcomes: false))
        }
        add("</section>")
    }

    // MARK: Groups

    private mutating func groups() {
        guard !outline.groups.isEmpty else { return }
        add("<section aria-labelledby=\"groups\">\n<h2 id=\"groups\">\(outline.heading)</h2>")
        add("<table class=\"cards groups sortable\" role=\"table\" aria-labelledby=\"groups\">")
        add("<thead role=\"rowgroup\"><tr role=\"row\">")
        head(outline.noun, "text")
        if report.grouping == .type { head("name", "text") }
        for name in ["messages", "senders", "unknown", "malformed"] { head(name, "number") }
        for name in ["first", "last"] { head(name, "number") }
        add("<th role=\"columnheader\" scope=\"col\">latest message, frequent words, busiest hours</th>")
        add("</tr></thead>\n<tbody role=\"rowgroup\">")
        let most = outline.groups[0].messages
        for group in outline.groups { row(group, most: most) }
        add("</tbody>\n</table>")
        if outline.rest > 0 {
            add(
                "<p>and \(NumberText.grouped(outline.rest)) more; <code>--format csv</code> and "
                    + "<code>--format json</code> have all</p>")
        }
        add("</section>")
    }

    private mutating func head(_ name: String, _ order: String) {
        let style = order == "number" ? " class=\"n\"" : ""
        let sort = name == "messages" ? " aria-sort=\"descending\"" : ""
        add("<th role=\"columnheader\" scope=\"col\" data-sort=\"\(order)\"\(style)\(sort)>\(name)</th>")
    }

    private mutating func row(_ group: DigestGroup, most: Int) {
        add("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\" class=\"whole\">")
        add("<code>\(SafeText.html(outline.text(of: group)))</code></th>")
        if report.grouping == .type {
            add("<td role=\"cell\" class=\"name\">\(group.name.map { SafeText.html($0) } ?? "–")</td>")
        }
        let counts = OutcomeCounts(decoded: group.decoded, unknown: group.unknown, malformed: group.malformed)
        number(
            "messages", group.messages,
            NumberText.grouped(group.messages) + HTMLBar.row(counts, of: most, style: "thin"))
        number("senders", group.senders, NumberText.grouped(group.senders))
        share("unknown", group.unknown, group)
        share("malformed", group.malformed, group)
        number("first", Int(group.first ?? 0), group.first.map(Timestamp.date) ?? "–")
        number("last", Int(group.last ?? 0), group.last.map(Timestamp.date) ?? "–")
        var notes = ""
        if let digest = group.latest?.digest, !digest.isEmpty {
            notes += "<p class=\"latest\">\(SafeText.html(digest))</p>"
        }
        if let words = group.words, !words.isEmpty {
            let list = words.prefix(8).map { "\(SafeText.html($0.word))&nbsp;\(NumberText.grouped($0.count))" }
            notes += "<p class=\"note\">\(list.joined(separator: " · "))</p>"
        }
        let hours = DigestOutline.busiest(group.hours, limit: 3)
        if !hours.isEmpty {
            let list = hours.map { "\($0.hour)&nbsp;\(NumberText.grouped($0.messages))" }
            notes += "<p class=\"note\">\(list.joined(separator: " · "))</p>"
        }
        add("<td role=\"cell\" class=\"notes\">\(notes)</td></tr>")
    }

    private mutating func number(_ name: String, _ value: Int, _ markup: String, style: String = "") {
        add(
            "<td role=\"cell\" class=\"n\(style.isEmpty ? "" : " " + style)\" data-label=\"\(name)\" "
                + "data-value=\"\(value)\">\(markup)</td>")
    }

    /// A share, which sorts in millionths.
    private mutating func share(_ name: String, _ count: Int, _ group: DigestGroup) {
        let value = Int(Double(count) / Double(max(1, group.messages)) * 1_000_000)
        let text = SafeText.html(NumberText.share(count, of: group.messages))
        number(name, value, text, style: count == 0 ? "zero" : name)
    }

    private mutating func add(_ markup: String) {
        page += markup + "\n"
    }
}
