/// What a gzip stream is made of, as far as it was read.
public struct GzipFacts: Hashable, Sendable {
    /// Members read so far, blocks of BGZF and its end marker included.
    public var members = 0
    /// Whether every member so far is a BGZF block (SAM specification, 4.1).
    public var isBlockGzip = false
}

/// The decompressed bytes of a gzip stream.
protocol GzipSource: ByteSource {
    var facts: GzipFacts { get }
}

/// Opens the compressed bytes of a stream once more; nil where that isn't possible.
typealias Reopening = () -> (any ByteSource)?

/// The decompressed bytes of a gzip stream: many members, BGZF blocks, zero padding after the end.
///
/// Anything else after the end, an early end, a wrong checksum or length, and BGZF without its end marker is damage
/// with its offset in the compressed bytes.
final class GunzipSource: GzipSource {
    /// Where a stream stands between two members.
    struct Start {
        var offset: UInt64 = 0
        var facts = GzipFacts()
        /// Whether the last member was a BGZF block that holds data, so that an end marker must still come.
        var owesEndMarker = false
    }

    private enum State { case betweenMembers, header, data, trailer, ended }

    private let library: CompressionLibrary
    private let reopen: Reopening?
    private let window: GzipWindow
    private var inflater: Inflater
    private var state = State.betweenMembers
    private var failure: ArchiveError?
    private var owesEndMarker: Bool
    private(set) var facts: GzipFacts
    /// Where the member began, and where its BGZF block must end.
    private var memberStart: UInt64 = 0
    private var blockEnd: UInt64?
    private var header = GzipHeader()
    private var check = GzipCheck()
    /// How many bytes were delivered.
    private var delivered: UInt64 = 0

    /// - Parameters:
    ///   - source: The compressed bytes.
    ///   - start: What came before them.
    ///   - library: What decompresses.
    ///   - reopen: The whole stream once more, from its beginning, if `start` is there.
    init(
        _ source: any ByteSource, from start: Start = Start(), _ library: CompressionLibrary = .preferred,
        reopen: Reopening? = nil
    ) {
        self.library = library
        self.reopen = reopen
        window = GzipWindow(source, at: start.offset)
        inflater = Inflater(library)
        facts = start.facts
        owesEndMarker = start.owesEndMarker
    }

    /// Where libz would stand who had delivered as much: another library decompresses ahead. Few ask, so that is found by
    /// reading the stream once more.
    var offset: UInt64 {
        guard library != .zlib, state == .data, let source = reopen?() else { return place }
        let again = GunzipSource(source, .zlib)
        again.passOver(delivered)
        return again.offset
    }

    /// Where decompression stands.
    private var place: UInt64 {
        window.offset - (state == .data ? UInt64(inflater.heldBytes) : 0)
    }

    func read(into output: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        if let failure { throw failure }
        var produced = 0
        defer { delivered += UInt64(produced) }
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
        .damaged(ArchiveDamage(offset: place, message: message))
    }

    /// What it means that no more bytes come, inside a member.
    private func earlyEnd() -> ArchiveError {
        if let failure = window.failure { return failure }
        let message = "the gzip stream ends early, inside the member that begins at byte \(memberStart)"
        return .damaged(ArchiveDamage(offset: window.endOffset, message: message))
    }

    private func byte(_ index: Int) -> UInt8 { window.bytes[index] }

    private func beginMember() throws(ArchiveError) {
        guard window.ensure(1) else {
            if let failure = window.failure { throw failure }
            if facts.members == 0 { throw damage("the gzip stream is empty") }
            try checkEndMarker()
            state = .ended
            return
        }
        if facts.members > 0, !(window.ensure(2) && byte(0) == 0x1f && byte(1) == 0x8b) {
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
        memberStart = place
        blockEnd = blockSize.map { place + UInt64($0) }
        header = GzipHeader()
        state = .header
    }

    private func readHeader() throws(ArchiveError) {
        guard window.ensure(1) else { throw earlyEnd() }
        let (consumed, progress) = header.read(window.bytes)
        window.skip(consumed)
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
        let isMoreThere = window.ensure(1)
        let step = inflater.inflate(
            window.bytes,
            into: UnsafeMutableRawBufferPointer(rebasing: output[produced...]))
        window.skip(step.consumed)
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
        let isWhole = window.ensure(GzipCheck.size)
        let trailer = UnsafeRawBufferPointer(rebasing: window.bytes.prefix(GzipCheck.size))
        if let fault = check.fault(in: trailer) {
            window.skip(fault.at)
            throw damage(fault.message)
        }
        window.skip(trailer.count)
        guard isWhole else { throw earlyEnd() }
        if let blockEnd, blockEnd != place {
            throw damage("this BGZF block should end at byte \(blockEnd) by its header, but ends here")
        }
        state = .betweenMembers
    }

    private func checkEndMarker() throws(ArchiveError) {
        if owesEndMarker { throw damage("the BGZF stream lacks its end marker, so blocks may be missing here") }
    }

    /// Zero bytes up to the end are padding.
    private func skipPadding() throws(ArchiveError) {
        while window.ensure(1) {
            let index = window.bytes.firstIndex { $0 != 0 }
            window.skip(index ?? window.bytes.count)
            if index != nil { throw damage("bytes that belong to nothing follow the end of the gzip stream") }
        }
        if let failure = window.failure { throw failure }
    }

    private func beginsWithEndMarker() -> Bool {
        guard window.ensure(BlockGzip.endMarker.count) else { return false }
        return window.bytes.starts(with: BlockGzip.endMarker)
    }

    /// The size of the whole BGZF block that begins here, from its extra field; nil for any other member.
    private func blockSize() -> Int? {
        guard window.ensure(18), byte(3) & 4 != 0 else { return nil }
        let extraEnd = 12 + Int(byte(10)) + Int(byte(11)) << 8
        guard window.ensure(extraEnd) else { return nil }
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
