import Archives
import Registries

/// Reads a migrated archive back: what was written is there, and decodes at the target with no default missing.
struct MigrationVerification {
    private let registry: ContentRegistry
    private let options: MigrationOptions
    /// Whether the migration counted every nested payload.
    private let countsAllNested: Bool

    init(_ registry: ContentRegistry, _ options: MigrationOptions, countsAllNested: Bool) {
        self.registry = registry
        self.options = options
        self.countsAllNested = countsAllNested
    }

    /// What is wrong with an output; nil where nothing is.
    ///
    /// - Parameters:
    ///   - path: Where the output is until it is published.
    ///   - form: The source's form, which the output has too, even if every record was left out.
    ///   - written: What was written.
    ///   - report: What was done.
    func failure(of path: String, _ form: ArchiveForm, _ written: WrittenArchive, _ report: MigrationReport) -> String?
    {
        var auditOptions = AuditOptions()
        auditOptions.exampleLimit = 0
        auditOptions.hashesFiles = true
        auditOptions.workers = options.workers
        let audit = Audit(registry, auditOptions)
        var reading = options.reading
        reading.form = form
        do throws(ArchiveError) {
            try audit.read(path, reading)
        } catch {
            return error.description
        }
        if let damage = audit.damages.first { return damage.damage.description }
        if audit.fileChecksums != written.files.map(\.checksum) { return "a file's checksum differs" }
        return difference(audit.report, report)
    }

    /// What an audit of the output finds otherwise than the migration's report says it; nil where nothing is.
    private func difference(_ audit: AuditReport, _ report: MigrationReport) -> String? {
        let counts = Dictionary(report.places.map { ($0.place, $0.counts) }) { first, _ in first }
        let places =
            [("record", audit.totals), ("nested", audit.nested)] + audit.carriers.map { ($0.name, $0.counts) }
        for (place, found) in places where place != "nested" || countsAllNested {
            guard let expected = counts[place] else {
                if found.sum > 0 { return "it has \(found.sum) payloads in \(place), but none were written" }
                continue
            }
            let written = expected.sum - expected.dropped - expected.preview
            if found.sum != written { return "it has \(found.sum) payloads in \(place), but \(written) were written" }
            if found.unknown != expected.unknown {
                return "\(found.unknown) payloads in \(place) are unknown, but \(expected.unknown) were before"
            }
            // Whatever was kept for another reason can be malformed at the target.
            let kept = expected.newer + expected.duplicated + expected.tooLarge + expected.nestedKept
            if found.malformed < expected.malformed || found.malformed > expected.malformed + kept {
                return "\(found.malformed) payloads in \(place) are malformed, but \(expected.malformed) were before"
            }
        }
        let records = counts["record"] ?? MigrationCounts()
        let leftAlone = report.fields.reduce(0) { $0 + ($1.kind == .conflict && $1.pointer.isEmpty ? $1.count : 0) }
        for row in audit.types {
            for field in row.defaulted
            where field.count > records.newer + records.duplicated + records.tooLarge + leftAlone {
                return "\(field.count) payloads of \(row.name ?? "") still lack \(field.pointer)"
            }
        }
        return nil
    }
}
