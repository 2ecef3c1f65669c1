import MessageReplay

/// The report for people at a terminal: totals first, then types, months, findings with examples, and what to do next.
///
/// A pure function of the model. Everything that comes from archives or registries passes `SafeText` on its way.
struct TextReport {
    /// Examples for each code.
    var examples = 3
    /// Columns to lay out for.
    var width = 80
    var paint = Paint(isOn: false)

    private(set) var text = ""
    private(set) var outline: ReportOutline

    /// Rows of the types table and places of a code that are shown; the other formats have the rest.
    static let maximumTypes = 40
    static let maximumPlaces = 8

    static func render(_ report: AuditReport, examples: Int, width: Int, paint: Paint) -> [UInt8] {
        var renderer = TextReport(
            examples: examples, width: width, paint: paint, outline: ReportOutline(report: report))
        renderer.write()
        return Array(renderer.text.utf8)
    }

    /// Only the findings of a report, under a title.
    static func findings(
        of report: AuditReport, title: String, examples: Int, width: Int, paint: Paint
    ) -> String {
        var renderer = TextReport(
            examples: examples, width: width, paint: paint, outline: ReportOutline(report: report))
        renderer.findings(under: title)
        return renderer.text
    }

    private var report: AuditReport { outline.report }

    private mutating func write() {
        head()
        damage()
        outcomes()
        insidePayloads()
        types()
        months()
        findings()
        next()
    }

    // MARK: Sections

    private mutating func head() {
        for (index, archive) in report.archives.enumerated() {
            if index > 0, index >= 10 {
                line(paint.dim("and \(NumberText.counted(report.archives.count - 10, "more archive"))"))
                break
            }
            line(paint.bold(SafeText.visible(ReportOutline.name(of: archive))))
            wrapped(ReportOutline.facts(of: archive).map(SafeText.visible).joined(separator: " · "), indent: "  ")
            if archive.damage != nil {
                line("  " + paint.alarm("damaged, see below"))
            } else if !archive.complete {
                line("  " + paint.yellow("not read to its end: --limit was reached"))
            }
        }
        if report.archives.count > 1 {
            line("")
            line("\(report.archives.count) archives, \(NumberText.counted(report.records, "record")) in all")
        }
        if let span = outline.timeSpan {
            let first = Timestamp.dateAndTime(span.first)
            let last = Timestamp.dateAndTime(span.last)
            line(first == last ? "  at \(first) UTC" : "  from \(first) to \(last) UTC")
        }
        let registry = report.registry
        line(
            paint.dim(
                "  registry \(SafeText.visible(registry.name))@\(registry.version)  "
                    + SafeText.visible(String(registry.fingerprint.prefix(16)))))
    }

    private mutating func damage() {
        for archive in outline.damaged {
            guard let damage = archive.damage else { continue }
            line("")
            line(paint.alarm("DAMAGED  ") + paint.bold(SafeText.visible(archive.path)))
            let place = ReportOutline.place(of: damage)
            if !place.isEmpty { wrapped(SafeText.visible(place), indent: "  ") }
            wrapped(SafeText.visible(damage.message), indent: "  ")
            line("  What was read before it is counted below.")
        }
    }

    private mutating func outcomes() {
        heading("Outcomes")
        let counts = report.totals
        let rows: [(String, Int, (String) -> String)] = [
            ("decoded", counts.decoded, paint.green), ("unknown", counts.unknown, paint.yellow),
            ("malformed", counts.malformed, paint.red),
        ]
        let digits = max(7, NumberText.grouped(report.records).count)
        let bar = max(10, min(40, width - digits - 26))
        for (name, count, color) in rows {
            let number = DisplayWidth.pad(NumberText.grouped(count), to: digits, right: true)
            let share = DisplayWidth.pad(NumberText.share(count, of: report.records), to: 6, right: true)
            let label = DisplayWidth.pad(name, to: 11)
            let filled = Bar.text(count, of: report.records, width: bar)
            line("  \(label)\(number)  \(share)" + (filled.isEmpty ? "" : "  " + color(filled)))
        }
        let total = DisplayWidth.pad(NumberText.grouped(report.records), to: digits, right: true)
        line("  " + paint.bold(DisplayWidth.pad("records", to: 11) + total))
        if outline.filtered > 0 {
            let read = report.records + outline.filtered
            wrapped(
                "\(NumberText.grouped(read)) records were read and \(NumberText.grouped(outline.filtered)) left out by the "
                    + "filters; all counts are of the rest.", indent: "  ")
        }
    }

