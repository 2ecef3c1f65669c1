import CZlib

/// Compresses bytes as one gzip member (RFC 1952), piece by piece.
public final class GzipEncoder {
    // Allocated once, since zlib keeps a pointer back to it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool

    /// An encoder.
    ///
    /// - Parameter level: zlib's level, 0 to 9.
    public init(level: Int32 = 6) {
        stream.initialize(to: z_stream())
        // 31: the largest window, and a gzip header and trailer around the deflated data.
        isReady =
            deflateInit2_(
                stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            == Z_OK
    }

    deinit {
        if isReady { deflateEnd(stream) }
        stream.deallocate()
    }

    /// Takes the next bytes.
    ///
    /// - Returns: The compressed bytes that are ready; nil where zlib has no memory.
    public func encode(_ bytes: [UInt8]) -> [UInt8]? { run(bytes, Z_NO_FLUSH) }

    /// Ends the stream.
    ///
    /// - Returns: The rest of the compressed bytes; nil where zlib has no memory.
    public func finish() -> [UInt8]? { run([], Z_FINISH) }

    private func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8]? {
        guard isReady else { return nil }
        var output: [UInt8] = []
        var input = bytes
        let isDone = input.withUnsafeMutableBufferPointer { buffer -> Bool in
            var start = 0
            // zlib counts in 32 bits, so a long input goes in several pieces.
            repeat {
                let count = min(buffer.count - start, 1 << 30)
                stream.pointee.next_in = buffer.baseAddress.map { $0 + start }
                stream.pointee.avail_in = UInt32(count)
                start += count
                guard drain(start == buffer.count ? flush : Z_NO_FLUSH, &output) else { return false }
            } while start < buffer.count
            return true
        }
        return isDone ? output : nil
    }

    /// Calls zlib until it has taken all input that it was given.
    private func drain(_ flush: Int32, _ output: inout [UInt8]) -> Bool {
        var status = Z_OK
        repeat {
            // zlib writes at most `avail_out` bytes from `next_out` on, which is the free memory of the closure's array.
            output.append(
                contentsOf: [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(buffer.count)
                    status = deflate(stream, flush)
                    count = buffer.count - Int(stream.pointee.avail_out)
                })
            if status == Z_STREAM_ERROR { return false }
        } while stream.pointee.avail_out == 0 || (flush == Z_FINISH && status != Z_STREAM_END)
        return true
    }
}
