import CZlib

/// The slot of a bundle that a key belongs to: the CRC-32 (IEEE) of its bytes, modulo the number of slots.
enum HashSlot {
    /// How many slots a made bundle has.
    static let count = 256

    static func of(_ key: [UInt8]) -> Int {
        Int(crc32(0, key, UInt32(key.count))) % count  // the library reads exactly the key's bytes
    }
}
