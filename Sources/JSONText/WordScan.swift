/// Looks at eight bytes at a time.
@usableFromInline
enum WordScan {
    /// The offset of the first byte from `start` on that a JSON string can't simply carry on over: a quote, a
    /// backslash, a control character or a byte of a multi-byte character. The text's length if there is none.
    @inlinable
    static func endOfPlainText(_ bytes: Span<UInt8>, from start: Int) -> Int {
        let raw = bytes.bytes
        let count = raw.byteCount
        var offset = start
        while offset &+ 8 <= count {
            // In bounds: the loop's condition leaves eight bytes from `offset` on, and `offset` is never negative.
            // The load is checked all the same; it is called unsafe only since it reinterprets bytes.
            let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            // In each byte the top bit comes to be set where the byte is one that was asked for. A borrow can only
            // set it wrongly behind such a byte, and the first one is what counts.
            let quote = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
            let backslash = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
            let control = word &- 0x2020_2020_2020_2020
            let found = (quote | backslash | control | word) & 0x8080_8080_8080_8080
            if found != 0 { return offset &+ found.trailingZeroBitCount >> 3 }
            offset &+= 8
        }
        while offset < count {
            let byte = bytes[offset]
            if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { return offset }
            offset &+= 1
        }
        return count
    }

    /// Whether `length` bytes of one text, from `start` on, equal all bytes of another.
    @inlinable
    static func equal(_ bytes: Span<UInt8>, from start: Int, _ other: Span<UInt8>) -> Bool {
        let length = other.count
        guard start >= 0, start &+ length <= bytes.count else { return false }
        let left = bytes.bytes
        let right = other.bytes
        var offset = 0
        while offset &+ 8 <= length {
            // In bounds: `start + length` is within `left` and `offset + 8` within `length`.
            let leftWord = left.unsafeLoadUnaligned(fromByteOffset: start &+ offset, as: UInt64.self)
            let rightWord = right.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if leftWord != rightWord { return false }
            offset &+= 8
        }
        while offset < length {
            if bytes[start &+ offset] != other[offset] { return false }
            offset &+= 1
        }
        return true
    }
}
