import JSONText
import MessageReplay
import Registries
import Synchronization
import Testing

/// Collects lines that come one thread at a time.
private final class Collector: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    var all: [UInt8] { bytes.withLock { $0 } }
    var lines: [[UInt8]] { all.split(separator: 0x0A).map { Array($0) } }
}

/// The findings, one by one, and the lines of what doesn't decode.
struct OutputLinesTests {
    private static let members = [
        "code", "outcome", "place", "type", "archive", "file", "line", "messageID", "channel", "seq", "pointer",
        "detail",
    ]

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
    func `there is a line for each finding, in the archive's order and whatever the number of workers`() throws {
        let made = try MadeArchive.of("--messages 800 --seed 31 --edits 5 --rows 300")
        var before: [UInt8]?
        for workers in [1, 4] {
            let collector = Collector()
            let report = try AuditReport.of(
                [made.path(of: .folder)], try Shop.registry(), workers: workers, chunkSize: 4096
            ) { $0.findingLines = { collector.add($0) } }
            // No payload of the generator has one fault twice.
            #expect(collector.lines.count == report.findings.reduce(0) { $0 + $1.count })
            var counts: [String: Int] = [:]
            for line in collector.lines {
                let row = try JSONDocument(line).root
                #expect(row.members.map(\.name) == Self.members)
                let code = try #require(row["code"]?.string)
                counts["\(code) \(try #require(row["place"]?.string))", default: 0] += 1
            }
            var wanted: [String: Int] = [:]
            for row in report.findings { wanted["\(row.code) \(row.place)", default: 0] += row.count }
            #expect(counts == wanted)
            let places = try collector.lines.map { line in
                let row = try JSONDocument(line).root
                return "\(row["file"]?.string ?? "") \(1_000_000 + (row["line"]?.integer ?? 0))"
            }
            // The files come in the manifest's order, in which the latest messages stand before the messages.
            let messages = places.filter { $0.hasPrefix("message/") }
            #expect(messages == messages.sorted() && !messages.isEmpty)
            if let before { #expect(collector.all == before) }
            before = collector.all
        }
    }

    @Test func `every element with a fault has its line, with exact pointers, though it counts once`() throws {
        let collector = Collector()
        let report = try audit(
            Lines.wkdb(#"{"type":11,"msgs":[{"payload":{"type":1,"visibles":[1,"u",2]}}]}"#),
            { $0.findingLines = { collector.add($0) } })
        #expect(report.findings.map(\.count) == [1])
        let rows = try collector.lines.map { try JSONDocument($0).root }
        #expect(rows.map { $0["pointer"]?.string } == ["/visibles/0", "/visibles/2"])
        #expect(rows.map { $0["at"]?.string } == ["/msgs/0/payload/visibles/0", "/msgs/0/payload/visibles/2"])
        var members = Self.members
        members.insert("at", at: 11)
        #expect(rows.allSatisfy { $0.members.map(\.name) == members })
    }

    @Test func `quarantine has the lines of what doesn't decode, byte for byte`() throws {
        let good = Lines.wkdb(#"{"type":1,"content":"hi"}"#)
        let unknown = Lines.wkdb(#"{"type":555}"#, seq: 2)
        let malformed = Lines.wkdb("{}", seq: 3)
        let cut = #"{"channel_key":"2:g1","mess"#
        let blob = Array("{\"a\":\"".utf8) + [0xFF, 0x00] + Array("\"}".utf8)
        var bytes = Array("\(good)\r\n\(unknown)\r\n\r\n \(malformed)\t\n\(cut)\n".utf8)
        bytes += blob + [0x0A] + Array(Lines.wkdb("7", seq: 4).utf8)
        let collector = Collector()
        let folder = ScratchFolder()
        let report = try AuditReport.of([folder.write("m", bytes)], try Shop.registry()) {
            $0.quarantinedLines = { collector.add($0) }
        }
        #expect(report.totals == OutcomeCounts(decoded: 1, unknown: 1, malformed: 4))
        let wanted = Array("\(unknown)\r\n \(malformed)\t\n\(cut)\n".utf8) + blob + [0x0A]
        #expect(collector.all == wanted + Array((Lines.wkdb("7", seq: 4) + "\n").utf8))
    }

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
    func `quarantine of an archive audits to the same faults and nothing else`() throws {
        let made = try MadeArchive.of("--messages 800 --seed 33")
        let collector = Collector()
        let report = try AuditReport.of([made.path(of: .linesGzip)], try Shop.registry(), workers: 3, chunkSize: 4096) {
            $0.quarantinedLines = { collector.add($0) }
        }
        let lines = Set(made.lines)
        #expect(collector.lines.allSatisfy { lines.contains($0) })
        #expect(collector.lines.count == report.totals.unknown + report.totals.malformed)
        let folder = ScratchFolder()
        let again = try AuditReport.of([folder.write("q", collector.all)], try Shop.registry())
        #expect(again.totals == OutcomeCounts(unknown: report.totals.unknown, malformed: report.totals.malformed))
        var faults = again.recordFindings
        // Channels have gaps now.
        faults["sequence-broken none /message_seq"] = nil
        #expect(faults == report.recordFindings)
    }

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot), arguments: [0, 1, 3, 10])
    func `a group has as many examples as are asked for, the first of the archive`(limit: Int) throws {
        let made = try MadeArchive.of("--messages 800 --seed 33")
        let path = made.path(of: .lines)
        let report = try AuditReport.of([path], try Shop.registry(), workers: 3, chunkSize: 4096) {
            $0.exampleLimit = limit
        }
        let all = try AuditReport.of([path], try Shop.registry()) { $0.exampleLimit = 1000 }
        #expect(report.findings.count == all.findings.count)
        for (row, whole) in zip(report.findings, all.findings) {
            #expect(whole.examples.count == whole.count)
            #expect(row.count == whole.count)
            #expect(row.examples == Array(whole.examples.prefix(limit)))
            #expect(row.examples.map(\.line) == row.examples.map(\.line).sorted())
        }
    }

    @Test func `no value of a payload is in a report without values`() throws {
        // Each value is a word or number that is nowhere else.
        let lines = [
            Lines.wkdb(#"{"type":2,"url":90210901,"width":"secretwide","height":{"k":"secretdeep"}}"#),
            Lines.wkdb(#"{"type":9989,"content":90210902,"call_type":90210903,"result_type":"secretresult"}"#, seq: 2),
            Lines.wkdb(#"{"type":1,"content":["secretlist"],"mention":{"uids":[90210904],"all":"secretall"}}"#, seq: 3),
            Lines.wkdb(
                #"{"type":10001,"order_id":"","title":90210905,"currency":"secretcoin","status":"secretstatus"}"#,
                seq: 4),
            Lines.wkdb(#"{"type":10001,"order_id":"x","quantity":-90210906}"#, seq: 5),
            Lines.wkdb(#""secretstring""#, seq: 6), Lines.wkdb("[90210907]", seq: 7),
            Lines.wkdb("secretplain", seq: 8), Lines.wkdb(#"{"type":[90210908]}"#, seq: 9),
            Lines.wkdb(#"{"type":10001.0,"content":"secrettext"}"#, seq: 10),
            Lines.wkdb(#"{"type":1,"content":"secret\ud83d","x":"secretx","x":"secrety"}"#, seq: 11),
            Lines.wkdb(#"{"type":11,"msgs":[{"payload":{"type":1,"content":90210909}}]}"#, seq: 12),
            Lines.wkdb(base64: "secret*base64", seq: 13),
        ]
        let collector = Collector()
        func text(showingValues: Bool) throws -> String {
            let report = try audit(lines.joined(separator: "\n")) {
                $0.showsValues = showingValues
                $0.exampleLimit = 100
                if !showingValues { $0.findingLines = { collector.add($0) } }
            }
            return report.text
        }
        let shown = try text(showingValues: true)
        let hidden = try text(showingValues: false) + String(decoding: collector.all, as: UTF8.self)
        #expect(!hidden.contains("secret"), "\(hidden)")
        #expect(!hidden.contains("902109"))
        #expect(shown.contains("secretwide") && shown.contains("90210905") && shown.contains("90210909"))
        #expect(hidden.contains("string of 10 characters"))
    }

    private func audit(_ lines: String, _ change: (inout AuditOptions) -> Void) throws -> AuditReport {
        let folder = ScratchFolder()
        return try AuditReport.of([folder.write("m", lines + "\n")], try Shop.registry(), change)
    }
}
