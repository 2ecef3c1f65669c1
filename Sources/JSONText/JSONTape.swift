/// A flat index over JSON text: one node for each value and each member name, in the order they are written.
///
/// The tape does not own the text. Whoever scans keeps the bytes and hands them to every call that needs them, so one
/// tape serves any number of texts and allocates nothing once it has grown to the largest.
///
/// Copies share their nodes until one of them scans another text, which it then does in memory of its own; that is what
/// makes a tape safe to send.
///
/// The children of an object alternate name, value; a name is a string node.
///
///     var name = object + 1
///     while name < tape.next(object) {
///         let value = name + 1
///         …
///         name = tape.next(value)
///     }
public struct JSONTape: @unchecked Sendable {
    /// A value or name: 16 bytes.
    @usableFromInline
    struct Node: Sendable {
        /// The offset of the first byte.
        @usableFromInline var start: UInt32
        /// The offset after the last byte.
        @usableFromInline var end: UInt32
        /// The index after the last node below this one; while an array or object is open, the one around it.
        @usableFromInline var next: UInt32
        /// The kind in bits 0–2, "has escapes" in bit 3, the number of members or elements from bit 4 on.
        @usableFromInline var tag: UInt32

        @inlinable
        init(start: UInt32, end: UInt32, next: UInt32, tag: UInt32) {
            self.start = start
            self.end = end
            self.next = next
            self.tag = tag
        }
    }

    @usableFromInline private(set) var storage = NodeStorage.empty
    @usableFromInline private(set) var base = NodeStorage.empty.base

    /// The number of nodes.
    public private(set) var count = 0

    /// Whether any string of the text holds an escape for half of a surrogate pair, paired or not.
    public internal(set) var hasSurrogateEscapes = false

    /// How many objects of the text have two members or more, so that names can be repeated in them; 0 where it is
    /// known that none are.
    @usableFromInline private(set) var crowds = 0

    /// The number of the layout that the text has, where it was scanned as one that was expected; otherwise 0. Two texts
    /// with the same number have the same arrays, objects and names at the same nodes, and no object has two members of
    /// one name; just their strings, numbers and literals differ.
    public private(set) var layout = 0

    /// A hash of the layout and a node, for tables of what is known of that node in all texts of the layout. Its top bits
    /// are the best.
    @inlinable @inline(__always)
    public func layoutHash(of node: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: layout) &* 0x9E37_79B9_7F4A_7C15
            &+ UInt64(truncatingIfNeeded: node) &* 0xC2B2_AE3D_27D4_EB4F
    }

    /// An empty tape. `scan` fills it.
    public init() {}

    @inlinable
    func node(_ index: Int) -> Node {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        // In bounds, as was just checked; the storage, which this tape holds on to, has `count` nodes.
        return base[index]
    }

    /// Lets `fill` write the nodes of a text. Where it throws, the tape is empty.
    mutating func rewrite<Result, Failure: Error>(
        _ fill: (inout NodeWriter) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        count = 0
        layout = 0
        if !isKnownUniquelyReferenced(&storage) { storage = NodeStorage(capacity: 64) }
        var writer = NodeWriter(storage)
        defer { base = storage.base }
        let result = try fill(&writer)
        count = writer.count
        crowds = writer.crowds
        return result
    }

    /// Room for the nodes of a text that may have a layout; the tape is empty until they are taken.
    @inline(__always)
    mutating func room(for most: Int) -> NodeRoom {
        count = 0
        layout = 0
        if !isKnownUniquelyReferenced(&storage) { storage = NodeStorage(capacity: most) }
        defer { base = storage.base }
        return NodeRoom(storage, for: most)
    }

    /// Takes the nodes of a text that was found to have a layout.
    @inline(__always)
    mutating func take(_ result: LayoutFollower.Result) {
        count = result.nodes
        hasSurrogateEscapes = result.surrogates
        layout = result.layout
        crowds = 0
    }

    /// What the node is. A member's name is a string.
    @inlinable @inline(__always)
    public func kind(_ node: Int) -> JSONKind {
        JSONKind(rawValue: UInt8(truncatingIfNeeded: self.node(node).tag & 7)) ?? .null
    }

    /// The offset of the node's first byte, in bytes from the start of the text; of a string, of its opening quote.
    @inlinable public func start(_ node: Int) -> Int { Int(self.node(node).start) }

    /// The offset after the node's last byte, in bytes from the start of the text.
    @inlinable public func end(_ node: Int) -> Int { Int(self.node(node).end) }

    /// The index of the node that follows this one and all below it.
    @inlinable public func next(_ node: Int) -> Int { Int(self.node(node).next) }

    /// The number of members of an object (duplicates too) or elements of an array; 0 for any other kind.
    @inlinable public func childCount(_ node: Int) -> Int { Int(self.node(node).tag >> 4) }

    /// Whether a string is written with at least one escape.
    @inlinable public func hasEscapes(_ node: Int) -> Bool { self.node(node).tag & 8 != 0 }

    /// Gives memory back that one unusually large text made the tape take.
    ///
    /// - Parameter limit: The number of nodes that may stay allocated.
    public mutating func shrink(toFit limit: Int) {
        guard storage.capacity > limit else { return }
        storage = .empty
        base = storage.base
        count = 0
    }
}
