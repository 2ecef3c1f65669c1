/// Compresses buffers as raw deflate data (RFC 1951), each on its own; its memory serves all of them.
struct Deflater: ~Copyable {
    private let engine: any DeflateEngine

    /// - Parameters:
    ///   - level: 0 (stored) to 9.
    ///   - library: What compresses, if it has the level.
    init(level: Int, _ library: CompressionLibrary = .preferred) {
        precondition((0...9).contains(level))
        switch library.compressing(at: level) {
        #if ISAL
            case .isal: engine = ISALDeflate(level: level)
        #endif
        case .zlib: engine = ZlibDeflate(level: level)
        }
    }

    /// Compresses a whole buffer.
    /// - Returns: How many bytes of `output` it takes, or nil where it doesn't fit.
    mutating func deflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        precondition(input.count <= Int(UInt32.max) && output.count <= Int(UInt32.max))
        return engine.deflate(input, into: output)
    }

    /// The name and version of the library that compresses at a level.
    static func library(level: Int) -> String { CompressionLibrary.preferred.compressing(at: level).name }
}

/// What a ``Deflater`` asks of a compression library.
protocol DeflateEngine: AnyObject {
    func deflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int?
}
