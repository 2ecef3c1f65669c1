import JSONText

/// JSON in one spelling: members sorted by the UTF-8 bytes of their names, no white space, shortest escapes, numbers as
/// exact decimals. Equal values have equal bytes.
enum CanonicalJSON {
    /// How deep in a registry file a value stands, for what counts as a note there.
    private enum Position {
        /// A part of the format or a schema: notes are left out.
        case structure
        /// An object of schemas or pointers by name: every name counts.
        case names
        /// A value of content: every member counts.
        case value
    }

    /// Appends a value of content, in which every member counts.
    static func append(value: JSONValue, to bytes: inout [UInt8]) {
        append(value, .value, to: &bytes)
    }

    /// Appends a part of a registry file or a schema, without its notes.
    static func append(structure value: JSONValue, to bytes: inout [UInt8]) {
        append(value, .structure, to: &bytes)
    }

    /// Appends an object of schemas or templates by name, in which every name counts.
    static func append(names value: JSONValue, to bytes: inout [UInt8]) {
        append(value, .names, to: &bytes)
    }

    private static func append(_ value: JSONValue, _ position: Position, to bytes: inout [UInt8]) {
        switch value.kind {
        case .object:
            var members: [String: JSONValue] = [:]
            for (name, member) in value.members where position != .structure || !StrictObject.isNote(name) {
                members[name] = member
            }
            bytes.append(UInt8(ascii: "{"))
            var isFirst = true
            for name in members.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                guard let member = members[name] else { continue }
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                JSONWriter.appendQuoted(name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(member, below(position, name), to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .array:
            bytes.append(UInt8(ascii: "["))
            for (index, element) in value.elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(element, position, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .string:
            JSONWriter.appendQuoted(value.string ?? "", to: &bytes)
        case .number:
            ExactDecimal.appendCanonical(Array(value.text.utf8).span, to: &bytes)
        default:
            bytes.append(contentsOf: value.text.utf8)
        }
    }

    /// What a member's value is, by the member's name.
    private static func below(_ position: Position, _ name: String) -> Position {
        switch position {
        case .value: .value
        case .names: .structure
        case .structure:
            switch name {
            case "properties", "patternProperties", "dependentSchemas", "dependentRequired", "$defs", "digest",
                "placeholder":
                .names
            case "default", "const", "enum", "value", "values": .value
            default: .structure
            }
        }
    }
}

extension JSONValue {
    /// Whether two values are equal by value: numbers exactly, members in any order.
    func isEqual(_ other: JSONValue) -> Bool {
        var left: [UInt8] = []
        var right: [UInt8] = []
        CanonicalJSON.append(value: self, to: &left)
        CanonicalJSON.append(value: other, to: &right)
        return left == right
    }
}
