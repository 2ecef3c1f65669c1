import MessageReplay

extension HTMLReport {
    /// Findings by code, each a part that can be folded; open at first, so that paper has it all.
    mutating func findings() {
        let groups = outline.groups
        guard !groups.isEmpty else { return }
        add("<section aria-labelledby=\"findings\">\n<h2 id=\"findings\">Findings</h2>")
        let names = outline.names
        for group in groups.prefix(Self.maximumCodes) { finding(group, names: names) }
        if groups.count > Self.maximumCodes {
            add("<p>and \(NumberText.counted(groups.count - Self.maximumCodes, "more code"))</p>")
        }
        if report.isCapped {
            add("<p>There are more types or places than a report holds; what came after them is counted as other.</p>")
        }
        add("</section>")
    }

    private mutating func finding(_ group: ReportOutline.Group, names: [TypeLabel: String]) {
        let level = group.level.rawValue
        add(
            "<details class=\"finding \(level)\" open>\n<summary><code class=\"code\">\(SafeText.html(group.code))</code>"
        )
        add(
            "<span class=\"level\">\(level)</span><span class=\"count\">\(NumberText.grouped(group.count))</span></summary>"
        )
        if !group.meaning.isEmpty { add("<p class=\"meaning\">\(SafeText.html(group.meaning))</p>") }
        if let entry = FindingGuide.entry(group.code) { add("<p class=\"remedy\">\(SafeText.html(entry.remedy))</p>") }
        for row in group.rows.prefix(Self.maximumPlaces) { place(row, names: names) }
        if group.rows.count > Self.maximumPlaces {
            add("<p>and \(NumberText.counted(group.rows.count - Self.maximumPlaces, "more place"))</p>")
        }
        add("</details>")
    }

    private mutating func place(_ row: FindingRow, names: [TypeLabel: String]) {
        add("<div class=\"place\">")
        if !ReportOutline.isBare(row) {
            let words = ReportOutline.words(for: row, names: names)
            var markup = words.map(SafeText.html)
            if !row.pointer.isEmpty { markup[markup.count - 1] = "<code>\(SafeText.html(row.pointer))</code>" }
            add(
                "<p class=\"where\">\(markup.joined(separator: " "))<span class=\"count\">\(NumberText.grouped(row.count))</span></p>"
            )
        }
        if !row.examples.isEmpty, examples > 0 {
            add("<ul class=\"examples\">")
            for example in row.examples.prefix(examples) { self.example(example, of: row) }
            add("</ul>")
        }
        add("</div>")
    }

    private mutating func example(_ example: FindingExample, of row: FindingRow) {
        let facts = [outline.place(of: example)] + ReportOutline.message(of: example)
        let detail = ReportOutline.detail(of: example, in: row, namesPointer: false)
        add("<li><span class=\"detail\">\(SafeText.html(detail))</span>")
        add("<span class=\"source\">\(facts.map(SafeText.html).joined(separator: " · "))</span></li>")
    }
}
