import Archives
import JSONText
import Registries

/// Rewrites chunks on one thread: each payload that has to change changes, and every other byte stays.
struct MigrationWorker {
    /// What became of a chunk.
    struct Rewritten {
        /// The chunk's lines, and those of them that aren't blank.
        var lines = 0
        var rows = 0
        /// How many rows were written.
        var written = 0
        var tally = MigrationTally()
    }

    /// A part of a line that becomes another.
    private struct Edit {
        let range: Range<Int>
        let text: [UInt8]
    }

    /// What an upgrade came to, before it is known whether the row may have it.
    private struct Upgraded {
        var edit: Edit?
        var events: [UpgradeEvent] = []
        var isPreview = false
        /// The payload before and after.
        var before: [UInt8] = []
        var after: [UInt8] = []

        /// Takes the change back.
        mutating func giveUp() {
            edit = nil
            after = []
        }
    }

    /// The longest line, without its line feed, that the importer takes, in bytes.
    private static let longestLine = 67_108_863
    /// The largest payload of an edit, decoded, and the largest row around one, that the importer takes, in bytes.
    private static let largestEdit = 1 << 20
    private static let largestEditRow = 2 << 20
    /// The most bytes of a payload that an example shows.
    private static let exampleLimit = 400
    /// Spare capacity above this is given back after a chunk, in nodes or bytes.
    private static let spare = 1 << 18

    private let policy: MalformedPolicy
    private let files: [ArchiveFile]
    private let archiveForm: ArchiveForm
    private let registry: ContentRegistry
    private var upgrader: TreeUpgrader
    private var line = JSONTape()
    private var payload = JSONTape()
    private var bytes: [UInt8] = []
    private var text: [UInt8] = []
    private var tally = MigrationTally()
    private var file = ""

    init(_ series: RegistrySeries, _ registry: ContentRegistry, _ policy: MalformedPolicy, _ reader: ArchiveReader) {
        self.policy = policy
        self.registry = registry
        files = reader.files
        archiveForm = reader.form
        upgrader = TreeUpgrader(series, to: registry)
    }

    /// Rewrites a chunk.
    ///
    /// - Parameter output: Takes the new lines; empty at first.
    mutating func process(_ chunk: ArchiveChunk, into output: inout [UInt8]) -> Rewritten {
        tally = MigrationTally()
        file = files[chunk.fileIndex].path
        var fields = RecordForm(archiveForm, kind: files[chunk.fileIndex].kind).map(RecordFields.init)
        var result = Rewritten()
        chunk.withBytes { chunkBytes in
            var cursor = LineCursor(chunk)
            var copied = 0
            while let line = cursor.next(in: chunkBytes) {
                guard !line.isBlank else { continue }
                result.rows += 1
                guard var found = fields else { continue }
                let edits = rewrite(chunkBytes.extracting(line.content), line, &found)
                fields = found
                guard let edits else {
                    // The line is left out, with its line feed.
                    output.append(copying: chunkBytes, copied..<line.range.lowerBound)
                    copied = min(line.range.upperBound + 1, chunkBytes.count)
                    result.written -= 1
                    continue
                }
                for edit in edits {
                    output.append(copying: chunkBytes, copied..<line.content.lowerBound + edit.range.lowerBound)
                    output.append(contentsOf: edit.text)
                    copied = line.content.lowerBound + edit.range.upperBound
                }
            }
            output.append(copying: chunkBytes, copied..<chunkBytes.count)
            result.lines = cursor.lines
        }
        result.written += result.rows
        line.shrink(toFit: Self.spare)
        payload.shrink(toFit: Self.spare)
        if bytes.count > Self.spare * 4 { bytes = [] }
        if text.capacity > Self.spare * 4 { text = [] }
        result.tally = tally
        return result
    }

    /// What has to change in a row, in the order of the row; nil where it is left out.
    private mutating func rewrite(
        _ row: Span<UInt8>, _ place: ArchiveLine, _ fields: inout RecordFields
    ) -> [Edit]? {
        let form = fields.form
        let isRecord = form.place.isRecord
        guard (try? line.scan(row)) != nil, line.kind(0) == .object else {
            if isRecord { tally.records += 1 }
            return keepMalformed(form.place, place)
        }
        fields.find(on: line, in: row)
        if form == .messageUpdate && !fields.isEdit(on: line, in: row) { return [] }
        if isRecord { tally.records += 1 }
        if fields.missing(RecordNumbers(fields, on: line, in: row), on: line) != nil {
            return keepMalformed(form.place, place)
        }
        if fields.isEncrypted(on: line, in: row) {
            tally[form.place.rawValue].unknown += 1
            return []
        }
        var outer = upgrade(fields.payload, row, form)
        if outer.events.first?.status == .malformed && isRecord {
            if tally.firstMalformed == nil { tally.firstMalformed = (file, place.number) }
            if policy == .drop {
                tally[form.place.rawValue].dropped += 1
                return nil
            }
        }
        var beside = Upgraded()
        if fields.contentEdit >= 0, line.kind(fields.contentEdit) != .null {
            beside = upgrade(fields.contentEdit, row, form)
        }
        let edits = [outer.edit, beside.edit].compactMap(\.self).sorted { $0.range.lowerBound < $1.range.lowerBound }
        let isFitting = fits(row.count, edits, outer.after.count, form)
        if !isFitting {
            outer.giveUp()
            beside.giveUp()
        }
        settle(outer, form.place, place, isTooLarge: !isFitting)
        if !beside.events.isEmpty { settle(beside, .contentEdit, place, isTooLarge: !isFitting) }
        return isFitting ? edits : []
    }

