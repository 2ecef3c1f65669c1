/// One 512-byte header of a tar (POSIX.1-1988 ustar, POSIX.1-2001 pax, GNU).
struct TarHeader: Equatable {
    static let size = 512

    /// What a header announces.
    enum Kind: Equatable {
        case file
        case folder
        /// Records that hold for the next entry (`x`) or for all that follow (`g`).
        case paxRecords(isGlobal: Bool)
        /// The next entry's path, too long for its header.
        case gnuLongName
        /// The next entry's link target, too long for its header.
        case gnuLongLink
        /// Something that a bundle never holds, in words.
        case special(String)
    }

    var path: String
    var kind: Kind
    var size: UInt64
    var attributes = FileAttributes(mode: 0)

    /// Whether a block is all zeros, as the two are that end a tar.
    static func isZero(_ block: [UInt8]) -> Bool { !block.contains { $0 != 0 } }

    /// Whether a file with these first bytes is a tar: its checksum is right, or the magic word stands in its place, be
    /// it with one letter wrong, so that a damaged tar is told from something else.
    static func isHeader(_ prefix: [UInt8]) -> Bool {
        guard prefix.count >= 262 else { return false }
        let magic = Array("ustar".utf8)
        if magic.indices.count(where: { prefix[257 + $0] == magic[$0] }) >= 4 { return true }
        guard prefix.count >= size else { return false }
        let block = Array(prefix[..<size])
        return !isZero(block) && hasRightChecksum(block)
    }

    /// Reads a block.
    /// - Returns: The header, or what is wrong with it.
    static func read(_ block: [UInt8]) -> Result<TarHeader, Fault> {
        guard hasRightChecksum(block) else { return .failure(Fault(message: "its header's checksum is wrong")) }
        let sizeField = block[124..<136]
        guard let size = sizeField.allSatisfy({ $0 == 0 || $0 == 32 }) ? 0 : number(sizeField) else {
            return .failure(Fault(message: "its size is no number"))
        }
        let isUstar = block[257..<263].elementsEqual(Array("ustar\0".utf8))
        var path = text(block[0..<100])
        if isUstar {
            let prefix = text(block[345..<500])
            if !prefix.isEmpty { path = prefix + "/" + path }
        }
        let kind: Kind
        switch block[156] {
        // Old tars mark a folder by its last character only.
        case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): kind = path.hasSuffix("/") ? .folder : .file
        case UInt8(ascii: "1"): kind = .special("a hard link")
        case UInt8(ascii: "2"): kind = .special("a symbolic link")
        case UInt8(ascii: "3"), UInt8(ascii: "4"): kind = .special("a device")
        case UInt8(ascii: "5"): kind = .folder
        case UInt8(ascii: "6"): kind = .special("a pipe")
        case UInt8(ascii: "L"): kind = .gnuLongName
        case UInt8(ascii: "K"): kind = .gnuLongLink
        case UInt8(ascii: "x"), UInt8(ascii: "X"): kind = .paxRecords(isGlobal: false)
        case UInt8(ascii: "g"): kind = .paxRecords(isGlobal: true)
        case UInt8(ascii: "S"): kind = .special("a sparse file")
        case UInt8(ascii: "M"): kind = .special("the rest of a file from another volume")
        case UInt8(ascii: "V"): kind = .special("a volume label")
        case let flag: kind = .special("an entry of the unknown type \(flag)")
        }
        return .success(TarHeader(path: path, kind: kind, size: size, attributes: attributes(block, isUstar: isUstar)))
    }

    /// What it says beside the name and size; what can't be read is zero.
    private static func attributes(_ block: [UInt8], isUstar: Bool) -> FileAttributes {
        var attributes = FileAttributes(mode: UInt32(truncatingIfNeeded: (number(block[100..<108]) ?? 0) & 0o7777))
        attributes.userID = number(block[108..<116]) ?? 0
        attributes.groupID = number(block[116..<124]) ?? 0
        attributes.modified = number(block[136..<148]) ?? 0
        // GNU's magic word ends with a space and then a zero byte; the names are at the same place.
        if isUstar || block[257..<265].elementsEqual(Array("ustar  \0".utf8)) {
            attributes.userName = text(block[265..<297])
            attributes.groupName = text(block[297..<329])
        }
        return attributes
    }

    /// What is wrong with a header.
    struct Fault: Error, Equatable {
        let message: String
    }

    /// The sum of all bytes, those of the checksum itself counted as spaces. Some old tars summed signed bytes.
    private static func hasRightChecksum(_ block: [UInt8]) -> Bool {
        guard let said = number(block[148..<156]) else { return false }
        var unsigned = 8 * 32
        var signed = 8 * 32
        var index = 0
        while index < block.count {
            let byte = block[index]
            if byte != 0, index < 148 || index >= 156 {
                unsigned += Int(byte)
                signed += Int(Int8(bitPattern: byte))
            }
            index += 1
        }
        return said == UInt64(unsigned) || (signed >= 0 && said == UInt64(signed))
    }

    /// An octal number, padded by spaces and ended by a space or zero byte; or GNU's base 256, marked by the highest bit.
    /// Nil for anything else, and for a number that is negative or over 2^63 - 1.
    static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
        guard let first = field.first else { return nil }
        if first & 0x80 != 0 {
            guard first == 0x80 else { return nil }
            var value: UInt64 = 0
            for byte in field.dropFirst() {
                guard value >> 55 == 0 else { return nil }
                value = value << 8 | UInt64(byte)
            }
            return value
        }
        var value: UInt64 = 0
        let digits = field.drop { $0 == 32 }
        var end = digits.startIndex
        while end < digits.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digits[end]) {
            value = value << 3 | UInt64(digits[end] - UInt8(ascii: "0"))
            end += 1
        }
        guard end > digits.startIndex, digits[end...].allSatisfy({ $0 == 0 || $0 == 32 }) else { return nil }
        return value
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The records of a pax header (POSIX.1-2001, pax, Extended Header) that matter here.
struct PaxRecords: Equatable {
    var path: String?
    var size: UInt64?
    var modified: UInt64?
    var userID: UInt64?
    var groupID: UInt64?
    var userName: String?
    var groupName: String?
    var isSparse = false

