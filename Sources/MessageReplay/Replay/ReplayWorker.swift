import Archives
import ContentSchema
import JSONText
import Registries

/// What is shown of one chunk.
struct ReplayPartial: Sendable {
    /// One message that is shown.
    struct Message: Sendable {
        /// Which of the headings it stands under.
        let heading: Int
        /// When it was sent, in milliseconds since 1970 UTC.
        let time: Int64?
        /// Where its text ends; it begins where the one before ends.
        let end: Int
    }

    var text: [UInt8] = []
    var headings: [[UInt8]] = []
    var messages: [Message] = []
    var counts = ReplayCounts()
    /// Lines that aren't blank.
    var rows = 0
    /// What kept the edits from being looked up.
    var failure: ArchiveError?
}

/// Reads and renders the messages of chunks on one thread.
struct ReplayWorker<Renderer: ReplayRenderer> {
    /// A heading's most bytes.
    static var longestHeading: Int { 4096 }
    /// Spare capacity above this is given back after a chunk, in nodes or bytes.
    private static var spare: Int { 1 << 18 }

    private let parts: ReplayParts
    private let filter: CompiledFilter
    private let files: [ArchiveFile]
    private let archiveForm: ArchiveForm
    private let labels: [TypeLabel]
    private let names: [String]
    private var recordsLeft: Int?
    private var renderer: Renderer
    private var reader: PayloadReader
    private let quotes: QuoteCollector
    private var edits: EditLookup
    /// A text, case-folded.
    private var folded: [UInt8] = []
    private var partial = ReplayPartial()
    private var message = ReplayedMessage()
    private var heading: [UInt8] = []
    private var line = JSONTape()
    private var payload = JSONTape()
    /// What lines and payloads are expected to look like.
    private var lineLayout = LayoutTree()
    private var payloadLayouts = LayoutTree()
    private var bytes: [UInt8] = []
    private var text: [UInt8] = []

    /// - Parameter recordsLeft: How many records are read at most; for a worker that is the only one.
    init(
        _ series: RegistrySeries, _ registry: ContentRegistry, _ options: ReplayOptions, _ renderer: Renderer,
        _ archive: EditedArchive, recordsLeft: Int?
    ) {
        self.renderer = renderer
        self.recordsLeft = recordsLeft
        parts = renderer.parts
        filter = CompiledFilter(options.filter)
        files = archive.reader.files
        archiveForm = archive.reader.form
        let definitions = (0..<registry.definitionCount).map { registry.definition(at: $0) }
        labels = definitions.map { TypeLabel($0.type) }
        names = definitions.map(\.name)
        reader = PayloadReader(series, registry, raw: options.isRaw, language: options.language)
        quotes = QuoteCollector(PayloadReader(series, registry, raw: true, language: options.language))
        edits = EditLookup(archive.edits)
    }

    /// Reads and renders a chunk.
    mutating func process(_ chunk: ArchiveChunk) -> ReplayPartial {
        if let form = RecordForm(archiveForm, kind: files[chunk.fileIndex].kind), form.place.isRecord {
            chunk.withBytes { replayLines(chunk, form, $0) }
        }
        line.shrink(toFit: Self.spare)
        payload.shrink(toFit: Self.spare)
        reader.shrink(toFit: Self.spare)
        if bytes.count > Self.spare * 4 { bytes = [] }
        if text.capacity > Self.spare * 4 { text = [] }
        if message.content.capacity > Self.spare * 4 { message = ReplayedMessage() }
        let done = partial
        partial = ReplayPartial()
        return done
    }

    private mutating func replayLines(_ chunk: ArchiveChunk, _ form: RecordForm, _ chunkBytes: Span<UInt8>) {
        var fields = RecordFields(form)
        var cursor = LineCursor(chunk)
        while let place = cursor.next(in: chunkBytes) {
            guard !place.isBlank else { continue }
            partial.rows += 1
            guard recordsLeft != 0 else { continue }
            message.reset()
            do throws(ArchiveError) {
                try replay(place.content, of: chunkBytes, &fields)
            } catch {
                partial.failure = error
                return
            }
        }
    }

    // MARK: One record

