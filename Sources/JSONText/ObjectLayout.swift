import Synchronization

/// How the lines of a file are laid out: the members of a flat object, with just these names in this order, each once,
/// written without white space. Exporters write all lines of a table alike, so the last line tells what the next one looks like.
///
/// Give each kind of text a layout of its own, and let `JSONTape.scan(_:expecting:)` fill it.
public struct ObjectLayout: Sendable {
    /// A name with what stands around it: a brace or comma, the quotes and the colon.
    struct Name: Sendable {
        /// The bytes, with zeros behind them.
        fileprivate(set) var words: (UInt64, UInt64, UInt64, UInt64)
        /// How many there are.
        fileprivate(set) var count: Int

        /// A byte.
        ///
        /// - Parameter index: From 0 on and below the count.
        func byte(_ index: Int) -> UInt8 {
            let word = index < 16 ? (index < 8 ? words.0 : words.1) : index < 24 ? words.2 : words.3
            return UInt8(truncatingIfNeeded: word >> UInt64(truncatingIfNeeded: (index & 7) &* 8))
        }
    }

    /// The longest name that is learnt, in bytes, with what stands around it.
    static let longestName = 32
    /// The most members that are learnt.
    private static let mostMembers = 64

    /// Tells layouts apart, whoever learnt them; 0 where nothing is learnt.
    private(set) var number = 0
    private(set) var names: [Name] = []
    /// How often it was learnt, and how often it was followed since then: what follows none isn't worth learning.
    private var learnt = 0
    private var followed = 0

    private static let numbers = Atomic<Int>(0)

    /// A layout that knows nothing yet.
    public init() {}

    /// Learns the layout of a text, unless it isn't one that can be: then what was learnt before stays.
    ///
    /// - Parameters:
    ///   - tape: The scanned text.
    ///   - bytes: The text.
    mutating func learn(_ tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        guard learnt < 16 || followed >= learnt, tape.kind(0) == .object, tape.start(0) == 0,
            tape.end(0) == bytes.count,
            // Each member takes two nodes where nothing is below its value.
            tape.count == 1 + 2 * tape.childCount(0), 1...Self.mostMembers ~= tape.childCount(0)
        else { return }
        var found: [Name] = []
        found.reserveCapacity(tape.childCount(0))
        var start = 0
        for name in stride(from: 1, to: tape.count, by: 2) {
            let value = name + 1
            let count = tape.start(value) - start
            guard count <= Self.longestName, !tape.hasEscapes(name), tape.start(name) == start + 1,
                tape.end(name) + 1 == tape.start(value)
            else { return }
            found.append(Name(bytes, from: start, count: count))
            start = tape.end(value)
        }
        guard start + 1 == bytes.count, !tape.hasDuplicates(below: 0, in: bytes) else { return }
        names = found
        learnt += 1
        number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

extension ObjectLayout.Name {
    fileprivate init(_ bytes: Span<UInt8>, from start: Int, count: Int) {
        func word(_ index: Int) -> UInt64 { bytes.word(from: start + 8 * index, count: max(0, count - 8 * index)) }
        self.count = count
        words = (
            word(0), count > 8 ? word(1) : 0, count > 16 ? word(2) : 0, count > 24 ? word(3) : 0
        )
    }
}

extension JSONTape {
    /// Scans one JSON text as `scan(_:)` does, and does so faster where it is laid out as the last one was.
    ///
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - layout: What the text is expected to look like. It learns from each text that looks different.
    /// - Throws: The first error, with its offset. The tape is empty then.
    public mutating func scan(_ bytes: Span<UInt8>, expecting layout: inout ObjectLayout) throws(JSONError) {
        if layout.number != 0, let text = TextBytes(bytes), text.count < Int(UInt32.max) {
            var surrogates = false
            let isExpected = rewrite { nodes in layout.isFollowed(by: text, &nodes, &surrogates) }
            if isExpected {
                layout.countFollower()
                follow(layout, surrogates)
                return
            }
        }
        try scan(bytes)
        layout.learn(self, in: bytes)
    }
}

extension ObjectLayout {
    fileprivate mutating func countFollower() { followed &+= 1 }

    /// Whether a text has this layout; its nodes are written then.
    ///
    /// - Parameter surrogates: Set where a string holds an escape for half of a surrogate pair.
    fileprivate func isFollowed(by text: TextBytes, _ nodes: inout NodeWriter, _ surrogates: inout Bool) -> Bool {
        let scanner = JSONScanner(text, maximumDepth: 1)
        nodes.open(.object, at: 0, parent: 0)
        var offset = 0
        for index in names.indices {
            guard text.holds(names[index], at: offset) else { return false }
            let value = offset &+ names[index].count
            nodes.append(.string, offset &+ 1, value &- 1)
            guard value < text.count else { return false }
            if text[value] == UInt8(ascii: "\"") {
                // Mostly a string is plain.
                let end = text.endOfPlainText(from: value &+ 1)
                if end < text.count && text[end] == UInt8(ascii: "\"") {
                    offset = end &+ 1
                    nodes.append(.string, value, offset)
                    continue
                }
            }
            guard let end = try? scanner.leaf(at: value, &nodes, &surrogates) else { return false }
            offset = end
        }
        guard offset &+ 1 == text.count, text[offset] == UInt8(ascii: "}") else { return false }
        let tag = UInt32(JSONKind.object.rawValue) | UInt32(truncatingIfNeeded: names.count) << 4
        _ = nodes.close(0, tag: tag, at: text.count)
        return true
    }
}

/// Layouts of texts of several kinds, told apart by how they begin.
public struct LayoutShelf: Sendable {
    private var layouts = [ObjectLayout](repeating: ObjectLayout(), count: 1 << LayoutShelf.bits)

    private static let bits = 6
    private static let beginning = 16

    /// A shelf of layouts that know nothing yet.
    public init() {}

    /// Scans one JSON text as `JSONTape.scan(_:)` does, and does so faster where it is laid out as the last one was that
    /// began like it.
    ///
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - tape: Takes the nodes.
    /// - Throws: The first error, with its offset. The tape is empty then.
    public mutating func scan(_ bytes: Span<UInt8>, onto tape: inout JSONTape) throws(JSONError) {
        guard bytes.count > Self.beginning else { return try tape.scan(bytes) }
        // An object with a type at its front shows the type and its next member's first letters.
        let mixed = bytes.word(from: 0, count: 8) &* 0x9E37_79B9_7F4A_7C15 ^ bytes.word(from: 8, count: 8)
        let place = Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - Self.bits))
        try tape.scan(bytes, expecting: &layouts[place])
    }
}
