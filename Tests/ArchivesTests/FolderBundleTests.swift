import Glibc
import Testing

@testable import Archives

@Suite struct FolderBundleTests {
    static let messages = "message/messages-000001.jsonl"
    static let latest = "meta/channel_latest.jsonl"

    /// A bundle with two files.
    static func make(_ folder: TemporaryFolder, rows count: Int = 5) {
        let files = [
            (latest, "meta.channel_latest", Array("{\"channel_id\":\"g1\",\"last_payload_b64\":\"\"}\n".utf8)),
            (messages, "message.messages", Array(rows(1...count).utf8)),
        ]
        for (path, _, bytes) in files { folder.write("b/" + path, bytes) }
        folder.write("b/manifest.json", manifest(files))
    }

    static func manifestText(_ folder: TemporaryFolder) -> String {
        String(decoding: folder.read("b/manifest.json"), as: UTF8.self)
    }

    @Test func filesComeInTheManifestsOrder() throws {
        let folder = TemporaryFolder()
        Self.make(folder)
        folder.write("b/notes.txt", "hi")
        folder.write("b/meta/more.jsonl", "hi")
        let outcome = readAll(folder.path + "/b")
        #expect(outcome.container == .bundle && outcome.form == .wkdb && outcome.compression == ArchiveCompression.none)
        #expect(outcome.order == [Self.latest, Self.messages])
        #expect(outcome.text[Self.messages] == rows(1...5))
        #expect(!outcome.isDamaged)
        #expect(Set(outcome.extraFiles) == ["notes.txt", "meta/more.jsonl"])
        let reader = try ArchiveReader(opening: folder.path + "/b")
        #expect(reader.manifest?.hashSlotCount == 256)
        #expect(reader.files.map(\.kind) == [.channelLatest, .messages])
        #expect(reader.files.map(\.expectedRows) == [1, 5])
        while let chunk = try reader.nextChunk() { reader.recycle(chunk) }
        #expect(reader.bytesRead == reader.totalBytes)
    }

    @Test(.enabled(if: has("gzip"))) func aFileMayBeThereCompressed() {
        let folder = TemporaryFolder()
        Self.make(folder)
        folder.run("gzip b/\(Self.messages)")
        let outcome = readAll(folder.path + "/b")
        #expect(outcome.text[Self.messages] == rows(1...5) && outcome.compression == .gzip)
        #expect(!outcome.isDamaged && outcome.extraFiles.isEmpty)
        let bytes = folder.read("b/\(Self.messages).gz")
        folder.write("b/\(Self.messages).gz", Array(bytes.dropLast(9)))
        let cut = readAll(folder.path + "/b")
        #expect(cut.damages.map(\.file) == [Self.messages])
        #expect(cut.damages.first?.offset == UInt64(bytes.count - 9))
        #expect(cut.order == [Self.latest, Self.messages])
    }

    @Test func rowsThatDiffer() {
        let folder = TemporaryFolder()
        Self.make(folder)
        folder.write("b/manifest.json", Self.manifestText(folder).replacing("\"rows\":5", with: "\"rows\":6"))
        #expect(readAll(folder.path + "/b").damages == [ArchiveDamage(file: Self.messages, message: "rows")])
    }

    @Test func checksumOfAnotherFile() {
        let folder = TemporaryFolder()
        Self.make(folder)
        folder.write("b/" + Self.latest, "{\"channel_id\":\"g2\",\"last_payload_b64\":\"\"}\n")
        let outcome = readAll(folder.path + "/b")
        #expect(outcome.damages.map(\.file) == [Self.latest])
        #expect(outcome.damages.first?.message.contains("SHA-256") == true)
        #expect(outcome.order.count == 2)
    }

    @Test func upperCaseHexInTheManifest() {
        let folder = TemporaryFolder()
        Self.make(folder)
        let sum = sha256(Array(rows(1...5).utf8))
        folder.write("b/manifest.json", Self.manifestText(folder).replacing(sum, with: sum.uppercased()))
        let outcome = readAll(folder.path + "/b")
        #expect(outcome.damages.map(\.file) == ["manifest.json"])
        #expect(outcome.order.count == 2)
    }

    @Test func aListedFileIsAbsent() {
        let folder = TemporaryFolder()
        Self.make(folder)
        folder.run("rm b/\(Self.latest)")
        let outcome = readAll(folder.path + "/b")
        #expect(outcome.damages.map(\.file) == [Self.latest])
        #expect(outcome.order == [Self.messages])
    }

