extension JSONTape {
    /// Scans one JSON text (RFC 8259) and replaces what the tape held.
    ///
    /// All of the grammar is checked, UTF-8 (RFC 3629) included. White space may stand around the value. Numbers stay
    /// text, lone surrogate escapes are let through as the grammar does, and names may come twice.
    ///
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - maximumDepth: How many levels of arrays and objects are let through.
    /// - Throws: The first error, with its offset. The tape is empty then.
    /// - Complexity: One pass, without recursion.
    public mutating func scan(_ bytes: Span<UInt8>, maximumDepth: Int = 512) throws(JSONError) {
        var surrogates = false
        try rewrite { nodes throws(JSONError) in
            guard bytes.count < Int(UInt32.max) else { throw JSONError(.tooLong, at: 0) }
            try JSONScanner.scan(bytes, into: &nodes, &surrogates, maximumDepth: maximumDepth)
        }
        hasSurrogateEscapes = surrogates
    }
}

/// The grammar of RFC 8259 as one loop. An open array or object keeps the one around it in its node's `next`.
private enum JSONScanner {
    static func scan(
        _ bytes: Span<UInt8>, into nodes: inout NodeWriter, _ surrogates: inout Bool, maximumDepth: Int
    ) throws(JSONError) {
        let count = bytes.count
        var offset = 0
        var parent = -1
        var depth = 0
        if count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF {
            throw JSONError(.byteOrderMark, at: 0)
        }
        skipSpace(bytes, &offset)
        value: while true {
            guard offset < count else { throw JSONError(.unexpectedEnd(.value), at: offset) }
            let start = offset
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                try string(bytes, &offset, &nodes, &surrogates)
            case UInt8(ascii: "{"):
                if depth >= maximumDepth { throw JSONError(.tooDeep(maximumDepth), at: start) }
                depth += 1
                open(.object, at: start, &nodes, &parent)
                offset += 1
                skipSpace(bytes, &offset)
                guard offset < count else { throw JSONError(.unexpectedEnd(.nameOrEnd), at: offset) }
                if bytes[offset] == UInt8(ascii: "}") {
                    offset += 1
                    depth -= 1
                    close(at: offset, &nodes, &parent)
                } else {
                    try name(bytes, &offset, &nodes, &surrogates, expected: .nameOrEnd)
                    continue value
                }
            case UInt8(ascii: "["):
                if depth >= maximumDepth { throw JSONError(.tooDeep(maximumDepth), at: start) }
                depth += 1
                open(.array, at: start, &nodes, &parent)
                offset += 1
                skipSpace(bytes, &offset)
                guard offset < count else { throw JSONError(.unexpectedEnd(.value), at: offset) }
                if bytes[offset] == UInt8(ascii: "]") {
                    offset += 1
                    depth -= 1
                    close(at: offset, &nodes, &parent)
                } else {
                    continue value
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                try number(bytes, &offset, &nodes)
            case UInt8(ascii: "t"):
                try literal("true", .trueValue, bytes, &offset, &nodes)
            case UInt8(ascii: "f"):
                try literal("false", .falseValue, bytes, &offset, &nodes)
            case UInt8(ascii: "n"):
                try literal("null", .null, bytes, &offset, &nodes)
            case let byte:
                throw JSONError(.unexpectedByte(.value, byte), at: offset)
            }
            // A value has ended: count it, and see what follows in the array or object around it.
            while true {
                skipSpace(bytes, &offset)
                if parent < 0 {
                    guard offset == count else {
                        throw JSONError(.unexpectedByte(.end, bytes[offset]), at: offset)
                    }
                    return
                }
                let tag = nodes[parent].tag &+ 16
                nodes[parent].tag = tag
                let isObject = tag & 7 == UInt32(JSONKind.object.rawValue)
                guard offset < count else {
                    throw JSONError(.unexpectedEnd(isObject ? .commaOrBrace : .commaOrBracket), at: offset)
                }
                let byte = bytes[offset]
                if byte == UInt8(ascii: ",") {
                    offset += 1
                    skipSpace(bytes, &offset)
                    if isObject {
                        guard offset < count else { throw JSONError(.unexpectedEnd(.name), at: offset) }
                        try name(bytes, &offset, &nodes, &surrogates, expected: .name)
                    }
                    continue value
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw JSONError(.unexpectedByte(isObject ? .commaOrBrace : .commaOrBracket, byte), at: offset)
                }
                offset += 1
                depth -= 1
                close(at: offset, &nodes, &parent)
            }
        }
    }

