import CVector

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
        guard length >= 8 else { return bytes.word(from: start, count: length) == other.word(from: 0, count: length) }
        var offset = 0
        while offset &+ 8 <= length {
            // In bounds: `start + length` is within `left` and `offset + 8` within `length`.
            let leftWord = left.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ offset, as: UInt64.self)
            let rightWord = right.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            if leftWord != rightWord { return false }
            offset &+= 8
        }
        // In bounds as well: the last eight bytes, of which there are eight or more.
        return left.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ length &- 8, as: UInt64.self)
            == right.unsafeLoadUnaligned(fromUncheckedByteOffset: length &- 8, as: UInt64.self)
    }

    /// The number that eight digits spell, the first one in the lowest byte; nil if they aren't digits only.
    @inline(__always)
    fileprivate static func eightDigits(_ text: UInt64) -> UInt64? {
        let value = text &- 0x3030_3030_3030_3030
        // A byte above "9" comes to have its top bit by the sum, one below "0" by the difference.
        guard (text &+ 0x4646_4646_4646_4646 | value) & 0x8080_8080_8080_8080 == 0 else { return nil }
        // Two digits, then four, then all eight become one number.
        let pairs = (value &* 10 &+ value &>> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
    }
}

extension Span<UInt8> {
    /// Whether the bytes of two ranges are equal.
    @inlinable @inline(__always)
    public func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        left.count == right.count && (left.isEmpty || WordScan.equal(self, from: left.lowerBound, extracting(right)))
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
        // Fewer than eight bytes follow: the first four and the last four of them, or two and two, make up the word.
        let last = UInt64(truncatingIfNeeded: count)
        if count >= 4 {
            let low = UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt32.self))
            let high = UInt32(
                littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start &+ count &- 4, as: UInt32.self))
            return UInt64(low) | UInt64(high) &<< ((last &- 4) &* 8)
        }
        if count >= 2 {
            let low = UInt16(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt16.self))
            let high = UInt16(
                littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start &+ count &- 2, as: UInt16.self))
            return UInt64(low) | UInt64(high) &<< ((last &- 2) &* 8)
        }
        return count == 1 ? UInt64(self[start]) : 0
    }

    /// The number that digits spell.
    ///
    /// - Parameter digits: Where they are: 19 at most, so that the number fits.
    /// - Returns: nil where there are none, or anything else.
    @inline(__always)
    public func number(of digits: Range<Int>) -> UInt64? {
        guard digits.lowerBound >= 0, digits.upperBound <= count, !digits.isEmpty else { return nil }
        guard digits.upperBound >= 16 else { return numberInWords(digits) }
        return withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return nil }
            // In bounds: 16 bytes come before the end of the digits, as was just checked.
            let low = cvector_number(base + digits.upperBound, Swift.min(digits.count, 16))
            guard low >= 0 else { return nil }
            if digits.count <= 16 { return UInt64(low) }
            let rest = digits.lowerBound..<digits.upperBound &- 16
            if rest.upperBound >= 16 {
                // In bounds, for the same reason.
                let high = cvector_number(base + rest.upperBound, rest.count)
                return high < 0 ? nil : UInt64(high) &* 10_000_000_000_000_000 &+ UInt64(low)
            }
            guard let high = numberInWords(rest) else { return nil }
            return high &* 10_000_000_000_000_000 &+ UInt64(low)
        }
    }

    /// The same, eight digits at a time.
    private func numberInWords(_ digits: Range<Int>) -> UInt64? {
        let head = digits.count & 7
        var index = digits.lowerBound
        var value: UInt64 = 0
        if head > 0 {
            // Filled up with zeros in front of them.
            let bits = UInt64(truncatingIfNeeded: head &* 8)
            let text = word(from: index, count: head) &<< (64 &- bits) | 0x3030_3030_3030_3030 &>> bits
            guard let number = WordScan.eightDigits(text) else { return nil }
            if digits.count < 8 { return number }
            value = number
            index &+= head
        }
        while index < digits.upperBound {
            guard let number = WordScan.eightDigits(word(from: index, count: 8)) else { return nil }
            value = value &* 100_000_000 &+ number
            index &+= 8
        }
        return value
    }
}
