import Glibc
import TestSupport
import Testing

@testable import Archives

@Suite struct WritingTests {
    static let messages = FolderBundleTests.messages
    static let latest = FolderBundleTests.latest

    /// Checks that two archives hold the same, each without damage.
    static func expectSame(_ left: String, _ right: String, _ note: String = "") {
        let (one, other) = (readAll(left), readAll(right))
        if one.container == .file {
            // Each is named as it was opened.
            #expect(one.single == other.single, "\(note)")
        } else {
            #expect(one.files == other.files && one.order == other.order, "\(note)")
        }
        #expect(!one.isDamaged && !other.isDamaged, "\(note) \(one.damages) \(other.damages)")
        #expect(one.container == other.container && one.form == other.form, "\(note)")
    }

    @Test func aSingleFile() throws {
        let folder = TemporaryFolder()
        let text = rows(1...5000)
        let source = folder.write("a.jsonl", text)
        chmod(source, 0o640)
        for name in ["b.jsonl", "b.jsonl.gz", "b"] {
            let written = try Rewriting().run(source, to: folder.path + "/" + name)
            #expect(written.files.map(\.rows) == [5000] && written.files.map(\.bytes) == [UInt64(text.utf8.count)])
            #expect(written.files.first?.checksum.description == sha256(Array(text.utf8)))
            #expect(UInt64(folder.read(name).count) == written.bytes)
            #expect(readAll(folder.path + "/" + name).single == text)
            #expect(readAll(folder.path + "/" + name).gzip?.isBlockGzip == (name.hasSuffix(".gz") ? true : nil))
            #expect(folder.output("stat -c %a \(name)") == "640\n")
        }
        #expect(folder.run("gunzip -c b.jsonl.gz | cmp - a.jsonl") == 0)
        if has("bgzip") { #expect(folder.run("bgzip -t b.jsonl.gz && bgzip -dc b.jsonl.gz | cmp - a.jsonl") == 0) }
        #expect(folder.names == ["a.jsonl", "b", "b.jsonl", "b.jsonl.gz"])
        // From compressed to plain and back.
        _ = try Rewriting().run(folder.path + "/b.jsonl.gz", to: folder.path + "/c.jsonl")
        #expect(folder.run("cmp a.jsonl c.jsonl") == 0)
    }

    @Test func everyByteOfOddLinesIsKept() throws {
        let folder = TemporaryFolder()
        let texts = [
            "\u{feff}" + row(1) + "\r\n  \n" + String(row(2).dropLast()), row(1).replacing("\n", with: "\r\n"),
            row(1) + String(repeating: "x", count: 3 << 20) + "\n" + row(2), String(row(1).dropLast()),
        ]
        for (index, text) in texts.enumerated() {
            let source = folder.write("a\(index)", text)
            for name in ["b\(index)", "b\(index).gz"] {
                var rewriting = Rewriting()
                rewriting.chunkSize = 65_536
                _ = try rewriting.run(source, to: folder.path + "/" + name)
                #expect(folder.run("(gzip -dcf \(name)) | cmp - a\(index)") == 0, "\(name)")
            }
        }
    }

    @Test func aBundleDirectory() throws {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder, rows: 100)
        folder.write("b/notes/read me.txt", "hi")
        folder.write("b/empty", "")
        folder.run("chmod 600 b/message/* && chmod 750 b b/meta && chmod 400 b/empty && chmod 700 b/notes")
        folder.run("mkdir -p b/later/2022 b/later/2021/none && chmod 555 b/later/2021/none && chmod 510 b/later/2021")
        let written = try Rewriting().run(folder.path + "/b", to: folder.path + "/c/")
        #expect(written.copied == ["empty", "notes/read me.txt"])
        #expect(written.files.map(\.path) == [Self.latest, Self.messages])
        #expect(folder.run("diff -r b c") == 0)
        for kind in ["f", "d"] {
            let list = "find . -type \(kind) ! -name manifest.json -printf '%m %p\\n' | sort"
            #expect(folder.output("cd b && \(list)") == folder.output("cd c && \(list)"))
        }
        #expect(folder.names == ["b", "c"])
        let size = folder.output("find c -type f -printf '%s\\n' | awk '{s += $1} END {print s}'")
        #expect(size == "\(written.bytes)\n")
    }

