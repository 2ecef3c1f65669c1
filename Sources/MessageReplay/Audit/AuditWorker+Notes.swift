import Archives
import ContentSchema
import JSONText
import Registries

/// Counting outcomes.
extension AuditWorker {
    /// Counts the outcome of an outer payload of a type that the registry doesn't know, or of a carrier's payload.
    mutating func count(_ outcome: Outcome, _ context: RecordContext, label: TypeLabel, name: String?) {
        guard context.place.isRecord else {
            partial.tally.count(outcome, inCarrier: context.place.rawValue)
            return
        }
        countRecord(outcome, context, row: partial.tally.typeIndex(label, name: name))
    }

    /// Counts an outer payload of a type that the registry knows.
    mutating func countKnown(_ verdict: PayloadVerdict, _ context: RecordContext) {
        let row = row(of: verdict.definition)
        guard verdict.outcome == .decoded else { return countRecord(verdict.outcome, context, row: row) }
        countOutcome(.decoded, context)
        if !decoded[verdict.definition].add(context.time, writtenAt: verdict.writtenAt) {
            decoded[verdict.definition].move(to: &partial.tally.types[row])
            _ = decoded[verdict.definition].add(context.time, writtenAt: verdict.writtenAt)
        }
        if !decoder.schema.missingDefaults.isEmpty { countDefaulted(verdict, row) }
    }

    /// Adds what was counted of decoded payloads to the rows of their types.
    mutating func putDecodedAway() {
        for definition in decoded.indices where !decoded[definition].isEmpty {
            decoded[definition].move(to: &partial.tally.types[rows[definition]])
        }
    }

    /// Counts a malformed payload that the series' steps would mend.
    mutating func countUpgradable(
        _ verdict: PayloadVerdict, _ root: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) {
        guard upgrader != nil else { return }
        _ = upgrader?.upgrade(root, on: tape, in: bytes)
        if upgrader?.events.first?.status == .changed {
            partial.tally.types[row(of: verdict.definition)].upgradable += 1
        }
    }

    /// Counts each default that a payload lacks, once for its pointer however many elements lack it.
    private mutating func countDefaulted(_ verdict: PayloadVerdict, _ row: Int) {
        let slots = decoder.plan(at: verdict.definition).defaults
        if partial.tally.types[row].defaulted.isEmpty {
            partial.tally.types[row].defaulted = slots.map { DefaultedCount(pointer: $0.pointer, count: 0) }
        }
        let missing = decoder.schema.missingDefaults
        for (index, default_) in missing.enumerated()
        where !missing[..<index].contains(where: { $0.slot == default_.slot }) {
            partial.tally.types[row].defaulted[default_.slot].count += 1
        }
    }

    /// Counts the outcome of a record for its type.
    private mutating func countRecord(_ outcome: Outcome, _ context: RecordContext, row: Int) {
        countOutcome(outcome, context)
        partial.tally.types[row].count(outcome, context.time)
    }

    /// Counts the outcome of a record for all records and those of its month.
    private mutating func countOutcome(_ outcome: Outcome, _ context: RecordContext) {
        partial.records += 1
        partial.tally.totals.count(outcome)
        guard let time = context.time else { return }
        if !month.span.contains(time) {
            putMonthAway()
            let found = Time.month(of: time)
            month = (found.month, found.span, OutcomeCounts())
        }
        month.counts.count(outcome)
    }

    /// Adds what was counted of the month at hand to the chunk's months.
    mutating func putMonthAway() {
        guard month.counts.sum > 0 else { return }
        partial.tally.months[month.number, default: OutcomeCounts()] += month.counts
        month.counts = OutcomeCounts()
    }

    /// Counts a nested payload. Those in carriers are in no tally, as carriers are none of the records.
    mutating func countNested(
        _ verdict: PayloadVerdict, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, _ context: RecordContext
    ) {
        if verdict.definition >= 0 {
            countNested(verdict.outcome, .none, verdict, context)
        } else {
            countNested(verdict.outcome, label(of: verdict, tape, bytes), nil, context)
        }
    }

    /// - Parameters:
    ///   - label: The type, where it isn't known.
    ///   - known: The verdict on a payload of a type that the registry knows.
    mutating func countNested(
        _ outcome: Outcome, _ label: TypeLabel, _ known: PayloadVerdict?, _ context: RecordContext
    ) {
        guard context.place.isRecord else { return }
        partial.tally.nested.count(outcome)
        let row =
            known.map { self.row(of: $0.definition) } ?? partial.tally.typeIndex(label, name: nil)
        partial.tally.types[row].nested.count(outcome)
        guard let known, outcome == .decoded else { return }
        if known.writtenAt > 0 {
            partial.tally.types[row].nestedWrittenAt.count(known.writtenAt)
        } else {
            partial.tally.types[row].nestedPartial += 1
        }
    }

    @inline(__always)
    private mutating func row(of definition: Int) -> Int {
        rows[definition] >= 0 ? rows[definition] : addRow(for: definition)
    }

