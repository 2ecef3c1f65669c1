import CVector

/// The bytes of a text while its span is borrowed: what a scanner reads without a check where it has just compared the
/// offset with the count itself.
struct TextBytes {
    private let base: UnsafePointer<UInt8>
    /// The number of bytes.
    let count: Int
    /// How many bytes may be read, those behind the text included: vectors are loaded whole where they fit in.
    private let readable: Int

    /// The bytes of a text; nil of an empty one, which may have no address.
    ///
    /// - Parameter bytes: The text. It has to stay borrowed for as long as this value is used.
    init?(_ bytes: Span<UInt8>) { self.init(0..<bytes.count, of: bytes) }

    /// The bytes of a text that is part of others; nil of an empty one.
    ///
    /// - Parameters:
    ///   - range: Where it is.
    ///   - bytes: The others with it. They have to stay borrowed for as long as this value is used.
    @inline(__always)
    init?(_ range: Range<Int>, of bytes: Span<UInt8>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        // The address holds for as long as the span is borrowed, which is what callers see to.
        guard let base = bytes.withUnsafeBufferPointer({ $0.baseAddress }), !range.isEmpty else { return nil }
        // In bounds, as was just checked.
        self.base = base + range.lowerBound
        count = range.count
        readable = bytes.count &- range.lowerBound
    }

    /// A byte.
    ///
    /// - Parameter offset: From 0 on and below the count; debug builds check it.
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count)
        // In bounds: every caller has compared the offset with the count.
        return base[offset]
    }

    /// Whether a piece of a layout stands at an offset.
    ///
    /// - Parameter offset: From 0 on.
    @inline(__always)
    func holds(_ piece: LayoutTree.Piece, at offset: Int) -> Bool {
        assert(offset >= 0)
        let (first, second, third, fourth) = piece.words
        guard offset &+ LayoutTree.longestPiece <= readable else {
            // Word by word, so that no piece has to be in memory for it.
            return holdsAtEnd(first, second, third, fourth, piece.count, at: offset)
        }
        // In bounds: as many bytes follow as a piece has at most, which is 32.
        return cvector_holds(base + offset, first, second, third, fourth, piece.mask) && offset &+ piece.count <= count
    }

    /// The same where fewer bytes follow than a piece has at most.
    @inline(never)
    private func holdsAtEnd(
        _ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64, _ length: Int, at offset: Int
    ) -> Bool {
        guard offset &+ length <= count else { return false }
        var word = first
        for index in 0..<length {
            if index & 7 == 0 && index > 0 { word = index == 8 ? second : index == 16 ? third : fourth }
            if self[offset &+ index] != UInt8(truncatingIfNeeded: word) { return false }
            word &>>= 8
        }
        return true
    }

    /// The eight bytes at an offset, the first one lowest, with zeros for those that aren't the text's any more; nil where
    /// fewer may be read.
    ///
    /// - Parameter offset: From 0 on, and at most the count.
    @inline(__always)
    func word(at offset: Int) -> UInt64? {
        assert(offset >= 0 && offset <= count)
        guard offset &+ 8 <= readable else { return nil }
        // In bounds, as was just checked.
        let word = UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self).littleEndian
        let left = count &- offset
        return left >= 8 ? word : word & (1 &<< (UInt64(truncatingIfNeeded: left) &* 8) &- 1)
    }

    /// The offset of the first byte from `start` on that is no digit; the text's length if there is none.
    ///
    /// - Parameter start: From 0 on, and at most the count.
    @inline(__always)
    func endOfDigits(from start: Int) -> Int {
        assert(start >= 0 && start <= count)
        var offset = start
        while offset &+ 16 <= readable {
            // In bounds: the loop's condition leaves 16 bytes from `offset` on.
            let digits = cvector_digits16(base + offset)
            offset &+= digits
            if digits < 16 || offset >= count { return min(offset, count) }
        }
        while offset < count && self[offset] &- 0x30 < 10 { offset &+= 1 }
        return min(offset, count)
    }

    /// The offset after the characters of three bytes from `start` on, as far as they are the common ones: none that begins
    /// with 0xE0 or 0xED, after which not all bytes may follow, and none of the last in the text.
    ///
    /// - Parameter start: From 0 on, and at most the count.
    @inline(__always)
    func endOfThrees(from start: Int) -> Int {
        assert(start >= 0 && start <= count)
        var offset = start
        while offset &+ 4 <= count {
            // In bounds: the loop's condition leaves four bytes from `offset` on.
            let word = UnsafeRawPointer(base + offset).loadUnaligned(as: UInt32.self).littleEndian
            let lead = word & 0xFF
            guard word & 0xC0_C0F0 == 0x80_80E0, lead != 0xE0, lead != 0xED else { return offset }
            offset &+= 3
        }
        return offset
    }

    /// The offset of the first byte from `start` on that a JSON string can't simply carry on over: a quote, a
    /// backslash, a control character or a byte of a multi-byte character. The text's length if there is none.
    ///
    /// - Parameter start: From 0 on, and at most the count.
    @inline(__always)
    func endOfPlainText(from start: Int) -> Int {
        assert(start >= 0 && start <= count)
        if start &+ 16 <= readable {
            // In bounds: 16 bytes follow, as was just checked.
            let plain = cvector_plain16(base + start)
            if plain < 16 { return min(start &+ plain, count) }
        }
        return endOfLongPlainText(from: start)
    }

    @inline(never)
    private func endOfLongPlainText(from start: Int) -> Int {
        // Not much further than the text goes, as what is behind it can be long.
        let length = min(readable &- start, count &- start &+ 64)
        // In bounds: these are at most the bytes that are left to read.
        return min(start &+ cvector_plain(base + start, length), count)
    }
}
