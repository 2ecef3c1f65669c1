import JSONText

/// Sketches the payloads whose types a registry doesn't have, nested ones too. It is reused from payload to payload;
/// each thread has its own.
public struct PayloadSketcher: Sendable {
    /// What was seen so far.
    public private(set) var sketch = DraftSketch()
    private let registry: ContentRegistry
    private let tables: DecodingTables
    /// The members that every payload may carry. What is in them is not the type's own.
    private let common: Set<[UInt8]>

    /// A sketcher of what a registry doesn't have.
    public init(_ registry: ContentRegistry) {
        self.registry = registry
        tables = DecodingTables(copying: registry.tables)
        common = registry.resolved.parts.reduce(into: []) { names, part in
            guard let common = part.common else { return }
            for schema in SchemaSite(file: part, root: common).conjuncts(of: [common]) {
                for (name, _) in schema["properties"]?.members ?? [] { names.insert(Array(name.utf8)) }
            }
        }
    }

    /// Takes a payload, and those inside it.
    ///
    /// - Parameters:
    ///   - payload: Its node.
    ///   - place: Where it stands.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    public mutating func take(
        _ payload: Int, from place: DraftSketch.Place, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) {
        var hasDuplicates: Bool?
        take(payload, from: place, &hasDuplicates, on: tape, in: bytes)
    }

    /// - Parameter hasDuplicates: Whether names come twice in some object on the tape; nil as long as nobody has looked.
    ///   It is looked for once, since payloads can be nested deep.
    private mutating func take(
        _ payload: Int, from place: DraftSketch.Place, _ hasDuplicates: inout Bool?, on tape: borrowing JSONTape,
        in bytes: Span<UInt8>
    ) {
        guard tape.kind(payload) == .object else { return }
        let verdict = tables.findDefinition(
            of: payload, typeNode: tables.typeNode(of: payload, on: tape, in: bytes), on: tape, in: bytes)
        switch verdict.code {
        case .typeUnknown:
            let twice = hasDuplicates ?? tape.hasDuplicates(below: payload, in: bytes)
            hasDuplicates = twice
            let walk = SketchTree.Walk(typeNode: verdict.typeNode, shallow: common, hasDuplicates: twice)
            add(payload, walk, place, on: tape, in: bytes)
        case .typeRetired: sketch.countRetired(place)
        default: break
        }
        var nested: [Int] = []
        registry.forEachNested(
            in: payload, definition: verdict.definition < 0 ? nil : verdict.definition, on: tape, in: bytes
        ) { nested.append($0) }
        for node in nested {
            if tape.kind(node) == .string {
                takeText(node, on: tape, in: bytes)
            } else {
                take(node, from: .nested, &hasDuplicates, on: tape, in: bytes)
            }
        }
    }

    /// A payload's type as a report names it, or nil where the payload has none that a report can name.
    public func typeText(
        of payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> (text: String, isNumber: Bool)? {
        let verdict = tables.findDefinition(
            of: payload, typeNode: tables.typeNode(of: payload, on: tape, in: bytes), on: tape, in: bytes)
        guard verdict.typeNode >= 0, verdict.code != .typeInvalid else { return nil }
        let isNumber = tape.kind(verdict.typeNode) == .number
        return (isNumber ? tape.text(verdict.typeNode, in: bytes) : tape.string(verdict.typeNode, in: bytes), isNumber)
    }

    /// What was seen since the last call.
    public mutating func finish() -> DraftSketch {
        let done = sketch
        sketch = DraftSketch()
        return done
    }

    /// Takes a nested payload that is JSON text in a string.
    private mutating func takeText(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        var text: [UInt8] = []
        tape.appendUnescaped(node, in: bytes, to: &text)
        var inner = JSONTape()
        guard (try? inner.scan(text.span)) != nil else { return }
        take(0, from: .nested, on: inner, in: text.span)
    }

    private mutating func add(
        _ payload: Int, _ walk: SketchTree.Walk, _ place: DraftSketch.Place, on tape: borrowing JSONTape,
        in bytes: Span<UInt8>
    ) {
        guard let type = Self.type(walk.typeNode, on: tape, in: bytes) else { return sketch.countUndefinable(place) }
        sketch.count(type, place) { $0.add(payload, walk, on: tape, in: bytes) }
    }

    /// The type as a registry can define it.
    private static func type(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> ContentType? {
        if tape.kind(node) == .number { return Int64(tape.text(node, in: bytes)).map { .number($0) } }
        guard tape.end(node) - tape.start(node) - 2 <= DraftLimits.nameLength else { return nil }
        let text = tape.string(node, in: bytes)
        return text.isEmpty ? nil : .string(text)
    }
}
