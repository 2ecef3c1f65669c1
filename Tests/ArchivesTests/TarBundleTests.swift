import Glibc
import Testing

@testable import Archives

@Suite struct TarBundleTests {
    static let messages = FolderBundleTests.messages
    static let latest = FolderBundleTests.latest

    /// Checks that a tar gives what the folder `b` gives.
    static func expectSame(_ path: String, _ folder: TemporaryFolder, _ note: String) {
        let expected = readAll(folder.path + "/b")
        let outcome = readAll(path)
        #expect(outcome.container == .tar && outcome.form == .wkdb, "\(note)")
        #expect(outcome.files == expected.files && outcome.order == expected.order, "\(note)")
        #expect(!outcome.isDamaged, "\(note): \(outcome.damages) \(String(describing: outcome.error))")
        #expect(outcome.extraFiles.isEmpty, "\(note)")
    }

    @Test func everyFormatTopFolderAndOrder() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        let names = ["manifest.json", Self.latest, Self.messages]
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        for format in ["ustar", "pax", "gnu", "v7", "oldgnu"] {
            for order in orders {
                let inside = order.map { names[$0] }.joined(separator: " ")
                let outside = order.map { "b/" + names[$0] }.joined(separator: " ")
                folder.run("tar --format=\(format) -cf a.tar -C b \(inside)")
                folder.run("tar --format=\(format) -czf a.tar.gz \(outside)")
                Self.expectSame(folder.path + "/a.tar", folder, "\(format) \(order)")
                Self.expectSame(folder.path + "/a.tar.gz", folder, "\(format) \(order) top")
            }
            folder.run("tar --format=\(format) -cf a.tar -C b .")
            Self.expectSame(folder.path + "/a.tar", folder, "\(format) .")
            folder.run("tar --format=\(format) -cf a.tar ./b")
            Self.expectSame(folder.path + "/a.tar", folder, "\(format) ./b")
        }
    }

    @Test func longNames() {
        let folder = TemporaryFolder()
        let long = String(repeating: "long/", count: 30) + String(repeating: "n", count: 120) + ".jsonl"
        let middle = String(repeating: "m", count: 90) + "/" + String(repeating: "n", count: 90) + ".jsonl"
        let files = [
            (long, "message.messages", Array(rows(1...2).utf8)), (middle, "meta.x", Array("{}\n".utf8)),
            ("发货/☕.jsonl", "meta.y", Array("{}\n".utf8)),
        ]
        for (path, _, bytes) in files { folder.write("b/" + path, bytes) }
        folder.write("b/manifest.json", manifest(files))
        for format in ["pax", "gnu", "oldgnu"] {
            folder.run("tar --format=\(format) -cf a.tar b")
            Self.expectSame(folder.path + "/a.tar", folder, format)
        }
        folder.run("rm -r b/long*")
        folder.write("b/manifest.json", manifest(Array(files[1...])))
        folder.run("tar --format=ustar -cf a.tar b")
        Self.expectSame(folder.path + "/a.tar", folder, "ustar")
    }

    @Test func compressedFilesInATar() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        folder.run("cp -r b c; gzip c/\(Self.messages)")
        for order in [
            "manifest.json \(Self.latest) \(Self.messages).gz", "\(Self.messages).gz \(Self.latest) manifest.json",
        ] {
            folder.run("tar -cf a.tar -C c \(order)")
            Self.expectSame(folder.path + "/a.tar", folder, order)
        }
        // Damage inside the inner stream is the file's.
        var bytes = folder.read("c/\(Self.messages).gz")
        bytes[bytes.count - 6] ^= 1
        folder.write("c/\(Self.messages).gz", bytes)
        for order in [
            "manifest.json \(Self.messages).gz \(Self.latest)", "\(Self.messages).gz \(Self.latest) manifest.json",
        ] {
            folder.run("tar -cf a.tar -C c \(order)")
            let outcome = readAll(folder.path + "/a.tar")
            #expect(outcome.damages.map(\.file) == [Self.messages])
            #expect(outcome.text[Self.messages] == rows(1...5) && outcome.files.count == 2)
        }
    }

    @Test func standardInputGivesTheSame() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        folder.run(
            "tar -cf a.tar -C b \(Self.messages) \(Self.latest) manifest.json; gzip -k a.tar; cp b/\(Self.messages) m; gzip -k m"
        )
        let saved = dup(0)
        defer {
            dup2(saved, 0)
            close(saved)
        }
        for name in ["a.tar", "a.tar.gz", "m", "m.gz"] {
            for isPipe in [false, true] {
                var ends: [Int32] = [0, 0]
                if isPipe {
                    // All of these fit into a pipe.
                    pipe(&ends)
                    let bytes = folder.read(name)
                    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
                    close(ends[1])
                } else {
                    ends[0] = open(folder.path + "/" + name, O_RDONLY)
                }
                dup2(ends[0], 0)
                close(ends[0])
                let outcome = readAll("-")
                let expected = readAll(folder.path + "/" + name)
                #expect(
                    Array(outcome.files.values).sorted { $0.count < $1.count }
                        == Array(expected.files.values).sorted { $0.count < $1.count })
                #expect(outcome.container == expected.container && outcome.form == expected.form && !outcome.isDamaged)
            }
        }
    }

    @Test func extraAbsentAndDoubleFiles() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        folder.write("b/notes.txt", "hi")
        folder.run("tar -cf a.tar b/notes.txt b/manifest.json b/\(Self.messages)")
        let outcome = readAll(folder.path + "/a.tar")
        #expect(outcome.extraFiles == ["b/notes.txt"])
        #expect(outcome.damages.map(\.file) == [Self.latest])
        #expect(outcome.order == [Self.messages])
        folder.run(
            "tar --hard-dereference -cf a.tar b/manifest.json b/\(Self.messages) b/\(Self.latest) b/\(Self.messages) b/manifest.json"
        )
        let twice = readAll(folder.path + "/a.tar")
        #expect(twice.damages.map(\.file) == [Self.messages, "b/manifest.json"])
        #expect(twice.order == [Self.latest, Self.messages])
    }

    @Test func missingEndBlocksAndJunkAfterThem() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        folder.run("tar -b1 -cf a.tar -C b manifest.json \(Self.latest) \(Self.messages)")
        let bytes = folder.read("a.tar")
        #expect(!readAll(folder.path + "/a.tar").isDamaged)
        for (cut, words) in [
            (1024, "two zero blocks"), (512, "one zero block"), (1, "ends early"), (1300, "ends early"),
        ] {
            let outcome = readAll(folder.write("c.tar", Array(bytes.dropLast(cut))))
            #expect(
                outcome.damages.count == 1 && outcome.damages[0].message.contains(words), "\(cut) \(outcome.damages)")
            #expect(outcome.damages.first?.offset != nil)
            if cut <= 1024 { #expect(outcome.text[Self.messages] == rows(1...5)) }
        }
        let junk = readAll(folder.write("c.tar", bytes + [0, 0, 1]))
        #expect(junk.damages.map { $0.message.contains("belong to nothing") } == [true])
        let middle = readAll(
            folder.write("c.tar", [UInt8](bytes[..<512]) + [UInt8](repeating: 0, count: 512) + bytes[512...]))
        #expect(middle.isDamaged)
    }

    @Test func linksDevicesAndPathsThatLeadOutsideAreRefused() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        folder.run("mkfifo b/pipe; ln -s /etc/passwd b/link; ln b/\(Self.messages) b/hard; echo out > out")
        folder.run(
            "tar -Pcf a.tar b/manifest.json b/link b/pipe b/\(Self.latest) b/\(Self.messages) b/hard b/../out \(folder.path)/out"
        )
        let outcome = readAll(folder.path + "/a.tar")
        #expect(
            outcome.damages.map(\.file) == ["b/link", "b/pipe", "b/hard", "b/../out", excerpt(folder.path + "/out")])
        #expect(outcome.text[Self.messages] == rows(1...5) && outcome.files.count == 2)
        // A sparse file.
        folder.run("rm b/pipe b/link b/hard; truncate -s 1M b/holes; echo >> b/holes")
        for format in ["gnu", "pax"] {
            folder.run(
                "tar -S --format=\(format) -cf a.tar b/manifest.json b/\(Self.latest) b/holes b/\(Self.messages)")
            let sparse = readAll(folder.path + "/a.tar")
            #expect(sparse.damages.contains { $0.description.contains("sparse") }, "\(format) \(sparse.damages)")
            #expect(sparse.files[Self.latest] != nil)
        }
    }

    @Test func aTarWithoutManifestIsNoArchive() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        folder.run("tar -cf a.tar b/meta; mkdir x; mv b x/b; tar -cf deep.tar x")
        for name in ["a.tar", "deep.tar"] {
            guard case .notAnArchive(_, let what, _) = readAll(folder.path + "/" + name).error else {
                Issue.record("\(name) was taken")
                continue
            }
            #expect(what.contains("without manifest.json"))
        }
    }

    @Test func damageWhileEntriesWaitKeepsWhatWasReadBefore() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        // The second file's entry is cut while it waits for its turn; the first one never comes.
        folder.run("tar -b1 -cf a.tar -C b manifest.json \(Self.messages) \(Self.latest)")
        let bytes = folder.read("a.tar")
        let start = 512 + (folder.read("b/manifest.json").count + 511) / 512 * 512 + 512
        let cut = readAll(folder.write("c.tar", Array(bytes[..<(start + row(1).utf8.count + 3)])))
        #expect(cut.text[Self.messages] == row(1))
        #expect(cut.whole[Self.messages] == false)
        #expect(cut.damages.count == 1)
    }

    @Test func aFolderThatCanNotSpoolIsSaid() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        folder.run("tar -cf a.tar -C b \(Self.messages) manifest.json \(Self.latest)")
        var options = ArchiveReader.Options()
        options.temporaryFolder = folder.path + "/absent"
        guard case .cannotSpool(let said, _) = readAll(folder.path + "/a.tar", options: options).error else {
            Issue.record("spooled into nothing")
            return
        }
        #expect(said == folder.path + "/absent")
        // Nothing is left behind where it works.
        folder.run("mkdir spool")
        options.temporaryFolder = folder.path + "/spool"
        #expect(!readAll(folder.path + "/a.tar", options: options).isDamaged)
        #expect(folder.run("test -z \"$(ls -A spool)\"") == 0)
    }
}
