/// The grammar of RFC 8259 as one loop. An open array or object keeps the one around it in its node's `next`, and how
/// many values it has so far in its tag while one inside it is open.
struct JSONScanner {
    private let text: TextBytes
    private let maximumDepth: Int

    init(_ text: TextBytes, maximumDepth: Int) {
        self.text = text
        self.maximumDepth = maximumDepth
    }

    /// Scans the text.
    ///
    /// - Returns: Whether any string holds an escape for half of a surrogate pair.
    func scan(into nodes: inout NodeWriter) throws(JSONError) -> Bool {
        var surrogates = false
        if text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF {
            throw JSONError(.byteOrderMark, at: 0)
        }
        var offset = afterSpace(0)
        var parent = -1
        // The tag of the parent's node.
        var around: UInt32 = 0
        var depth = 0
        value: while true {
            guard offset < text.count else { throw JSONError(.unexpectedEnd(.value), at: offset) }
            let start = offset
            let first = text[offset]
            switch first {
            case UInt8(ascii: "\""):
                offset = put(try string(at: offset), at: offset, &nodes, &surrogates)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth >= maximumDepth { throw JSONError(.tooDeep(maximumDepth), at: start) }
                let kind = first == UInt8(ascii: "{") ? JSONKind.object : .array
                offset = afterSpace(offset &+ 1)
                guard offset < text.count else {
                    throw JSONError(.unexpectedEnd(kind == .object ? .nameOrEnd : .value), at: offset)
                }
                if text[offset] == (kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    offset &+= 1
                    nodes.append(kind, start, offset)
                    break
                }
                if parent >= 0 { nodes[parent].tag = around }
                let node = nodes.count
                // One more than the index, so that 0 stands for "none around it".
                nodes.open(kind, at: start, parent: parent &+ 1)
                parent = node
                around = UInt32(kind.rawValue)
                depth &+= 1
                if kind == .object { offset = try name(at: offset, &nodes, &surrogates, expected: .nameOrEnd) }
                continue value
            default:
                offset = put(try leaf(at: offset), at: offset, &nodes, &surrogates)
            }
            // A value has ended: count it, and see what follows in the array or object around it.
            while true {
                offset = afterSpace(offset)
                if parent < 0 {
                    guard offset == text.count else { throw JSONError(.unexpectedByte(.end, text[offset]), at: offset) }
                    return surrogates
                }
                around &+= 16
                let isObject = around & 7 == UInt32(JSONKind.object.rawValue)
                guard offset < text.count else {
                    throw JSONError(.unexpectedEnd(isObject ? .commaOrBrace : .commaOrBracket), at: offset)
                }
                let byte = text[offset]
                if byte == UInt8(ascii: ",") {
                    offset = afterSpace(offset &+ 1)
                    if isObject {
                        guard offset < text.count else { throw JSONError(.unexpectedEnd(.name), at: offset) }
                        offset = try name(at: offset, &nodes, &surrogates, expected: .name)
                    }
                    continue value
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw JSONError(.unexpectedByte(isObject ? .commaOrBrace : .commaOrBracket, byte), at: offset)
                }
                offset &+= 1
                depth &-= 1
                parent = nodes.close(parent, tag: around, at: offset)
                if parent >= 0 { around = nodes[parent].tag }
            }
        }
    }

    /// Writes the node of a value or name.
    ///
    /// - Returns: The offset after it.
    @inline(__always)
    private func put(_ leaf: Leaf, at start: Int, _ nodes: inout NodeWriter, _ surrogates: inout Bool) -> Int {
        nodes.append(leaf.kind, start, leaf.end, escapes: leaf.escapes)
        if leaf.surrogates { surrogates = true }
        return leaf.end
    }

    /// The offset of the first byte from `offset` on that is no white space.
    @inline(__always)
    private func afterSpace(_ offset: Int) -> Int {
        // Most text is compact, and then one comparison tells.
        guard offset < text.count, text[offset] <= 0x20 else { return offset }
        return afterSomeSpace(offset)
    }

