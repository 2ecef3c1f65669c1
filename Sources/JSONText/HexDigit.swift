/// Hexadecimal digits, of either case.
enum HexDigit {
    /// The value of a digit, 0 to 15, or nil where the byte is none.
    @inline(__always)
    static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - 0x30)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - 0x57)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - 0x37)
        default: nil
        }
    }

    /// The lower-case digit of a value from 0 to 15; larger values count by their low four bits.
    @inline(__always)
    static func digit(_ value: UInt8) -> UInt8 {
        let low = value & 15
        return low < 10 ? low + 0x30 : low + 0x57
    }
}
