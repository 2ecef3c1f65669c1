import Glibc

/// The memory that a tape's nodes lie in. A tape writes to it only while it is the only one that has it; that is what
/// makes it safe to send.
@usableFromInline
final class NodeStorage: @unchecked Sendable {
    /// `capacity` nodes, of which a tape's count are initialised.
    @usableFromInline private(set) var base: UnsafeMutablePointer<JSONTape.Node>
    @usableFromInline private(set) var capacity: Int

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
    private let storage: NodeStorage
    private var base: UnsafeMutablePointer<JSONTape.Node>
    private var capacity: Int
    /// How many nodes were written.
    private(set) var count = 0

    init(_ storage: NodeStorage) {
        self.storage = storage
        base = storage.base
        capacity = storage.capacity
    }

    @inline(__always)
    mutating func append(_ node: JSONTape.Node) {
        if count == capacity { grow() }
        // In bounds: `count` is below the capacity here.
        (base + count).initialize(to: node)
        count &+= 1
    }

    private mutating func grow() {
        storage.grow()
        base = storage.base
        capacity = storage.capacity
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
