extension JSONEdit {
    /// Puts a member into an object, behind all others.
    ///
    /// - Parameters:
    ///   - name: The name, unescaped UTF-8.
    ///   - value: The value, one JSON text (RFC 8259). White space around it is left out.
    ///   - object: An object's node, or what `makeObject` gave.
    ///   - tape: The tape of the text to edit.
    /// - Throws: Where there is no such object any more, or name or value are invalid.
    public mutating func insert(
        name: Span<UInt8>, value: Span<UInt8>, into object: Int, on tape: JSONTape
    ) throws(JSONEditError) {
        let owner = try container(object, .object, on: tape)
        let name = try appendName(name)
        let content = try appendValue(value, after: name)
        add(to: owner, name: name, .pieces(content))
    }

    /// Puts an element into an array, behind all others.
    ///
    /// - Parameters:
    ///   - value: The value, one JSON text (RFC 8259). White space around it is left out.
    ///   - array: An array's node.
    ///   - tape: The tape of the text to edit.
    /// - Throws: Where there is no such array any more, or the value is invalid.
    public mutating func append(value: Span<UInt8>, to array: Int, on tape: JSONTape) throws(JSONEditError) {
        let owner = try container(array, .array, on: tape)
        let comma = pool.count..<pool.count + 1
        pool.append(UInt8(ascii: ","))
        let content = try appendValue(value, after: comma)
        add(to: owner, name: comma, .pieces(content))
    }

    /// Puts an empty object into an object, behind all other members.
    ///
    /// - Parameters:
    ///   - name: The name, unescaped UTF-8.
    ///   - object: An object's node, or what `makeObject` gave.
    ///   - tape: The tape of the text to edit.
    /// - Returns: What stands for the new object where an operation of this edit takes an object, until `reset`.
    /// - Throws: Where there is no such object any more, or the name is invalid.
    public mutating func makeObject(
        name: Span<UInt8>, into object: Int, on tape: JSONTape
    ) throws(JSONEditError) -> Int {
        let owner = try container(object, .object, on: tape)
        let name = try appendName(name)
        var made = Change(node: -1)
        made.owner = owner
        changes.append(made)
        add(to: owner, name: name, .object(changes.count - 1))
        return -changes.count
    }

    /// Removes a member with its comma.
    ///
    /// - Parameters:
    ///   - name: The node of the member's name.
    ///   - tape: The tape of the text to edit.
    ///   - bytes: The text that was scanned.
    /// - Throws: Where there is no such member any more.
    public mutating func remove(
        member name: Int, on tape: JSONTape, in bytes: Span<UInt8>
    ) throws(JSONEditError) {
        let change = try member(name, on: tape, in: bytes)
        begin()
        if changes[change].addition >= 0 {
            drop(changes[change].addition)
        } else {
            changes[change].touched = operation
        }
        changes[change].isAway = true
        changes[change].gone = operation
        needsCheck = true
    }

    /// Removes an element of an array with its comma.
    ///
    /// - Parameters:
    ///   - element: The element's node.
    ///   - tape: The tape of the text to edit.
    ///   - bytes: The text that was scanned.
    /// - Throws: Where there is no such element any more.
    public mutating func remove(
        element: Int, on tape: JSONTape, in bytes: Span<UInt8>
    ) throws(JSONEditError) {
        guard role(of: element, on: tape, in: bytes) == .element else {
            throw JSONEditError(.notAnElement, at: place(of: element, on: tape))
        }
        let change = try value(element, on: tape)
        begin()
        changes[change].touched = operation
        changes[change].isAway = true
        if changes[change].gone == 0 { changes[change].gone = operation }
        needsCheck = true
    }

    /// Gives a member another name, in its place. A name that the member has already keeps its spelling.
    ///
    /// - Parameters:
    ///   - member: The node of the member's name.
    ///   - name: The new name, unescaped UTF-8.
    ///   - tape: The tape of the text to edit.
    ///   - bytes: The text that was scanned.
    /// - Throws: Where there is no such member any more, or the name is invalid.
    public mutating func rename(
        member: Int, to name: Span<UInt8>, on tape: JSONTape, in bytes: Span<UInt8>
    ) throws(JSONEditError) {
        let change = try self.member(member, on: tape, in: bytes)
        try rename(change, to: name, on: tape, in: bytes)
    }

