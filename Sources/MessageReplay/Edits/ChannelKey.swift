import JSONText

/// Channels as `type:id`, and their hashes. Keys aren't kept: two that share a hash by accident are one in 2^64, and the
/// hash changes from run to run, so that nobody can make them.
enum ChannelKey {
    /// Writes a channel as `type:id`.
    static func write(
        _ type: Int64, _ tape: borrowing JSONTape, _ id: Int, _ row: Span<UInt8>, into key: inout [UInt8]
    ) {
        key.removeAll(keepingCapacity: true)
        key.append(contentsOf: String(type).utf8)
        key.append(UInt8(ascii: ":"))
        tape.appendUnescaped(id, in: row, to: &key)
    }

    /// The type that a key `type:id` begins with, and where its id begins; nil for other keys.
    static func parts(of key: Span<UInt8>) -> (type: Int64, id: Int)? {
        var type: Int64 = 0
        for index in 0..<min(key.count, 19) {
            let byte = key[index]
            if byte == UInt8(ascii: ":"), index > 0 { return (type, index + 1) }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), index == 0 || type > 0 else { return nil }
            type = type * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return nil
    }

    /// A hash to look a channel up by.
    static func hash(_ key: Span<UInt8>) -> UInt64 { hash(key, 0) }

    /// Another hash, to hold against a second key that has the first by accident.
    static func check(_ key: Span<UInt8>) -> UInt64 { hash(key, 1) }

    private static func hash(_ key: Span<UInt8>, _ salt: UInt8) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(salt)
        key.withUnsafeBytes { hasher.combine(bytes: $0) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
