import Archives
import Registries

/// How archives are searched for types that a registry doesn't have.
public struct InferenceOptions: Sendable {
    /// Which records count.
    public var filter = RecordFilter()
    /// How many threads read payloads.
    public var workers = 1
    /// Is told now and then how far the search is.
    public var progress: (@Sendable (AuditProgress) -> Void)?

    /// The usual options.
    public init() {}
}

/// Sketches the content types of archives that a registry doesn't have, for a draft of their definitions.
///
///     let inference = Inference(registry, InferenceOptions())
///     try inference.read("export.tar.gz")
///     let draft = RegistryDraft(inference.sketch, following: series)
public final class Inference {
    /// What was seen so far.
    public private(set) var sketch = DraftSketch()
    /// How many message rows were read.
    public private(set) var records = 0
    /// How many of them the filters left out.
    public private(set) var filtered = 0
    /// Everything that is damaged in the archives read so far, with the archive's path.
    public private(set) var damages: [(path: String, damage: ArchiveDamage)] = []

    private let registry: ContentRegistry
    private let options: InferenceOptions
    private var archives = 0
    private var recordsLeft: Int?

    /// A search that has read nothing yet.
    public init(_ registry: ContentRegistry, _ options: InferenceOptions) {
        self.registry = registry
        self.options = options
        recordsLeft = options.filter.limit
    }

    /// Reads one more archive. Damage is no error: what was read before it counts.
    ///
    /// - Parameters:
    ///   - path: A bundle directory, a file, or `-` for standard input.
    ///   - archiveOptions: How to read it.
    /// - Throws: Where it is no archive or can't be opened.
    public func read(_ path: String, _ archiveOptions: ArchiveReader.Options = .init()) throws(ArchiveError) {
        let reader = try ArchiveReader(opening: path, options: archiveOptions.inflating(on: options.workers))
        let job = InferenceJob(registry, options, reader, archive: archives, recordsLeft: recordsLeft)
        archives += 1
        // With a limit, records have to be counted one after the other.
        let workers = recordsLeft == nil ? options.workers : 1
        defer {
            sketch.merge(job.sketch)
            records += job.records
            filtered += job.filtered
            recordsLeft = recordsLeft.map { max(0, $0 - job.records) }
            damages += (reader.damages + job.rowDamages).map { (path, $0) }
        }
        _ = try ChunkPipeline.run(reader, job, workers: workers)
    }

    /// Whether the filter's limit is reached, so that nothing more would be counted.
    public var isAtLimit: Bool { recordsLeft == 0 }
}