    private mutating func addRow(for definition: Int) -> Int {
        let label = labels[definition]
        let name = decoder.registry.definition(at: definition).name
        rows[definition] = partial.tally.typeIndex(label, name: name)
        return rows[definition]
    }
}

/// Noting findings.
extension AuditWorker {
    /// Notes what a verdict says of a payload.
    mutating func noteVerdict(
        _ verdict: PayloadVerdict, _ site: PayloadSite, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>,
        _ context: RecordContext, _ fields: RecordFields, _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) {
        if verdict.isPlain { return }
        if let code = verdict.code {
            let pointer =
                verdict.typeNode >= 0 || code == .typeMissing ? decoder.registry.resolved.typeField.description : ""
            if let group = count(code, Self.place(of: site, context), site.label, pointer) {
                var detail = decoder.detail(
                    of: verdict, payload: site.root, on: tape, in: bytes, showingValues: options.showsValues)
                if code == .payloadNotObject && tape.kind(site.root) == .string {
                    detail += Self.decodesOnceMore(site.root, tape, bytes) ? "; it decodes after one more step" : ""
                }
                keepExample(context, fields, line, row, site, pointer, detail, of: group)
            }
        }
        if verdict.invalidVersionNode >= 0 {
            let node = verdict.invalidVersionNode
            let pointer = tape.pointer(to: node, from: site.root, in: bytes)
            if let group = count(.versionInvalid, Self.place(of: site, context), site.label, pointer) {
                let shown = ValueDescription.text(node, tape, bytes, showingValues: options.showsValues)
                let detail = "expected a version of \(decoder.registry.name), found \(shown)"
                keepExample(context, fields, line, row, site, pointer, detail, of: group)
            }
        }
        guard verdict.definition >= 0 else { return }
        noteViolations(verdict, site, tape, bytes, context, fields, line, row)
    }

    /// Notes where a payload fails its schemas.
    private mutating func noteViolations(
        _ verdict: PayloadVerdict, _ site: PayloadSite, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>,
        _ context: RecordContext, _ fields: RecordFields, _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) {
        let plan = decoder.plan(at: verdict.definition)
        let outcome = decoder.schema
        let place = Self.place(of: site, context)
        let showsValues = options.showsValues
        plan.visit(outcome, tape, bytes) { violation, pointer, general in
            let code = FindingCode(rawValue: violation.code.rawValue) ?? .fieldConstraint
            guard let group = count(code, place, site.label, general) else { return }
            let detail = plan.detail(of: violation, outcome, tape, bytes, showingValues: showsValues)
            keepExample(context, fields, line, row, site, pointer, detail, of: group)
        }
    }

    private static func decodesOnceMore(_ node: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>) -> Bool {
        var text: [UInt8] = []
        tape.appendUnescaped(node, in: bytes, to: &text)
        var inner = JSONTape()
        if (try? inner.scan(text.span)) != nil { return inner.kind(0) == .object }
        var decoded: [UInt8] = []
        guard let count = try? Base64.decode(text.span, into: &decoded) else { return false }
        return (try? inner.scan(decoded.span.extracting(0..<count))) != nil && inner.kind(0) == .object
    }

    /// Notes the doubts that are a payload's own: inside it, and in no payload that is nested in it.
    mutating func noteDoubts(
        _ doubts: Doubts, _ site: PayloadSite, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>,
        _ context: RecordContext, _ fields: RecordFields, _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) {
        payloadNumber += 1
        var inner: [Range<Int>] = []
        decoder.registry.forEachNested(
            in: site.root, definition: site.definition < 0 ? nil : site.definition, on: tape, in: bytes
        ) {
            if tape.kind($0) == .object { inner.append($0..<tape.next($0)) }
        }
        inner.sort { $0.lowerBound < $1.lowerBound }
        let range = site.root..<tape.next(site.root)
        for (nodes, code) in [(doubts.duplicates, FindingCode.memberDuplicated), (doubts.surrogates, .stringSurrogate)]
        {
            var cursor = PointerCursor(root: site.root)
            Doubts.forEach(of: nodes, in: range, outside: inner) { node in
                let (pointer, general) = cursor.pointers(to: node, tape, bytes)
                guard let group = count(code, Self.place(of: site, context), site.label, general) else { return }
                let detail =
                    code == .memberDuplicated
                    ? "the name comes twice; clients read the last one"
                    : "half of a surrogate pair; clients show a replacement character"
                keepExample(context, fields, line, row, site, pointer, detail, of: group)
            }
        }
    }

    /// Notes a finding of a line that has no fields.
    mutating func note(_ code: FindingCode, of broken: BrokenLine, _ detail: String) {
        guard let group = count(code, broken.place.rawValue, .none, "") else { return }
        keep(FindingExample(archive: archive, file: file, line: broken.line, pointer: "", detail: detail), of: group)
    }

