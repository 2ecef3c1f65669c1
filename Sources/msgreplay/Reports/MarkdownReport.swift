import MessageReplay

/// The report as a comment on a pull request: GitHub's Markdown, at most 60 KB, and it says what was left out.
///
/// A pure function of the model. What comes from archives or registries stands in code, so that it is neither markup nor
/// a mention.
struct MarkdownReport {
    /// GitHub refuses comments over 65,536 characters.
    static let maximumBytes = 60_000
    /// Kept free for headings, table heads, hints and the notes on what was left out.
    private static let reserve = 6000

    private let outline: ReportOutline
    private let examples: Int
    private var text = ""
    private var bytes = 0

    private var report: AuditReport { outline.report }

    static func render(_ report: AuditReport, examples: Int) -> [UInt8] {
        var renderer = MarkdownReport(outline: ReportOutline(report: report), examples: examples)
        renderer.write()
        return Array(renderer.text.utf8)
    }

    private init(outline: ReportOutline, examples: Int) {
        self.outline = outline
        self.examples = examples
    }

    private mutating func write() {
        head()
        damage()
        outcomes()
        findings()
        types()
        months()
        next()
    }

    private mutating func head() {
        if report.archives.count == 1, let archive = report.archives.first {
            line("## Audit of \(SafeText.markdown(short(ReportOutline.name(of: archive))))")
            line("")
            line(ReportOutline.facts(of: archive).map(plain).joined(separator: " · ") + ended(archive) + "  ")
        } else {
            line("## Audit of \(NumberText.counted(report.archives.count, "archive"))")
            line("")
            for archive in report.archives.prefix(20) {
                let facts = ReportOutline.facts(of: archive).map(plain).joined(separator: " · ")
                line("- \(SafeText.markdown(short(ReportOutline.name(of: archive)))): \(facts)\(ended(archive))")
            }
            if report.archives.count > 20 { line("- and \(report.archives.count - 20) more") }
            line("")
        }
        if let span = outline.timeSpan {
            line("\(Timestamp.dateAndTime(span.first)) to \(Timestamp.dateAndTime(span.last)) UTC  ")
        }
        let registry = report.registry
        line(
            "Registry \(SafeText.markdown(short("\(registry.name)@\(registry.version)"))) "
                + SafeText.markdown(String(registry.fingerprint.prefix(16))))
    }

    private func ended(_ archive: ArchiveSummary) -> String {
        if archive.damage != nil { return " · **damaged**" }
        return archive.complete ? "" : " · not read to its end (`--limit`)"
    }

    private mutating func damage() {
        for archive in outline.damaged.prefix(10) {
            guard let damage = archive.damage else { continue }
            line("")
            line("> [!CAUTION]")
            line("> **Damaged:** \(SafeText.markdown(short(ReportOutline.name(of: archive))))  ")
            let place = ReportOutline.place(of: damage)
            if !place.isEmpty { line("> \(SafeText.markdown(short(place)))  ") }
            line("> \(SafeText.markdown(short(damage.message)))  ")
            line("> What was read before it is counted below.")
        }
    }

    private mutating func outcomes() {
        let counts = report.totals
        line("")
        line("| | records | decoded | unknown | malformed |")
        line("| --- | ---: | ---: | ---: | ---: |")
        func cell(_ count: Int) -> String {
            count == 0
                ? "0"
                : "\(NumberText.grouped(count)) ({})".replacing(
                    "{}",
                    with: NumberText.share(count, of: report.records).replacing("<", with: "&lt;").replacing(
                        ">", with: "&gt;"))
        }
        let cells = [counts.decoded, counts.unknown, counts.malformed].map(cell).joined(separator: " | ")
        line("| **Records** | **\(NumberText.grouped(report.records))** | \(cells) |")
        if report.nested.sum > 0 { line(row("Nested payloads", report.nested)) }
        for carrier in report.carriers.prefix(20) {
            let previews = carrier.preview > 0 ? " and \(NumberText.counted(carrier.preview, "cut preview"))" : ""
            line(row(SafeText.markdown(short(carrier.name)) + previews, carrier.counts))
        }
        if outline.filtered > 0 {
            line("")
            line(
                "\(NumberText.grouped(report.records + outline.filtered)) records were read and "
                    + "\(NumberText.grouped(outline.filtered)) left out by the filters; all counts are of the rest.")
        }
        if let clear = outline.allClear {
            line("")
            line(clear)
        }
    }

    private func row(_ name: String, _ counts: OutcomeCounts) -> String {
        let numbers = [counts.sum, counts.decoded, counts.unknown, counts.malformed].map { NumberText.grouped($0) }
        return "| \(name) | \(numbers.joined(separator: " | ")) |"
    }

    private mutating func findings() {
        let groups = outline.groups
        guard !groups.isEmpty else { return }
        line("")
        line("### Findings")
        line("")
        line("| code | level | count | what it means |")
        line("| --- | --- | ---: | --- |")
        var left = 0
        for group in groups {
            let code = SafeText.markdown(short(group.code))
            let fits = add(
                "| \(code) | \(group.level.rawValue) | \(NumberText.grouped(group.count)) | \(group.meaning) |\n")
            if !fits { left += 1 }
        }
        leftOut(left, "more code")
        let names = outline.names
        left = 0
        for group in groups {
            // A group is added whole or not at all, so that its element is closed; after one that doesn't fit none is tried.
            if left > 0 || !add(details(of: group, names: names)) { left += 1 }
        }
        leftOut(left, "more code", of: "places and examples")
        if report.isCapped {
            line("")
            line("There are more types or places than a report holds; what came after them is counted as other.")
        }
    }

