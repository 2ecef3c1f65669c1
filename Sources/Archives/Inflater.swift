import CZlib

/// Decompresses the members of a gzip stream (RFC 1952), one after the other, with their checksums and lengths checked.
///
/// It is the only code that knows the decompression library.
struct Inflater: ~Copyable {
    /// How far a call came.
    enum Progress: Equatable {
        /// The input is used up or the output is full.
        case more
        /// The member ended, its trailer included.
        case memberEnded
        /// The compressed bytes are wrong.
        case failed(String)
    }

    // The library's state points back at this struct, so it keeps one address for life.
    private let stream: UnsafeMutablePointer<z_stream>

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 31: a window of 32 KiB, gzip header and trailer. It fails only without memory or with another library's
        // headers, and then there is nothing left to do.
        let status = inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "inflateInit2 gave \(status)")
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Makes ready for the next member.
    mutating func reset() {
        inflateReset(stream)
    }

    /// Decompresses from the front of one buffer to the front of the other; neither may be empty.
    /// - Returns: How far it came, how many bytes of `input` it used up, and how many of `output` it wrote.
    mutating func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (progress: Progress, consumed: Int, produced: Int) {
        // The library reads and writes only inside the counts that it is given; it never writes to its input.
        let inputCount = min(input.count, Int(UInt32.max))
        let outputCount = min(output.count, Int(UInt32.max))
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(inputCount)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(outputCount)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        let consumed = inputCount - Int(stream.pointee.avail_in)
        let produced = outputCount - Int(stream.pointee.avail_out)
        let progress: Progress =
            switch status {
            case Z_STREAM_END: .memberEnded
            case Z_OK where consumed > 0 || produced > 0: .more
            case Z_MEM_ERROR: .failed("no memory is left to decompress it")
            default: .failed(Self.explanation(stream.pointee.msg.map { String(cString: $0) } ?? ""))
            }
        return (progress, consumed, produced)
    }

    private static func explanation(_ message: String) -> String {
        switch message {
        case "incorrect data check": "the CRC-32 of this gzip member differs from what it holds"
        case "incorrect length check": "the length of this gzip member differs from what it says"
        case "incorrect header check", "unknown compression method", "unknown header flags set", "header crc mismatch":
            "the header of this gzip member is wrong (\(message))"
        case "": "the compressed bytes are wrong"
        default: "the compressed bytes are wrong (\(message))"
        }
    }
}
