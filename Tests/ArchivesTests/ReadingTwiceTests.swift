import Glibc
import Testing

@testable import Archives

/// Archives of which only some files are read, and standard input that is read more than once.
@Suite(.serialized) struct ReadingTwiceTests {
    private static func options(_ kinds: Set<FileKind>?, _ copy: InputCopy? = nil) -> ArchiveReader.Options {
        var options = ArchiveReader.Options()
        options.kinds = kinds
        options.inputCopy = copy
        return options
    }

    @Test func `only the kinds that are asked for are read`() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        let (messages, latest) = (FolderBundleTests.messages, FolderBundleTests.latest)
        let whole = readAll(folder.path + "/b")
        folder.run(
            "tar -cf a.tar -C b manifest.json \(latest) \(messages); tar -czf b.tar.gz b/\(messages) b/\(latest) b/manifest.json"
        )
        // A file that isn't asked for may be damaged or absent.
        folder.run("cp -r b c; rm c/\(latest); cp -r b d; echo {} >>d/\(latest)")
        for path in ["b", "a.tar", "b.tar.gz", "c", "d"] {
            let outcome = readAll(folder.path + "/" + path, options: Self.options([.messages]))
            #expect(outcome.order == [messages], "\(path)")
            #expect(outcome.files[messages] == whole.files[messages], "\(path)")
            #expect(!outcome.isDamaged, "\(path): \(outcome.damages)")
        }
        #expect(readAll(folder.path + "/b", options: Self.options([.channelLatest])).order == [latest])
        #expect(readAll(folder.path + "/c", options: Self.options([.channelLatest])).damages.map(\.file) == [latest])
        #expect(readAll(folder.path + "/d", options: Self.options([.channelLatest])).damages.map(\.file) == [latest])
        #expect(readAll(folder.path + "/a.tar", options: Self.options([])).order.isEmpty)
    }

    @Test func `a tar on standard input is read as often as is asked`() {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        folder.run("tar -cf a.tar -C b .; gzip -k a.tar; head -c 3000 a.tar >cut.tar")
        let saved = dup(0)
        defer {
            dup2(saved, 0)
            close(saved)
        }
        for name in ["a.tar", "a.tar.gz", "cut.tar"] {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            let bytes = folder.read(name)
            #expect(write(ends[1], bytes, bytes.count) == bytes.count)
            close(ends[1])
            dup2(ends[0], 0)
            close(ends[0])
            let copy = InputCopy()
            let expected = readAll(folder.path + "/" + name)
            for _ in 0..<3 {
                let outcome = readAll("-", options: Self.options(nil, copy))
                #expect(outcome.files == expected.files && outcome.damages == expected.damages, "\(name)")
                #expect(outcome.error == expected.error)
            }
        }
    }

    @Test func `a single file on standard input isn't copied`() throws {
        let folder = TemporaryFolder()
        folder.write("a.jsonl", rows(1...50))
        let saved = dup(0)
        let file = open(folder.path + "/a.jsonl", O_RDONLY)
        dup2(file, 0)
        close(file)
        defer {
            dup2(saved, 0)
            close(saved)
        }
        let copy = InputCopy()
        let outcome = readAll("-", options: Self.options([.channelLatest], copy))
        #expect(outcome.order.count == 1 && !outcome.isDamaged)
        #expect(copy.count == nil)
    }
}
