import Archives
import JSONText
import TestSupport
import Testing

@testable import MessageReplay

/// Which messages of a bundle were edited, and into what.
struct EditTests {
    private static let row =
        #"{"channel_key":"2:g1","message_seq":1,"message_id":7,"from_uid":"u","server_timestamp_ms":1,"payload_b64":"e30="}"#

    /// The edits that the messages of an archive have: the payload's text by channel key and message id.
    static func edits(of archive: EditedArchive) throws -> [String: String] {
        var found: [String: String] = [:]
        var lookup = EditLookup(archive.edits)
        var fields = RecordFields(.wkdb)
        var line = JSONTape()
        var bytes: [UInt8] = []
        while let chunk = try archive.reader.nextChunk() {
            guard archive.reader.files[chunk.fileIndex].kind == .messages else { continue }
            try chunk.withBytes { chunkBytes in
                var cursor = LineCursor(chunk)
                while let place = cursor.next(in: chunkBytes) {
                    let row = chunkBytes.extracting(place.content)
                    try line.scan(row)
                    fields.find(on: line, in: row)
                    guard let edit = try lookup.edit(fields, on: line, in: row, into: &bytes) else { continue }
                    let key = "\(fields.channelText(on: line, in: row) ?? "") \(line.text(fields.messageID, in: row))"
                    switch edit {
                    case .asBytes(let count, _): found[key] = String(decoding: bytes[..<count], as: UTF8.self)
                    case .fault(let code, let detail): found[key] = "\(code.rawValue): \(detail)"
                    case .inLine: found[key] = "in line"
                    }
                }
            }
            archive.reader.recycle(chunk)
        }
        return found
    }

    private static func bundle(_ scratch: ScratchFolder, updates: [String], channels: [String], messages: [String]) {
        scratch.write("b/meta/u.jsonl", updates.map { $0 + "\n" }.joined())
        scratch.write("b/message/c.jsonl", channels.map { $0 + "\n" }.joined())
        scratch.write("b/message/m.jsonl", messages.map { $0 + "\n" }.joined())
        let digest = String(repeating: "0", count: 64)
        func file(_ path: String, _ kind: String, _ rows: Int) -> String {
            #"{"path":"\#(path)","kind":"\#(kind)","rows":\#(rows),"sha256":"\#(digest)"}"#
        }
        let files = [
            file("message/m.jsonl", "message.messages", messages.count),
            file("meta/u.jsonl", "meta.message_updates", updates.count),
            file("message/c.jsonl", "message.channels", channels.count),
        ]
        scratch.write(
            "b/manifest.json",
            #"{"format":"wkdb-import-bundle","version":1,"hash_slot_count":8,"files":[\#(files.joined(separator: ","))]}"#
        )
    }

    private static func update(
        _ channel: String, _ type: Int, _ id: Int, _ payload: String, version: String = "1", time: Int = 5,
        pending: Int = 0, table: String = "message_update"
    ) -> String {
        #"{"hash_slot":1,"table":"\#(table)","row":{"channel_id":"\#(channel)","channel_type":\#(type),"message_id":\#(id),"#
            + #""message_seq":1,"payload":\#(payload),"pending":\#(pending),"updated_at_ms":\#(time),"version":\#(version)}}"#
    }

