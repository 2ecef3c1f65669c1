/// The bytes of a compressed source that come next, in memory.
final class GzipWindow {
    /// The source is read up to the next multiple of so many bytes. So how much of it is read depends only on how much of
    /// it is needed.
    static let size = 256 << 10
    /// What may be unread when more is read: the extra field of a header, or a BGZF block.
    private static let slack = 72 << 10

    private let source: any ByteSource
    private let buffer: UnsafeMutableRawBufferPointer
    /// The bytes of `buffer` that aren't used up; before them are the last ones that were.
    private var unread = Inflater.lookback..<Inflater.lookback
    /// The offset in the compressed stream behind all bytes that were read.
    private(set) var endOffset: UInt64
    /// Whether nothing more comes.
    private(set) var hasEnded = false
    /// What the source threw, which ended it.
    private(set) var failure: ArchiveError?

    /// - Parameters:
    ///   - source: The compressed bytes.
    ///   - offset: How many bytes of the stream came before them.
    init(_ source: any ByteSource, at offset: UInt64) {
        self.source = source
        endOffset = offset
        buffer = .allocate(byteCount: Inflater.lookback + Self.size + Self.slack, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    /// The unread bytes that are in memory.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[unread]) }

    /// The offset of the first unread byte.
    var offset: UInt64 { endOffset - UInt64(unread.count) }

    /// Uses up so many bytes; below zero, makes bytes unread again, at most ``Inflater/lookback``.
    func skip(_ count: Int) {
        unread = unread.lowerBound + count..<unread.upperBound
    }

    /// Reads on until this many bytes are unread; false if the source ends before.
    func ensure(_ count: Int) -> Bool {
        while unread.count < count, !hasEnded { refill() }
        return unread.count >= count
    }

    /// Moves what is unread, and a little before it, to the front and reads more behind it.
    private func refill() {
        let front = unread.lowerBound - Inflater.lookback
        if front > 0 {
            // Both ranges lie in the buffer; memmove semantics allow them to overlap.
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[front..<unread.upperBound]))
            unread = Inflater.lookback..<unread.upperBound - front
        }
        let room = min(Self.size - Int(endOffset % UInt64(Self.size)), buffer.count - unread.upperBound)
        do throws(ArchiveError) {
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[unread.upperBound...].prefix(room)))
            hasEnded = count == 0
            endOffset += UInt64(count)
            unread = unread.lowerBound..<unread.upperBound + count
        } catch {
            failure = error
            hasEnded = true
        }
    }
}
