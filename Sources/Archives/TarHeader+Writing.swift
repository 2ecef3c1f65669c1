extension TarHeader {
    /// The blocks that announce an entry: a ustar header (POSIX.1-1988), after pax records (POSIX.1-2001) where something
    /// doesn't fit into one. The entry's data and padding come behind them.
    /// - Parameters:
    ///   - path: Without a slash at its end, a folder's too.
    ///   - size: How many bytes of data follow.
    static func blocks(
        path: String, isFolder: Bool = false, size: UInt64, attributes: FileAttributes
    ) -> [UInt8] {
        let name = Array((isFolder ? path + "/" : path).utf8)
        var records: [(name: String, value: [UInt8])] = []
        var header = TarHeaderBlock(flag: isFolder ? UInt8(ascii: "5") : UInt8(ascii: "0"))
        if !header.set(path: name) {
            records.append(("path", name))
            header.set(text: name.prefix(100), at: 0..<100)
        }
        for (key, value, range) in [
            ("size", size, 124..<136), ("mtime", attributes.modified, 136..<148),
            ("uid", attributes.userID, 108..<116), ("gid", attributes.groupID, 116..<124),
        ] where !header.set(number: value, at: range) {
            records.append((key, Array("\(value)".utf8)))
        }
        for (key, text, range) in [
            ("uname", attributes.userName, 265..<297), ("gname", attributes.groupName, 297..<329),
        ] {
            // The last byte of these fields stays zero.
            if text.utf8.count < range.count {
                header.set(text: Array(text.utf8)[...], at: range)
            } else {
                records.append((key, Array(text.utf8)))
            }
        }
        _ = header.set(number: UInt64(attributes.mode & 0o7777), at: 100..<108)
        let blocks = records.isEmpty ? [] : pax(records, for: name)
        return blocks + header.finished
    }

    /// The zero bytes that follow so many bytes of data.
    static func padding(after size: UInt64) -> Int {
        Int((512 - size % 512) % 512)
    }

    /// An entry that holds pax records for the next one.
    private static func pax(_ records: [(name: String, value: [UInt8])], for path: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        for (name, value) in records {
            // LENGTH SPACE NAME = VALUE LF, where the length counts its own digits.
            let rest = 1 + name.utf8.count + 1 + value.count + 1
            var length = rest + 1
            while length != rest + String(length).utf8.count { length = rest + String(length).utf8.count }
            data += Array("\(length) \(name)=".utf8) + value + [10]
        }
        var header = TarHeaderBlock(flag: UInt8(ascii: "x"))
        // For readers that don't know pax and make a file of it.
        let last = path.split(separator: UInt8(ascii: "/")).last ?? []
        header.set(text: (Array("PaxHeaders/".utf8) + last).prefix(100), at: 0..<100)
        _ = header.set(number: UInt64(data.count), at: 124..<136)
        _ = header.set(number: 0o644, at: 100..<108)
        for range in [108..<116, 116..<124, 136..<148] { _ = header.set(number: 0, at: range) }
        return header.finished + data + [UInt8](repeating: 0, count: padding(after: UInt64(data.count)))
    }
}

/// A header block that is being filled in.
private struct TarHeaderBlock {
    private var bytes = [UInt8](repeating: 0, count: TarHeader.size)

    init(flag: UInt8) {
        bytes[156] = flag
        set(text: Array("ustar\u{0}00".utf8)[...], at: 257..<265)
    }

    mutating func set(text: ArraySlice<UInt8>, at range: Range<Int>) {
        precondition(text.count <= range.count)
        bytes.replaceSubrange(range.lowerBound..<range.lowerBound + text.count, with: text)
    }

    /// The path, whole or split at a slash; false where it fits neither way.
    mutating func set(path: [UInt8]) -> Bool {
        if path.count <= 100 {
            set(text: path[...], at: 0..<100)
            return true
        }
        // The prefix has at most 155 bytes and what follows the slash 1 to 100.
        let first = path.count - 101
        guard first <= 155, let slash = path[first..<min(156, path.count - 1)].firstIndex(of: UInt8(ascii: "/")),
            slash > 0
        else { return false }
        set(text: path[..<slash], at: 345..<500)
        set(text: path[(slash + 1)...], at: 0..<100)
        return true
    }

    /// Octal digits and a zero byte; false, and zero, where the number is too large.
    mutating func set(number: UInt64, at range: Range<Int>) -> Bool {
        let digits = String(number, radix: 8)
        let fits = digits.utf8.count < range.count
        let text = fits ? digits : "0"
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: range.count - 1 - text.utf8.count)
        set(text: (zeros + Array(text.utf8))[...], at: range)
        return fits
    }

    /// With its checksum: six octal digits, a zero byte and a space.
    var finished: [UInt8] {
        var block = self
        block.set(text: Array(repeating: 32, count: 8)[...], at: 148..<156)
        let sum = String(block.bytes.reduce(0) { $0 + Int($1) }, radix: 8)
        let zeros = String(repeating: "0", count: 6 - sum.utf8.count)
        block.set(text: Array((zeros + sum + "\u{0} ").utf8)[...], at: 148..<156)
        return block.bytes
    }
}
