/// What operations are made of: looking nodes up, keeping what is given, and noting changes.
extension JSONEdit {
    /// What a node is to the one around it.
    enum Role {
        case root
        case name
        case memberValue
        case element
        case nothing

        var isValue: Bool { self != .name && self != .nothing }
    }

    /// What a node is, told by the bytes around it.
    func role(of node: Int, on tape: JSONTape, in bytes: Span<UInt8>) -> Role {
        guard node >= 0 && node < tape.count else { return .nothing }
        guard node > 0 else { return .root }
        var before = tape.start(node) - 1
        while before > 0 && Self.isSpace(bytes[before]) { before -= 1 }
        switch bytes[before] {
        case UInt8(ascii: "{"): return .name
        case UInt8(ascii: "["): return .element
        case UInt8(ascii: ":"): return .memberValue
        default:
            var after = tape.end(node)
            while after < bytes.count && Self.isSpace(bytes[after]) { after += 1 }
            return after < bytes.count && bytes[after] == UInt8(ascii: ":") ? .name : .element
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Where a node begins, the end of the text for one that is not on the tape.
    func place(of node: Int, on tape: JSONTape) -> Int {
        if node >= 0 && node < tape.count { return tape.start(node) }
        return tape.count > 0 ? tape.end(0) : 0
    }

    /// Whether a name is that of a member of an object, as they were scanned.
    func isMember(_ name: Int, of object: Int, on tape: JSONTape) -> Bool {
        guard object >= 0 && name > object && name < tape.next(object) else { return false }
        var here = object + 1
        while here < name { here = tape.next(here + 1) }
        return here == name
    }

    /// Whether an object is in a member's value, and not in a part of it that was moved elsewhere: that may come back
    /// to the member too, which only a check finds out.
    func isInside(_ object: Int, _ member: Int, on tape: JSONTape) -> Bool {
        guard object > member && object < tape.next(member + 1) else { return false }
        var node = nextChange(from: member + 1, below: object)
        while node < object {
            let change = changes[Int(slots[node]) - 1]
            if change.addition >= 0 && tape.next(node + 1) > object { return false }
            node = nextChange(from: node + 1, below: object)
        }
        return true
    }

    /// The change of an object or array that something is put into.
    mutating func container(_ node: Int, _ kind: JSONKind, on tape: JSONTape) throws(JSONEditError) -> Int {
        let wrongKind: JSONEditError.Reason = kind == .object ? .notAnObject : .notAnArray
        if node < 0 {
            guard kind == .object, node >= -changes.count, changes[-node - 1].node < 0 else {
                throw JSONEditError(wrongKind, at: place(of: node, on: tape))
            }
            return -node - 1
        }
        guard node < tape.count, tape.kind(node) == kind else {
            throw JSONEditError(wrongKind, at: place(of: node, on: tape))
        }
        let change = change(of: node)
        guard changes[change].gone == 0 else { throw JSONEditError(.gone, at: tape.start(node)) }
        return change
    }

    /// The change of a member that is still there, by its name's node.
    mutating func member(_ name: Int, on tape: JSONTape, in bytes: Span<UInt8>) throws(JSONEditError) -> Int {
        guard role(of: name, on: tape, in: bytes) == .name else {
            throw JSONEditError(.notAMember, at: place(of: name, on: tape))
        }
        let change = change(of: name)
        guard changes[change].gone == 0 else { throw JSONEditError(.gone, at: tape.start(name)) }
        changes[change].isMember = true
        return change
    }

    /// The change of a value that was not removed as an element.
    mutating func value(_ node: Int, on tape: JSONTape) throws(JSONEditError) -> Int {
        let change = change(of: node)
        guard !changes[change].isAway else { throw JSONEditError(.gone, at: tape.start(node)) }
        return change
    }

    /// The change of a node, a new one where nothing happened to it yet.
    mutating func change(of node: Int) -> Int {
        if node >= slots.count { slots.append(contentsOf: repeatElement(0, count: node + 1 - slots.count)) }
        if slots[node] != 0 { return Int(slots[node]) - 1 }
        changes.append(Change(node: node))
        slots[node] = UInt32(truncatingIfNeeded: changes.count)
        changesEnd = max(changesEnd, node + 1)
        return changes.count - 1
    }

    /// The first node from `node` on that has a change; `end` where none before it has.
    func nextChange(from node: Int, below end: Int) -> Int {
        let last = min(end, changesEnd)
        var here = node
        while here < last {
            if slots[here] != 0 { return here }
            here += 1
        }
        return end
    }

    /// Counts an operation.
    mutating func begin() { operation += 1 }

    /// Puts something into an object or array.
    mutating func add(to owner: Int, name: Range<Int>, _ content: Addition.Content) {
        begin()
        changes[owner].touched = operation
        additions.append(Addition(owner: owner, touched: operation, name: name, content: content))
        let last = changes[owner].lastAddition
        if last >= 0 {
            additions[last].next = additions.count - 1
        } else {
            changes[owner].firstAddition = additions.count - 1
        }
        changes[owner].lastAddition = additions.count - 1
    }

    /// Takes a member that was moved away from where it stands now.
    mutating func drop(_ addition: Int) {
        additions[addition].isDropped = true
        additions[addition].touched = operation
    }

    mutating func rename(
        _ change: Int, to name: Span<UInt8>, on tape: JSONTape, in bytes: Span<UInt8>
    ) throws(JSONEditError) {
        let addition = changes[change].addition
        let hasItsName = addition < 0 && tape.equals(changes[change].node, name, in: bytes)
        let newName = hasItsName ? 0..<0 : try appendName(name)
        begin()
        if addition >= 0 {
            additions[addition].name = newName
            additions[addition].touched = operation
        } else {
            changes[change].name = newName
            changes[change].touched = operation
        }
    }

    mutating func replace(_ change: Int, by content: Range<Int>) {
        begin()
        changes[change].touched = operation
        changes[change].isReplaced = true
        changes[change].replacement = content
        // What was in the value is gone from the first replacement on.
        if changes[change].gone == 0 { changes[change].gone = operation }
        needsCheck = true
    }

    /// Keeps a name as `,"name":`.
    ///
    /// - Returns: Its range in the pool.
    mutating func appendName(_ name: Span<UInt8>) throws(JSONEditError) -> Range<Int> {
        let start = pool.count
        pool.append(UInt8(ascii: ","))
        pool.append(UInt8(ascii: "\""))
        pool.append(escaping: name)
        pool.append(UInt8(ascii: "\""))
        if let text = TextBytes(name), text.endOfPlainText(from: 0) < text.count {
            // It may not be UTF-8, which the scanner finds out.
            let kept = pool
            do { try given.scan(kept.span.extracting(start + 1..<kept.count)) } catch {
                pool.removeSubrange(start...)
                throw JSONEditError(.invalidName, at: 0)
            }
        }
        pool.append(UInt8(ascii: ":"))
        return start..<pool.count
    }

    /// Keeps a value.
    ///
    /// - Parameter name: What was kept before for the same member, forgotten if the value is no JSON.
    /// - Returns: The range of its one piece.
    mutating func appendValue(_ text: Span<UInt8>, after name: Range<Int>) throws(JSONEditError) -> Range<Int> {
        do { try given.scan(text) } catch {
            pool.removeSubrange(name)
            throw JSONEditError(.invalidValue(error.reason), at: error.offset)
        }
        let start = pool.count
        pool.append(copying: text, given.start(0)..<given.end(0))
        pieces.append(Piece(start: start, end: pool.count, isOwn: true))
        return pieces.count - 1..<pieces.count
    }
}
