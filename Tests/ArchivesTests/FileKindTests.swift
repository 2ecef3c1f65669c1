import Testing

@testable import Archives

/// Archives of which only some files are read.
@Suite struct FileKindTests {
    private static func options(_ kinds: Set<FileKind>) -> ArchiveReader.Options {
        var options = ArchiveReader.Options()
        options.kinds = kinds
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
        // Its checksum and its rows.
        let longer = readAll(folder.path + "/d", options: Self.options([.channelLatest]))
        #expect(longer.damages.map(\.file) == [latest, latest])
        #expect(readAll(folder.path + "/a.tar", options: Self.options([])).order.isEmpty)
    }
}
