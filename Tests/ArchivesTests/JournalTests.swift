import Testing

@testable import Archives

@Suite struct JournalTests {
    static let header = JournalHeader(sourceBytes: .max, sourceState: "s\"\n", fingerprint: "shop@3", form: "tar")

    static func file(_ index: Int) -> FinishedFile {
        FinishedFile(
            index: index, length: 10, bytes: 1 << 63, rows: 3, checksum: Checksum(of: [1].span),
            isCompressed: index == 1)
    }

    static let entries: [JournalEntry] = [
        .header(header), .progress(finished: [], open: nil),
        .progress(
            finished: [file(0), file(1)],
            open: OpenFileState(
                index: 2, sourceOffset: 7, length: 8, bytes: 9, rows: 1, hasher: ChecksumHasher().snapshot,
                isCompressed: true)),
        .complete(finished: [file(2)], replacesFolder: true),
    ]

    @Test func everyEntryRoundTrips() {
        for entry in Self.entries { #expect(JournalEntry(entry.json) == entry) }
        for junk in ["", "{}", "[]", "{\"journal\":2}", "{\"finished\":[{}]}", "{\"finished\":[],\"open\":{}}"] {
            #expect(JournalEntry(Array(junk.utf8)) == nil)
        }
    }

    @Test func aJournalThatIsCutAnywhereIsItsWholeLines() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/journal"
        var ends: [Int] = []
        do {
            let journal = try #require(try Journal.make(path, header: Self.header))
            ends.append(folder.read("journal").count)
            for entry in Self.entries.dropFirst() {
                try journal.append(entry)
                ends.append(folder.read("journal").count)
            }
        }
        let bytes = folder.read("journal")
        for end in 0...bytes.count {
            let contents = Journal.contents(Array(bytes[..<end]))
            let lines = ends.count { $0 <= end }
            #expect((contents == nil) == (lines == 0))
            #expect(contents?.finished.keys.sorted() ?? [] == (lines < 3 ? [] : lines == 3 ? [0, 1] : [0, 1, 2]))
            #expect((contents?.open != nil) == (lines == 3) && (contents?.completion != nil) == (lines == 4))
        }
        // One wrong bit ends it where it is.
        for at in stride(from: 0, to: bytes.count, by: 7) {
            var wrong = bytes
            wrong[at] ^= 4
            let contents = Journal.contents(wrong)
            #expect(contents?.completion == nil)
            if at < ends[0] { #expect(contents == nil) }
        }
        // Junk behind the last line is overwritten.
        folder.write("journal", Array(bytes[..<ends[1]]) + [1, 2, 3])
        do {
            let (journal, _) = try #require(try Journal.resume(path))
            try journal.append(Self.entries[2])
        }
        #expect(folder.read("journal") == Array(bytes[..<ends[2]]))
    }

    @Test func aHasherGoesOnFromItsSnapshot() throws {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for cut in 0...200 {
            var first = ChecksumHasher()
            first.update(bytes.span.extracting(..<cut))
            var second = try #require(ChecksumHasher(snapshot: first.snapshot))
            second.update(bytes.span.extracting(cut...))
            #expect(second.finish() == Checksum(of: bytes.span))
            #expect(first.snapshot.count == 40 + cut % 64)
            #expect(ChecksumHasher(snapshot: first.snapshot + [0]) == nil)
        }
        #expect(ChecksumHasher(snapshot: []) == nil)
    }
}
