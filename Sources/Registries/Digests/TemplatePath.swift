import JSONText

/// A pointer of a template or of `searchable`, ready to be followed on a tape: to members, to elements by their index,
/// and with `*` to every element.
struct TemplatePath: Sendable {
    private struct Step: Sendable {
        let name: [UInt8]
        /// The index that the name spells; -1 where it spells none.
        let index: Int
        let isEvery: Bool

        init(_ token: String) {
            name = Array(token.utf8)
            index = Int(token).flatMap { $0 >= 0 && String($0) == token ? $0 : nil } ?? -1
            isEvery = token == "*"
        }
    }

    /// Where a path leads.
    enum End {
        /// To a value.
        case value(Int)
        /// Nowhere: so many of its tokens lead to an object that has no member of the next one's name.
        case absent(after: Int)
        /// Nowhere, since something else stands in the way.
        case blocked
    }

    private let steps: [Step]

    init(_ pointer: JSONPointer) {
        steps = pointer.tokens.map(Step.init)
    }

    /// Where the path leads; one with `*` leads nowhere.
    func end(from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> End {
        var here = node
        for position in steps.indices {
            switch tape.kind(here) {
            case .object:
                guard let member = tape.member(steps[position].name, of: here, in: bytes) else {
                    return .absent(after: position)
                }
                here = member
            case .array:
                here = Self.element(steps[position].index, of: here, on: tape)
                if here < 0 { return .blocked }
            default:
                return .blocked
            }
        }
        return .value(here)
    }

    /// Calls `visit` with each value that the path leads to, in the order they are written.
    func forEach(
        from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ visit: (Int) -> Void
    ) {
        follow(0, from: node, on: tape, in: bytes, visit)
    }

    private func follow(
        _ first: Int, from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ visit: (Int) -> Void
    ) {
        var here = node
        for position in first..<steps.count {
            switch tape.kind(here) {
            case .object:
                guard let member = tape.member(steps[position].name, of: here, in: bytes) else { return }
                here = member
            case .array where steps[position].isEvery:
                var element = here + 1
                while element < tape.next(here) {
                    follow(position + 1, from: element, on: tape, in: bytes, visit)
                    element = tape.next(element)
                }
                return
            case .array:
                here = Self.element(steps[position].index, of: here, on: tape)
                if here < 0 { return }
            default:
                return
            }
        }
        visit(here)
    }

    private static func element(_ index: Int, of array: Int, on tape: borrowing JSONTape) -> Int {
        guard index >= 0, index < tape.childCount(array) else { return -1 }
        var element = array + 1
        for _ in 0..<index { element = tape.next(element) }
        return element
    }
}
