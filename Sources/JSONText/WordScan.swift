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
