import ContentSchema
import JSONText

/// Upgrades a payload with all that is nested in it: outer steps and defaults first, then each nested payload by its own
/// type, and only what decodes at the target in the end. If asked for, it mends what `PayloadRepair` can mend.
public struct TreeUpgrader: Sendable {
    /// A payload's new text.
    public struct Output: Sendable {
        /// The JSON text.
        public var text: [UInt8]
        /// Where the payload was given as JSON text in a string, that string with its quotes.
        public var literal: [UInt8]?
    }

    /// Why what is nested in a payload stays as it is.
    private enum Keeping {
        /// The payload doesn't decode.
        case notDecoded
        /// Names come twice in it.
        case duplicated
    }

    /// A payload is copied for each level of nesting whose own members change. Beyond this many times its size, what is
    /// nested deeper stays as it is.
    private static let copyLimit = 16
    /// The most nodes that `spare` keeps memory for.
    private static let spareLimit = 1 << 16

    private let registry: ContentRegistry
    private var decoder: PayloadDecoder
    /// Decode by later versions that look for the type elsewhere: what has no type at the target can be newer.
    private var otherwiseTyped: [PayloadDecoder]
    private var upgrader: PayloadUpgrader
    private var repair: PayloadRepair?
    private var edit = JSONEdit()
    /// A tape for new texts, and what they are expected to look like.
    private var spare = JSONTape()
    private var layouts = LayoutTree()
    private var budget = 0
    /// Whether the last tree was so deep that not all of it was looked at.
    public private(set) var isExhausted = false
    /// Whether events say where nested payloads stand, and why steps left something alone. That takes a while.
    public var namesPlaces = false {
        didSet { upgrader.explains = namesPlaces }
    }
    /// The definition of the last payload, if it is at the target, nothing is nested in it, and so there is no more to say of
    /// it; otherwise -1.
    public private(set) var settled = -1
    /// What became of each payload of the last tree, the outermost first.
    public var events: [UpgradeEvent] {
        settled >= 0 ? [UpgradeEvent(.unchanged, definition: settled)] : tree
    }
    /// The same, where it isn't settled.
    private var tree: [UpgradeEvent] = []
    /// Where payloads are nested in the one at hand.
    private var places: [Int] = []

    /// - Parameters:
    ///   - series: The series.
    ///   - registry: The series at the version to bring payloads to.
    ///   - repairs: Whether malformed payloads are mended where that needs nothing but their schema's defaults, or the
    ///     type as a number.
    public init(_ series: RegistrySeries, to registry: ContentRegistry, repairs: Bool = false) {
        self.registry = registry
        decoder = PayloadDecoder(registry)
        let typeField = registry.resolved.typeField
        otherwiseTyped = series.versions.filter { $0.number > registry.version && $0.typeField != typeField }
            .compactMap { ContentRegistry(series, version: $0.number).map(PayloadDecoder.init) }
        repair = repairs ? PayloadRepair() : nil
        upgrader = PayloadUpgrader(series, to: registry)
    }

    /// Upgrades a payload.
    ///
    /// - Parameters:
    ///   - root: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    ///   - literal: Where the text was undone from a string, the string as it stands, with its quotes.
    /// - Returns: The new text; nil where nothing changes. `events` says what became of each payload.
    public mutating func upgrade(
        _ root: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, literal: [UInt8]? = nil
    ) -> Output? {
        tree.removeAll(keepingCapacity: true)
        settled = -1
        isExhausted = false
        let verdict = decoder.decode(root, on: tape, in: bytes)
        let doubled = DoubledNames(below: root, on: tape, in: bytes)
        if verdict.isPlain && verdict.writtenAt <= registry.version && doubled.isEmpty && !needsWork(verdict) {
            places.removeAll(keepingCapacity: true)
            decoder.appendNested(in: root, definition: verdict.definition, on: tape, in: bytes, to: &places)
            if places.isEmpty {
                settled = verdict.definition
                return nil
            }
        }
        spare.shrink(toFit: Self.spareLimit)
        budget = Self.copyLimit * (tape.end(root) - tape.start(root)) + 1 << 20
        return upgrade(root, verdict, doubled, tape, bytes, literal, isNested: false)
    }