    private mutating func insidePayloads() {
        guard report.nested.sum > 0 || !report.carriers.isEmpty else { return }
        heading("Nested payloads and carriers")
        var table = TextTable(columns: [
            .init("", isRight: false), .init("decoded"), .init("unknown"), .init("malformed"), .init("cut previews"),
        ])
        let hasPreviews = report.carriers.contains { $0.preview > 0 }
        if !hasPreviews { table.columns.removeLast() }
        func cells(_ name: String, _ counts: OutcomeCounts, _ preview: String) -> [TextTable.Cell] {
            let cells: [TextTable.Cell] = [
                .init(name), number(counts.decoded), number(counts.unknown, paint.yellow),
                number(counts.malformed, paint.red),
            ]
            return hasPreviews ? cells + [.init(preview)] : cells
        }
        if report.nested.sum > 0 { table.rows.append(cells("nested payloads", report.nested, "–")) }
        for carrier in report.carriers {
            table.rows.append(
                cells(SafeText.visible(carrier.name), carrier.counts, NumberText.grouped(carrier.preview)))
        }
        add(table)
    }

    private mutating func types() {
        guard !report.types.isEmpty else { return }
        heading("Content types")
        var table = TextTable(columns: [
            .init("type", isRight: false), .init("name", isRight: false), .init("records"), .init("decoded"),
            .init("unknown"), .init("malformed"), .init("written at", isRight: false),
        ])
        for row in report.types.prefix(Self.maximumTypes) {
            table.rows.append([
                .init(SafeText.visible(ReportOutline.text(of: row.type))), .init(SafeText.visible(row.name ?? "–")),
                .init(NumberText.grouped(row.records)), number(row.counts.decoded),
                number(row.counts.unknown, paint.yellow), number(row.counts.malformed, paint.red),
                .init(span(of: row)),
            ])
            table.notes[table.rows.count - 1] = notes(on: row)
        }
        add(table)
        if report.types.count > Self.maximumTypes {
            line(
                paint.dim(
                    "  and \(NumberText.counted(report.types.count - Self.maximumTypes, "more type")); --format json has all"
                ))
        }
    }

    /// What is worth saying about a type beyond its counts, each line wrapped.
    private func notes(on row: TypeRow) -> [String] {
        var notes: [String] = []
        if let versions = versions(row.writtenAt, partial: row.partial) { notes.append("written at " + versions) }
        if !row.defaulted.isEmpty {
            let shown = row.defaulted.prefix(6).map {
                "\(SafeText.visible($0.pointer)) \(NumberText.grouped($0.count))"
            }
            let more = row.defaulted.count > 6 ? ", and \(row.defaulted.count - 6) more fields" : ""
            notes.append("defaulted " + shown.joined(separator: ", ") + more)
        }
        if row.upgradable > 0 {
            notes.append("\(NumberText.grouped(row.upgradable)) of the malformed would be mended by upgrade steps")
        }
        if row.nested.sum > 0 {
            var parts: [String] = ["nested \(NumberText.grouped(row.nested.sum))"]
            if row.nested.unknown > 0 { parts.append("\(NumberText.grouped(row.nested.unknown)) unknown") }
            if row.nested.malformed > 0 { parts.append("\(NumberText.grouped(row.nested.malformed)) malformed") }
            if let versions = versions(row.nestedWrittenAt, partial: row.nestedPartial) {
                parts.append("written at " + versions)
            }
            notes.append(parts.joined(separator: ", "))
        }
        return notes.flatMap {
            TextWrap.lines($0, width: width, first: "         ", rest: "           ").map(paint.dim)
        }
    }

