import MessageReplay

extension ArchiveCase {
    static let fields = [
        ArchiveCase("the text null", Lines.wkdb(#"{"type":2,"url":"null","width":0,"height":0}"#), is: .oneDecoded),
        ArchiveCase(
            "booleans as booleans and as text", Lines.wkdb(#"{"type":1,"content":"x","mention":{"all":true}}"#),
            Lines.wkdb(#"{"type":1,"content":"x","mention":{"all":"1"}}"#, seq: 2), is: OutcomeCounts(malformed: 2),
            ["field-type /mention/all", "field-type /mention/all"],
            details: ["found boolean true", #"found string "1""#]),
        ArchiveCase(
            "an image's width as a fraction", Lines.wkdb(#"{"type":2,"url":"u","width":640.5,"height":480}"#),
            is: .oneDecoded),
        ArchiveCase(
            "an enum's value that the reader doesn't know",
            Lines.wkdb(#"{"type":9989,"content":"x","call_type":7,"second":1,"result_type":1}"#), is: .oneMalformed,
            ["field-enum /call_type"], details: ["found integer 7"]),
        ArchiveCase(
            "lists that are null or text",
            Lines.wkdb(#"{"type":1,"content":"x","mention":{"uids":null},"entities":null,"visibles":"u1"}"#),
            is: .oneMalformed, ["field-type /mention/uids", "field-type /entities", "field-type /visibles"]),
        ArchiveCase(
            "a fault in several elements counts its payload once",
            Lines.wkdb(#"{"type":1,"content":"x","visibles":[1,"u",2]}"#), is: .oneMalformed, ["field-type /visibles/*"]
        ) { $0.findings[0].examples.map(\.pointer) == ["/visibles/0"] },
        ArchiveCase(
            "a device's path in a payload",
            Lines.wkdb(#"{"type":2,"url":"u","width":1,"height":1,"localPath":"/data/user/0/app/1.png"}"#),
            is: .oneDecoded
        ),
        ArchiveCase(
            "a detail shows at most 64 characters of a value, and none of its escapes alive",
            Lines.wkdb(#"{"type":2,"url":"u","width":"\u001b[31m\#(String(repeating: "w", count: 200))"}"#),
            is: .oneMalformed, ["field-type /width"], details: [#"\u001b"#]
        ) {
            let detail = $0.findings[0].examples[0].detail
            return !detail.unicodeScalars.contains("\u{1B}") && detail.filter { $0 == "w" }.count <= 64
        },
    ]

    static let edits = [
        ArchiveCase(
            "an edit beside its message counts as a carrier",
            Lines.api(
                #"{"type":1,"content":"old"}"#,
                more: #""message_extra":{"content_edit":{"type":1,"content":"new"},"edited_at":1700000000},"#),
            is: .oneDecoded
        ) { $0.carriers == [CarrierTally(name: "message_extra.content_edit", counts: OutcomeCounts(decoded: 1))] },
        ArchiveCase(
            "an edit as JSON text", Lines.api(hello, more: #""message_extra":{"content_edit":"{\"type\":1}"},"#),
            is: .oneDecoded
        ) { $0.carriers == [CarrierTally(name: "message_extra.content_edit", counts: OutcomeCounts(decoded: 1))] },
        ArchiveCase(
            "no edit", Lines.api(hello, more: #""message_extra":{"content_edit":null,"extra_version":1},"#),
            is: .oneDecoded
        ) { $0.carriers.isEmpty },
        ArchiveCase(
            "an edit's own faults",
            Lines.api(hello, more: #""message_extra":{"content_edit":{"type":1,"content":7}},"#), is: .oneDecoded,
            ["field-type /content in message_extra.content_edit"]
        ) { $0.carriers.first?.counts == OutcomeCounts(malformed: 1) },
        ArchiveCase(
            "an edit of another type goes by its own",
            Lines.api(
                #"{"type":2,"url":"u"}"#, more: #""message_extra":{"content_edit":{"type":1,"content":"caption"}},"#),
            is: .oneDecoded, ["type-disagrees /type in message_extra.content_edit"]
        ) { $0.carriers.first?.counts == OutcomeCounts(decoded: 1) },
        ArchiveCase(
            "what is left of a file", Lines.wkdb(#"{"type":8,"name":"a.pdf"}"#), is: .oneMalformed,
            ["field-missing /url"]),
        ArchiveCase(
            "a stream's snapshot doesn't decide",
            #"{"message_idstr":"5","payload":"\#(helloBase64)","event_meta":{"completed":true,"events":"#
                + #"[{"event_key":"main","status":"closed","snapshot":"plain text"}]}}"#, is: .oneDecoded),
        ArchiveCase(
            "a command", Lines.wkdb(#"{"type":99,"cmd":"messageRevoke","param":{"message_id":"5"}}"#), is: .oneDecoded),
    ]

    static let times = [
        ArchiveCase(
            "a negative time is nobody's first message",
            Lines.api(hello).replacing("1609459200", with: "-2147483648"), is: .oneDecoded
        ) {
            $0.types[0].first == nil && $0.types[0].last == nil && $0.months.isEmpty
                && $0.text.contains(#""first": null"#)
        },
        ArchiveCase("a time of 0", Lines.wkdb(base64: helloBase64, time: 0), is: .oneDecoded) {
            $0.types[0].first == nil && $0.months.isEmpty
        },
        ArchiveCase("the largest times", Lines.wkdb(base64: helloBase64, time: .max), is: .oneDecoded) {
            $0.types[0].first == nil && $0.months.isEmpty
        },
        ArchiveCase(
            "a time that is no 64-bit number",
            Lines.wkdb(base64: helloBase64).replacing("1609459200000", with: "1e999999999"), is: .oneDecoded
        ) { $0.types[0].first == nil },
        ArchiveCase(
            "first and last time and the month", Lines.wkdb(base64: helloBase64, time: 1_609_459_255_871),
            Lines.wkdb(base64: helloBase64, seq: 2, time: 1_609_459_200_000), is: OutcomeCounts(decoded: 2)
        ) {
            $0.text.contains(#""first": "2021-01-01T00:00:00.000Z""#)
                && $0.text.contains(#""last": "2021-01-01T00:00:55.871Z""#)
                && $0.months == [MonthRow(month: "2021-01", counts: OutcomeCounts(decoded: 2))]
        },
        ArchiveCase(
            "the last millisecond of February and the first of March",
            Lines.wkdb(base64: helloBase64, time: 1_709_251_199_999),
            Lines.wkdb(base64: helloBase64, seq: 2, time: 1_709_251_200_000), is: OutcomeCounts(decoded: 2)
        ) { $0.months.map(\.month) == ["2024-02", "2024-03"] },
        ArchiveCase(
            "seconds where milliseconds belong", Lines.wkdb(base64: helloBase64, time: 100_000_000),
            Lines.wkdb(base64: helloBase64, seq: 2, time: 99_999_999_999), is: OutcomeCounts(decoded: 2),
            ["time-unit /server_timestamp_ms", "time-unit /server_timestamp_ms"]
        ) { $0.months.isEmpty },
        ArchiveCase(
            "what lies on either side of them is a time", Lines.wkdb(base64: helloBase64, time: 99_999_999),
            Lines.wkdb(base64: helloBase64, seq: 2, time: 100_000_000_000), is: OutcomeCounts(decoded: 2)
        ) { $0.months.map(\.month) == ["1970-01", "1973-03"] },
        ArchiveCase(
            "milliseconds where seconds belong", Lines.api(hello).replacing("1609459200", with: "100000000000"),
            Lines.api(hello, seq: 2).replacing("1609459200", with: "99999999999"), is: OutcomeCounts(decoded: 2),
            ["time-unit /timestamp"]
        ) { $0.months.map(\.month) == ["5138-11"] },
    ]

    static let lines = [
        ArchiveCase(
            "CRLF, blank lines and no last line break",
            Array((Lines.wkdb(hello) + "\r\n\r\n \t\n" + Lines.wkdb("{}", seq: 2)).utf8),
            OutcomeCounts(decoded: 1, malformed: 1), ["type-missing /type"]
        ) { $0.findings[0].examples[0].line == 4 },
        ArchiveCase(
            "U+2028 ends no line", Lines.wkdb(hello, channel: "2:g\u{2028}1"), Lines.wkdb("{}"),
            is: OutcomeCounts(decoded: 1, malformed: 1), ["type-missing /type"]
        ) { $0.findings[0].examples[0].line == 2 },
        ArchiveCase(
            "white space that the importer trims", Lines.wkdb(hello),
            "\u{A0}\t" + Lines.wkdb(hello, seq: 2) + " \u{3000}\r", is: OutcomeCounts(decoded: 2)),
        ArchiveCase(
            "two objects on a line", Lines.wkdb(hello), Lines.wkdb(hello, seq: 2) + Lines.wkdb(hello, seq: 3),
            is: OutcomeCounts(decoded: 1, malformed: 1), ["record-not-json"]
        ) { $0.findings[0].examples[0].line == 2 },
        ArchiveCase(
            "a line that was cut short, in the middle", Lines.wkdb(hello), #"{"channel_key":"2:g1","mess"#,
            Lines.wkdb(hello, seq: 2), is: OutcomeCounts(decoded: 2, malformed: 1), ["record-not-json"]
        ) { $0.findings[0].examples[0].line == 2 && $0.findings[0].examples[0].messageID == nil },
        ArchiveCase(
            "a line that is JSON but no object", Lines.wkdb(hello), "[1]", "null", #""x""#,
            is: OutcomeCounts(decoded: 1, malformed: 3), Array(repeating: "record-not-json", count: 3),
            details: ["expected an object, found array"]),
        ArchiveCase(
            "channel keys with separators are opaque", Lines.wkdb("{}", channel: "2:team-a:b@c"), is: .oneMalformed,
            ["type-missing /type"]
        ) { $0.findings[0].examples[0].channel == "2:team-a:b@c" },
        ArchiveCase(
            "the channel of an API message is its type and id", Lines.api("{}"), is: .oneMalformed,
            ["type-missing /type"]
        ) { $0.findings[0].examples[0].channel == "2:g1" },
        ArchiveCase(
            "client_msg_no is not unique", Lines.wkdb(hello), Lines.wkdb(hello, seq: 2).replacing("c2", with: "c1"),
            is: OutcomeCounts(decoded: 2)),
        ArchiveCase(
            "members that nobody knows pass",
            Lines.wkdb(hello).replacing("{\"channel_key\"", with: #"{"topic":null,"term":9,"channel_key""#),
            is: .oneDecoded),
    ]
}
