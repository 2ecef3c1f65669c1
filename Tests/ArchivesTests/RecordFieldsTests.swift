import JSONText
import Testing

@testable import Archives

@Suite struct RecordFieldsTests {
    /// The texts of the members that were found, by field name.
    static func find(_ line: String, _ form: RecordForm) throws -> [String: String] {
        var fields = RecordFields(form)
        return try find(line, &fields)
    }

    static func find(_ line: String, _ fields: inout RecordFields) throws -> [String: String] {
        let bytes = Array(line.utf8)
        var tape = JSONTape()
        try tape.scan(bytes.span)
        fields.find(on: tape, in: bytes.span)
        let nodes: KeyValuePairs<String, Int> = [
            "channelKey": fields.channelKey, "channelID": fields.channelID, "channelType": fields.channelType,
            "messageSeq": fields.messageSeq, "messageID": fields.messageID, "messageIDString": fields.messageIDString,
            "clientMsgNo": fields.clientMsgNo, "fromUID": fields.fromUID, "time": fields.time,
            "payload": fields.payload, "signalPayload": fields.signalPayload, "setting": fields.setting,
            "contentEdit": fields.contentEdit, "table": fields.table, "pending": fields.pending,
            "revoke": fields.revoke, "extraRevoke": fields.extraRevoke, "mutualDeletion": fields.mutualDeletion,
        ]
        var found: [String: String] = [:]
        for (name, node) in nodes where node >= 0 { found[name] = tape.text(node, in: bytes.span) }
        return found
    }