    /// `v1–v3`: the versions from the first to the last that payloads were written at.
    private func span(of row: TypeRow) -> String {
        let versions = row.writtenAt.filter { $0.count > 0 }.map(\.version)
        guard let first = versions.first, let last = versions.last else { return row.partial > 0 ? "partial" : "–" }
        return first == last ? "v\(first)" : "v\(first)–v\(last)"
    }

    /// `v1 5,889 · v2 3,011`; nil where all were written at one version, which the table says.
    private func versions(_ counts: [VersionCount], partial: Int) -> String? {
        var parts = counts.filter { $0.count > 0 }.map { "v\($0.version) \(NumberText.grouped($0.count))" }
        if partial > 0 { parts.append("partial \(NumberText.grouped(partial))") }
        return parts.count > 1 ? parts.joined(separator: " · ") : nil
    }

    private mutating func months() {
        guard report.months.count > 1 else { return }
        let rows = Self.years(of: report.months)
        let isYears = rows.count < report.months.count
        heading(isYears ? "Years" : "Months")
        let most = rows.map(\.counts.sum).max() ?? 0
        let digits = max(7, NumberText.grouped(most).count)
        let bar = max(8, width - 2 - 7 - 2 - digits - 2 - 23)
        for row in rows {
            let length = Bar.length(row.counts.sum, of: most, width: bar)
            let bad = row.counts.unknown + row.counts.malformed
            // The part that didn't decode is at the end of the bar, and seen even where it is small.
            let badLength = Bar.length(bad, of: max(1, row.counts.sum), width: length)
            let drawn =
                paint.green(String(repeating: "█", count: length - badLength))
                + paint.red(String(repeating: "░", count: badLength))
            let count = DisplayWidth.pad(NumberText.grouped(row.counts.sum), to: digits, right: true)
            let share = bad == 0 ? "" : "  \(NumberText.share(bad, of: row.counts.sum)) not decoded"
            line(
                "  \(DisplayWidth.pad(DisplayWidth.cut(SafeText.visible(row.month), to: 7), to: 7))  \(count)  \(drawn)\(share)"
            )
        }
    }

    /// The months, or their years where there are more months than a screen has lines.
    static func years(of months: [MonthRow]) -> [MonthRow] {
        guard months.count > 24 else { return months }
        var years: [MonthRow] = []
        for row in months {
            let year = String(row.month.split(separator: "-").first ?? "")
            if years.last?.month == year {
                years[years.count - 1].counts += row.counts
            } else {
                years.append(MonthRow(month: year, counts: row.counts))
            }
        }
        return years
    }

    private mutating func next() {
        line("")
        if let clear = outline.allClear { line(paint.green(clear)) }
        let hints = outline.hints
        guard !hints.isEmpty else { return }
        if outline.allClear != nil { line("") }
        line(paint.bold("What next"))
        for hint in hints {
            for words in TextWrap.lines(hint.text(code: SafeText.visible), width: width, first: "  - ", rest: "    ") {
                line(words)
            }
        }
    }

    // MARK: Lines

    mutating func line(_ words: String) {
        text += words + "\n"
    }

    mutating func heading(_ words: String) {
        line("")
        line(paint.bold(words))
    }

    mutating func wrapped(_ words: String, indent: String) {
        for words in TextWrap.lines(words, width: width, first: indent, rest: indent) { line(words) }
    }

    mutating func add(_ table: TextTable) {
        for words in table.lines(indent: "  ", width: width, paint: paint) { line(words) }
    }

    /// A count for a table: nothing is faint, the rest in `color`.
    private func number(_ count: Int, _ color: ((String) -> String)? = nil) -> TextTable.Cell {
        count == 0
            ? TextTable.Cell("0", style: paint.dim) : TextTable.Cell(NumberText.grouped(count), style: color ?? { $0 })
    }
}
