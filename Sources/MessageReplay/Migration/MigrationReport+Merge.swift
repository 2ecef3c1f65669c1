import Registries

extension MigrationReport {
    /// Merges reports on several migrations, in their order, into one.
    ///
    /// - Parameters:
    ///   - reports: At least one report; all with one registry, none of them capped.
    ///   - exampleLimit: How many examples each group of findings keeps.
    /// - Throws: Where the reports don't fit together.
    public static func merge(
        _ reports: [MigrationReport], exampleLimit: Int
    ) throws(ReportMergeError) -> MigrationReport {
        try ReportMergeError.check(reports.map { ($0.registry, $0.isCapped) }, .migration)
        var tally = MigrationTally()
        var names: [TypeLabel: String] = [:]
        var merged = MigrationReport(
            registry: reports.first?.registry ?? RegistryLabel(name: "", version: 0, fingerprint: ""))
        for report in reports {
            tally.merge(
                MigrationTally(report, firstArchive: merged.sources.count), lines: 0, exampleLimit: exampleLimit)
            merged.sources += report.sources
            merged.targets += report.targets
            for row in report.types { names[row.type] = row.name }
        }
        merged.fill(from: tally) { names[$0] }
        return merged
    }
}

extension MigrationTally {
    /// The tally that a report was made of.
    ///
    /// - Parameter firstArchive: What the report's archives begin to be counted at.
    fileprivate init(_ report: MigrationReport, firstArchive: Int) {
        self.init()
        records = report.records
        for row in report.types { self[row.place, row.type, .max] += row.counts }
        for field in report.fields {
            let key = FieldKey(
                type: field.type, name: field.name, change: UpgradeChange(kind: field.kind, pointer: field.pointer))
            let index = fields.index(of: key) { 0 }
            fields[index] += field.count
        }
        examples = report.examples
        var found = AuditReport(registry: report.registry)
        found.findings = report.findings
        findings = AuditTally(found, firstArchive: firstArchive)
        isCapped = report.isCapped
    }
}
