import Testing

@testable import Archives

@Suite struct SingleFileTests {
    @Test func plainLinesOfBothForms() {
        let folder = TemporaryFolder()
        let wkdb = readAll(folder.write("a", rows(1...3)))
        #expect(wkdb.form == .wkdb && wkdb.container == .file && wkdb.compression == ArchiveCompression.none)
        #expect(wkdb.single == rows(1...3) && !wkdb.isDamaged)
        for line in [
            "{\"message_idstr\":\"5\",\"payload\":{\"type\":1}}", "{\"message_id\":5,\"payload\":null}",
            "{\"message_id\":\"5\",\"message_seq\":1,\"payload\":\"eyJ0eXBlIjoxfQ==\"}",
            "{\"message_id\":1,\"signal_payload\":\"MwohBQ==\"}",
        ] {
            #expect(readAll(folder.write("b", line)).form == .api)
        }
    }

    @Test func crlfBlankLinesByteOrderMarkAndNoLastLineFeed() throws {
        let folder = TemporaryFolder()
        let line = String(row(1).dropLast())
        let path = folder.write("a", "\u{FEFF}\(line)\r\n\r\n \t\n\u{a0}\u{85}\n\(line)")
        let outcome = readAll(path)
        #expect(outcome.form == .wkdb && !outcome.isDamaged)
        #expect(outcome.rows.values.first == 2)
        let reader = try ArchiveReader(opening: path)
        let chunk = try #require(try reader.nextChunk())
        #expect(chunk.hasByteOrderMark)
        chunk.withBytes { bytes in
            var cursor = LineCursor(chunk)
            var lines: [ArchiveLine] = []
            while let line = cursor.next(in: bytes) { lines.append(line) }
            #expect(lines.map(\.isBlank) == [false, true, true, true, false])
            #expect(lines.map(\.number) == [1, 2, 3, 4, 5])
            #expect(lines[0].content == 3..<3 + line.utf8.count)
            #expect(lines[0].range.count == line.utf8.count + 1)
            #expect(lines[4].content.upperBound == bytes.count)
        }
    }

    @Test func brokenFirstLineStillTellsTheForm() {
        let folder = TemporaryFolder()
        #expect(readAll(folder.write("a", "{\"channel_key\":\"2:g1\",\"mess\n" + rows(1...2))).form == .wkdb)
        #expect(readAll(folder.write("a", "{\"channel_key\":\"2:g1\",\"mess")).form == .wkdb)
        #expect(readAll(folder.write("a", "{\"message_idstr\":\"5\",\"payload\":{}}{}\n")).form == .api)
    }

    @Test func rowsOfOtherKindsBeforeTheMessagesDoNotDecide() {
        let folder = TemporaryFolder()
        let other =
            "{\"channel_key\":\"2:g1\",\"channel_id\":\"g1\",\"channel_type\":2}\n{\"type\":\"stats\",\"stats\":{}}\n"
        #expect(readAll(folder.write("a", other + row(1))).form == .wkdb)
        guard case .notAnArchive(_, let what, _) = readAll(folder.write("a", other)).error else {
            Issue.record("metadata was taken")
            return
        }
        #expect(what.contains("metadata"))
        let query = "{\"message_seq\":1,\"message_id\":2,\"payload_hash\":3,\"payload_size\":4,\"payload\":\"e30=\"}\n"
        guard case .notAnArchive(_, let what, _) = readAll(folder.write("a", query)).error else {
            Issue.record("a query's output was taken")
            return
        }
        #expect(what.contains("wkdb query"))
    }

    @Test func smallChunksGiveTheSameBytes() {
        let folder = TemporaryFolder()
        let text = (1...300).map { row($0, String(repeating: "A", count: $0 * 53 % 9000)) }.joined()
        let path = folder.write("a", text)
        var options = ArchiveReader.Options()
        for size in [4096, 5000, 8192, 65536] {
            options.chunkSize = size
            let outcome = readAll(path, options: options)
            #expect(outcome.single == text)
            #expect(outcome.rows.values.first == 300)
            #expect(outcome.chunks > 1)
        }
    }

