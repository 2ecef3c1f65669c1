import Registries

extension AuditReport {
    /// Merges reports on several archives, in their order, into one.
    ///
    /// - Parameters:
    ///   - reports: At least one report; all with one registry, none of them capped.
    ///   - exampleLimit: How many examples each group keeps.
    /// - Returns: The same report that one audit of all the archives with this limit would have given, where each of
    ///   the reports was made with at least this limit.
    /// - Throws: Where the reports don't fit together.
    public static func merge(_ reports: [AuditReport], exampleLimit: Int) throws(ReportMergeError) -> AuditReport {
        var tally = AuditTally()
        var archives: [ArchiveSummary] = []
        try ReportMergeError.check(reports.map { ($0.registry, $0.isCapped) }, .audit)
        for report in reports {
            tally.merge(AuditTally(report, firstArchive: archives.count), exampleLimit: exampleLimit)
            archives += report.archives
        }
        var merged = AuditReport(
            registry: reports.first?.registry ?? RegistryLabel(name: "", version: 0, fingerprint: ""))
        merged.archives = archives
        merged.fill(from: tally)
        return merged
    }

    /// Takes what a tally found, sorted as reports are.
    mutating func fill(from tally: AuditTally) {
        totals = tally.totals
        nested = tally.nested
        carriers = tally.carriers.sorted { $0.name < $1.name }
        types = tally.types.entries.map { entry in
            var row = entry.row
            row.defaulted.removeAll { $0.count == 0 }
            // Which chunk or report lacked which member first must not show.
            row.defaulted.sort { $0.pointer.precedes($1.pointer) }
            return row
        }.sorted { left, right in
            left.records != right.records ? left.records > right.records : left.type < right.type
        }
        months = tally.months.sorted { $0.key < $1.key }.map {
            MonthRow(month: Time.monthText($0.key), counts: $0.value)
        }
        findings = tally.findings.entries.map(\.row).sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            if left.type != right.type { return left.type < right.type }
            if left.code != right.code { return left.code.precedes(right.code) }
            if left.place != right.place { return left.place.precedes(right.place) }
            return left.pointer.precedes(right.pointer)
        }
        isCapped = tally.isCapped
    }
}

extension AuditTally {
    /// The tally that a report was made of.
    ///
    /// - Parameter firstArchive: What the report's archives begin to be counted at.
    init(_ report: AuditReport, firstArchive: Int) {
        totals = report.totals
        nested = report.nested
        carriers = report.carriers
        isCapped = report.isCapped
        for row in report.types {
            let index = types.index(of: row.type) { row }
            types[index] = row
        }
        for row in report.months {
            if let month = Time.month(ofText: row.month) { months[month] = row.counts }
        }
        for row in report.findings {
            let index = findings.index(of: row.key) { row }
            for example in findings[index].examples.indices {
                findings[index].examples[example].archive += firstArchive
            }
        }
    }
}

extension TypeLabel: Comparable {
    /// Numbers by value, strings by their UTF-8 bytes, then none, then all others.
    public static func < (left: TypeLabel, right: TypeLabel) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): integer(left, isLessThan: right)
        case (.string(let left), .string(let right)): left.precedes(right)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .string: 1
        case .none: 2
        case .other: 3
        }
    }

    /// Compares whole numbers in plain digits, of any size.
    private static func integer(_ left: String, isLessThan right: String) -> Bool {
        let isNegative = left.hasPrefix("-")
        guard isNegative == right.hasPrefix("-") else { return isNegative }
        if left.utf8.count != right.utf8.count { return (left.utf8.count < right.utf8.count) != isNegative }
        return left != right && left.utf8.lexicographicallyPrecedes(right.utf8) != isNegative
    }
}
