import Archives
import Registries

/// Counts how many messages of archives each change between two versions of a registry concerns.
///
///     let risk = ChangeRisk(diff, series)
///     try risk?.read("export.tar.gz")
public final class ChangeRisk {
    /// How many messages each change concerns, in the order of the changes.
    public private(set) var counts: [Int]
    /// How many message rows were read.
    public private(set) var records = 0
    /// Everything that is damaged in the archives read so far, with the archive's path.
    public private(set) var damages: [(path: String, damage: ArchiveDamage)] = []

    private let examiner: ChangeExaminer
    private let workers: Int
    private let progress: (@Sendable (AuditProgress) -> Void)?
    private var archives = 0

    /// Counts of nothing yet.
    ///
    /// - Parameters:
    ///   - diff: The changes.
    ///   - series: The series that they are of.
    ///   - workers: How many threads read payloads.
    ///   - progress: Is told now and then how far the reading is.
    /// - Returns: Nil where the series doesn't have both versions.
    public init?(
        _ diff: RegistryDiff, _ series: RegistrySeries, workers: Int = 1,
        progress: (@Sendable (AuditProgress) -> Void)? = nil
    ) {
        guard let examiner = ChangeExaminer(diff, series) else { return nil }
        self.examiner = examiner
        self.workers = workers
        self.progress = progress
        counts = Array(repeating: 0, count: diff.changes.count)
    }

    /// Reads one more archive. Damage is no error: what was read before it counts.
    ///
    /// - Parameters:
    ///   - path: A bundle directory, a file, or `-` for standard input.
    ///   - archiveOptions: How to read it.
    /// - Throws: Where it is no archive or can't be opened.
    public func read(_ path: String, _ archiveOptions: ArchiveReader.Options = .init()) throws(ArchiveError) {
        let reader = try ArchiveReader(opening: path, options: archiveOptions.inflating(on: workers))
        let job = RiskJob(examiner, changeCount: counts.count, reader, archive: archives, progress: progress)
        archives += 1
        defer {
            for (index, count) in job.counts.enumerated() { counts[index] += count }
            records += job.records
            damages += (reader.damages + job.rowDamages).map { (path, $0) }
        }
        _ = try ChunkPipeline.run(reader, job, workers: workers)
    }
}
