/// What a gzip stream is made of, as far as it was read.
public struct GzipFacts: Hashable, Sendable {
    /// Members read so far, blocks of BGZF and its end marker included.
    public var members = 0
    /// Whether every member so far is a BGZF block (SAM specification, 4.1).
    public var isBlockGzip = false
}

/// The decompressed bytes of a gzip stream: many members, BGZF blocks, zero padding after the end.
///
/// Anything else after the end, an early end, a wrong checksum or length, and BGZF without its end marker is damage
/// with its offset in the compressed bytes.
final class GunzipSource: ByteSource {
    /// Where a stream stands between two members.
    struct Start {
        var offset: UInt64 = 0
        var facts = GzipFacts()
        /// Whether the last member was a BGZF block that holds data, so that an end marker must still come.
        var owesEndMarker = false
    }

    private enum State { case betweenMembers, header, data, trailer, ended }

    /// The source is read up to the next multiple of so many bytes. So how much of it is read depends only on how much of
    /// it is needed.
    static let window = 256 << 10
    /// What may be unread when more is read: a header's extra field.
    private static let slack = 72 << 10

    private let source: any ByteSource
    private var inflater: Inflater
    private let buffer: UnsafeMutableRawBufferPointer
    /// The bytes of `buffer` that aren't used up; before them are the last ones that were.
    private var unread = Inflater.lookback..<Inflater.lookback
    /// The offset in the compressed stream of `buffer[unread.upperBound]`.
    private var offsetAtEnd: UInt64
    private var sourceFailure: ArchiveError?
    private var sourceEnded = false
    private var state = State.betweenMembers
    private var failure: ArchiveError?
    private var owesEndMarker: Bool
    private(set) var facts: GzipFacts
    /// Where the member began, and where its BGZF block must end.
    private var memberStart: UInt64 = 0
    private var blockEnd: UInt64?
    private var header = GzipHeader()
    private var check = GzipCheck()

