import Archives
import Registries

/// The digest of one archive, as its chunks come.
///
/// Chunks are folded one at a time, and nothing else changes it meanwhile; that is what makes it safe to send.
final class DigestJob: ChunkJob, @unchecked Sendable {
    /// A worker and its buffers.
    struct Worker {
        var worker: DigestWorker
        var scratch = RecordScratch()
    }

    private(set) var records = 0
    private(set) var hidden = 0
    private(set) var recalled = 0
    private(set) var filtered = 0
    private(set) var filesRead = 0
    /// The lines of this archive, and of those before it.
    private(set) var lines: Int
    /// Files whose rows aren't as many as the manifest says.
    private(set) var rowDamages: [ArchiveDamage] = []
    /// What keeps the counts from being kept.
    private(set) var failure: ArchiveError?

    private let series: RegistrySeries
    private let registry: ContentRegistry
    private let options: DigestOptions
    private let edited: EditedArchive
    private let runs: DigestRuns
    private let archive: Int
    private let recordsLeft: Int?
    private var rows = 0

    /// - Parameters:
    ///   - lines: How many lines the archives before it have.
    ///   - recordsLeft: How many records are counted at most; nil where there is no limit.
    init(
        _ series: RegistrySeries, _ registry: ContentRegistry, _ options: DigestOptions, _ edited: EditedArchive,
        _ runs: DigestRuns, archive: Int, lines: Int, recordsLeft: Int?
    ) {
        self.series = series
        self.registry = registry
        self.options = options
        self.edited = edited
        self.runs = runs
        self.archive = archive
        self.lines = lines
        self.recordsLeft = recordsLeft
    }

    func makeWorker() -> Worker {
        Worker(worker: DigestWorker(series, registry, options, edited, recordsLeft: recordsLeft))
    }

    func process(_ chunk: ArchiveChunk, _ worker: inout Worker) -> DigestPartial {
        worker.worker.process(chunk, &worker.scratch)
    }

    func fold(_ partial: DigestPartial, _ chunk: ArchiveChunk) -> Bool {
        if chunk.isFirst {
            rows = 0
            filesRead += 1
        }
        do throws(ArchiveError) {
            if let failure = partial.failure { throw failure }
            try runs.merge(partial.table, after: lines)
        } catch {
            failure = error
            return false
        }
        lines += partial.lines
        rows += partial.rows
        records += partial.records
        hidden += partial.hidden
        recalled += partial.recalled
        filtered += partial.filtered
        let file = edited.reader.files[chunk.fileIndex]
        if chunk.isLast, chunk.isWhole, let expected = file.expectedRows, expected != rows {
            rowDamages.append(
                ArchiveDamage(file: file.path, message: "it has \(rows) rows, but the manifest says \(expected)"))
        }
        options.progress?(
            AuditProgress(
                archive: archive, bytesRead: chunk.compressedOffset, totalBytes: edited.reader.totalBytes,
                records: records))
        return recordsLeft.map { records < $0 } ?? true
    }
}
