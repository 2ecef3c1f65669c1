import ContentSchema
import JSONText

/// Reads payloads as migrate would leave them, upgraded in memory to the registry's version, and renders their digests
/// and searchable text. It is reused from payload to payload, and then allocates nothing for one that needs no upgrade.
/// Each thread has its own.
///
///     var reader = PayloadReader(series, registry, language: "zh")
///     let reading = reader.read(bytes, onto: &tape)
///     reader.appendDigest(of: reading, on: tape, in: bytes, to: &digest)
///
/// Readings are of the payload that was read last: reading another one takes the text of an upgraded one away.
public struct PayloadReader: Sendable {
    /// The registry that payloads are read at.
    public let registry: ContentRegistry
    /// The decoder of the payload read last: it tells what the schema found, and gives details.
    public private(set) var decoder: PayloadDecoder
    /// Nil where payloads are read as they stand.
    private var upgrader: TreeUpgrader?
    private var renderer: DigestRenderer
    private let isDisplayed: [Bool]
    /// What payloads are expected to look like.
    private var layouts = LayoutTree()
    /// The text of the payload read last, where it was upgraded, and its tape.
    private var text: [UInt8] = []
    private var tape = JSONTape()

    /// A reader.
    ///
    /// - Parameters:
    ///   - series: The series that the registry is of.
    ///   - registry: The series at the version to read at.
    ///   - raw: Whether payloads are decoded as they stand, as a client of that version does.
    ///   - language: The language of digests, a tag of BCP 47.
    public init(_ series: RegistrySeries, _ registry: ContentRegistry, raw: Bool = false, language: String = "en") {
        self.registry = registry
        decoder = PayloadDecoder(registry)
        upgrader = raw ? nil : TreeUpgrader(series, to: registry)
        renderer = DigestRenderer(registry, language: language)
        isDisplayed = (0..<registry.definitionCount).map { registry.definition(at: $0).isDisplayed }
    }

    // MARK: Reading

    /// Scans and reads a payload's text.
    ///
    /// - Parameters:
    ///   - bytes: The text, once its carriage is undone.
    ///   - tape: Takes its scan.
    public mutating func read(_ bytes: Span<UInt8>, onto tape: inout JSONTape) -> PayloadReading {
        do throws(JSONError) {
            try tape.scan(bytes, expecting: &layouts)
        } catch {
            return PayloadReading(
                bytes.isEmpty ? .payloadEmpty : error.isTooDeep ? .payloadTooDeep : .payloadNotJSON)
        }
        return read(0, on: tape, in: bytes)
    }

    /// Reads a payload that is scanned.
    ///
    /// - Parameters:
    ///   - payload: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    public mutating func read(
        _ payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> PayloadReading {
        var reading = decode(payload, on: tape, in: bytes)
        guard mayChange(reading, on: tape, in: bytes),
            let upgraded = upgrader?.upgrade(payload, on: tape, in: bytes)
        else { return reading }
        let text = upgraded.text
        // The upgrade has scanned its result, so this can't fail.
        guard (try? self.tape.scan(text.span)) != nil else { return reading }
        let writtenAt = reading.outcome == .decoded ? reading.writtenAt : 0
        reading = Self.decode(0, self.tape, text.span, &decoder, isDisplayed)
        reading.isUpgraded = true
        reading.writtenAt = writtenAt
        self.text = text
        return reading
    }

    /// Decodes a payload without upgrading it: one that is nested in a payload was upgraded with it.
    ///
    /// - Parameters:
    ///   - payload: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    public mutating func decode(
        _ payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> PayloadReading {
        Self.decode(payload, tape, bytes, &decoder, isDisplayed)
    }

    private static func decode(
        _ payload: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, _ decoder: inout PayloadDecoder,
        _ isDisplayed: [Bool]
    ) -> PayloadReading {
        var reading = PayloadReading(decoder.decode(payload, on: tape, in: bytes), root: payload)
        if reading.definition >= 0 { reading.isDisplayed = isDisplayed[reading.definition] }
        return reading
    }