    @Test func linksAndSpecialFilesAreRefused() {
        let folder = TemporaryFolder()
        Self.make(folder)
        folder.run("mv b/\(Self.latest) x; ln -s ../../x b/\(Self.latest); mkfifo b/pipe; ln -s / b/root")
        let outcome = readAll(folder.path + "/b")
        #expect(outcome.damages.map(\.file) == [Self.latest, "pipe", "root"])
        #expect(outcome.order == [Self.messages])
        // A pipe where a file is listed must not be waited for.
        folder.run("rm b/\(Self.latest); mkfifo b/\(Self.latest)")
        #expect(readAll(folder.path + "/b").damages.first?.message.contains("special file") == true)
        // A linked folder on the way.
        folder.run("rm -r b/pipe b/root b/\(Self.latest); mv b/message m; ln -s ../m b/message")
        #expect(readAll(folder.path + "/b").order == [])
        // The manifest itself.
        folder.run("mv b/manifest.json m.json; ln -s ../m.json b/manifest.json")
        guard case .damaged(let damage) = readAll(folder.path + "/b").error else {
            Issue.record("a linked manifest was read")
            return
        }
        #expect(damage.file == "manifest.json")
    }

    @Test(arguments: [
        "../m.jsonl", "/etc/passwd", "./a", "a/../b", "a//b", "a/", "", ".", "..", "a\\\\b", "a\\u0000b",
    ])
    func pathsThatLeadOutsideOrAreNotClean(path: String) {
        let folder = TemporaryFolder()
        Self.make(folder)
        folder.write("m.jsonl", rows(1...1))
        folder.write("b/manifest.json", Self.manifestText(folder).replacing(Self.latest, with: path))
        let outcome = readAll(folder.path + "/b")
        #expect(outcome.damages.first?.file == "manifest.json")
        #expect(outcome.damages.first?.message.contains("refused") == true)
        #expect(outcome.order == [Self.messages])
    }

    @Test func theSamePathTwiceIsReadOnce() {
        let folder = TemporaryFolder()
        Self.make(folder)
        folder.write("b/manifest.json", Self.manifestText(folder).replacing(Self.latest, with: Self.messages))
        let outcome = readAll(folder.path + "/b")
        #expect(outcome.order == [Self.messages])
        #expect(outcome.damages.contains { $0.message.contains("twice") })
    }

    @Test func manifestsAreReadAsGoDoes() throws {
        let folder = TemporaryFolder()
        Self.make(folder)
        let text = Self.manifestText(folder)
            .replacing("\"format\"", with: "\"FORMAT\":\"x\",\"Format\"")
            .replacing("\"version\":1", with: "\"ver\u{17F}ion\":1,\"version\":null,\"created_at_ms\":5")
            .replacing("\"kind\":\"message.messages\"", with: "\"Kind\":\"message.messages\",\"extra\":{}")
            .replacing("meta.channel_latest", with: "meta.of_the_future")
        folder.write("b/manifest.json", text)
        let outcome = readAll(folder.path + "/b")
        #expect(!outcome.isDamaged && outcome.order.count == 2)
        let reader = try ArchiveReader(opening: folder.path + "/b")
        #expect(reader.files.first?.kind == .other("meta.of_the_future"))
    }

    @Test(arguments: [
        ("", true), ("{", true), ("[]", true), ("{}", false), ("{\"format\":\"x\",\"version\":1}", false),
        ("{\"format\":\"wkdb-import-bundle\",\"version\":2}", false),
        ("{\"format\":\"wkdb-import-bundle\",\"version\":1,\"files\":5}", true),
        ("{\"format\":\"wkdb-import-bundle\",\"version\":1} {}", true),
    ])
    func manifestsThatCanNotBeRead(text: String, isDamage: Bool) {
        let folder = TemporaryFolder()
        folder.write("b/manifest.json", text)
        switch readAll(folder.path + "/b").error {
        case .damaged(let damage): #expect(isDamage && damage.file == "manifest.json")
        case .notAnArchive: #expect(!isDamage)
        default: Issue.record("\(text) was taken")
        }
    }

    @Test func aDirectoryWithoutManifestIsNoArchive() {
        let folder = TemporaryFolder()
        guard case .notAnArchive(_, let what, _) = readAll(folder.path).error else {
            Issue.record("an empty folder was taken")
            return
        }
        #expect(what.contains("without manifest.json"))
    }

    @Test func anEmptyBundleAndEmptyFiles() {
        let folder = TemporaryFolder()
        folder.write("b/manifest.json", manifest([]))
        #expect(readAll(folder.path + "/b").isDamaged == false)
        folder.write("b/manifest.json", manifest([("a.jsonl", "message.messages", [])]))
        folder.write("b/a.jsonl", "")
        let outcome = readAll(folder.path + "/b")
        #expect(!outcome.isDamaged && outcome.order == ["a.jsonl"] && outcome.chunks == 1)
    }
}

extension String {
    /// The text with one part in place of another, everywhere.
    func replacing(_ part: String, with other: String) -> String {
        var result: [UInt8] = []
        let text = Array(utf8)
        let needle = Array(part.utf8)
        var at = 0
        while at < text.count {
            if text[at...].starts(with: needle) {
                result += other.utf8
                at += needle.count
            } else {
                result.append(text[at])
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