    /// - Parameters:
    ///   - verdict: What decoding the payload has just found.
    ///   - doubled: The names that come twice on the tape.
    private mutating func upgrade(
        _ root: Int, _ verdict: PayloadVerdict, _ doubled: DoubledNames, _ tape: borrowing JSONTape,
        _ bytes: Span<UInt8>, _ literal: [UInt8]?, isNested: Bool
    ) -> Output? {
        if verdict.code == .typeInvalid, let output = typeMended(root, tape, bytes, literal, isNested: isNested) {
            return output
        }
        let index = tree.count
        var event = UpgradeEvent(.unchanged, definition: verdict.definition, isNested: isNested)
        let work = verdict.definition >= 0 && needsWork(verdict)
        var lateness = Lateness.none
        switch verdict.outcome {
        case .unknown: event.status = .unknown
        case .malformed:
            lateness = self.lateness(root, verdict, tape, bytes)
            event.status = lateness == .none ? .malformed : .newer
        case .decoded where verdict.writtenAt > registry.version:
            lateness = .written
            event.status = .newer
        case .decoded: break
        }
        if verdict.definition < 0 { event.unregisteredType = decoder.typeText(of: verdict, on: tape, in: bytes) }
        event.hasInvalidVersion = verdict.invalidVersionNode >= 0
        let isDoubled = isDoubled(root, verdict.definition, doubled, tape, bytes)
        if isDoubled && event.status == .unchanged { event.status = .duplicated }
        tree.append(event)
        guard tape.kind(root) == .object else { return nil }
        if work, !isDoubled, lateness != .written,
            let own = own(verdict.definition, root, tape, bytes, literal, index)
        {
            // The new text has just been decoded on the spare tape.
            places.removeAll(keepingCapacity: true)
            decoder.appendNested(in: 0, definition: verdict.definition, on: spare, in: own.text.span, to: &places)
            if places.isEmpty { return own }
            var inner = JSONTape()
            // It is scanned once more for itself, as the spare tape serves what is nested too. This can't fail.
            guard (try? inner.scan(own.text.span)) != nil else { return nil }
            let doubled = DoubledNames(below: 0, on: inner, in: own.text.span)
            return nested(
                in: 0, verdict.definition, doubled, inner, own.text.span, own.literal, keeping: nil) ?? own
        }
        let keeping: Keeping? = isDoubled ? .duplicated : verdict.outcome == .decoded ? nil : .notDecoded
        return nested(in: root, verdict.definition, doubled, tape, bytes, literal, keeping: keeping)
    }

