/// Looks at eight bytes at a time.
@usableFromInline
enum WordScan {
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

extension Span<UInt8> {
    /// Whether the bytes of two ranges are equal.
    @inlinable
    public func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        left.count == right.count && WordScan.equal(self, from: left.lowerBound, extracting(right))
    }

    /// Up to eight bytes as a word, the first one lowest, with zeros behind fewer.
    ///
    /// - Parameters:
    ///   - start: The offset of the first.
    ///   - count: How many bytes count; they have to be inside the span.
    @inlinable @inline(__always)
    public func word(from start: Int, count: Int) -> UInt64 {
        if start &+ 8 <= self.count {
            // In bounds: the condition leaves eight bytes from `start`, which is an offset of the text. The load is
            // checked all the same; it is called unsafe only since it reinterprets bytes.
            let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
            return count >= 8 ? word : word & ((1 &<< (UInt64(truncatingIfNeeded: count) &* 8)) &- 1)
        }
        var word: UInt64 = 0
        for index in 0..<Swift.min(count, 8) { word |= UInt64(self[start + index]) << UInt64(index * 8) }
        return word
    }
}
