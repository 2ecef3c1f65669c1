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

    init(_ outcome: Outcome, _ code: FindingCode? = nil, typeNode: Int = -1, definition: Int = -1) {
        self.outcome = outcome
        self.code = code
        self.typeNode = typeNode
        self.definition = definition
    }
}

/// Decodes payloads that are scanned already. It is reused from payload to payload and then allocates nothing for one
/// that decodes. Each thread has its own.
public struct PayloadDecoder: Sendable {
    /// The registry.
    public let registry: ContentRegistry
    /// What the schema found of the last payload that reached it, with defaults counted as present.
    public private(set) var schema = SchemaOutcome()
    private var other = SchemaOutcome()
    /// The registry's plans, as far as payloads asked for them.
    private var plans: [SchemaPlan?]

    /// A decoder for a registry.
    public init(_ registry: ContentRegistry) {
        self.registry = registry
        plans = Array(repeating: nil, count: registry.plans.count)
    }

    /// The plan of a definition that a verdict names.
    public func plan(at definition: Int) -> SchemaPlan { plans[definition] ?? registry.plans[definition].plan }

    /// Decodes the payload at a node: from the check that it is an object on to its schema.
    ///
    /// - Parameters:
    ///   - payload: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    public mutating func decode(
        _ payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> PayloadVerdict {
        guard tape.kind(payload) == .object else { return PayloadVerdict(.malformed, .payloadNotObject) }
        let typeNode = registry.typePath.value(from: payload, on: tape, in: bytes)
        if typeNode < 0 { return PayloadVerdict(.malformed, .typeMissing) }
        var verdict: PayloadVerdict
        switch lookUp(typeNode, on: tape, in: bytes) {
        case .found(let index): verdict = PayloadVerdict(.decoded, typeNode: typeNode, definition: index)
        case .unknown: return PayloadVerdict(.unknown, .typeUnknown, typeNode: typeNode)
        case .retired: return PayloadVerdict(.unknown, .typeRetired, typeNode: typeNode)
        case .invalid: return PayloadVerdict(.malformed, .typeInvalid, typeNode: typeNode)
        }
        makePlan(verdict.definition)
        plans[verdict.definition]?.evaluate(tape, payload, bytes, into: &schema)
        if !schema.violations.isEmpty {
            verdict.outcome = .malformed
        } else if registry.rows[verdict.definition].onlyVersion > 0 {
            verdict.writtenAt = schema.missingDefaults.isEmpty ? registry.rows[verdict.definition].onlyVersion : 0
        } else {
            findVersion(of: payload, on: tape, in: bytes, &verdict)
        }
        return verdict
    }

    /// Sees to it that a plan is at hand.
    @inline(__always)
    private mutating func makePlan(_ index: Int) {
        if plans[index] == nil { plans[index] = registry.plans[index].plan }
    }

    // MARK: The discriminator

    private enum Lookup {
        case found(Int)
        case unknown
        case retired
        case invalid
    }

    private func lookUp(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Lookup {
        switch tape.kind(node) {
        case .number:
            let text = bytes.extracting(tape.start(node)..<tape.end(node))
            // Whole numbers in other spellings are no types, also not where they are too large for a machine word.
            guard Self.isPlain(text) else { return .invalid }
            guard let number = Self.plainInteger(text) else { return .unknown }
            let index = registry.types.index(of: number)
            if index >= 0 { return .found(index) }
            return registry.isRetired(.number(number)) ? .retired : .unknown
        case .string:
            if tape.hasEscapes(node) {
                var text: [UInt8] = []
                tape.appendUnescaped(node, in: bytes, to: &text)
                return lookUp(string: text.span)
            }
            return lookUp(string: bytes.extracting(tape.start(node) + 1..<tape.end(node) - 1))
        default:
            return .invalid
        }
    }

    private func lookUp(string: Span<UInt8>) -> Lookup {
        let index = registry.types.index(of: string)
        if index >= 0 { return .found(index) }
        if Self.isPlain(string), let number = Self.plainInteger(string), registry.types.index(of: number) >= 0 {
            return .invalid
        }
        var text: [UInt8] = []
        text.append(copying: string, 0..<string.count)
        return registry.isRetired(.string(String(decoding: text, as: UTF8.self))) ? .retired : .unknown
    }

    /// Whether a text is a whole number as JSON writes it in digits alone: no zeros lead, and 0 has no sign.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        let first = !text.isEmpty && text[0] == UInt8(ascii: "-") ? 1 : 0
        guard first < text.count else { return false }
        if text[first] == UInt8(ascii: "0") { return text.count == 1 }
        for offset in first..<text.count where text[offset] &- 0x30 > 9 { return false }
        return true
    }

    /// The value of a plain whole number; nil where it is too large.
    private static func plainInteger(_ text: Span<UInt8>) -> Int64? {
        let isNegative = text[0] == UInt8(ascii: "-")
        var value: Int64 = 0
        for offset in (isNegative ? 1 : 0)..<text.count {
            let digit = Int64(text[offset] &- 0x30)
            let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            if overflows || overflowsToo { return nil }
            value = sum
        }
        return value
    }

    // MARK: The version

    private mutating func findVersion(
        of payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ verdict: inout PayloadVerdict
    ) {
        let row = registry.rows[verdict.definition]
        if row.versionPath >= 0 {
            let node = registry.versionPaths[row.versionPath].value(from: payload, on: tape, in: bytes)
            if node >= 0 {
                let number = version(node, on: tape, in: bytes)
                if number == 0 { verdict.invalidVersionNode = node }
                // What says it was written before there was such content is looked at like any other.
                for index in row.written where registry.written[index].number <= number {
                    verdict.writtenAt = registry.written[index].number
                    return
                }
            }
        }
        for index in row.written {
            let version = registry.written[index]
            let isStrict: Bool
            if version.plan == verdict.definition {
                isStrict = schema.missingDefaults.isEmpty
            } else {
                makePlan(version.plan)
                plans[version.plan]?.evaluate(tape, payload, bytes, into: &other)
                isStrict = other.violations.isEmpty && other.missingDefaults.isEmpty
            }
            if isStrict && !isBefore(version.conditions, payload, on: tape, in: bytes) {
                verdict.writtenAt = version.number
                return
            }
        }
    }

    /// Whether a step would do something to the payload, which then is of an earlier version.
    private func isBefore(
        _ conditions: Range<Int>, _ payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        for index in conditions where registry.conditions[index].applies(to: payload, on: tape, in: bytes) {
            return true
        }
        return false
    }

    /// The version that a field holds, by value; 0 where it is none of the series.
    private func version(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Int {
        guard tape.kind(node) == .number else { return 0 }
        let text = bytes.extracting(tape.start(node)..<tape.end(node))
        if Self.isPlain(text) {
            guard let number = Self.plainInteger(text), number > 0, number <= registry.newest else { return 0 }
            return Int(number)
        }
        let (one, newest) = (Array("1".utf8), Array(String(registry.newest).utf8))
        guard ExactDecimal.isInteger(text), ExactDecimal.compare(text, one.span) >= 0,
            ExactDecimal.compare(text, newest.span) <= 0
        else { return 0 }
        // At most the newest version, so digits and power are small.
        var spelled: [UInt8] = []
        ExactDecimal.appendCanonical(text, to: &spelled)
        let parts = String(decoding: spelled, as: UTF8.self).split(separator: "e")
        let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        return (0..<power).reduce(Int(parts[0]) ?? 0) { value, _ in value * 10 }
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
