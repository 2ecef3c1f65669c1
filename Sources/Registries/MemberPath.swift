import JSONText

/// A pointer to members, in which `*` stands for every element of an array, ready to be followed on a tape.
struct MemberPath: Sendable {
    private enum Step: Sendable {
        case member([UInt8])
        case everyElement
    }

    private let steps: [Step]

    init(_ pointer: JSONPointer) {
        steps = pointer.tokens.map { $0 == "*" ? .everyElement : .member(Array($0.utf8)) }
    }

    /// Calls `visit` with each value that the path leads to, in the order they are written.
    func forEach(
        from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ visit: (Int) -> Void
    ) {
        follow(0, from: node, on: tape, in: bytes, upTo: steps.count, visit)
    }

    /// Whether the path leads to any value that `matches` accepts.
    func contains(
        from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, where matches: (Int) -> Bool
    ) -> Bool {
        var found = false
        forEach(from: node, on: tape, in: bytes) { found = found || matches($0) }
        return found
    }

    /// Whether the last member is missing in any place that could hold it: an object that is there, or the outermost
    /// value where objects on the way are missing too.
    func isMissing(from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        var places = 0
        var present = 0
        let isPlain = !steps.contains { if case .everyElement = $0 { true } else { false } }
        follow(0, from: node, on: tape, in: bytes, upTo: steps.count - 1) {
            if tape.kind($0) == .object { places += 1 }
        }
        forEach(from: node, on: tape, in: bytes) { _ in present += 1 }
        return present < places || (isPlain && present == 0)
    }

    private func follow(
        _ index: Int, from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, upTo end: Int,
        _ visit: (Int) -> Void
    ) {
        guard index < end else {
            visit(node)
            return
        }
        switch steps[index] {
        case .member(let name):
            if let value = tape.member(name, of: node, in: bytes) {
                follow(index + 1, from: value, on: tape, in: bytes, upTo: end, visit)
            }
        case .everyElement:
            guard tape.kind(node) == .array else { return }
            var element = node + 1
            while element < tape.next(node) {
                follow(index + 1, from: element, on: tape, in: bytes, upTo: end, visit)
                element = tape.next(element)
            }
        }
    }
}
