import Archives
import Registries

/// The replay of one archive, as its chunks come.
///
/// Chunks are folded one at a time, and nothing else changes it meanwhile; that is what makes it safe to send.
final class ReplayJob<Renderer: ReplayRenderer>: ChunkJob, @unchecked Sendable {
    /// Where messages go.
    enum Destination {
        case output(ReplayEmitter)
        case sorter(ExternalSorter)
    }

    private(set) var counts = ReplayCounts()
    /// Files whose rows aren't as many as the manifest says.
    private(set) var rowDamages: [ArchiveDamage] = []
    /// What kept edits from being looked up, or messages from being sorted.
    private(set) var failure: ArchiveError?

    private let archive: EditedArchive
    private let makeOne: () -> ReplayWorker<Renderer>
    private let destination: Destination
    private let number: Int
    private let recordsLeft: Int?
    private let progress: (@Sendable (AuditProgress) -> Void)?
    private var rows = 0
    private var body: [UInt8] = []

    init(
        _ archive: EditedArchive, number: Int, _ destination: Destination, recordsLeft: Int?,
        progress: (@Sendable (AuditProgress) -> Void)?, makeWorker: @escaping () -> ReplayWorker<Renderer>
    ) {
        self.archive = archive
        self.number = number
        self.destination = destination
        self.recordsLeft = recordsLeft
        self.progress = progress
        makeOne = makeWorker
    }

    func makeWorker() -> ReplayWorker<Renderer> { makeOne() }

    func process(_ chunk: ArchiveChunk, _ worker: inout ReplayWorker<Renderer>) -> ReplayPartial {
        worker.process(chunk)
    }

    func fold(_ partial: ReplayPartial, _ chunk: ArchiveChunk) -> Bool {
        if chunk.isFirst { rows = 0 }
        var start = 0
        for message in partial.messages {
            guard put(message, partial.headings[message.heading], partial.text[start..<message.end]) else {
                return false
            }
            start = message.end
        }
        counts.shown += partial.counts.shown
        counts.filtered += partial.counts.filtered
        counts.hidden += partial.counts.hidden
        if let found = partial.failure {
            failure = found
            return false
        }
        rows += partial.rows
        if chunk.isLast { checkRows(chunk) }
        progress?(
            AuditProgress(
                archive: number, bytesRead: chunk.compressedOffset, totalBytes: archive.reader.totalBytes,
                records: counts.shown))
        return recordsLeft.map { counts.matching < $0 } ?? true
    }

    private func put(_ message: ReplayPartial.Message, _ heading: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
        switch destination {
        case .output(let emitter):
            emitter.begin(heading[...], message.time)
            emitter.append(text)
            return emitter.end()
        case .sorter(let sorter):
            SortedMessage.write(heading, text, into: &body)
            do throws(ArchiveError) {
                let body = body
                try sorter.add(SortedMessage.key(message.time), body.span)
            } catch {
                failure = error
                return false
            }
            return true
        }
    }

    private func checkRows(_ chunk: ArchiveChunk) {
        let file = archive.reader.files[chunk.fileIndex]
        guard chunk.isWhole, let expected = file.expectedRows, expected != rows else { return }
        guard RecordForm(archive.reader.form, kind: file.kind)?.place.isRecord == true else { return }
        rowDamages.append(
            ArchiveDamage(file: file.path, message: "it has \(rows) rows, but the manifest says \(expected)"))
    }
}

/// How a message that is sorted by time stands in the sorter.
enum SortedMessage {
    /// Messages without a time come last.
    static func key(_ time: Int64?) -> SortKey { SortKey(first: time.map(SortKey.order) ?? .max) }

    static func time(_ key: SortKey) -> Int64? { key.first == .max ? nil : SortKey.number(of: key.first) }

    static func write(_ heading: [UInt8], _ text: ArraySlice<UInt8>, into body: inout [UInt8]) {
        body.removeAll(keepingCapacity: true)
        body.append(UInt8(truncatingIfNeeded: heading.count))
        body.append(UInt8(truncatingIfNeeded: heading.count >> 8))
        body.append(contentsOf: heading)
        body.append(contentsOf: text)
    }

    /// The heading and the beginning of the text in a record's first piece: a heading is far shorter than a piece.
    static func parts(_ piece: [UInt8]) -> (heading: ArraySlice<UInt8>, text: ArraySlice<UInt8>) {
        let end = 2 + Int(piece[0]) + Int(piece[1]) << 8
        return (piece[2..<end], piece[end...])
    }
}
