import JSONText

/// A text with its tape and an edit, addressed by JSON Pointers into the text as it was scanned.
struct Sheet {
    var bytes: [UInt8]
    var tape = JSONTape()
    var edit = JSONEdit()
    /// What the last application said.
    var isChanged: Bool?

    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        self.bytes = bytes
        try tape.scan(bytes.span)
    }

    func node(_ pointer: String) throws -> Int {
        guard let node = try JSONPointer(pointer).resolve(from: 0, on: tape, in: bytes.span) else {
            throw JSONPointerError.noSlash(pointer)
        }
        return node
    }

    mutating func insert(_ name: String, _ value: String, into pointer: String) throws {
        try insert(Array(name.utf8), value, into: pointer)
    }
    mutating func insert(_ name: [UInt8], _ value: String, into pointer: String) throws {
        try edit.insert(name: name.span, value: Array(value.utf8).span, into: try node(pointer), on: tape)
    }
    mutating func insert(_ name: String, _ value: String, intoNode node: Int) throws {
        try edit.insert(name: Array(name.utf8).span, value: Array(value.utf8).span, into: node, on: tape)
    }
    mutating func append(_ value: String, to pointer: String) throws {
        try edit.append(value: Array(value.utf8).span, to: try node(pointer), on: tape)
    }
    mutating func makeObject(_ name: String, into node: Int) throws -> Int {
        try edit.makeObject(name: Array(name.utf8).span, into: node, on: tape)
    }
    /// Removes a member, or else an element.
    mutating func remove(_ pointer: String) throws {
        let bytes = bytes
        let node = try node(pointer)
        do { try edit.remove(element: node, on: tape, in: bytes.span) } catch {
            guard error.reason == .notAnElement else { throw error }
            try edit.remove(member: node - 1, on: tape, in: bytes.span)
        }
    }
    mutating func remove(memberNode node: Int) throws {
        let bytes = bytes
        try edit.remove(member: node, on: tape, in: bytes.span)
    }
    mutating func remove(elementNode node: Int) throws {
        let bytes = bytes
        try edit.remove(element: node, on: tape, in: bytes.span)
    }
    mutating func rename(_ pointer: String, to name: String) throws { try rename(pointer, to: Array(name.utf8)) }
    mutating func rename(_ pointer: String, to name: [UInt8]) throws {
        let bytes = bytes
        try edit.rename(member: try node(pointer) - 1, to: name.span, on: tape, in: bytes.span)
    }
    mutating func replace(_ pointer: String, with text: String) throws {
        try replace(node: try node(pointer), with: text)
    }
    mutating func replace(node: Int, with text: String) throws {
        let bytes = bytes
        try edit.replace(value: node, with: Array(text.utf8).span, on: tape, in: bytes.span)
    }
    mutating func move(_ pointer: String, to name: String, into object: String) throws {
        try move(pointer, to: name, intoNode: try node(object))
    }
    mutating func move(_ pointer: String, to name: String, intoNode object: Int) throws {
        let bytes = bytes
        try edit.move(
            member: try node(pointer) - 1, to: Array(name.utf8).span, into: object, on: tape, in: bytes.span)
    }
    mutating func copy(_ pointer: String, to name: String, into object: String) throws {
        let bytes = bytes
        try edit.copy(
            value: try node(pointer), to: Array(name.utf8).span, into: try node(object), on: tape, in: bytes.span)
    }

    /// Replaces a string by its text edited on another sheet.
    mutating func replaceText(of string: Int, by inner: inout Sheet) throws {
        let bytes = bytes
        let innerBytes = inner.bytes
        try edit.replaceText(
            of: string, on: tape, in: bytes.span, by: &inner.edit, on: inner.tape, in: innerBytes.span)
    }
    /// Replaces a string by its text edited in a trial.
    mutating func replaceText(of string: Int, by inner: inout EditTrial) throws {
        let bytes = bytes
        let innerBytes = inner.bytes
        try edit.replaceText(
            of: string, on: tape, in: bytes.span, by: &inner.edit, on: inner.tape, in: innerBytes.span)
    }

    /// The edited text, which has to be JSON.
    mutating func applied() throws -> String {
        let bytes = bytes
        var output: [UInt8] = [0x7E]
        do { isChanged = try edit.apply(to: bytes.span, on: tape, into: &output) } catch {
            // Nothing is written then.
            guard output == [0x7E] else { throw JSONPointerError.noSlash("output after an error") }
            throw error
        }
        output.removeFirst()
        var check = JSONTape()
        try check.scan(output.span)
        return String(decoding: output, as: UTF8.self)
    }

    /// Goes on from the edited text.
    mutating func goOn() throws {
        let result = Array(try applied().utf8)
        bytes = result
        try tape.scan(result.span)
        edit.reset()
    }

    /// The error that some steps throw, nil where they throw none.
    mutating func failure(_ steps: (inout Sheet) throws -> Void) -> JSONEditError? {
        do { try steps(&self) } catch { return error as? JSONEditError }
        return nil
    }
}

extension JSONEditError {
    /// An error at byte 7.
    static func example(_ reason: Reason) -> JSONEditError {
        var edit = JSONEdit()
        var tape = JSONTape()
        do {
            let array: [UInt8] = [0x5B, 0x5D]
            try tape.scan(array.span)
            try edit.insert(name: array.span, value: array.span, into: 0, on: tape)
        } catch let error as JSONEditError {
            var example = error
            example.reason = reason
            example.offset = 7
            return example
        } catch {}
        preconditionFailure("inserting into an array has to fail")
    }
}