    /// Notes a finding of a record, or of its payload as a whole.
    ///
    /// - Parameters:
    ///   - label: The type of the payload that has the fault; none where the record has it.
    ///   - pointer: The fault's pointer in its payload, or in its record.
    mutating func note(
        _ code: FindingCode, _ context: RecordContext, _ fields: RecordFields, _ line: borrowing JSONTape,
        _ row: Span<UInt8>, label: TypeLabel = .none, pointer: String, detail: String
    ) {
        guard let group = count(code, context.place.rawValue, label, pointer) else { return }
        keepExample(context, fields, line, row, nil, pointer, detail, of: group)
    }

    /// Notes a finding of a payload: of all of it, or at a place in it.
    ///
    /// - Parameters:
    ///   - pointer: The fault's exact pointer in the payload.
    ///   - general: The same with array indexes as `*`.
    mutating func note(
        _ code: FindingCode, at site: PayloadSite, _ context: RecordContext, _ fields: RecordFields,
        _ line: borrowing JSONTape, _ row: Span<UInt8>, pointer: String = "", general: String = "", detail: String
    ) {
        guard let group = count(code, Self.place(of: site, context), site.label, general) else { return }
        keepExample(context, fields, line, row, site, pointer, detail, of: group)
    }

    /// Begins to count the findings of another payload.
    mutating func beginPayload() { payloadNumber += 1 }

    /// The place that findings name: nested payloads of carriers are told by their pointers only.
    private static func place(of site: PayloadSite, _ context: RecordContext) -> String {
        site.at != nil && context.place.isRecord ? "nested" : context.place.rawValue
    }

    /// Keeps a finding that was counted, with the names of its record.
    private mutating func keepExample(
        _ context: RecordContext, _ fields: RecordFields, _ line: borrowing JSONTape, _ row: Span<UInt8>,
        _ site: PayloadSite?, _ pointer: String, _ detail: String, of group: FindingGroup
    ) {
        let example = FindingExample(
            archive: archive, file: file, line: context.line,
            messageID: Self.cut(fields.messageIDText(on: line, in: row)),
            channel: Self.cut(fields.channelText(on: line, in: row)),
            seq: Self.cut(fields.sequenceText(on: line, in: row)), pointer: pointer, at: site?.at.map { $0 + pointer },
            detail: detail)
        keep(example, of: group)
    }

    /// A record's name for something, cut where it is no name any more: each of its findings repeats it.
    private static func cut(_ text: String?) -> String? {
        guard let text, text.utf8.count > mostNameBytes else { return text }
        return String(text.unicodeScalars.prefix(mostNameBytes / 4)) + "…"
    }

    private static let mostNameBytes = 1024

    /// Counts a finding.
    ///
    /// - Parameter pointer: The fault's pointer with array indexes as `*`.
    /// - Returns: The finding's group if somebody wants to know more of this one.
    private mutating func count(
        _ code: FindingCode, _ place: String, _ label: TypeLabel, _ pointer: String
    ) -> FindingGroup? {
        let level: FindingLevel =
            switch code.outcome {
            case .unknown: .unknown
            case nil: .warning
            default: .malformed
            }
        let key = AuditTally.FindingKey(code: code.rawValue, level: level, place: place, type: label, pointer: pointer)
        let index = partial.tally.findingIndex(key)
        while index >= countedFor.count { countedFor.append(-1) }
        // One payload counts once, however many of its elements have the fault.
        var isExample = false
        if countedFor[index] != payloadNumber {
            countedFor[index] = payloadNumber
            partial.tally.findings[index].count += 1
            isExample = partial.tally.findings[index].examples.count < options.exampleLimit
        }
        return isExample || options.findingLines != nil ? FindingGroup(key: key, index: index, keeps: isExample) : nil
    }

    /// Keeps a finding that was counted.
    private mutating func keep(_ example: FindingExample, of group: FindingGroup) {
        if options.findingLines != nil { partial.findings.append(FindingRow(group.key), example) }
        if group.keeps { partial.tally.findings[group.index].examples.append(example) }
    }
}

/// The group of a finding that was counted, and what is to be kept of it.
private struct FindingGroup {
    let key: AuditTally.FindingKey
    let index: Int
    /// Whether it becomes one of the group's examples.
    let keeps: Bool
}

extension TypeRow {
    /// Counts a record.
    fileprivate mutating func count(_ outcome: Outcome, _ time: Int64?) {
        counts.count(outcome)
        if let time { include(time) }
    }

    /// Widens the span of times.
    mutating func include(_ time: Int64) {
        first = min(first ?? time, time)
        last = max(last ?? time, time)
    }
}

extension AuditTally {
    /// Counts the outcome of a carrier's payload.
    mutating func count(_ outcome: Outcome, inCarrier name: String) {
        carriers[carrierIndex(name)].counts.count(outcome)
    }

    /// Counts a payload of a carrier of which only the beginning is kept.
    mutating func countPreview(_ name: String) { carriers[carrierIndex(name)].preview += 1 }

    private mutating func carrierIndex(_ name: String) -> Int {
        if let index = carriers.firstIndex(where: { $0.name == name }) { return index }
        carriers.append(CarrierTally(name: name))
        return carriers.count - 1
    }
}