    /// How a payload that is malformed at the target stands to later versions.
    private mutating func lateness(
        _ root: Int, _ verdict: PayloadVerdict, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> Lateness {
        if verdict.definition >= 0 {
            return decoder.lateness(of: root, definition: verdict.definition, on: tape, in: bytes)
        }
        for index in otherwiseTyped.indices
        where otherwiseTyped[index].decode(root, on: tape, in: bytes).outcome == .decoded {
            return .written
        }
        return .none
    }

    /// Whether names come twice in a payload itself, so that it stays as it is, with all that is nested in it.
    private mutating func isDoubled(
        _ root: Int, _ definition: Int, _ doubled: DoubledNames, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> Bool {
        if doubled.isEmpty { return false }
        places.removeAll(keepingCapacity: true)
        decoder.appendNested(in: root, definition: definition, on: tape, in: bytes, to: &places)
        return doubled.areIn(root, outside: places, on: tape)
    }

    /// Whether a definition's plan has steps, so that a payload without missing defaults may still have to change.
    mutating func hasSteps(_ definition: Int) -> Bool { upgrader.hasSteps(definition) }

    /// Takes a copy of so many bytes from the budget.
    private mutating func spend(_ size: Int) -> Bool {
        guard budget >= size else {
            isExhausted = true
            return false
        }
        budget -= size
        return true
    }

    /// Whether a payload's own members can have to change.
    private mutating func needsWork(_ verdict: PayloadVerdict) -> Bool {
        verdict.outcome == .malformed || !decoder.schema.missingDefaults.isEmpty
            || upgrader.hasSteps(verdict.definition)
    }

    /// Upgrades a payload's own members.
    ///
    /// - Returns: The new text, if it decodes at the target; nil where the payload stays as it is.
    private mutating func own(
        _ definition: Int, _ root: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, _ literal: [UInt8]?,
        _ index: Int
    ) -> Output? {
        let range = tape.start(root)..<tape.end(root)
        guard spend(range.count) else { return nil }
        var text: [UInt8] = []
        // A text of its own keeps the white space around it.
        text.append(copying: bytes, root == 0 ? 0..<bytes.count : range)
        let given = Output(text: text, literal: root == 0 ? literal : nil)
        let upgraded = upgrader.upgrade(given.text, literal: given.literal, definition: definition)
        tree[index].changes = upgrader.changes
        tree[index].leftovers = upgrader.leftovers
        if upgrader.hasInvalidVersion { tree[index].hasInvalidVersion = true }
        if let upgraded, decodes(upgraded) {
            tree[index].status = .changed
            return upgraded
        }
        if tree[index].status == .unchanged {
            // What decodes at the target as it stands stays, whatever steps would make of it.
            if upgraded != nil { leaveAlone(index) }
            return nil
        }
        if tree[index].status == .newer {
            tree[index].changes.removeAll()
            tree[index].leftovers.removeAll()
            return nil
        }
        if let (fields, pointers) = repair?.fields(of: upgraded ?? given, decoder.plan(at: definition)) {
            let mended = upgrader.settingVersion(of: fields, definition: definition) ?? fields
            if decodes(mended) {
                tree[index].status = .changed
                tree[index].changes += pointers.map { UpgradeChange(kind: .repaired, pointer: $0) } + upgrader.changes
                tree[index].leftovers += upgrader.leftovers
                return mended
            }
        }
        // What is still malformed stays as it stood.
        keepLeftovers(index)
        return nil
    }

    /// Of what was done to a payload, forgets all but what was left alone.
    private mutating func keepLeftovers(_ index: Int) {
        tree[index].changes.removeAll { $0.kind != .conflict && $0.kind != .lossy }
        tree[index].leftovers.removeAll { $0.kind == .versioned }
    }

    /// Says that a payload stays as it stood, since the steps would leave it malformed.
    private mutating func leaveAlone(_ index: Int) {
        keepLeftovers(index)
        tree[index].changes.append(UpgradeChange(kind: .conflict, pointer: ""))
        guard namesPlaces else { return }
        tree[index].leftovers.append(
            UpgradeLeftover(
                kind: .conflict, pointer: "", generalPointer: "",
                detail: "it decodes as it stands, and would be malformed after the steps of its upgrade"))
    }

    /// Whether a payload's new text decodes at the target.
    private mutating func decodes(_ output: Output) -> Bool {
        guard (try? spare.scan(output.text.span, expecting: &layouts)) != nil else { return false }
        return decoder.decode(0, on: spare, in: output.text.span).outcome == .decoded
    }

    /// Upgrades a payload whose type is a string that spells a registered number, with the number in its place.
    ///
    /// - Returns: Nil where it isn't one, nobody wants it mended, or it is malformed all the same; then nothing is noted.
    private mutating func typeMended(
        _ root: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, _ literal: [UInt8]?, isNested: Bool
    ) -> Output? {
        guard repair != nil else { return nil }
        var given = Output(text: [], literal: root == 0 ? literal : nil)
        given.text.append(copying: bytes, root == 0 ? 0..<bytes.count : tape.start(root)..<tape.end(root))
        guard spend(given.text.count), let mended = repair?.type(of: given, at: registry.resolved.typeField) else {
            return nil
        }
        var inner = JSONTape()
        guard (try? inner.scan(mended.text.span)) != nil else { return nil }
        let index = tree.count
        let verdict = decoder.decode(0, on: inner, in: mended.text.span)
        let doubled = DoubledNames(below: 0, on: inner, in: mended.text.span)
        let further = upgrade(0, verdict, doubled, inner, mended.text.span, mended.literal, isNested: isNested)
        let isLeftAlone = tree[index].changes.contains { $0.kind == .conflict && $0.pointer.isEmpty }
        guard tree[index].status == .changed || tree[index].status == .unchanged, !isLeftAlone else {
            tree.removeSubrange(index...)
            return nil
        }
        tree[index].status = .changed
        tree[index].changes.insert(
            UpgradeChange(kind: .repaired, pointer: registry.resolved.typeField.description), at: 0)
        let output = further ?? mended
        guard let set = upgrader.settingVersion(of: output, definition: verdict.definition), decodes(set) else {
            return output
        }
        tree[index].changes += upgrader.changes
        tree[index].leftovers += upgrader.leftovers
        return set
    }

    // MARK: Nested payloads

    /// Upgrades what is nested in a payload.
    ///
    /// - Parameter keeping: Why nothing in it may change, if it may not.
    private mutating func nested(
        in root: Int, _ definition: Int, _ doubled: DoubledNames, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>,
        _ literal: [UInt8]?, keeping: Keeping?
    ) -> Output? {
        // Where nothing is nested, nothing is allocated.
        var places: [Int] = []
        decoder.appendNested(in: root, definition: definition, on: tape, in: bytes, to: &places)
        guard !places.isEmpty else { return nil }
        var replacements: [(node: Int, text: [UInt8])] = []
        let first = tree.count
        for node in places {
            let inner = tree.count
            defer { if namesPlaces { prefix(tree[inner...].indices, by: node, from: root, tape, bytes) } }
            switch tape.kind(node) {
            case .null: continue
            case .string:
                if let text = text(node, tape, bytes) { replacements.append((node, text)) }
            default:
                let verdict = decoder.decode(node, on: tape, in: bytes)
                if let output = upgrade(node, verdict, doubled, tape, bytes, nil, isNested: true) {
                    replacements.append((node, output.text))
                }
            }
        }
        guard !replacements.isEmpty else { return nil }
        if keeping == nil, let output = replaced(replacements, root, definition, tape, bytes, literal) { return output }
        for index in first..<tree.count where tree[index].status == .changed {
            tree[index].status = .nestedKept
            tree[index].isInsideDuplicated = keeping == .duplicated
            tree[index].changes.removeAll()
        }
        return nil
    }

    /// Says where nested payloads stand, from the payload around them on.
    private mutating func prefix(
        _ indexes: Range<Int>, by node: Int, from root: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) {
        guard !indexes.isEmpty else { return }
        let pointer = tape.pointer(to: node, from: root, in: bytes)
        for index in indexes { tree[index].at = pointer + tree[index].at }
    }

    /// Upgrades a nested payload that is JSON text in a string.
    ///
    /// - Returns: The new string with its quotes; nil where nothing changes.
    private mutating func text(_ node: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>) -> [UInt8]? {
        let size = tape.end(node) - tape.start(node)
        guard spend(size) else { return nil }
        var text: [UInt8] = []
        tape.appendUnescaped(node, in: bytes, to: &text)
        var literal: [UInt8] = []
        literal.append(copying: bytes, tape.start(node)..<tape.end(node))
        var inner = JSONTape()
        guard (try? inner.scan(text.span)) != nil else {
            tree.append(UpgradeEvent(.malformed, isNested: true))
            return nil
        }
        let verdict = decoder.decode(0, on: inner, in: text.span)
        let doubled = DoubledNames(below: 0, on: inner, in: text.span)
        return upgrade(0, verdict, doubled, inner, text.span, literal, isNested: true)?.literal
    }

    /// The payload with nested payloads replaced, if it still decodes.
    private mutating func replaced(
        _ replacements: [(node: Int, text: [UInt8])], _ root: Int, _ definition: Int, _ tape: borrowing JSONTape,
        _ bytes: Span<UInt8>, _ literal: [UInt8]?
    ) -> Output? {
        edit.reset()
        var whole: [UInt8] = []
        var newLiteral: [UInt8]?
        do {
            for (node, text) in replacements {
                try edit.replace(value: node, with: text.span, on: tape, in: bytes)
            }
            try edit.apply(to: bytes, on: tape, into: &whole)
            if root == 0, let literal {
                newLiteral = try EscapedText.edit(literal, by: &edit, on: tape, in: bytes)
            }
        } catch {
            return nil
        }
        // Only the payload itself is asked for, which stands where it stood; what follows it moved.
        let end = whole.count - (bytes.count - tape.end(root))
        let text = root == 0 ? whole : Array(whole[tape.start(root)..<end])
        var inner = JSONTape()
        guard (try? inner.scan(text.span)) != nil,
            decoder.decode(0, on: inner, in: text.span).outcome == .decoded
        else { return nil }
        return Output(text: text, literal: newLiteral)
    }
}
