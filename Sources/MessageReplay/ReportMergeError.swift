import Registries

/// Why reports can't be merged.
public enum ReportMergeError: Error, Equatable, Sendable {
    /// They were made with other registries, or another version.
    case registriesDiffer(RegistryLabel, RegistryLabel)
    /// One of them holds less than was found, by its index.
    case capped(Int)

    /// One sentence for people.
    public var message: String {
        switch self {
        case .registriesDiffer(let left, let right) where left.name == right.name && left.version == right.version:
            "the reports were made with two different files of \(left.name)@\(left.version): "
                + "their fingerprints are \(left.fingerprint.prefix(12))… and \(right.fingerprint.prefix(12))…"
        case .registriesDiffer(let left, let right):
            "one report was made with \(left.name)@\(left.version), another with \(right.name)@\(right.version); "
                + "audit the archives with one registry"
        case .capped:
            "the report is capped: it holds only the first \(AuditTally.limit) types or groups of findings, so "
                + "nothing exact can be made of it; audit its archives again together with the others"
        }
    }

    /// Checks that reports fit together.
    static func check(_ reports: [(registry: RegistryLabel, isCapped: Bool)]) throws(ReportMergeError) {
        for (index, report) in reports.enumerated() {
            guard report.registry == reports[0].registry else {
                throw .registriesDiffer(reports[0].registry, report.registry)
            }
            guard !report.isCapped || reports.count == 1 else { throw .capped(index) }
        }
    }
}
