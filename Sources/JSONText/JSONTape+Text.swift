extension JSONTape {
    /// The value of a number that is written with up to 19 digits and nothing else; nil of anything else.
    public func plainNumber(_ node: Int, in bytes: Span<UInt8>) -> UInt64? {
        let node = self.node(node)
        guard node.tag & 7 == UInt32(JSONKind.number.rawValue), node.end &- node.start <= 19 else { return nil }
        return bytes.number(of: Int(node.start)..<Int(node.end))
    }

    /// Whether a string, unescaped, equals the given UTF-8 text.
    ///
    /// - Parameters:
    ///   - node: A string node (a value or a name).
    ///   - utf8: The text to compare with.
    ///   - bytes: The text that was scanned.
    @inlinable
    public func equals(_ node: Int, _ utf8: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
        let start = self.start(node) &+ 1
        if !hasEscapes(node) {
            return end(node) &- 1 &- start == utf8.count && WordScan.equal(bytes, from: start, utf8)
        }
        return escapedEquals(node, utf8, in: bytes)
    }

    /// Whether a string, unescaped, equals the given text.
    @inlinable
    public func equals(_ node: Int, _ text: StaticString, in bytes: Span<UInt8>) -> Bool {
        text.withBytes { equals(node, $0, in: bytes) }
    }

    @usableFromInline
    func escapedEquals(_ node: Int, _ utf8: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
        // Every escape is longer than what it stands for, so a shorter text can't be equal.
        guard end(node) - start(node) - 2 >= utf8.count else { return false }
        var unescaped: [UInt8] = []
        appendUnescaped(node, in: bytes, to: &unescaped)
        return unescaped.count == utf8.count && WordScan.equal(unescaped.span, from: 0, utf8)
    }

    /// Whether two strings, unescaped, are equal.
    func equals(_ node: Int, _ other: Int, in bytes: Span<UInt8>) -> Bool {
        if hasEscapes(other) {
            var unescaped: [UInt8] = []
            appendUnescaped(other, in: bytes, to: &unescaped)
            return equals(node, unescaped.span, in: bytes)
        }
        return equals(node, bytes.extracting(start(other) + 1..<end(other) - 1), in: bytes)
    }

    /// A string without its quotes and escapes. A lone surrogate becomes U+FFFD.
    public func string(_ node: Int, in bytes: Span<UInt8>) -> String {
        var unescaped: [UInt8] = []
        unescaped.reserveCapacity(end(node) - start(node))
        appendUnescaped(node, in: bytes, to: &unescaped)
        return String(decoding: unescaped, as: UTF8.self)
    }

    /// A value as it is written, quotes and escapes included.
    public func text(_ node: Int, in bytes: Span<UInt8>) -> String {
        var text: [UInt8] = []
        text.append(copying: bytes, start(node)..<end(node))
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends a string's UTF-8 bytes without its quotes and escapes.
    ///
    /// - Returns: Whether the string held a lone surrogate escape, which becomes U+FFFD.
    @discardableResult
    public func appendUnescaped(_ node: Int, in bytes: Span<UInt8>, to output: inout [UInt8]) -> Bool {
        var here = start(node) + 1
        let end = self.end(node) - 1
        guard hasEscapes(node) else {
            output.append(copying: bytes, here..<end)
            return false
        }
        var hasLoneSurrogate = false
        while here < end {
            let plain = here
            while here < end && bytes[here] != UInt8(ascii: "\\") { here += 1 }
            output.append(copying: bytes, plain..<here)
            guard here < end else { break }
            switch bytes[here + 1] {
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "u"):
                let unit = Self.codeUnit(bytes, at: here + 2)
                here += 6
                if unit >> 10 == 0x36, here + 6 <= end, bytes[here] == UInt8(ascii: "\\"),
                    bytes[here + 1] == UInt8(ascii: "u"), Self.codeUnit(bytes, at: here + 2) >> 10 == 0x37
                {
                    let low = Self.codeUnit(bytes, at: here + 2)
                    output.append(utf8Of: 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF)
                    here += 6
                } else if unit >> 11 == 0x1B {
                    hasLoneSurrogate = true
                    output.append(utf8Of: 0xFFFD)
                } else {
                    output.append(utf8Of: unit)
                }
                continue
            case let byte: output.append(byte)
            }
            here += 2
        }
        return hasLoneSurrogate
    }

    /// Whether a string holds an escape for half of a surrogate pair without the other half.
    public func hasLoneSurrogate(_ node: Int, in bytes: Span<UInt8>) -> Bool {
        guard hasEscapes(node) else { return false }
        var here = start(node) + 1
        let end = self.end(node) - 1
        while here < end {
            guard bytes[here] == UInt8(ascii: "\\") else {
                here += 1
                continue
            }
            guard bytes[here + 1] == UInt8(ascii: "u") else {
                here += 2
                continue
            }
            let unit = Self.codeUnit(bytes, at: here + 2)
            here += 6
            if unit >> 10 == 0x37 { return true }
            if unit >> 10 == 0x36 {
                guard here + 6 <= end, bytes[here] == UInt8(ascii: "\\"), bytes[here + 1] == UInt8(ascii: "u"),
                    Self.codeUnit(bytes, at: here + 2) >> 10 == 0x37
                else { return true }
                here += 6
            }
        }
        return false
    }

    /// The UTF-16 code unit that four hexadecimal digits spell.
    private static func codeUnit(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
        var unit: UInt32 = 0
        for index in offset..<offset + 4 { unit = unit << 4 | (HexDigit.value(bytes[index]) ?? 0) }
        return unit
    }
}

extension [UInt8] {
    /// Appends the bytes of a span at a range of offsets, which has to lie within it.
    @inlinable
    public mutating func append(copying bytes: Span<UInt8>, _ range: Range<Int>) {
        bytes.extracting(range).withUnsafeBufferPointer { buffer in
            // The buffer is exactly the range, which `extracting` checked, and is only read during the call.
            append(contentsOf: buffer)
        }
    }

    /// Appends a code point that is no surrogate as UTF-8.
    mutating func append(utf8Of codePoint: UInt32) {
        switch codePoint {
        case 0..<0x80: append(UInt8(codePoint))
        case 0x80..<0x800:
            append(0xC0 | UInt8(codePoint >> 6))
            append(0x80 | UInt8(codePoint & 0x3F))
        case 0x800..<0x10000:
            append(0xE0 | UInt8(codePoint >> 12))
            append(0x80 | UInt8(codePoint >> 6 & 0x3F))
            append(0x80 | UInt8(codePoint & 0x3F))
        default:
            append(0xF0 | UInt8(codePoint >> 18 & 7))
            append(0x80 | UInt8(codePoint >> 12 & 0x3F))
            append(0x80 | UInt8(codePoint >> 6 & 0x3F))
            append(0x80 | UInt8(codePoint & 0x3F))
        }
    }
}
