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
/// that decodes.
public struct PayloadDecoder: Sendable {
    /// The registry.
    public let registry: ContentRegistry
    /// What the schema found of the last payload that reached it, with defaults counted as present.
    public private(set) var schema = SchemaOutcome()
    private var other = SchemaOutcome()

    /// A decoder for a registry.
    public init(_ registry: ContentRegistry) {
        self.registry = registry
    }

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
        guard let typeNode = typeNode(of: payload, on: tape, in: bytes) else {
            return PayloadVerdict(.malformed, .typeMissing)
        }
        var verdict: PayloadVerdict
        switch lookUp(typeNode, on: tape, in: bytes) {
        case .found(let index): verdict = PayloadVerdict(.decoded, typeNode: typeNode, definition: index)
        case .unknown: return PayloadVerdict(.unknown, .typeUnknown, typeNode: typeNode)
        case .retired: return PayloadVerdict(.unknown, .typeRetired, typeNode: typeNode)
        case .invalid: return PayloadVerdict(.malformed, .typeInvalid, typeNode: typeNode)
        }
        let definition = registry.definitions[verdict.definition]
        definition.plan.evaluate(tape, payload, bytes, into: &schema)
        if schema.violations.isEmpty {
            findVersion(of: payload, definition, on: tape, in: bytes, &verdict)
        } else {
            verdict.outcome = .malformed
        }
        return verdict
    }

    // MARK: The discriminator

    private enum Lookup {
        case found(Int)
        case unknown
        case retired
        case invalid
    }

    private func typeNode(of payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Int? {
        if let name = registry.typeName { return tape.member(name, of: payload, in: bytes) }
        var found: Int?
        registry.typePath.forEach(from: payload, on: tape, in: bytes) { found = $0 }
        return found
    }

    private func lookUp(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Lookup {
        switch tape.kind(node) {
        case .number:
            let text = bytes.extracting(tape.start(node)..<tape.end(node))
            if let number = Self.plainInteger(text) {
                if let index = registry.index(of: number) { return .found(index) }
                return registry.isRetired(.number(number)) ? .retired : .unknown
            }
            // Digits beyond what a machine word holds are still a plain whole number; `-0` and `1e3` are not.
            let digits = text[0] == UInt8(ascii: "-") ? 1 : 0
            for offset in digits..<text.count where text[offset] &- 0x30 > 9 { return .invalid }
            if text[digits] == UInt8(ascii: "0") { return .invalid }
            guard let number = Int64(tape.text(node, in: bytes)) else { return .unknown }
            if let index = registry.index(of: number) { return .found(index) }
            return registry.isRetired(.number(number)) ? .retired : .unknown
        case .string:
            let string = tape.string(node, in: bytes)
            if let index = registry.index(of: .string(string)) { return .found(index) }
            if registry.isRetired(.string(string)) { return .retired }
            if let number = Int64(string), registry.index(of: number) != nil { return .invalid }
            return .unknown
        default:
            return .invalid
        }
    }

    /// A number that is written as a JSON integer of at most 18 digits; nil for `-0` too.
    private static func plainInteger(_ text: Span<UInt8>) -> Int64? {
        let isNegative = text[0] == UInt8(ascii: "-")
        let first = isNegative ? 1 : 0
        guard text.count - first <= 18 else { return nil }
        var value: Int64 = 0
        for offset in first..<text.count {
            let digit = text[offset] &- 0x30
            guard digit <= 9 else { return nil }
            value = value &* 10 &+ Int64(digit)
        }
        if isNegative { return value == 0 ? nil : -value }
        return value
    }

    // MARK: The version

    private mutating func findVersion(
        of payload: Int, _ definition: ContentDefinition, on tape: borrowing JSONTape, in bytes: Span<UInt8>,
        _ verdict: inout PayloadVerdict
    ) {
        let versions = registry.written[verdict.definition]
        if let path = registry.versionPath(of: verdict.definition) {
            var node = -1
            path.forEach(from: payload, on: tape, in: bytes) { node = $0 }
            if node >= 0 {
                let text = bytes.extracting(tape.start(node)..<tape.end(node))
                let number = tape.kind(node) == .number ? Self.plainInteger(text) : nil
                if let number, let found = versions.first(where: { $0.number <= number }), number <= registry.newest {
                    verdict.writtenAt = found.number
                    return
                }
                verdict.invalidVersionNode = node
            }
        }
        for version in versions {
            let isStrict: Bool
            if version.shape == definition.shape {
                isStrict = schema.missingDefaults.isEmpty
            } else {
                version.plan.evaluate(tape, payload, bytes, into: &other)
                isStrict = other.violations.isEmpty && other.missingDefaults.isEmpty
            }
            guard isStrict else { continue }
            var applies = false
            for step in version.steps where step.applies(to: payload, on: tape, in: bytes) {
                applies = true
                break
            }
            if !applies {
                verdict.writtenAt = version.number
                return
            }
        }
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
