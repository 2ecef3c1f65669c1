/// BGZF blocks that lie one behind the other, about 1 MiB of text, and the text once a thread has decompressed them.
///
/// One thread at a time has it: the reader fills it, hands it to whoever decompresses it, and gets it back.
final class BlockGroup: @unchecked Sendable {
    struct Block {
        /// Where the block lies in the group's data, header and trailer included.
        let data: Range<Int>
        /// Where its text belongs in the group's text.
        let text: Range<Int>
        let isEndMarker: Bool
    }

    private static let textLimit = 1 << 20
    private static let dataLimit = 512 << 10
    /// Room behind the text: decompression is slower where it must watch the end of its output.
    private static let slack = 512
    private static let headerSize = 18

    private let dataBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: dataLimit, alignment: 64)
    private let textBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: textLimit + slack, alignment: 64)
    private(set) var blocks: [Block] = []
    private var start = GunzipSource.Start()
    /// How many blocks at the front are good; known once the group is decompressed.
    private(set) var goodCount = 0

    deinit {
        dataBuffer.deallocate()
        textBuffer.deallocate()
    }

    /// Empties it.
    /// - Parameter start: What comes before it.
    func begin(_ start: GunzipSource.Start) {
        blocks.removeAll(keepingCapacity: true)
        goodCount = 0
        self.start = start
    }

    /// All bytes of its blocks.
    var data: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: dataBuffer[..<(blocks.last?.data.upperBound ?? 0)])
    }

    /// The text of the blocks that are good.
    var text: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: textBuffer[..<(goodCount > 0 ? blocks[goodCount - 1].text.upperBound : 0)])
    }

    /// How the stream stands before a block, or after the last one.
    func start(ofBlock index: Int) -> GunzipSource.Start {
        guard index > 0 else { return start }
        let before = blocks[index - 1]
        return GunzipSource.Start(
            offset: start.offset + UInt64(before.data.upperBound),
            facts: GzipFacts(members: start.facts.members + index, isBlockGzip: true),
            owesEndMarker: !before.isEndMarker)
    }

    /// What the next bytes of a stream are to a group.
    enum Next {
        /// A block of this size, whose text is of this size.
        case block(size: Int, text: Int)
        /// Anything else: another gzip member, the end, damage.
        case other
    }

    /// Looks whether a stream goes on with a whole BGZF block of the usual kind.
    static func next(in window: GzipWindow) -> Next {
        guard window.ensure(headerSize) else { return .other }
        // The end marker begins as all blocks do, up to the size; times and hints may be anything.
        let bytes = window.bytes
        guard bytes[..<4].elementsEqual(BlockGzip.endMarker[..<4]),
            bytes[10..<16].elementsEqual(BlockGzip.endMarker[10..<16])
        else { return .other }
        let size = Int(bytes[16]) + Int(bytes[17]) << 8 + 1
        guard size >= BlockGzip.endMarker.count, window.ensure(size) else { return .other }
        let text = UInt32(littleEndian: window.bytes.loadUnaligned(fromByteOffset: size - 4, as: UInt32.self))
        guard text <= UInt32(BlockGzip.blockLimit) else { return .other }
        return .block(size: size, text: Int(text))
    }

    /// Takes a block at the front of the window.
    /// - Returns: Whether it fits.
    func take(size: Int, text: Int, from window: GzipWindow) -> Bool {
        let data = blocks.last?.data.upperBound ?? 0
        let end = blocks.last?.text.upperBound ?? 0
        guard data + size <= Self.dataLimit, end + text <= Self.textLimit else { return false }
        let bytes = UnsafeRawBufferPointer(rebasing: window.bytes.prefix(size))
        UnsafeMutableRawBufferPointer(rebasing: dataBuffer[data...]).copyMemory(from: bytes)
        blocks.append(
            Block(
                data: data..<data + size, text: end..<end + text,
                isEndMarker: bytes.elementsEqual(BlockGzip.endMarker)))
        window.skip(size)
        return true
    }

    /// Decompresses the blocks up to the first that is wrong.
    func inflate(_ inflater: inout Inflater) {
        for block in blocks {
            // A block whose text is longer than it says writes into what the next one will write over, or the slack.
            let output = UnsafeMutableRawBufferPointer(rebasing: textBuffer[block.text.lowerBound...])
            guard inflater.inflateWhole(deflated(block), into: output) == block.text.count else { return }
            var check = GzipCheck()
            check.update(UnsafeRawBufferPointer(rebasing: textBuffer[block.text]))
            let trailer = dataBuffer[(block.data.upperBound - GzipCheck.size)..<block.data.upperBound]
            guard check.fault(in: UnsafeRawBufferPointer(rebasing: trailer)) == nil else { return }
            goodCount += 1
        }
    }

    private func deflated(_ block: Block) -> UnsafeRawBufferPointer {
        let range = block.data.lowerBound + Self.headerSize..<block.data.upperBound - GzipCheck.size
        return UnsafeRawBufferPointer(rebasing: dataBuffer[range])
    }

    /// How many blocks somebody who read up to a place in the text has met.
    func metCount(at position: Int) -> Int {
        blocks.firstIndex { $0.text.lowerBound >= position } ?? blocks.count
    }

    /// The offset in the stream up to which somebody has read, with libz, who has the text up to a place in it.
    func offset(at position: Int) -> UInt64 {
        let met = metCount(at: position)
        guard met > 0 else { return start.offset }
        let block = blocks[met - 1]
        if position >= block.text.upperBound { return start(ofBlock: met).offset }
        // Inside a block: goes there once more.
        var inflater = Inflater(.zlib)
        let output = UnsafeMutableRawBufferPointer.allocate(
            byteCount: position - block.text.lowerBound, alignment: 1)
        defer { output.deallocate() }
        let step = inflater.inflate(deflated(block), into: output)
        let used = block.data.lowerBound + Self.headerSize + step.consumed - inflater.heldBytes
        return start.offset + UInt64(used)
    }
}
