import MessageReplay

extension HTMLReport {
    /// The table of content types.
    mutating func types() {
        guard !report.types.isEmpty else { return }
        add("<section aria-labelledby=\"types\">\n<h2 id=\"types\">Content types</h2>")
        add("<table class=\"cards\" role=\"table\" aria-labelledby=\"types\">")
        heads(["type", "name"], numbers: ["records", "decoded", "unknown", "malformed"], ["written at", "defaulted"])
        let most = report.types.map(\.records).max() ?? 0
        for row in report.types.prefix(Self.maximumTypes) { type(row, most: most) }
        add("</tbody>\n</table>")
        let rest = report.types.count - Self.maximumTypes
        if rest > 0 { add("<p>and \(NumberText.counted(rest, "more type")); <code>--format json</code> has all</p>") }
        add("</section>")
    }

    private mutating func type(_ row: TypeRow, most: Int) {
        let type = SafeText.html(ReportOutline.text(of: row.type))
        add("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\"><code>\(type)</code></th>")
        add("<td role=\"cell\" class=\"name\">\(row.name.map { SafeText.html($0) } ?? "–")</td>")
        add(
            "<td role=\"cell\" class=\"n total\" data-label=\"records\">\(NumberText.grouped(row.records))"
                + "\(HTMLBar.row(row.counts, of: most, style: "thin"))</td>")
        add(cells(row.counts))
        add(cell("written at", versions(row.writtenAt, partial: row.partial) + notes(on: row)))
        let defaulted = row.defaulted.map {
            "<li><code>\(SafeText.html($0.pointer))</code> \(NumberText.grouped($0.count))</li>"
        }
        add(cell("defaulted", defaulted.isEmpty ? "" : "<ul class=\"plain\">\(defaulted.joined())</ul>") + "</tr>")
    }

    private func cell(_ label: String, _ markup: String) -> String {
        "<td role=\"cell\"\(markup.isEmpty ? " class=\"empty\"" : "") data-label=\"\(label)\">\(markup)</td>"
    }

    private func versions(_ counts: [VersionCount], partial: Int) -> String {
        var parts = counts.filter { $0.count > 0 }.map { "<li>v\($0.version) \(NumberText.grouped($0.count))</li>" }
        if partial > 0 { parts.append("<li>partial \(NumberText.grouped(partial))</li>") }
        return parts.isEmpty ? "" : "<ul class=\"plain\">\(parts.joined())</ul>"
    }

    private func notes(on row: TypeRow) -> String {
        var notes = ""
        if row.upgradable > 0 {
            notes += "<p class=\"note\">\(NumberText.grouped(row.upgradable)) of the malformed are upgradable</p>"
        }
        if row.nested.sum > 0 {
            var parts = ["nested \(NumberText.grouped(row.nested.sum))"]
            if row.nested.unknown > 0 { parts.append("\(NumberText.grouped(row.nested.unknown)) unknown") }
            if row.nested.malformed > 0 { parts.append("\(NumberText.grouped(row.nested.malformed)) malformed") }
            notes += "<p class=\"note\">\(parts.joined(separator: ", "))</p>"
        }
        return notes
    }
}