    /// - Parameters:
    ///   - source: The compressed bytes.
    ///   - start: What came before them.
    ///   - library: What decompresses.
    init(_ source: any ByteSource, from start: Start = Start(), _ library: CompressionLibrary = .preferred) {
        self.source = source
        inflater = Inflater(library)
        offsetAtEnd = start.offset
        facts = start.facts
        owesEndMarker = start.owesEndMarker
        buffer = .allocate(byteCount: Inflater.lookback + Self.window + Self.slack, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    var offset: UInt64 {
        offsetAtEnd - UInt64(unread.count) - (state == .data ? UInt64(inflater.heldBytes) : 0)
    }

    func read(into output: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        if let failure { throw failure }
        var produced = 0
        do throws(ArchiveError) {
            // A member whose text fills the buffer is checked at once.
            while produced < output.count || state == .trailer {
                switch state {
                case .ended: return produced
                case .betweenMembers: try beginMember()
                case .header: try readHeader()
                case .data: try inflate(into: output, &produced)
                case .trailer: try readTrailer()
                }
            }
        } catch {
            failure = error
            if produced == 0 { throw error }
        }
        return produced
    }

    private func damage(_ message: String) -> ArchiveError {
        .damaged(ArchiveDamage(offset: offset, message: message))
    }

    /// What it means that no more bytes come, inside a member.
    private func earlyEnd() -> ArchiveError {
        if let sourceFailure { return sourceFailure }
        let message = "the gzip stream ends early, inside the member that begins at byte \(memberStart)"
        return .damaged(ArchiveDamage(offset: offsetAtEnd, message: message))
    }

    /// Moves what is unread, and a little before it, to the front and reads more behind it, unless the source has ended.
    private func refill() {
        guard !sourceEnded else { return }
        let front = unread.lowerBound - Inflater.lookback
        if front > 0 {
            // Both ranges lie in the buffer; memmove semantics allow them to overlap.
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[front..<unread.upperBound]))
            unread = Inflater.lookback..<unread.upperBound - front
        }
        let size = min(Self.window - Int(offsetAtEnd % UInt64(Self.window)), buffer.count - unread.upperBound)
        do throws(ArchiveError) {
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[unread.upperBound...].prefix(size)))
            sourceEnded = count == 0
            offsetAtEnd += UInt64(count)
            unread = unread.lowerBound..<unread.upperBound + count
        } catch {
            sourceFailure = error
            sourceEnded = true
        }
    }

    /// Reads on until this many bytes are unread; false if the source ends before.
    private func ensure(_ count: Int) -> Bool {
        while unread.count < count, !sourceEnded { refill() }
        return unread.count >= count
    }

    private func skip(_ count: Int) {
        unread = unread.lowerBound + count..<unread.upperBound
    }

    private func byte(_ index: Int) -> UInt8 { buffer[unread.lowerBound + index] }

    private func beginMember() throws(ArchiveError) {
        guard ensure(1) else {
            if let sourceFailure { throw sourceFailure }
            if facts.members == 0 { throw damage("the gzip stream is empty") }
            try checkEndMarker()
            state = .ended
            return
        }
        if facts.members > 0, !(ensure(2) && byte(0) == 0x1f && byte(1) == 0x8b) {
            try skipPadding()
            try checkEndMarker()
            state = .ended
            return
        }
        let isMarker = beginsWithEndMarker()
        let blockSize = blockSize()
        if blockSize == nil { try checkEndMarker() }
        facts.isBlockGzip = blockSize != nil && (facts.isBlockGzip || facts.members == 0)
        facts.members += 1
        owesEndMarker = blockSize != nil && !isMarker
        memberStart = offset
        blockEnd = blockSize.map { offset + UInt64($0) }
        header = GzipHeader()
        state = .header
    }

    private func readHeader() throws(ArchiveError) {
        guard ensure(1) else { throw earlyEnd() }
        let (consumed, progress) = header.read(UnsafeRawBufferPointer(rebasing: buffer[unread]))
        skip(consumed)
        switch progress {
        case .more: break
        case .failed(let message): throw damage(message)
        case .ended:
            inflater.reset()
            check = GzipCheck()
            state = .data
        }
    }

    private func inflate(
        into output: UnsafeMutableRawBufferPointer, _ produced: inout Int
    ) throws(ArchiveError) {
        let isMoreThere = ensure(1)
        let step = inflater.inflate(
            UnsafeRawBufferPointer(rebasing: buffer[unread]),
            into: UnsafeMutableRawBufferPointer(rebasing: output[produced...]))
        skip(step.consumed)
        // What was written just now is still in the processor's cache.
        check.update(UnsafeRawBufferPointer(rebasing: output[produced..<produced + step.produced]))
        produced += step.produced
        switch step.progress {
        case .more:
            guard step.consumed == 0, step.produced == 0 else { return }
            // With bytes and room for more each call gets on, so this ends the loop whatever the library does.
            throw isMoreThere ? damage("the compressed bytes are wrong") : earlyEnd()
        case .failed(let message): throw damage(message)
        case .ended: state = .trailer
        }
    }

    private func readTrailer() throws(ArchiveError) {
        let isWhole = ensure(GzipCheck.size)
        let trailer = UnsafeRawBufferPointer(rebasing: buffer[unread].prefix(GzipCheck.size))
        if let fault = check.fault(in: trailer) {
            skip(fault.at)
            throw damage(fault.message)
        }
        skip(trailer.count)
        guard isWhole else { throw earlyEnd() }
        if let blockEnd, blockEnd != offset {
            throw damage("this BGZF block should end at byte \(blockEnd) by its header, but ends here")
        }
        state = .betweenMembers
    }

    private func checkEndMarker() throws(ArchiveError) {
        if owesEndMarker { throw damage("the BGZF stream lacks its end marker, so blocks may be missing here") }
    }

    /// Zero bytes up to the end are padding.
    private func skipPadding() throws(ArchiveError) {
        repeat {
            if let index = buffer[unread].firstIndex(where: { $0 != 0 }) {
                unread = index..<unread.upperBound
                throw damage("bytes that belong to nothing follow the end of the gzip stream")
            }
            unread = unread.upperBound..<unread.upperBound
            refill()
        } while !unread.isEmpty
        if let sourceFailure { throw sourceFailure }
    }

    private func beginsWithEndMarker() -> Bool {
        guard ensure(BlockGzip.endMarker.count) else { return false }
        return buffer[unread].starts(with: BlockGzip.endMarker)
    }

    /// The size of the whole BGZF block that begins here, from its extra field; nil for any other member.
    private func blockSize() -> Int? {
        guard ensure(18), byte(3) & 4 != 0 else { return nil }
        let extraEnd = 12 + Int(byte(10)) + Int(byte(11)) << 8
        guard ensure(extraEnd) else { return nil }
        var at = 12
        while at + 4 <= extraEnd {
            let length = Int(byte(at + 2)) + Int(byte(at + 3)) << 8
            if byte(at) == 0x42, byte(at + 1) == 0x43, length == 2, at + 6 <= extraEnd {
                return Int(byte(at + 4)) + Int(byte(at + 5)) << 8 + 1
            }
            at += 4 + length
        }
        return nil
    }
}
