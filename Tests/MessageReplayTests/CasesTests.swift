import MessageReplay
import Registries
import Testing

/// What people meet in archives, a line or a few, and what an audit has to say of it.
struct ArchiveCase: CustomTestStringConvertible {
    /// What the case shows.
    let shows: String
    /// The file.
    let bytes: [UInt8]
    /// The outcomes of its records.
    let totals: OutcomeCounts
    /// All findings as `code pointer` or, for those that aren't in the record's own payload, `code pointer in place`.
    let findings: [String]
    /// Texts that the details have, each in one of them.
    let details: [String]
    /// What else has to hold.
    let holds: @Sendable (AuditReport) -> Bool

    init(
        _ shows: String, _ bytes: [UInt8], _ totals: OutcomeCounts, _ findings: [String] = [], details: [String] = [],
        holds: @escaping @Sendable (AuditReport) -> Bool = { _ in true }
    ) {
        self.shows = shows
        self.bytes = bytes
        self.totals = totals
        self.findings = findings
        self.details = details
        self.holds = holds
    }

    init(
        _ shows: String, _ lines: String..., is totals: OutcomeCounts, _ findings: [String] = [],
        details: [String] = [], holds: @escaping @Sendable (AuditReport) -> Bool = { _ in true }
    ) {
        let text = lines.map { $0 + "\n" }.joined()
        self.init(shows, Array(text.utf8), totals, findings, details: details, holds: holds)
    }

    var testDescription: String { shows }
}

extension OutcomeCounts {
    static let oneDecoded = OutcomeCounts(decoded: 1)
    static let oneUnknown = OutcomeCounts(unknown: 1)
    static let oneMalformed = OutcomeCounts(malformed: 1)
}

@Suite("What archives really hold")
struct CasesTests {
    @Test(arguments: ArchiveCase.identifiers) func identifiers(_ one: ArchiveCase) throws { try check(one) }
    @Test(arguments: ArchiveCase.discriminators) func discriminators(_ one: ArchiveCase) throws { try check(one) }
    @Test(arguments: ArchiveCase.carriages) func carriages(_ one: ArchiveCase) throws { try check(one) }
    @Test(arguments: ArchiveCase.texts) func texts(_ one: ArchiveCase) throws { try check(one) }
    @Test(arguments: ArchiveCase.fields) func fields(_ one: ArchiveCase) throws { try check(one) }
    @Test(arguments: ArchiveCase.edits) func edits(_ one: ArchiveCase) throws { try check(one) }
    @Test(arguments: ArchiveCase.times) func times(_ one: ArchiveCase) throws { try check(one) }
    @Test(arguments: ArchiveCase.lines) func lines(_ one: ArchiveCase) throws { try check(one) }

    private func check(_ one: ArchiveCase) throws {
        let folder = ScratchFolder()
        let report = try AuditReport.of([folder.write("messages.jsonl", one.bytes)], try Shop.builtin())
        #expect(report.totals == one.totals)
        #expect(report.types.reduce(0) { $0 + $1.records } == report.records)
        let found = report.findings.flatMap { row in
            let place = row.place == "record" ? "" : " in \(row.place)"
            return Array(
                repeating: "\(row.code)\(row.pointer.isEmpty ? "" : " " + row.pointer)\(place)", count: row.count)
        }
        #expect(found.sorted() == one.findings.sorted())
        let details = report.findings.flatMap(\.examples).map(\.detail)
        for wanted in one.details {
            #expect(details.contains { $0.contains(wanted) }, "no detail has '\(wanted)': \(details)")
        }
        #expect(one.holds(report))
        #expect(report.archives[0].damage == nil)
    }
}

extension ArchiveCase {
    static let hello = #"{"type":1,"content":"hi"}"#
    static let helloBase64 = Lines.base64(Array(hello.utf8))