    /// Replaces a value, and with it all that is in it.
    ///
    /// - Parameters:
    ///   - value: The node of the value: a member's, an element or the outermost.
    ///   - text: The new value, one JSON text (RFC 8259). White space around it is left out.
    ///   - tape: The tape of the text to edit.
    ///   - bytes: The text that was scanned.
    /// - Throws: Where there is no such value any more, or the new one is invalid.
    public mutating func replace(
        value: Int, with text: Span<UInt8>, on tape: JSONTape, in bytes: Span<UInt8>
    ) throws(JSONEditError) {
        guard role(of: value, on: tape, in: bytes).isValue else {
            throw JSONEditError(.notAValue, at: place(of: value, on: tape))
        }
        let change = try self.value(value, on: tape)
        let content = try appendValue(text, after: pool.count..<pool.count)
        replace(change, by: content)
    }

    /// Moves a member: within its object that is a new name in its place, into another object it becomes the last
    /// member there, with its value's bytes.
    ///
    /// - Parameters:
    ///   - member: The node of the member's name.
    ///   - name: Its name from now on, unescaped UTF-8.
    ///   - object: An object's node, or what `makeObject` gave.
    ///   - tape: The tape of the text to edit.
    ///   - bytes: The text that was scanned.
    /// - Throws: Where there is no such member or object any more, where the object is inside the member, or where the
    ///   name is invalid.
    public mutating func move(
        member: Int, to name: Span<UInt8>, into object: Int, on tape: JSONTape, in bytes: Span<UInt8>
    ) throws(JSONEditError) {
        let change = try self.member(member, on: tape, in: bytes)
        let owner = try container(object, .object, on: tape)
        guard !isInside(object, member, on: tape) else {
            throw JSONEditError(.intoItself, at: tape.start(member))
        }
        let addition = changes[change].addition
        if addition >= 0 ? additions[addition].owner == owner : isMember(member, of: object, on: tape) {
            return try rename(change, to: name, on: tape, in: bytes)
        }
        let newName = try appendName(name)
        if addition >= 0 {
            begin()
            drop(addition)
        }
        add(to: owner, name: newName, .member(member))
        if addition < 0 { changes[change].touched = operation }
        changes[change].addition = additions.count - 1
        changes[change].isAway = true
        needsCheck = true
    }

    /// Copies a value, as the operations so far left it, into an object, where it becomes the last member.
    ///
    /// - Parameters:
    ///   - value: The node of the value: a member's, an element or the outermost.
    ///   - name: The name of the copy, unescaped UTF-8.
    ///   - object: An object's node, or what `makeObject` gave.
    ///   - tape: The tape of the text to edit.
    ///   - bytes: The text that was scanned.
    /// - Throws: Where there is no such value or object any more, or the name is invalid.
    /// - Complexity: O(nodes of the value).
    public mutating func copy(
        value: Int, to name: Span<UInt8>, into object: Int, on tape: JSONTape, in bytes: Span<UInt8>
    ) throws(JSONEditError) {
        guard role(of: value, on: tape, in: bytes).isValue else {
            throw JSONEditError(.notAValue, at: place(of: value, on: tape))
        }
        let owner = try container(object, .object, on: tape)
        let content: Range<Int>
        if nextChange(from: value, below: tape.next(value)) < tape.next(value) {
            content = try resolve(value, on: tape)
        } else {
            content = pieces.count..<pieces.count + 1
            pieces.append(Piece(start: tape.start(value), end: tape.end(value), isOwn: false))
        }
        let change = try self.value(value, on: tape)
        let newName = try appendName(name)
        add(to: owner, name: newName, .pieces(content))
        changes[change].touched = operation
    }
}
