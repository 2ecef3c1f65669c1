import ContentSchema
import JSONText

/// What decoding found of one payload, in machine words. The details are asked of the decoder, as long as it has not
/// decoded another payload.
public struct PayloadVerdict: Sendable {
    /// What became of the payload.
    public var outcome: Outcome
    /// Why it did not decode, where one thing says it all; nil where the schema's violations do, or where it decoded.
    public var code: FindingCode?
    /// The index of the payload's definition, or -1.
    public var definition = -1
    /// The node of the payload's type, or -1 where it has none.
    public var typeNode = -1
    /// The version it was written at; 0 where it is strictly at none. Only for a decoded payload.
    public var writtenAt = 0
    /// The node of a version field that holds no version of the series, or -1.
    public var invalidVersionNode = -1

    /// Whether it decoded, and nothing has to be said of it.
    @inlinable public var isPlain: Bool { outcome == .decoded && invalidVersionNode < 0 }

    init(_ outcome: Outcome, _ code: FindingCode? = nil, typeNode: Int = -1, definition: Int = -1) {
        self.outcome = outcome
        self.code = code
        self.typeNode = typeNode
        self.definition = definition
    }
}

/// How a payload that is malformed at some version stands to later ones.
enum Lateness {
    /// No later version reads it, or it says that it was written before.
    case none
    /// A later version reads it, but it wasn't strictly written at one.
    case readable
    /// It was written at a later version.
    case written
}

/// Decodes payloads that are scanned already. It is reused from payload to payload and then allocates nothing for one
/// that decodes. Each thread has its own.
public struct PayloadDecoder: Sendable {
    /// The registry.
    public let registry: ContentRegistry
    /// The registry's tables, in an object of its own: threads that count references to one get in each other's way.
    private let tables: DecodingTables
    /// What the schema found of the last payload that reached it, with defaults counted as present.
    public private(set) var schema = SchemaOutcome()
    private var other = SchemaOutcome()
    /// The registry's plans, as far as payloads asked for them.
    private var plans: [SchemaPlan?]
    /// What is known of payloads by their layouts' numbers.
    private var layouts = [LayoutFacts](repeating: LayoutFacts(), count: LayoutFacts.most)

    /// A decoder for a registry.
    public init(_ registry: ContentRegistry) {
        self.registry = registry
        tables = DecodingTables(copying: registry.tables)
        plans = Array(repeating: nil, count: tables.plans.count)
    }

    /// The plan of a definition that a verdict names.
    public func plan(at definition: Int) -> SchemaPlan { plans[definition] ?? tables.plans[definition].plan }

    /// Decodes the payload at a node: from the check that it is an object on to its schema.
    ///
    /// - Parameters:
    ///   - payload: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    public mutating func decode(
        _ payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> PayloadVerdict {
        var verdict = findDefinition(of: payload, on: tape, in: bytes)
        guard verdict.definition >= 0 else { return verdict }
        makePlan(verdict.definition)
        plans[verdict.definition]?.evaluate(tape, payload, bytes, into: &schema)
        let only = tables.rows[verdict.definition].onlyVersion
        if !schema.violations.isEmpty {
            verdict.outcome = .malformed
        } else if only > 0 {
            verdict.writtenAt = schema.missingDefaults.isEmpty ? only : 0
        } else {
            findVersion(of: payload, on: tape, in: bytes, &verdict)
        }
        return verdict
    }

    /// Sees to it that a plan is at hand.
    @inline(__always)
    private mutating func makePlan(_ index: Int) {
        if plans[index] == nil { plans[index] = tables.plans[index].plan.separated() }
    }

    /// Finds the definition of a payload by its type, or what keeps it from having one.
    private mutating func findDefinition(
        of payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> PayloadVerdict {
        guard tape.layout != 0 else {
            let typeNode = tables.typeNode(of: payload, on: tape, in: bytes)
            return tables.findDefinition(of: payload, typeNode: typeNode, on: tape, in: bytes)
        }
        let place = LayoutFacts.place(of: payload, on: tape)
        if !layouts[place].are(of: tape.layout, payload) {
            let typeNode = tables.typeNode(of: payload, on: tape, in: bytes)
            layouts[place] = LayoutFacts(layout: tape.layout, payload: payload, typeNode: typeNode)
        }
        if let definition = layouts[place].definition(on: tape, in: bytes) {
            return PayloadVerdict(.decoded, typeNode: layouts[place].typeNode, definition: definition)
        }
        let typeNode = layouts[place].typeNode
        let verdict = tables.findDefinition(of: payload, typeNode: typeNode, on: tape, in: bytes)
        if verdict.definition >= 0 { layouts[place].keep(verdict.definition, on: tape, in: bytes) }
        return verdict
    }

    /// Appends each value where a payload can be inside a payload.
    ///
    /// - Parameters:
    ///   - payload: The outer payload's node. It was decoded.
    ///   - definition: The index of the outer payload's definition, or -1.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    public mutating func appendNested(
        in payload: Int, definition: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, to found: inout [Int]
    ) {
        let place = LayoutFacts.place(of: payload, on: tape)
        let isKnown = tape.layout != 0 && layouts[place].are(of: tape.layout, payload)
        if isKnown && layouts[place].nestedIn == definition {
            if !layouts[place].nested.isEmpty { found += layouts[place].nested }
            return
        }
        let before = found.count
        tables.forEachNested(in: payload, definition: definition, on: tape, in: bytes) { found.append($0) }
        guard isKnown else { return }
        layouts[place].nestedIn = definition
        layouts[place].nested = Array(found[before...])
    }

