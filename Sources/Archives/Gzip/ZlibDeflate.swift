import CZlib

/// Compression with libz.
final class ZlibDeflate: DeflateEngine {
    // The library's state points back at this struct, so it keeps one address for life.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter level: 0 to 9.
    init(level: Int) {
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

    func deflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
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
}
