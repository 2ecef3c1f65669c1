import Archives
import JSONText
import Registries

/// Notes where the sequences of channels don't run on, chunk by chunk in the order of the archive.
struct SequenceNotes {
    private var sequences: SequenceCheck

    /// - Parameter isBundle: Whether sequences have to begin at 1.
    init(isBundle: Bool) {
        sequences = SequenceCheck(isBundle: isBundle)
    }

    /// Checks that the sequences of a chunk's runs run on, and notes in its findings where they don't.
    mutating func check(
        _ partial: inout AuditPartial, _ chunk: ArchiveChunk, _ reader: ArchiveReader, _ options: AuditOptions,
        archive: Int
    ) {
        let file = reader.files[chunk.fileIndex]
        guard !partial.runs.isEmpty, let form = RecordForm(reader.form, kind: file.kind) else { return }
        var found: [(place: SequencePlace, detail: String)] = []
        chunk.withBytes { bytes in
            for run in partial.runs {
                if let broken = sequences.take(run, in: bytes) { found.append(broken) }
            }
        }
        for (place, detail) in found {
            var example = FindingExample(
                archive: archive, file: file.path, line: place.line, pointer: "/message_seq", detail: detail)
            chunk.withBytes { bytes in Self.name(&example, bytes.extracting(place.range), form) }
            let key = AuditTally.FindingKey(
                code: FindingCode.sequenceBroken.rawValue, level: .warning, place: form.place.rawValue, type: .none,
                pointer: example.pointer)
            let index = partial.tally.findings.index(of: key) { FindingRow(key) }
            partial.tally.findings[index].count += 1
            if partial.tally.findings[index].examples.count < options.exampleLimit {
                partial.tally.findings[index].examples.append(example)
            }
            if options.findingLines != nil { partial.findings.append(FindingRow(key), example) }
        }
    }

    /// Reads a record's line once more, for the names in the example that a broken sequence gives.
    private static func name(_ example: inout FindingExample, _ row: Span<UInt8>, _ form: RecordForm) {
        var tape = JSONTape()
        // The line was scanned before; it can't fail now.
        guard (try? tape.scan(row)) != nil else { return }
        var fields = RecordFields(form)
        fields.find(on: tape, in: row)
        example.messageID = fields.messageIDText(on: tape, in: row)
        example.channel = fields.channelText(on: tape, in: row)
        example.seq = fields.sequenceText(on: tape, in: row)
    }
}
