import ContentSchema
import JSONText

/// Tells which changes between two versions concern a payload: those that keep somebody from reading it, or take something
/// out of it. It is reused from payload to payload; each thread has its own.
///
/// * `backward`: clients of the older version read the payload, and those of the newer one, with all upgrades, refuse it at
///   the change's place, don't know its type, or no longer show what it has there.
/// * `forward`: brought to the newer version, as a new message would be, it is refused at that place by clients of the older
///   version, or they don't know its type.
/// * Where a default changed: the payload lacks the field, so that it means one thing to the ones and another to the others.
public struct ChangeExaminer: Sendable {
    private let changes: [RegistryChange]
    private let tokens: [[String]]
    private let oldRegistry: ContentRegistry
    private let newRegistry: ContentRegistry
    private var oldReader: PayloadReader
    private var newReader: PayloadReader
    private var oldDecoder: PayloadDecoder

    /// - Parameters:
    ///   - diff: The changes.
    ///   - series: The series that they are of.
    /// - Returns: Nil where the series doesn't have both versions.
    public init?(_ diff: RegistryDiff, _ series: RegistrySeries) {
        guard let old = ContentRegistry(series, version: diff.old), let new = ContentRegistry(series, version: diff.new)
        else { return nil }
        changes = diff.changes
        tokens = diff.changes.map { (try? JSONPointer($0.pointer))?.tokens ?? [] }
        oldRegistry = old
        newRegistry = new
        oldReader = PayloadReader(series, old)
        newReader = PayloadReader(series, new)
        oldDecoder = PayloadDecoder(old)
    }

