import MessageReplay

/// The report as one page: no script, nothing from anywhere else; readable in light and dark, on paper and on a phone.
///
/// A pure function of the model. Every word that comes from archives or registries passes `SafeText.html`.
struct HTMLReport {
    let outline: ReportOutline
    /// Examples for each place.
    let examples: Int
    private(set) var page = ""

    static let maximumTypes = 1000
    static let maximumPlaces = 25
    static let maximumCodes = 200

    var report: AuditReport { outline.report }

    static func render(_ report: AuditReport, examples: Int) -> [UInt8] {
        var renderer = HTMLReport(outline: ReportOutline(report: report), examples: examples)
        renderer.write()
        return Array(renderer.page.utf8)
    }

    private init(outline: ReportOutline, examples: Int) {
        self.outline = outline
        self.examples = examples
    }

    private mutating func write() {
        let title =
            report.archives.count == 1
            ? ReportOutline.name(of: report.archives[0]) : NumberText.counted(report.archives.count, "archive")
        add(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Audit of \(SafeText.html(title))</title>
            <style>
            \(HTMLStyle.sheet)
            </style>
            </head>
            <body>
            <main>
            """)
        head(title)
        damage()
        outcomes()
        insidePayloads()
        months()
        types()
        findings()
        next()
        add("</main>\n</body>\n</html>")
    }

    // MARK: Sections

    private mutating func head(_ title: String) {
        add("<header>\n<p class=\"kicker\">Audit</p>\n<h1>\(SafeText.html(title))</h1>")
        if report.archives.count == 1 {
            let archive = report.archives[0]
            add("<p class=\"facts\">\(facts(of: archive))</p>")
        } else if !report.archives.isEmpty {
            add("<ul class=\"facts\">")
            for archive in report.archives {
                add("<li><strong>\(SafeText.html(ReportOutline.name(of: archive)))</strong> \(facts(of: archive))</li>")
            }
            add("</ul>")
        }
        var words: [String] = []
        if let span = outline.timeSpan {
            let first = Timestamp.dateAndTime(span.first)
            let last = Timestamp.dateAndTime(span.last)
            words.append(first == last ? "\(first) UTC" : "\(first) to \(last) UTC")
        }
        let registry = report.registry
        words.append(
            "registry <strong>\(SafeText.html(registry.name))@\(registry.version)</strong> "
                + "<code title=\"\(SafeText.html(registry.fingerprint))\">"
                + "\(SafeText.html(String(registry.fingerprint.prefix(16))))</code>")
        add("<p class=\"facts\">\(words.joined(separator: " · "))</p>\n</header>")
    }

    private func facts(of archive: ArchiveSummary) -> String {
        var words = ReportOutline.facts(of: archive).map(SafeText.html)
        if archive.damage != nil {
            words.append("<strong class=\"malformed\">damaged</strong>")
        } else if !archive.complete {
            words.append("<strong class=\"unknown\">not read to its end: --limit was reached</strong>")
        }
        return words.joined(separator: " · ")
    }

    private mutating func damage() {
        for line in HTMLDamage.lines(of: outline.damaged) { add(line) }
    }

    private mutating func outcomes() {
        let counts = report.totals
        add("<section aria-labelledby=\"outcomes\">\n<h2 id=\"outcomes\">Outcomes</h2>\n<dl class=\"tiles\">")
        tile("records", NumberText.grouped(report.records), "", "")
        for (name, count) in [
            ("decoded", counts.decoded), ("unknown", counts.unknown), ("malformed", counts.malformed),
        ] {
            let style = count == 0 ? "\(name) none" : name
            tile(name, NumberText.grouped(count), NumberText.share(count, of: report.records), style)
        }
        add("</dl>")
        add(HTMLBar.row(counts, of: report.records, style: "wide"))
        if outline.filtered > 0 {
            add(
                "<p>\(NumberText.grouped(report.records + outline.filtered)) records were read and "
                    + "\(NumberText.grouped(outline.filtered)) left out by the filters; all counts are of the rest.</p>"
            )
        }
        if let clear = outline.allClear { add("<p class=\"clear\">\(clear)</p>") }
        add("</section>")
    }

    private mutating func tile(_ name: String, _ number: String, _ share: String, _ style: String) {
        let note = share.isEmpty ? "" : " <span class=\"share\">\(SafeText.html(share))</span>"
        add("<div class=\"tile \(style)\"><dt>\(name)</dt><dd>\(number)\(note)</dd></div>")
    }

    private mutating func insidePayloads() {
        guard report.nested.sum > 0 || !report.carriers.isEmpty else { return }
        add("<section aria-labelledby=\"carriers\">\n<h2 id=\"carriers\">Nested payloads and carriers</h2>")
        add("<table class=\"cards\" role=\"table\" aria-labelledby=\"carriers\">")
        let hasPreviews = report.carriers.contains { $0.preview > 0 }
        heads(["where"], numbers: ["decoded", "unknown", "malformed"] + (hasPreviews ? ["cut previews"] : []), [])
        if report.nested.sum > 0 { carrier("nested payloads", report.nested, hasPreviews ? "–" : nil) }
        for carrier in report.carriers {
            let name = "<code>\(SafeText.html(carrier.name))</code>"
            self.carrier(name, carrier.counts, hasPreviews ? NumberText.grouped(carrier.preview) : nil)
        }
        add("</tbody>\n</table>\n</section>")
    }

    private mutating func carrier(_ name: String, _ counts: OutcomeCounts, _ preview: String?) {
        let previews = preview.map { "<td role=\"cell\" class=\"n\" data-label=\"cut previews\">\($0)</td>" } ?? ""
        add(
            "<tr role=\"row\"><th role=\"rowheader\" scope=\"row\" class=\"whole\">\(name)</th>\(cells(counts))\(previews)</tr>"
        )
    }

    /// The head of a table that folds into cards on a narrow screen: hence the roles, which `display` would take from it.
    mutating func heads(_ before: [String], numbers: [String], _ after: [String]) {
        func head(_ name: String, _ style: String) -> String {
            "<th role=\"columnheader\" scope=\"col\"\(style)>\(name)</th>"
        }
        add("<thead role=\"rowgroup\"><tr role=\"row\">")
        add(
            before.map { head($0, "") }.joined() + numbers.map { head($0, " class=\"n\"") }.joined()
                + after.map { head($0, "") }.joined())
        add("</tr></thead>\n<tbody role=\"rowgroup\">")
    }

    func cells(_ counts: OutcomeCounts) -> String {
        cell("decoded", counts.decoded) + cell("unknown", counts.unknown) + cell("malformed", counts.malformed)
    }

    private func cell(_ name: String, _ count: Int) -> String {
        "<td role=\"cell\" class=\"n \(count == 0 ? "zero" : name)\" data-label=\"\(name)\">\(NumberText.grouped(count))</td>"
    }

    private mutating func months() {
        guard report.months.count > 1 else { return }
        add("<section aria-labelledby=\"months\">\n<h2 id=\"months\">Months</h2>")
        add(HTMLChart.months(report.months))
        add("<details><summary>The numbers by month</summary>\n<div class=\"scroll\">\n<table>\n<thead><tr>")
        add(
            "<th scope=\"col\">month</th><th scope=\"col\" class=\"n\">decoded</th><th scope=\"col\" class=\"n\">unknown</th>"
                + "<th scope=\"col\" class=\"n\">malformed</th></tr></thead>\n<tbody>")
        for row in report.months {
            add("<tr><th scope=\"row\">\(SafeText.html(row.month))</th>\(cells(row.counts))</tr>")
        }
        add("</tbody>\n</table>\n</div>\n</details>\n</section>")
    }

    private mutating func next() {
        let hints = outline.hints
        guard !hints.isEmpty else { return }
        add("<section aria-labelledby=\"next\">\n<h2 id=\"next\">What next</h2>\n<ul>")
        for hint in hints { add("<li>\(hint.text { "<code>\(SafeText.html($0))</code>" })</li>") }
        add("</ul>\n</section>")
    }

    mutating func add(_ markup: String) {
        page += markup + "\n"
    }
}
