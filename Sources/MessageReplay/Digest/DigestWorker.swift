import Archives
import JSONText
import Registries

/// What a digest finds in one chunk.
struct DigestPartial: Sendable {
    var table = DigestTable()
    /// Records that the filters let through, and among them those that clients never show, and those that were recalled.
    var records = 0
    var hidden = 0
    var recalled = 0
    /// Records that the filters left out.
    var filtered = 0
    /// Lines, and those among them that aren't blank.
    var lines = 0
    var rows = 0
    /// What kept an edit from being looked up.
    var failure: ArchiveError?
}

/// Reads the messages of chunks for a digest, on one thread.
struct DigestWorker {
    /// A message whose payload is about to be counted.
    private struct Message {
        let line: Int
        let time: Int64?
        var isEdited = false
        var isRecalled = false
    }

    /// More characters of a digest than this aren't kept.
    private static let digestLimit = 200
    static let hour: Int64 = 3_600_000
    private static let day = 24 * hour

    private let grouping: DigestGrouping
    private let filter: CompiledFilter
    private let files: [ArchiveFile]
    private let archiveForm: ArchiveForm
    private let labels: [TypeLabel]
    private var recordsLeft: Int?
    private var reader: PayloadReader
    private var edits: EditLookup
    private var partial = DigestPartial()
    private var whole = 0
    private var words = SearchWords()
    private var searchable: [UInt8] = []
    private var folded: [UInt8] = []
    private var digest: [UInt8] = []
    private var label: [UInt8] = []
    private var sender: [UInt8] = []
    private var name: [UInt8] = []
    /// The last day that was named, and its name.
    private var lastDay: (number: Int64, name: [UInt8]) = (-1, [])

    /// - Parameter recordsLeft: How many records are counted at most; for a worker that is the only one.
    init(
        _ series: RegistrySeries, _ registry: ContentRegistry, _ options: DigestOptions, _ archive: EditedArchive,
        recordsLeft: Int?
    ) {
        grouping = options.grouping
        filter = CompiledFilter(options.filter)
        files = archive.reader.files
        archiveForm = archive.reader.form
        labels = (0..<registry.definitionCount).map { TypeLabel(registry.definition(at: $0).type) }
        self.recordsLeft = recordsLeft
        reader = PayloadReader(series, registry, raw: options.isRaw, language: options.language)
        edits = EditLookup(archive.edits)
    }

    /// Reads a chunk.
    mutating func process(_ chunk: ArchiveChunk, _ scratch: inout RecordScratch) -> DigestPartial {
        partial = DigestPartial()
        let form = RecordForm(archiveForm, kind: files[chunk.fileIndex].kind)
        chunk.withBytes { bytes in
            if let form, form == .wkdb || form == .api {
                let label = DigestLabel.whole
                whole = partial.table.group(label.span)
                readLines(chunk, form, bytes, &scratch)
            } else {
                let counted = countRows(in: bytes)
                partial.lines = counted.lines
                partial.rows = counted.rows
            }
        }
        scratch.shrink()
        reader.shrink(toFit: RecordScratch.spare * 4)
        if searchable.capacity > RecordScratch.spare * 4 { searchable = [] }
        if folded.capacity > RecordScratch.spare * 4 { folded = [] }
        if digest.capacity > RecordScratch.spare * 4 { digest = [] }
        let done = partial
        partial = DigestPartial()
        return done
    }

    private mutating func readLines(
        _ chunk: ArchiveChunk, _ form: RecordForm, _ bytes: Span<UInt8>, _ scratch: inout RecordScratch
    ) {
        var fields = RecordFields(form)
        var cursor = LineCursor(chunk)
        while let line = cursor.next(in: bytes) {
            guard !line.isBlank else { continue }
            partial.rows += 1
            guard recordsLeft != 0, partial.failure == nil else { continue }
            let isCounted = read(line, of: bytes, &fields, &scratch)
            if isCounted {
                partial.records += 1
                recordsLeft = recordsLeft.map { $0 - 1 }
            } else {
                partial.filtered += 1
            }
        }
        partial.lines = cursor.lines
    }

