/// Finds the JSON Pointers (RFC 6901) of nodes that are asked for in the order of the tape, in one pass over it.
///
/// These pointers are for people. One that is longer than ``limit`` bytes is cut and ends in `…`: a payload that is
/// nested in members with long names would otherwise make each of its findings as long as itself.
public struct PointerCursor: Sendable {
    /// The most bytes of a pointer before it is cut.
    public static let limit = 512

    private struct Frame {
        var container: Int
        /// The name of a member, or an element.
        var child: Int
        var index = 0
        /// The token of the member `child`, once it was asked for.
        var token: String?
        let exact: String
        let general: String
    }

    private let root: Int
    private var frames: [Frame] = []

    /// A cursor for pointers that begin at a node.
    public init(root: Int) { self.root = root }

    /// The pointers to a node: exact, and with `*` for array indexes.
    ///
    /// - Parameters:
    ///   - node: A value or a member's name; a name's pointer is its value's.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    /// - Complexity: All calls together O(nodes below the root), as long as nodes come in their order.
    public mutating func pointers(
        to node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>
    ) -> (exact: String, general: String) {
        while let last = frames.last, node <= last.container || node >= tape.next(last.container) || node < last.child {
            frames.removeLast()
        }
        var here = frames.last.map(\.container) ?? root
        if node <= here || node >= tape.next(here) { return ("", "") }
        if frames.isEmpty { frames.append(Frame(container: here, child: here + 1, exact: "", general: "")) }
        while true {
            let isObject = tape.kind(here) == .object
            let top = frames.count - 1
            var value = isObject ? frames[top].child + 1 : frames[top].child
            while node >= tape.next(value) {
                frames[top].child = tape.next(value)
                frames[top].index += 1
                frames[top].token = nil
                value = isObject ? frames[top].child + 1 : frames[top].child
            }
            var exact = frames[top].exact
            var general = frames[top].general
            if isObject {
                let token = frames[top].token ?? Self.token(frames[top].child, tape, bytes)
                frames[top].token = token
                Self.add(token, to: &exact)
                Self.add(token, to: &general)
            } else {
                Self.add("/\(frames[top].index)", to: &exact)
                Self.add("/*", to: &general)
            }
            if node <= value { return (exact, general) }
            here = value
            frames.append(Frame(container: value, child: value + 1, exact: exact, general: general))
        }
    }

    /// A member's token; of a name that is too long anyway only the beginning is unescaped.
    private static func token(_ name: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) -> String {
        let token = tape.string(name, in: bytes)
        return "/" + JSONPointer.escaped(token.utf8.count > limit ? String(token.unicodeScalars.prefix(limit)) : token)
    }

    private static func add(_ token: String, to pointer: inout String) {
        guard pointer.utf8.count <= limit else { return }
        pointer += token
        guard pointer.utf8.count > limit else { return }
        var end = pointer.utf8.index(pointer.startIndex, offsetBy: limit)
        // Back to where a character begins, so that none is cut in two.
        while end.samePosition(in: pointer.unicodeScalars) == nil { end = pointer.utf8.index(before: end) }
        pointer = pointer[..<end] + "…"
    }
}
