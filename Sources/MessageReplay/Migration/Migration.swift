import Archives
import JSONText
import Registries

/// What is done with records whose payload is malformed.
public enum MalformedPolicy: String, Sendable, CaseIterable {
    /// They are kept byte for byte.
    case keep
    /// They are mended where that takes nothing but their schema's defaults, Base64 padding, or the type as a number;
    /// others are kept.
    case repair
    /// They are left out; only forms whose sequences may have gaps can do without them.
    case drop
    /// The first one stops the migration.
    case fail
}

/// How a migration is done.
public struct MigrationOptions: Sendable {
    /// What is done with malformed records.
    public var malformed = MalformedPolicy.keep
    /// Whether the output is read back before it gets its name.
    public var verifies = true
    /// How many threads rewrite.
    public var workers = 1
    /// How many examples each group of findings keeps.
    public var exampleLimit = 3
    /// Takes the lines of malformed and unknown records as they stood, each with a line feed; nil where nobody wants
    /// them.
    public var quarantinedLines: (@Sendable ([UInt8]) -> Void)?
    /// How to write.
    public var writing = ArchiveWriter.Options()
    /// How to read.
    public var reading = ArchiveReader.Options()
    /// Is told now and then how far the migration is.
    public var progress: (@Sendable (AuditProgress) -> Void)?

    /// The usual options.
    public init() {}

    /// How many examples are kept as long as the migration runs: what stops it is told by one.
    var keptExamples: Int { malformed == .fail ? max(1, exampleLimit) : exampleLimit }
}

/// Why a migration came to nothing.
public enum MigrationError: Error, Sendable {
    /// The source can't be read.
    case source(ArchiveError)
    /// The source is damaged, so that not all of it can be brought over.
    case damaged([ArchiveDamage])
    /// The output can't be written.
    case output(ArchiveWriteError)
    /// A malformed record was met, and the policy is to stop then: its place, and what was found there, with the code
    /// first.
    case malformed(file: String, line: Int, finding: String)
    /// The policy can't be kept with this form.
    case policy(MalformedPolicy, form: String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .source(let error): error.description
        case .damaged(let damages): damages.map(\.description).joined(separator: "\n")
        case .output(let error): error.description
        case .malformed(let file, let line, let finding):
            "\(file), line \(line): \(finding); --malformed fail stops there, and nothing was written: mend the record, or "
                + "say --malformed keep or repair"
        case .policy(let policy, let form):
            "--malformed \(policy.rawValue) would leave gaps in the channels' sequences, which the importer of \(form) "
                + "archives refuses; keep the records"
        }
    }
}

/// Brings an archive to a version of a registry series: what has to change changes, every other byte stays.
public struct Migration {
    private let series: RegistrySeries
    private let registry: ContentRegistry
    private let options: MigrationOptions

    /// - Parameters:
    ///   - series: The series.
    ///   - version: The version to bring payloads to; the newest if left out.
    /// - Returns: Nil where the series has no such version.
    public init?(_ series: RegistrySeries, to version: Int? = nil, _ options: MigrationOptions) {
        guard let registry = ContentRegistry(series, version: version) else { return nil }
        self.series = series
        self.registry = registry
        self.options = options
    }

    /// - Parameters:
    ///   - series: The series.
    ///   - registry: The series at the version to bring payloads to, perhaps with Swift types that were registered.
    public init(_ series: RegistrySeries, to registry: ContentRegistry, _ options: MigrationOptions) {
        self.series = series
        self.registry = registry
        self.options = options
    }

    /// Migrates an archive.
    ///
    /// - Parameters:
    ///   - source: The archive's path, or `-`.
    ///   - target: The output's path, or `-`; nil to do all but writing.
    /// - Returns: What was done.
    /// - Throws: Where it came to nothing; then nothing is at the output's path that wasn't there before.
    public func run(_ source: String, to target: String?) throws(MigrationError) -> MigrationReport {
        let reader: ArchiveReader
        var reading = options.reading.inflating(on: options.workers)
        reading.keepsExtraFiles = target != nil
        do throws(ArchiveError) {
            reader = try ArchiveReader(opening: source, options: reading)
        } catch {
            throw .source(error)
        }
        if options.malformed == .drop && reader.form == .wkdb { throw .policy(.drop, form: reader.form.rawValue) }
        var writer: ArchiveWriter?
        if let target {
            do throws(ArchiveWriteError) {
                writer = try ArchiveWriter(target, from: reader, options: writing(reader))
            } catch {
                throw .output(error)
            }
        }
        let job = MigrationJob(series, registry, options, reader, writer)
        do throws(ArchiveError) {
            _ = try ChunkPipeline.run(reader, job, workers: options.workers)
        } catch {
            throw .source(error)
        }
        let damages = reader.damages + job.rowDamages
        if case .output(.incomplete) = job.failure, !damages.isEmpty { throw .damaged(damages) }
        if let failure = job.failure { throw failure }
        if !damages.isEmpty { throw .damaged(damages) }
        var report = MigrationReport(
            registry: RegistryLabel(
                name: registry.name, version: registry.version, fingerprint: registry.resolved.fingerprint))
        report.fill(from: job.tally) { registry.name(of: $0) }
        report.sources = [
            ArchiveSummary(
                path: source, container: reader.container.rawValue, compression: reader.compression.rawValue,
                form: reader.form.rawValue, files: reader.files.count, bytes: reader.bytesRead,
                records: job.tally.records)
        ]
        if let writer { report.targets = [try finish(writer, reader, report, job)] }
        return report
    }

    private func writing(_ reader: ArchiveReader) -> ArchiveWriter.Options {
        var writing = options.writing
        writing.fingerprint =
            "\(registry.name)@\(registry.version) \(registry.resolved.fingerprint) \(options.malformed.rawValue) "
            + "level \(options.writing.level)"
        return writing
    }

    /// Ends the output, reads it back, and gives it its name.
    private func finish(
        _ writer: ArchiveWriter, _ reader: ArchiveReader, _ report: MigrationReport, _ job: MigrationJob
    ) throws(MigrationError) -> MigrationTarget {
        do throws(ArchiveWriteError) {
            let written = try writer.finish()
            var target = MigrationTarget(
                path: writer.path, bytes: written.bytes,
                files: written.files.map {
                    MigrationTarget.File(path: $0.path, rows: $0.rows, checksum: $0.checksum.description)
                }, copied: written.copied, isVerified: false)
            if options.verifies && writer.path != "-" {
                if let reason = MigrationVerification(registry, options, countsAllNested: job.tally.countsAllNested)
                    .failure(
                        of: writer.partialPath, reader.form, written, report)
                {
                    writer.discard()
                    throw ArchiveWriteError.unwritable(
                        path: writer.path, reason: "it was read back and is not as it has to be: \(reason)")
                }
                target.isVerified = true
            }
            try writer.publish()
            return target
        } catch {
            throw .output(error)
        }
    }
}

extension ContentRegistry {
    /// The name of a type that a report names; nil where the registry has none.
    fileprivate func name(of label: TypeLabel) -> String? {
        switch label {
        case .number(let text): Int64(text).flatMap { definition(of: .number($0)) }?.name
        case .string(let text): definition(of: .string(text))?.name
        case .none: nil
        case .other: "other"
        }
    }
}
