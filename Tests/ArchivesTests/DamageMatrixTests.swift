import TestSupport
import Testing

@testable import Archives

/// A small archive cut at every byte and with every single bit flipped: damage with its place, or a reason why this cut
/// or bit has no effect. Whatever is delivered are lines of the undamaged archive, unless a checksum said otherwise.
@Suite struct DamageMatrixTests {
    /// What a damaged copy may do without being found out, and why.
    typealias Excuse = (_ byte: Int, _ bit: Int, _ outcome: Outcome) -> String?

    let folder = TemporaryFolder()

    init() {
        FolderBundleTests.make(folder, rows: 2)
        folder.run("cat b/\(FolderBundleTests.messages) > m; gzip -nc m > m.gz")
        folder.run("tar -b1 --format=ustar -c -C b manifest.json meta message | gzip -nc > b.tar.gz")
        if has("bgzip") { folder.run("bgzip -c m > m.bgz") }
    }

    /// Lines of `text` from its beginning.
    static func isWholeLinesOfStart(_ part: [UInt8], of text: [UInt8]) -> Bool {
        text.starts(with: part) && (part.isEmpty || part.last == 10)
    }

    /// Cuts a file everywhere.
    func cut(_ name: String, expecting whole: Outcome, excuse: (_ length: Int) -> String? = { _ in nil }) {
        let bytes = folder.read(name)
        #expect(!bytes.isEmpty && bytes.count <= 4096)
        for length in 0..<bytes.count {
            let outcome = readAll(folder.write("cut", Array(bytes[..<length])))
            if excuse(length) == nil { #expect(outcome.isDamaged, "\(name) cut to \(length)") }
            expectPlace(outcome, "\(name) cut to \(length)")
            for (path, part) in outcome.files {
                guard let text = whole.files[path] ?? whole.files.values.first else { continue }
                #expect(Self.isWholeLinesOfStart(part, of: text), "\(name) cut to \(length): \(path)")
            }
        }
    }

    /// Flips every bit of a file; in a landing two bits of each byte behind the first header.
    func flip(
        _ name: String, _ isWanted: (Int) -> Bool = { _ in true }, expecting whole: Outcome, excuse: Excuse
    ) -> [String: Int] {
        let bytes = folder.read(name)
        #expect(!bytes.isEmpty && bytes.count <= 4096)
        var excuses: [String: Int] = [:]
        for byte in bytes.indices where isWanted(byte) {
            for bit in Seeds.isLanding && byte >= 32 ? [byte % 8, (byte + 4) % 8] : Array(0..<8) {
                var flipped = bytes
                flipped[byte] ^= 1 << bit
                let outcome = readAll(folder.write("flipped", flipped))
                if outcome.isDamaged {
                    expectPlace(outcome, "\(name) byte \(byte) bit \(bit)")
                } else if let reason = excuse(byte, bit, outcome) {
                    excuses[reason, default: 0] += 1
                    let same = Array(outcome.files.values).sorted { $0.count < $1.count }
                    #expect(same == Array(whole.files.values).sorted { $0.count < $1.count }, "\(name) \(byte) \(bit)")
                } else {
                    Issue.record("\(name) byte \(byte) bit \(bit) went unseen")
                }
            }
        }
        return excuses
    }

    /// Damage has an offset, or at least its file; what can't be opened says what it is.
    func expectPlace(_ outcome: Outcome, _ note: @autoclosure () -> String) {
        var damages = outcome.damages
        if case .damaged(let damage) = outcome.error { damages.append(damage) }
        for damage in damages where damage.offset == nil && damage.file == nil {
            Issue.record("\(note()): \(damage)")
        }
    }

    /// Bits of a gzip member of `count` bytes that mean nothing for its contents. The test holds that the contents are
    /// the same where one of these is the reason.
    static func gzipExcuse(_ at: Int, _ bit: Int, headerSize: Int = 10, count: Int) -> String? {
        switch at {
        case 3 where bit == 0: "gzip FTEXT: a hint"
        case 4...7: "gzip MTIME: the time isn't used"
        case 8: "gzip XFL: a hint"
        case 9: "gzip OS: a hint"
        // The CRC-32 held: a distance into a run of equal bytes, or the bits that fill the last byte.
        case headerSize..<count - 8: "deflate: another code for the same bytes"
        default: nil
        }
    }

    /// Each header field that means nothing is so in all its bits, once.
    func expectHeaderExcuses(_ excuses: [String: Int]) {
        #expect(excuses["gzip FTEXT: a hint"] == 1)
        #expect(excuses["gzip MTIME: the time isn't used"] == 32)
        #expect(excuses["gzip XFL: a hint"] == 8)
        #expect(excuses["gzip OS: a hint"] == 8)
    }

    @Test(.enabled(if: has("gzip"))) func gzipLines() {
        let whole = readAll(folder.path + "/m.gz")
        cut("m.gz", expecting: whole)
        let count = folder.read("m.gz").count
        let excuses = flip("m.gz", expecting: whole) { byte, bit, _ in Self.gzipExcuse(byte, bit, count: count) }
        expectHeaderExcuses(excuses)
    }

    @Test(.enabled(if: has("bgzip"))) func blockGzipLines() {
        let whole = readAll(folder.path + "/m.bgz")
        #expect(whole.gzip?.isBlockGzip == true)
        cut("m.bgz", expecting: whole)
        let count = folder.read("m.bgz").count - 28
        let excuses = flip("m.bgz", expecting: whole) { byte, bit, _ in
            if let reason = Self.gzipExcuse(byte, bit, headerSize: 18, count: count) { return reason }
            // XLEN is 6, BC at 12 and 13, its length 2 at 14 and 15.
            if (12...15).contains(byte) { return "BGZF subfield: the block is an ordinary gzip member then" }
            return nil
        }
        // The end marker is compared byte by byte, so nothing in it goes unseen.
        expectHeaderExcuses(excuses)
    }

    @Test(.enabled(if: has("gzip") && has("tar"))) func compressedTar() {
        let whole = readAll(folder.path + "/b.tar.gz")
        #expect(!whole.isDamaged && whole.files.count == 2)
        cut("b.tar.gz", expecting: whole)
        let count = folder.read("b.tar.gz").count
        let excuses = flip("b.tar.gz", expecting: whole) { byte, bit, _ in Self.gzipExcuse(byte, bit, count: count) }
        expectHeaderExcuses(excuses)
    }

    @Test(.enabled(if: has("tar"))) func plainTar() {
        folder.run("tar -b1 --format=ustar -cf b.tar -C b manifest.json \(FolderBundleTests.messages)")
        folder.write("b/manifest.json", manifest([(FolderBundleTests.messages, "message.messages", folder.read("m"))]))
        folder.run("tar -b1 --format=ustar -cf b.tar -C b manifest.json \(FolderBundleTests.messages)")
        let whole = readAll(folder.path + "/b.tar")
        #expect(!whole.isDamaged)
        let bytes = folder.read("b.tar")
        let manifestEnd = 512 + folder.read("b/manifest.json").count
        let messages = (manifestEnd + 511) / 512 * 512
        cut("b.tar", expecting: whole)
        // The headers and the end; the directory's test flips the files.
        let isHeader = { (byte: Int) in byte < 512 || (messages..<messages + 512).contains(byte) }
        _ = flip("b.tar", { isHeader($0) || $0 >= bytes.count - 1024 }, expecting: whole) { byte, bit, _ in
            guard isHeader(byte) else { return nil }
            return switch byte % 512 {
            case 148 where bit == 4: "the checksum's leading zero becomes a leading space"
            case 154, 155: "the end of the checksum field: either of zero byte and space ends it"
            default: nil
            }
        }
    }

    /// Bits of the manifest that change nothing that is checked.
    static func manifestExcuse(_ at: Int, _ bit: Int, in manifest: [UInt8]) -> String? {
        let text = String(decoding: manifest, as: UTF8.self)
        guard manifest.indices.contains(at) else { return nil }
        // Members: "name":value; the ranges of the values that any other value may stand for.
        for (name, reason) in [
            ("\"kind\":\"", "a kind: kinds are free"),
            ("\"hash_slot_count\":", "the number of hash slots: any from 1 to 65535"),
        ] {
            for start in starts(of: name, in: text) {
                let valueStart = start + name.utf8.count
                let end =
                    manifest[valueStart...].firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") } ?? 0
                if (start..<end).contains(at) { return reason }
            }
        }
        if manifest[at] == 10 || (at > 0 && at == manifest.count - 1) { return "white space behind the manifest" }
        for name in ["format", "version", "hash_slot_count", "files", "path", "kind", "rows", "sha256"] {
            for start in starts(of: "\"\(name)\"", in: text)
            where (start + 1..<start + 1 + name.utf8.count).contains(at) {
                return bit == 5 ? "the case of a member name is free, as to Go" : nil
            }
        }
        return nil
    }

    private static func starts(of needle: String, in text: String) -> [Int] {
        let bytes = Array(text.utf8)
        let part = Array(needle.utf8)
        guard bytes.count >= part.count else { return [] }
        return (0...bytes.count - part.count).filter { bytes[$0...].starts(with: part) }
    }

    @Test func directory() {
        let whole = readAll(folder.path + "/b")
        let names = ["manifest.json", FolderBundleTests.latest, FolderBundleTests.messages]
        for name in names {
            let bytes = folder.read("b/" + name)
            for length in 0..<bytes.count {
                folder.write("b/" + name, Array(bytes[..<length]))
                let outcome = readAll(folder.path + "/b")
                // The manifest's last byte is a line feed that nobody misses.
                let isHarmless = name == "manifest.json" && length == bytes.count - 1
                #expect(outcome.isDamaged != isHarmless, "\(name) cut to \(length)")
                expectPlace(outcome, "\(name) cut to \(length)")
            }
            for byte in bytes.indices {
                for bit in 0..<8 {
                    var flipped = bytes
                    flipped[byte] ^= 1 << bit
                    folder.write("b/" + name, flipped)
                    let outcome = readAll(folder.path + "/b")
                    expectPlace(outcome, "\(name) byte \(byte) bit \(bit)")
                    if outcome.isDamaged { continue }
                    let reason = name == "manifest.json" ? Self.manifestExcuse(byte, bit, in: bytes) : nil
                    #expect(reason != nil, "\(name) byte \(byte) bit \(bit) went unseen")
                    #expect(outcome.files == whole.files)
                }
            }
            folder.write("b/" + name, bytes)
        }
    }
}