    /// Reads `LENGTH NAME=VALUE LF` records; nil if they aren't that.
    init?(_ bytes: [UInt8]) {
        var at = 0
        while at < bytes.count {
            guard let space = bytes[at...].prefix(20).firstIndex(of: 32),
                let length = Self.decimal(bytes[at..<space]), length > UInt64(space - at) + 1,
                length <= UInt64(bytes.count - at)
            else { return nil }
            let end = at + Int(length)
            guard bytes[end - 1] == 10, let equals = bytes[space + 1..<end - 1].firstIndex(of: UInt8(ascii: "=")) else {
                return nil
            }
            let value = bytes[equals + 1..<end - 1]
            switch String(decoding: bytes[space + 1..<equals], as: UTF8.self) {
            case "path":
                guard !value.contains(0) else { return nil }
                path = value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
            case "size":
                guard let number = Self.decimal(value) else { return nil }
                size = number
            // These three are no reason to refuse a tar; seconds may have a fraction.
            case "mtime": modified = Self.decimal(value.prefix { $0 != UInt8(ascii: ".") })
            case "uid": userID = Self.decimal(value)
            case "gid": groupID = Self.decimal(value)
            case "uname": userName = String(decoding: value, as: UTF8.self)
            case "gname": groupName = String(decoding: value, as: UTF8.self)
            case let name where name.hasPrefix("GNU.sparse."):
                isSparse = true
            default: break
            }
            at = end
        }
    }

    /// Digits only, at most 2^63 - 1.
    private static func decimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
        guard !digits.isEmpty, digits.count <= 19,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let value = digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
        return value <= UInt64(Int64.max) ? value : nil
    }
}
