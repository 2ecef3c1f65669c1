import Archives
import Registries

/// The migration of one archive, as its chunks come.
///
/// Chunks are folded one at a time, and nothing else changes it meanwhile; that is what makes it safe to send.
final class MigrationJob: ChunkJob, @unchecked Sendable {
    /// A worker, and what compresses for it.
    struct Worker {
        var worker: MigrationWorker
        let encoder: PieceEncoder?
    }

    /// What came of a chunk.
    struct Partial: Sendable {
        var piece: ArchivePiece?
        var lines: Int
        var rows: Int
        var tally: MigrationTally
        var audit: AuditPartial
    }

    private(set) var tally = MigrationTally()
    /// Why nothing can come of it any more.
    private(set) var failure: MigrationError?
    /// Files whose rows aren't as many as the manifest says.
    private(set) var rowDamages: [ArchiveDamage] = []

    private let series: RegistrySeries
    private let registry: ContentRegistry
    private let options: MigrationOptions
    private let reader: ArchiveReader
    private let writer: ArchiveWriter?
    private let auditOptions: AuditOptions
    private var sequences: SequenceNotes
    private var lines = 0
    private var rows = 0

    init(
        _ series: RegistrySeries, _ registry: ContentRegistry, _ options: MigrationOptions, _ reader: ArchiveReader,
        _ writer: ArchiveWriter?
    ) {
        self.series = series
        self.registry = registry
        self.options = options
        self.reader = reader
        self.writer = writer
        var auditOptions = AuditOptions()
        auditOptions.exampleLimit = options.keptExamples
        self.auditOptions = auditOptions
        sequences = SequenceNotes(isBundle: reader.container != .file)
    }

    func makeWorker() -> Worker {
        Worker(
            worker: MigrationWorker(series, registry, options, reader), encoder: writer?.makeEncoder())
    }

    func process(_ chunk: ArchiveChunk, _ worker: inout Worker) -> Partial {
        guard let writer, var piece = Optional(writer.piece(for: chunk)) else {
            var unused: [UInt8] = []
            let done = worker.worker.process(chunk, into: &unused)
            return Partial(piece: nil, lines: done.lines, rows: done.rows, tally: done.tally, audit: done.audit)
        }
        let done = worker.worker.process(chunk, into: &piece.bytes)
        piece.rows = done.written
        worker.encoder?.encode(&piece)
        return Partial(piece: piece, lines: done.lines, rows: done.rows, tally: done.tally, audit: done.audit)
    }

    func fold(_ partial: Partial, _ chunk: ArchiveChunk) -> Bool {
        if chunk.isFirst {
            lines = 0
            rows = 0
        }
        note(partial, chunk)
        lines += partial.lines
        rows += partial.rows
        if options.malformed == .fail, let first = tally.firstMalformed {
            failure = .malformed(
                file: first.file, line: first.line, finding: tally.findings.malformed(in: first.file, line: first.line))
            return false
        }
        if let writer, let piece = partial.piece {
            do throws(ArchiveWriteError) {
                try writer.append(piece)
            } catch {
                failure = .output(error)
                return false
            }
        }
        let file = reader.files[chunk.fileIndex]
        if chunk.isLast, chunk.isWhole, let expected = file.expectedRows, expected != rows {
            rowDamages.append(
                ArchiveDamage(file: file.path, message: "it has \(rows) rows, but the manifest says \(expected)"))
        }
        options.progress?(
            AuditProgress(
                archive: 0, bytesRead: chunk.compressedOffset, totalBytes: reader.totalBytes, records: tally.records))
        return true
    }

    /// Adds what was done in a chunk, and what was found there.
    private func note(_ partial: Partial, _ chunk: ArchiveChunk) {
        var partial = partial
        sequences.check(&partial.audit, chunk, reader, auditOptions, archive: 0)
        partial.audit.tally.moveExamples(by: lines)
        partial.tally.findings = partial.audit.tally
        tally.merge(partial.tally, lines: lines, exampleLimit: options.keptExamples)
        if let write = options.quarantinedLines, !partial.audit.quarantined.isEmpty {
            write(partial.audit.quarantined)
        }
    }
}

extension AuditTally {
    /// What keeps the record of a line from decoding: the code, the pointer and the detail of what was found first.
    fileprivate func malformed(in file: String, line: Int) -> String {
        for (_, row) in findings.entries where row.level == .malformed && row.place == PayloadPlace.record.rawValue {
            guard let example = row.examples.first(where: { $0.line == line && $0.file == file }) else { continue }
            return row.code + (example.pointer.isEmpty ? "" : " at \(example.pointer)") + ": " + example.detail
        }
        return "the record is malformed"
    }
}