    /// Whether an upgrade can change a payload that was just decoded.
    private mutating func mayChange(
        _ reading: PayloadReading, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        // What has no definition has no plan, and what is nested in it stays as it is.
        guard upgrader != nil, reading.definition >= 0 else { return false }
        if reading.outcome == .malformed || !decoder.schema.missingDefaults.isEmpty { return true }
        if upgrader?.hasSteps(reading.definition) == true { return true }
        var hasNested = false
        registry.forEachNested(in: reading.root, definition: reading.definition, on: tape, in: bytes) { node in
            hasNested = hasNested || tape.kind(node) != .null
        }
        return hasNested
    }

    // MARK: Texts

    /// Calls `body` with the text that counts for the payload read last: the upgraded one, or the caller's.
    ///
    /// - Parameters:
    ///   - reading: What reading it gave.
    ///   - tape: The tape that it was read on.
    ///   - bytes: The text that it was read from.
    ///   - body: Gets that text's tape and bytes; `reading.root` and `reading.typeNode` are nodes of it.
    public func withText<Result>(
        of reading: PayloadReading, on tape: borrowing JSONTape, in bytes: Span<UInt8>,
        _ body: (borrowing JSONTape, Span<UInt8>) -> Result
    ) -> Result {
        reading.isUpgraded ? body(self.tape, text.span) : body(tape, bytes)
    }

    /// Appends the digest of the payload read last: its definition's, or the placeholder where it is unknown or
    /// malformed.
    ///
    /// - Parameters:
    ///   - reading: What reading it gave.
    ///   - tape: The tape that it was read on.
    ///   - bytes: The text that it was read from.
    ///   - output: Takes the digest as UTF-8. It is as long as the payload's texts make it, and may hold any character.
    public mutating func appendDigest(
        of reading: PayloadReading, on tape: borrowing JSONTape, in bytes: Span<UInt8>, to output: inout [UInt8]
    ) {
        if reading.root < 0 {
            renderer.appendPlaceholder(to: &output)
        } else if reading.isUpgraded {
            let text = text
            Self.appendDigest(reading, self.tape, text.span, &renderer, &output)
        } else {
            Self.appendDigest(reading, tape, bytes, &renderer, &output)
        }
    }

    private static func appendDigest(
        _ reading: PayloadReading, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>,
        _ renderer: inout DigestRenderer, _ output: inout [UInt8]
    ) {
        if reading.outcome == .decoded {
            renderer.appendDigest(of: reading.definition, reading.root, on: tape, in: bytes, to: &output)
        } else {
            renderer.appendPlaceholder(type: reading.typeNode, on: tape, in: bytes, to: &output)
        }
    }

    /// Appends the placeholder of a record that carries no payload at all.
    public mutating func appendPlaceholder(to output: inout [UInt8]) {
        renderer.appendPlaceholder(to: &output)
    }

    /// Appends the notice that stands in place of a message that was recalled.
    public mutating func appendRecalled(to output: inout [UInt8]) { renderer.appendRecalled(to: &output) }

    /// Appends the texts of the payload read last that a search matches, each with a line feed behind it; none where it
    /// doesn't decode.
    ///
    /// - Parameters:
    ///   - reading: What reading it gave.
    ///   - tape: The tape that it was read on.
    ///   - bytes: The text that it was read from.
    ///   - output: Takes the texts as UTF-8.
    public mutating func appendSearchable(
        of reading: PayloadReading, on tape: borrowing JSONTape, in bytes: Span<UInt8>, to output: inout [UInt8]
    ) {
        guard reading.outcome == .decoded else { return }
        if reading.isUpgraded {
            let text = text
            renderer.appendSearchable(
                of: reading.definition, reading.root, on: self.tape, in: text.span, to: &output)
        } else {
            renderer.appendSearchable(of: reading.definition, reading.root, on: tape, in: bytes, to: &output)
        }
    }

    /// Gives memory back that one unusually large payload made the reader take.
    ///
    /// - Parameter limit: The number of bytes, and of nodes, that may stay allocated.
    public mutating func shrink(toFit limit: Int) {
        if text.capacity > limit { text = [] }
        tape.shrink(toFit: limit)
    }
}
