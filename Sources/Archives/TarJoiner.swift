import Glibc

/// Joins files that were written one by one to a tar, compressed or not.
///
/// In a compressed tar the files are BGZF blocks already, which are copied as they are; headers and padding come between
/// them as blocks of their own.
final class TarJoiner {
    private let output: OutputFile
    private let blocks: BlockGzip?
    /// What isn't written yet: headers, padding, small files.
    private var waiting: [UInt8] = []
    /// How many bytes the tar has, decompressed.
    private var position: UInt64 = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)

    /// Tars are a multiple of this long, in bytes.
    private static let recordSize: UInt64 = 10_240

    /// - Parameter level: How the tar is compressed; nil if it isn't.
    init(to output: OutputFile, level: Int?) {
        self.output = output
        blocks = level.map { BlockGzip(level: $0) }
    }

    deinit {
        buffer.deallocate()
    }

    /// How many bytes are written, as they lie on disk.
    var written: UInt64 { output.length }

    func addFolder(_ path: String, attributes: FileAttributes) throws(ArchiveWriteError) {
        try put(TarHeader.blocks(path: path, isFolder: true, size: 0, attributes: attributes))
    }

    /// Adds an entry whose bytes are at hand.
    func add(_ path: String, attributes: FileAttributes, _ bytes: [UInt8]) throws(ArchiveWriteError) {
        let size = UInt64(bytes.count)
        try put(TarHeader.blocks(path: path, size: size, attributes: attributes))
        try put(bytes)
        try put([UInt8](repeating: 0, count: TarHeader.padding(after: size)))
    }

    /// Adds a file from disk.
    /// - Parameters:
    ///   - file: Its path on disk.
    ///   - textSize: Where the file holds the entry's data as BGZF blocks, how many bytes they hold decompressed; nil
    ///     where it holds the data themselves.
    func add(
        _ path: String, attributes: FileAttributes, file: String, length: UInt64, textSize: UInt64?
    ) throws(ArchiveWriteError) {
        let size = textSize ?? length
        try put(TarHeader.blocks(path: path, size: size, attributes: attributes))
        let number = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw .system(errno, file) }
        let source = Descriptor(owning: number)
        if textSize != nil {
            try flushWaiting()
            position += size
        }
        var left = length
        while left > 0 {
            let count: Int
            do throws(SystemError) {
                count = try source.read(into: buffer)
            } catch {
                throw .system(error.number, file)
            }
            guard count > 0, UInt64(count) <= left else {
                throw .unwritable(path: file, reason: "it isn't as long as it was written")
            }
            left -= UInt64(count)
            // As many bytes as were just read.
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if textSize != nil { try output.write(bytes) } else { try put(bytes) }
        }
        try put([UInt8](repeating: 0, count: TarHeader.padding(after: size)))
    }

    /// Ends the tar: two zero blocks, and more up to a whole record.
    func finish() throws(ArchiveWriteError) {
        let end = (position + 1024 + Self.recordSize - 1) / Self.recordSize * Self.recordSize
        try put([UInt8](repeating: 0, count: Int(end - position)))
        try flushWaiting()
        if blocks != nil { try output.write(BlockGzip.endMarker) }
    }

    private func put(_ bytes: some Collection<UInt8>) throws(ArchiveWriteError) {
        position += UInt64(bytes.count)
        waiting += bytes
        if waiting.count >= 1 << 20 { try flushWaiting() }
    }

    private func flushWaiting() throws(ArchiveWriteError) {
        if let blocks {
            var encoded: [UInt8] = []
            blocks.encode(waiting.span, into: &encoded)
            try output.write(encoded)
        } else {
            try output.write(waiting)
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
