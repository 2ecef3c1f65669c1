import Glibc

/// The memory that a tape's nodes lie in. A tape writes to it only while it is the only one that has it; that is what
/// makes it safe to send.
@usableFromInline
final class NodeStorage: @unchecked Sendable {
    /// `capacity` nodes, of which a tape's count are initialised.
    @exclusivity(unchecked) @usableFromInline private(set) var base: UnsafeMutablePointer<JSONTape.Node>
    @exclusivity(unchecked) @usableFromInline private(set) var capacity: Int

    /// The storage of tapes that have scanned nothing.
    @usableFromInline static let empty = NodeStorage(capacity: 0)

    init(capacity: Int) {
        self.capacity = capacity
        base = Self.memory(nil, capacity)
    }

    deinit {
        free(base)
    }

    /// Makes room for twice as many nodes. The system moves large memory without copying it.
    func grow() {
        let larger = max(64, capacity * 2)
        base = Self.memory(base, larger)
        capacity = larger
    }

    /// Memory for so many nodes, with what the old memory holds.
    private static func memory(
        _ old: UnsafeMutablePointer<JSONTape.Node>?, _ capacity: Int
    ) -> UnsafeMutablePointer<JSONTape.Node> {
        let size = max(capacity, 1) * MemoryLayout<JSONTape.Node>.stride
        // As everywhere in Swift, a program that gets no memory ends.
        guard let memory = realloc(old, size) else {
            fatalError("out of memory: \(size) bytes for a JSON text's nodes")
        }
        // Fresh or moved memory of that size; a node is a trivial type, so binding it again is all there is to do.
        return memory.bindMemory(to: JSONTape.Node.self, capacity: max(capacity, 1))
    }
}

/// Takes the nodes of a text while it is scanned.
struct NodeWriter {
    /// The tape that is written to holds on to it.
    private unowned(unsafe) let storage: NodeStorage
    private var base: UnsafeMutablePointer<JSONTape.Node>
    private var capacity: Int
    /// How many nodes were written.
    private(set) var count = 0
    /// How many objects with two members or more have ended.
    private(set) var crowds = 0

    init(_ storage: NodeStorage) {
        self.storage = storage
        base = storage.base
        capacity = storage.capacity
    }

    /// A value that has nothing below it.
    @inline(__always)
    mutating func append(_ kind: JSONKind, _ start: Int, _ end: Int, escapes: Bool = false) {
        append(
            JSONTape.Node(
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: count &+ 1), tag: UInt32(kind.rawValue) | (escapes ? 8 : 0)))
    }

    /// An array or object that values come in.
    @inline(__always)
    mutating func open(_ kind: JSONKind, at start: Int, parent: Int) {
        append(
            JSONTape.Node(
                start: UInt32(truncatingIfNeeded: start), end: 0, next: UInt32(truncatingIfNeeded: parent),
                tag: UInt32(kind.rawValue)))
    }

    /// Ends an array or object.
    ///
    /// - Returns: The one around it, or -1.
    @inline(__always)
    mutating func close(_ index: Int, tag: UInt32, at end: Int) -> Int {
        let parent = Int(self[index].next) &- 1
        self[index].end = UInt32(truncatingIfNeeded: end)
        self[index].next = UInt32(truncatingIfNeeded: count)
        self[index].tag = tag
        if tag & 7 == UInt32(JSONKind.object.rawValue) && tag >> 4 > 1 { crowds &+= 1 }
        return parent
    }

    @inline(never)
    private mutating func grow() {
        storage.grow()
        base = storage.base
        capacity = storage.capacity
    }

    @inline(__always)
    private mutating func append(_ node: JSONTape.Node) {
        if count == capacity { grow() }
        // In bounds: `count` is below the capacity here.
        (base + count).initialize(to: node)
        count &+= 1
    }

    /// A node that was written.
    subscript(index: Int) -> JSONTape.Node {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            // In bounds, as was just checked.
            return base[index]
        }
        @inline(__always) nonmutating _modify {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            // In bounds, as was just checked.
            yield &base[index]
        }
    }
}

/// Room for nodes that are written in any order, for who knows how many there are at most.
struct NodeRoom {
    private let base: UnsafeMutablePointer<JSONTape.Node>
    private let most: Int

    /// - Parameters:
    ///   - storage: Has to stay, and not grow, as long as the room is written to.
    ///   - most: How many nodes there have to be room for.
    init(_ storage: NodeStorage, for most: Int) {
        while storage.capacity < most { storage.grow() }
        base = storage.base
        self.most = most
    }

    /// Writes a node.
    ///
    /// - Parameter index: From 0 on and less than there is room for; debug builds check it.
    @inline(__always)
    func put(_ node: JSONTape.Node, at index: Int) {
        assert(index >= 0 && index < most)
        // In bounds: whoever asked for the room knows that no index is larger.
        (base + index).initialize(to: node)
    }

    /// Writes a node that has nothing below it.
    @inline(__always)
    func put(_ kind: JSONKind, _ start: Int, _ end: Int, escapes: Bool = false, at index: Int) {
        put(
            JSONTape.Node(
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: index &+ 1), tag: UInt32(kind.rawValue) | (escapes ? 8 : 0)),
            at: index)
    }

    /// Writes the end of a node that was written.
    @inline(__always)
    func close(_ node: JSONTape.Node, at index: Int) {
        assert(index >= 0 && index < most)
        // In bounds, as above.
        base[index].end = node.end
        base[index].next = node.next
        base[index].tag = node.tag
    }
}
