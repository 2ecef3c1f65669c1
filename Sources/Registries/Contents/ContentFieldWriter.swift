import JSONText

/// Sets the members of a payload, or of an object inside one.
///
/// Over a payload that is there already only what changes is spliced in: members that aren't set keep every byte, and so
/// do members that are set to the value that they have. What is new comes after them, in the order in which it is set.
public struct ContentFieldWriter: Sendable {
    private enum Change: Sendable {
        case value([UInt8])
        case object(ContentFieldWriter)
        case removed
    }

    private var changes: [(name: String, change: Change)] = []

    /// A writer that sets nothing yet.
    public init() {}

    // MARK: Setting

    /// Sets a member to a string.
    public mutating func set(_ name: String, _ value: String) {
        var text: [UInt8] = []
        JSONWriter.appendQuoted(value, to: &text)
        put(name, .value(text))
    }

    /// Sets a member to a whole number.
    public mutating func set(_ name: String, _ value: Int) { put(name, .value(Array(String(value).utf8))) }

    /// Sets a member to a number; to null where it isn't finite, which JSON can't say.
    public mutating func set(_ name: String, _ value: Double) {
        put(name, .value(Array((value.isFinite ? "\(value)" : "null").utf8)))
    }

    /// Sets a member to a truth value.
    public mutating func set(_ name: String, _ value: Bool) { put(name, .value(Array("\(value)".utf8))) }

    /// Sets a member to an array of strings.
    public mutating func set(_ name: String, _ values: [String]) {
        var writer = JSONWriter(keepsHidden: true)
        writer.beginArray()
        for value in values { writer.string(value) }
        writer.endArray()
        put(name, .value(writer.bytes))
    }

    /// Sets a member to an array of objects, each with the members that a writer sets.
    public mutating func set(_ name: String, objects: [ContentFieldWriter]) {
        var writer = JSONWriter(keepsHidden: true)
        writer.beginArray()
        for object in objects { writer.raw(object.text) }
        writer.endArray()
        put(name, .value(writer.bytes))
    }

    /// Sets a member to null.
    public mutating func setNull(_ name: String) { put(name, .value(Array("null".utf8))) }

    /// Sets a member to a value that is JSON text already.
    ///
    /// - Throws: Where it is no JSON (RFC 8259), with the offset. Nothing is set then.
    public mutating func set(_ name: String, json: [UInt8]) throws(JSONError) {
        _ = try JSONDocument(json)
        put(name, .value(json))
    }

    /// Sets members of an object: of the one that is there, or of a new one.
    public mutating func object(_ name: String, _ body: (inout ContentFieldWriter) -> Void) {
        var writer = ContentFieldWriter()
        if let index = index(of: name), case .object(let known) = changes[index].change { writer = known }
        body(&writer)
        put(name, .object(writer))
    }

    /// Takes a member away.
    public mutating func remove(_ name: String) { put(name, .removed) }

    /// Sets a type at the place where payloads say it.
    mutating func set(_ type: ContentType, at tokens: ArraySlice<String>) {
        guard let name = tokens.first else { return }
        if tokens.count > 1 { return object(name) { $0.set(type, at: tokens.dropFirst()) } }
        switch type {
        case .number(let number): set(name, Int(number))
        case .string(let string): set(name, string)
        }
    }

    private mutating func put(_ name: String, _ change: Change) {
        if let index = index(of: name) {
            changes[index].change = change
        } else {
            changes.append((name, change))
        }
    }

    /// Names are told apart by their code points, as JSON does.
    private func index(of name: String) -> Int? { changes.firstIndex { $0.name.utf8.elementsEqual(name.utf8) } }

    // MARK: Writing

    /// An object of its own with what was set.
    var text: [UInt8] {
        var writer = JSONWriter(keepsHidden: true)
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, change) in changes {
            switch change {
            case .value(let text):
                writer.name(name)
                writer.raw(text)
            case .object(let object):
                writer.name(name)
                object.write(to: &writer)
            case .removed: break
            }
        }
        writer.endObject()
    }

    /// A payload with what was set spliced in; an object of its own where it is no JSON object.
    func text(over payload: [UInt8]) -> [UInt8] {
        guard let document = try? JSONDocument(payload), document.root.kind == .object else { return text }
        var edit = JSONEdit()
        let bytes = document.bytes
        do throws(JSONEditError) {
            try plan(&edit, on: document.root)
            guard !edit.isEmpty else { return payload }
            var output: [UInt8] = []
            try edit.apply(to: bytes.span, on: document.tape, into: &output)
            return output
        } catch {
            // Every node is the document's and every value is JSON, so that nothing is left to refuse.
            return text
        }
    }

    private func plan(_ edit: inout JSONEdit, on object: JSONValue) throws(JSONEditError) {
        let tape = object.document.tape
        let bytes = object.document.bytes
        for (name, change) in changes {
            let nameBytes = Array(name.utf8)
            let member = object[name]
            switch change {
            case .removed:
                for (_, value) in object.members.filter({ $0.name.utf8.elementsEqual(name.utf8) }) {
                    try edit.remove(member: value.node - 1, on: tape, in: bytes.span)
                }
            case .object(let writer):
                if let member, member.kind == .object {
                    try writer.plan(&edit, on: member)
                } else {
                    let text = writer.text
                    if let member {
                        try edit.replace(value: member.node, with: text.span, on: tape, in: bytes.span)
                    } else {
                        try edit.insert(name: nameBytes.span, value: text.span, into: object.node, on: tape)
                    }
                }
            case .value(let text):
                guard let member else {
                    try edit.insert(name: nameBytes.span, value: text.span, into: object.node, on: tape)
                    continue
                }
                if let value = try? JSONDocument(text).root, value.isEqual(member) { continue }
                try edit.replace(value: member.node, with: text.span, on: tape, in: bytes.span)
            }
        }
    }
}
