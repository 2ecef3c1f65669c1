import Archives
import ContentSchema
import JSONText
import Registries

extension AuditWorker {
    /// Audits the payload that a row carries.
    ///
    /// - Returns: The outcome; nil where the filters leave the record out.
    mutating func auditPayload(
        _ row: Span<UInt8>, _ numbers: RecordNumbers, _ context: RecordContext, _ fields: RecordFields,
        _ scratch: inout RecordScratch
    ) -> Outcome? {
        if let reason = fields.missing(numbers, on: scratch.line) {
            return settle(.recordIncomplete, reason, context, fields, scratch.line, row)
        }
        if fields.isEncrypted(on: scratch.line, in: row) {
            return settle(
                .payloadEncrypted, "encrypted end to end: only its receivers can read it", context, fields,
                scratch.line,
                row)
        }
        var isURLSafe = false
        let outcome: Outcome?
        switch PayloadCarriage(fields.payload, on: scratch.line, in: row, form, into: &scratch.bytes, &scratch.text) {
        case .inLine(let node):
            outcome = settle(node, scratch.line, row, context, fields, scratch.line, row)
        case .asBytes(let count, let carriage):
            isURLSafe = carriage.isURLSafe
            do throws(JSONError) {
                try scratch.scanPayload(count)
            } catch {
                if context.place == .channelLatest && !error.isTooDeep && count > 0 {
                    return settlePreview(fields, scratch.line, row)
                }
                return settleUnscanned(error, count, scratch.bytes.span, context, fields, scratch.line, row)
            }
            outcome = settle(
                0, scratch.payload, scratch.bytes.span.extracting(0..<count), context, fields, scratch.line, row)
        case .fault(let code, let detail):
            return settle(code, detail, context, fields, scratch.line, row)
        }
        if isURLSafe && outcome != nil {
            note(
                .base64URLSafe, context, fields, scratch.line, row,
                pointer: scratch.line.pointer(to: fields.payload, in: row),
                detail: "the payload is Base64 in the URL-safe alphabet, which some clients can't read")
        }
        return outcome
    }

    /// Audits the edit that an API message carries beside its payload.
    mutating func auditContentEdit(
        _ row: Span<UInt8>, _ record: RecordContext, _ fields: RecordFields, _ scratch: inout RecordScratch
    ) {
        guard scratch.line.kind(fields.contentEdit) != .null else { return }
        let original = outerLabel
        let context = RecordContext(line: record.line, place: .contentEdit)
        payloadNumber += 1
        switch PayloadCarriage(fields.contentEdit, on: scratch.line, in: row, form, into: &scratch.bytes, &scratch.text)
        {
        case .inLine(let node):
            _ = settle(node, scratch.line, row, context, fields, scratch.line, row)
        case .asBytes(let count, _):
            do throws(JSONError) {
                try scratch.scanPayload(count)
            } catch {
                _ = settleUnscanned(error, count, scratch.bytes.span, context, fields, scratch.line, row)
                return
            }
            _ = settle(
                0, scratch.payload, scratch.bytes.span.extracting(0..<count), context, fields, scratch.line, row)
        case .fault(let code, let detail):
            _ = settle(code, detail, context, fields, scratch.line, row)
        }
        let edited = outerLabel
        if original != edited && original != .none && edited != .none {
            note(
                .typeDisagrees, context, fields, scratch.line, row, label: edited,
                pointer: decoder.registry.resolved.typeField.description,
                detail: "the edit is of type \(edited.text), the message of type \(original.text)")
        }
    }

    // MARK: Settling an outcome

    /// A payload that is not JSON.
    private mutating func settleUnscanned(
        _ error: JSONError, _ count: Int, _ bytes: Span<UInt8>, _ context: RecordContext, _ fields: RecordFields,
        _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) -> Outcome? {
        if count == 0 { return settle(.payloadEmpty, "the payload is empty", context, fields, line, row) }
        if error.isTooDeep { return settle(.payloadTooDeep, error.message, context, fields, line, row) }
        let payload = bytes.extracting(0..<count)
        let hint = Self.decodesOnceMore(payload) ? "; it decodes after one more step of Base64" : ""
        return settle(.payloadNotJSON, error.message + hint, context, fields, line, row)
    }

