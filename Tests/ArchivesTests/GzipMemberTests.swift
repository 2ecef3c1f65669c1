import Testing

@testable import Archives

/// Headers and trailers of gzip members, made here byte by byte (RFC 1952, 2.3).
@Suite struct GzipMemberTests {
    /// A header with these fields.
    static func header(
        flags: UInt8 = 0, extra: [UInt8]? = nil, name: [UInt8]? = nil, comment: [UInt8]? = nil,
        withChecksum: Bool = false
    ) -> [UInt8] {
        var flags = flags
        if extra != nil { flags |= 4 }
        if name != nil { flags |= 8 }
        if comment != nil { flags |= 16 }
        if withChecksum { flags |= 2 }
        var bytes: [UInt8] = [0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 3]
        if let extra { bytes += [UInt8(extra.count & 0xff), UInt8(extra.count >> 8)] + extra }
        if let name { bytes += name + [0] }
        if let comment { bytes += comment + [0] }
        if withChecksum {
            let crc = bytes.withUnsafeBytes { CRC32(of: $0).value }
            bytes += [UInt8(truncatingIfNeeded: crc), UInt8(truncatingIfNeeded: crc >> 8)]
        }
        return bytes
    }

    /// Reads a header that comes in pieces of a size.
    static func read(_ bytes: [UInt8], step: Int) -> (consumed: Int, progress: GzipHeader.Progress) {
        var header = GzipHeader()
        var at = 0
        while true {
            let piece = Array(bytes[at..<min(at + step, bytes.count)])
            let (consumed, progress) = piece.withUnsafeBytes { header.read($0) }
            at += consumed
            if progress != .more || at == bytes.count { return (at, progress) }
            if consumed != piece.count { Issue.record("bytes were left though the header goes on") }
        }
    }

    static let all: [[UInt8]] = [
        header(), header(flags: 1), header(extra: []), header(extra: [1]),
        header(extra: Array(repeating: 7, count: 65_535)),
        header(name: []), header(name: Array("a.jsonl".utf8)), header(comment: Array("no comment".utf8)),
        header(withChecksum: true), header(name: [], comment: []),
        header(
            flags: 1, extra: Array(repeating: 0, count: 300), name: Array(repeating: 65, count: 999),
            comment: Array(repeating: 66, count: 5000), withChecksum: true),
    ]

    @Test func everyKindOfHeaderInPiecesOfEverySize() {
        for header in Self.all {
            for step in [1, 2, 3, 9, 10, 11, 12, 13, 100, 4096, 1 << 20] {
                let (consumed, progress) = Self.read(header + [1, 2, 3, 4], step: step)
                #expect(consumed == header.count && progress == .ended)
            }
            for count in 0..<min(header.count, 400) {
                #expect(Self.read(Array(header[..<count]), step: 1 << 20).progress == .more)
            }
        }
    }

    @Test func whatIsWrongIsSaidWhereItShows() {
        func fault(_ bytes: [UInt8], at place: Int, _ message: String) {
            for step in [1, 1 << 20] {
                let (consumed, progress) = Self.read(bytes, step: step)
                #expect(
                    consumed == place && progress == .failed("the header of this gzip member is wrong (\(message))"))
            }
        }
        fault([0x1f, 0x8a, 8, 0, 0, 0, 0, 0, 0, 0], at: 2, "incorrect header check")
        fault([0x1f, 0x8b, 7, 0xe0, 0, 0, 0, 0, 0, 0], at: 4, "unknown compression method")
        for flag in [0x20, 0x40, 0x80] as [UInt8] {
            fault([0x1f, 0x8b, 8, flag, 0, 0, 0, 0, 0, 0], at: 4, "unknown header flags set")
        }
        let good = Self.header(name: [65], withChecksum: true)
        for byte in 4..<good.count where byte != 11 {
            var bad = good
            bad[byte] ^= 0x10
            fault(bad, at: good.count, "header crc mismatch")
        }
    }

    @Test func headersLongerThanTheBufferAreRead() {
        let folder = TemporaryFolder()
        let text = Array(rows(1...9).utf8)
        let data = BlockGzipTests.encode(text)
        let rest = Array(data[18...])
        let name = Array(repeating: UInt8(65), count: 700_000)
        let long = Self.header(extra: Array(repeating: 9, count: 65_535), name: name, comment: name, withChecksum: true)
        let good = readAll(folder.write("a", long + rest))
        #expect(good.files.values.first == text && !good.isDamaged)
        #expect(good.gzip == GzipFacts(members: 1, isBlockGzip: false))
        var bad = long
        bad[500_000] ^= 1
        guard case .damaged(let damage) = readAll(folder.write("a", bad + rest)).error else {
            Issue.record("a header whose checksum differs was taken")
            return
        }
        #expect(damage.offset == UInt64(long.count) && damage.message.contains("header crc mismatch"))
        guard case .damaged(let cut) = readAll(folder.write("a", Array(long[..<800_000]))).error else {
            Issue.record("a header that ends early was taken")
            return
        }
        #expect(cut.offset == 800_000 && cut.message.contains("ends early, inside the member that begins at byte 0"))
    }

    @Test func trailersAreHeldAgainstTheText() {
        let text = Array("abc".utf8)
        var check = GzipCheck()
        text.withUnsafeBytes { check.update($0) }
        let good: [UInt8] = [0xc2, 0x41, 0x24, 0x35, 3, 0, 0, 0]
        for count in 0...8 {
            #expect(good[..<count].withUnsafeBytes { check.fault(in: $0) == nil })
            for byte in 0..<count {
                var bad = good
                bad[byte] ^= 1
                let fault = bad[..<count].withUnsafeBytes { check.fault(in: $0) }
                switch (byte < 4, count) {
                case (true, 4...): #expect(fault?.at == 4 && fault?.message.contains("CRC-32") == true)
                case (false, 8): #expect(fault?.at == 8 && fault?.message.contains("length") == true)
                default: #expect(fault == nil)
                }
            }
        }
    }
}
