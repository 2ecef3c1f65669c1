import CZlib

/// Decompression with libz.
final class ZlibInflate: InflateEngine {
    // The library's state points back at this struct, so it keeps one address for life.
    private let stream: UnsafeMutablePointer<z_stream>

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // -15: a window of 32 KiB and neither header nor trailer. It fails only without memory or with another library's
        // headers, and then there is nothing left to do.
        let status = inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "inflateInit2 gave \(status)")
    }

    /// Begins inside a stream, where a deflate block begins.
    ///
    /// - Parameters:
    ///   - bits: The first bits of the block, the lowest first; fewer than eight.
    ///   - count: How many bits these are.
    ///   - history: The newest 32 KiB of text before the block, or all of it.
    convenience init(primedWith bits: UInt64, count: Int, history: UnsafeRawBufferPointer) {
        self.init()
        inflatePrime(stream, Int32(count), Int32(truncatingIfNeeded: bits & (1 << UInt64(count) - 1)))
        // The buffer bounds what is read of it.
        if let base = history.baseAddress, !history.isEmpty {
            inflateSetDictionary(stream, base.assumingMemoryBound(to: UInt8.self), UInt32(history.count))
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    func reset() {
        inflateReset(stream)
    }

    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Inflater.Step {
        // The library reads and writes only inside the counts that it is given; it never writes to its input, and doesn't
        // look at an address beside a count of 0, except that it must not be null.
        let inputCount = min(input.count, Int(UInt32.max))
        let outputCount = min(output.count, Int(UInt32.max))
        let next = input.baseAddress ?? UnsafeRawPointer(stream)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: next.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(inputCount)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(outputCount)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        let progress: Inflater.Progress =
            switch status {
            case Z_STREAM_END: .ended
            case Z_OK, Z_BUF_ERROR: .more
            case Z_MEM_ERROR: .failed("no memory is left to decompress it")
            default: .failed(explanation)
            }
        return Inflater.Step(
            progress: progress, consumed: inputCount - Int(stream.pointee.avail_in),
            produced: outputCount - Int(stream.pointee.avail_out))
    }

    func inflateWhole(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        reset()
        let step = inflate(input, into: output)
        return step.progress == .ended && step.consumed == input.count ? step.produced : nil
    }

    // The low six bits say how many bits the library holds (zlib.h, inflate).
    var heldBytes: Int { Int(stream.pointee.data_type & 63) / 8 }

    private var explanation: String {
        guard let message = stream.pointee.msg else { return "the compressed bytes are wrong" }
        return "the compressed bytes are wrong (\(String(cString: message)))"
    }
}