    @Test(.enabled(if: has("gzip"))) func gzipWithOneAndManyMembers() {
        let folder = TemporaryFolder()
        let text = rows(1...2000)
        folder.write("a", text)
        folder.write("b", rows(2001...2003))
        folder.run("gzip -c a > one; (gzip -c a; gzip -c b) > two")
        let one = readAll(folder.path + "/one")
        #expect(one.single == text && one.compression == .gzip && !one.isDamaged)
        #expect(one.gzip == GzipFacts(members: 1, isBlockGzip: false))
        let two = readAll(folder.path + "/two")
        #expect(two.single == rows(1...2003) && two.gzip?.members == 2 && !two.isDamaged)
    }

    @Test(.enabled(if: has("gzip"))) func aLineSplitAcrossMembers() {
        let folder = TemporaryFolder()
        let text = Array(rows(1...2).utf8)
        folder.write("a", Array(text[..<50]))
        folder.write("b", Array(text[50...]))
        folder.run("(gzip -c a; gzip -c b) > two")
        let two = readAll(folder.path + "/two")
        #expect(two.single == rows(1...2) && !two.isDamaged)
    }

    @Test(.enabled(if: has("gzip"))) func zeroPaddingIsAcceptedAndJunkIsDamageAtItsOffset() throws {
        let folder = TemporaryFolder()
        folder.write("a", rows(1...9))
        folder.run("gzip -c a > z")
        let whole = folder.read("z")
        for count in [1, 2, 511, 300_000] {
            let padded = readAll(folder.write("p", whole + [UInt8](repeating: 0, count: count)))
            #expect(padded.single == rows(1...9) && !padded.isDamaged)
        }
        for (junk, at) in [
            (Array("junk".utf8), 0), ([0, 0, 0, 7], 3), ([0x1f], 0), ([0x1f, 0x8c], 0),
            ([UInt8](repeating: 0, count: 300_000) + [1, 0], 300_000),
        ] {
            let outcome = readAll(folder.write("p", whole + junk))
            #expect(outcome.single == rows(1...9))
            #expect(outcome.damages.map(\.offset) == [UInt64(whole.count + at)])
            #expect(outcome.whole.values.first == false)
        }
        // What looks like another member is one, and is damaged.
        let second = readAll(folder.write("p", whole + [0x1f, 0x8b, 8]))
        #expect(second.single == rows(1...9) && second.damages.count == 1)
    }

    @Test(.enabled(if: has("gzip"))) func wrongChecksumOrLengthKeepsTheRecords() throws {
        let folder = TemporaryFolder()
        folder.write("a", rows(1...9))
        folder.run("gzip -c a > z")
        let whole = folder.read("z")
        for back in [5, 1] {
            var bytes = whole
            bytes[whole.count - back] ^= 1
            let outcome = readAll(folder.write("p", bytes))
            #expect(outcome.single == rows(1...9))
            #expect(outcome.damages.count == 1)
            #expect(outcome.damages.first?.message.contains(back == 5 ? "CRC-32" : "length") == true)
            #expect(outcome.damages.first?.offset != nil)
        }
    }

    @Test(.enabled(if: has("bgzip"))) func blockGzipMustEndWithItsMarker() {
        let folder = TemporaryFolder()
        let text = rows(1...5000)
        folder.write("a", text)
        folder.run("bgzip -c a > z")
        let whole = folder.read("z")
        let good = readAll(folder.path + "/z")
        #expect(good.single == text && good.gzip?.isBlockGzip == true && !good.isDamaged)
        let cut = readAll(folder.write("p", Array(whole.dropLast(28))))
        #expect(cut.single == text)
        #expect(cut.damages.first?.message.contains("end marker") == true)
        #expect(cut.damages.first?.offset == UInt64(whole.count - 28))
        let joined = readAll(folder.write("p", whole + whole))
        #expect(joined.single == text + text && !joined.isDamaged)
        let mixed = readAll(folder.write("p", Array(whole.dropLast(28)) + whole))
        #expect(!mixed.isDamaged)
    }

