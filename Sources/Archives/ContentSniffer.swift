/// Tells by its first bytes what a file is that is no archive.
struct ContentSniffer {
    /// What it is, and what to do with it.
    struct Finding: Equatable {
        let what: String
        let hint: String
    }

    private static let signatures: [(bytes: [UInt8], what: String, hint: String)] = [
        ([0x28, 0xb5, 0x2f, 0xfd], "zstd-compressed", "decompress it: zstd -dc FILE | msgreplay audit -"),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "xz-compressed", "decompress it: xz -dc FILE | msgreplay audit -"),
        (Array("BZh".utf8), "bzip2-compressed", "decompress it: bzip2 -dc FILE | msgreplay audit -"),
        ([4, 0x22, 0x4d, 0x18], "lz4-compressed", "decompress it: lz4 -dc FILE | msgreplay audit -"),
        ([2, 0x21, 0x4c, 0x18], "lz4-compressed", "decompress it: lz4 -dc FILE | msgreplay audit -"),
        (Array("LZIP".utf8), "lzip-compressed", "decompress it: lzip -dc FILE | msgreplay audit -"),
        ([0x1f, 0x9d], "compressed by compress(1)", "decompress it: gzip -dc FILE | msgreplay audit -"),
        ([0xff, 6, 0, 0, 0x73, 0x4e, 0x61, 0x50, 0x70, 0x59], "snappy-compressed", "decompress it first"),
        (Array("PK\u{3}\u{4}".utf8), "a zip archive", "unpack it (unzip FILE -d FOLDER) and name the folder"),
        (Array("PK\u{5}\u{6}".utf8), "an empty zip archive", "there is nothing in it"),
        (Array("PK\u{7}\u{8}".utf8), "a zip archive in parts", "join and unpack it, and name the folder"),
        ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "a 7z archive", "unpack it (7z x FILE) and name the folder"),
        (Array("Rar!".utf8), "a RAR archive", "unpack it and name the folder"),
        (Array("SQLite format 3\0".utf8), "an SQLite database", "export its messages as one JSON object a line"),
        (Array("PAR1".utf8), "a Parquet file", "export its messages as one JSON object a line"),
        (Array("Obj\u{1}".utf8), "an Avro file", "export its messages as one JSON object a line"),
        (Array("%PDF-".utf8), "a PDF document", "name an export of messages"),
        ([0x89, 0x50, 0x4e, 0x47], "a PNG image", "name an export of messages"),
        ([0xff, 0xd8, 0xff], "a JPEG image", "name an export of messages"),
        ([0x7f, 0x45, 0x4c, 0x46], "a program", "name an export of messages"),
        (Array("!<arch>\n".utf8), "an ar library", "name an export of messages"),
        ([0xff, 0xfe, 0, 0], "text in UTF-32", "convert it: iconv -f UTF-32 -t UTF-8 FILE | msgreplay audit -"),
        ([0, 0, 0xfe, 0xff], "text in UTF-32", "convert it: iconv -f UTF-32 -t UTF-8 FILE | msgreplay audit -"),
        ([0xff, 0xfe], "text in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE | msgreplay audit -"),
        ([0xfe, 0xff], "text in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE | msgreplay audit -"),
    ]

    /// What a file with these first bytes is, if it can't be lines of JSON; nil if it may be.
    /// - Parameters:
    ///   - prefix: Its first bytes, decompressed.
    ///   - isCompressed: Whether they came out of a gzip stream.
    static func refusal(of prefix: [UInt8], isCompressed: Bool) -> Finding? {
        if prefix.isEmpty {
            return Finding(
                what: isCompressed ? "a gzip file with nothing in it" : "an empty file",
                hint: "was the export interrupted? Make it again")
        }
        if isCompressed, prefix.starts(with: [0x1f, 0x8b]) {
            return Finding(
                what: "compressed by gzip twice", hint: "decompress it once: gzip -dc FILE | msgreplay audit -")
        }
        for signature in signatures where prefix.starts(with: signature.bytes) {
            return Finding(what: signature.what, hint: signature.hint)
        }
        if let encoding = wideEncoding(prefix) {
            return Finding(
                what: "text in \(encoding)", hint: "convert it: iconv -f \(encoding) -t UTF-8 FILE | msgreplay audit -")
        }
        let text = prefix.starts(with: [0xef, 0xbb, 0xbf]) ? prefix.dropFirst(3) : prefix[...]
        let first = text.first { !isJSONSpace($0) }
        if first == UInt8(ascii: "{") { return nil }
        if isZlib(prefix) {
            return Finding(
                what: "compressed by zlib", hint: "decompress it: pigz -dc <FILE | msgreplay audit -")
        }
        if prefix.prefix(512).contains(where: { $0 < 9 || ($0 > 13 && $0 < 32 && $0 != 27) }) {
            return Finding(what: "a binary file", hint: "name a bundle directory, a tar of one, or lines of JSON")
        }
        switch first {
        case UInt8(ascii: "["):
            return Finding(
                what: "one JSON array",
                hint: "make it one message object a line: jq -c '.[]' FILE | msgreplay audit - "
                    + "(jq 1.7 or later, which keeps 64-bit ids)")
        case UInt8(ascii: "<"):
            return Finding(what: "an XML or HTML document", hint: "export the messages as one JSON object a line")
        case nil:
            // More may come after so much white space; the form decides.
            return nil
        default:
            return Finding(
                what: "text without JSON objects", hint: "name a bundle directory, a tar of one, or lines of JSON")
        }
    }

    private static func isJSONSpace(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 10 || byte == 13 || byte == 9
    }

    /// RFC 1950, 2.2: deflate with a window of 32 KiB, and the check bits.
    private static func isZlib(_ prefix: [UInt8]) -> Bool {
        prefix.count > 2 && prefix[0] == 0x78 && [0x01, 0x5e, 0x9c, 0xda].contains(prefix[1])
    }

    /// JSON in a wide encoding without a byte order mark: its first two characters are ASCII.
    private static func wideEncoding(_ prefix: [UInt8]) -> String? {
        guard prefix.count >= 4 else { return nil }
        switch (prefix[0] == 0, prefix[1] == 0, prefix[2] == 0, prefix[3] == 0) {
        case (true, true, true, false): return "UTF-32BE"
        case (false, true, true, true): return "UTF-32LE"
        case (true, false, true, false): return "UTF-16BE"
        case (false, true, false, true): return "UTF-16LE"
        default: return nil
        }
    }
}
