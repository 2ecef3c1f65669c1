import Archives
import Registries

/// Says what is inside archives: which types, written at which registry version, what is unknown or malformed, and why.
///
///     let audit = Audit(registry, AuditOptions())
///     try audit.read("export.tar.gz")
///     print(audit.report.totals)
public final class Audit {
    /// What was found so far.
    public private(set) var report: AuditReport
    /// Everything that is damaged in the archives read so far, with the archive's path.
    public private(set) var damages: [(path: String, damage: ArchiveDamage)] = []

    /// The checksums of the files read so far, where the options ask for them.
    private(set) var fileChecksums: [Checksum] = []

    private let registry: ContentRegistry
    private let options: AuditOptions
    private var tally = AuditTally()
    private var recordsLeft: Int?

    /// An audit of nothing yet.
    public init(_ registry: ContentRegistry, _ options: AuditOptions) {
        self.registry = registry
        self.options = options
        recordsLeft = options.filter.limit
        report = AuditReport(
            registry: RegistryLabel(
                name: registry.name, version: registry.version, fingerprint: registry.resolved.fingerprint))
    }

    /// Reads one more archive, and adds what is in it to the report.
    ///
    /// Damage is no error: what was read before it counts, and the report says where it is.
    ///
    /// - Parameters:
    ///   - path: A bundle directory, a file, or `-` for standard input.
    ///   - archiveOptions: How to read it.
    /// - Throws: Where it is no archive or can't be opened. The report then names it, with what is wrong as its damage.
    public func read(_ path: String, _ archiveOptions: ArchiveReader.Options = .init()) throws(ArchiveError) {
        let reader: ArchiveReader
        do throws(ArchiveError) {
            reader = try ArchiveReader(opening: path, options: archiveOptions.inflating(on: options.workers))
        } catch {
            var summary = ArchiveSummary(path: path, container: "file", compression: "none", form: "unknown")
            summary.complete = false
            summary.damage = DamagePlace(file: nil, offset: nil, line: nil, message: error.description)
            if case .damaged(let damage) = error { summary.damage = DamagePlace(damage) }
            report.archives.append(summary)
            throw error
        }
        try read(reader, path)
    }

    private func read(_ reader: ArchiveReader, _ path: String) throws(ArchiveError) {
        let job = AuditJob(
            registry, options, reader, archive: report.archives.count, tally: tally, recordsLeft: recordsLeft)
        // With a limit, records have to be counted one after the other.
        let workers = recordsLeft == nil ? options.workers : 1
        var failure: ArchiveError?
        var isRead = false
        do throws(ArchiveError) {
            isRead = try ChunkPipeline.run(reader, job, workers: workers)
        } catch {
            failure = error
        }
        tally = job.tally
        recordsLeft = recordsLeft.map { max(0, $0 - job.records) }
        fileChecksums += job.fileChecksums
        let found = reader.damages + job.rowDamages
        damages += found.map { (path, $0) }
        var summary = ArchiveSummary(
            path: path, container: reader.container.rawValue, compression: reader.compression.rawValue,
            form: reader.form.rawValue)
        summary.files = job.filesRead
        summary.bytes = reader.bytesRead
        summary.records = job.records
        summary.filtered = job.filtered
        summary.complete = isRead && found.isEmpty && failure == nil
        summary.damage = found.first.map(DamagePlace.init)
        if let failure { summary.damage = DamagePlace(file: nil, offset: nil, line: nil, message: failure.description) }
        report.archives.append(summary)
        report.fill(from: tally)
        if let failure { throw failure }
    }

    /// Whether the filter's limit is reached, so that nothing more would be counted.
    public var isAtLimit: Bool { recordsLeft == 0 }
}

extension DamagePlace {
    /// The place of an archive's damage.
    public init(_ damage: ArchiveDamage) {
        self.init(file: damage.file, offset: damage.offset, line: damage.line, message: damage.message)
    }
}
