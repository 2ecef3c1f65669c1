import Archives

/// Reads numbers and texts of a part of a temporary file, from front to back.
final class DigestTextReader {
    private static let window = 1 << 16

    private let file: TemporaryFile
    private var offset: UInt64
    private let end: UInt64
    private var buffer: [UInt8] = []
    private var start = 0
    private var filled = 0

    /// - Parameters:
    ///   - file: The file.
    ///   - start: Where the part begins, in bytes.
    ///   - end: Where it ends.
    init(_ file: TemporaryFile, _ start: UInt64, _ end: UInt64) {
        self.file = file
        offset = start
        self.end = end
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { start == filled && offset == end }

    /// Reads a text into `text`, in place of what it held.
    func read(_ text: inout [UInt8]) throws(ArchiveError) {
        let count = try number()
        if filled - start < count { try fill(atLeast: count) }
        text.removeAll(keepingCapacity: true)
        text.append(contentsOf: buffer[start..<start + count])
        start += count
    }

    /// Reads a number.
    func number() throws(ArchiveError) -> Int {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int(Int64(bitPattern: number)) }
            shift += 7
        }
    }

    /// Reads a byte.
    func byte() throws(ArchiveError) -> UInt8 {
        if start == filled { try fill(atLeast: 1) }
        start += 1
        return buffer[start - 1]
    }

    /// Moves what is left to the buffer's front and reads on behind it.
    private func fill(atLeast count: Int) throws(ArchiveError) {
        let left = filled - start
        for index in 0..<left { buffer[index] = buffer[start + index] }
        let size = Int(min(UInt64(max(Self.window, count) - left), end - offset))
        guard left + size >= count, try file.read(size, at: offset, into: &buffer, from: left) == size else {
            throw .cannotSpool(folder: file.folder, reason: "what was kept there is gone")
        }
        start = 0
        filled = left + size
        offset += UInt64(size)
    }
}
