import Archives
import JSONText
import Registries

/// The audit of one archive, as its chunks come.
///
/// Chunks are folded one at a time, and nothing else changes it meanwhile; that is what makes it safe to send.
final class AuditJob: ChunkJob, @unchecked Sendable {
    /// A worker and its buffers.
    struct Worker {
        var worker: AuditWorker
        var scratch = RecordScratch()
    }

    /// What was found, of archives before this one too.
    private(set) var tally: AuditTally
    private(set) var records = 0
    private(set) var filtered = 0
    private(set) var filesRead = 0
    /// Files whose rows aren't as many as the manifest says.
    private(set) var rowDamages: [ArchiveDamage] = []

    /// The checksums of the files, decompressed, where the options ask for them.
    private(set) var fileChecksums: [Checksum] = []

    private var hasher = ChecksumHasher()
    private let registry: ContentRegistry
    private let options: AuditOptions
    private let reader: ArchiveReader
    private let archive: Int
    private let recordsLeft: Int?
    private var sequences: SequenceNotes
    /// The lines and rows of the file at hand that are folded already.
    private var lines = 0
    private var rows = 0

    init(
        _ registry: ContentRegistry, _ options: AuditOptions, _ reader: ArchiveReader, archive: Int, tally: AuditTally,
        recordsLeft: Int?
    ) {
        self.registry = registry
        self.options = options
        self.reader = reader
        self.archive = archive
        self.tally = tally
        self.recordsLeft = recordsLeft
        sequences = SequenceNotes(isBundle: reader.container != .file)
    }

    func makeWorker() -> Worker {
        Worker(
            worker: AuditWorker(registry, options, archive: archive, reader: reader, recordsLeft: recordsLeft))
    }

    func process(_ chunk: ArchiveChunk, _ worker: inout Worker) -> AuditPartial {
        worker.worker.process(chunk, &worker.scratch)
    }

    func fold(_ partial: AuditPartial, _ chunk: ArchiveChunk) -> Bool {
        if chunk.isFirst {
            lines = 0
            rows = 0
            filesRead += 1
        }
        if options.hashesFiles { hash(chunk) }
        var partial = partial
        sequences.check(&partial, chunk, reader, options, archive: archive)
        partial.tally.moveExamples(by: lines)
        tally.merge(partial.tally, exampleLimit: options.exampleLimit)
        if let write = options.findingLines { partial.findings.forEach(after: lines, write) }
        if let write = options.quarantinedLines, !partial.quarantined.isEmpty { write(partial.quarantined) }
        lines += partial.lines
        rows += partial.rows
        records += partial.records
        filtered += partial.filtered
        if chunk.isLast { checkRows(chunk) }
        options.progress?(
            AuditProgress(
                archive: archive, bytesRead: chunk.compressedOffset, totalBytes: reader.totalBytes,
                records: records))
        return recordsLeft.map { records < $0 } ?? true
    }

    private func hash(_ chunk: ArchiveChunk) {
        if chunk.isFirst { hasher = ChecksumHasher() }
        chunk.withBytes { hasher.update($0) }
        if chunk.isLast { fileChecksums.append(hasher.finish()) }
    }

    private func checkRows(_ chunk: ArchiveChunk) {
        let file = reader.files[chunk.fileIndex]
        guard chunk.isWhole, let expected = file.expectedRows, expected != rows else { return }
        rowDamages.append(
            ArchiveDamage(file: file.path, message: "it has \(rows) rows, but the manifest says \(expected)"))
    }
}

extension AuditTally {
    /// Counts the lines of examples from where their file begins, instead of their chunk.
    mutating func moveExamples(by lines: Int) {
        guard lines > 0 else { return }
        for index in findings.entries.indices {
            for example in findings[index].examples.indices { findings[index].examples[example].line += lines }
        }
    }
}
