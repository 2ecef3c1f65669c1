import Testing

@testable import Archives

/// The checker of the bundle format is checked itself: what is right passes, and each rule notices its break.
@Suite struct BundleRulesTests {
    static let channels = "{\"channel_key\":\"2:g1\",\"channel_id\":\"g1\",\"channel_type\":2}\n"
    static let user =
        "{\"hash_slot\":\(slot("u1")),\"uid\":\"u1\",\"token\":\"\",\"device_flag\":0,\"device_level\":0}\n"

    /// The hash slot of a key among 256, from the check value of CRC-32 that python3 gives too.
    static func slot(_ key: String) -> Int {
        var crc: UInt32 = 0xffff_ffff
        for byte in key.utf8 {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
        }
        return Int(~crc % 256)
    }

    static func bundle(_ changes: [String: String] = [:], manifest text: ((String) -> String)? = nil) -> [String:
        [UInt8]]
    {
        var files = [
            "meta/users.jsonl": user, "message/channels.jsonl": channels, "message/messages-000001.jsonl": rows(1...3),
        ]
        for (path, text) in changes { files[path] = text }
        let listed = [
            ("meta/users.jsonl", "meta.users"), ("message/channels.jsonl", "message.channels"),
            ("message/messages-000001.jsonl", "message.messages"),
        ].map { (path: $0.0, kind: $0.1, bytes: Array((files[$0.0] ?? "").utf8)) }
        var bytes = files.mapValues { Array($0.utf8) }
        bytes["manifest.json"] = Array((text ?? { $0 })(manifest(listed)).utf8)
        return bytes
    }

    @Test func whatIsRightPasses() {
        #expect(BundleRules(Self.bundle()).broken == [])
        #expect(Self.slot("123456789") == 0xcbf4_3926 % 256)
    }

    static let breaks: [(path: String, text: String, words: String)] = [
        ("message/messages-000001.jsonl", row(1) + row(3), "message_seq 3, not 2"),
        ("message/messages-000001.jsonl", row(2), "message_seq 2, not 1"),
        ("message/messages-000001.jsonl", row(1, "a"), "payload_b64"),
        ("message/messages-000001.jsonl", row(1).replacing("2:g1", with: "2:g2"), "isn't declared"),
        ("message/messages-000001.jsonl", row(1).replacing("from_uid", with: "from"), "unknown member"),
        ("message/messages-000001.jsonl", row(1) + "[]\n", "no JSON object"),
        ("message/channels.jsonl", channels + channels, "strictly ascending"),
        ("meta/users.jsonl", user.replacing("\"u1\"", with: "\"u2\""), "hash_slot"),
    ]

    @Test(arguments: breaks.indices) func eachRuleNotices(index: Int) {
        let (path, text, words) = Self.breaks[index]
        let broken = BundleRules(Self.bundle([path: text])).broken
        #expect(broken.contains { $0.contains(words) }, "\(broken)")
    }

    @Test func theManifestsRules() {
        for (old, new, words) in [
            ("\"rows\":3", "\"rows\":4", "rows"), ("\"version\":1", "\"version\":2", "version"),
            ("256", "0", "hash_slot_count"), ("meta.users", "meta.people", "kind"),
            ("\"sha256\":\"", "\"sha256\":\"0", "sha256"), ("{\"format\"", "{\"x\":1,\"format\"", "unknown member"),
        ] {
            let broken = BundleRules(Self.bundle { $0.replacing(old, with: new) }).broken
            #expect(broken.contains { $0.contains(words) }, "\(words): \(broken)")
        }
    }
}
