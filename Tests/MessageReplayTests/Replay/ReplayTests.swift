import Archives
import JSONText
import Registries
import TestSupport
import Testing

@testable import MessageReplay

/// What a replay shows, held against the generator's truth, the audit, and a sort of the test's own.
struct ReplayTests {
    private static let samples =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        + "/Samples"

    private static func ids(_ messages: [JSONValue]) -> [String] { messages.map { $0["messageID"]?.string ?? "none" } }

    private static func tally(_ messages: [JSONValue]) -> [String: Int] {
        messages.reduce(into: [:]) { $0[$1["outcome"]?.string ?? "", default: 0] += 1 }
    }

    // MARK: What is shown

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot), arguments: Seeds.of(3))
    func `every message is shown with the outcome that the truth file counts`(seed: Int) throws {
        let made = try MadeArchive.of("--messages 700 --rows 200 --seed \(seed)")
        var first: [UInt8]?
        for packing in made.packings {
            let (output, counts) = try Collected.lines([made.path(of: packing)])
            #expect(counts == ReplayCounts(shown: 700), "seed \(seed)")
            let messages = try output.messages()
            #expect(messages.count == 700)
            // The upgrade mends nothing that the generator broke.
            let tally = Self.tally(messages)
            #expect(tally["decoded"] == made.truth.decoded && tally["unknown"] == made.truth.unknown)
            if let first { #expect(output.text == first, "\(packing), seed \(seed)") }
            first = output.text
        }
    }

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
    func `neither workers nor chunks change a byte`() throws {
        let made = try MadeArchive.of("--messages 600 --rows 200 --edits 40 --seed 8")
        for order in [ReplayOptions.Order.archive, .time] {
            var first: [UInt8]?
            for (workers, chunkSize) in [(1, 1 << 20), (2, 4096), (4, 20_000), (3, 4097)] {
                let (output, _) = try Collected.lines([made.path(of: .tarGzip)], chunkSize: chunkSize) {
                    $0.workers = workers
                    $0.order = order
                }
                if let first { #expect(output.text == first, "\(workers) workers, \(order)") }
                first = output.text
            }
        }
    }

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
    func `as they stand, payloads have the outcomes of an audit`() throws {
        let made = try MadeArchive.of("--messages 700 --seed \(Seeds.one(9))")
        for version in [1, 2, 3] {
            let (output, _) = try Collected.lines([made.path(of: .lines)], at: version) { $0.isRaw = true }
            let report = try AuditReport.of([made.path(of: .lines)], try Shop.registry(at: version)) { _ in }
            let tally = Self.tally(try output.messages())
            #expect(tally["decoded"] == report.totals.decoded)
            #expect(tally["unknown"] == report.totals.unknown)
            #expect(tally["malformed"] == report.totals.malformed)
        }
    }

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
    func `edited messages have their edited content`() throws {
        let made = try MadeArchive.of("--messages 1500 --edits 100 --seed \(Seeds.one(6))")
        let edits = try made.editedPayloads()
        let (output, _) = try Collected.lines([made.path(of: .folder)]) { $0.isRaw = true }
        var found = 0
        for message in try output.messages() {
            let key = "\(message["channel"]?.string ?? "") \(message["messageID"]?.string ?? "")"
            #expect(message["edited"]?.boolean == (edits[key] != nil))
            guard let edit = edits[key], let content = message["content"]?.text else { continue }
            found += 1
            // With the defaults behind it, if it lacks any.
            #expect(content.hasPrefix(edit.dropLast()))
        }
        #expect(found == 100)
    }

    @Test func `lines and payloads that are broken are shown too`() throws {
        let scratch = ScratchFolder()
        let lines = [
            Lines.api(#"{"type":1,"content":"first"}"#), "{", "[]", Lines.api("null"), Lines.api("\"%%\""),
            Lines.api("[1]"), Lines.api(#"{"content":"no type"}"#), Lines.api(#"{"type":555}"#),
            Lines.api(#"{"type":10001}"#), #"{"channel_id":"g1","payload":{"type":1}}"#,
            Lines.api(#"{"type":1}"#, more: #""setting":32,"#), Lines.api(#"{"type":99,"cmd":"x"}"#),
            Lines.api(
                #"{"type":1,"content":"old"}"#, more: #""message_extra":{"content_edit":{"type":1,"content":"new"}},"#),
            Lines.api(#"{"type":1,"content":"same"}"#, more: #""message_extra":{"content_edit":""},"#),
        ]
        let path = scratch.write("a.jsonl", lines.joined(separator: "\n"))
        let (output, counts) = try Collected.lines([path])
        #expect(counts == ReplayCounts(shown: 13, hidden: 1))
        let messages = try output.messages()
        let codes = messages.map { $0["findings"]?.elements.map { $0["code"]?.string ?? "" } ?? [] }
        #expect(
            codes == [
                [], ["record-not-json"], ["record-not-json"], ["payload-empty"], ["payload-base64"],
                ["payload-not-object"], ["type-missing"], ["type-unknown"], ["field-missing"], ["record-incomplete"],
                ["payload-encrypted"], [], [],
            ])
        #expect(messages[8]["findings"]?.elements.first?["pointer"]?.string == "/order_id")
        #expect(messages[7]["digest"]?.string == "[Unsupported message: type 555]")
        #expect(messages[7]["content"]?.text == #"{"type":555}"#)
        #expect(messages[11]["digest"]?.string == "new" && messages[11]["edited"]?.boolean == true)
        #expect(messages[12]["digest"]?.string == "same" && messages[12]["edited"]?.boolean == false)
    }

    @Test func `content stands on one line, as it is spelt, with its defaults`() throws {
        let scratch = ScratchFolder()
        let payload = "{ \"type\" : 10001,\r\n \"order_id\" : \"\\u0061\\n\", \"quantity\" : 2.0e0 }"
        let path = scratch.write("a.jsonl", Lines.wkdb(payload) + "\n")
        for raw in [false, true] {
            let (output, _) = try Collected.lines([path]) { $0.isRaw = raw }
            let content = try output.messages()[0]["content"]
            #expect(
                content?.text
                    == #"{ "type" : 10001, "order_id" : "\u0061\n", "quantity" : 2.0e0,"title":"","currency":"CNY","#
                    + #""status":"placed" }"#, "raw \(raw)")
        }
    }

    @Test func `filters and limits leave messages out and are counted`() throws {
        let path = Self.samples + "/api-messages.jsonl"
        let (all, counts) = try Collected.lines([path])
        #expect(counts == ReplayCounts(shown: 26, hidden: 1))
        let (some, filtered) = try Collected.lines([path]) { $0.filter.senders = ["mei"] }
        let wanted = try all.messages().filter { $0["from"]?.string == "mei" }
        #expect(Self.ids(try some.messages()) == Self.ids(wanted))
        #expect(filtered.shown == wanted.count && filtered.shown + filtered.filtered + filtered.hidden == 27)
        // The type of what is shown counts: one image was edited into a text.
        let (texts, _) = try Collected.lines([path]) { $0.filter.types = [.number("1")] }
        #expect(try texts.messages().contains { $0["digest"]?.string == "（图片已换成文字）菜单在群公告里" })
        // What is searched is the text that is shown, case aside.
        let (found, _) = try Collected.lines([path]) { $0.filter.match = "OOLONG" }
        let searched = try all.messages().filter { $0["searchable"]?.string?.contains("Oolong") == true }
        #expect(searched.count == 1)
        #expect(Self.ids(try found.messages()) == Self.ids(searched))
    }

    @Test(arguments: [
        (#""revoke":1,"#, true), (#""revoke":true,"#, true), (#""revoke":"1","#, true), (#""revoke":0,"#, false),
        (#""revoke":false,"#, false), (#""revoke":null,"#, false), (#""revoke":"","#, false), (#""revoke":{},"#, false),
        (#""is_deleted":1,"#, false), (#""message_extra":{"revoke":1},"#, true),
        (#""message_extra":{"is_mutual_deleted":1,"revoke":0},"#, true), (#""message_extra":{"is_deleted":1},"#, false),
        (#""message_extra":{"revoke":0,"is_mutual_deleted":false},"#, false),
        (#""revoke":0,"message_extra":{"revoke":true,"content_edit":{"type":1,"content":"secret edit"}},"#, true),
    ]) func `a recalled message is a notice, and keeps its content`(more: String, isRecalled: Bool) throws {
        let scratch = ScratchFolder()
        let reply = #"{"type":1,"content":"secret","reply":{"payload":{"type":1,"content":"quoted secret"}}}"#
        // The second line has another layout, the last one the first's.
        let lines = [Lines.api(reply, more: more), Lines.api(reply), Lines.api(reply, seq: 2, more: more)]
        let path = scratch.write("a.jsonl", lines.joined(separator: "\n"))
        let (output, counts) = try Collected.lines([path])
        #expect(counts.shown == 3)
        let messages = try output.messages()
        #expect(
            messages.map { $0["recalled"]?.text } == [
                isRecalled ? "true" : "false", "false", isRecalled ? "true" : "false",
            ])
        let edited = more.contains("content_edit")
        let content = edited ? "secret edit" : "secret"
        for (message, isRecalled) in zip(messages, [isRecalled, false, isRecalled]) {
            #expect(message["digest"]?.string == (isRecalled ? "[Message recalled]" : "secret"))
            #expect(message["searchable"]?.string == (isRecalled ? "" : "secret"))
            #expect(message["content"]?["content"]?.string == (isRecalled ? content : "secret"))
            #expect(message["outcome"]?.string == "decoded" && message["type"]?.integer == 1)
            let names = message.members.map(\.name)
            #expect(names.firstIndex(of: "recalled") == names.firstIndex(of: "edited").map { $0 + 1 })
        }
        #expect(messages.first?["edited"]?.text == "\(edited)")
        let (found, _) = try Collected.lines([path]) { $0.filter.match = "secret" }
        #expect(try found.messages().count == (isRecalled ? 1 : 3))
        let chinese = try Collected.lines([path]) { $0.language = "zh" }.output.messages()
        #expect(chinese.first?["digest"]?.string == (isRecalled ? "[消息已撤回]" : "secret"))
        let quotes = Collected()
        _ = try Collected.replay([path], QuoteCounts(), quotes)
        #expect(String(decoding: quotes.text, as: UTF8.self) == (isRecalled ? "0 1 0 " : "1 1 1 "))
    }

    @Test func `a recalled message without a payload is a notice too`() throws {
        let scratch = ScratchFolder()
        let path = scratch.write(
            "a.jsonl",
            [
                Lines.api("null", more: #""revoke":1,"#),
                Lines.api("{", more: #""revoke":1,"#).replacing("{}", with: "[]"),
            ]
            .joined(separator: "\n"))
        let messages = try Collected.lines([path]).output.messages()
        #expect(messages.first?["digest"]?.string == "[Message recalled]")
        #expect(messages.first?["outcome"]?.string == "malformed")
        // A line that is no record says nothing of a recall.
        #expect(messages.last?["recalled"]?.text == "false")
    }

    @Test func `a limit counts the records that match, shown or not`() throws {
        let path = Self.samples + "/api-messages.jsonl"
        let (all, _) = try Collected.lines([path])
        let both = try Self.ids(all.messages() + all.messages())
        for order in [ReplayOptions.Order.archive, .time] {
            // The 25th of the 27 records is a command.
            for (limit, shown) in [(1, 1), (24, 24), (25, 24), (26, 25), (27, 26), (30, 29), (52, 50)] {
                let (output, counts) = try Collected.lines([path, path]) {
                    $0.filter.limit = limit
                    $0.order = order
                    $0.workers = 4
                }
                #expect(counts == ReplayCounts(shown: shown, hidden: limit - shown))
                if order == .archive { #expect(Self.ids(try output.messages()) == Array(both.prefix(shown))) }
            }
        }
        // What the filters leave out doesn't count.
        let (_, counts) = try Collected.lines([path]) {
            $0.filter.types = [.number("99"), .number("9989")]
            $0.filter.limit = 1
        }
        #expect(counts.shown == 0 && counts.hidden == 1)
    }

    @Test func `hidden characters come as escapes of themselves`() throws {
        let scratch = ScratchFolder()
        let text = "a\u{9B}31m\u{202E}b \u{2028}\u{200F}\u{E0001}"
        let payload = #"{"type":1,"\#(text)":1,"content":"\#(text)","spelt":"\u202E"}"#
        let lines = [
            Lines.wkdb(payload, channel: "2:" + text), Lines.wkdb(payload.replacing("1,", with: #""\#(text)","#)),
        ]
        let (output, _) = try Collected.lines([scratch.write("a.jsonl", lines.joined(separator: "\n"))])
        let written = String(decoding: output.text, as: UTF8.self)
        #expect(!written.unicodeScalars.contains { $0 != "\n" && HiddenCharacters.contains($0) })
        let message = try #require(try output.messages().first)
        #expect(message["content"]?["content"]?.string == text)
        #expect(message["content"]?[text]?.integer == 1)
        #expect(message["channel"]?.string == "2:" + text)
        #expect(message["searchable"]?.string == text)
        #expect(written.contains(#""spelt":"\u202E"}"#))
    }

    // MARK: Order

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
    func `sorted by time, archives are one stream`() throws {
        let made = try [5, 6, Seeds.one(7)].map { try MadeArchive.of("--messages 300 --channels 5 --seed \($0)") }
        let scratch = ScratchFolder()
        // Messages of one time keep their order; those without one come last.
        let rows = (1...300).map { number in
            let time: Int64 = number % 3 == 0 ? 0 : 1_609_459_300_000 + Int64(number % 2)
            return Lines.wkdb(base64: "e30=", seq: number, id: "\(number)", time: time)
        }
        let even = scratch.write("even.jsonl", rows.joined(separator: "\n"))
        let paths = [even] + made.map { $0.path(of: .linesGzip) } + [even]
        let (unsorted, _) = try Collected.lines(paths)
        let expected = try unsorted.messages().enumerated().sorted {
            let left = $0.element["timeMs"]?.integer ?? .max
            let right = $1.element["timeMs"]?.integer ?? .max
            return left != right ? left < right : $0.offset < $1.offset
        }.map(\.element.text)
        #expect(expected.count == 1500)
        for memory in [8 << 20, 100_000, 3000] {
            let (output, counts) = try Collected.lines(paths) {
                $0.order = .time
                $0.memory = memory
                $0.workers = 2
            }
            #expect(try output.messages().map(\.text) == expected, "memory \(memory)")
            #expect(counts.shown == 1500)
        }
    }

    @Test func `a heading stands where it changes`() throws {
        let scratch = ScratchFolder()
        let path = scratch.write(
            "a.jsonl",
            [("2:a", 1), ("2:a", 2), ("2:b", 1), ("2:a", 3)].map { Lines.wkdb("{}", seq: $0.1, channel: $0.0) }
                .joined(separator: "\n"))
        for order in [ReplayOptions.Order.archive, .time] {
            let output = Collected()
            _ = try Collected.replay([path, path], HeadedIDs(), output) { $0.order = order }
            let text = String(decoding: output.text, as: UTF8.self)
            #expect(text == "[2:a]\n1\n2\n\n[2:b]\n1\n\n[2:a]\n3\n1\n2\n\n[2:b]\n1\n\n[2:a]\n3\n")
        }
    }

    // MARK: Ends

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
    func `an output that closes ends reading`() throws {
        let made = try MadeArchive.of("--messages 2500 --seed 19")
        for order in [ReplayOptions.Order.archive, .time] {
            let output = Collected()
            output.closesAfter = 2
            _ = try Collected.replay([made.path(of: .lines)], ReplayLines(), output, chunkSize: 8192) {
                $0.order = order
            }
            #expect(output.writes == 2)
            #expect(output.text.count < 400_000)
        }
    }

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
    func `damage is named once, though the archive is read twice`() throws {
        let made = try MadeArchive.of("--messages 300 --edits 5 --seed 2")
        let scratch = ScratchFolder()
        scratch.run(
            "gzip -dc '\(made.path(of: .tarGzip))' >a.tar; tar -xf a.tar; tar -cf b.tar out/manifest.json out/message; "
                + "head -c 60000 b.tar >cut.tar; cp -r out c; rm c/meta/message_update.jsonl")
        for (name, wanted) in [("a.tar", 0), ("b.tar", 1), ("cut.tar", 1), ("c", 1)] {
            let series = try Shop.series()
            let registry = try #require(ContentRegistry(series))
            let replay = Replay(series, registry, ReplayOptions(), ReplayLines(), Collected())
            try replay.read(scratch.path + "/" + name)
            let damages = replay.damages.map(\.damage)
            #expect(Set(damages).count == damages.count, "\(name): \(damages)")
            #expect(damages.count >= wanted && (wanted > 0 || damages.isEmpty), "\(name): \(damages)")
            #expect(replay.counts.shown > 0)
        }
    }

    @Test func `a temporary folder that isn't there is named`() throws {
        let scratch = ScratchFolder()
        let path = scratch.write("a.jsonl", (1...200).map { Lines.wkdb("{}", seq: $0) }.joined(separator: "\n"))
        do {
            _ = try Collected.lines([path]) {
                $0.order = .time
                $0.memory = 1000
                $0.temporaryFolder = "/no/such/folder"
            }
            Issue.record("it sorted without a folder")
        } catch {
            #expect("\(error)".contains("/no/such/folder"))
        }
    }
}
