import CVector

/// The bytes of a text while its span is borrowed: what a scanner reads without a check where it has just compared the
/// offset with the count itself.
struct TextBytes {
    private let base: UnsafePointer<UInt8>
    /// The number of bytes.
    let count: Int

    /// The bytes of a text; nil of an empty one, which may have no address.
    ///
    /// - Parameter bytes: The text. It has to stay borrowed for as long as this value is used.
    init?(_ bytes: Span<UInt8>) {
        // The address holds for as long as the span is borrowed, which is what callers see to.
        guard let base = bytes.withUnsafeBufferPointer({ $0.baseAddress }), !bytes.isEmpty else { return nil }
        self.base = base
        count = bytes.count
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
        guard offset &+ LayoutTree.longestPiece <= count else {
            // Word by word, so that no piece has to be in memory for it.
            return holdsAtEnd(piece.words.0, piece.words.1, piece.words.2, piece.words.3, piece.count, at: offset)
        }
        // In bounds: as many bytes follow as a piece has at most, which is 32.
        let here = UnsafeRawPointer(base + offset)
        let first = here.loadUnaligned(as: UInt64.self).littleEndian ^ piece.words.0
        if piece.count < 8 { return first & piece.mask == 0 }
        guard first == 0 else { return false }
        let second = here.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian ^ piece.words.1
        if piece.count < 16 { return second & piece.mask == 0 }
        guard second == 0 else { return false }
        let third = here.loadUnaligned(fromByteOffset: 16, as: UInt64.self).littleEndian ^ piece.words.2
        if piece.count < 24 { return third & piece.mask == 0 }
        guard third == 0 else { return false }
        let fourth = here.loadUnaligned(fromByteOffset: 24, as: UInt64.self).littleEndian ^ piece.words.3
        return piece.count < 32 ? fourth & piece.mask == 0 : fourth == 0
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

    /// The offset of the first byte from `start` on that is no digit; the text's length if there is none.
    ///
    /// - Parameter start: From 0 on, and at most the count.
    @inline(__always)
    func endOfDigits(from start: Int) -> Int {
        assert(start >= 0 && start <= count)
        var offset = start
        while offset &+ 16 <= count {
            // In bounds: the loop's condition leaves 16 bytes from `offset` on.
            let digits = cvector_digits16(base + offset)
            offset &+= digits
            if digits < 16 { return offset }
        }
        while offset < count && self[offset] &- 0x30 < 10 { offset &+= 1 }
        return offset
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
        guard start &+ 16 <= count else { return endOfPlainTail(from: start) }
        // In bounds: 16 bytes follow, as was just checked.
        let plain = cvector_plain16(base + start)
        return plain < 16 ? start &+ plain : endOfLongPlainText(from: start &+ 16)
    }

    @inline(never)
    private func endOfLongPlainText(from start: Int) -> Int {
        var offset = start
        while offset &+ 64 <= count {
            // In bounds: the loop's condition leaves 64 bytes from `offset` on.
            let plain = cvector_plain64(base + offset)
            offset &+= plain
            if plain < 64 { return offset }
        }
        while offset &+ 16 <= count {
            // In bounds: the loop's condition leaves 16 bytes from `offset` on.
            let plain = cvector_plain16(base + offset)
            offset &+= plain
            if plain < 16 { return offset }
        }
        return endOfPlainTail(from: offset)
    }

    /// The same where fewer than 16 bytes are left.
    @inline(never)
    private func endOfPlainTail(from start: Int) -> Int {
        if count >= 16 {
            // In bounds: these are the text's last 16 bytes, and fewer than 16 of them are skipped, or all where
            // nothing is left.
            let skipped = 16 &- (count &- start)
            return skipped == 16 ? count : start &+ cvector_plain16_after(base + (count &- 16), skipped)
        }
        var offset = start
        while offset < count {
            let byte = self[offset]
            if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { return offset }
            offset &+= 1
        }
        return count
    }
}
