import MessageReplay

extension TextReport {
    /// Findings by code: what the code means, where it occurs, and examples.
    mutating func findings(under heading: String = "Findings") {
        let groups = outline.groups
        guard !groups.isEmpty else { return }
        self.heading(heading)
        let names = outline.names
        for (index, group) in groups.enumerated() {
            if index > 0 { line("") }
            title(group)
            if !group.meaning.isEmpty { wrapped(group.meaning, indent: "    ") }
            let isBare = group.rows.count == 1 && group.rows.allSatisfy(ReportOutline.isBare)
            if !isBare {
                for row in group.rows.prefix(Self.maximumPlaces) { place(row, names: names) }
            }
            if group.rows.count > Self.maximumPlaces {
                let rest = group.rows.dropFirst(Self.maximumPlaces)
                let count = rest.reduce(0) { $0 + $1.count }
                let label = "and \(NumberText.counted(rest.count, "more place"))"
                entry(paint.dim(label), columns: label.count, count: count)
            }
            for (row, example) in ReportOutline.examples(of: group, limit: examples) {
                self.example(example, of: row, in: group)
            }
        }
        if report.isCapped {
            line("")
            wrapped(
                "There are more types or places than a report holds; what came after them is counted as other.",
                indent: "  ")
        }
    }

    private var report: AuditReport { outline.report }

    private mutating func title(_ group: ReportOutline.Group) {
        let color: (String) -> String =
            switch group.level {
            case .malformed: paint.red
            case .unknown: paint.yellow
            case .warning: { $0 }
            }
        let code = SafeText.visible(group.code)
        let level = group.level.rawValue
        let label = paint.bold(code) + "  " + color(level)
        entry(label, columns: DisplayWidth.of(code) + 2 + level.count, count: group.count, indent: 2)
    }

    private mutating func place(_ row: FindingRow, names: [TypeLabel: String]) {
        let words = SafeText.visible(ReportOutline.words(for: row, names: names).joined(separator: " "))
        entry(DisplayWidth.cut(words, to: width - 18), count: row.count)
    }

    /// Two lines: where it is, then what is wrong.
    private mutating func example(_ example: FindingExample, of row: FindingRow, in group: ReportOutline.Group) {
        var place = outline.place(of: example)
        if let id = example.messageID { place += " · message \(id)" }
        for words in TextWrap.lines(SafeText.visible(place), width: width, first: "      ", rest: "        ") {
            line(paint.dim(words))
        }
        var what: [String] = []
        if let channel = example.channel { what.append(channel) }
        if let seq = example.seq { what.append("seq \(seq)") }
        if Set(group.rows.map(\.type)).count > 1 { what.append("type \(ReportOutline.text(of: row.type))") }
        let detail = ReportOutline.detail(
            of: example, in: row, namesPointer: Set(group.rows.map(\.pointer)).count > 1)
        let words = [what.joined(separator: " "), detail].filter { !$0.isEmpty }.joined(separator: ": ")
        if !words.isEmpty { wrapped(SafeText.visible(words), indent: "        ") }
    }

    /// A line with its count at the right edge.
    private mutating func entry(_ label: String, columns: Int? = nil, count: Int, indent: Int = 4) {
        let number = NumberText.grouped(count)
        let used = indent + (columns ?? DisplayWidth.of(label)) + number.count
        let gap = String(repeating: " ", count: max(2, width - used))
        line(String(repeating: " ", count: indent) + label + gap + number)
    }
}
