/// Decompresses raw deflate data (RFC 1951), one stream after the other; its memory serves all of them.
struct Inflater: ~Copyable {
    /// How far a call came.
    enum Progress: Equatable {
        /// The input is used up or the output is full.
        case more
        /// The stream ended.
        case ended
        /// The compressed bytes are wrong.
        case failed(String)
    }

    /// What one call did.
    struct Step {
        let progress: Progress
        /// How many bytes of the input it used up. Below zero, as far as -``Inflater/lookback``, where so many bytes that
        /// earlier calls used up lie behind the stream's end.
        let consumed: Int
        /// How many bytes of the output it wrote.
        let produced: Int
    }

    /// How many bytes that were used up may turn out to lie behind the end of the stream.
    static let lookback = 512

    private let engine: any InflateEngine

    /// - Parameter library: What decompresses.
    init(_ library: CompressionLibrary = .preferred) {
        switch library {
        #if ISAL
            case .isal: engine = ISALInflate()
        #endif
        case .zlib: engine = ZlibInflate()
        }
    }

    /// Makes ready for the next stream.
    mutating func reset() {
        engine.reset()
    }

    /// Decompresses from the front of one buffer to the front of the other.
    ///
    /// - Parameters:
    ///   - input: What follows the bytes that are used up. It is empty only where nothing follows, to get what the
    ///     library still holds.
    ///   - output: Not empty.
    mutating func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Step {
        engine.inflate(input, into: output)
    }

    /// Decompresses a stream that is whole, from its beginning.
    ///
    /// - Returns: How many bytes of the output it wrote, or nil where the stream is wrong, doesn't end with the input or
    ///   needs more room.
    mutating func inflateWhole(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        engine.inflateWhole(input, into: output)
    }

    /// How many whole bytes of those that were used up haven't been decoded yet.
    var heldBytes: Int { engine.heldBytes }
}

/// What an ``Inflater`` asks of a decompression library.
protocol InflateEngine: AnyObject {
    func reset()
    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Inflater.Step
    func inflateWhole(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int?
    var heldBytes: Int { get }
}