    /// Examines a payload.
    ///
    /// - Parameters:
    ///   - payload: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    /// - Returns: The indexes of the changes that concern it, lowest first.
    public mutating func examine(
        _ payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> [Int] {
        guard tape.kind(payload) == .object else { return [] }
        var found: Set<Int> = []
        let before = oldReader.read(payload, on: tape, in: bytes)
        let now = newReader.read(payload, on: tape, in: bytes)
        let oldName = before.definition < 0 ? nil : oldRegistry.definition(at: before.definition).name
        let newName = now.definition < 0 ? nil : newRegistry.definition(at: now.definition).name
        if before.outcome == .decoded, let oldName {
            if now.outcome == .unknown || newName != oldName {
                addWhole(oldName, .backward, &found)
            } else if now.outcome == .malformed {
                let plan = newReader.decoder.plan(at: now.definition)
                let schema = newReader.decoder.schema
                let places = newReader.withText(of: now, on: tape, in: bytes) { Self.places(plan, schema, $0, $1) }
                attribute(places, oldName, .backward, &found)
            }
            addTaken(before, oldName, tape, bytes, &found)
            addDefaulted(payload, oldName, tape, bytes, &found)
        }
        if now.outcome == .decoded, let newName {
            // Copied, since the decoder changes while the text is looked at.
            var decoder = oldDecoder
            let (verdict, places) = newReader.withText(of: now, on: tape, in: bytes) { tape, bytes in
                let verdict = decoder.decode(now.root, on: tape, in: bytes)
                guard verdict.outcome == .malformed, verdict.definition >= 0 else { return (verdict, [Place]()) }
                let plan = decoder.plan(at: verdict.definition)
                return (verdict, Self.places(plan, decoder.schema, tape, bytes))
            }
            if verdict.outcome == .unknown { addWhole(newName, .forward, &found) }
            attribute(places, newName, .forward, &found)
        }
        return found.sorted()
    }

    // MARK: Whole contents

    private func addWhole(_ name: String, _ side: RegistryChange.Side, _ found: inout Set<Int>) {
        for (index, change) in changes.enumerated()
        where change.content == name && change.kind == nil && change.hurts.contains(side) { found.insert(index) }
    }

    // MARK: Places

    /// A place where a payload is refused.
    private struct Place {
        let code: SchemaCode
        let tokens: [String]
    }

    private static func places(
        _ plan: SchemaPlan, _ outcome: SchemaOutcome, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> [Place] {
        var places: [Place] = []
        plan.visit(outcome, tape, bytes) { violation, _, general in
            places.append(Place(code: violation.code, tokens: (try? JSONPointer(general))?.tokens ?? []))
        }
        return places
    }

    /// Finds the changes by which a payload is refused: those at the place, or else those nearest above it.
    private func attribute(
        _ places: [Place], _ name: String, _ side: RegistryChange.Side, _ found: inout Set<Int>
    ) {
        for place in places {
            let candidates = changes.indices.filter { index in
                let change = changes[index]
                return change.kind != nil && (change.content == name || change.content == nil)
                    && (change.hurts.contains(side) || change.mayHurt.contains(side))
                    && Self.isAt(tokens[index], beginningOf: place.tokens)
            }
            let nearest = candidates.map { tokens[$0].count }.max() ?? 0
            let near = candidates.filter { tokens[$0].count == nearest }
            let exact = near.filter { index in
                changes[index].kind.map { Self.codes(of: $0).contains(place.code) } ?? false
            }
            found.formUnion(exact.isEmpty || nearest < place.tokens.count ? near : exact)
        }
    }

    /// Whether a change's place is a finding's place or above it.
    private static func isAt(_ change: [String], beginningOf place: [String]) -> Bool {
        // The places of findings have `*` for every element, also where the first ones have schemas of their own.
        change.count <= place.count && zip(change, place).allSatisfy { $0 == $1 || $1 == "*" && Int($0) != nil }
    }

    private static func codes(of kind: SchemaChange.Kind) -> Set<SchemaCode> {
        switch kind {
        case .propertyAdded, .propertyRemoved: [.fieldMissing, .fieldUndeclared]
        case .requiredAdded, .requiredRemoved, .defaultAdded, .defaultRemoved, .defaultChanged: [.fieldMissing]
        case .types: [.fieldType, .fieldEnum]
        case .values: [.fieldEnum, .fieldRange, .fieldLength, .fieldPattern]
        case .range: [.fieldRange]
        case .length: [.fieldLength]
        case .pattern: [.fieldPattern]
        case .otherMembers: [.fieldUndeclared]
        case .constraint: [.fieldConstraint, .fieldMissing, .fieldUndeclared]
        }
    }

    // MARK: Members

    /// Adds the changes that no longer show, or misread, what the payload has.
    private func addTaken(
        _ reading: PayloadReading, _ name: String, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>,
        _ found: inout Set<Int>
    ) {
        let wanted = changes.indices.filter { index in
            let change = changes[index]
            return change.content == name && [FieldRemoved.code, FieldReused.code].contains(change.rule)
        }
        if wanted.isEmpty { return }
        let paths = wanted.map { MemberPath(JSONPointer(tokens: tokens[$0])) }
        let has = oldReader.withText(of: reading, on: tape, in: bytes) { tape, bytes in
            paths.map { path in path.contains(from: reading.root, on: tape, in: bytes) { _ in true } }
        }
        for (index, isThere) in zip(wanted, has) where isThere { found.insert(index) }
    }

    /// Adds the changes of defaults that stand for what the payload lacks.
    private mutating func addDefaulted(
        _ payload: Int, _ name: String, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, _ found: inout Set<Int>
    ) {
        let wanted = changes.indices.filter { changes[$0].content == name && changes[$0].rule == DefaultChanged.code }
        if wanted.isEmpty { return }
        let verdict = oldDecoder.decode(payload, on: tape, in: bytes)
        guard verdict.definition >= 0 else { return }
        let plan = oldDecoder.plan(at: verdict.definition)
        let outcome = oldDecoder.schema
        let missing = outcome.missingDefaults.map { plan.generalPointer(of: $0, outcome, tape, bytes) }
        for index in wanted where missing.contains(changes[index].pointer) { found.insert(index) }
    }
}
