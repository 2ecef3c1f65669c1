import CCRC32

/// The CRC-32 of gzip (RFC 1952, 8) of bytes that come in pieces.
struct CRC32: Equatable {
    /// Of all bytes so far.
    private(set) var value: UInt32 = 0

    /// Begins with no bytes.
    init() {}

    /// That of these bytes.
    init(of bytes: UnsafeRawBufferPointer) {
        update(bytes)
    }

    /// Takes the next bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // An empty buffer may have no address, and then there is nothing to take; the buffer bounds what is read.
        guard let base = bytes.baseAddress else { return }
        value = ccrc32(value, base, bytes.count)
    }
}
