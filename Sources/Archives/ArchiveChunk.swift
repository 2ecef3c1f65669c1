import Synchronization

/// Whole lines of one file of an archive, about 1 MiB of them (more where one line is longer).
///
/// A chunk is filled by the reader, read by one worker, and given back with ``ArchiveReader/recycle(_:)``; it isn't
/// written to in between, which is what makes it safe to send.
public final class ArchiveChunk: @unchecked Sendable {
    /// Which of the reader's files it belongs to.
    public internal(set) var fileIndex = 0
    /// Counts the chunks of the archive from 0.
    public internal(set) var sequence = 0
    /// Whether the file begins with this chunk.
    public internal(set) var isFirst = false
    /// Whether it is the last one of its file. Every file that is there has exactly one first and one last chunk, which
    /// may be the same and may be empty.
    public internal(set) var isLast = false
    /// On a last chunk, whether the file was read to its end; false where damage cut it short, and then its rows are
    /// not all there.
    public internal(set) var isWhole = false
    /// Whether the file begins with a UTF-8 byte order mark, which the bytes still hold.
    public internal(set) var hasByteOrderMark = false
    /// Where in the decompressed file the chunk begins, in bytes.
    public internal(set) var startOffset: UInt64 = 0
    /// How many bytes of the archive were read from disk when the chunk was cut.
    public internal(set) var compressedOffset: UInt64 = 0
    /// How its file lies in the archive.
    var origin = FileOrigin()
    /// How many bytes it holds.
    public internal(set) var count = 0

    @usableFromInline internal private(set) var base: UnsafeMutableRawPointer
    private(set) var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit {
        base.deallocate()
    }

    /// Hands over the bytes: whole lines; the last one may lack its line feed at the end of a file only.
    @inlinable
    public func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        // The memory holds `count` initialised bytes (at most its capacity), and lives as long as self.
        let bytes = UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: count)
        defer { withExtendedLifetime(self) {} }
        return try body(bytes.span)
    }

    /// The memory from `offset` up to the capacity, or `limit` bytes of it.
    func free(from offset: Int, limit: Int = .max) -> UnsafeMutableRawBufferPointer {
        precondition(offset >= 0 && offset <= capacity)
        return UnsafeMutableRawBufferPointer(start: base + offset, count: min(capacity - offset, limit))
    }

    /// The bytes of a range that has been filled.
    func filled(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
        return UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// Makes the memory at least this large; the first `keeping` bytes stay.
    func grow(to size: Int, keeping: Int) {
        guard size > capacity else { return }
        precondition(keeping <= capacity)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        larger.copyMemory(from: base, byteCount: keeping)
        base.deallocate()
        base = larger
        capacity = size
    }
}

/// The chunks that are free to be filled again.
final class ChunkPool: Sendable {
    let chunkSize: Int
    private let free = Mutex<[ArchiveChunk]>([])
    /// More than this many waiting chunks are given back to the system.
    private static let limit = 16

    init(chunkSize: Int) {
        self.chunkSize = chunkSize
        free.withLock { $0.reserveCapacity(Self.limit) }
    }

    /// An empty chunk of the usual size or, if that is more, of `size` bytes.
    func take(size: Int = 0) -> ArchiveChunk {
        let chunk = free.withLock { $0.popLast() } ?? ArchiveChunk(capacity: max(chunkSize, size))
        chunk.grow(to: size, keeping: 0)
        chunk.isFirst = false
        chunk.isLast = false
        chunk.isWhole = false
        chunk.hasByteOrderMark = false
        chunk.count = 0
        return chunk
    }

    /// Takes a chunk back; one that grew for a long line is dropped, so that memory shrinks again.
    func give(_ chunk: ArchiveChunk) {
        guard chunk.capacity == chunkSize else { return }
        free.withLock { if $0.count < Self.limit { $0.append(chunk) } }
    }
}
