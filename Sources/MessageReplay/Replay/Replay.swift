import Archives
import Registries

/// Shows history as a client would, message by message, or feeds it to another program.
///
///     let replay = Replay(series, registry, ReplayOptions(), ReplayLines(), output)
///     try replay.read("export.tar.gz")
///     try replay.finish()
public final class Replay<Renderer: ReplayRenderer> {
    /// How many messages were shown and left out so far.
    public private(set) var counts = ReplayCounts()
    /// Everything that is damaged in the archives read so far, with the archive's path.
    public private(set) var damages: [(path: String, damage: ArchiveDamage)] = []

    private let series: RegistrySeries
    private let registry: ContentRegistry
    private let options: ReplayOptions
    private let renderer: Renderer
    private let emitter: ReplayEmitter
    private let sorter: ExternalSorter?
    private var recordsLeft: Int?
    private var archives = 0

    /// A replay of nothing yet.
    ///
    /// - Parameters:
    ///   - series: The registry's series.
    ///   - registry: The series at the version that payloads are read at.
    ///   - renderer: Writes messages as text.
    ///   - output: Takes the text.
    public init(
        _ series: RegistrySeries, _ registry: ContentRegistry, _ options: ReplayOptions, _ renderer: Renderer,
        _ output: any ReplayOutput
    ) {
        self.series = series
        self.registry = registry
        self.options = options
        self.renderer = renderer
        emitter = ReplayEmitter(output, options.pace)
        sorter =
            options.order == .time ? ExternalSorter(memory: options.memory, in: options.temporaryFolder) : nil
        recordsLeft = options.filter.limit
    }

    /// Whether nothing more would be shown: the filter's limit is reached, or the output wants nothing more.
    public var isAtEnd: Bool { recordsLeft == 0 || emitter.isClosed }

    /// Reads one more archive. In the archives' order its messages are shown, sorted by time they are kept until
    /// `finish`.
    ///
    /// Damage is no error: what was read before it is shown, and `damages` says where it is.
    ///
    /// - Parameters:
    ///   - path: A bundle directory, a file, or `-` for standard input.
    ///   - archiveOptions: How to read it.
    /// - Throws: Where it is no archive or can't be read on, or the temporary folder has no room.
    public func read(_ path: String, _ archiveOptions: ArchiveReader.Options = .init()) throws(ArchiveError) {
        var archiveOptions = archiveOptions
        archiveOptions.kinds = [.messages]
        if archiveOptions.temporaryFolder == nil { archiveOptions.temporaryFolder = options.temporaryFolder }
        let archive = try EditedArchive(opening: path, options: archiveOptions, memory: options.memory)
        let destination: ReplayJob<Renderer>.Destination = sorter.map { .sorter($0) } ?? .output(emitter)
        let left = recordsLeft
        let job = ReplayJob<Renderer>(
            archive, number: archives, destination, recordsLeft: left, progress: options.progress
        ) { [series, registry, options, renderer] in
            ReplayWorker(series, registry, options, renderer, archive, recordsLeft: left)
        }
        archives += 1
        // With a limit, records have to be counted one after the other.
        var failure: ArchiveError?
        do throws(ArchiveError) {
            _ = try ChunkPipeline.run(archive.reader, job, workers: left == nil ? options.workers : 1)
        } catch {
            failure = error
        }
        if sorter == nil { emitter.flush() }
        counts.shown += job.counts.shown
        counts.filtered += job.counts.filtered
        counts.hidden += job.counts.hidden
        recordsLeft = recordsLeft.map { max(0, $0 - job.counts.matching) }
        var found = archive.reader.damages + job.rowDamages
        found += archive.damages.filter { !found.contains($0) }
        damages += found.map { (path, $0) }
        if let found = job.failure ?? failure { throw found }
    }

    /// Shows what was kept to be sorted. Nothing can be read any more.
    /// - Throws: Where the temporary folder has no room, or can't be read.
    public func finish() throws(ArchiveError) {
        guard let sorter else { return }
        let sorted = try sorter.sorted()
        var piece: [UInt8] = []
        while let record = try sorted.next() {
            guard try sorted.nextPiece(&piece) else { continue }
            let (heading, text) = SortedMessage.parts(piece)
            emitter.begin(heading, SortedMessage.time(record.key))
            emitter.append(text)
            while try sorted.nextPiece(&piece) { emitter.append(piece[...]) }
            guard emitter.end() else { break }
        }
        emitter.flush()
    }
}
