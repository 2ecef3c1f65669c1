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
        /// What an audit of the new rows finds, as far as there is something to find.
        var audit = AuditPartial()
    }

    /// A part of a line that becomes another.
    struct Edit {
        let range: Range<Int>
        let text: [UInt8]
    }

    /// The longest line, without its line feed, that the importer takes, in bytes.
    private static let longestLine = 67_108_863
    /// The largest payload of an edit, decoded, and the largest row around one, that the importer takes, in bytes.
    private static let largestEdit = 1 << 20
    private static let largestEditRow = 2 << 20

    let options: MigrationOptions
    let registry: ContentRegistry
    var upgrader: TreeUpgrader
    /// Looks at new rows that hold something doubtful or broken.
    var auditor: AuditWorker
    var scratch = RecordScratch()
    var line = JSONTape()
    var payload = JSONTape()
    /// What lines and payloads are expected to look like.
    private var lineLayout = LayoutTree()
    var payloadLayouts = LayoutTree()
    var bytes: [UInt8] = []
    var text: [UInt8] = []
    var tally = MigrationTally()
    var counts: PlaceCounts
    var file = ""
    private let archiveForm: ArchiveForm
    private let files: [ArchiveFile]
    /// A row as it is written, where it is looked at once more.
    private var rewritten: [UInt8] = []

    init(_ series: RegistrySeries, _ registry: ContentRegistry, _ options: MigrationOptions, _ reader: ArchiveReader) {
        self.options = options
        self.registry = registry
        files = reader.files
        archiveForm = reader.form
        upgrader = TreeUpgrader(series, to: registry, repairs: options.malformed == .repair)
        var audit = AuditOptions()
        audit.exampleLimit = options.keptExamples
        auditor = AuditWorker(registry, audit, archive: 0, reader: reader, followsSequences: false)
        counts = PlaceCounts(definitions: registry.definitionCount)
    }

    /// Rewrites a chunk.
    ///
    /// - Parameter output: Takes the new lines; empty at first.
    mutating func process(_ chunk: ArchiveChunk, into output: inout [UInt8]) -> Rewritten {
        tally = MigrationTally()
        file = files[chunk.fileIndex].path
        var fields = auditor.begin(chunk).map(RecordFields.init)
        var result = Rewritten()
        chunk.withBytes { chunkBytes in
            var cursor = LineCursor(chunk)
            var copied = 0
            while let line = cursor.next(in: chunkBytes) {
                guard !line.isBlank else { continue }
                result.rows += 1
                guard var found = fields else { continue }
                let edits = rewrite(chunkBytes.extracting(line.content), line, &found, chunkBytes)
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
        line.shrink(toFit: RecordScratch.spare)
        payload.shrink(toFit: RecordScratch.spare)
        if bytes.count > RecordScratch.spare * 4 { bytes = [] }
        if text.capacity > RecordScratch.spare * 4 { text = [] }
        if rewritten.capacity > RecordScratch.spare * 4 { rewritten = [] }
        counts.move(to: &tally, registry)
        result.tally = tally
        result.audit = auditor.end(&scratch)
        return result
    }

    /// What has to change in a row, in the order of the row; nil where it is left out.
    private mutating func rewrite(
        _ row: Span<UInt8>, _ place: ArchiveLine, _ fields: inout RecordFields, _ chunk: Span<UInt8>
    ) -> [Edit]? {
        let form = fields.form
        let isRecord = form.place.isRecord
        guard (try? line.scan(place.content, of: chunk, expecting: &lineLayout)) != nil, line.kind(0) == .object else {
            if isRecord { tally.records += 1 }
            return keepBroken(row, place, fields, chunk)
        }
        fields.find(on: line, in: row)
        if form == .messageUpdate && !fields.isEdit(on: line, in: row) { return [] }
        let numbers = RecordNumbers(fields, on: line, in: row)
        if isRecord {
            tally.records += 1
            auditor.follow(fields, numbers, place.number, place.content, true, on: line, in: chunk)
        }
        if fields.missing(numbers, on: line) != nil { return keepBroken(row, place, fields, chunk) }
        if fields.isEncrypted(on: line, in: row) {
            counts.add(UpgradeEvent(.unknown), form.place, &tally)
            quarantine(chunk, place, if: isRecord)
            lookAgain(row, [], place, fields)
            return []
        }
        var outer = upgrade(fields.payload, row, form)
        let outcome = outer.events.first?.status
        if isRecord && (outcome == .malformed || outcome == .unknown) { quarantine(chunk, place, if: true) }
        if outcome == .malformed && isRecord {
            if tally.firstMalformed == nil { tally.firstMalformed = (file, place.number) }
            if options.malformed == .drop {
                counts.drop(outer.events.first, registry, &tally)
                lookAgain(row, [], place, fields)
                return nil
            }
        }
        var beside = UpgradedPayload()
        if fields.contentEdit >= 0, line.kind(fields.contentEdit) != .null {
            beside = upgrade(fields.contentEdit, row, form)
            beside.isDoubtful = true
        }
        let edits = Self.inOrder(outer.edit, beside.edit)
        let isFitting = fits(row.count, edits, outer.size, form)
        if !isFitting {
            outer.giveUp()
            beside.giveUp()
        }
        settle(outer, form.place, place, isTooLarge: !isFitting)
        if !beside.isEmpty { settle(beside, .contentEdit, place, isTooLarge: !isFitting) }
        if !outer.isSound || !beside.isSound || !isFitting || !numbers.isSound {
            lookAgain(row, isFitting ? edits : [], place, fields)
            noteLeftovers(outer, fields.payload, row, form, form.place, place, fields, isTooLarge: !isFitting)
            if !beside.isEmpty {
                noteLeftovers(
                    beside, fields.contentEdit, row, form, .contentEdit, place, fields, isTooLarge: !isFitting)
            }
        }
        return isFitting ? edits : []
    }

    /// The edits that there are, in the order of the row.
    private static func inOrder(_ first: Edit?, _ second: Edit?) -> [Edit] {
        guard let first else { return second.map { [$0] } ?? [] }
        guard let second else { return [first] }
        return first.range.lowerBound < second.range.lowerBound ? [first, second] : [second, first]
    }

    /// Keeps a row that carries no payload that could be told, or leaves it out.
    private mutating func keepBroken(
        _ row: Span<UInt8>, _ place: ArchiveLine, _ fields: RecordFields, _ chunk: Span<UInt8>
    ) -> [Edit]? {
        let isRecord = fields.form.place.isRecord
        if isRecord && tally.firstMalformed == nil { tally.firstMalformed = (file, place.number) }
        quarantine(chunk, place, if: isRecord)
        let isDropped = options.malformed == .drop && isRecord
        if isDropped {
            counts.drop(nil, registry, &tally)
        } else {
            counts.add(UpgradeEvent(.malformed), fields.form.place, &tally)
        }
        lookAgain(row, [], place, fields)
        return isDropped ? nil : []
    }

    /// Keeps a line as it stood for those who want the lines of malformed and unknown records.
    private mutating func quarantine(_ chunk: Span<UInt8>, _ place: ArchiveLine, if isWanted: Bool) {
        guard isWanted, options.quarantinedLines != nil else { return }
        auditor.partial.quarantined.append(copying: chunk, place.range)
        auditor.partial.quarantined.append(0x0A)
    }

    /// Audits a row as it is written: what is found there is what the new archive holds.
    private mutating func lookAgain(
        _ row: Span<UInt8>, _ edits: [Edit], _ place: ArchiveLine, _ fields: RecordFields
    ) {
        // The line's own fields are still asked for.
        var fields = fields
        guard !edits.isEmpty else {
            _ = auditor.audit(0..<row.count, of: row, place, &fields, &scratch)
            return
        }
        var whole = rewritten
        rewritten = []
        whole.removeAll(keepingCapacity: true)
        var copied = 0
        for edit in edits {
            whole.append(copying: row, copied..<edit.range.lowerBound)
            whole.append(contentsOf: edit.text)
            copied = edit.range.upperBound
        }
        whole.append(copying: row, copied..<row.count)
        _ = auditor.audit(0..<whole.count, of: whole.span, place, &fields, &scratch)
        rewritten = whole
    }

    /// Whether the importer takes a row with its edits, if it took it without them.
    private func fits(_ length: Int, _ edits: [Edit], _ payload: Int, _ form: RecordForm) -> Bool {
        guard !edits.isEmpty, archiveForm == .wkdb else { return true }
        let grown = edits.reduce(length) { $0 + $1.text.count - $1.range.count }
        if grown > Self.longestLine { return false }
        return form != .messageUpdate || (payload <= Self.largestEdit && grown <= Self.largestEditRow)
    }
}