    private mutating func replay(
        _ content: Range<Int>, of chunk: Span<UInt8>, _ fields: inout RecordFields
    ) throws(ArchiveError) {
        let row = chunk.extracting(content)
        do throws(JSONError) {
            try line.scan(content, of: chunk, expecting: &lineLayout)
        } catch {
            return showBroken(error.isTooDeep ? .recordTooDeep : .recordNotJSON, error.message)
        }
        guard line.kind(0) == .object else {
            return showBroken(.recordNotJSON, "expected an object, found \(line.kind(0).description)")
        }
        fields.find(on: line, in: row)
        let numbers = RecordNumbers(fields, on: line, in: row)
        guard filter.isEmpty || filter.passes(fields, numbers.time, on: line, in: row) else {
            partial.counts.filtered += 1
            return
        }
        try readEnvelope(fields, numbers, row)
        if let reason = fields.missing(numbers, on: line) { return show(.recordIncomplete, reason) }
        let carriage: PayloadCarriage
        if let edit = try self.edit(fields, row) {
            message.isEdited = true
            carriage = edit
        } else if fields.isEncrypted(on: line, in: row) {
            return show(.payloadEncrypted, "encrypted end to end: only its receivers can read it")
        } else {
            carriage = PayloadCarriage(fields.payload, on: line, in: row, fields.form, into: &bytes, &text)
        }
        switch carriage {
        case .inLine(let node):
            let reading = reader.read(node, on: line, in: row)
            let tape = line
            show(reading, tape, row)
        case .asBytes(let count, _):
            let buffer = bytes
            let payloadBytes = buffer.span.extracting(0..<count)
            do throws(JSONError) {
                try payload.scan(0..<count, of: buffer.span, expecting: &payloadLayouts)
            } catch {
                let code: FindingCode =
                    count == 0 ? .payloadEmpty : error.isTooDeep ? .payloadTooDeep : .payloadNotJSON
                return show(code, count == 0 ? "the payload is empty" : error.message)
            }
            let reading = reader.read(0, on: payload, in: payloadBytes)
            let tape = payload
            show(reading, tape, payloadBytes)
        case .fault(let code, let detail):
            show(code, detail)
        }
    }

    private mutating func readEnvelope(
        _ fields: RecordFields, _ numbers: RecordNumbers, _ row: Span<UInt8>
    ) throws(ArchiveError) {
        message.messageID = fields.messageIDText(on: line, in: row)
        message.channel = fields.channelText(on: line, in: row)
        message.sequence = fields.sequenceText(on: line, in: row)
        message.time = numbers.time
        message.isRecalled = fields.isRecalled(on: line, in: row)
        if fields.fromUID >= 0, line.kind(fields.fromUID) == .string {
            message.sender = line.string(fields.fromUID, in: row)
        }
        if fields.form == .wkdb {
            if let (type, id) = try edits.channel(of: fields, on: line, in: row) {
                message.channelType = type
                message.channelID = id
            }
        } else {
            message.channelType = line.signed64(fields.channelType, in: row).value
            if fields.channelID >= 0, line.kind(fields.channelID) == .string {
                message.channelID = line.string(fields.channelID, in: row)
            }
        }
    }

    /// What stands in place of the record's own payload: an edit of the bundle, or one beside the payload.
    private mutating func edit(_ fields: RecordFields, _ row: Span<UInt8>) throws(ArchiveError) -> PayloadCarriage? {
        guard fields.form == .api else { return try edits.edit(fields, on: line, in: row, into: &bytes) }
        guard fields.contentEdit >= 0 else { return nil }
        let carriage = PayloadCarriage(fields.contentEdit, on: line, in: row, .api, into: &bytes, &text)
        if case .fault(.payloadEmpty, _) = carriage { return nil }
        return carriage
    }

    // MARK: Showing

    /// A line without any member that can be named. Only a filter that lets everything through lets it through.
    private mutating func showBroken(_ code: FindingCode, _ detail: String) {
        guard filter.isEmpty else {
            partial.counts.filtered += 1
            return
        }
        show(code, detail)
    }

    /// A payload that one code says it all of.
    private mutating func show(_ code: FindingCode, _ detail: String) {
        guard filter.passes(.none), !filter.readsText else {
            partial.counts.filtered += 1
            return
        }
        message.outcome = code.outcome ?? .malformed
        if message.isRecalled {
            reader.appendRecalled(to: &message.digest)
        } else {
            reader.appendPlaceholder(to: &message.digest)
        }
        if parts.contains(.findings) {
            message.findings.append(ReplayedMessage.Finding(code: code, pointer: "", detail: detail))
        }
        render()
    }

