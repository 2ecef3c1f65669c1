import Testing

@testable import Archives

@Suite struct ManifestRewritingTests {
    static let sum = String(repeating: "0", count: 63) + "1"
    static let checksum = Checksum(of: Array("new".utf8).span)

    static func rewritten(_ text: String, rows: Int, count: Int = 1) throws -> String {
        let manifest = try ArchiveManifest(Array(text.utf8), of: "test")
        try #require(manifest.files.count == count)
        let contents = manifest.files.map { _ in (rows: rows, checksum: checksum) }
        return String(decoding: manifest.rewritten(contents), as: UTF8.self)
    }

    static func text(_ entry: String) -> String {
        " { \"format\" :\"wkdb-import-bundle\",\t\"version\":1,\"x\":[1e400,{\"a\":1,\"a\":2}],\"hash_slot_count\":7,"
            + "\"files\":[\n\(entry)\n] , \"created_at_ms\" : 12345678901234567890 }\r\n"
    }

    static let cases: [(before: String, after: String)] = [
        (
            "{\"path\":\"a\",\"kind\":\"k\",\"rows\":3,\"sha256\":\"SUM\"}",
            "{\"path\":\"a\",\"kind\":\"k\",\"rows\":5,\"sha256\":\"NEW\"}"
        ),
        (
            "{ \"sha256\" : \"SUM\" , \"z\":{ \"rows\":9 }, \"rows\":  5, \"path\":\"\\u0061\",\"kind\":\"k\"}",
            "{ \"sha256\" : \"NEW\" , \"z\":{ \"rows\":9 }, \"rows\":  5, \"path\":\"\\u0061\",\"kind\":\"k\"}"
        ),
        // Names match regardless of case, the last one counts, null doesn't.
        (
            "{\"rows\":1,\"Path\":\"a\",\"ROWS\":2,\"rows\":null,\"kind\":\"k\",\"sha256\":\"x\",\"\\u0053HA256\":\"SUM\"}",
            "{\"rows\":1,\"Path\":\"a\",\"ROWS\":5,\"rows\":null,\"kind\":\"k\",\"sha256\":\"x\",\"\\u0053HA256\":\"NEW\"}"
        ),
        (
            "{\"path\":\"a\",\"kind\":\"k\",\"sha256\":\"SUM\" }",
            "{\"path\":\"a\",\"kind\":\"k\",\"sha256\":\"NEW\",\"rows\":5 }"
        ),
        ("{\"path\":\"a\",\"kind\":\"k\"}", "{\"path\":\"a\",\"kind\":\"k\",\"rows\":5,\"sha256\":\"NEW\"}"),
        (
            "{\"path\":\"a\",\"kind\":\"k\",\"rows\":\"3\",\"sha256\":17}",
            "{\"path\":\"a\",\"kind\":\"k\",\"rows\":5,\"sha256\":\"NEW\"}"
        ),
    ]

    @Test(arguments: cases.indices) func onlyCountsAndChecksumsChange(index: Int) throws {
        let (before, after) = Self.cases[index]
        let old = Self.text(before.replacing("SUM", with: Self.sum))
        let new = Self.text(after.replacing("NEW", with: Self.checksum.description))
        #expect(try Self.rewritten(old, rows: 5) == new)
        // A second time nothing is left to change.
        #expect(try Self.rewritten(new, rows: 5) == new)
    }

    @Test func entriesThatCanNotBeUsedStay() throws {
        let entries =
            "{\"path\":\"../a\",\"rows\":1},7,{\"path\":\"b\",\"kind\":\"k\",\"rows\":1,\"sha256\":\"SUM\"},{\"path\":\"b\",\"rows\":1}"
        let after = entries.replacing(
            "\"rows\":1,\"sha256\":\"SUM\"", with: "\"rows\":4,\"sha256\":\"\(Self.checksum)\"")
        #expect(try Self.rewritten(Self.text(entries), rows: 4) == Self.text(after))
    }

    @Test func manyEntries() throws {
        let entry = { (index: Int, sum: String) in
            "{\"path\":\"f\(index)\",\"kind\":\"k\",\"rows\":\(index),\"sha256\":\"\(sum)\"}"
        }
        let manifest = try ArchiveManifest(
            Array(Self.text((0..<1000).map { entry($0, Self.sum) }.joined(separator: ",\n")).utf8), of: "test")
        let new = manifest.rewritten((0..<1000).map { (rows: $0, checksum: Self.checksum) })
        #expect(
            String(decoding: new, as: UTF8.self)
                == Self.text((0..<1000).map { entry($0, Self.checksum.description) }.joined(separator: ",\n")))
        #expect(
            manifest.rewritten(manifest.files.map { ($0.rows ?? 0, $0.checksum ?? Self.checksum) }) == manifest.bytes)
    }
}