    private func afterSomeSpace(_ start: Int) -> Int {
        var offset = start
        while offset < text.count {
            let byte = text[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            offset &+= 1
        }
        return offset
    }

    // Each of these begins at an offset below the count, and gives the offset after what it took.

    /// A value that has nothing below it.
    struct Leaf {
        let kind: JSONKind
        /// The offset after it.
        let end: Int
        /// Whether it is a string with escapes, and whether one of them is for half of a surrogate pair.
        var escapes = false
        var surrogates = false
    }

    /// A value that has nothing below it.
    func leaf(at start: Int) throws(JSONError) -> Leaf {
        switch text[start] {
        case UInt8(ascii: "\""):
            return try string(at: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return Leaf(kind: .number, end: try number(at: start))
        case UInt8(ascii: "t"):
            return Leaf(kind: .trueValue, end: try literal("true", at: start))
        case UInt8(ascii: "f"):
            return Leaf(kind: .falseValue, end: try literal("false", at: start))
        case UInt8(ascii: "n"):
            return Leaf(kind: .null, end: try literal("null", at: start))
        case let byte:
            throw JSONError(.unexpectedByte(.value, byte), at: start)
        }
    }

    /// A name, the colon and the white space around it.
    @inline(__always)
    private func name(
        at start: Int, _ nodes: inout NodeWriter, _ surrogates: inout Bool, expected: JSONError.Expected
    ) throws(JSONError) -> Int {
        guard text[start] == UInt8(ascii: "\"") else {
            throw JSONError(.unexpectedByte(expected, text[start]), at: start)
        }
        let offset = afterSpace(put(try string(at: start), at: start, &nodes, &surrogates))
        guard offset < text.count else { throw JSONError(.unexpectedEnd(.colon), at: offset) }
        guard text[offset] == UInt8(ascii: ":") else {
            throw JSONError(.unexpectedByte(.colon, text[offset]), at: offset)
        }
        return afterSpace(offset &+ 1)
    }

    @inline(__always)
    private func string(at start: Int) throws(JSONError) -> Leaf {
        let end = text.endOfPlainText(from: start &+ 1)
        if end < text.count && text[end] == UInt8(ascii: "\"") { return Leaf(kind: .string, end: end &+ 1) }
        return try longString(from: end)
    }

    /// The rest of a string that holds more than plain ASCII, from the first byte on that shows it.
    private func longString(from first: Int) throws(JSONError) -> Leaf {
        var here = first
        var escapes = false
        var surrogates = false
        while true {
            guard here < text.count else { throw JSONError(.unexpectedEnd(.stringEnd), at: here) }
            let byte = text[here]
            switch byte {
            case UInt8(ascii: "\""):
                return Leaf(kind: .string, end: here &+ 1, escapes: escapes, surrogates: surrogates)
            case UInt8(ascii: "\\"):
                escapes = true
                here = try escape(at: here, &surrogates)
            case 0x80...:
                here = try multiByte(at: here)
                // Text of a script beyond ASCII mostly goes on in it.
                while here < text.count && text[here] >= 0x80 {
                    let plain = text.endOfThrees(from: here)
                    here = plain > here ? plain : try multiByte(at: here)
                }
                if here < text.count && text[here] >= 0x20 && text[here] != UInt8(ascii: "\"") { break }
                continue
            default:
                throw JSONError(.controlCharacter(byte), at: here)
            }
            here = text.endOfPlainText(from: here)
        }
    }

    private func escape(at start: Int, _ surrogates: inout Bool) throws(JSONError) -> Int {
        guard start &+ 1 < text.count else { throw JSONError(.unexpectedEnd(.stringEnd), at: start &+ 1) }
        switch text[start &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start &+ 2
        case UInt8(ascii: "u"):
            for digit in start &+ 2..<start &+ 6 {
                guard digit < text.count else { throw JSONError(.unexpectedEnd(.hexDigit), at: digit) }
                guard HexDigit.value(text[digit]) != nil else {
                    throw JSONError(.unexpectedByte(.hexDigit, text[digit]), at: digit)
                }
            }
            // U+D800 to U+DFFF: a "d" and then a digit from 8 on.
            if text[start &+ 2] | 0x20 == UInt8(ascii: "d") && text[start &+ 3] >= UInt8(ascii: "8") {
                surrogates = true
            }
            return start &+ 6
        default:
            throw JSONError(.invalidEscape, at: start)
        }
    }

    /// One character of two to four bytes (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
    @inline(__always)
    private func multiByte(at start: Int) throws(JSONError) -> Int {
        let lead = text[start]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard lead >= 0xC2, lead <= 0xF4, start &+ length <= text.count else {
            throw JSONError(.invalidUTF8, at: start)
        }
        let second = text[start &+ 1]
        let low: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
        let high: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
        guard second >= low, second <= high else { throw JSONError(.invalidUTF8, at: start) }
        if length >= 3 && text[start &+ 2] & 0xC0 != 0x80 { throw JSONError(.invalidUTF8, at: start) }
        if length == 4 && text[start &+ 3] & 0xC0 != 0x80 { throw JSONError(.invalidUTF8, at: start) }
        return start &+ length
    }

    @inline(__always)
    private func number(at start: Int) throws(JSONError) -> Int {
        var offset = start
        if text[offset] == UInt8(ascii: "-") { offset &+= 1 }
        guard offset < text.count else { throw JSONError(.unexpectedEnd(.digit), at: offset) }
        if text[offset] == UInt8(ascii: "0") {
            offset &+= 1
        } else {
            offset = try digits(at: offset)
        }
        // Nothing that goes on with a number is above "e".
        guard offset < text.count else { return offset }
        let byte = text[offset]
        return byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") ? try fraction(at: offset) : offset
    }

    /// What follows the whole part of a number: a fraction, an exponent, or both.
    private func fraction(at start: Int) throws(JSONError) -> Int {
        var offset = start
        if text[offset] == UInt8(ascii: ".") { offset = try digits(at: offset &+ 1) }
        if offset < text.count && text[offset] | 0x20 == UInt8(ascii: "e") {
            offset &+= 1
            if offset < text.count && (text[offset] == UInt8(ascii: "+") || text[offset] == UInt8(ascii: "-")) {
                offset &+= 1
            }
            offset = try digits(at: offset)
        }
        return offset
    }

    /// One digit or more; the offset may be the count.
    @inline(__always)
    private func digits(at start: Int) throws(JSONError) -> Int {
        guard start < text.count else { throw JSONError(.unexpectedEnd(.digit), at: start) }
        guard text[start] &- 0x30 < 10 else { throw JSONError(.unexpectedByte(.digit, text[start]), at: start) }
        return text.endOfDigits(from: start &+ 1)
    }

    private func literal(_ word: StaticString, at start: Int) throws(JSONError) -> Int {
        for index in 0..<word.utf8CodeUnitCount {
            let offset = start &+ index
            guard offset < text.count else { throw JSONError(.unexpectedEnd(.literal), at: offset) }
            guard text[offset] == word.byte(index) else {
                throw JSONError(.unexpectedByte(.literal, text[offset]), at: offset)
            }
        }
        return start &+ word.utf8CodeUnitCount
    }
}
