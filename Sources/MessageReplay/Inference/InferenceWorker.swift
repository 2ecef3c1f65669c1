import Archives
import JSONText
import Registries

/// What one chunk holds.
struct InferencePartial: Sendable {
    var sketch = DraftSketch()
    /// Message rows that the filters let through.
    var records = 0
    /// Message rows that the filters left out.
    var filtered = 0
    /// Lines that aren't blank.
    var rows = 0
}

/// Reads the payloads of chunks on one thread. Only payloads whose type is unknown cost more than finding their type.
struct InferenceWorker {
    private let filter: CompiledFilter
    private let files: [ArchiveFile]
    private let archiveForm: ArchiveForm
    private var sketcher: PayloadSketcher
    private var partial = InferencePartial()
    private var recordsLeft: Int?

    /// - Parameter recordsLeft: How many records are counted at most; for a worker that is the only one.
    init(_ registry: ContentRegistry, _ filter: RecordFilter, _ reader: ArchiveReader, recordsLeft: Int?) {
        self.filter = CompiledFilter(filter)
        self.recordsLeft = recordsLeft
        files = reader.files
        archiveForm = reader.form
        sketcher = PayloadSketcher(registry)
    }

    mutating func process(_ chunk: ArchiveChunk, _ scratch: inout RecordScratch) -> InferencePartial {
        let form = RecordForm(archiveForm, kind: files[chunk.fileIndex].kind)
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
                if recordsLeft != 0 { read(line, of: bytes, form, &fields, &scratch) }
            }
        }
        scratch.shrink()
        var done = partial
        done.sketch = sketcher.finish()
        partial = InferencePartial()
        return done
    }

    /// Reads a line.
    private mutating func read(
        _ line: ArchiveLine, of bytes: Span<UInt8>, _ form: RecordForm, _ fields: inout RecordFields,
        _ scratch: inout RecordScratch
    ) {
        let row = bytes.extracting(line.content)
        let isRecord = form.place.isRecord
        guard (try? scratch.scanLine(line.content, of: bytes)) != nil, scratch.line.kind(0) == .object else {
            count(isRecord, passes: filter.isEmpty)
            return
        }
        fields.find(on: scratch.line, in: row)
        if form == .messageUpdate && !fields.isEdit(on: scratch.line, in: row) { return }
        let numbers = RecordNumbers(fields, on: scratch.line, in: row)
        guard filter.isEmpty || filter.passes(fields, numbers.time, on: scratch.line, in: row) else {
            return count(isRecord, passes: false)
        }
        guard fields.missing(numbers, on: scratch.line) == nil, !fields.isEncrypted(on: scratch.line, in: row) else {
            return count(isRecord, passes: filter.passes(.none))
        }
        let passes = readPayload(fields.payload, row, form, isRecord ? .record : .carrier, &scratch)
        count(isRecord, passes: passes)
        if passes && fields.contentEdit >= 0 { _ = readPayload(fields.contentEdit, row, form, .carrier, &scratch) }
    }

    private mutating func count(_ isRecord: Bool, passes: Bool) {
        guard isRecord else { return }
        if passes {
            partial.records += 1
            recordsLeft = recordsLeft.map { $0 - 1 }
        } else {
            partial.filtered += 1
        }
    }

    /// Reads what a row carries.
    ///
    /// - Returns: Whether the filter lets the payload's type through.
    private mutating func readPayload(
        _ node: Int, _ row: Span<UInt8>, _ form: RecordForm, _ place: DraftSketch.Place, _ scratch: inout RecordScratch
    ) -> Bool {
        switch PayloadCarriage(node, on: scratch.line, in: row, form, into: &scratch.bytes, &scratch.text) {
        case .inLine(let root):
            return take(root, place, scratch.line, row)
        case .asBytes(let count, _):
            let bytes = scratch.bytes
            guard (try? scratch.scanPayload(count)) != nil else {
                return filter.passes(.none)
            }
            return take(0, place, scratch.payload, bytes.span.extracting(0..<count))
        case .fault:
            return filter.passes(.none)
        }
    }

    private mutating func take(
        _ root: Int, _ place: DraftSketch.Place, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> Bool {
        // Content of an unknown type has no text that a search matches.
        guard !filter.readsText, filter.passes(label(root, tape, bytes)) else { return false }
        sketcher.take(root, from: place, on: tape, in: bytes)
        return true
    }

    private func label(_ root: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>) -> TypeLabel {
        guard let type = sketcher.typeText(of: root, on: tape, in: bytes) else { return .none }
        return type.isNumber ? .number(type.text) : .string(type.text)
    }
}
