import JSONText

/// What the payloads at one node of all texts of a layout have in common.
struct LayoutFacts: Sendable {
    /// The number of the layout, 0 where nothing is known.
    private var layout = 0
    private var payload = 0
    /// The node of the type, or -1.
    private(set) var typeNode = -1
    /// The last type with a definition.
    private var type: ShortValue?
    private var definition = -1
    /// The nodes where payloads can be inside one of a definition; -2 where that isn't known.
    var nestedIn = -2
    var nested: [Int] = []

    /// How many are kept; the next ones take their places.
    static let most = 1 << bits
    private static let bits = 8

    init() {}

    /// What is known at first.
    init(layout: Int, payload: Int, typeNode: Int) {
        self.layout = layout
        self.payload = payload
        self.typeNode = typeNode
    }

    /// Where facts are kept.
    @inline(__always)
    static func place(of payload: Int, on tape: borrowing JSONTape) -> Int {
        Int(truncatingIfNeeded: tape.layoutHash(of: payload) &>> UInt64(64 - bits))
    }

    /// Whether these are the facts of a payload.
    @inline(__always)
    func are(of layout: Int, _ payload: Int) -> Bool { self.layout == layout && self.payload == payload }

    /// The definition of a payload that has the last one's type; nil where it has another.
    @inline(__always)
    func definition(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Int? {
        guard let type else { return nil }
        return type.equals(typeNode, on: tape, in: bytes) ? definition : nil
    }

    /// Keeps a payload's definition.
    mutating func keep(_ definition: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        guard let type = ShortValue(of: typeNode, on: tape, in: bytes) else { return }
        self.definition = definition
        self.type = type
    }
}
