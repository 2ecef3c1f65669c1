import Archives
import ContentSchema
import JSONText
import Registries

/// What an audit finds in one chunk. Lines are counted from the chunk's beginning until the chunk is folded.
struct AuditPartial: Sendable {
    var tally = AuditTally()
    /// Records that the filters let through.
    var records = 0
    /// Records that the filters left out.
    var filtered = 0
    /// Lines, and those among them that aren't blank.
    var lines = 0
    var rows = 0
    var runs: [SequenceRun] = []
    /// Every finding, where somebody wants them all.
    var findings = FindingLines()
    /// The lines of records that did not decode, where somebody wants them.
    var quarantined: [UInt8] = []
}

/// Audits chunks on one thread.
///
/// It is reused from chunk to chunk, and allocates nothing for a record that decodes and whose type the chunk has shown
/// before.
struct AuditWorker {
    /// Tells whether a record's searchable text lets it through.
    struct TextFilter {
        var renderer: DigestRenderer
        var text: [UInt8] = []
        var folded: [UInt8] = []
    }

    let options: AuditOptions
    let archive: Int
    let filter: CompiledFilter
    /// Nil where nobody asks for a text.
    var textFilter: TextFilter?
    var decoder: PayloadDecoder
    /// Tells whether the series' steps would mend a payload.
    var upgrader: TreeUpgrader?
    var partial = AuditPartial()

    /// The path of the file at hand.
    var file = ""
    /// The form of its lines.
    var form = RecordForm.wkdb
    /// The row of each definition in the chunk's table of types, or -1.
    var rows: [Int]
    /// What is counted of the definitions' decoded payloads, until it is added to those rows.
    var decoded: [DecodedCount]
    /// The types of the definitions, as reports name them.
    let labels: [TypeLabel]
    /// The payload that each group of findings was counted for last.
    var countedFor: [Int] = []
    /// The type of the last payload that a line carried: its definition, or -1 and its label.
    var lastOuter = (definition: -1, label: TypeLabel.none)
    /// The nodes of the payloads that are inside those at hand: a stack, as they are inside each other.
    var nested: [Int] = []
    /// Counts the payloads of a chunk.
    var payloadNumber = 0
    /// The month of the last usable time, when it begins and ends, and what was counted of it since.
    var month = (number: 0, span: Int64(0)..<Int64(0), counts: OutcomeCounts())
    /// The channel of the last record.
    var lastChannel = ChannelPlace()
    /// Whether the rows that it audits are told apart into the runs of their channels' sequences.
    private let followsSequences: Bool
    private let files: [ArchiveFile]
    private let archiveForm: ArchiveForm
    private var recordsLeft: Int?

    /// A worker for an archive.
    ///
    /// - Parameters:
    ///   - recordsLeft: How many records are counted at most; for a worker that is the only one.
    ///   - followsSequences: Whether the rows that it audits are told apart into runs; otherwise its caller does that.
    init(
        _ registry: ContentRegistry, _ options: AuditOptions, archive: Int, reader: ArchiveReader,
        recordsLeft: Int? = nil, followsSequences: Bool = true
    ) {
        self.options = options
        self.followsSequences = followsSequences
        self.archive = archive
        self.recordsLeft = recordsLeft
        files = reader.files
        archiveForm = reader.form
        filter = CompiledFilter(options.filter)
        textFilter = filter.readsText ? TextFilter(renderer: DigestRenderer(registry)) : nil
        decoder = PayloadDecoder(registry)
        upgrader = options.series.map { TreeUpgrader($0, to: registry) }
        rows = Array(repeating: -1, count: registry.definitionCount)
        decoded = Array(repeating: DecodedCount(), count: registry.definitionCount)
        labels = (0..<registry.definitionCount).map { TypeLabel(registry.definition(at: $0).type) }
    }

    /// Audits a chunk.
    mutating func process(_ chunk: ArchiveChunk, _ scratch: inout RecordScratch) -> AuditPartial {
        let form = begin(chunk)
        chunk.withBytes { bytes in
            if let form { auditLines(chunk, form, bytes, &scratch) } else { countLines(chunk, bytes) }
        }
        return end(&scratch)
    }

    /// Begins a chunk.
    ///
    /// - Returns: The form of its lines; nil where they carry no payloads.
    mutating func begin(_ chunk: ArchiveChunk) -> RecordForm? {
        for index in rows.indices { rows[index] = -1 }
        countedFor.removeAll(keepingCapacity: true)
        payloadNumber = 0
        lastChannel = ChannelPlace()
        file = files[chunk.fileIndex].path
        guard let form = RecordForm(archiveForm, kind: files[chunk.fileIndex].kind) else { return nil }
        self.form = form
        if chunk.isFirst && chunk.hasByteOrderMark {
            payloadNumber += 1
            note(
                .byteOrderMark, of: BrokenLine(line: 1, place: form.place),
                "the file begins with a UTF-8 byte order mark; the importer refuses it")
        }
        return form
    }

    /// Ends a chunk.
    ///
    /// - Returns: What was found in it.
    mutating func end(_ scratch: inout RecordScratch) -> AuditPartial {
        putMonthAway()
        putDecodedAway()
        scratch.shrink()
        let done = partial
        partial = AuditPartial()
        return done
    }

