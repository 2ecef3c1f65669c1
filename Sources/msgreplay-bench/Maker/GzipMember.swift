import CZlib

/// Compresses bytes into one gzip member at level 6, as `gzip` itself does.
final class GzipMember {
    private let stream: UnsafeMutablePointer<z_stream>
    private var output = [UInt8](repeating: 0, count: 1 << 16)

    init() throws(BenchError) {
        // The library's state points back at the struct, so that it keeps one address for life.
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 31: a window of 32 KiB with gzip's header and trailer; 8: the usual memory.
        let status = deflateInit2_(
            stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        if status != Z_OK { throw .failed("zlib can't be used: error \(status)") }
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Takes the next bytes; none end the member.
    func encode(_ bytes: ArraySlice<UInt8>, to sink: FileSink) throws(BenchError) {
        var bytes = Array(bytes)
        var error: BenchError?
        // Both buffers are used inside the closures only, and the library keeps to the counts that it is given.
        bytes.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            let flush = input.isEmpty ? Z_FINISH : Z_NO_FLUSH
            repeat {
                let size = output.count
                output.withUnsafeMutableBufferPointer { room in
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(size)
                    _ = deflate(stream, flush)
                }
                do throws(BenchError) {
                    try sink.write(output[..<(size - Int(stream.pointee.avail_out))])
                } catch let failure {
                    error = failure
                }
            } while stream.pointee.avail_out == 0 && error == nil
            stream.pointee.next_in = nil
        }
        if let error { throw error }
    }
}
