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

    /// Whether the path leads to a place that could be filled, in an object or below one that could be made, while each of
    /// some paths, with every `*` at the same element, leads to nothing. Elements can't be made.
    func isMissing(
        with others: [MemberPath], from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        var traces = others.map { Trace(path: $0, index: 0, node: node) }
        return isMissing(0, from: node, &traces, on: tape, in: bytes)
    }

    /// Whether the path leads to a value that `matches` accepts, and for which each of some other paths, with every `*`
    /// at the same element, leads to nothing.
    func contains(
        without others: [MemberPath], from node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>,
        where matches: (Int) -> Bool
    ) -> Bool {
        // Nothing is allocated where the path leads nowhere, as it mostly does.
        var isAny = false
        follow(0, from: node, on: tape, in: bytes) { isAny = isAny || matches($0) }
        guard isAny else { return false }
        var traces = others.map { Trace(path: $0, index: 0, node: node) }
        return contains(0, from: node, &traces, on: tape, in: bytes, where: matches)
    }

    /// How far another path was followed.
    private struct Trace {
        let path: MemberPath
        var index: Int
        /// Where it led; -1 where it led to nothing.
        var node: Int

        /// Follows the path to its next `*`, or to its end.
        mutating func advance(on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
            while node >= 0, index < path.steps.count, !path.steps[index].isEvery {
                node = path.member(index, of: node, on: tape, in: bytes)
                index += 1
            }
        }

        /// Follows the path into the first element of the array that it has led to.
        func entering(on tape: borrowing JSONTape) -> Trace {
            var inner = self
            inner.node = -1
            guard node >= 0, index < path.steps.count, tape.kind(node) == .array else { return inner }
            inner.index += 1
            if node + 1 < tape.next(node) { inner.node = node + 1 }
            return inner
        }

        /// Whether the path leads to any value.
        func leadsAnywhere(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
            guard node >= 0 else { return false }
            var isThere = false
            path.follow(index, from: node, on: tape, in: bytes) { _ in isThere = true }
            return isThere
        }
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

    private func isMissing(
        _ first: Int, from node: Int, _ others: inout [Trace], on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        var here = node
        for index in first..<steps.count {
            if steps[index].isEvery {
                return any(of: here, &others, on: tape, in: bytes) { element, traces in
                    isMissing(index + 1, from: element, &traces, on: tape, in: bytes)
                }
            }
            guard tape.kind(here) == .object else { return false }
            here = member(index, of: here, on: tape, in: bytes)
            if here < 0 {
                return !steps[index...].contains(where: \.isEvery)
                    && !others.contains { $0.leadsAnywhere(on: tape, in: bytes) }
            }
        }
        return false
    }

    private func contains(
        _ first: Int, from node: Int, _ others: inout [Trace], on tape: borrowing JSONTape, in bytes: Span<UInt8>,
        where matches: (Int) -> Bool
    ) -> Bool {
        var here = node
        for index in first..<steps.count {
            if steps[index].isEvery {
                return any(of: here, &others, on: tape, in: bytes) { element, traces in
                    contains(index + 1, from: element, &traces, on: tape, in: bytes, where: matches)
                }
            }
            here = member(index, of: here, on: tape, in: bytes)
            if here < 0 { return false }
        }
        return matches(here) && !others.contains { $0.leadsAnywhere(on: tape, in: bytes) }
    }

    /// Whether `body` says so of any element of an array, with other paths followed into the element of the same number.
    private func any(
        of array: Int, _ others: inout [Trace], on tape: borrowing JSONTape, in bytes: Span<UInt8>,
        _ body: (Int, inout [Trace]) -> Bool
    ) -> Bool {
        guard tape.kind(array) == .array else { return false }
        for index in others.indices { others[index].advance(on: tape, in: bytes) }
        var inner = others.map { $0.entering(on: tape) }
        var element = array + 1
        while element < tape.next(array) {
            var traces = inner
            if body(element, &traces) { return true }
            element = tape.next(element)
            for index in inner.indices where inner[index].node >= 0 {
                let next = tape.next(inner[index].node)
                inner[index].node = next < tape.next(others[index].node) ? next : -1
            }
        }
        return false
    }
}