    private func details(of group: ReportOutline.Group, names: [TypeLabel: String]) -> String {
        let title = SafeText.markdownElement(short(group.code))
        var lines = [
            "", "<details><summary>\(title) in \(NumberText.counted(group.rows.count, "place"))</summary>", "",
        ]
        let isBare = group.rows.count == 1 && group.rows.allSatisfy(ReportOutline.isBare)
        if !isBare {
            lines.append("")
            for row in group.rows.prefix(10) {
                let words = ReportOutline.words(for: row, names: names).joined(separator: " ")
                lines.append("- \(SafeText.markdown(short(words))): \(NumberText.grouped(row.count))")
            }
            if group.rows.count > 10 {
                lines.append("- and \(NumberText.counted(group.rows.count - 10, "more place"))")
            }
        }
        let shown = ReportOutline.examples(of: group, limit: min(examples, 20))
        if !shown.isEmpty {
            lines += ["", "| place | message | channel | seq | detail |", "| --- | --- | --- | --- | --- |"]
        }
        let namesPointer = Set(group.rows.map(\.pointer)).count > 1
        for (row, example) in shown {
            let detail = ReportOutline.detail(of: example, in: row, namesPointer: namesPointer)
            let cells = [
                outline.place(of: example), example.messageID ?? "", example.channel ?? "", example.seq ?? "", detail,
            ]
            lines.append(
                "| " + cells.map { $0.isEmpty ? "" : SafeText.markdown(short($0)) }.joined(separator: " | ") + " |")
        }
        lines += ["", "</details>", ""]
        return lines.joined(separator: "\n")
    }

    private mutating func types() {
        guard !report.types.isEmpty else { return }
        line("")
        line("### Content types")
        line("")
        line("| type | name | records | decoded | unknown | malformed | written at | defaulted |")
        line("| --- | --- | ---: | ---: | ---: | ---: | --- | --- |")
        var left = 0
        for row in report.types where left > 0 || !add(typeRow(row)) { left += 1 }
        leftOut(left, "more type")
    }

    private func typeRow(_ row: TypeRow) -> String {
        var versions = row.writtenAt.filter { $0.count > 0 }.map { "v\($0.version) \(NumberText.grouped($0.count))" }
        if row.partial > 0 { versions.append("partial \(NumberText.grouped(row.partial))") }
        var defaulted = row.defaulted.prefix(5).map {
            "\(SafeText.markdown(short($0.pointer))) \(NumberText.grouped($0.count))"
        }
        if row.defaulted.count > 5 { defaulted.append("and \(row.defaulted.count - 5) more") }
        var malformed = NumberText.grouped(row.counts.malformed)
        if row.upgradable > 0 { malformed += " (\(NumberText.grouped(row.upgradable)) upgradable)" }
        let cells = [
            SafeText.markdown(short(ReportOutline.text(of: row.type))),
            row.name.map { SafeText.markdown(short($0)) } ?? "–",
            NumberText.grouped(row.records), NumberText.grouped(row.counts.decoded),
            NumberText.grouped(row.counts.unknown),
            malformed, versions.joined(separator: ", "), defaulted.joined(separator: ", "),
        ]
        return "| " + cells.joined(separator: " | ") + " |\n"
    }

    private mutating func months() {
        guard report.months.count > 1 else { return }
        var rows = "\n<details><summary>Months</summary>\n\n| month | decoded | unknown | malformed |\n"
        rows += "| --- | ---: | ---: | ---: |\n"
        let months = report.months.count > 120 ? TextReport.years(of: report.months) : report.months
        for row in months.prefix(120) {
            let numbers = [row.counts.decoded, row.counts.unknown, row.counts.malformed].map { NumberText.grouped($0) }
            rows += "| \(SafeText.markdown(short(row.month))) | \(numbers.joined(separator: " | ")) |\n"
        }
        rows += "\n</details>\n"
        if !add(rows) { leftOut(months.count, "month") }
    }

    private mutating func next() {
        let hints = outline.hints
        guard !hints.isEmpty else { return }
        line("")
        line("### What next")
        line("")
        for hint in hints { line("- " + hint.text { SafeText.markdown(short($0)) }) }
    }

    // MARK: Text

    private mutating func line(_ words: String) {
        text += words + "\n"
        bytes += words.utf8.count + 1
    }

    /// Adds a part if there is room for it.
    private mutating func add(_ part: String) -> Bool {
        let count = part.utf8.count
        guard bytes + count <= Self.maximumBytes - Self.reserve else { return false }
        text += part
        bytes += count
        return true
    }

    private mutating func leftOut(_ count: Int, _ what: String, of part: String = "") {
        guard count > 0 else { return }
        line("")
        let subject =
            part.isEmpty ? NumberText.counted(count, what) : "The \(part) of \(NumberText.counted(count, what))"
        line("**Left out for length:** \(subject). `--format html` or `json` has all.")
    }

    /// Long text cut, so that a few of them can't fill the comment.
    private func short(_ words: String) -> String {
        let scalars = words.unicodeScalars
        return scalars.count > 160 ? String(scalars.prefix(159)) + "…" : words
    }

    /// A word of a closed set (a container's or a form's name): letters and spaces, unless a model was made by hand.
    private func plain(_ words: String) -> String {
        let isPlain = words.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || " .,0123456789".unicodeScalars.contains(scalar))
        }
        return isPlain ? words : SafeText.markdown(short(words))
    }
}
