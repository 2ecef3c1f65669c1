import JSONText

/// Walks the code points of a JSON string as it is written, escapes resolved. Half a surrogate pair is U+FFFD.
struct StringScalars {
    private var offset: Int
    private let end: Int

    /// - Parameters:
    ///   - node: A string node.
    init(_ node: Int, _ tape: JSONTape) {
        offset = tape.start(node) + 1
        end = tape.end(node) - 1
    }

    /// The next code point, nil at the end.
    mutating func next(in bytes: Span<UInt8>) -> UInt32? {
        guard offset < end else { return nil }
        let first = bytes[offset]
        offset += 1
        if first == UInt8(ascii: "\\") { return escape(in: bytes) }
        if first < 0x80 { return UInt32(first) }
        var (value, more): (UInt32, Int) =
            switch first {
            case 0xF0...: (UInt32(first & 0x07), 3)
            case 0xE0...: (UInt32(first & 0x0F), 2)
            default: (UInt32(first & 0x1F), 1)
            }
        while more > 0 && offset < end {
            value = value << 6 | UInt32(bytes[offset] & 0x3F)
            offset += 1
            more -= 1
        }
        return value
    }

    private mutating func escape(in bytes: Span<UInt8>) -> UInt32 {
        let letter = bytes[offset]
        offset += 1
        switch letter {
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            let unit = codeUnit(in: bytes, at: offset)
            offset += 4
            if unit >> 10 == 0x36, offset + 6 <= end, bytes[offset] == UInt8(ascii: "\\"),
                bytes[offset + 1] == UInt8(ascii: "u")
            {
                let low = codeUnit(in: bytes, at: offset + 2)
                if low >> 10 == 0x37 {
                    offset += 6
                    return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
                }
            }
            return unit >> 11 == 0x1B ? 0xFFFD : unit
        default: return UInt32(letter)
        }
    }

    private func codeUnit(in bytes: Span<UInt8>, at start: Int) -> UInt32 {
        var unit: UInt32 = 0
        for index in start..<min(start + 4, end) {
            let byte = bytes[index]
            let digit = byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : (byte | 0x20) &- UInt8(ascii: "a") &+ 10
            unit = unit << 4 | UInt32(digit & 0xF)
        }
        return unit
    }

    /// The number of code points of a string.
    static func count(_ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) -> Int {
        if tape.hasEscapes(node) {
            var scalars = StringScalars(node, tape)
            var count = 0
            while scalars.next(in: bytes) != nil { count += 1 }
            return count
        }
        var count = 0
        for index in tape.start(node) + 1..<tape.end(node) - 1 where bytes[index] & 0xC0 != 0x80 { count &+= 1 }
        return count
    }
}
