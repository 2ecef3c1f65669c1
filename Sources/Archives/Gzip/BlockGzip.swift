/// Compresses bytes into BGZF blocks (SAM specification, 4.1): gzip members that each say how long they are, so that
/// every gunzip reads them one after the other and block readers read them in parallel.
///
/// Each thread has its own; what several threads compressed is joined by putting it one after the other, with
/// ``endMarker`` at the end.
public final class BlockGzip {
    private var deflater: Deflater
    /// Where a block is put together: the largest that there may be.
    private let block: UnsafeMutableRawBufferPointer

    /// The 28 bytes that end a BGZF stream: an empty block.
    public static let endMarker: [UInt8] = [
        0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 6, 0, 0x42, 0x43, 2, 0, 0x1b, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
    /// The most bytes that go into one block, so that even those that can't be compressed fit.
    static let textLimit = 65_280
    /// The largest block, header and trailer included.
    static let blockLimit = 65_536
    private static let headerSize = 18
    private static let trailerSize = 8
    /// What deflate needs around bytes that it only stores.
    private static let storedSize = 5

    /// - Parameter level: zlib's level: 0 stores, 1 is fastest, 9 smallest.
    public init(level: Int = 6) {
        deflater = Deflater(level: level)
        block = .allocate(byteCount: Self.blockLimit, alignment: 64)
        block.copyBytes(from: Self.endMarker[..<Self.headerSize])
    }

    deinit {
        block.deallocate()
    }

    /// Appends these bytes as blocks; no end marker.
    ///
    /// Blocks end at line ends where the lines fit, and are of about the same size. The blocks depend on nothing but
    /// the bytes and the level.
    public func encode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        bytes.withUnsafeBytes { encode($0, into: &output) }
    }

    func encode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        var start = 0
        while start < bytes.count {
            let end = start + Self.textSize(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            output.append(contentsOf: encodeBlock(UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
            start = end
        }
    }

    /// How many bytes go into the next block. What is left is shared out evenly, so that the last block isn't a small
    /// one, which compresses badly.
    static func textSize(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count > textLimit else { return bytes.count }
        let blocks = (bytes.count + textLimit - 1) / textLimit
        let share = (bytes.count + blocks - 1) / blocks
        if let end = bytes[(share - 1)..<textLimit].firstIndex(of: 10) { return end + 1 }
        if let end = bytes[..<(share - 1)].lastIndex(of: 10) { return end + 1 }
        // A line that is longer than a block is split.
        return textLimit
    }

    /// One block with at most ``textLimit`` bytes; it stays until the next call.
    private func encodeBlock(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let data = UnsafeMutableRawBufferPointer(rebasing: block[Self.headerSize..<(block.count - Self.trailerSize)])
        let stored = Self.storedSize + text.count
        var count = stored
        if let deflated = deflater.deflate(text, into: data), deflated < stored {
            count = deflated
        } else {
            Self.store(text, into: data)
        }
        let size = Self.headerSize + count + Self.trailerSize
        block.storeBytes(of: UInt16(size - 1).littleEndian, toByteOffset: 16, as: UInt16.self)
        // The data's length is odd or even, so these two may lie unaligned, which storeBytes allows.
        block.storeBytes(of: CRC32(of: text).value.littleEndian, toByteOffset: size - 8, as: UInt32.self)
        block.storeBytes(of: UInt32(text.count).littleEndian, toByteOffset: size - 4, as: UInt32.self)
        return UnsafeRawBufferPointer(rebasing: block[..<size])
    }

    /// One stored block, the last of its stream (RFC 1951, 3.2.4).
    private static func store(_ text: UnsafeRawBufferPointer, into data: UnsafeMutableRawBufferPointer) {
        data[0] = 1
        data.storeBytes(of: UInt16(text.count).littleEndian, toByteOffset: 1, as: UInt16.self)
        data.storeBytes(of: ~UInt16(text.count).littleEndian, toByteOffset: 3, as: UInt16.self)
        UnsafeMutableRawBufferPointer(rebasing: data[storedSize...]).copyMemory(from: text)
    }
}
