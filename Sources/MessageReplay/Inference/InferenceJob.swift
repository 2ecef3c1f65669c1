import Archives
import Registries

/// The search of one archive, as its chunks come.
///
/// Chunks are folded one at a time, and nothing else changes it meanwhile; that is what makes it safe to send.
final class InferenceJob: ChunkJob, @unchecked Sendable {
    /// A worker and its buffers.
    struct Worker {
        var worker: InferenceWorker
        var scratch = RecordScratch()
    }

    private(set) var sketch = DraftSketch()
    private(set) var records = 0
    private(set) var filtered = 0
    /// Files whose rows aren't as many as the manifest says.
    private(set) var rowDamages: [ArchiveDamage] = []

    private let registry: ContentRegistry
    private let options: InferenceOptions
    private let reader: ArchiveReader
    private let archive: Int
    private let recordsLeft: Int?
    private var rows = 0

    init(
        _ registry: ContentRegistry, _ options: InferenceOptions, _ reader: ArchiveReader, archive: Int,
        recordsLeft: Int?
    ) {
        self.registry = registry
        self.options = options
        self.reader = reader
        self.archive = archive
        self.recordsLeft = recordsLeft
    }

    func makeWorker() -> Worker {
        Worker(worker: InferenceWorker(registry, options.filter, reader, recordsLeft: recordsLeft))
    }

    func process(_ chunk: ArchiveChunk, _ worker: inout Worker) -> InferencePartial {
        worker.worker.process(chunk, &worker.scratch)
    }

    func fold(_ partial: InferencePartial, _ chunk: ArchiveChunk) -> Bool {
        if chunk.isFirst { rows = 0 }
        sketch.merge(partial.sketch)
        rows += partial.rows
        records += partial.records
        filtered += partial.filtered
        let file = reader.files[chunk.fileIndex]
        if chunk.isLast, chunk.isWhole, let expected = file.expectedRows, expected != rows {
            rowDamages.append(
                ArchiveDamage(file: file.path, message: "it has \(rows) rows, but the manifest says \(expected)"))
        }
        options.progress?(
            AuditProgress(
                archive: archive, bytesRead: chunk.compressedOffset, totalBytes: reader.totalBytes, records: records))
        return recordsLeft.map { records < $0 } ?? true
    }
}
