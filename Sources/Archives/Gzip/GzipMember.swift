/// The header of a gzip member (RFC 1952, 2.3), read from pieces of any size; it may be of any length.
struct GzipHeader {
    /// How far a call came.
    enum Progress: Equatable {
        /// All bytes are used up, and more belong to the header.
        case more
        case ended
        /// The header is wrong.
        case failed(String)
    }

    /// The field that comes next.
    private enum Field { case fixed, extraLength, extra, name, comment, checksum, none }

    private enum Flag {
        static let checksum: UInt8 = 2
        static let extra: UInt8 = 4
        static let name: UInt8 = 8
        static let comment: UInt8 = 16
        static let reserved: UInt8 = 0xe0
    }

    private var field = Field.fixed
    /// How many bytes of the field are read.
    private var count = 0
    /// The bytes of the field as a number, the first one lowest.
    private var number = 0
    private var extraLength = 0
    private var flags: UInt8 = 0
    /// Over all bytes before the field for it.
    private var crc = CRC32()

    /// Reads on.
    ///
    /// - Parameter bytes: What follows the bytes that earlier calls used up.
    /// - Returns: How many of these bytes are used up, and how far it came; a fault lies in the last of them.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> (consumed: Int, progress: Progress) {
        var at = 0
        while field != .none {
            let isSummed = field != .checksum
            let start = at
            var fault: String?
            let before = field
            while at < bytes.count, field == before, fault == nil {
                fault = take(bytes[at])
                at += 1
            }
            if isSummed { crc.update(UnsafeRawBufferPointer(rebasing: bytes[start..<at])) }
            if let fault { return (at, .failed("the header of this gzip member is wrong (\(fault))")) }
            if field == before { return (at, .more) }
        }
        return (at, .ended)
    }

    /// Takes one byte of the field.
    /// - Returns: What is wrong.
    private mutating func take(_ byte: UInt8) -> String? {
        if count < 8 { number |= Int(byte) << (8 * count) }
        count += 1
        switch field {
        case .fixed:
            if count == 2, number != 0x8b1f { return "incorrect header check" }
            if count == 4 {
                flags = byte
                if number >> 16 & 0xff != 8 { return "unknown compression method" }
                if flags & Flag.reserved != 0 { return "unknown header flags set" }
            }
            if count == 10 { begin(.extraLength) }
        case .extraLength:
            if count == 2 {
                extraLength = number
                begin(.extra)
            }
        case .extra:
            if count == extraLength { begin(.name) }
        case .name:
            if byte == 0 { begin(.comment) }
        case .comment:
            if byte == 0 { begin(.checksum) }
        case .checksum:
            if count == 2 {
                if number != Int(crc.value & 0xffff) { return "header crc mismatch" }
                begin(.none)
            }
        case .none:
            break
        }
        return nil
    }

    /// Goes on to this field, or to the first one after it that is there.
    private mutating func begin(_ next: Field) {
        count = 0
        number = 0
        field = next
        switch next {
        case .extraLength where flags & Flag.extra == 0: begin(.name)
        case .extra where extraLength == 0: begin(.name)
        case .name where flags & Flag.name == 0: begin(.comment)
        case .comment where flags & Flag.comment == 0: begin(.checksum)
        case .checksum where flags & Flag.checksum == 0: begin(.none)
        default: break
        }
    }
}

/// What the trailer of a gzip member is held against (RFC 1952, 2.3.1): the checksum and the length of its text.
struct GzipCheck {
    private var crc = CRC32()
    private var length: UInt32 = 0

    /// How large a trailer is, in bytes: the checksum, and then the length.
    static let size = 8

    /// Takes the next bytes of the text.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crc.update(bytes)
        length &+= UInt32(truncatingIfNeeded: bytes.count)
    }

    /// What is wrong with a trailer of which these bytes are there, and at the end of how many of them that shows.
    func fault(in trailer: UnsafeRawBufferPointer) -> (message: String, at: Int)? {
        func number(_ at: Int) -> UInt32 {
            UInt32(littleEndian: trailer.loadUnaligned(fromByteOffset: at, as: UInt32.self))
        }
        if trailer.count >= 4, number(0) != crc.value {
            return ("the CRC-32 of this gzip member differs from what it holds", 4)
        }
        if trailer.count >= 8, number(4) != length {
            return ("the length of this gzip member differs from what it says", 8)
        }
        return nil
    }
}
