import MessageReplay

/// The report of a migration for people at a terminal.
struct MigrationText {
    private let report: MigrationReport
    private let places: [(place: String, counts: MigrationCounts)]
    private let width: Int
    private let paint: Paint
    private var text = ""

    private init(report: MigrationReport, width: Int, paint: Paint) {
        self.report = report
        places = report.places
        self.width = width
        self.paint = paint
    }

    /// - Parameter examples: How many examples each group of findings shows.
    static func render(_ report: MigrationReport, examples: Int, width: Int, paint: Paint) -> [UInt8] {
        var renderer = MigrationText(report: report, width: width, paint: paint)
        renderer.head()
        renderer.payloads()
        renderer.fields()
        renderer.text += TextReport.findings(
            of: report.found, title: "Left as it stood", examples: examples, width: width, paint: paint)
        renderer.examples()
        return Array(renderer.text.utf8)
    }

    private mutating func head() {
        for source in report.sources {
            line(paint.bold(SafeText.visible(ReportOutline.name(of: source))))
            line("  " + ReportOutline.facts(of: source).map(SafeText.visible).joined(separator: " · "))
        }
        for target in report.targets {
            line(paint.bold("→ " + SafeText.visible(target.path)))
            var facts = [NumberText.bytes(target.bytes)]
            facts.append(target.isVerified ? "read back: it is as it has to be" : "not read back")
            if !target.copied.isEmpty {
                facts.append("\(NumberText.counted(target.copied.count, "file")) that no manifest names copied")
            }
            line("  " + facts.joined(separator: " · "))
        }
        if report.targets.isEmpty { line(paint.yellow("  dry run: nothing was written")) }
        let registry = report.registry
        line(
            paint.dim(
                "  registry \(SafeText.visible(registry.name))@\(registry.version)  "
                    + SafeText.visible(String(registry.fingerprint.prefix(16)))))
    }

    private mutating func payloads() {
        heading("Payloads")
        let names = places.first?.counts.all.map(\.name) ?? []
        let used = names.filter { name in
            name == "changed" || name == "unchanged"
                || places.contains { $0.counts.all.contains { $0.name == name && $0.count > 0 } }
        }
        var table = TextTable(columns: [.init("", isRight: false)] + used.map { .init(Self.title(of: $0)) })
        for place in places {
            let name = place.place == "record" ? "records" : place.place == "nested" ? "nested payloads" : place.place
            let cells = place.counts.all.filter { used.contains($0.name) }.map {
                TextTable.Cell(NumberText.grouped($0.count))
            }
            table.rows.append([.init(SafeText.visible(name))] + cells)
        }
        for row in table.lines(indent: "  ", width: width, paint: paint) { line(row) }
    }

    private mutating func fields() {
        guard !report.fields.isEmpty else { return }
        heading("Fields")
        var table = TextTable(
            columns: [
                .init("type", isRight: false), .init("name", isRight: false), .init("field", isRight: false),
                .init("what", isRight: false), .init("payloads"),
            ])
        for field in report.fields {
            table.rows.append([
                .init(SafeText.visible(ReportOutline.text(of: field.type))), .init(SafeText.visible(field.name)),
                .init(SafeText.visible(field.pointer)), .init(field.kind.rawValue),
                .init(NumberText.grouped(field.count)),
            ])
        }
        for row in table.lines(indent: "  ", width: width, paint: paint) { line(row) }
    }

    private mutating func examples() {
        guard !report.examples.isEmpty else { return }
        heading("Examples")
        for example in report.examples {
            line(
                "  \(example.kind.rawValue), type \(SafeText.visible(ReportOutline.text(of: example.type))), "
                    + "\(SafeText.visible(example.file)):\(example.line)")
            line(paint.dim("    - ") + SafeText.visible(example.before))
            line(paint.dim("    + ") + SafeText.visible(example.after))
        }
    }

    private static func title(of name: String) -> String {
        switch name {
        case "nestedKept": "kept inside"
        case "tooLarge": "too large"
        default: name
        }
    }

    private mutating func heading(_ title: String) {
        line("")
        line(paint.bold(title))
    }

    private mutating func line(_ line: String) { text += line + "\n" }
}

extension MigrationReport {
    /// What was found, as the report of an audit.
    fileprivate var found: AuditReport {
        var found = AuditReport(registry: registry)
        found.archives = sources
        found.findings = findings
        found.isCapped = isCapped
        found.types = types.compactMap { row in row.name.map { TypeRow(type: row.type, name: $0) } }
        return found
    }
}
