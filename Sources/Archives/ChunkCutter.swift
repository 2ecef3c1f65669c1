/// Cuts the bytes of one file into chunks of whole lines.
///
/// Bytes go straight from the source into the chunk's memory; only a line that a chunk's end cuts is copied, to the
/// front of the next chunk.
final class ChunkCutter {
    /// The longest line that WuKongIM's importer takes, without its line feed, in bytes.
    static let lineLimit = 67_108_863

    private let source: any ByteSource
    private let pool: ChunkPool
    private let fileIndex: Int
    private let counter: ReadCounter
    private var hasher: ChecksumHasher?
    /// The chunk that the next call goes on filling; it holds `count` bytes of a line that isn't whole yet.
    private var pending: ArchiveChunk?
    private var isFirst = true
    private var isFinished = false
    /// Where in the file the pending chunk begins.
    private var offset: UInt64 = 0
    /// What ended the file before its end.
    private(set) var failure: ArchiveError?
    /// The checksum of the whole file, once it was read to its end and if it was asked for.
    private(set) var checksum: Checksum?

    /// Bytes asked for in one go: few enough that they are still in the processor's cache for the checksum.
    private static let step = 256 << 10

    init(_ source: any ByteSource, fileIndex: Int, pool: ChunkPool, counter: ReadCounter, withChecksum: Bool) {
        self.source = source
        self.fileIndex = fileIndex
        self.pool = pool
        self.counter = counter
        hasher = withChecksum ? ChecksumHasher() : nil
    }

    /// The next chunk, or nil after the last one.
    func next() -> ArchiveChunk? {
        guard !isFinished else { return nil }
        let chunk = pending ?? pool.take()
        pending = nil
        while true {
            // No line feed is in the bytes up to here.
            let before = chunk.count
            do throws(ArchiveError) {
                let count = try source.read(into: chunk.free(from: before, limit: Self.step))
                if count == 0 {
                    checksum = hasher?.finish()
                    return finish(chunk, isWhole: true)
                }
                hasher?.update(chunk.filled(before..<before + count))
                chunk.count += count
            } catch {
                failure = error
                return finish(chunk, isWhole: false)
            }
            // A chunk of the usual size is filled to its end first; one that grew ends with its long line.
            if chunk.count < chunk.capacity, chunk.capacity <= pool.chunkSize { continue }
            let unsearched = chunk.capacity <= pool.chunkSize ? 0 : before
            if let end = Self.lastLineEnd(in: chunk, from: unsearched) {
                return cut(chunk, at: end)
            }
            guard chunk.count == chunk.capacity else { continue }
            guard chunk.count <= Self.lineLimit else {
                failure = .damaged(
                    ArchiveDamage(
                        offset: source.offset,
                        message: "the line that begins at byte \(offset) of the file's text is longer than "
                            + "\(Self.lineLimit) bytes; the file isn't read further"))
                chunk.count = 0
                return finish(chunk, isWhole: false)
            }
            chunk.grow(to: min(2 * chunk.capacity, Self.lineLimit + 1), keeping: chunk.count)
        }
    }

    /// The index after the last line feed.
    private static func lastLineEnd(in chunk: ArchiveChunk, from start: Int) -> Int? {
        let bytes = chunk.filled(0..<chunk.count)
        var index = chunk.count
        while index > start {
            if bytes[index - 1] == 10 { return index }
            index -= 1
        }
        return nil
    }

    /// Ends the chunk after a line and carries the rest to the next one.
    private func cut(_ chunk: ArchiveChunk, at end: Int) -> ArchiveChunk {
        let rest = chunk.filled(end..<chunk.count)
        let next = pool.take(size: rest.count + 1)
        next.free(from: 0).copyMemory(from: rest)
        next.count = rest.count
        pending = next
        chunk.count = end
        return deliver(chunk)
    }

    private func finish(_ chunk: ArchiveChunk, isWhole: Bool) -> ArchiveChunk {
        // A line that damage cut off says nothing that could be relied on.
        if !isWhole { chunk.count = Self.lastLineEnd(in: chunk, from: 0) ?? 0 }
        isFinished = true
        chunk.isLast = true
        chunk.isWhole = isWhole
        return deliver(chunk)
    }

    private func deliver(_ chunk: ArchiveChunk) -> ArchiveChunk {
        chunk.fileIndex = fileIndex
        chunk.isFirst = isFirst
        chunk.startOffset = offset
        chunk.compressedOffset = counter.value
        chunk.hasByteOrderMark = isFirst && chunk.filled(0..<chunk.count).starts(with: [0xef, 0xbb, 0xbf])
        offset += UInt64(chunk.count)
        isFirst = false
        return chunk
    }
}
