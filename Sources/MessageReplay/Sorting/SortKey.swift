/// What records are sorted by: three numbers, the first one first.
struct SortKey: Comparable, Hashable, Sendable {
    var first: UInt64
    var second: UInt64 = 0
    var third: UInt64 = 0

    static func < (left: SortKey, right: SortKey) -> Bool {
        if left.first != right.first { return left.first < right.first }
        if left.second != right.second { return left.second < right.second }
        return left.third < right.third
    }

    /// A signed number so that it sorts as a number.
    static func order(of number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ 1 << 63 }

    /// The number that `order` was made of.
    static func number(of order: UInt64) -> Int64 { Int64(bitPattern: order ^ 1 << 63) }
}

/// How a record stands in a run: the key and the body's length, then the body.
struct RecordHeader: Equatable {
    static let size = 32

    var key: SortKey
    /// The body's length in bytes.
    var count: Int

    func append(to bytes: inout [UInt8]) {
        for word in [key.first, key.second, key.third, UInt64(count)] {
            withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
        }
    }

    init(key: SortKey, count: Int) {
        self.key = key
        self.count = count
    }

    /// The header at an offset; there must be `size` bytes.
    init(_ bytes: [UInt8], at offset: Int) {
        func word(_ index: Int) -> UInt64 {
            var word: UInt64 = 0
            for byte in (0..<8).reversed() { word = word << 8 | UInt64(bytes[offset + 8 * index + byte]) }
            return word
        }
        key = SortKey(first: word(0), second: word(1), third: word(2))
        count = Int(word(3))
    }
}
