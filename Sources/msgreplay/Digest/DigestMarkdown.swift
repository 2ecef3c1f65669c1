import MessageReplay

/// A digest as GitHub's Markdown, at most 60 KB.
///
/// A pure function of the model. What comes from archives or registries stands in code, so that it is neither markup nor
/// a mention.
struct DigestMarkdown {
    static let maximumGroups = 200
    /// Kept free for what follows the groups.
    private static let room = MarkdownReport.maximumBytes - 1000

    private let outline: DigestOutline
    private var text = ""

    private var report: DigestReport { outline.report }

    static func render(_ outline: DigestOutline) -> [UInt8] {
        var renderer = DigestMarkdown(outline: outline)
        renderer.write()
        return Array(renderer.text.utf8)
    }

    private init(outline: DigestOutline) {
        self.outline = outline
    }

    private mutating func write() {
        let whole = report.whole
        line("## Digest of \(SafeText.markdown(DigestOutline.short(outline.title)))")
        line("")
        if let span = outline.span { line(span + "  ") }
        let registry = DigestOutline.short("\(report.registry.name)@\(report.registry.version)")
        line("Registry \(SafeText.markdown(registry)), \(outline.reading)")
        for archive in outline.damaged.prefix(10) {
            guard let damage = archive.damage else { continue }
            let name = SafeText.markdown(DigestOutline.short(ReportOutline.name(of: archive)))
            line("")
            line("> [!CAUTION]")
            line("> **Damaged:** \(name)  ")
            line("> \(SafeText.markdown(DigestOutline.short(damage.message)))")
        }
        line("")
        line("| messages | senders | unknown | malformed |")
        line("| ---: | ---: | ---: | ---: |")
        line(
            "| \(NumberText.grouped(whole.messages)) | \(NumberText.grouped(whole.senders)) "
                + "| \(share(whole.unknown, whole)) | \(share(whole.malformed, whole)) |")
        for note in outline.notes {
            line("")
            line(note)
        }
        if let words = whole.words, !words.isEmpty {
            line("")
            line("**Most frequent words:** \(list(words))")
        }
        let hours = DigestOutline.busiest(whole.hours, limit: 5)
        if !hours.isEmpty {
            line("")
            let list = hours.map { "\($0.hour) \(NumberText.grouped($0.messages))" }.joined(separator: " · ")
            line("**Busiest hours (UTC):** \(list)")
        }
        activity()
        groups()
    }

    private mutating func activity() {
        let rows = report.activity.rows
        guard rows.count > 1 else { return }
        line("")
        line("<details><summary>Messages by \(report.activity.unit.rawValue)</summary>")
        line("")
        line("| \(report.activity.unit.rawValue) | messages | unknown | malformed |")
        line("| --- | ---: | ---: | ---: |")
        for row in rows.prefix(Self.maximumGroups) {
            line(
                "| \(row.start) | \(NumberText.grouped(row.counts.sum)) | \(NumberText.grouped(row.counts.unknown)) "
                    + "| \(NumberText.grouped(row.counts.malformed)) |")
        }
        line("")
        line("</details>")
    }

    private mutating func groups() {
        guard !outline.groups.isEmpty else { return }
        let name = report.grouping == .type ? " name |" : ""
        line("")
        line("### \(outline.heading)")
        line("")
        line("| \(outline.noun) |\(name) messages | senders | unknown | malformed | first | last | latest |")
        line("| --- |\(name.isEmpty ? "" : " --- |") ---: | ---: | ---: | ---: | --- | --- | --- |")
        var shown = 0
        for group in outline.groups {
            let row = row(group)
            guard text.utf8.count + row.utf8.count < Self.room else { break }
            line(row)
            shown += 1
        }
        let rest = report.groups.count - shown
        if rest > 0 {
            line("")
            line("and \(NumberText.grouped(rest)) more; `--format csv` and `--format json` have all")
        }
    }

    private func row(_ group: DigestGroup) -> String {
        var cells = [SafeText.markdown(outline.text(of: group))]
        if report.grouping == .type { cells.append(group.name.map(SafeText.markdown) ?? "–") }
        cells += [NumberText.grouped(group.messages), NumberText.grouped(group.senders)]
        cells += [share(group.unknown, group), share(group.malformed, group)]
        cells += [group.first, group.last].map { $0.map(Timestamp.date) ?? "–" }
        let digest = group.latest?.digest ?? ""
        cells.append(digest.isEmpty ? "–" : SafeText.markdown(DisplayWidth.cut(SafeText.visible(digest), to: 60)))
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private func share(_ count: Int, _ group: DigestGroup) -> String { NumberText.share(count, of: group.messages) }

    private func list(_ words: [DigestGroup.Word]) -> String {
        words.map { "\(SafeText.markdown($0.word)) \(NumberText.grouped($0.count))" }.joined(separator: " · ")
    }

    private mutating func line(_ words: String) { text += words + "\n" }
}