    /// Reads a line.
    ///
    /// - Returns: Whether the filters let it through.
    private mutating func read(
        _ line: ArchiveLine, of bytes: Span<UInt8>, _ fields: inout RecordFields, _ scratch: inout RecordScratch
    ) -> Bool {
        let row = bytes.extracting(line.content)
        guard (try? scratch.scanLine(line.content, of: bytes)) != nil, scratch.line.kind(0) == .object else {
            // A line that is no record has nothing that a filter could ask for.
            guard filter.isEmpty else { return false }
            let nothing = JSONTape()
            fields.find(on: nothing, in: row)
            let reading = PayloadReading(.recordNotJSON)
            return settle(reading, Message(line: line.number, time: nil), fields, nothing, row, nothing, row)
        }
        fields.find(on: scratch.line, in: row)
        let numbers = RecordNumbers(fields, on: scratch.line, in: row)
        guard filter.isEmpty || filter.passes(fields, numbers.time, on: scratch.line, in: row) else { return false }
        var message = Message(
            line: line.number, time: numbers.time, isRecalled: fields.isRecalled(on: scratch.line, in: row))
        if fields.missing(numbers, on: scratch.line) != nil {
            return settle(PayloadReading(.recordIncomplete), message, fields, scratch.line, row, scratch.line, row)
        }
        let carriage: PayloadCarriage
        if let edit = edit(fields, row, &scratch) {
            message.isEdited = true
            carriage = edit
        } else if fields.isEncrypted(on: scratch.line, in: row) {
            return settle(PayloadReading(.payloadEncrypted), message, fields, scratch.line, row, scratch.line, row)
        } else {
            carriage = PayloadCarriage(
                fields.payload, on: scratch.line, in: row, fields.form, into: &scratch.bytes, &scratch.text)
        }
        switch carriage {
        case .inLine(let node):
            let reading = reader.read(node, on: scratch.line, in: row)
            return settle(reading, message, fields, scratch.line, row, scratch.line, row)
        case .asBytes(let count, _):
            let bytes = scratch.bytes
            let payload = bytes.span.extracting(0..<count)
            let reading = reader.read(payload, onto: &scratch.payload)
            return settle(reading, message, fields, scratch.payload, payload, scratch.line, row)
        case .fault(let code, _):
            return settle(PayloadReading(code), message, fields, scratch.line, row, scratch.line, row)
        }
    }

    /// The content that stands in place of the message's own.
    private mutating func edit(
        _ fields: RecordFields, _ row: Span<UInt8>, _ scratch: inout RecordScratch
    ) -> PayloadCarriage? {
        if fields.form == .wkdb {
            do throws(ArchiveError) {
                return try edits.edit(fields, on: scratch.line, in: row, into: &scratch.bytes)
            } catch {
                partial.failure = error
                return nil
            }
        }
        let node = fields.contentEdit
        guard node >= 0, scratch.line.kind(node) != .null else { return nil }
        // An empty text is no edit.
        if scratch.line.kind(node) == .string && scratch.line.end(node) - scratch.line.start(node) == 2 { return nil }
        return PayloadCarriage(node, on: scratch.line, in: row, fields.form, into: &scratch.bytes, &scratch.text)
    }

    /// Asks the filters about a payload, and counts it.
    ///
    /// - Parameters:
    ///   - tape: The tape that the payload was read on.
    ///   - bytes: The text that it was read from.
    ///   - line: The scanned line.
    ///   - row: The line.
    /// - Returns: Whether the filters let it through.
    private mutating func settle(
        _ reading: PayloadReading, _ message: Message, _ fields: RecordFields, _ tape: borrowing JSONTape,
        _ bytes: Span<UInt8>, _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) -> Bool {
        guard filter.passes(type(of: reading, tape, bytes)) else { return false }
        searchable.removeAll(keepingCapacity: true)
        if reading.root >= 0, !message.isRecalled {
            reader.appendSearchable(of: reading, on: tape, in: bytes, to: &searchable)
        }
        let text = searchable
        guard filter.passes(text: text.span, &folded) else { return false }
        guard reading.isDisplayed else {
            partial.hidden += 1
            return true
        }
        digest.removeAll(keepingCapacity: true)
        if message.isRecalled {
            partial.recalled += 1
            reader.appendRecalled(to: &digest)
        } else {
            reader.appendDigest(of: reading, on: tape, in: bytes, to: &digest)
        }
        shortenDigest()
        if grouping == .type { DigestLabel.set(&label, type(of: reading, tape, bytes)) }
        words.find(in: text.span)
        count(reading, message, fields, line, row)
        return true
    }

