/// Whether operations contradict each other in a way that only shows when all are known.
extension JSONEdit {
    /// Finds operations on what an earlier one took away further up, and members that were moved into each other.
    ///
    /// - Complexity: O(nodes up to the last one touched + operations).
    mutating func check(on tape: JSONTape) throws(JSONEditError) {
        guard needsCheck && changes.count > 1 else { return }
        findContexts(on: tape)
        for index in changes.indices {
            let limit = try limit(within: changes[index].context, on: tape)
            if changes[index].touched > limit { throw contradiction(.gone, at: index, on: tape) }
        }
        for addition in additions {
            let limit = try limit(within: inside(addition.owner), on: tape)
            if addition.touched > limit { throw contradiction(.gone, at: addition.owner, on: tape) }
        }
    }

    /// Notes the innermost removed, replaced or moved change around each change.
    private mutating func findContexts(on tape: JSONTape) {
        path.removeAll(keepingCapacity: true)
        var node = nextChange(from: 0, below: changesEnd)
        while node < changesEnd {
            let index = Int(slots[node]) - 1
            while let around = path.last, end(of: around, on: tape) <= node { path.removeLast() }
            changes[index].context = path.last ?? -1
            changes[index].limit = .unknown
            if isBoundary(index) { path.append(index) }
            node = nextChange(from: node + 1, below: changesEnd)
        }
        // An object is made after the one that it is put into.
        for index in changes.indices where changes[index].node < 0 {
            changes[index].context = inside(changes[index].owner)
        }
    }

    /// Whether what is below a change is no longer where the tape has it.
    private func isBoundary(_ index: Int) -> Bool { changes[index].isAway || changes[index].isReplaced }

    /// The node after the last one of a member or value.
    private func end(of index: Int, on tape: JSONTape) -> Int {
        let node = changes[index].node
        return tape.next(changes[index].isMember ? node + 1 : node)
    }

    /// The context of what is in an object or array.
    private func inside(_ index: Int) -> Int { isBoundary(index) ? index : changes[index].context }

    /// The last operation that could still edit what is inside a context.
    private mutating func limit(within context: Int, on tape: JSONTape) throws(JSONEditError) -> Int {
        path.removeAll(keepingCapacity: true)
        var limit = Int.max
        var here = context
        climb: while here >= 0 {
            switch changes[here].limit {
            case .after(let known):
                limit = known
                break climb
            case .beingFound: throw contradiction(.intoItself, at: here, on: tape)
            case .unknown: break
            }
            changes[here].limit = .beingFound
            path.append(here)
            // What was moved shares the fate of where it went, also where it was removed there.
            let addition = changes[here].addition
            here = addition >= 0 ? inside(additions[addition].owner) : changes[here].context
        }
        for index in path.reversed() {
            if changes[index].gone > 0 { limit = min(limit, changes[index].gone) }
            changes[index].limit = .after(limit)
        }
        return limit
    }

    /// An error at a change; at an object that was made, where the first node around it is.
    private func contradiction(_ reason: JSONEditError.Reason, at index: Int, on tape: JSONTape) -> JSONEditError {
        var here = index
        while changes[here].node < 0 { here = changes[here].owner }
        return JSONEditError(reason, at: tape.start(changes[here].node))
    }
}
