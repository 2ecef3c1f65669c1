/// A value in a document: convenient to walk, too slow for records.
public struct JSONValue: Sendable {
    /// The document that the value is part of.
    public let document: JSONDocument
    /// The value's node on the document's tape.
    public let node: Int

    /// The value at a node of a document.
    public init(document: JSONDocument, node: Int) {
        self.document = document
        self.node = node
    }

    /// What the value is.
    public var kind: JSONKind { document.tape.kind(node) }

    /// The members of an object in the order they are written, duplicates too; none for any other kind.
    public var members: [(name: String, value: JSONValue)] {
        guard kind == .object else { return [] }
        var members: [(name: String, value: JSONValue)] = []
        let bytes = document.bytes
        var name = node + 1
        while name < document.tape.next(node) {
            members.append((document.tape.string(name, in: bytes.span), self.at(name + 1)))
            name = document.tape.next(name + 1)
        }
        return members
    }

    /// The elements of an array; none for any other kind.
    public var elements: [JSONValue] {
        guard kind == .array else { return [] }
        var elements: [JSONValue] = []
        var element = node + 1
        while element < document.tape.next(node) {
            elements.append(self.at(element))
            element = document.tape.next(element)
        }
        return elements
    }

    /// The member of an object with a name (of duplicates the last), nil where there is none.
    public subscript(_ name: String) -> JSONValue? {
        let bytes = document.bytes
        return document.tape.member(name.utf8Span.span, of: node, in: bytes.span).map(at)
    }

    /// What a pointer leads to from here, nil where nothing is there.
    public func resolve(_ pointer: JSONPointer) -> JSONValue? {
        let bytes = document.bytes
        return pointer.resolve(from: node, on: document.tape, in: bytes.span).map(at)
    }

    /// A string's text; nil for any other kind. A lone surrogate is U+FFFD.
    public var string: String? {
        guard kind == .string else { return nil }
        if !document.tape.hasEscapes(node) {
            return String(
                decoding: document.bytes[document.tape.start(node) + 1..<document.tape.end(node) - 1], as: UTF8.self)
        }
        let bytes = document.bytes
        return document.tape.string(node, in: bytes.span)
    }

    /// A number that is written as a whole number and that fits; nil for anything else.
    public var integer: Int? { kind == .number ? Int(text) : nil }

    /// A truth value; nil for any other kind.
    public var boolean: Bool? {
        switch kind {
        case .trueValue: true
        case .falseValue: false
        default: nil
        }
    }

    /// The value as it is written.
    public var text: String {
        String(decoding: document.bytes[document.tape.start(node)..<document.tape.end(node)], as: UTF8.self)
    }

    /// The line and column where the value begins.
    public var place: JSONPlace { document.place(of: document.tape.start(node)) }

    /// The JSON Pointer from the document's root to the value.
    public var pointer: String {
        let bytes = document.bytes
        return document.tape.pointer(to: node, in: bytes.span)
    }

    /// The line and column where the name of the member begins whose value this is; of any other value, its own.
    public var namePlace: JSONPlace {
        // A member's name stands right before its value on the tape.
        isMember ? document.place(of: document.tape.start(node - 1)) : place
    }

    /// Whether the value is a member's.
    private var isMember: Bool {
        let tape = document.tape
        var here = 0
        while here != node && node < tape.next(here) {
            let isObject = tape.kind(here) == .object
            var child = here + 1
            while child < tape.next(here) {
                let value = isObject ? child + 1 : child
                if node < tape.next(value) {
                    if value == node { return isObject }
                    here = value
                    break
                }
                child = tape.next(value)
            }
        }
        return false
    }

    private func at(_ node: Int) -> JSONValue { JSONValue(document: document, node: node) }
}