    /// Whether bytes are the Base64 of a JSON object, as where a payload was encoded twice.
    private static func decodesOnceMore(_ bytes: Span<UInt8>) -> Bool {
        var decoded: [UInt8] = []
        guard bytes.count >= 8, let count = try? Base64.decode(bytes, into: &decoded) else { return false }
        var tape = JSONTape()
        return (try? tape.scan(decoded.span.extracting(0..<count))) != nil && tape.kind(0) == .object
    }

    /// The kept beginning of a channel's latest message.
    private mutating func settlePreview(
        _ fields: RecordFields, _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) -> Outcome? {
        lastOuter = (-1, .none)
        guard filter.passes(.none), !filter.readsText else { return nil }
        partial.tally.countPreview(PayloadPlace.channelLatest.rawValue)
        return .decoded
    }

    /// A payload that one code says it all of.
    private mutating func settle(
        _ code: FindingCode, _ detail: String, _ context: RecordContext, _ fields: RecordFields,
        _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) -> Outcome? {
        lastOuter = (-1, .none)
        guard filter.passes(.none), !filter.readsText || context.place == .contentEdit else { return nil }
        let outcome = code.outcome ?? .malformed
        count(outcome, context, label: .none, name: nil)
        note(code, context, fields, line, row, pointer: "", detail: detail)
        return outcome
    }

    /// A payload that is scanned, with all that is nested in it.
    private mutating func settle(
        _ root: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, _ context: RecordContext,
        _ fields: RecordFields, _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) -> Outcome? {
        let verdict = decoder.decode(root, on: tape, in: bytes)
        if verdict.definition >= 0 {
            lastOuter.definition = verdict.definition
        } else {
            lastOuter = (-1, label(of: verdict, tape, bytes))
        }
        if !filter.isEmpty {
            guard filter.passes(outerLabel), passesText(verdict, root, tape, bytes, context) else { return nil }
        }
        if context.place.isRecord, verdict.definition >= 0 {
            countKnown(verdict, context)
            if verdict.outcome == .malformed { countUpgradable(verdict, root, tape, bytes) }
        } else {
            count(verdict.outcome, context, label: outerLabel, name: nil)
        }
        let first = nested.count
        if tape.kind(root) == .object {
            decoder.appendNested(in: root, definition: verdict.definition, on: tape, in: bytes, to: &nested)
        }
        let isDoubtful = Doubts.areThere(tape, root, bytes)
        // Of most payloads there is no more to say.
        if verdict.isPlain && nested.count == first && !isDoubtful { return verdict.outcome }
        let site = PayloadSite(root: root, definition: verdict.definition, label: outerLabel, at: nil)
        noteVerdict(verdict, site, tape, bytes, context, fields, line, row)
        let doubts = isDoubtful ? Doubts(tape, root, bytes) : .none
        var places = PayloadPlaces(prefix: "", root: root)
        auditNested(from: first, &places, doubts, tape, bytes, context, fields, line, row)
        if !doubts.isEmpty { noteDoubts(doubts, site, tape, bytes, context, fields, line, row) }
        return verdict.outcome
    }

    /// The type of the last payload that a line carried.
    private var outerLabel: TypeLabel { lastOuter.definition >= 0 ? labels[lastOuter.definition] : lastOuter.label }

    /// Whether the searchable text lets a payload through. Of an edit beside a message nothing is asked any more: the
    /// message has come through.
    private mutating func passesText(
        _ verdict: PayloadVerdict, _ root: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>,
        _ context: RecordContext
    ) -> Bool {
        guard textFilter != nil, context.place != .contentEdit else { return true }
        guard verdict.outcome == .decoded else { return false }
        guard var filter = textFilter.take() else { return true }
        defer { textFilter = filter }
        filter.text.removeAll(keepingCapacity: true)
        filter.renderer.appendSearchable(of: verdict.definition, root, on: tape, in: bytes, to: &filter.text)
        let text = filter.text
        return self.filter.passes(text: text.span, &filter.folded)
    }

