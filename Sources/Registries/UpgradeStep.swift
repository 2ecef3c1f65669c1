import ContentSchema
import JSONText

/// One change to a payload on the way from a version to the next.
public struct UpgradeStep: Sendable {
    /// What a step does.
    public enum Operation: Sendable {
        /// Renames or moves a member.
        case move(from: JSONPointer)
        /// Copies a member.
        case copy(from: JSONPointer)
        /// Adds a member with a value.
        case add(JSONValue)
        /// Removes a member.
        case remove
        /// Converts a value to another JSON type, exactly or not at all.
        case convert(ConversionTarget)
        /// Replaces values by others.
        case map([(from: JSONValue, to: JSONValue)])
    }

    /// The JSON types that a value can be converted to.
    public enum ConversionTarget: String, Sendable, CaseIterable {
        case string
        case number
        case integer
        case boolean
    }

    /// What is done.
    public let operation: Operation
    /// The member that is changed, made or removed.
    public let path: JSONPointer
    /// The step as the registry file has it.
    public let source: JSONValue

    /// All members that the step names.
    var pointers: [JSONPointer] {
        switch operation {
        case .move(let from), .copy(let from): [from, path]
        default: [path]
        }
    }

    /// Reads a step, and notes what is wrong with it.
    init?(_ value: JSONValue, typeField: JSONPointer, _ problems: inout ProblemCollector) {
        guard value.kind == .object, let name = value["op"]?.string, let own = Self.members(of: name) else {
            let names = ["add", "convert", "copy", "map", "move", "remove"]
            let close = value["op"]?.string.flatMap { NameSuggestion.closest(to: $0, in: names) }
            let hint = close.map { "; did you mean '\($0)'?" } ?? ""
            problems.add(
                "an upgrade step needs an 'op' that is one of \(names.joined(separator: ", "))\(hint)",
                at: value["op"] ?? value)
            return nil
        }
        let step = StrictObject(value, known: ["op", "path"] + own, what: "a '\(name)' step", &problems)
        guard step.required("path", what: "a '\(name)' step", &problems) != nil,
            let path = step.pointer("path", &problems)
        else { return nil }
        var isSound = Self.check(path, at: step["path"] ?? value, typeField: typeField, &problems)
        for member in own where step.required(member, what: "a '\(name)' step", &problems) == nil { isSound = false }
        guard isSound else { return nil }
        self.path = path
        source = value
        switch name {
        case "move", "copy":
            guard let source = step["from"], let from = step.pointer("from", &problems),
                Self.check(from, at: source, typeField: typeField, &problems)
            else { return nil }
            guard Self.wildcards(from) == Self.wildcards(path) else {
                problems.add("'from' and 'path' need '*' at the same places", at: source)
                return nil
            }
            guard from != path else {
                problems.add("'from' and 'path' are the same place", at: source)
                return nil
            }
            guard !path.tokens.starts(with: from.tokens), !from.tokens.starts(with: path.tokens) else {
                problems.add("of 'from' and 'path' one is inside the other", at: source)
                return nil
            }
            operation = name == "move" ? .move(from: from) : .copy(from: from)
        case "add":
            guard let value = step["value"] else { return nil }
            operation = .add(value)
        case "convert":
            guard let to = step["to"], let target = to.string.flatMap(ConversionTarget.init) else {
                let names = ConversionTarget.allCases.map(\.rawValue).joined(separator: ", ")
                problems.add("'to' has to be one of \(names)", at: step["to"] ?? value)
                return nil
            }
            operation = .convert(target)
        case "map":
            guard let pairs = Self.pairs(step["values"] ?? value, &problems) else { return nil }
            operation = .map(pairs)
        default:
            operation = .remove
        }
    }

    /// The members that a step has beside `op` and `path`; nil where there is no such step.
    private static func members(of name: String) -> [StaticString]? {
        switch name {
        case "move", "copy": ["from"]
        case "add": ["value"]
        case "remove": []
        case "convert": ["to"]
        case "map": ["values"]
        default: nil
        }
    }

    private static func wildcards(_ pointer: JSONPointer) -> [Int] {
        pointer.tokens.indices.filter { pointer.tokens[$0] == "*" }
    }

    private static func check(
        _ pointer: JSONPointer, at value: JSONValue, typeField: JSONPointer, _ problems: inout ProblemCollector
    ) -> Bool {
        for token in pointer.tokens where token == "-" || isIndex(token) {
            let what = token == "-" ? "the place after an array's last element" : "an array index"
            problems.add("'\(token)' is \(what); a step can only name members, or '*' for every element", at: value)
            return false
        }
        if pointer.tokens.last == "*" {
            problems.add("a step's pointer has to end at a member, not at '*'", at: value)
            return false
        }
        // Nor what is around the type: where one moves, the other goes with it.
        if typeField.tokens.starts(with: pointer.tokens) {
            problems.add("a step can't touch '\(typeField)': a published type never changes", at: value)
            return false
        }
        return true
    }

    /// Whether a token is an array index as RFC 6901 writes it: no zeros lead.
    private static func isIndex(_ token: String) -> Bool {
        token.utf8.allSatisfy { $0 &- 0x30 <= 9 } && (token == "0" || token.utf8.first ?? 0x30 != 0x30)
    }

    private static func pairs(
        _ value: JSONValue, _ problems: inout ProblemCollector
    ) -> [(from: JSONValue, to: JSONValue)]? {
        var pairs: [(from: JSONValue, to: JSONValue)] = []
        guard value.kind == .array, !value.elements.isEmpty else {
            problems.add("'values' has to be an array of pairs, such as [[0, \"placed\"]]", at: value)
            return nil
        }
        for pair in value.elements {
            let both = pair.elements
            guard both.count == 2 else {
                problems.add("each of 'values' has to be a pair of an old and a new value", at: pair)
                return nil
            }
            if pairs.contains(where: { $0.from.isEqual(both[0]) }) {
                problems.add("this old value has a new one already", at: both[0])
                return nil
            }
            pairs.append((both[0], both[1]))
        }
        for pair in pairs where pairs.contains(where: { $0.from.isEqual(pair.to) }) {
            problems.add("this new value is also an old one, so a second upgrade would change it again", at: pair.to)
            return nil
        }
        return pairs
    }
}
