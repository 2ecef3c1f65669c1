import JSONText

/// An object of a registry file in which only certain members may stand.
struct StrictObject {
    let value: JSONValue
    private let members: [String: JSONValue]

    /// Reads the members, and notes those that are unknown or come twice. Notes (`description`, `$schema`, `x-…`) may
    /// stand anywhere.
    init(_ value: JSONValue, known: [String], what: String, _ problems: inout ProblemCollector) {
        self.value = value
        var members: [String: JSONValue] = [:]
        for (name, member) in value.members {
            if members[name] != nil {
                problems.add("'\(name)' stands twice in \(what); remove one", at: member, byName: true)
            } else if !known.contains(name) && !Self.isNote(name) {
                let hint = Self.closest(to: name, of: known).map { "; did you mean '\($0)'?" } ?? ""
                problems.add("\(what) has no member '\(name)'\(hint)", at: member, byName: true)
            }
            members[name] = member
        }
        self.members = members
    }

    /// Whether a member is a note for people.
    static func isNote(_ name: String) -> Bool {
        name == "description" || name == "$schema" || name.hasPrefix("x-")
    }

    /// A member's value.
    subscript(_ name: String) -> JSONValue? { members[name] }

    /// A member that has to be there.
    func required(_ name: String, what: String, _ problems: inout ProblemCollector) -> JSONValue? {
        if let member = members[name] { return member }
        problems.add("\(what) needs a member '\(name)'", at: value)
        return nil
    }

    /// A member that is a string, if it is there.
    func string(_ name: String, _ problems: inout ProblemCollector) -> String? {
        guard let member = members[name] else { return nil }
        guard let string = member.string, !string.isEmpty else {
            problems.add("'\(name)' has to be a string that isn't empty", at: member)
            return nil
        }
        return string
    }

    /// A member that is a truth value, or what stands for it when it is left out.
    func boolean(_ name: String, default defaultValue: Bool, _ problems: inout ProblemCollector) -> Bool {
        guard let member = members[name] else { return defaultValue }
        guard let boolean = member.boolean else {
            problems.add("'\(name)' has to be true or false", at: member)
            return defaultValue
        }
        return boolean
    }

    /// A member that is an array; its elements.
    func elements(_ name: String, _ problems: inout ProblemCollector) -> [JSONValue] {
        guard let member = members[name] else { return [] }
        guard member.kind == .array else {
            problems.add("'\(name)' has to be an array", at: member)
            return []
        }
        return member.elements
    }

    /// A member that is a JSON Pointer, if it is there.
    func pointer(_ name: String, _ problems: inout ProblemCollector) -> JSONPointer? {
        guard let member = members[name] else { return nil }
        return Self.pointer(member, what: "'\(name)'", &problems)
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

    /// The word of a list that is at most two edits away.
    static func closest(to word: String, of words: [String]) -> String? {
        let ranked = words.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
        guard let ranked, ranked.1 <= max(1, min(2, word.count / 3)) else { return nil }
        return ranked.0
    }

    /// How many insertions, deletions, replacements and swaps of neighbours lead from one word to another.
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left), right = Array(right)
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let cost = left[row] == right[column] ? 0 : 1
                var best = min(last[column] + cost, last[column + 1] + 1, current[column] + 1)
                if row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
