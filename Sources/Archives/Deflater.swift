import CZlib

/// Compresses buffers as raw deflate data (RFC 1951), each on its own; its memory serves all of them.
///
/// It is the only code that knows the compression library.
struct Deflater: ~Copyable {
    // The library's state points back at this struct, so it keeps one address for life.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter level: 0 (stored) to 9.
    init(level: Int) {
        precondition((0...9).contains(level))
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // -15: a window of 32 KiB and neither header nor trailer; 8: the usual memory, 256 KiB. It fails only without
        // memory or with another library's headers, and then there is nothing left to do.
        let status = deflateInit2_(
            stream, Int32(level), Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "deflateInit2 gave \(status)")
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Compresses a whole buffer.
    /// - Returns: How many bytes of `output` it takes, or nil where it doesn't fit.
    mutating func deflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        precondition(input.count <= Int(UInt32.max) && output.count <= Int(UInt32.max))
        deflateReset(stream)
        // The library reads and writes only inside the counts that it is given; it never writes to its input.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        guard CZlib.deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
        return output.count - Int(stream.pointee.avail_out)
    }

    /// The library's name and version, on which the compressed bytes depend.
    static var library: String { "zlib " + (zlibVersion().map { String(cString: $0) } ?? "") }

    /// The CRC-32 of gzip (RFC 1952, 8).
    static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var crc: UInt = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            // The library counts in 32 bits.
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
            crc = CZlib.crc32(crc, part.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(part.count))
            rest = rest.dropFirst(part.count)
        }
        return UInt32(crc)
    }
}
