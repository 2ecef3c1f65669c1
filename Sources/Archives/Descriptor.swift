import Glibc

/// An open file, closed when it goes.
struct Descriptor: ~Copyable {
    let number: Int32
    private let closes: Bool

    /// Takes over an open descriptor.
    init(owning number: Int32) {
        self.number = number
        closes = true
    }

    /// Standard input, which stays open.
    static var standardInput: Descriptor { Descriptor(borrowing: 0) }

    /// The same file for a while; this one must stay open meanwhile.
    var borrowed: Descriptor { Descriptor(borrowing: number) }

    /// Its size in bytes.
    func size() throws(SystemError) -> UInt64 {
        UInt64(max(0, try status().st_size))
    }

    /// Uses an open descriptor, which stays open.
    init(borrowing number: Int32) {
        self.number = number
        closes = false
    }

    deinit {
        if closes { _ = close(number) }
    }

    /// Reads up to the buffer's size; 0 at the end.
    /// - Throws: The system's error number.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            // The buffer bounds what the system writes.
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw SystemError(number: errno) }
        }
    }

    /// Writes all bytes where the file stands.
    /// - Throws: The system's error number; some of the bytes may be written.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            // The buffer bounds what the system reads.
            let count = Glibc.write(number, rest.baseAddress, rest.count)
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw SystemError(number: errno)
            }
        }
    }

    /// Writes all bytes at an offset.
    func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(SystemError) {
        guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw SystemError(number: errno) }
        try bytes.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) throws(SystemError) in try write(buffer) }
    }

    /// Waits until all of it is on the disk.
    func flush() throws(SystemError) {
        guard fsync(number) == 0 else { throw SystemError(number: errno) }
    }

    /// What the file is: type, size.
    func status() throws(SystemError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw SystemError(number: errno) }
        return status
    }
}

extension Descriptor {
    /// Its permissions, as far as they can be read.
    var origin: FileOrigin { FileOrigin(attributes: (try? status()).map(FileAttributes.init)) }
}

/// An error number of the system.
struct SystemError: Error, Equatable {
    let number: Int32

    /// The system's text for it.
    var reason: String {
        var text = [CChar](repeating: 0, count: 256)
        // It writes a terminated text of at most 256 bytes.
        guard strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension stat {
    private var type: mode_t { st_mode & mode_t(S_IFMT) }
    var isFolder: Bool { type == mode_t(S_IFDIR) }
    var isRegular: Bool { type == mode_t(S_IFREG) }
    var isSymbolicLink: Bool { type == mode_t(S_IFLNK) }
}