    // MARK: The version

    private mutating func findVersion(
        of payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ verdict: inout PayloadVerdict
    ) {
        let tables = self.tables
        if tables.readsVersion(of: payload, on: tape, in: bytes, &verdict) { return }
        for index in tables.rows[verdict.definition].written {
            let plan = tables.written[index].plan
            let isStrict: Bool
            if plan == verdict.definition {
                isStrict = schema.missingDefaults.isEmpty
            } else {
                makePlan(plan)
                plans[plan]?.evaluate(tape, payload, bytes, into: &other)
                isStrict = other.violations.isEmpty && other.missingDefaults.isEmpty
            }
            if isStrict && !tables.isBefore(index, payload, on: tape, in: bytes) {
                verdict.writtenAt = tables.written[index].number
                return
            }
        }
    }

    /// How a payload that is malformed at the registry's version stands to later versions of its content.
    ///
    /// - Parameters:
    ///   - payload: The payload's node. Its definition was found.
    ///   - definition: The index of its definition.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    mutating func lateness(
        of payload: Int, definition: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Lateness {
        let tables = self.tables
        let version = registry.version
        if let isLater = tables.saysIsLater(than: version, payload, definition: definition, on: tape, in: bytes) {
            return isLater ? .written : .none
        }
        var lateness = Lateness.none
        // The highest come first.
        for index in tables.rows[definition].written {
            let written = tables.written[index]
            guard written.latest > version else { break }
            makePlan(written.plan)
            plans[written.plan]?.evaluate(tape, payload, bytes, into: &other)
            guard other.violations.isEmpty else { continue }
            lateness = .readable
            if other.missingDefaults.isEmpty && !tables.isBefore(index, payload, on: tape, in: bytes) {
                return written.number > version ? .written : .readable
            }
        }
        return lateness
    }

    // MARK: Details

    /// The type as a report names it, or nil where the payload has none that a report can name.
    public func typeText(
        of verdict: PayloadVerdict, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> (text: String, isNumber: Bool)? {
        guard verdict.typeNode >= 0, verdict.code != .typeInvalid else { return nil }
        switch tape.kind(verdict.typeNode) {
        case .number: return (tape.text(verdict.typeNode, in: bytes), true)
        case .string: return (tape.string(verdict.typeNode, in: bytes), false)
        default: return nil
        }
    }

    /// What a verdict's code means for this payload, in one clause; empty for codes that schema violations explain.
    ///
    /// - Parameter showingValues: Whether the payload's values may be quoted, or only told by type and length.
    public func detail(
        of verdict: PayloadVerdict, payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>,
        showingValues: Bool
    ) -> String {
        func shown(_ node: Int) -> String {
            ValueDescription.text(node, tape, bytes, showingValues: showingValues)
        }
        switch verdict.code {
        case .payloadNotObject:
            return "expected object, found \(shown(payload))"
        case .typeMissing:
            return "no member at \(registry.resolved.typeField)"
        case .typeInvalid where tape.kind(verdict.typeNode) == .string:
            return "\(shown(verdict.typeNode)) is a string: iOS, Android and Flutter read it as the number, "
                + "JavaScript shows the unknown-message placeholder"
        case .typeInvalid where tape.kind(verdict.typeNode) == .number:
            return "expected a whole number in plain digits, found \(shown(verdict.typeNode))"
        case .typeInvalid:
            return "expected a whole number or a string, found \(shown(verdict.typeNode))"
        case .typeUnknown:
            return "not in \(registry.name)@\(registry.version)"
        case .typeRetired:
            return "retired in \(registry.name)@\(registry.version)"
        default:
            return ""
        }
    }
}
