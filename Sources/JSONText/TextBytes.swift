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

    /// Whether a name of a layout stands at an offset.
    ///
    /// - Parameter offset: From 0 on.
    @inline(__always)
    func holds(_ name: borrowing ObjectLayout.Name, at offset: Int) -> Bool {
        assert(offset >= 0)
        guard offset &+ ObjectLayout.longestName <= count else { return holdsAtEnd(name, at: offset) }
        // In bounds: as many bytes follow as a name has at most, which is 32.
        let here = UnsafeRawPointer(base + offset)
        let first = here.loadUnaligned(as: UInt64.self).littleEndian
        if name.count < 8 { return (first ^ name.words.0) << UInt64(truncatingIfNeeded: (8 &- name.count) &* 8) == 0 }
        guard first == name.words.0 else { return false }
        if name.count == 8 { return true }
        let second = here.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian
        if name.count < 16 {
            return (second ^ name.words.1) << UInt64(truncatingIfNeeded: (16 &- name.count) &* 8) == 0
        }
        guard second == name.words.1 else { return false }
        if name.count == 16 { return true }
        let third = here.loadUnaligned(fromByteOffset: 16, as: UInt64.self).littleEndian
        if name.count < 24 { return (third ^ name.words.2) << UInt64(truncatingIfNeeded: (24 &- name.count) &* 8) == 0 }
        guard third == name.words.2 else { return false }
        if name.count == 24 { return true }
        let fourth = here.loadUnaligned(fromByteOffset: 24, as: UInt64.self).littleEndian
        return (fourth ^ name.words.3) << UInt64(truncatingIfNeeded: (32 &- name.count) &* 8) == 0
    }

    /// The same where fewer bytes follow than a name has at most.
    private func holdsAtEnd(_ name: borrowing ObjectLayout.Name, at offset: Int) -> Bool {
        guard offset &+ name.count <= count else { return false }
        for index in 0..<name.count where self[offset &+ index] != name.byte(index) { return false }
        return true
    }

    /// The offset of the first byte from `start` on that a JSON string can't simply carry on over: a quote, a
    /// backslash, a control character or a byte of a multi-byte character. The text's length if there is none.
    ///
    /// - Parameter start: From 0 on, and at most the count.
    @inline(__always)
    func endOfPlainText(from start: Int) -> Int {
        assert(start >= 0 && start <= count)
        var offset = start
        while offset &+ 16 <= count {
            // In bounds: the loop's condition leaves 16 bytes from `offset` on.
            let plain = cvector_plain16(base + offset)
            offset &+= plain
            if plain < 16 { return offset }
        }
        return endOfPlainTail(from: offset)
    }

    /// The same where fewer than 16 bytes are left.
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
