import Archives
import JSONText
import Registries

/// What one chunk holds.
struct RiskPartial: Sendable {
    /// How many messages each change concerns, in the order of the changes.
    var counts: [Int] = []
    /// Message rows.
    var records = 0
    /// Lines that aren't blank.
    var rows = 0
}

/// Holds the messages of chunks against changes of a registry, on one thread.
struct RiskWorker {
    private let files: [ArchiveFile]
    private let archiveForm: ArchiveForm
    private let changeCount: Int
    private var examiner: ChangeExaminer
    private var partial = RiskPartial()

    init(_ examiner: ChangeExaminer, changeCount: Int, _ reader: ArchiveReader) {
        files = reader.files
        archiveForm = reader.form
        self.changeCount = changeCount
        self.examiner = examiner
    }

    mutating func process(_ chunk: ArchiveChunk, _ scratch: inout RecordScratch) -> RiskPartial {
        let form = RecordForm(archiveForm, kind: files[chunk.fileIndex].kind)
        partial = RiskPartial(counts: Array(repeating: 0, count: changeCount))
        chunk.withBytes { bytes in
            guard let form else {
                partial.rows = countRows(in: bytes).rows
                return
            }
            var fields = RecordFields(form)
            var cursor = LineCursor(chunk)
            while let line = cursor.next(in: bytes) {
                guard !line.isBlank else { continue }
                partial.rows += 1
                // What only repeats messages, such as a channel's latest one, would count them twice.
                guard form.place.isRecord else { continue }
                partial.records += 1
                read(line, of: bytes, form, &fields, &scratch)
            }
        }
        scratch.shrink()
        return partial
    }

    /// Reads a line.
    private mutating func read(
        _ line: ArchiveLine, of bytes: Span<UInt8>, _ form: RecordForm, _ fields: inout RecordFields,
        _ scratch: inout RecordScratch
    ) {
        let row = bytes.extracting(line.content)
        guard (try? scratch.scanLine(line.content, of: bytes)) != nil, scratch.line.kind(0) == .object else { return }
        fields.find(on: scratch.line, in: row)
        let numbers = RecordNumbers(fields, on: scratch.line, in: row)
        guard fields.missing(numbers, on: scratch.line) == nil, !fields.isEncrypted(on: scratch.line, in: row) else {
            return
        }
        switch PayloadCarriage(fields.payload, on: scratch.line, in: row, form, into: &scratch.bytes, &scratch.text) {
        case .inLine(let root):
            note(examiner.examine(root, on: scratch.line, in: row))
        case .asBytes(let count, _):
            let bytes = scratch.bytes
            guard (try? scratch.scanPayload(count)) != nil else { return }
            note(examiner.examine(0, on: scratch.payload, in: bytes.span.extracting(0..<count)))
        case .fault:
            return
        }
    }

    private mutating func note(_ changes: [Int]) {
        for index in changes { partial.counts[index] += 1 }
    }
}