    @inline(__always)
    private static func skipSpace(_ bytes: Span<UInt8>, _ offset: inout Int) {
        while offset < bytes.count {
            let byte = bytes[offset]
            // Most text is compact, and then one comparison tells.
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            offset += 1
        }
    }

    @inline(__always)
    private static func open(_ kind: JSONKind, at start: Int, _ nodes: inout NodeWriter, _ parent: inout Int) {
        // One more than the index, so that 0 stands for "none around it".
        let around = UInt32(truncatingIfNeeded: parent &+ 1)
        parent = nodes.count
        nodes.append(
            JSONTape.Node(
                start: UInt32(truncatingIfNeeded: start), end: 0, next: around, tag: UInt32(kind.rawValue)))
    }

    @inline(__always)
    private static func close(at end: Int, _ nodes: inout NodeWriter, _ parent: inout Int) {
        let around = Int(nodes[parent].next) &- 1
        nodes[parent].end = UInt32(truncatingIfNeeded: end)
        nodes[parent].next = UInt32(truncatingIfNeeded: nodes.count)
        parent = around
    }

    @inline(__always)
    private static func leaf(
        _ kind: JSONKind, _ start: Int, _ end: Int, _ nodes: inout NodeWriter, escapes: Bool = false
    ) {
        nodes.append(
            JSONTape.Node(
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: nodes.count &+ 1), tag: UInt32(kind.rawValue) | (escapes ? 8 : 0)))
    }

    /// A name, the colon and the white space around it.
    @inline(__always)
    private static func name(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ nodes: inout NodeWriter, _ surrogates: inout Bool,
        expected: JSONError.Expected
    ) throws(JSONError) {
        guard bytes[offset] == UInt8(ascii: "\"") else {
            throw JSONError(.unexpectedByte(expected, bytes[offset]), at: offset)
        }
        try string(bytes, &offset, &nodes, &surrogates)
        skipSpace(bytes, &offset)
        guard offset < bytes.count else { throw JSONError(.unexpectedEnd(.colon), at: offset) }
        guard bytes[offset] == UInt8(ascii: ":") else {
            throw JSONError(.unexpectedByte(.colon, bytes[offset]), at: offset)
        }
        offset += 1
        skipSpace(bytes, &offset)
    }

    @inline(__always)
    private static func string(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ nodes: inout NodeWriter, _ surrogates: inout Bool
    ) throws(JSONError) {
        let start = offset
        let end = WordScan.endOfPlainText(bytes, from: start + 1)
        if end < bytes.count && bytes[end] == UInt8(ascii: "\"") {
            offset = end + 1
            leaf(.string, start, offset, &nodes)
        } else {
            try longString(bytes, start, end, &offset, &nodes, &surrogates)
        }
    }

    /// A string that holds more than plain ASCII, from the first byte on that shows it.
    private static func longString(
        _ bytes: Span<UInt8>, _ start: Int, _ first: Int, _ offset: inout Int, _ nodes: inout NodeWriter,
        _ surrogates: inout Bool
    ) throws(JSONError) {
        var here = first
        var escapes = false
        while true {
            guard here < bytes.count else { throw JSONError(.unexpectedEnd(.stringEnd), at: here) }
            let byte = bytes[here]
            switch byte {
            case UInt8(ascii: "\""):
                offset = here + 1
                leaf(.string, start, offset, &nodes, escapes: escapes)
                return
            case UInt8(ascii: "\\"):
                escapes = true
                try escape(bytes, &here, &surrogates)
            case 0x80...:
                try multiByte(bytes, &here)
                // Text of a script beyond ASCII mostly goes on in it.
                while here < bytes.count && bytes[here] >= 0x80 { try multiByte(bytes, &here) }
            default:
                throw JSONError(.controlCharacter(byte), at: here)
            }
            here = WordScan.endOfPlainText(bytes, from: here)
        }
    }

    private static func escape(
        _ bytes: Span<UInt8>, _ here: inout Int, _ surrogates: inout Bool
    ) throws(JSONError) {
        guard here + 1 < bytes.count else { throw JSONError(.unexpectedEnd(.stringEnd), at: here + 1) }
        switch bytes[here + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            here += 2
        case UInt8(ascii: "u"):
            for digit in here + 2..<here + 6 {
                guard digit < bytes.count else { throw JSONError(.unexpectedEnd(.hexDigit), at: digit) }
                guard HexDigit.value(bytes[digit]) != nil else {
                    throw JSONError(.unexpectedByte(.hexDigit, bytes[digit]), at: digit)
                }
            }
            // U+D800 to U+DFFF: a "d" and then a digit from 8 on.
            if bytes[here + 2] | 0x20 == UInt8(ascii: "d") && bytes[here + 3] >= UInt8(ascii: "8") { surrogates = true }
            here += 6
        default:
            throw JSONError(.invalidEscape, at: here)
        }
    }

    /// One character of two to four bytes (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
    @inline(__always)
    private static func multiByte(_ bytes: Span<UInt8>, _ here: inout Int) throws(JSONError) {
        let lead = bytes[here]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard lead >= 0xC2, lead <= 0xF4, here &+ length <= bytes.count else {
            throw JSONError(.invalidUTF8, at: here)
        }
        let second = bytes[here &+ 1]
        let low: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
        let high: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
        guard second >= low, second <= high else { throw JSONError(.invalidUTF8, at: here) }
        if length >= 3 && bytes[here &+ 2] & 0xC0 != 0x80 { throw JSONError(.invalidUTF8, at: here) }
        if length == 4 && bytes[here &+ 3] & 0xC0 != 0x80 { throw JSONError(.invalidUTF8, at: here) }
        here &+= length
    }

    @inline(__always)
    private static func number(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ nodes: inout NodeWriter
    ) throws(JSONError) {
        let start = offset
        if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
        guard offset < bytes.count else { throw JSONError(.unexpectedEnd(.digit), at: offset) }
        if bytes[offset] == UInt8(ascii: "0") {
            offset += 1
        } else {
            try digits(bytes, &offset)
        }
        if offset < bytes.count && bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            try digits(bytes, &offset)
        }
        if offset < bytes.count && bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if offset < bytes.count && (bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-")) {
                offset += 1
            }
            try digits(bytes, &offset)
        }
        leaf(.number, start, offset, &nodes)
    }

    /// One digit or more.
    @inline(__always)
    private static func digits(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONError) {
        guard offset < bytes.count else { throw JSONError(.unexpectedEnd(.digit), at: offset) }
        guard bytes[offset] &- 0x30 < 10 else { throw JSONError(.unexpectedByte(.digit, bytes[offset]), at: offset) }
        offset += 1
        while offset < bytes.count && bytes[offset] &- 0x30 < 10 { offset += 1 }
    }

    @inline(__always)
    private static func literal(
        _ word: StaticString, _ kind: JSONKind, _ bytes: Span<UInt8>, _ offset: inout Int,
        _ nodes: inout NodeWriter
    ) throws(JSONError) {
        let start = offset
        let length = word.utf8CodeUnitCount
        for index in 0..<length {
            guard offset < bytes.count else { throw JSONError(.unexpectedEnd(.literal), at: offset) }
            guard bytes[offset] == word.byte(index) else {
                throw JSONError(.unexpectedByte(.literal, bytes[offset]), at: offset)
            }
            offset += 1
        }
        leaf(kind, start, offset, &nodes)
    }
}
