import JSONText

/// A JSON text as a tree of objects that can be edited one operation after the other, and that writes itself with
/// nothing but concatenation: what `JSONEdit` has to agree with.
final class EditedDocument {
    /// A value; one that was scanned knows its node.
    final class Value {
        var node: Int?
        var start = 0
        var end = 0
        var kind = JSONKind.null
        var children: [Child] = []
        var additions: [Child] = []
        /// The text of a value that was given.
        var given: [UInt8]?
        /// A snapshot of a value that was copied.
        var copied: [Part]?
        var isMade = false
    }

    /// A member or element. In its place it stays in the list of children after it left.
    final class Child {
        var nameNode: Int?
        var nameStart = 0
        var nameEnd = 0
        /// The name unescaped; nil for an element.
        var name: String?
        var scannedName: String?
        var isRenamed = false
        var isAway = false
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    /// Bytes of the scanned text, or new ones.
    enum Part {
        case source(Range<Int>)
        case new([UInt8])
    }

    let root: Value
    let length: Int
    /// By node: values and, for names, the member.
    private(set) var values: [Int: Value] = [:]
    private(set) var members: [Int: Child] = [:]

    init(_ tape: JSONTape, _ bytes: [UInt8]) {
        length = bytes.count
        var values: [Int: Value] = [:]
        var members: [Int: Child] = [:]
        func read(_ node: Int) -> Value {
            let value = Value()
            value.node = node
            value.start = tape.start(node)
            value.end = tape.end(node)
            value.kind = tape.kind(node)
            values[node] = value
            var child = node + 1
            while child < tape.next(node) {
                let isObject = tape.kind(node) == .object
                let entry = Child(read(isObject ? child + 1 : child))
                if isObject {
                    entry.nameNode = child
                    entry.nameStart = tape.start(child)
                    entry.nameEnd = tape.end(child)
                    entry.name = tape.string(child, in: bytes.span)
                    entry.scannedName = entry.name
                    members[child] = entry
                }
                value.children.append(entry)
                child = tape.next(isObject ? child + 1 : child)
            }
            return value
        }
        root = read(0)
        self.values = values
        self.members = members
    }

    // MARK: What is there

    /// The members or elements of a value as it is now, in their order.
    static func current(_ value: Value) -> [Child] {
        guard value.given == nil, value.copied == nil else { return [] }
        return value.children.filter { !$0.isAway } + value.additions
    }

    /// Whether a value can still be reached from another.
    func reaches(_ wanted: Value, from start: Value? = nil) -> Bool {
        let start = start ?? root
        return start === wanted || Self.current(start).contains { reaches(wanted, from: $0.value) }
    }

    /// The container that holds a child now, nil where it is gone.
    func holder(of child: Child, from start: Value? = nil) -> Value? {
        let start = start ?? root
        if Self.current(start).contains(where: { $0 === child }) { return start }
        for other in Self.current(start) {
            if let found = holder(of: child, from: other.value) { return found }
        }
        return nil
    }

    // MARK: Operations

    /// Whether members or elements can be put into a value.
    func canPut(into value: Value, _ kind: JSONKind) -> Bool {
        value.given == nil && value.copied == nil && value.kind == kind && reaches(value)
    }

    func take(_ child: Child, from holder: Value) {
        if let index = holder.additions.firstIndex(where: { $0 === child }) {
            holder.additions.remove(at: index)
        } else {
            child.isAway = true
        }
    }

    /// Puts a member that was taken elsewhere behind all others.
    func give(_ child: Child, to holder: Value) {
        // Where it was scanned a stand-in keeps the place, so that the member can even come back behind it.
        for value in values.values {
            if let index = value.children.firstIndex(where: { $0 === child }) {
                let gap = Child(child.value)
                gap.nameNode = child.nameNode
                gap.nameStart = child.nameStart
                gap.nameEnd = child.nameEnd
                gap.isAway = true
                value.children[index] = gap
            }
        }
        child.isAway = false
        holder.additions.append(child)
    }

    /// Whether a member stands where it was scanned.
    func isInPlace(_ child: Child) -> Bool {
        values.values.contains { $0.children.contains { $0 === child } }
    }

    func put(_ value: Value, name: String?, into holder: Value) {
        let child = Child(value)
        child.name = name
        child.isRenamed = true
        holder.additions.append(child)
    }

    static func given(_ text: [UInt8]) -> Value {
        let value = Value()
        value.given = text
        return value
    }

    static func made() -> Value {
        let value = Value()
        value.isMade = true
        value.kind = .object
        return value
    }

    func copy(of value: Value) -> Value {
        let copy = Value()
        copy.copied = parts(value)
        return copy
    }

    // MARK: Writing

    /// The whole text as it has to be after the edit.
    func parts() -> [Part] {
        [.source(0..<root.start)] + parts(root) + [.source(root.end..<length)]
    }

