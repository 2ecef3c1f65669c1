import JSONText

/// The members of an object by name; of members with one name, the last one.
package struct NamedMembers: Sendable {
    private let object: JSONValue?
    /// The names and the values' nodes, where there are more than a look through them all is good for.
    private var index = NameIndex()
    private var nodes: [Int] = []

    private static let mostUnhashed = 16

    /// - Parameter value: The object; anything else has no members.
    package init(of value: JSONValue?) {
        guard let value, value.kind == .object else {
            object = nil
            return
        }
        object = value
        let tape = value.document.tape
        let bytes = value.document.bytes
        var count = 0
        var name = value.node + 1
        while name < tape.next(value.node) && count <= Self.mostUnhashed {
            count += 1
            name = tape.next(name + 1)
        }
        guard count > Self.mostUnhashed else { return }
        name = value.node + 1
        while name < tape.next(value.node) {
            var text: [UInt8] = []
            tape.appendUnescaped(name, in: bytes.span, to: &text)
            let (number, isNew) = index.insert(text)
            if isNew { nodes.append(name + 1) } else { nodes[number] = name + 1 }
            name = tape.next(name + 1)
        }
    }

    /// The value of a name.
    package subscript(_ name: [UInt8]) -> JSONValue? {
        guard let object else { return nil }
        if nodes.isEmpty {
            let bytes = object.document.bytes
            return object.document.tape.member(name, of: object.node, in: bytes.span).map {
                JSONValue(document: object.document, node: $0)
            }
        }
        return index.number(of: name).map { JSONValue(document: object.document, node: nodes[$0]) }
    }

    /// The names, for people; one that stands twice comes once.
    package var names: [String] {
        var names = NameIndex()
        for (name, _) in object?.members ?? [] { names.insert(Array(name.utf8)) }
        return names.names.map { String(decoding: $0, as: UTF8.self) }
    }
}
