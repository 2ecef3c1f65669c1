import CSHA256

/// A SHA-256 checksum (FIPS 180-4) of a file's bytes.
public struct Checksum: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The checksum of these bytes.
    public init(of bytes: Span<UInt8>) {
        var hasher = ChecksumHasher()
        hasher.update(bytes)
        self = hasher.finish()
    }

    /// Reads 64 lower-case hexadecimal digits, as a manifest writes them; nil for anything else.
    public init?(lowercaseHex text: String) {
        guard text.utf8.count == 64, let bytes = HexText.bytes(text) else { return nil }
        self.bytes = bytes
    }

    fileprivate init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    public var description: String { HexText.text(bytes) }
}

/// Computes a ``Checksum`` of bytes that come in pieces.
public struct ChecksumHasher: Sendable {
    private var state = csha256_t()

    /// Begins with no bytes.
    public init() {
        csha256_init(&state)
    }

    /// Takes the next bytes.
    public mutating func update(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// Takes the next bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // An empty buffer may have no address, and then there is nothing to take.
        guard let base = bytes.baseAddress else { return }
        csha256_update(&state, base, bytes.count)
    }

    /// The checksum of all bytes so far; more bytes may follow.
    public func finish() -> Checksum {
        var copy = state
        var bytes = [UInt8](repeating: 0, count: 32)
        csha256_final(&copy, &bytes)  // writes exactly 32 bytes
        return Checksum(bytes: bytes)
    }

    /// All that it knows of the bytes so far, to go on from in another process: 40 bytes, and up to 63 of the message.
    var snapshot: [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: state.state) { words in
            for at in stride(from: 0, to: 32, by: 4) {
                let word = words.load(fromByteOffset: at, as: UInt32.self)  // eight aligned words of 4 bytes
                withUnsafeBytes(of: word.bigEndian) { bytes += $0 }
            }
        }
        withUnsafeBytes(of: state.length.bigEndian) { bytes += $0 }
        withUnsafeBytes(of: state.block) { bytes += $0.prefix(Int(state.length % 64)) }
        return bytes
    }

    /// Goes on from a ``snapshot``; nil if it can't be one.
    init?(snapshot: [UInt8]) {
        guard snapshot.count >= 40 else { return nil }
        func number(_ range: Range<Int>) -> UInt64 { snapshot[range].reduce(0) { $0 << 8 | UInt64($1) } }
        let length = number(32..<40)
        guard snapshot.count == 40 + Int(length % 64) else { return nil }
        csha256_init(&state)
        state.length = length
        withUnsafeMutableBytes(of: &state.state) { words in
            for at in stride(from: 0, to: 32, by: 4) {
                words.storeBytes(of: UInt32(number(at..<at + 4)), toByteOffset: at, as: UInt32.self)
            }
        }
        withUnsafeMutableBytes(of: &state.block) { $0.copyBytes(from: snapshot[40...]) }
    }
}
