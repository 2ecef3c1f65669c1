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
        let digits = Array(text.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for at in stride(from: 0, to: 64, by: 2) {
            guard let high = Self.value(ofDigit: digits[at]), let low = Self.value(ofDigit: digits[at + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    fileprivate init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
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
}