    func parts(_ value: Value) -> [Part] {
        if let given = value.given { return [.new(given)] }
        if let copied = value.copied { return copied }
        var added: [[Part]] = value.additions.map { child in
            var name: [UInt8] = []
            if let text = child.name {
                JSONWriter.appendQuoted(text, to: &name)
                name.append(UInt8(ascii: ":"))
            }
            return [.new(name)] + parts(child.value)
        }
        let joined = { (before: Bool) -> [Part] in
            guard !added.isEmpty else { return [] }
            let first = added.removeFirst()
            return (before ? [.new([UInt8(ascii: ",")])] : []) + first
                + added.flatMap { [.new([UInt8(ascii: ",")])] + $0 }
        }
        if value.isMade { return [.new([UInt8(ascii: "{")])] + joined(false) + [.new([UInt8(ascii: "}")])] }
        guard let first = value.children.first, let last = value.children.last else {
            guard value.kind == .object || value.kind == .array else { return [.source(value.start..<value.end)] }
            return [.source(value.start..<value.start + 1)] + joined(false)
                + [.source(value.start + 1..<value.end)]
        }
        let beginning = { (child: Child) in child.nameNode == nil ? child.value.start : child.nameStart }
        var result: [Part] = [.source(value.start..<beginning(first))]
        var isFirst = true
        for (index, child) in value.children.enumerated() where !child.isAway {
            // Whatever stood between a child and the one before it, gone or not, except before the first that stays.
            if !isFirst { result.append(.source(value.children[index - 1].value.end..<beginning(child))) }
            isFirst = false
            if child.nameNode != nil {
                if child.isRenamed, let name = child.name {
                    var quoted: [UInt8] = []
                    JSONWriter.appendQuoted(name, to: &quoted)
                    result.append(.new(quoted))
                } else {
                    result.append(.source(child.nameStart..<child.nameEnd))
                }
                result.append(.source(child.nameEnd..<child.value.start))
            }
            result += parts(child.value)
        }
        return result + joined(!isFirst) + [.source(last.value.end..<value.end)]
    }

    func bytes(of parts: [Part], in source: [UInt8]) -> [UInt8] {
        parts.flatMap { part -> [UInt8] in
            switch part {
            case .source(let range): Array(source[range])
            case .new(let bytes): bytes
            }
        }
    }

    /// The nodes that a scan of the result gives to what has a node now.
    func renumbered(_ source: [UInt8]) throws -> [Int: Int] {
        var numbers: [Int: Int] = [:]
        var next = 0
        func count(_ value: Value) throws {
            if let node = value.node { numbers[node] = next }
            if let text = value.given ?? value.copied.map({ bytes(of: $0, in: source) }) {
                var tape = JSONTape()
                try tape.scan(text.span)
                next += tape.count
                return
            }
            next += 1
            for child in Self.current(value) {
                if child.name != nil {
                    if let node = child.nameNode { numbers[node] = next }
                    next += 1
                }
                try count(child.value)
            }
        }
        try count(root)
        return numbers
    }
}

/// A JSON value in the sense of the data model: what white space and spelling of strings don't matter to.
indirect enum JSONTree: Equatable, CustomStringConvertible {
    case scalar(String)
    case string(String)
    case array([JSONTree])
    case object([Member])

    struct Member: Equatable {
        var name: String
        var value: JSONTree
    }

    init(_ bytes: [UInt8]) throws(JSONError) {
        var tape = JSONTape()
        try tape.scan(bytes.span, maximumDepth: 4096)
        self.init(tape, 0, bytes)
    }

    init(_ tape: JSONTape, _ node: Int, _ bytes: [UInt8]) {
        switch tape.kind(node) {
        case .object:
            var members: [Member] = []
            var name = node + 1
            while name < tape.next(node) {
                members.append(
                    Member(name: tape.string(name, in: bytes.span), value: JSONTree(tape, name + 1, bytes)))
                name = tape.next(name + 1)
            }
            self = .object(members)
        case .array:
            var elements: [JSONTree] = []
            var element = node + 1
            while element < tape.next(node) {
                elements.append(JSONTree(tape, element, bytes))
                element = tape.next(element)
            }
            self = .array(elements)
        case .string: self = .string(tape.string(node, in: bytes.span))
        default: self = .scalar(tape.text(node, in: bytes.span))
        }
    }

    var description: String {
        switch self {
        case .scalar(let text): text
        case .string(let text): "\"\(text)\""
        case .array(let elements): "[" + elements.map(\.description).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\($0.name):\($0.value)" }.joined(separator: ",") + "}"
        }
    }
}

extension EditedDocument {
    /// The tree of a value as it is now, built from the model alone.
    func tree(_ value: Value, _ source: [UInt8]) throws -> JSONTree {
        if let given = value.given { return try JSONTree(given) }
        if let copied = value.copied {
            return try JSONTree(bytes(of: copied, in: source))
        }
        switch value.kind {
        case .object:
            return .object(
                try Self.current(value).map {
                    JSONTree.Member(name: $0.name ?? "", value: try tree($0.value, source))
                })
        case .array: return .array(try Self.current(value).map { try tree($0.value, source) })
        default: return try JSONTree(Array(source[value.start..<value.end]))
        }
    }
}
