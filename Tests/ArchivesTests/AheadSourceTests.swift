import TestSupport
import Testing

@testable import Archives

/// Files of a bundle that threads read ahead, held to what one thread makes of them.
@Suite struct AheadSourceTests {
    /// All that reading gave, and how much was read for it.
    static func expectSame(_ path: String, _ note: String) {
        var options = ArchiveReader.Options()
        let one = readAll(path, options: options)
        let read = bytesRead(path, options)
        for threads in [2, 3] {
            options.inflateThreads = threads
            let many = readAll(path, options: options)
            if many != one { Issue.record("\(note): \(many.damages), not \(one.damages)") }
            #expect(bytesRead(path, options) == read, "\(note)")
        }
    }

    static func bytesRead(_ path: String, _ options: ArchiveReader.Options) -> UInt64? {
        guard let reader = try? ArchiveReader(opening: path, options: options) else { return nil }
        while let chunk = try? reader.nextChunk() { reader.recycle(chunk) }
        return reader.bytesRead
    }

    /// A bundle of files that are compressed in all ways, or not.
    static func make(_ folder: TemporaryFolder) -> [String] {
        var files: [(path: String, kind: String, bytes: [UInt8])] = []
        for index in 0..<8 {
            let bytes = Array(rows(1...(index % 3 == 0 ? 6000 : 30)).utf8)
            files.append(("m/\(index).jsonl", "message.messages", bytes))
            switch index {
            case 0, 3: folder.write("b/m/\(index).jsonl.gz", BlockGzipTests.encode(bytes) + BlockGzip.endMarker)
            case 5: folder.write("b/m/\(index).jsonl", bytes)
            default:
                folder.write("plain", bytes)
                folder.run("gzip -nc plain > b/m/\(index).jsonl.gz")
            }
        }
        folder.write("b/manifest.json", manifest(files))
        return files.map(\.path)
    }

    @Test(.enabled(if: has("gzip"))) func compressedFilesOfABundle() {
        let folder = TemporaryFolder()
        let paths = Self.make(folder)
        let whole = readAll(folder.path + "/b")
        #expect(!whole.isDamaged && whole.order == paths)
        Self.expectSame(folder.path + "/b", "whole")
        // A plain file comes before a compressed one of its name.
        folder.write("b/m/4.jsonl", rows(1...30))
        Self.expectSame(folder.path + "/b", "both")
        #expect(!readAll(folder.path + "/b").isDamaged)
        folder.run("rm b/m/4.jsonl b/m/2.jsonl.gz b/m/5.jsonl; mkdir b/m/7.jsonl")
        Self.expectSame(folder.path + "/b", "absent")
        for name in Seeds.isLanding ? ["0", "6"] : ["0", "1", "3", "6"] {
            let bytes = folder.read("b/m/\(name).jsonl.gz")
            for at in [5, bytes.count / 2, bytes.count - 3] {
                var bad = bytes
                bad[at] ^= 0x41
                folder.write("b/m/\(name).jsonl.gz", bad)
                Self.expectSame(folder.path + "/b", "\(name) byte \(at)")
                folder.write("b/m/\(name).jsonl.gz", Array(bytes[..<at]))
                Self.expectSame(folder.path + "/b", "\(name) cut to \(at)")
            }
            folder.write("b/m/\(name).jsonl.gz", bytes)
        }
    }

    @Test(.enabled(if: has("gzip"))) func aLineThatIsTooLongHasTheSamePlace() {
        let folder = TemporaryFolder()
        folder.write("a", rows(1...3))
        folder.run("mkdir b; (cat a; head -c 70M /dev/zero | tr '\\0' A; cat a) | gzip -1 > b/a.gz; gzip -c a > b/b.gz")
        folder.write("b/manifest.json", manifest([("a", "message.messages", []), ("b", "message.messages", [])]))
        var options = ArchiveReader.Options()
        let one = readAll(folder.path + "/b", options: options)
        options.inflateThreads = 2
        let many = readAll(folder.path + "/b", options: options)
        #expect(one == many && one.damages.contains { $0.message.contains("longer than") && $0.offset != nil })
    }

    @Test func whoStopsEarlyEndsTheThread() throws {
        let folder = TemporaryFolder()
        _ = Self.make(folder)
        var options = ArchiveReader.Options()
        options.inflateThreads = 2
        for count in 0..<12 {
            let reader = try ArchiveReader(opening: folder.path + "/b", options: options)
            for _ in 0..<count { _ = try reader.nextChunk() }
        }
    }
}
