import Registries

/// What a report is about.
public enum ReportKind: Sendable {
    case audit
    case migration
}

/// Why reports can't be merged.
public enum ReportMergeError: Error, Equatable, Sendable {
    /// They were made with other registries, or another version.
    case registriesDiffer(RegistryLabel, RegistryLabel, ReportKind)
    /// One of them holds less than was found, by its index.
    case capped(Int, ReportKind)

    /// One sentence for people.
    public var message: String {
        switch self {
        case .registriesDiffer(let left, let right, _) where left.name == right.name && left.version == right.version:
            "the reports were made with two different files of \(left.name)@\(left.version): "
                + "their fingerprints are \(left.fingerprint.prefix(12))… and \(right.fingerprint.prefix(12))…"
        case .registriesDiffer(let left, let right, let kind):
            "one report was made with \(left.name)@\(left.version), another with \(right.name)@\(right.version); "
                + (kind == .audit
                    ? "audit the archives with one registry"
                    : "migrate the archives to one version, or keep the reports apart")
        case .capped(_, let kind):
            "the report is capped: it holds only the first \(AuditTally.limit) types or groups of findings, so "
                + "nothing exact can be made of it; "
                + (kind == .audit ? "audit its archives again together with the others" : "keep it apart")
        }
    }

    /// Checks that reports fit together.
    static func check(
        _ reports: [(registry: RegistryLabel, isCapped: Bool)], _ kind: ReportKind
    ) throws(ReportMergeError) {
        for (index, report) in reports.enumerated() {
            guard report.registry == reports[0].registry else {
                throw .registriesDiffer(reports[0].registry, report.registry, kind)
            }
            guard !report.isCapped || reports.count == 1 else { throw .capped(index, kind) }
        }
    }
}