    private mutating func keepMalformed(_ place: PayloadPlace, _ line: ArchiveLine) -> [Edit]? {
        if place.isRecord && tally.firstMalformed == nil { tally.firstMalformed = (file, line.number) }
        if policy == .drop && place.isRecord {
            tally[place.rawValue].dropped += 1
            return nil
        }
        tally[place.rawValue].malformed += 1
        return []
    }

    // MARK: One payload

    /// Upgrades the payload at a node of the line.
    private mutating func upgrade(_ node: Int, _ row: Span<UInt8>, _ form: RecordForm) -> Upgraded {
        var result = Upgraded()
        var buffer = bytes
        bytes = []
        defer { bytes = buffer }
        switch PayloadCarriage(node, on: line, in: row, form, into: &buffer, &text) {
        case .fault:
            result.events = [UpgradeEvent(.malformed)]
        case .inLine(let node):
            let output = upgrader.upgrade(node, on: line, in: row)
            result.events = upgrader.events
            guard let output else { return result }
            result.before.append(copying: row, line.start(node)..<line.end(node))
            result.edit = Edit(range: line.start(node)..<line.end(node), text: output.text)
            result.after = output.text
        case .asBytes(let count, let carriage):
            let payloadBytes = buffer.span.extracting(0..<count)
            guard (try? payload.scan(payloadBytes)) != nil else {
                result.isPreview = form == .channelLatest && count > 0
                result.events = [UpgradeEvent(.malformed)]
                return result
            }
            var literal: [UInt8]?
            if carriage == .json {
                literal = []
                literal?.append(copying: row, line.start(node)..<line.end(node))
            }
            let output = upgrader.upgrade(0, on: payload, in: payloadBytes, literal: literal)
            result.events = upgrader.events
            guard let output else { return result }
            result.before.append(copying: payloadBytes, 0..<count)
            result.after = output.text
            let isPadded = row[line.end(node) - 2] == UInt8(ascii: "=")
            result.edit = Edit(
                range: line.start(node)..<line.end(node),
                text: PayloadCarriage.string(output, carriage, isPadded: isPadded))
        }
        return result
    }

    /// Whether the importer takes a row with its edits, if it took it without them.
    private func fits(_ length: Int, _ edits: [Edit], _ payload: Int, _ form: RecordForm) -> Bool {
        guard !edits.isEmpty, archiveForm == .wkdb else { return true }
        let grown = edits.reduce(length) { $0 + $1.text.count - $1.range.count }
        if grown > Self.longestLine { return false }
        return form != .messageUpdate || (payload <= Self.largestEdit && grown <= Self.largestEditRow)
    }

    /// Counts what became of a payload and those inside it.
    private mutating func settle(_ upgraded: Upgraded, _ place: PayloadPlace, _ line: ArchiveLine, isTooLarge: Bool) {
        if upgraded.isPreview {
            tally[place.rawValue].preview += 1
            return
        }
        for event in upgraded.events {
            // What is nested in a carrier counts with the carrier's own place.
            let name = event.isNested && place.isRecord ? "nested" : place.rawValue
            if isTooLarge && event.status == .changed {
                tally[name].tooLarge += 1
                continue
            }
            tally[name].count(event.status)
            if event.definition >= 0 { tally.count(event.changes, of: event.definition) }
        }
        guard !upgraded.after.isEmpty, !isTooLarge else { return }
        for event in upgraded.events where event.definition >= 0 {
            for change in event.changes where !tally.examples.contains(where: { $0.kind == change.kind }) {
                tally.examples.append(
                    MigrationExample(
                        kind: change.kind, type: TypeLabel(registry.definition(at: event.definition).type), file: file,
                        line: line.number, before: Self.excerpt(upgraded.before), after: Self.excerpt(upgraded.after)))
            }
        }
    }

    private static func excerpt(_ bytes: [UInt8]) -> String {
        guard bytes.count > exampleLimit else { return String(decoding: bytes, as: UTF8.self) }
        // Not in the middle of a character: a cut one would show as something else.
        var end = exampleLimit
        while end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self) + "…"
    }
}