    /// A payload that was read.
    private mutating func show(_ reading: PayloadReading, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>) {
        let label = reading.definition >= 0 ? labels[reading.definition] : unknownLabel(of: reading, tape, bytes)
        guard filter.passes(label), passesText(reading, tape, bytes) else {
            partial.counts.filtered += 1
            return
        }
        guard reading.isDisplayed else {
            partial.counts.hidden += 1
            recordsLeft = recordsLeft.map { $0 - 1 }
            return
        }
        message.type = label
        message.name = reading.definition >= 0 ? names[reading.definition] : nil
        message.outcome = reading.outcome
        message.version = reading.writtenAt > 0 ? reading.writtenAt : nil
        if message.isRecalled {
            reader.appendRecalled(to: &message.digest)
        } else {
            reader.appendDigest(of: reading, on: tape, in: bytes, to: &message.digest)
        }
        if parts.contains(.searchable), !message.isRecalled {
            reader.appendSearchable(of: reading, on: tape, in: bytes, to: &message.searchable)
            if message.searchable.last == 0x0A { message.searchable.removeLast() }
        }
        if parts.contains(.content) {
            let content = message.content
            message.content = []
            message.content = reader.withText(of: reading, on: tape, in: bytes) { tape, bytes in
                self.content(reading, tape, bytes, into: content)
            }
        }
        if parts.contains(.findings), reading.outcome != .decoded {
            message.findings = reader.withText(of: reading, on: tape, in: bytes) { tape, bytes in
                findings(reading, tape, bytes)
            }
        }
        if parts.contains(.quotes), !message.isRecalled {
            let quotes = quotes
            reader.withText(of: reading, on: tape, in: bytes) { tape, bytes in
                quotes.collect(in: reading.root, reading.definition, on: tape, bytes)
            }
            message.quotes = quotes.quotes
            message.moreQuotes = quotes.more
        }
        render()
    }

    /// The type of a payload that has no definition.
    private func unknownLabel(
        of reading: PayloadReading, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> TypeLabel {
        reader.withText(of: reading, on: tape, in: bytes) { tape, bytes in
            guard let verdict = reading.verdict,
                let type = reader.decoder.typeText(of: verdict, on: tape, in: bytes)
            else { return .none }
            return type.isNumber ? .number(type.text) : .string(type.text)
        }
    }

    /// Whether the searchable text lets a payload through.
    private mutating func passesText(
        _ reading: PayloadReading, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> Bool {
        guard filter.readsText else { return true }
        guard !message.isRecalled else { return false }
        text.removeAll(keepingCapacity: true)
        reader.appendSearchable(of: reading, on: tape, in: bytes, to: &text)
        let searchable = text
        return filter.passes(text: searchable.span, &folded)
    }

    /// The payload as JSON text on one line, with its defaults if it decodes.
    private func content(
        _ reading: PayloadReading, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, into buffer: [UInt8]
    ) -> [UInt8] {
        var content = buffer
        if reading.outcome == .decoded, !reader.decoder.schema.missingDefaults.isEmpty {
            content = reader.decoder.plan(at: reading.definition).filled(copy tape, reading.root, bytes)
        } else {
            content.append(copying: bytes, tape.start(reading.root)..<tape.end(reading.root))
        }
        // In JSON text a line break stands only between tokens, where it means nothing.
        content.removeAll { $0 == 0x0A || $0 == 0x0D }
        return content
    }

    private func findings(
        _ reading: PayloadReading, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> [ReplayedMessage.Finding] {
        var findings: [ReplayedMessage.Finding] = []
        let decoder = reader.decoder
        if let code = reading.code, let verdict = reading.verdict {
            let pointer =
                reading.typeNode >= 0 || code == .typeMissing ? decoder.registry.resolved.typeField.description : ""
            let detail = decoder.detail(
                of: verdict, payload: reading.root, on: tape, in: bytes, showingValues: true)
            findings.append(ReplayedMessage.Finding(code: code, pointer: pointer, detail: detail))
        }
        guard reading.definition >= 0 else { return findings }
        let plan = decoder.plan(at: reading.definition)
        let outcome = decoder.schema
        let tape = copy tape
        plan.visit(outcome, tape, bytes) { violation, pointer, _ in
            let code = FindingCode(rawValue: violation.code.rawValue) ?? .fieldConstraint
            let detail = plan.detail(of: violation, outcome, tape, bytes)
            findings.append(ReplayedMessage.Finding(code: code, pointer: pointer, detail: detail))
        }
        return findings
    }

    private mutating func render() {
        heading.removeAll(keepingCapacity: true)
        renderer.render(message, heading: &heading, body: &partial.text)
        if heading.count > Self.longestHeading { heading.removeLast(heading.count - Self.longestHeading) }
        if partial.headings.last != heading { partial.headings.append(heading) }
        partial.messages.append(
            ReplayPartial.Message(
                heading: partial.headings.count - 1, time: message.time, end: partial.text.count))
        partial.counts.shown += 1
        recordsLeft = recordsLeft.map { $0 - 1 }
    }
}