    /// Audits the payloads inside a payload, and those inside them.
    ///
    /// - Parameters:
    ///   - first: Where they begin in `nested`, which they are taken from.
    ///   - places: Names the places of payloads on `tape`.
    private mutating func auditNested(
        from first: Int, _ places: inout PayloadPlaces, _ doubts: Doubts, _ tape: borrowing JSONTape,
        _ bytes: Span<UInt8>, _ context: RecordContext, _ fields: RecordFields, _ line: borrowing JSONTape,
        _ row: Span<UInt8>
    ) {
        let end = nested.count
        for index in first..<end {
            let node = nested[index]
            switch tape.kind(node) {
            case .null:
                continue
            case .string:
                let at = places.place(of: node, tape, bytes)
                auditNestedText(node, at, tape, bytes, context, fields, line, row)
            default:
                payloadNumber += 1
                let verdict = decoder.decode(node, on: tape, in: bytes)
                countNested(verdict, tape, bytes, context)
                if tape.kind(node) == .object {
                    decoder.appendNested(in: node, definition: verdict.definition, on: tape, in: bytes, to: &nested)
                }
                if verdict.isPlain && doubts.isEmpty {
                    if nested.count > end {
                        auditNested(from: end, &places, doubts, tape, bytes, context, fields, line, row)
                    }
                    continue
                }
                let site = PayloadSite(
                    root: node, definition: verdict.definition, label: label(of: verdict, tape, bytes),
                    at: places.place(of: node, tape, bytes))
                noteVerdict(verdict, site, tape, bytes, context, fields, line, row)
                auditNested(from: end, &places, doubts, tape, bytes, context, fields, line, row)
                if !doubts.isEmpty { noteDoubts(doubts, site, tape, bytes, context, fields, line, row) }
            }
        }
        nested.removeSubrange(first...)
    }

    /// Audits a nested payload that is JSON text in a string.
    private mutating func auditNestedText(
        _ node: Int, _ at: String, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, _ context: RecordContext,
        _ fields: RecordFields, _ line: borrowing JSONTape, _ row: Span<UInt8>
    ) {
        var text: [UInt8] = []
        tape.appendUnescaped(node, in: bytes, to: &text)
        payloadNumber += 1
        var inner = JSONTape()
        do throws(JSONError) {
            try inner.scan(text.span)
        } catch {
            let code: FindingCode = text.isEmpty ? .payloadEmpty : error.isTooDeep ? .payloadTooDeep : .payloadNotJSON
            countNested(.malformed, .none, nil, context)
            note(
                code, at: PayloadSite(root: 0, definition: -1, label: .none, at: at), context, fields, line, row,
                detail: text.isEmpty ? "the payload is an empty text" : error.message)
            return
        }
        let verdict = decoder.decode(0, on: inner, in: text.span)
        let site = PayloadSite(
            root: 0, definition: verdict.definition, label: label(of: verdict, inner, text.span), at: at)
        countNested(verdict, inner, text.span, context)
        noteVerdict(verdict, site, inner, text.span, context, fields, line, row)
        let doubts = Doubts(inner, 0, text.span)
        let first = nested.count
        if inner.kind(0) == .object {
            decoder.appendNested(in: 0, definition: verdict.definition, on: inner, in: text.span, to: &nested)
        }
        var places = PayloadPlaces(prefix: at, root: 0)
        auditNested(from: first, &places, doubts, inner, text.span, context, fields, line, row)
        if !doubts.isEmpty { noteDoubts(doubts, site, inner, text.span, context, fields, line, row) }
    }

    func label(
        of verdict: PayloadVerdict, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> TypeLabel {
        if verdict.definition >= 0 { return labels[verdict.definition] }
        guard let type = decoder.typeText(of: verdict, on: tape, in: bytes) else { return .none }
        return type.isNumber ? .number(type.text) : .string(type.text)
    }
}

/// A payload whose findings are noted.
struct PayloadSite {
    /// Its node.
    let root: Int
    /// The index of its definition, or -1.
    let definition: Int
    /// Its type.
    let label: TypeLabel
    /// For a nested payload, the pointer from the outermost payload to it; nil for an outermost one.
    var at: String?
}

/// Names the places of nested payloads by their pointers from the outermost payload.
private struct PayloadPlaces {
    /// The pointer to the text that the tape was scanned from; empty for the outermost payload's own.
    private let prefix: String
    private var cursor: PointerCursor

    init(prefix: String, root: Int) {
        self.prefix = prefix
        cursor = PointerCursor(root: root)
    }

    mutating func place(of node: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>) -> String {
        prefix + cursor.pointers(to: node, tape, bytes).exact
    }
}

extension TypeLabel {
    /// The type in a sentence.
    var text: String {
        switch self {
        case .number(let text): text
        case .string(let text): "\"\(text)\""
        case .none: "none"
        case .other: "other"
        }
    }
}
