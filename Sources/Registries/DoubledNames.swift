import JSONText

/// The names in a scanned text that stood in their object before. Nearly always there are none.
struct DoubledNames {
    /// Their nodes, in the order of the text.
    private let names: [Int]

    /// Finds them below a node.
    init(below root: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        names = tape.hasDuplicates(below: root, in: bytes) ? tape.duplicates(below: root, in: bytes) : []
    }

    var isEmpty: Bool { names.isEmpty }

    /// Whether a payload has any of them that isn't inside a payload that is nested in it.
    ///
    /// - Parameters:
    ///   - payload: The payload's node.
    ///   - nested: The nodes of what is nested in it.
    ///   - tape: The scanned text.
    func areIn(_ payload: Int, outside nested: [Int], on tape: borrowing JSONTape) -> Bool {
        var here = payload
        for node in nested.sorted() {
            if isAny(from: here, to: node) { return true }
            here = max(here, tape.next(node))
        }
        return isAny(from: here, to: tape.next(payload))
    }

    /// Whether one of them is from a node on, and before another.
    private func isAny(from start: Int, to end: Int) -> Bool {
        var low = 0
        var high = names.count
        while low < high {
            let middle = (low + high) / 2
            if names[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < names.count && names[low] < end
    }
}