    private static func message(_ key: String, _ id: String) -> String {
        row.replacing("2:g1", with: key).replacing(#""message_id":7"#, with: #""message_id":\#(id)"#)
    }

    private static func base64(_ text: String) -> String {
        var encoded: [UInt8] = []
        let bytes = Array(text.utf8)
        Base64.encode(bytes.span, appendingTo: &encoded)
        return #""\#(String(decoding: encoded, as: UTF8.self))""#
    }

    @Test func theNewestEditOfAMessageCounts() throws {
        let scratch = ScratchFolder()
        Self.bundle(
            scratch,
            updates: [
                // The version says which is the newest, whatever a clock said; of one version the last row counts, and
                // so it does where no version can be read.
                Self.update("g1", 2, 7, Self.base64("first"), version: "1", time: 9),
                Self.update("g1", 2, 7, Self.base64("third"), version: "3", time: 8),
                Self.update("g1", 2, 7, Self.base64("second"), version: "2", time: 9),
                Self.update("g1", 2, 8, Self.base64("first"), version: "18446744073709551615", time: 9),
                Self.update("g1", 2, 8, Self.base64("second"), version: "18446744073709551615", time: 8),
                Self.update("g1", 2, 8, Self.base64("without"), version: "null", time: 10),
                Self.update("g1", 2, 15, Self.base64("first"), version: "null", time: 9),
                Self.update("g1", 2, 15, Self.base64("second"), version: "-1", time: 8),
                // Another channel's message of the same number; a pending edit; another table; one without payload.
                Self.update("g2", 2, 9, Self.base64("elsewhere")),
                Self.update("g1", 2, 10, "\"\"", pending: 1, table: "message_update_pending"),
                Self.update("g1", 2, 10, Self.base64("not yet"), pending: 1),
                Self.update("g1", 2, 11, Self.base64("a head"), table: "message_update_head"),
                Self.update("g1", 2, 12, "\"\""),
                Self.update("g1", 2, 13, "\"%%%%\""),
                Self.update("u1@u2", 1, 14, Self.base64("opaque")),
                "not JSON",
            ],
            channels: [
                #"{"channel_key":"2:g1","channel_id":"g1","channel_type":2}"#,
                #"{"channel_key":"personal","channel_id":"u1@u2","channel_type":1}"#,
            ],
            messages: ["7", "8", "9", "10", "11", "12", "13", "15", #""7""#].map { Self.message("2:g1", $0) }
                + [Self.message("personal", "14"), Self.message("1:u1@u2", "14"), Self.message("other", "14")])
        let archive = try EditedArchive(opening: scratch.path + "/b", options: .init())
        let found = try Self.edits(of: archive)
        #expect(found["2:g1 7"] == "third")
        #expect(found[#"2:g1 "7""#] == "third")
        #expect(found["2:g1 8"] == "second")
        #expect(found["2:g1 15"] == "second")
        #expect(found["2:g1 13"]?.hasPrefix("payload-base64: ") == true)
        #expect(found["personal 14"] == "opaque")
        #expect(found["1:u1@u2 14"] == "opaque")
        #expect(found.count == 7)
    }

    @Test func channelsSayTheirTypeAndID() throws {
        let scratch = ScratchFolder()
        Self.bundle(
            scratch, updates: [], channels: [#"{"channel_key":"personal","channel_id":"u1@u2","channel_type":1}"#],
            messages: [])
        let archive = try EditedArchive(opening: scratch.path + "/b", options: .init())
        var lookup = EditLookup(archive.edits)
        func channel(_ key: String) throws -> String? {
            var fields = RecordFields(.wkdb)
            var line = JSONTape()
            let row = Array(Self.message(key, "1").utf8)
            try line.scan(row.span)
            fields.find(on: line, in: row.span)
            return try lookup.channel(of: fields, on: line, in: row.span).map { "\($0.type) \($0.id)" }
        }
        #expect(try channel("personal") == "1 u1@u2")
        #expect(try channel("2:team:b") == "2 team:b")
        #expect(try channel("03:x") == nil)
        #expect(try channel("g1:2") == nil)
        #expect(try channel(":x") == nil)
        #expect(try channel("12345678901234567890:x") == nil)
    }

    private static let seed = Seeds.one(6)

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot), arguments: [4096, 8 << 20])
    func everyEditOfAMadeArchiveIsFound(memory: Int) throws {
        let made = try MadeArchive.of("--messages 1500 --edits 100 --seed \(Self.seed)")
        let expected = try made.editedPayloads()
        #expect(expected.count == 100)
        for packing in [MadeArchive.Packing.folder, .tarGzip] {
            let archive = try EditedArchive(opening: made.path(of: packing), options: .init(), memory: memory)
            #expect(archive.damages.isEmpty)
            #expect(try Self.edits(of: archive) == expected)
        }
    }
}

extension MadeArchive {
    /// The payloads of the bundle's edits by channel key and message id.
    func editedPayloads() throws -> [String: String] {
        var edits: [String: String] = [:]
        for line in ScratchFolder.contents(of: path(of: .folder) + "/meta/message_update.jsonl").split(separator: 0x0A)
        {
            let row = try #require(try JSONDocument(Array(line)).root["row"])
            let text = try #require(row["payload"]?.string)
            var bytes: [UInt8] = []
            let encoded = Array(text.utf8)
            let count = try Base64.decode(encoded.span, into: &bytes)
            let type = try #require(row["channel_type"]?.integer)
            let key = "\(type):\(try #require(row["channel_id"]?.string)) \(try #require(row["message_id"]?.integer))"
            edits[key] = String(decoding: bytes[..<count], as: UTF8.self)
        }
        return edits
    }
}
