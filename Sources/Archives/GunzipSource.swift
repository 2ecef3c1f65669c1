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
    private enum State {
        case betweenMembers
        /// Where the member began, and where its BGZF block must end.
        case inMember(start: UInt64, blockEnd: UInt64?)
        case ended
    }

    private let source: any ByteSource
    private var inflater = Inflater()
    private let buffer: UnsafeMutableRawBufferPointer
    /// The bytes of `buffer` that aren't used up.
    private var unread = 0..<0
    /// The offset in the compressed stream of `buffer[unread.upperBound]`.
    private var offsetAtEnd: UInt64 = 0
    private var sourceFailure: ArchiveError?
    private var sourceEnded = false
    private var state = State.betweenMembers
    private var failure: ArchiveError?
    /// Whether the last member was a BGZF block that holds data, so that an end marker must still come.
    private var owesEndMarker = false
    private(set) var facts = GzipFacts()

    init(_ source: any ByteSource) {
        self.source = source
        buffer = .allocate(byteCount: 256 << 10, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    var offset: UInt64 { offsetAtEnd - UInt64(unread.count) }

    func read(into output: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        if let failure { throw failure }
        var produced = 0
        do throws(ArchiveError) {
            while produced < output.count {
                switch state {
                case .ended:
                    return produced
                case .betweenMembers:
                    try beginMember()
                case .inMember(let start, let blockEnd):
                    if unread.isEmpty { try refill() }
                    if unread.isEmpty {
                        throw damage("the gzip stream ends early, inside the member that begins at byte \(start)")
                    }
                    let step = inflater.inflate(
                        UnsafeRawBufferPointer(rebasing: buffer[unread]),
                        into: UnsafeMutableRawBufferPointer(rebasing: output[produced...]))
                    unread = unread.lowerBound + step.consumed..<unread.upperBound
                    produced += step.produced
                    switch step.progress {
                    case .more: break
                    case .failed(let message): throw damage(message)
                    case .memberEnded: try endMember(blockEnd: blockEnd)
                    }
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

    /// Moves what is unread to the front and reads more behind it, unless the source has ended.
    private func refill() throws(ArchiveError) {
        guard !sourceEnded else { return }
        if !unread.isEmpty, unread.lowerBound > 0 {
            // Both ranges lie in the buffer; memmove semantics allow them to overlap.
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[unread]))
        }
        unread = 0..<unread.count
        guard unread.count < buffer.count else { return }
        let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[unread.upperBound...]))
        sourceEnded = count == 0
        offsetAtEnd += UInt64(count)
        unread = 0..<unread.count + count
    }

    /// Reads on until this many bytes are unread; false if the source ends before.
    private func ensure(_ count: Int) throws(ArchiveError) -> Bool {
        while unread.count < count, !sourceEnded { try refill() }
        return unread.count >= count
    }

    private func byte(_ index: Int) -> UInt8 { buffer[unread.lowerBound + index] }

    private func beginMember() throws(ArchiveError) {
        guard try ensure(1) else {
            if facts.members == 0 { throw damage("the gzip stream is empty") }
            try checkEndMarker()
            state = .ended
            return
        }
        if facts.members > 0, try !(ensure(2) && byte(0) == 0x1f && byte(1) == 0x8b) {
            try skipPadding()
            try checkEndMarker()
            state = .ended
            return
        }
        let isMarker = try beginsWithEndMarker()
        let blockSize = try blockSize()
        if blockSize == nil { try checkEndMarker() }
        facts.isBlockGzip = blockSize != nil && (facts.isBlockGzip || facts.members == 0)
        facts.members += 1
        owesEndMarker = blockSize != nil && !isMarker
        state = .inMember(start: offset, blockEnd: blockSize.map { offset + UInt64($0) })
        inflater.reset()
    }

    private func endMember(blockEnd: UInt64?) throws(ArchiveError) {
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
            try refill()
        } while !unread.isEmpty
    }

    private func beginsWithEndMarker() throws(ArchiveError) -> Bool {
        guard try ensure(BlockGzip.endMarker.count) else { return false }
        return buffer[unread].starts(with: BlockGzip.endMarker)
    }

    /// The size of the whole BGZF block that begins here, from its extra field; nil for any other member.
    private func blockSize() throws(ArchiveError) -> Int? {
        guard try ensure(18), byte(3) & 4 != 0 else { return nil }
        let extraEnd = 12 + Int(byte(10)) + Int(byte(11)) << 8
        guard try ensure(extraEnd) else { return nil }
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
