import JSONText

/// What is doubtful in the JSON of a payload as such: names that come twice, and lone surrogates.
struct Doubts {
    /// The nodes of names that stood in their object before.
    let duplicates: [Int]
    /// The nodes of strings and names with half of a surrogate pair.
    let surrogates: [Int]

    /// Looks through the text below a node. Nothing is allocated where nothing is found.
    init(_ tape: borrowing JSONTape, _ root: Int, _ bytes: Span<UInt8>) {
        duplicates = tape.hasDuplicates(below: root, in: bytes) ? tape.duplicates(below: root, in: bytes) : []
        var surrogates: [Int] = []
        if tape.hasSurrogateEscapes {
            for node in root..<tape.next(root)
            where tape.kind(node) == .string && tape.hasLoneSurrogate(node, in: bytes) {
                surrogates.append(node)
            }
        }
        self.surrogates = surrogates
    }

    /// Whether nothing is doubtful.
    var isEmpty: Bool { duplicates.isEmpty && surrogates.isEmpty }
}