    static let identifiers = [
        ArchiveCase(
            "a 64-bit id as a number is never rounded",
            #"{"message_id":1152921504607541547,"message_idstr":"1152921504607541547","payload":"\#(helloBase64)"}"#,
            #"{"message_id":1152921504607541547,"message_idstr":"1152921504607541547","payload":{}}"#,
            is: OutcomeCounts(decoded: 1, malformed: 1), ["type-missing /type"]
        ) { $0.findings.first?.examples.first?.messageID == "1152921504607541547" },
        ArchiveCase(
            "an id as a string is the same id",
            #"{"message_id":"1152921504607541547","message_seq":3,"payload":"\#(helloBase64)"}"#,
            #"{"message_id":"1152921504607541547","message_seq":4,"payload":{}}"#,
            is: OutcomeCounts(decoded: 1, malformed: 1), ["type-missing /type"]
        ) { $0.findings.first?.examples.first?.messageID == "1152921504607541547" },
        ArchiveCase(
            "a bundle's ids as strings, as the importer takes them",
            Lines.wkdb(hello, id: #""1152921504607541547""#).replacing(
                #""message_seq":1"#, with: #""message_seq":"1""#),
            is: .oneDecoded),
        ArchiveCase(
            "ids from 2^63 on are written signed and unsigned",
            #"{"message_id":-1,"message_idstr":"18446744073709551615","payload":"\#(helloBase64)"}"#, is: .oneDecoded),
        ArchiveCase(
            "an id that a browser has rounded",
            #"{"message_id":1152921504607541500,"message_idstr":"1152921504607541547","#
                + #""payload":"\#(helloBase64)"}"#, is: .oneDecoded, ["id-mismatch /message_id"],
            details: ["1152921504607541500"]
        ) { $0.findings.first?.examples.first?.messageID == "1152921504607541547" },
        ArchiveCase(
            "an id that SQLite turned into a real number keeps its text",
            #"{"message_id":18446744073709551615.0,"payload":"\#(helloBase64)"}"#, is: .oneDecoded,
            ["id-invalid /message_id"], details: ["18446744073709551615.0"]
        ) { $0.findings.first?.examples.first?.messageID == "18446744073709551615.0" },
        ArchiveCase(
            "message_seq 0 is usual for messages of the API that aren't stored",
            #"{"message_id":0,"message_seq":0,"client_msg_no":"c1","payload":"\#(helloBase64)"}"#, is: .oneDecoded),
        ArchiveCase(
            "message_seq 0 in a bundle's row is refused by the importer", Lines.wkdb(hello, seq: 0), is: .oneMalformed,
            ["record-incomplete"], details: ["message_seq is 0"]),
        ArchiveCase(
            "a row without its message id",
            Lines.wkdb(hello).replacing(#""message_id":1152921504607541547,"#, with: ""),
            is: .oneMalformed, ["record-incomplete"], details: ["message_id is missing"]),
        ArchiveCase(
            "a row whose payload is null, which the importer refuses",
            Lines.wkdb(base64: "").replacing(#""payload_b64":"""#, with: #""payload_b64":null"#), is: .oneMalformed,
            ["record-incomplete"], details: ["payload_b64"]),
        ArchiveCase(
            "sequences that go back are one finding for a channel, at the first break",
            Lines.wkdb(hello, seq: 1), Lines.wkdb(hello, seq: 3), Lines.wkdb(hello, seq: 2),
            is: OutcomeCounts(decoded: 3), ["sequence-broken /message_seq"],
            details: ["expected sequence number 2, found 3"]
        ) {
            let example = $0.findings.first?.examples.first
            return example?.channel == "2:g1" && example?.seq == "3" && example?.line == 2
        },
        ArchiveCase(
            "whole numbers written as decimals and exponents",
            Lines.wkdb(#"{"type":2,"url":"u","width":640.0,"height":48e1}"#), is: .oneDecoded),
        ArchiveCase(
            "numbers out of every range are text until a schema looks",
            Lines.wkdb(#"{"type":5,"url":"u","size":1e400,"second":-0}"#), is: .oneMalformed, ["field-range /size"],
            details: ["1e400"]),
    ]

    static let discriminators = [
        ArchiveCase(
            "a payload without type", Lines.wkdb(#"{"content":"hi"}"#), is: .oneMalformed, ["type-missing /type"]),
        ArchiveCase("an empty object", Lines.wkdb("{}"), is: .oneMalformed, ["type-missing /type"]),
        ArchiveCase(
            "a word as type is legal and unknown", Lines.wkdb(#"{"type":"text","content":"hi"}"#), is: .oneUnknown,
            ["type-unknown /type"]
        ) { $0.row(.string("text"))?.records == 1 && $0.text.contains(#""type": "text""#) },
        ArchiveCase("a negative type", Lines.wkdb(#"{"type":-2}"#), is: .oneUnknown, ["type-unknown /type"]) {
            $0.row(.number("-2"))?.records == 1
        },
        ArchiveCase(
            "a type beyond 64 bits is reported as it is written",
            Lines.wkdb(#"{"type":18446744073709551616,"content":"x"}"#), is: .oneUnknown, ["type-unknown /type"]
        ) { $0.text.contains(#""type": 18446744073709551616,"#) },
        ArchiveCase(
            "types that differ only in how letters are composed are two types",
            Lines.wkdb(#"{"type":"caf\u00e9"}"#), Lines.wkdb(#"{"type":"cafe\u0301"}"#, seq: 2),
            is: OutcomeCounts(unknown: 2), ["type-unknown /type", "type-unknown /type"]
        ) { $0.types.map(\.records) == [1, 1] && $0.findings.map(\.count) == [1, 1] },
        ArchiveCase(
            "an app that didn't know a content saved type 0", Lines.wkdb(#"{"type":0}"#), is: .oneUnknown,
            ["type-unknown /type"]),
        ArchiveCase("the payload was lost", Lines.wkdb(base64: ""), is: .oneMalformed, ["payload-empty"]),
        ArchiveCase(
            "a system message without the text that clients show",
            Lines.wkdb(#"{"type":1002,"extra":[{"uid":"u1","name":"Ann"}]}"#), is: .oneMalformed,
            ["field-missing /content"]),
        ArchiveCase(
            "a whole number in another spelling", Lines.wkdb(#"{"type":1.0,"content":"x"}"#), is: .oneMalformed,
            ["type-invalid /type"], details: ["1.0"]),
        ArchiveCase(
            "a string that spells a known number", Lines.wkdb(#"{"type":"1","content":"x"}"#), is: .oneMalformed,
            ["type-invalid /type"], details: ["JavaScript"]),
        ArchiveCase(
            "a string that spells an unknown number is a string", Lines.wkdb(#"{"type":"555"}"#), is: .oneUnknown,
            ["type-unknown /type"]
        ) { $0.row(.string("555"))?.records == 1 },
        ArchiveCase(
            "types that are neither number nor string share the row of those without type",
            Lines.wkdb(#"{"type":null}"#), Lines.wkdb(#"{"type":[1]}"#, seq: 2), Lines.wkdb(#"{"type":true}"#, seq: 3),
            is: OutcomeCounts(malformed: 3), Array(repeating: "type-invalid /type", count: 3)
        ) { $0.row(.none)?.records == 3 },
        ArchiveCase(
            "of two types in one object the last one counts",
            Lines.wkdb(#"{"type":555,"type":1,"content":"x"}"#), is: .oneDecoded, ["member-duplicated /type"]),
    ]

    static let carriages = [
        ArchiveCase(
            "plain text as payload", Lines.wkdb(base64: "aGVsbG8gdGhlcmU="), is: .oneMalformed, ["payload-not-json"]),
        ArchiveCase(
            "carriage is decided for each record of the API: base64, object, JSON text",
            Lines.api(#""\#(helloBase64)""#), Lines.api(hello, seq: 2),
            Lines.api(#""{\"type\":1,\"content\":\"hi\"}""#, seq: 3), is: OutcomeCounts(decoded: 3)),
        ArchiveCase("the API gives null for an empty payload", Lines.api("null"), is: .oneMalformed, ["payload-empty"]),
        ArchiveCase(
            "a payload of the API that is a number or an array", Lines.api("7"), Lines.api("[]", seq: 2),
            is: OutcomeCounts(malformed: 2), ["payload-not-object", "payload-not-object"]),
        ArchiveCase(
            "a bundle carries base64 only",
            Lines.wkdb(base64: "").replacing(#""payload_b64":"""#, with: #""payload_b64":{}"#),
            is: .oneMalformed, ["record-incomplete"]),
        ArchiveCase(
            "base64 of base64 is never unwrapped silently",
            Lines.wkdb(base64: "ZXlKMGVYQmxJam94TENKamIyNTBaVzUwSWpvaWFHa2lmUT09"), is: .oneMalformed,
            ["payload-not-json"], details: ["decodes after one more step"]),
        ArchiveCase(
            "a JSON string of JSON text is never unwrapped silently",
            Lines.wkdb(base64: "IntcInR5cGVcIjoxLFwiY29udGVudFwiOlwiaGlcIn0i"), is: .oneMalformed,
            ["payload-not-object"], details: ["decodes after one more step"]),
        ArchiveCase(
            "a JSON string of base64, as Flutter stores it", Lines.wkdb("\"\(helloBase64)\""), is: .oneMalformed,
            ["payload-not-object"], details: ["decodes after one more step"]),
        ArchiveCase(
            "the same as JSON text in a string", Lines.api(#""\"\#(helloBase64)\"""#), is: .oneMalformed,
            ["payload-not-object"], details: ["decodes after one more step"]),
        ArchiveCase(
            "the URL-safe alphabet is refused in a bundle",
            Lines.wkdb(base64: "eyJ0eXBlIjoxLCJjb250ZW50IjoiPz8-PiJ9"), is: .oneMalformed, ["payload-base64"],
            details: ["URL-safe"]),
        ArchiveCase(
            "the URL-safe alphabet decodes in forms of the API with a warning",
            Lines.api(#""eyJ0eXBlIjoxLCJjb250ZW50IjoiPz8-PiJ9""#), is: .oneDecoded, ["base64-urlsafe /payload"]),
        ArchiveCase(
            "base64 with its padding cut off", Lines.wkdb(base64: "eyJ0eXBlIjoxfQ"), is: .oneMalformed,
            ["payload-base64"]),
        ArchiveCase(
            "bits after the last byte don't matter", Lines.wkdb(base64: "eyJ0eXBlIjoxfR=="), is: .oneDecoded),
        ArchiveCase(
            "line ends in base64 don't matter, as to the importer",
            Lines.wkdb(base64: #"eyJ0eXBl\r\nIjoxfQ==\n"#), is: .oneDecoded),
        ArchiveCase(
            "a BLOB's raw bytes in a line",
            Array((Lines.wkdb(hello) + "\n").utf8)
                + Array(#"{"channel_key":"2:g1","payload_b64":"\u0000"#.utf8) + [0xFF] + Array("{\"}\n".utf8),
            OutcomeCounts(decoded: 1, malformed: 1), ["record-not-json"], details: ["byte 43"]
        ) { $0.findings.first?.examples.first?.line == 2 },
        ArchiveCase(
            "UTF-8 that was read as Latin-1 is valid JSON", Lines.wkdb(#"{"type":1,"content":"ä½\u00a0"}"#),
            is: .oneDecoded),
        ArchiveCase(
            "a stand-in for a ciphertext says that it is encrypted",
            Lines.api(#"{"type":98}"#, more: #""signal_payload":"MwohBQ==","setting":32,"#), is: .oneUnknown,
            ["payload-encrypted"]),
        ArchiveCase(
            "a record marked as encrypted by its setting alone",
            Lines.api(#""MwohBQ==""#, more: #""setting":160,"#), is: .oneUnknown, ["payload-encrypted"]),
        ArchiveCase(
            "a stand-in for a payload that was lost is content of its own type",
            Lines.api(#"{"type":97}"#, more: #""signal_payload":"","#), is: .oneDecoded
        ) { $0.row(.number("97"))?.counts.decoded == 1 },
        ArchiveCase(
            "a bit of setting says nothing of streams",
            Lines.api(hello, more: #""setting":4,"stream_no":"s1","#), is: .oneDecoded),
    ]

    static let texts = [
        ArchiveCase(
            "half a surrogate pair", Lines.wkdb(#"{"type":1,"content":"\ud83d"}"#),
            Lines.wkdb(#"{"type":1,"content":"\ude00x"}"#, seq: 2), is: OutcomeCounts(decoded: 2),
            ["string-surrogate /content", "string-surrogate /content"]),
        ArchiveCase("a whole surrogate pair", Lines.wkdb(#"{"type":1,"content":"\ud83d\ude00"}"#), is: .oneDecoded),
        ArchiveCase(
            "an id that the exporter damaged", Lines.wkdb(#"{"type":"x"}"#, channel: #"2:g\ufffd"#), is: .oneUnknown,
            ["type-unknown /type"]
        ) { $0.findings.first?.examples.first?.channel == "2:g\u{FFFD}" },
        ArchiveCase(
            "a raw line break inside a string", Lines.wkdb("{\"type\":1,\"content\":\"a\nb\"}"), is: .oneMalformed,
            ["payload-not-json"], details: ["control character U+000A in string"]),
        ArchiveCase(
            "a byte order mark at the file's start is skipped with a warning",
            [0xEF, 0xBB, 0xBF] + Array((Lines.wkdb(hello) + "\n").utf8), .oneDecoded, ["byte-order-mark"]),
        ArchiveCase(
            "a byte order mark at a payload's start", Lines.wkdb("\u{FEFF}" + hello), is: .oneMalformed,
            ["payload-not-json"], details: ["BOM"]),
        ArchiveCase(
            "a trailing comma", Lines.wkdb(#"{"type":1,"content":"hi",}"#), is: .oneMalformed, ["payload-not-json"],
            details: ["byte 25"]),
        ArchiveCase(
            "single quotes", Lines.wkdb("{'type':1}"), is: .oneMalformed, ["payload-not-json"], details: ["byte 1"]),
        ArchiveCase("bare names", Lines.wkdb("{type:1}"), is: .oneMalformed, ["payload-not-json"], details: ["byte 1"]),
        ArchiveCase(
            "comments", Lines.wkdb("{/*1*/\"type\":1}"), is: .oneMalformed, ["payload-not-json"], details: ["byte 1"]),
        ArchiveCase(
            "NaN is no number", Lines.wkdb(#"{"type":6,"lng":NaN,"lat":0}"#), is: .oneMalformed, ["payload-not-json"]),
        ArchiveCase(
            "forwards of forwards are decoded level by level",
            Lines.wkdb(
                #"{"type":11,"channel_type":2,"users":[],"msgs":[{"message_id":"1","payload":{"type":11,"msgs":"#
                    + #"[{"message_id":"2","payload":{"type":1,"content":"x"}}]}}]}"#), is: .oneDecoded
        ) {
            $0.nested == OutcomeCounts(decoded: 2) && $0.row(.number("1"))?.nested.decoded == 1
                && $0.row(.number("1"))?.records == 0
        },
        ArchiveCase(
            "a fault in a nested payload leaves the outer one decoded",
            Lines.wkdb(
                #"{"type":11,"msgs":[{"payload":{"type":1,"content":"x"}},{"payload":{"type":2,"url":7}},"#
                    + #"{"payload":{"type":555}}]}"#), is: .oneDecoded,
            ["field-type /url in nested", "type-unknown /type in nested"]
        ) {
            $0.nested == OutcomeCounts(decoded: 1, unknown: 1, malformed: 1)
                && $0.findings.flatMap(\.examples).compactMap(\.at).sorted() == [
                    "/msgs/1/payload/url", "/msgs/2/payload/type",
                ]
        },
        ArchiveCase(
            "a nested fault in an API object and in JSON text is told from the payload on",
            Lines.api(#"{"type":11,"msgs":[{"payload":{"type":2,"url":7}}]}"#),
            Lines.api(#"{"type":1,"reply":{"payload":"{\"type\":11,\"msgs\":[{\"payload\":{\"type\":2}}]}"}}"#, seq: 2),
            is: OutcomeCounts(decoded: 1, malformed: 1),
            ["field-type /url in nested", "field-missing /url in nested", "field-type /reply/payload"]
        ) {
            $0.findings.flatMap(\.examples).compactMap(\.at).sorted()
                == ["/msgs/0/payload/url", "/reply/payload/msgs/0/payload/url"]
        },
        ArchiveCase(
            "payloads inside an unknown payload are followed",
            Lines.wkdb(#"{"type":555,"reply":{"payload":{"type":1,"content":"x"}}}"#), is: .oneUnknown,
            ["type-unknown /type"]
        ) { $0.nested == OutcomeCounts(decoded: 1) },
        ArchiveCase(
            "a name that comes twice", Lines.wkdb(#"{"type":1,"content":7,"content":"x"}"#), is: .oneDecoded,
            ["member-duplicated /content"]),
        ArchiveCase(
            "a name that comes twice in a nested payload is that one's",
            Lines.wkdb(#"{"type":1,"content":"x","reply":{"payload":{"type":1,"content":"y","content":"z"}}}"#),
            is: .oneDecoded, ["member-duplicated /content in nested"]),
    ]
}