    private func type(
        of reading: PayloadReading, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> TypeLabel {
        if reading.definition >= 0 { return labels[reading.definition] }
        guard let verdict = reading.verdict,
            let type = reader.withText(
                of: reading, on: tape, in: bytes, { reader.decoder.typeText(of: verdict, on: $0, in: $1) })
        else { return .none }
        return type.isNumber ? .number(type.text) : .string(type.text)
    }

    private mutating func shortenDigest() {
        guard digest.count > Self.digestLimit else { return }
        var characters = 0
        for offset in digest.indices where digest[offset] & 0xC0 != 0x80 {
            characters += 1
            if characters > Self.digestLimit {
                digest.removeSubrange(offset...)
                digest.append(contentsOf: "…".utf8)
                return
            }
        }
    }

    // MARK: Counting

    /// Counts a message for the whole report and for its group.
    private mutating func count(
        _ reading: PayloadReading, _ message: Message, _ fields: RecordFields, _ line: borrowing JSONTape,
        _ row: Span<UInt8>
    ) {
        sender.removeAll(keepingCapacity: true)
        if fields.fromUID >= 0 && line.kind(fields.fromUID) == .string {
            line.appendUnescaped(fields.fromUID, in: row, to: &sender)
        }
        setLabel(fields, message, line, row)
        let label = self.label
        let group = partial.table.group(label.span)
        var facts = DigestTable.Facts()
        facts.unknown = reading.outcome == .unknown ? 1 : 0
        facts.malformed = reading.outcome == .malformed ? 1 : 0
        facts.edited = message.isEdited && !message.isRecalled ? 1 : 0
        facts.latestLine = message.line
        if let time = message.time {
            facts.first = time
            facts.last = time
            countTime(time, group, facts)
        }
        let hash = DigestTable.hash(.sender, sender.span)
        let digest = self.digest
        let sender = self.sender
        for group in [whole, group] {
            partial.table.add(to: group, .sender, sender.span, hash: hash, facts, digest: digest.span)
        }
        let bytes = words.bytes
        for range in words.words {
            let word = bytes.span.extracting(range)
            let hash = DigestTable.hash(.word, word)
            partial.table.add(to: whole, .word, word, hash: hash)
            partial.table.add(to: group, .word, word, hash: hash)
        }
    }

    private mutating func countTime(_ time: Int64, _ group: Int, _ facts: DigestTable.Facts) {
        let hour = [UInt8(truncatingIfNeeded: time % Self.day / Self.hour)]
        let hash = DigestTable.hash(.hour, hour.span)
        partial.table.add(to: whole, .hour, hour.span, hash: hash)
        partial.table.add(to: group, .hour, hour.span, hash: hash)
        let number = UInt32(truncatingIfNeeded: time / Self.hour)
        let name = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        var facts = facts
        facts.latestLine = -1
        partial.table.add(
            to: whole, .time, name.span, hash: DigestTable.hash(.time, name.span), facts,
            digest: name.span.extracting(0..<0))
    }

    /// Names the message's group; that of a type is named already.
    private mutating func setLabel(
        _ fields: RecordFields, _ message: Message, _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) {
        switch grouping {
        case .type: break
        case .sender:
            let sender = self.sender
            if sender.isEmpty { DigestLabel.setNone(&label) } else { DigestLabel.set(&label) { $0 += sender } }
        case .channel:
            if !fields.appendChannel(on: line, in: row, to: &name) { return DigestLabel.setNone(&label) }
            let name = self.name
            DigestLabel.set(&label) { $0 += name }
        case .day:
            guard let time = message.time else { return DigestLabel.setNone(&label) }
            if lastDay.number != time / Self.day {
                lastDay = (time / Self.day, Array(Time.text(time).utf8.prefix(10)))
            }
            let name = lastDay.name
            DigestLabel.set(&label) { $0 += name }
        }
    }
}

extension RecordFields {
    /// Writes the channel: a bundle's `channel_key`, elsewhere the type, a colon and the id.
    ///
    /// - Parameter name: Takes it in place of what it held.
    /// - Returns: Whether there is one.
    fileprivate func appendChannel(
        on tape: borrowing JSONTape, in bytes: Span<UInt8>, to name: inout [UInt8]
    ) -> Bool {
        name.removeAll(keepingCapacity: true)
        if form == .wkdb { return Self.append(channelKey, on: tape, in: bytes, to: &name) }
        let hasType = Self.append(channelType, on: tape, in: bytes, to: &name)
        if hasType || channelID >= 0 { name.append(UInt8(ascii: ":")) }
        return Self.append(channelID, on: tape, in: bytes, to: &name)
    }

    private static func append(
        _ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, to name: inout [UInt8]
    ) -> Bool {
        guard node >= 0 else { return false }
        switch tape.kind(node) {
        case .string: tape.appendUnescaped(node, in: bytes, to: &name)
        case .number: name.append(copying: bytes, tape.start(node)..<tape.end(node))
        default: return false
        }
        return true
    }
}