    @Test func compressedFilesOfABundleStayCompressed() throws {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder, rows: 3000)
        folder.run("cp -r b plain && gzip b/\(Self.messages)")
        _ = try Rewriting().run(folder.path + "/b", to: folder.path + "/c")
        #expect(folder.output("cd c && find . -type f | sort") == folder.output("cd b && find . -type f | sort"))
        Self.expectSame(folder.path + "/b", folder.path + "/c")
        #expect(folder.run("gzip -t c/\(Self.messages).gz && gunzip c/\(Self.messages).gz && diff -r plain c") == 0)
    }

    @Test func changedFilesGetNewChecksums() throws {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder, rows: 3000)
        var rewriting = Rewriting()
        rewriting.edit = lengthened
        let written = try rewriting.run(folder.path + "/b", to: folder.path + "/c")
        let outcome = readAll(folder.path + "/c")
        #expect(
            !outcome.isDamaged
                && outcome.text[Self.messages]
                    == (1...3000).map { row($0, "IAkgeyJ0eXBlIjoxLCJjb250ZW50IjoiaGkifQ==") }.joined()
        )
        #expect(
            written.files.map(\.checksum.description)
                == [Self.latest, Self.messages].map { sha256(folder.read("c/" + $0)) })
        #expect(folder.run("cmp b/\(Self.latest) c/\(Self.latest)") == 0)
        #expect(folder.run("cmp -s b/manifest.json c/manifest.json") == 1)
        #expect(folder.read("b/manifest.json").count == folder.read("c/manifest.json").count)
    }

    @Test func piecesMayBeEncodedOnManyThreads() async throws {
        let folder = TemporaryFolder()
        let source = folder.write("a.jsonl", rows(1...20_000))
        var rewriting = Rewriting()
        rewriting.chunkSize = 65_536
        _ = try rewriting.run(source, to: folder.path + "/one.gz")
        var reading = ArchiveReader.Options()
        reading.chunkSize = 65_536
        let reader = try ArchiveReader(opening: source, options: reading)
        let writer = try ArchiveWriter(folder.path + "/many.gz", from: reader)
        var pieces: [ArchivePiece] = []
        while let chunk = try reader.nextChunk() {
            var piece = writer.piece(for: chunk)
            piece.copy(chunk)
            piece.rows = countRows(in: piece.bytes.span).rows
            pieces.append(piece)
            reader.recycle(chunk)
        }
        let encoded = await withTaskGroup(of: (Int, ArchivePiece).self) { group in
            for (index, piece) in pieces.enumerated() {
                group.addTask {
                    var piece = piece
                    writer.makeEncoder().encode(&piece)
                    return (index, piece)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for index in pieces.indices { try writer.append(try #require(encoded[index])) }
        #expect(try writer.finish().files.map(\.rows) == [20_000])
        try writer.publish()
        #expect(folder.run("cmp one.gz many.gz") == 0)
    }

    @Test func standardOutputTakesSingleFiles() throws {
        let folder = TemporaryFolder()
        let source = folder.write("a.jsonl", rows(1...5000))
        var rewriting = Rewriting()
        rewriting.options.standardOutput = open(folder.path + "/out", O_WRONLY | O_CREAT, 0o644)
        #expect(try rewriting.run(source, to: "-").files.map(\.rows) == [5000])
        close(rewriting.options.standardOutput)
        #expect(folder.run("cmp a.jsonl out") == 0)
        #expect(folder.names == ["a.jsonl", "out"])
        // Nobody reads it any more.
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        close(ends[0])
        let before = signal(SIGPIPE, SIG_IGN)
        rewriting.options.standardOutput = ends[1]
        #expect(rewriting.failure(source, to: "-") == .closedPipe)
        signal(SIGPIPE, before)
        close(ends[1])
        rewriting.options.standardOutput = open("/dev/full", O_WRONLY)
        guard case .unwritable("-", _) = rewriting.failure(source, to: "-") else {
            Issue.record("a full device took it")
            return
        }
        close(rewriting.options.standardOutput)
    }

    @Test(
        .enabled(if: sharedFolder != nil && has("python3"), "needs ../shared/tools/make_archive.py and python3"),
        arguments: Seeds.of(1, 7))
    func madeArchivesInEveryContainer(seed: Int) throws {
        let folder = TemporaryFolder()
        let size = Seeds.isLanding ? "--messages 900 --rows 250" : "--messages 3000 --rows 700"
        let arguments = "\(size) --edits 20 --seed \(seed) --pack"
        try madeArchive(folder, arguments + " jsonl.gz")
        try madeArchive(folder, arguments + " tar.gz")
        folder.run("(cd made && find . -type f | sort -r | tar -cf ../shuffled.tar -T -)")
        for (source, output) in [
            ("made", "out"), ("made.jsonl.gz", "out.jsonl.gz"), ("made.jsonl.gz", "out.jsonl"),
            ("made.tar.gz", "out.tar.gz"), ("made.tar.gz", "out.tar"), ("shuffled.tar", "sorted.tgz"),
        ] {
            _ = try Rewriting().run("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
            Self.expectSame("\(folder.path)/\(source)", "\(folder.path)/\(output)", output)
        }
        #expect(folder.run("diff -r made out") == 0)
        let listed = folder.output("tar tf made.tar.gz")
        #expect(folder.output("tar tf out.tar.gz") == listed && folder.output("tar tf out.tar") == listed)
        #expect(
            folder.output("tar tf sorted.tgz | sort") == folder.output("tar tf shuffled.tar | sed 's,^\\./,,' | sort"))
        #expect(folder.output("tar tf sorted.tgz | head -1") == "manifest.json\n")
        for name in ["out.tar.gz", "out.tar"] {
            #expect(folder.run("mkdir x && tar xf \(name) -C x && diff -r made x/made && rm -r x") == 0, "\(name)")
        }
        let python =
            "import tarfile,sys; t=tarfile.open(sys.argv[1]); print(*[m.name for m in t], sep='\\n'); "
            + "[t.extractfile(m).read() for m in t]"
        #expect(folder.output("python3 -c \"\(python)\" out.tar.gz") == listed)
        #expect(folder.run("gzip -t out.tar.gz sorted.tgz out.jsonl.gz") == 0)
        if has("bgzip") {
            #expect(folder.run("bgzip -t out.tar.gz && bgzip -t sorted.tgz && bgzip -t out.jsonl.gz") == 0)
        }
        #expect(readAll(folder.path + "/out.tar.gz").gzip?.isBlockGzip == true)
        #expect(folder.run("ls -A | grep -e partial -e spool -e journal") == 1)
        // The format's rules hold before and after, also where payloads changed.
        var rewriting = Rewriting()
        rewriting.edit = lengthened
        for (source, output) in [("made", "long"), ("made.tar.gz", "long.tar.gz")] {
            let before = BundleRules(Self.files(of: "made", folder))
            #expect(before.broken == [])
            _ = try rewriting.run("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
            if output.hasSuffix(".gz") {
                folder.run("rm -r long && mkdir long && tar xf \(output) -C long --strip-components=1")
            }
            #expect(BundleRules(Self.files(of: "long", folder)).broken == [], "\(output)")
        }
    }

    /// All files below a folder, by their paths in it.
    static func files(of name: String, _ folder: TemporaryFolder) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in folder.output("cd \(name) && find . -type f").split(separator: "\n") {
            files[String(path.dropFirst(2))] = folder.read("\(name)/\(path)")
        }
        return files
    }
}
