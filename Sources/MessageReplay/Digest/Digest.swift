import Archives
import Registries

/// Says what was talked about in archives: how much, by whom, when and about what.
///
///     let digest = Digest(series, registry, DigestOptions())
///     try digest.read("export.tar.gz")
///     let report = try digest.report()
public final class Digest {
    /// A chunk's counts take several times its size, so chunks are small.
    private static let chunkSize = 1 << 18

    /// Everything that is damaged in the archives read so far, with the archive's path.
    public private(set) var damages: [(path: String, damage: ArchiveDamage)] = []
    /// The archives read so far.
    public private(set) var archives: [ArchiveSummary] = []

    private let series: RegistrySeries
    private let registry: ContentRegistry
    private let options: DigestOptions
    private let runs: DigestRuns
    private var hidden = 0
    private var recalled = 0
    private var lines = 0
    private var recordsLeft: Int?

    /// A digest of nothing yet.
    ///
    /// - Parameters:
    ///   - series: The series that the registry is of.
    ///   - registry: The series at the version to read at.
    ///   - options: How it is made.
    public init(_ series: RegistrySeries, _ registry: ContentRegistry, _ options: DigestOptions) {
        self.series = series
        self.registry = registry
        self.options = options
        recordsLeft = options.filter.limit
        runs = DigestRuns(memory: options.memory, in: options.temporaryFolder)
    }

    /// Whether the filter's limit is reached, so that nothing more would be counted.
    public var isAtLimit: Bool { recordsLeft == 0 }

    /// Reads one more archive, and adds what is in it.
    ///
    /// Damage is no error: what was read before it counts, and the report says where it is.
    ///
    /// - Parameters:
    ///   - path: A bundle directory, a file, or `-` for standard input.
    ///   - archiveOptions: How to read it.
    /// - Throws: Where it is no archive or can't be opened, or the temporary folder has no room. The report then names
    ///   it, with what is wrong as its damage.
    public func read(_ path: String, _ archiveOptions: ArchiveReader.Options = .init()) throws(ArchiveError) {
        var archiveOptions = archiveOptions.inflating(on: options.workers)
        archiveOptions.chunkSize = min(archiveOptions.chunkSize, Self.chunkSize)
        let edited: EditedArchive
        do throws(ArchiveError) {
            edited = try EditedArchive(opening: path, options: archiveOptions)
        } catch {
            var summary = ArchiveSummary(path: path, container: "file", compression: "none", form: "unknown")
            summary.complete = false
            summary.damage = DamagePlace(file: nil, offset: nil, line: nil, message: error.description)
            if case .damaged(let damage) = error { summary.damage = DamagePlace(damage) }
            archives.append(summary)
            throw error
        }
        try read(edited, path)
    }

    private func read(_ edited: EditedArchive, _ path: String) throws(ArchiveError) {
        let reader = edited.reader
        let job = DigestJob(
            series, registry, options, edited, runs, archive: archives.count, lines: lines, recordsLeft: recordsLeft)
        // With a limit, records have to be counted one after the other.
        let workers = recordsLeft == nil ? options.workers : 1
        var failure: ArchiveError?
        var isRead = false
        do throws(ArchiveError) {
            isRead = try ChunkPipeline.run(reader, job, workers: workers)
        } catch {
            failure = error
        }
        failure = failure ?? job.failure
        hidden += job.hidden
        recalled += job.recalled
        lines = job.lines
        recordsLeft = recordsLeft.map { max(0, $0 - job.records) }
        var found = reader.damages + job.rowDamages
        found += edited.damages.filter { !found.contains($0) }
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
        archives.append(summary)
        if let failure { throw failure }
    }

    /// The report on all that was read. Nothing can be read any more.
    ///
    /// - Throws: Where the temporary folder has no room.
    public func report() throws(ArchiveError) -> DigestReport {
        var gatherer = DigestGatherer(
            registry, options.grouping, memory: options.memory, in: options.temporaryFolder)
        try gatherer.take(try runs.rows())
        return DigestReport(
            registry: RegistryLabel(
                name: registry.name, version: registry.version, fingerprint: registry.resolved.fingerprint),
            archives: archives, grouping: options.grouping, isRaw: options.isRaw, language: options.language,
            hidden: hidden, recalled: recalled, whole: gatherer.whole, activity: gatherer.activity,
            groups: try gatherer.groups(in: options.temporaryFolder))
    }
}
