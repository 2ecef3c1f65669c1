import JSONText

/// What is doubtful in the JSON of a text as such: names that come twice, and lone surrogates.
struct Doubts {
    /// The most doubts of a kind that are kept. Whoever brings more about has made his point.
    private static let limit = 100_000

    /// The nodes of names that stood in their object before, ascending.
    let duplicates: [Int]
    /// The nodes of strings and names with half of a surrogate pair, ascending.
    let surrogates: [Int]

    /// Nothing doubtful.
    static let none = Doubts()

    private init() {
        duplicates = []
        surrogates = []
    }

    /// Whether a closer look may find something; where not, there is nothing.
    static func areThere(_ tape: borrowing JSONTape, _ root: Int, _ bytes: Span<UInt8>) -> Bool {
        tape.hasSurrogateEscapes || tape.hasDuplicates(below: root, in: bytes)
    }

    /// Looks through the text below a node. Nothing is allocated where nothing is found.
    init(_ tape: borrowing JSONTape, _ root: Int, _ bytes: Span<UInt8>) {
        duplicates =
            tape.hasDuplicates(below: root, in: bytes)
            ? Array(tape.duplicates(below: root, in: bytes).prefix(Self.limit)) : []
        var surrogates: [Int] = []
        if tape.hasSurrogateEscapes {
            for node in root..<tape.next(root)
            where tape.kind(node) == .string && tape.hasLoneSurrogate(node, in: bytes) {
                surrogates.append(node)
                if surrogates.count == Self.limit { break }
            }
        }
        self.surrogates = surrogates
    }

    /// Whether nothing is doubtful.
    var isEmpty: Bool { duplicates.isEmpty && surrogates.isEmpty }

    /// Calls `visit` with each node in a range that is in none of the inner ranges, in their order.
    ///
    /// - Parameters:
    ///   - nodes: Ascending.
    ///   - inner: Ascending by their beginnings.
    /// - Complexity: O(log nodes) for each inner range, and the nodes that are visited.
    static func forEach(of nodes: [Int], in range: Range<Int>, outside inner: [Range<Int>], _ visit: (Int) -> Void) {
        var position = firstIndex(in: nodes, from: range.lowerBound)
        var next = 0
        while position < nodes.count, nodes[position] < range.upperBound {
            let node = nodes[position]
            while next < inner.count, inner[next].upperBound <= node { next += 1 }
            if next < inner.count, inner[next].contains(node) {
                position = firstIndex(in: nodes, from: inner[next].upperBound)
            } else {
                visit(node)
                position += 1
            }
        }
    }

    /// The index of the first node that is not below another.
    private static func firstIndex(in nodes: [Int], from node: Int) -> Int {
        var low = 0
        var high = nodes.count
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle] < node { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
