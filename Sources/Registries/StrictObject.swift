import ContentSchema
import JSONText

/// An object of a registry file in which only certain members may stand.
struct StrictObject {
    let value: JSONValue
    /// There are few, so looking through them is quicker than hashing.
    private var members: [(name: String, value: JSONValue)] = []

    /// Reads the members, and notes those that are unknown. Notes (`description`, `$schema`, `x-…`) may stand anywhere.
    /// No name comes twice: a file with such an object is refused before.
    init(_ value: JSONValue, known: [String], what: String, _ problems: inout ProblemCollector) {
        self.value = value
        guard value.kind == .object else {
            problems.add("\(what) has to be an object", at: value)
            return
        }
        for (name, member) in value.members {
            if known.contains(name) {
                members.append((name, member))
            } else if !Self.isNote(name) {
                let hint = NameSuggestion.closest(to: name, in: known).map { "; did you mean '\($0)'?" } ?? ""
                problems.add("\(what) has no member '\(name)'\(hint)", at: member, byName: true)
            }
        }
    }

    /// Whether a member is a note for people.
    static func isNote(_ name: String) -> Bool {
        name == "description" || name == "$schema" || name.hasPrefix("x-")
    }

    /// A member's value.
    subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    /// A member that has to be there.
    func required(_ name: String, what: String, _ problems: inout ProblemCollector) -> JSONValue? {
        if let member = self[name] { return member }
        // A value that isn't an object is a problem already.
        if value.kind != .object { return nil }
        problems.add("\(what) needs a member '\(name)'", at: value)
        return nil
    }

    /// A member that is a string, if it is there.
    func string(_ name: String, _ problems: inout ProblemCollector) -> String? {
        guard let member = self[name] else { return nil }
        guard let string = member.string, !string.isEmpty else {
            problems.add("'\(name)' has to be a string that isn't empty", at: member)
            return nil
        }
        return string
    }

    /// A member that is a truth value, or what stands for it when it is left out.
    func boolean(_ name: String, default defaultValue: Bool, _ problems: inout ProblemCollector) -> Bool {
        guard let member = self[name] else { return defaultValue }
        guard let boolean = member.boolean else {
            problems.add("'\(name)' has to be true or false", at: member)
            return defaultValue
        }
        return boolean
    }

    /// A member that is an array; its elements.
    func elements(_ name: String, _ problems: inout ProblemCollector) -> [JSONValue] {
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
    func pointer(_ name: String, isOnePlace: Bool = false, _ problems: inout ProblemCollector) -> JSONPointer? {
        guard let member = self[name] else { return nil }
        guard let pointer = Self.pointer(member, what: "'\(name)'", &problems) else { return nil }
        if isOnePlace && pointer.hasWildcard {
            problems.add("'\(name)' has to point to one place, so '*' can't stand in it", at: member)
            return nil
        }
        return pointer
    }

    /// Members that are arrays of JSON Pointers, each with its value.
    func pointers(_ name: String, _ problems: inout ProblemCollector) -> [(pointer: JSONPointer, value: JSONValue)] {
        var pointers: [(pointer: JSONPointer, value: JSONValue)] = []
        for element in elements(name, &problems) {
            if let pointer = Self.pointer(element, what: "'\(name)'", &problems) { pointers.append((pointer, element)) }
        }
        return pointers
    }

    /// A value that has to be a JSON Pointer to something below the root.
    static func pointer(_ value: JSONValue, what: String, _ problems: inout ProblemCollector) -> JSONPointer? {
        guard let text = value.string else {
            problems.add("\(what) has to be a JSON Pointer in a string", at: value)
            return nil
        }
        do {
            let pointer = try JSONPointer(text)
            if !pointer.tokens.isEmpty { return pointer }
            problems.add("\(what) has to point to something inside the payload", at: value)
        } catch {
            problems.add(error.message, at: value)
        }
        return nil
    }
}
