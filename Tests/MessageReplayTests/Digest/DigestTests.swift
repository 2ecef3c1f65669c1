import Archives
import JSONText
import Registries
import Testing

@testable import MessageReplay

@Suite("Digests of archives")
struct DigestTests {
    private let scratch = ScratchFolder()

    /// The digest of lines.
    private func digest(
        _ lines: [String], by grouping: DigestGrouping = .channel, _ change: (inout DigestOptions) -> Void = { _ in }
    ) throws -> (report: DigestReport, groups: [DigestGroup]) {
        try digest(files: [lines], by: grouping, change)
    }

    private func digest(
        files: [[String]], by grouping: DigestGrouping = .channel, _ change: (inout DigestOptions) -> Void = { _ in }
    ) throws -> (report: DigestReport, groups: [DigestGroup]) {
        var options = DigestOptions()
        options.grouping = grouping
        change(&options)
        let series = try RegistrySeries.wukongim()
        let digest = Digest(series, try Shop.builtin(), options)
        for (index, lines) in files.enumerated() {
            try digest.read(scratch.write("\(index).jsonl", lines.map { $0 + "\n" }.joined()))
        }
        #expect(digest.damages.isEmpty)
        let report = try digest.report()
        return (report, try report.groups.prefix(.max))
    }

    private func text(_ content: String) -> String { #"{"type":1,"content":"\#(content)"}"# }

    private func row(
        _ payload: String, channel: String = "2:g1", sender: String = "u1", time: Int64 = 1_609_459_200_000,
        seq: Int = 1
    ) -> String {
        #"{"channel_key":"\#(channel)","message_seq":\#(seq),"message_id":\#(seq),"client_msg_no":"c","#
            + #""from_uid":"\#(sender)","server_timestamp_ms":\#(time),"#
            + #""payload_b64":"\#(Lines.base64(Array(payload.utf8)))"}"#
    }

    @Test func `messages are counted by channel, the largest first`() throws {
        let (report, groups) = try digest([
            row(text("order one"), channel: "2:b"), row(text("order two"), channel: "2:a", sender: "u2"),
            row(#"{"type":424242}"#, channel: "2:a"), row("no JSON", channel: "2:a", sender: "u2"),
            row(text("three"), channel: "2:c", time: 0),
        ])
        #expect(groups.map(\.label) == [.string("2:a"), .string("2:b"), .string("2:c")])
        let first = try #require(groups.first)
        #expect((first.messages, first.unknown, first.malformed, first.senders) == (3, 1, 1, 2))
        #expect(first.latest == .init(time: 1_609_459_200_000, digest: "[Unsupported message: type ?]"))
        #expect(first.words == [.init(word: "order", count: 1), .init(word: "two", count: 1)])
        #expect(first.hours?[0] == 3)
        #expect(groups[2].first == nil)
        #expect(groups[2].latest == .init(time: nil, digest: "three"))
        #expect(report.whole.messages == 5)
        #expect(report.whole.senders == 2)
        #expect(report.whole.words?.first == .init(word: "order", count: 2))
        #expect(
            report.activity
                == .init(
                    unit: .hour,
                    rows: [
                        .init(start: "2021-01-01T00:00", counts: OutcomeCounts(decoded: 2, unknown: 1, malformed: 1))
                    ]))
    }

    @Test func `of messages of one time the last in the archives is the latest`() throws {
        let later = [row(text("c"), sender: "u0"), row(text("early"), time: 1)]
        let (report, groups) = try digest(files: [[row(text("a"), sender: "u9"), row(text("b"), sender: "u5")], later])
        #expect(report.whole.latest?.digest == "c")
        #expect(groups[0].latest?.digest == "c")
        #expect(report.archives.map(\.records) == [2, 2])
    }

    @Test func `contents that are not displayed are left out and counted`() throws {
        let (report, groups) = try digest(
            [row(#"{"type":99,"cmd":"messageRevoke"}"#), row(#"{"type":99}"#), row(text("hi"))], by: .type)
        #expect(report.hidden == 2)
        #expect(report.whole.messages == 1)
        #expect(report.archives[0].records == 3)
        #expect(groups.map(\.label) == [.number("1")])
        #expect(groups[0].name == "text")
    }

    @Test func `lines that are no records are malformed messages without a group's name`() throws {
        for grouping in DigestGrouping.allCases {
            let (report, groups) = try digest([row(text("hi")), "no", "[]", "{}"], by: grouping)
            #expect(report.whole.malformed == 3, "\(grouping)")
            #expect(groups.map(\.messages) == [3, 1], "\(grouping)")
            #expect(groups.map(\.label).first == TypeLabel.none, "\(grouping)")
            #expect(groups[0].latest?.digest == "[Unsupported message: type ?]")
            #expect(groups[0].senders == 0)
        }
    }

    @Test func `types are told apart as they are written`() throws {
        let types = ["424242", "-3", "18446744073709551616", #""424242""#, #""text""#, "null", "1.0"]
        let (_, groups) = try digest(types.map { row(#"{"type":\#($0)}"#) }, by: .type)
        #expect(
            groups.map(\.label) == [
                .none, .number("-3"), .number("424242"), .number("18446744073709551616"), .string("424242"),
                .string("text"),
            ])
        #expect(groups.map(\.messages) == [2, 1, 1, 1, 1, 1])
        #expect(groups[1].latest?.digest == "[Unsupported message: type -3]")
    }

    @Test func `an edit beside an API message counts in its place`() throws {
        func api(_ edit: String) -> String {
            Lines.api(text("old"), more: #""message_extra":{"content_edit":\#(edit)},"#)
        }
        let (report, groups) = try digest(
            [
                api(#"{"type":1,"content":"new"}"#), api(#""{\"type\":1,\"content\":\"newer\"}""#), api("null"),
                api(#""""#), api(#"{"type":424242}"#),
            ], by: .type)
        #expect(report.whole.edited == 3)
        #expect(groups.map(\.label) == [.number("1"), .number("424242")])
        #expect(
            groups[0].words == [
                .init(word: "old", count: 2), .init(word: "new", count: 1), .init(word: "newer", count: 1),
            ])
        #expect(groups[1].unknown == 1)
    }

    @Test func `an encrypted message is unknown, an edited one is not`() throws {
        let encrypted = Lines.api("null", more: #""signal_payload":"MwohBQ==","setting":32,"#)
        let edited = encrypted.replacing(#""payload""#, with: #""message_extra":{"content_edit":{"type":1}},"payload""#)
        let (report, _) = try digest([encrypted, edited])
        #expect(report.whole.unknown == 1)
        #expect(report.whole.edited == 1)
    }

    @Test func `a recalled message counts without its text`() throws {
        func api(_ content: String, _ more: String, seq: Int) -> String {
            Lines.api(text(content), seq: seq, more: more)
        }
        let lines = [
            api("shown here", #""revoke":0,"revoker":"","is_deleted":1,"#, seq: 1),
            api("secret one", #""revoke":1,"#, seq: 2),
            api(
                "secret two", #""message_extra":{"revoke":1,"content_edit":{"type":1,"content":"secret edit"}},"#,
                seq: 3),
            Lines.api(#"{"type":99}"#, more: #""revoke":1,"#),
            Lines.api("null", more: #""revoke":true,"#),
        ]
        let (report, groups) = try digest(lines)
        #expect((report.recalled, report.hidden, report.whole.messages, report.whole.malformed) == (3, 1, 4, 1))
        #expect(report.whole.words == [.init(word: "here", count: 1), .init(word: "shown", count: 1)])
        #expect(report.whole.edited == 0)
        #expect(groups.first?.latest?.digest == "[Message recalled]")
        let found = try digest(lines) { $0.filter.match = "secret" }.report
        #expect((found.recalled, found.whole.messages) == (0, 0))
        let chinese = try digest(lines) { $0.language = "zh-CN" }.report
        #expect(chinese.whole.latest?.digest == "[消息已撤回]")
        var json: [UInt8] = []
        try report.writeJSON {
            json += $0
            return true
        }
        let members = try JSONDocument(json).root.members.map(\.name)
        #expect(try JSONDocument(json).root["recalled"]?.integer == 3)
        #expect(members.firstIndex(of: "recalled") == members.firstIndex(of: "hidden").map { $0 + 1 })
    }

    @Test func `filters look at what is shown`() throws {
        let lines = [
            row(text("order one"), sender: "u1"), row(text("an Order"), sender: "u2", time: 1_609_459_200_001),
            row(#"{"type":2,"url":"u"}"#, sender: "u2"), row("broken"), "no record", row(#"{"type":99,"cmd":"order"}"#),
        ]
        func counts(_ change: (inout RecordFilter) -> Void) throws -> [Int] {
            let report = try digest(lines) { change(&$0.filter) }.report
            return [report.whole.messages, report.hidden, report.archives[0].filtered]
        }
        #expect(try counts { _ in } == [5, 1, 0])
        #expect(try counts { $0.match = "ORDER" } == [2, 0, 4])
        #expect(try counts { $0.senders = ["u2"] } == [2, 0, 4])
        #expect(try counts { $0.types = [.number("2"), .number("99")] } == [1, 1, 4])
        #expect(try counts { $0.since = 1_609_459_200_001 } == [1, 0, 5])
        #expect(try counts { $0.until = 1_609_459_200_001 } == [3, 1, 2])
        #expect(try counts { $0.limit = 2 } == [2, 0, 0])
        #expect(try counts { $0.types = [.none] } == [1, 0, 5])
    }

    @Test func `a limit ends reading across archives`() throws {
        let (report, _) = try digest(files: [[row(text("a"))], [row(text("b")), row(text("c"))]]) {
            $0.filter.limit = 2
        }
        #expect(report.whole.messages == 2)
        #expect(report.archives.map(\.records) == [1, 1])
        #expect(report.archives.map(\.complete) == [true, false])
    }

    @Test func `a long digest is cut, and a long channel's name is not`() throws {
        let name = "2:" + String(repeating: "n", count: 5000)
        let (report, groups) = try digest([row(text(String(repeating: "发", count: 5000)), channel: name)])
        #expect(report.whole.latest?.digest == String(repeating: "发", count: 200) + "…")
        #expect(groups[0].label == .string(name))
    }

    @Test func `activity is as fine as leaves few rows`() throws {
        let day: Int64 = 86_400_000
        func activity(_ times: [Int64]) throws -> DigestActivity {
            try digest(times.map { row(text("x"), time: 1_609_459_200_000 + $0) }).report.activity
        }
        #expect(try activity([0, 71 * 3_600_000]).rows.map(\.start) == ["2021-01-01T00:00", "2021-01-03T23:00"])
        #expect(try activity([0, 3 * day]).rows.map(\.start) == ["2021-01-01", "2021-01-04"])
        #expect(try activity([0, 1, 91 * day]).rows.map(\.counts.sum) == [2, 1])
        #expect(try activity([0, 92 * day]).rows.map(\.start) == ["2021-01", "2021-04"])
        #expect(try activity([0, 8000 * day]).rows.map(\.start) == ["2021", "2042"])
    }

    @Test func `words and hours are told of the largest groups, counts of all`() throws {
        let count = DigestReport.detailLimit + 300
        var lines: [String] = []
        // The largest ones come last in the order of labels.
        for index in 0..<count {
            let channel = "2:g\(10_000 + index)"
            for _ in 0..<(index >= 300 ? 2 : 1) { lines.append(row(text("word \(index)"), channel: channel)) }
        }
        let whole = try digest(lines)
        #expect(whole.groups.count == count)
        #expect(whole.groups.prefix(1000).allSatisfy { $0.messages == 2 && $0.words?.isEmpty == false })
        #expect(whole.groups.dropFirst(1000).allSatisfy { $0.messages == 1 && $0.words == nil && $0.hours == nil })
        #expect(
            whole.groups.map { "\($0.label)" }
                == whole.groups.sorted {
                    ($1.messages, "\($0.label)") < ($0.messages, "\($1.label)")
                }.map { "\($0.label)" })
        // With hardly any memory, on several threads, and read from a file, all is the same.
        let little = try digest(lines) {
            $0.memory = 1 << 16
            $0.workers = 3
        }
        #expect(little.groups == whole.groups)
        #expect(little.report.whole == whole.report.whole)
        #expect(little.report.activity == whole.report.activity)
    }

    @Test func `a report without archives is empty`() throws {
        let digest = Digest(try .wukongim(), try Shop.builtin(), DigestOptions())
        let report = try digest.report()
        #expect(report.whole.messages == 0)
        #expect(report.groups.count == 0)
        #expect(report.activity.rows.isEmpty)
        var json: [UInt8] = []
        try report.writeJSON {
            json += $0; return true
        }
        #expect(String(decoding: json, as: UTF8.self).hasSuffix("\"groups\": []\n}\n"))
    }

    @Test func `a closed output ends the report`() throws {
        let lines = (0..<3000).map { row(text("x"), channel: "2:channel\($0)") }
        let report = try digest(lines).report
        var pieces = 0
        try report.writeJSON { _ in
            pieces += 1
            return false
        }
        #expect(pieces == 1)
    }
}
