import JSONText

/// JSON in one spelling: members sorted by the UTF-8 bytes of their names, no white space, shortest escapes, numbers as
/// exact decimals (significant digits, then a power of ten where there is one). Equal values have equal bytes.
enum CanonicalJSON {
    /// Where in a registry file a value stands, for what counts as a note there.
    enum Position {
        /// A part of the format or a schema: notes are left out.
        case structure
        /// An object of schemas by name: every name counts.
        case names
        /// A value of content: every member counts.
        case value
    }

    /// The spelling of a value.
    static func bytes(_ value: JSONValue, _ position: Position) -> [UInt8] {
        var output: [UInt8] = []
        let tape = value.document.tape
        output.reserveCapacity(tape.end(value.node) - tape.start(value.node))
        append(value, position, to: &output)
        return output
    }

    /// Appends the spelling of a value.
    static func append(_ value: JSONValue, _ position: Position, to output: inout [UInt8]) {
        let bytes = value.document.bytes
        append(value.node, position, on: value.document.tape, in: bytes.span, to: &output)
    }

    /// Appends the spelling of a value.
    ///
    /// - Parameters:
    ///   - node: The value's node.
    ///   - position: What counts as a note.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    ///   - output: Where it is appended.
    static func append(
        _ node: Int, _ position: Position, on tape: borrowing JSONTape, in bytes: Span<UInt8>, to output: inout [UInt8]
    ) {
        switch tape.kind(node) {
        case .object:
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            for name in names(of: node, position, on: tape, in: bytes) {
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                appendString(name, on: tape, in: bytes, to: &output)
                output.append(UInt8(ascii: ":"))
                append(name + 1, below(position, name, on: tape, in: bytes), on: tape, in: bytes, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        case .array:
            output.append(UInt8(ascii: "["))
            var element = node + 1
            while element < tape.next(node) {
                if element > node + 1 { output.append(UInt8(ascii: ",")) }
                append(element, position, on: tape, in: bytes, to: &output)
                element = tape.next(element)
            }
            output.append(UInt8(ascii: "]"))
        case .string:
            appendString(node, on: tape, in: bytes, to: &output)
        case .number:
            ExactDecimal.appendCanonical(bytes.extracting(tape.start(node)..<tape.end(node)), to: &output)
        case .null, .falseValue, .trueValue:
            output.append(copying: bytes, tape.start(node)..<tape.end(node))
        }
    }

    private static func appendString(
        _ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, to output: inout [UInt8]
    ) {
        if tape.hasEscapes(node) {
            JSONWriter.appendQuoted(tape.string(node, in: bytes), to: &output)
        } else {
            // What needs an escape can't stand in a string without one.
            output.append(copying: bytes, tape.start(node)..<tape.end(node))
        }
    }

    /// Whether a member is a note for people, by its name.
    private static func isNote(_ name: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        if !tape.hasEscapes(name) && tape.end(name) - tape.start(name) >= 4 {
            let first = bytes[tape.start(name) + 1]
            if first == UInt8(ascii: "x") { return bytes[tape.start(name) + 2] == UInt8(ascii: "-") }
            if first != UInt8(ascii: "d") && first != UInt8(ascii: "$") { return false }
            return tape.equals(name, "description", in: bytes) || tape.equals(name, "$schema", in: bytes)
        }
        return tape.hasEscapes(name) && StrictObject.isNote(tape.string(name, in: bytes))
    }

    /// The nodes of the names that count, in the order of their UTF-8 bytes; of equal ones the last.
    private static func names(
        of object: Int, _ position: Position, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> [Int] {
        var names: [Int] = []
        names.reserveCapacity(8)
        var hasEscapes = false
        var isSorted = true
        var name = object + 1
        while name < tape.next(object) {
            hasEscapes = hasEscapes || tape.hasEscapes(name)
            if position != .structure || !isNote(name, on: tape, in: bytes) {
                if let last = names.last, isSorted, !hasEscapes {
                    isSorted = compare(last, name, on: tape, in: bytes) < 0
                }
                names.append(name)
            }
            name = tape.next(name + 1)
        }
        if names.count < 2 || (isSorted && !hasEscapes) { return names }
        if hasEscapes || names.count > 24 {
            var texts: [(text: [UInt8], node: Int)] = []
            for name in names {
                texts.append(([], name))
                tape.appendUnescaped(name, in: bytes, to: &texts[texts.count - 1].text)
            }
            texts.sort { $0.text == $1.text ? $0.node < $1.node : $0.text.lexicographicallyPrecedes($1.text) }
            return texts.indices.filter { $0 + 1 == texts.count || texts[$0].text != texts[$0 + 1].text }
                .map { texts[$0].node }
        }
        // The first `count` are in order, each name once.
        var count = 1
        for index in 1..<names.count {
            let name = names[index]
            var place = count
            var order = -1
            while place > 0 {
                order = compare(names[place - 1], name, on: tape, in: bytes)
                if order <= 0 { break }
                place -= 1
            }
            if place > 0 && order == 0 {
                names[place - 1] = name
                continue
            }
            for moved in (place..<count).reversed() { names[moved + 1] = names[moved] }
            names[place] = name
            count += 1
        }
        names.removeLast(names.count - count)
        return names
    }

    /// The order of two names that are written without escapes: below, above or at 0.
    private static func compare(
        _ left: Int, _ right: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Int {
        let leftStart = tape.start(left) + 1
        let rightStart = tape.start(right) + 1
        let leftCount = tape.end(left) - 1 - leftStart
        let rightCount = tape.end(right) - 1 - rightStart
        let leftWord = bytes.word(from: leftStart, count: leftCount).byteSwapped
        let rightWord = bytes.word(from: rightStart, count: rightCount).byteSwapped
        if leftWord != rightWord { return leftWord < rightWord ? -1 : 1 }
        for index in min(8, leftCount, rightCount)..<min(leftCount, rightCount) {
            let order = Int(bytes[leftStart + index]) - Int(bytes[rightStart + index])
            if order != 0 { return order }
        }
        return leftCount - rightCount
    }

    /// What a member's value is, by the member's name.
    private static func below(
        _ position: Position, _ name: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Position {
        switch position {
        case .value: return .value
        case .names: return .structure
        case .structure:
            if !tape.hasEscapes(name) {
                // What the names begin with that say something.
                switch bytes[tape.start(name) + 1] {
                case UInt8(ascii: "p"), UInt8(ascii: "d"), UInt8(ascii: "$"), UInt8(ascii: "c"), UInt8(ascii: "e"),
                    UInt8(ascii: "v"):
                    break
                default: return .structure
                }
            }
            if namesSchemas(name, on: tape, in: bytes) { return .names }
            return holdsContent(name, on: tape, in: bytes) ? .value : .structure
        }
    }

    /// Whether a member of a schema has an object of schemas by name.
    private static func namesSchemas(_ name: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        tape.equals(name, "properties", in: bytes) || tape.equals(name, "patternProperties", in: bytes)
            || tape.equals(name, "dependentSchemas", in: bytes) || tape.equals(name, "dependentRequired", in: bytes)
            || tape.equals(name, "$defs", in: bytes)
    }

    /// Whether the value of a member of a schema or step is content.
    private static func holdsContent(_ name: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        tape.equals(name, "default", in: bytes) || tape.equals(name, "const", in: bytes)
            || tape.equals(name, "enum", in: bytes) || tape.equals(name, "value", in: bytes)
            || tape.equals(name, "values", in: bytes) || tape.equals(name, "examples", in: bytes)
    }
}

extension JSONValue {
    /// Whether two values are equal by value: numbers exactly, members in any order.
    func isEqual(_ other: JSONValue) -> Bool {
        CanonicalJSON.bytes(self, .value) == CanonicalJSON.bytes(other, .value)
    }
}
