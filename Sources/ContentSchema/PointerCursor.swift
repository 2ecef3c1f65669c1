import JSONText

/// Finds the JSON Pointers (RFC 6901) of nodes that are asked for in the order of the tape, in one pass over it.
struct PointerCursor {
    private struct Frame {
        var container: Int
        /// The name of a member, or an element.
        var child: Int
        var index: Int
        var exact: String
        var general: String
    }

    private let root: Int
    private var frames: [Frame] = []

    init(root: Int) { self.root = root }

    /// The pointers to a node: exact, and with `*` for array indexes.
    mutating func pointers(
        to node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>
    ) -> (exact: String, general: String) {
        while let last = frames.last, node <= last.container || node >= tape.next(last.container) || node < last.child {
            frames.removeLast()
        }
        var here = frames.last.map(\.container) ?? root
        if node <= here || node >= tape.next(here) { return ("", "") }
        if frames.isEmpty { frames.append(Frame(container: here, child: here + 1, index: 0, exact: "", general: "")) }
        while true {
            let isObject = tape.kind(here) == .object
            var frame = frames[frames.count - 1]
            var value = isObject ? frame.child + 1 : frame.child
            while node >= tape.next(value) {
                frame.child = tape.next(value)
                frame.index += 1
                value = isObject ? frame.child + 1 : frame.child
            }
            frames[frames.count - 1] = frame
            let exact: String
            let general: String
            if isObject {
                let token = "/" + JSONPointer.escaped(tape.string(frame.child, in: bytes))
                (exact, general) = (frame.exact + token, frame.general + token)
            } else {
                (exact, general) = (frame.exact + "/\(frame.index)", frame.general + "/*")
            }
            if node <= value { return (exact, general) }
            here = value
            frames.append(Frame(container: value, child: value + 1, index: 0, exact: exact, general: general))
        }
    }
}