    private mutating func countLines(_ chunk: ArchiveChunk, _ bytes: Span<UInt8>) {
        var cursor = LineCursor(chunk)
        while let line = cursor.next(in: bytes) {
            if !line.isBlank { partial.rows += 1 }
        }
        partial.lines = cursor.lines
    }

    private mutating func auditLines(
        _ chunk: ArchiveChunk, _ form: RecordForm, _ bytes: Span<UInt8>, _ scratch: inout RecordScratch
    ) {
        var fields = RecordFields(form)
        var cursor = LineCursor(chunk)
        while let line = cursor.next(in: bytes) {
            guard !line.isBlank else { continue }
            partial.rows += 1
            guard recordsLeft != 0 else { continue }
            let before = partial.records
            let outcome = audit(line.content, of: bytes, line, &fields, &scratch)
            if partial.records > before { recordsLeft = recordsLeft.map { $0 - 1 } }
            if let outcome, outcome != .decoded, options.quarantinedLines != nil {
                partial.quarantined.append(copying: bytes, line.range)
                partial.quarantined.append(0x0A)
            }
        }
        partial.lines = cursor.lines
    }

    /// Audits a line.
    ///
    /// - Parameters:
    ///   - content: Where the line's text is, without what ends it.
    ///   - bytes: The chunk, or the line alone.
    ///   - line: The line in its chunk.
    /// - Returns: The outcome of the message row's own payload; nil for the lines of carriers and for records that the
    ///   filters left out.
    mutating func audit(
        _ content: Range<Int>, of bytes: Span<UInt8>, _ line: ArchiveLine, _ fields: inout RecordFields,
        _ scratch: inout RecordScratch
    ) -> Outcome? {
        let row = bytes.extracting(content)
        do throws(JSONError) {
            try scratch.scanLine(content, of: bytes)
        } catch {
            return fail(error.isTooDeep ? .recordTooDeep : .recordNotJSON, error.message, line)
        }
        guard scratch.line.kind(0) == .object else {
            return fail(.recordNotJSON, "expected an object, found \(scratch.line.kind(0).description)", line)
        }
        fields.find(on: scratch.line, in: row)
        if form == .messageUpdate && !fields.isEdit(on: scratch.line, in: row) { return nil }
        var context = RecordContext(line: line.number, place: form.place)
        let numbers = RecordNumbers(fields, on: scratch.line, in: row)
        context.time = numbers.time
        let passes = filter.isEmpty || filter.passes(fields, context.time, on: scratch.line, in: row)
        if context.place.isRecord && followsSequences {
            follow(fields, numbers, line.number, content, passes, on: scratch.line, in: bytes)
        }
        guard passes else {
            if context.place.isRecord { partial.filtered += 1 }
            return nil
        }
        payloadNumber += 1
        let outcome = auditPayload(row, numbers, context, fields, &scratch)
        guard let outcome else {
            if context.place.isRecord {
                partial.filtered += 1
                if followsSequences { leaveOutOfSequences(line.number) }
            }
            return nil
        }
        if !numbers.isSound { noteEnvelope(numbers, row, context, fields, scratch.line) }
        if fields.contentEdit >= 0 { auditContentEdit(row, context, fields, &scratch) }
        return context.place.isRecord ? outcome : nil
    }

    /// A line that is no record at all: malformed. Only a filter that lets everything through lets it through.
    private mutating func fail(_ code: FindingCode, _ detail: String, _ line: ArchiveLine) -> Outcome? {
        let place = form.place
        guard filter.isEmpty else {
            if place.isRecord { partial.filtered += 1 }
            return nil
        }
        payloadNumber += 1
        count(.malformed, RecordContext(line: line.number, place: place), label: .none, name: nil)
        note(code, of: BrokenLine(line: line.number, place: place), detail)
        return place.isRecord ? .malformed : nil
    }
}

/// The line of a payload at hand, and what is counted of it.
struct RecordContext {
    let line: Int
    let place: PayloadPlace
    /// The record's time in milliseconds since 1970 UTC, where it has one.
    var time: Int64?

    init(line: Int, place: PayloadPlace) {
        self.line = line
        self.place = place
    }
}

/// A line without any field that can be named.
struct BrokenLine {
    let line: Int
    let place: PayloadPlace
}

/// Where a payload stands, as findings name it.
enum PayloadPlace: String, Sendable {
    case record
    case channelLatest = "meta.channel_latest"
    case messageUpdates = "meta.message_updates"
    case contentEdit = "message_extra.content_edit"

    /// Whether its outcome counts for records, types and months.
    @inline(__always)
    var isRecord: Bool { if case .record = self { true } else { false } }
}

extension RecordForm {
    /// Where the payloads of lines of this form stand.
    var place: PayloadPlace {
        switch self {
        case .wkdb, .api: .record
        case .channelLatest: .channelLatest
        case .messageUpdate: .messageUpdates
        }
    }
}

extension TypeLabel {
    /// A registry's type, as reports name it.
    public init(_ type: ContentType) {
        switch type {
        case .number(let number): self = .number(String(number))
        case .string(let string): self = .string(string)
        }
    }
}
