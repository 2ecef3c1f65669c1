import JSONText

/// A pointer to members, in which `*` stands for every element of an array, ready to be followed on a tape.
struct MemberPath: Sendable {
    /// One token: a member's name as a range of `names`, or every element.
    private struct Step: Sendable {
        var start: Int
        var end: Int
        var isEvery: Bool
    }

    private var names: [UInt8] = []
    private var steps: [Step] = []

    init(_ pointer: JSONPointer) {
        for token in pointer.tokens {
            let start = names.count
            if token != "*" { names += token.utf8 }
            steps.append(Step(start: start, end: names.count, isEvery: token == "*"))
        }
    }

    /// The value that a path without `*` leads to, -1 where nothing is there.
    func value(from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Int {
        var here = node
        for index in steps.indices {
            here = member(index, of: here, on: tape, in: bytes)
            if here < 0 { return -1 }
        }
        return here
    }

    /// Calls `visit` with each value that the path leads to, in the order they are written.
    func forEach(
        from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ visit: (Int) -> Void
    ) {
        follow(0, from: node, on: tape, in: bytes, visit)
    }

    /// Whether the path leads to any value that `matches` accepts.
    func contains(
        from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, where matches: (Int) -> Bool
    ) -> Bool {
        var found = false
        forEach(from: node, on: tape, in: bytes) { found = found || matches($0) }
        return found
    }

    /// Whether the path leads to a place that is empty and could be filled: in an object, or below one that could be
    /// made. Elements can't be made.
    func isMissing(from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        isMissing(0, from: node, on: tape, in: bytes)
    }

    /// Whether the path leads to a value for which another path, with every `*` at the same element, leads to nothing.
    func contains(
        without end: MemberPath, from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        contains(0, from: node, without: end, 0, from: node, on: tape, in: bytes)
    }

    // MARK: Following

    /// The member of an object that a step names, -1 where there is none.
    private func member(_ index: Int, of node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Int {
        let step = steps[index]
        return tape.member(names.span.extracting(step.start..<step.end), of: node, in: bytes) ?? -1
    }

    private func follow(
        _ first: Int, from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ visit: (Int) -> Void
    ) {
        var here = node
        for index in first..<steps.count {
            if steps[index].isEvery {
                guard tape.kind(here) == .array else { return }
                var element = here + 1
                while element < tape.next(here) {
                    follow(index + 1, from: element, on: tape, in: bytes, visit)
                    element = tape.next(element)
                }
                return
            }
            here = member(index, of: here, on: tape, in: bytes)
            if here < 0 { return }
        }
        visit(here)
    }

    private func isMissing(_ first: Int, from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        var here = node
        for index in first..<steps.count {
            if steps[index].isEvery {
                guard tape.kind(here) == .array else { return false }
                var element = here + 1
                while element < tape.next(here) {
                    if isMissing(index + 1, from: element, on: tape, in: bytes) { return true }
                    element = tape.next(element)
                }
                return false
            }
            guard tape.kind(here) == .object else { return false }
            here = member(index, of: here, on: tape, in: bytes)
            if here < 0 { return !steps[index...].contains(where: \.isEvery) }
        }
        return false
    }

    private func contains(
        _ first: Int, from node: Int, without end: MemberPath, _ endFirst: Int, from endNode: Int,
        on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        var here = node
        var index = first
        while index < steps.count, !steps[index].isEvery {
            here = member(index, of: here, on: tape, in: bytes)
            if here < 0 { return false }
            index += 1
        }
        var there = endNode
        var endIndex = endFirst
        while endIndex < end.steps.count, !end.steps[endIndex].isEvery, there >= 0 {
            there = end.member(endIndex, of: there, on: tape, in: bytes)
            endIndex += 1
        }
        guard index < steps.count else { return there < 0 || endIndex < end.steps.count }
        guard tape.kind(here) == .array else { return false }
        let isPaired = there >= 0 && endIndex < end.steps.count && tape.kind(there) == .array
        var element = here + 1
        var endElement = isPaired ? there + 1 : -1
        while element < tape.next(here) {
            if isPaired && endElement < tape.next(there) {
                if contains(index + 1, from: element, without: end, endIndex + 1, from: endElement, on: tape, in: bytes)
                {
                    return true
                }
                endElement = tape.next(endElement)
            } else {
                var isThere = false
                follow(index + 1, from: element, on: tape, in: bytes) { _ in isThere = true }
                if isThere { return true }
            }
            element = tape.next(element)
        }
        return false
    }
}
