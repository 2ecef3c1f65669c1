import Glibc

/// One line of a chunk.
public struct ArchiveLine: Hashable, Sendable {
    /// Its number, counted from 1 at the chunk's beginning; blank lines count.
    public var number: Int
    /// Its bytes as they stand, without the line feed.
    public var range: Range<Int>
    /// Its bytes without white space around them; empty if the line is blank.
    public var content: Range<Int>

    /// Whether it holds nothing but white space, so that it is no row.
    @inlinable public var isBlank: Bool { content.isEmpty }
}

/// Walks the lines of a chunk.
///
/// White space is what Go's `bytes.TrimSpace` removes, as the importer does with each line: ASCII white space, U+0085,
/// U+00A0 and the other characters with the property White_Space.
public struct LineCursor: Sendable {
    /// Where the next line begins.
    public private(set) var offset: Int
    /// How many lines were walked.
    public private(set) var lines = 0

    /// Begins at the front of the chunk's bytes, after the byte order mark if there is one.
    public init(_ chunk: ArchiveChunk) {
        offset = chunk.hasByteOrderMark ? 3 : 0
    }

    /// Begins at an offset.
    public init(at offset: Int = 0) {
        self.offset = offset
    }

    /// The next line, or nil at the end.
    public mutating func next(in bytes: Span<UInt8>) -> ArchiveLine? {
        let start = offset
        guard start < bytes.count else { return nil }
        // Archives that are hostile may hold little else than line feeds.
        let end = bytes[start] == 10 ? start : lineEnd(in: bytes, from: start)
        offset = end + 1
        lines += 1
        let range = start..<end
        return ArchiveLine(number: lines, range: range, content: trimmed(range, in: bytes))
    }
}

/// Counts the lines of these bytes, and the rows: the lines that aren't blank.
public func countRows(in bytes: Span<UInt8>) -> (lines: Int, rows: Int) {
    var cursor = LineCursor()
    var rows = 0
    while let line = cursor.next(in: bytes) {
        if !line.isBlank { rows += 1 }
    }
    return (cursor.lines, rows)
}

/// The index of the first line feed from `start` on, or the end.
private func lineEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes { buffer in
        // start < count, so the search is over buffer[start..<count].
        guard let base = buffer.baseAddress, let found = memchr(base + start, 10, buffer.count - start) else {
            return buffer.count
        }
        return UnsafeRawPointer(found) - base
    }
}

/// The range without white space at its ends.
private func trimmed(_ range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    // Mostly there is none: a line begins and ends with a brace.
    if start < end && isGraphic(bytes[start]) && isGraphic(bytes[end - 1]) { return range }
    while start < end {
        let length = leadingSpace(bytes, start, end)
        if length == 0 { break }
        start += length
    }
    while start < end {
        let length = trailingSpace(bytes, start, end)
        if length == 0 { break }
        end -= length
    }
    return start..<end
}

/// How many bytes the white space character at `start` takes; 0 if it is none.
private func leadingSpace(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    let byte = bytes[start]
    if byte < 0x80 { return isASCIISpace(byte) ? 1 : 0 }
    if end - start >= 2, isTwoByteSpace(byte, bytes[start + 1]) { return 2 }
    if end - start >= 3, isThreeByteSpace(byte, bytes[start + 1], bytes[start + 2]) { return 3 }
    return 0
}

/// The same for the character that ends at `end`.
private func trailingSpace(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    let byte = bytes[end - 1]
    if byte < 0x80 { return isASCIISpace(byte) ? 1 : 0 }
    if end - start >= 2, isTwoByteSpace(bytes[end - 2], byte) { return 2 }
    if end - start >= 3, isThreeByteSpace(bytes[end - 3], bytes[end - 2], byte) { return 3 }
    return 0
}

/// Whether a byte is an ASCII character with ink.
private func isGraphic(_ byte: UInt8) -> Bool { byte &- 0x21 < 0x5E }

private func isASCIISpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 9 && byte <= 13)
}

/// U+0085 and U+00A0.
private func isTwoByteSpace(_ first: UInt8, _ second: UInt8) -> Bool {
    first == 0xc2 && (second == 0x85 || second == 0xa0)
}

/// U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F and U+3000.
private func isThreeByteSpace(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xe1, 0x9a): third == 0x80
    case (0xe2, 0x80): (0x80...0x8a).contains(third) || third == 0xa8 || third == 0xa9 || third == 0xaf
    case (0xe2, 0x81): third == 0x9f
    case (0xe3, 0x80): third == 0x80
    default: false
    }
}