    @Test func aLongLineGrowsTheChunkAndOneTooLongIsDamage() {
        let folder = TemporaryFolder()
        let long = row(2, String(repeating: "A", count: 5_000_000))
        let outcome = readAll(folder.write("a", row(1) + long + row(3)))
        #expect(outcome.single == row(1) + long + row(3) && !outcome.isDamaged)

        let fits = ChunkCutter.lineLimit
        for (length, isGood) in [(fits, true), (fits + 1, false)] {
            var bytes = Array(row(1).utf8)
            let start = bytes.count
            bytes += Array("{\"payload_b64\":\"".utf8)
            bytes += [UInt8](repeating: 65, count: length - (bytes.count - start) - 2) + Array("\"}".utf8)
            let withoutLineFeed = readAll(folder.write("a", bytes))
            #expect(withoutLineFeed.isDamaged == !isGood)
            bytes += [10] + Array(row(2).utf8)
            let outcome = readAll(folder.write("a", bytes))
            #expect(outcome.isDamaged == !isGood)
            if isGood {
                #expect(outcome.files.values.first == bytes)
            } else {
                #expect(outcome.single == row(1))
                #expect(outcome.damages.first?.offset != nil)
            }
        }
    }

    @Test(arguments: [
        ("", "empty file"), ("\n \n", "blank lines"), ("[{\"message_id\":1}]", "JSON array"),
        ("{\n  \"a\": 1\n}\n", "over many lines"),
        ("{\"messages\":[]}", "page of messages"), ("{\"a\":1}\n", "no messages (a)"), ("<html>", "XML or HTML"),
        ("%PDF-1.7", "PDF"), ("hello\n", "text without JSON"), ("PK\u{3}\u{4}", "zip"), ("SQLite format 3\0", "SQLite"),
        ("BZh91AY", "bzip2"), ("{\u{0}\"\u{0}", "UTF-16LE"), ("{ hello }\n", "no JSON objects"),
        ("{\"hash_slot\":1,\"uid\":\"u\"}\n", "metadata file"), ("a\u{0}b", "binary"),
    ])
    func whatIsNoArchiveIsSaidInOneMessage(content: String, what: String) {
        let folder = TemporaryFolder()
        let path = folder.write("a", content)
        guard case .notAnArchive(path, let said, let hint) = readAll(path).error else {
            Issue.record("\(content) was taken")
            return
        }
        #expect(said.contains(what))
        #expect(!hint.isEmpty)
    }

    @Test func otherCompressionsAndEncodingsAreNamed() {
        let folder = TemporaryFolder()
        folder.write("a", rows(1...3))
        folder.write("empty", "")
        for (program, command, what) in [
            ("zstd", "zstd -qc a", "zstd"), ("xz", "xz -c a", "xz"), ("bzip2", "bzip2 -c a", "bzip2"),
            ("pigz", "pigz -zc a", "zlib"), ("iconv", "iconv -f UTF-8 -t UTF-16 a", "UTF-16"),
            ("iconv", "iconv -f UTF-8 -t UTF-16BE a", "UTF-16BE"), ("iconv", "iconv -f UTF-8 -t UTF-32 a", "UTF-32"),
            ("gzip", "gzip -c a | gzip -c", "twice"), ("gzip", "gzip -c empty", "nothing in it"),
        ] where has(program) {
            folder.run("\(command) > out")
            guard case .notAnArchive(_, let said, _) = readAll(folder.path + "/out").error else {
                Issue.record("\(command) was taken")
                continue
            }
            #expect(said.contains(what))
        }
    }

    @Test func absentAndUnreadablePaths() {
        #expect(readAll("/nonexistent/x").error == .notFound(path: "/nonexistent/x"))
        #expect(readAll("/dev/null/x").error == .notFound(path: "/dev/null/x"))
        guard case .unreadable = readAll("/" + String(repeating: "x", count: 5000)).error else {
            Issue.record("a name that is too long")
            return
        }
    }
}