    @Test func wkdbRowsInAnyOrder() throws {
        let members = [
            ("channel_key", "\"2:g1\"", "channelKey"), ("message_seq", "7", "messageSeq"),
            ("message_id", "\"8\"", "messageID"),
            ("client_msg_no", "\"c\"", "clientMsgNo"), ("from_uid", "\"u\"", "fromUID"),
            ("server_timestamp_ms", "9", "time"), ("payload_b64", "\"e30=\"", "payload"),
        ]
        let expected = Dictionary(uniqueKeysWithValues: members.map { ($0.2, $0.1) })
        for turn in 0..<members.count {
            let turned = Array(members[turn...] + members[..<turn])
            for order in [turned, turned.reversed()] {
                let line =
                    "{" + order.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ", \"other\":{\"payload_b64\":1},")
                    + "}"
                #expect(try Self.find(line, .wkdb) == expected)
            }
        }
    }

    @Test func namesMatchExactlyAndTheLastCounts() throws {
        let found = try Self.find(
            "{\"payload_b64\":1,\"Payload_b64\":2,\"payload_b6\":3,\"payload_b641\":4,\"payload_b64\":5,\"\":6}", .wkdb)
        #expect(found == ["payload": "5"])
        #expect(try Self.find("{\"payload\\u005fb64\":1,\"message\\u005fx\":2}", .wkdb) == ["payload": "1"])
        #expect(try Self.find("[1]", .wkdb) == [:])
        #expect(try Self.find("{}", .wkdb) == [:])
        #expect(try Self.find("{\"a\":1}", .wkdb) == [:])
    }

    @Test func apiMessagesOfEachKind() throws {
        let f3 = try Self.find(
            "{\"header\":{\"red_dot\":1},\"setting\":0,\"message_id\":5,\"message_idstr\":\"5\",\"client_msg_no\":\"c\","
                + "\"message_seq\":3,\"from_uid\":\"u\",\"channel_id\":\"g\",\"channel_type\":2,\"timestamp\":17,\"payload\":null}",
            .api)
        #expect(
            f3 == [
                "setting": "0", "messageID": "5", "messageIDString": "\"5\"", "clientMsgNo": "\"c\"", "messageSeq": "3",
                "fromUID": "\"u\"", "channelID": "\"g\"", "channelType": "2", "time": "17", "payload": "null",
            ])
        let f8 = try Self.find(
            "{\"payload\":{\"type\":98},\"signal_payload\":\"M\",\"message_extra\":{\"message_id\":1,\"content_edit\":{\"type\":1}}}",
            .api)
        #expect(f8 == ["payload": "{\"type\":98}", "signalPayload": "\"M\"", "contentEdit": "{\"type\":1}"])
        #expect(try Self.find("{\"message_extra\":[{\"content_edit\":1}]}", .api) == [:])
        let recalled = try Self.find(
            "{\"is_deleted\":1,\"message_extra\":{\"is_mutual_deleted\":2,\"revoke\":3,\"revoker\":4},\"revoke\":5,\"revoker\":6}",
            .api)
        #expect(recalled == ["revoke": "5", "extraRevoke": "3", "mutualDeletion": "2"])
    }

    @Test func carriers() throws {
        let latest = try Self.find(
            "{\"hash_slot\":1,\"channel_id\":\"g\",\"channel_type\":2,\"last_message_id\":5,\"last_message_seq\":6,\"last_at\":7,"
                + "\"from_uid\":\"u\",\"client_msg_no\":\"c\",\"last_payload_b64\":\"\",\"updated_at\":8}",
            .channelLatest)
        #expect(
            latest == [
                "channelID": "\"g\"", "channelType": "2", "messageID": "5", "messageSeq": "6", "time": "7",
                "fromUID": "\"u\"", "clientMsgNo": "\"c\"", "payload": "\"\"",
            ])
        var fields = RecordFields(.messageUpdate)
        let update = try Self.find(
            "{\"hash_slot\":1,\"table\":\"message_update\",\"row\":{\"channel_id\":\"g\",\"channel_type\":2,\"message_id\":5,"
                + "\"message_seq\":6,\"payload\":\"e30=\",\"pending\":0,\"updated_at_ms\":9,\"version\":1}}", &fields)
        #expect(
            update == [
                "channelID": "\"g\"", "channelType": "2", "messageID": "5", "messageSeq": "6", "payload": "\"e30=\"",
                "pending": "0", "time": "9", "table": "\"message_update\"",
            ])
        // Nothing of the line before is left.
        #expect(try Self.find("{\"table\":\"x\",\"row\":5}", &fields) == ["table": "\"x\""])
    }

    @Test func integersOfEveryLengthAreDigitsThroughout() throws {
        var tape = JSONTape()
        let digits = Array("1844674407370955161".utf8)
        for length in 1...digits.count {
            let text = Array(digits[..<length])
            let quoted = [0x22] + text + [0x22]
            try tape.scan(quoted.span)
            #expect(tape.unsigned64(0, in: quoted.span) == .valid(UInt64(String(decoding: text, as: UTF8.self)) ?? 0))
            for place in 0..<length {
                // Just below "0", just above "9", and bytes that no character of digits is near.
                for byte in [0x2F, 0x3A, 0x20, 0x7F, 0x41] as [UInt8] {
                    var wrong = quoted
                    wrong[1 + place] = byte
                    try tape.scan(wrong.span)
                    #expect(tape.unsigned64(0, in: wrong.span) == .invalid, "\(byte) at \(place) of \(length)")
                    #expect(tape.signed64(0, in: wrong.span) == .invalid, "\(byte) at \(place) of \(length)")
                }
            }
        }
    }

    @Test func integersByGosRules() throws {
        func node(_ text: String) throws -> (JSONTape, [UInt8]) {
            let bytes = Array(text.utf8)
            var tape = JSONTape()
            try tape.scan(bytes.span)
            return (tape, bytes)
        }
        let cases: [(String, IntegerField<UInt64>, IntegerField<Int64>)] = [
            ("7", .valid(7), .valid(7)), ("\"7\"", .valid(7), .valid(7)), ("\"007\"", .valid(7), .valid(7)),
            ("18446744073709551615", .valid(.max), .invalid), ("18446744073709551616", .invalid, .invalid),
            ("9223372036854775807", .valid(1 << 63 - 1), .valid(.max)),
            ("-9223372036854775808", .invalid, .valid(.min)),
            ("-9223372036854775809", .invalid, .invalid), ("-1", .invalid, .valid(-1)),
            ("\"-1\"", .invalid, .valid(-1)),
            ("\" 7 \"", .invalid, .invalid), ("\"+7\"", .invalid, .invalid), ("7.0", .invalid, .invalid),
            ("7e0", .invalid, .invalid), ("null", .invalid, .absent), ("\"\"", .invalid, .invalid),
            ("\"-\"", .invalid, .invalid), ("true", .invalid, .invalid), ("\"\\u0037\"", .valid(7), .valid(7)),
            ("18446744073709551615.0", .invalid, .invalid),
        ]
        for (text, unsigned, signed) in cases {
            let (tape, bytes) = try node(text)
            let found = (tape.unsigned64(0, in: bytes.span), tape.signed64(0, in: bytes.span))
            #expect(found.0 == unsigned, "\(text)")
            #expect(found.1 == signed, "\(text)")
            let absent = (tape.unsigned64(-1, in: bytes.span), tape.signed64(-1, in: bytes.span))
            #expect(absent.0 == .absent && absent.1 == .absent)
        }
        let (tape, bytes) = try node("\"7\"")
        let strict = tape.signed64(0, in: bytes.span, allowsText: false)
        #expect(strict == .invalid)
    }
}
