import Archives
import Registries

/// The examination of one archive, as its chunks come.
///
/// Chunks are folded one at a time, and nothing else changes it meanwhile; that is what makes it safe to send.
final class RiskJob: ChunkJob, @unchecked Sendable {
    /// A worker and its buffers.
    struct Worker {
        var worker: RiskWorker
        var scratch = RecordScratch()
    }

    private(set) var counts: [Int]
    private(set) var records = 0
    /// Files whose rows aren't as many as the manifest says.
    private(set) var rowDamages: [ArchiveDamage] = []

    private let examiner: ChangeExaminer
    private let reader: ArchiveReader
    private let archive: Int
    private let progress: (@Sendable (AuditProgress) -> Void)?
    private var rows = 0

    init(
        _ examiner: ChangeExaminer, changeCount: Int, _ reader: ArchiveReader, archive: Int,
        progress: (@Sendable (AuditProgress) -> Void)?
    ) {
        self.examiner = examiner
        counts = Array(repeating: 0, count: changeCount)
        self.reader = reader
        self.archive = archive
        self.progress = progress
    }

    func makeWorker() -> Worker {
        Worker(worker: RiskWorker(examiner, changeCount: counts.count, reader))
    }

    func process(_ chunk: ArchiveChunk, _ worker: inout Worker) -> RiskPartial {
        worker.worker.process(chunk, &worker.scratch)
    }

    func fold(_ partial: RiskPartial, _ chunk: ArchiveChunk) -> Bool {
        if chunk.isFirst { rows = 0 }
        for (index, count) in partial.counts.enumerated() { counts[index] += count }
        rows += partial.rows
        records += partial.records
        let file = reader.files[chunk.fileIndex]
        if chunk.isLast, chunk.isWhole, let expected = file.expectedRows, expected != rows {
            rowDamages.append(
                ArchiveDamage(file: file.path, message: "it has \(rows) rows, but the manifest says \(expected)"))
        }
        progress?(
            AuditProgress(
                archive: archive, bytesRead: chunk.compressedOffset, totalBytes: reader.totalBytes, records: records))
        return true
    }
}
