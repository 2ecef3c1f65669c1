import Testing

@testable import Archives

/// Archives of the common tool, in every container.
@Suite struct MadeArchivesTests {
    @Test(
        .enabled(if: sharedFolder != nil && has("python3"), "needs ../shared/tools/make_archive.py and python3"),
        arguments: [1, 7, 11])
    func everyContainerGivesTheSameRows(seed: Int) throws {
        let tool = try #require(sharedFolder) + "/tools/make_archive.py"
        let folder = TemporaryFolder()
        let made = "python3 '\(tool)' out --messages 3000 --rows 700 --edits 20 --seed \(seed) --pack"
        try #require(folder.run("\(made) tar.gz >/dev/null && \(made) jsonl.gz >/dev/null") == 0)
        let bundle = readAll(folder.path + "/out")
        #expect(!bundle.isDamaged, "\(bundle.damages)")
        #expect(bundle.extraFiles.isEmpty)
        let messages = bundle.order.filter { $0.hasPrefix("message/messages") }
        #expect(messages.count == 5)
        #expect(messages.reduce(0) { $0 + (bundle.rows[$1] ?? 0) } == 3000)

        let tar = readAll(folder.path + "/out.tar.gz")
        #expect(tar.files == bundle.files && tar.order == bundle.order && !tar.isDamaged)

        folder.run("(cd out && find . -type f | sort -r | tar -cf ../shuffled.tar -T -)")
        let shuffled = readAll(folder.path + "/shuffled.tar")
        #expect(shuffled.files == bundle.files && shuffled.order == bundle.order && !shuffled.isDamaged)

        let lines = readAll(folder.path + "/out.jsonl.gz")
        var joined: [UInt8] = []
        for message in messages { joined += bundle.files[message] ?? [] }
        #expect(lines.files.values.first == joined)
        #expect(lines.form == .wkdb && lines.container == .file && !lines.isDamaged)
    }
}
