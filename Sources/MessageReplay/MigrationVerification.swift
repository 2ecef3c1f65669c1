import Archives
import Registries

/// Reads a migrated archive back: what was written is there, and decodes at the target with no default missing.
struct MigrationVerification {
    private let registry: ContentRegistry
    private let options: MigrationOptions

    init(_ registry: ContentRegistry, _ options: MigrationOptions) {
        self.registry = registry
        self.options = options
    }

    /// What is wrong with an output; nil where nothing is.
    ///
    /// - Parameters:
    ///   - path: Where the output is until it is published.
    ///   - written: What was written.
    ///   - report: What was done.
    func failure(of path: String, _ written: WrittenArchive, _ report: MigrationReport) -> String? {
        var auditOptions = AuditOptions()
        auditOptions.exampleLimit = 0
        auditOptions.hashesFiles = true
        auditOptions.workers = options.workers
        let audit = Audit(registry, auditOptions)
        do throws(ArchiveError) {
            try audit.read(path, options.reading)
        } catch {
            return error.description
        }
        if let damage = audit.damages.first { return damage.damage.description }
        if audit.fileChecksums != written.files.map(\.checksum) { return "a file's checksum differs" }
        let expected = Self.counts(report, "record")
        let found = audit.report.totals
        if found.sum != report.records - expected.dropped {
            return "it has \(found.sum) records, but \(report.records - expected.dropped) were written"
        }
        if found.malformed > expected.malformed + expected.duplicated + expected.newer {
            return "\(found.malformed) payloads are malformed, but only \(expected.malformed) were before"
        }
        let kept = expected.newer + expected.duplicated + expected.tooLarge + expected.malformed
        if kept == 0, let row = audit.report.types.first(where: { !$0.defaulted.isEmpty }),
            let field = row.defaulted.first
        {
            return "\(field.count) payloads of \(row.name ?? "") still lack \(field.pointer)"
        }
        return nil
    }

    private static func counts(_ report: MigrationReport, _ place: String) -> MigrationCounts {
        report.places.first { $0.place == place }?.counts ?? MigrationCounts()
    }
}
