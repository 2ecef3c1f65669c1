import ContentSchema
import JSONText

/// An object of a registry file in which only certain members may stand.
struct StrictObject {
    let value: JSONValue

    /// Notes members that are unknown. Notes (`description`, `$schema`, `x-…`) may stand anywhere. No name comes twice: a
    /// file with such an object is refused before.
    init(_ value: JSONValue, known: [StaticString], what: String, _ problems: inout ProblemCollector) {
        self.value = value
        guard value.kind == .object else {
            problems.add("\(what) has to be an object", at: value)
            return
        }
        if problems.isBuiltin { return }
        let tape = value.document.tape
        let bytes = value.document.bytes
        var name = value.node + 1
        while name < tape.next(value.node) {
            if !known.contains(where: { tape.equals(name, $0, in: bytes.span) }) {
                note(unknown: tape.string(name, in: bytes.span), name + 1, known, what, &problems)
            }
            name = tape.next(name + 1)
        }
    }

    private func note(
        unknown name: String, _ node: Int, _ known: [StaticString], _ what: String, _ problems: inout ProblemCollector
    ) {
        if Self.isNote(name) { return }
        let close = NameSuggestion.closest(to: name, in: known.map(\.description))
        let hint = close.map { "; did you mean '\($0)'?" } ?? ""
        let member = JSONValue(document: value.document, node: node)
        problems.add("\(what) has no member '\(name)'\(hint)", at: member, byName: true)
    }

    /// Whether a member is a note for people.
    static func isNote(_ name: String) -> Bool {
        name == "description" || name == "$schema" || name.hasPrefix("x-")
    }

    /// A member's value.
    subscript(_ name: StaticString) -> JSONValue? {
        let bytes = value.document.bytes
        return value.document.tape.member(name, of: value.node, in: bytes.span).map {
            JSONValue(document: value.document, node: $0)
        }
    }

    /// A member that has to be there.
    func required(_ name: StaticString, what: String, _ problems: inout ProblemCollector) -> JSONValue? {
        if let member = self[name] { return member }
        // A value that isn't an object is a problem already.
        if value.kind != .object { return nil }
        problems.add("\(what) needs a member '\(name)'", at: value)
        return nil
    }

    /// A member that is a string, if it is there.
    func string(_ name: StaticString, _ problems: inout ProblemCollector) -> String? {
        guard let member = self[name] else { return nil }
        guard let string = member.string, !string.isEmpty else {
            problems.add("'\(name)' has to be a string that isn't empty", at: member)
            return nil
        }
        return string
    }

    /// A member that is a truth value, or what stands for it when it is left out.
    func boolean(_ name: StaticString, default defaultValue: Bool, _ problems: inout ProblemCollector) -> Bool {
        guard let member = self[name] else { return defaultValue }
        guard let boolean = member.boolean else {
            problems.add("'\(name)' has to be true or false", at: member)
            return defaultValue
        }
        return boolean
    }

    /// A member that is an array; its elements.
    func elements(_ name: StaticString, _ problems: inout ProblemCollector) -> [JSONValue] {
        guard let member = self[name] else { return [] }
        guard member.kind == .array else {
            problems.add("'\(name)' has to be an array", at: member)
            return []
        }
        return member.elements
    }

    /// A member that is a JSON Pointer, if it is there.
    ///
    /// - Parameter isOnePlace: Whether `*` is refused, since the pointer has to lead to one value.
    func pointer(_ name: StaticString, isOnePlace: Bool = false, _ problems: inout ProblemCollector) -> JSONPointer? {
        guard let member = self[name] else { return nil }
        guard let pointer = Self.pointer(member, of: name, &problems) else { return nil }
        if isOnePlace && pointer.hasWildcard {
            problems.add("'\(name)' has to point to one place, so '*' can't stand in it", at: member)
            return nil
        }
        return pointer
    }

    /// Members that are arrays of JSON Pointers, each with its value.
    func pointers(_ name: StaticString, _ problems: inout ProblemCollector) -> [(
        pointer: JSONPointer, value: JSONValue
    )] {
        var pointers: [(pointer: JSONPointer, value: JSONValue)] = []
        for element in elements(name, &problems) {
            if let pointer = Self.pointer(element, of: name, &problems) { pointers.append((pointer, element)) }
        }
        return pointers
    }

    /// A value that has to be a JSON Pointer to something below the root.
    private static func pointer(
        _ value: JSONValue, of name: StaticString, _ problems: inout ProblemCollector
    ) -> JSONPointer? {
        guard let text = value.string else {
            problems.add("'\(name)' has to be a JSON Pointer in a string", at: value)
            return nil
        }
        do {
            let pointer = try JSONPointer(text)
            if !pointer.tokens.isEmpty { return pointer }
            problems.add("'\(name)' has to point to something inside the payload", at: value)
        } catch {
            problems.add(error.message, at: value)
        }
        return nil
    }
}
