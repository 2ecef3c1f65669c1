import Archives
import MessageReplay
import Registries

extension AuditReport {
    /// Audits one archive after the other.
    static func of(
        _ paths: [String], _ registry: ContentRegistry, workers: Int = 1, chunkSize: Int? = nil,
        _ change: (inout AuditOptions) -> Void = { _ in }
    ) throws -> AuditReport {
        var options = AuditOptions()
        options.workers = workers
        change(&options)
        let audit = Audit(registry, options)
        var reading = ArchiveReader.Options()
        if let chunkSize { reading.chunkSize = chunkSize }
        for path in paths { try audit.read(path, reading) }
        return audit.report
    }

    /// The row of a type.
    func row(_ type: TypeLabel) -> TypeRow? { types.first { $0.type == type } }

    /// The findings in message rows' own payloads, as `code type pointer`, with their counts.
    var recordFindings: [String: Int] { counts { $0.place == "record" } }

    /// The findings of one place.
    func findings(in place: String) -> [String: Int] { counts { $0.place == place } }

    private func counts(_ isWanted: (FindingRow) -> Bool) -> [String: Int] {
        var counts: [String: Int] = [:]
        for finding in findings where isWanted(finding) {
            counts["\(finding.code) \(finding.type.shown) \(finding.pointer)", default: 0] += finding.count
        }
        return counts
    }

    /// All that must not depend on how the messages are packed: no archives, no carriers, no places of examples.
    var regardlessOfContainer: AuditReport {
        var report = self
        report.archives = []
        report.carriers = []
        report.findings = findings.filter { $0.place == "record" || $0.place == "nested" }.map {
            var row = $0
            row.examples = []
            return row
        }
        return report
    }

    var text: String { String(decoding: json(), as: UTF8.self) }
}

extension TypeLabel {
    var shown: String {
        switch self {
        case .number(let text): text
        case .string(let text): "\"\(text)\""
        case .none: "none"
        case .other: "other"
        }
    }
}
