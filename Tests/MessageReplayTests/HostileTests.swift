import Registries
import Testing

@testable import MessageReplay

/// Payloads that want to be expensive. What they may cost in memory is measured with the built program; here the outcome
/// counts, and that it comes at once.
struct HostileTests {
    private let folder = ScratchFolder()

    private func audit(
        _ lines: [String], _ registry: ContentRegistry? = nil, _ change: (inout AuditOptions) -> Void = { _ in }
    ) throws -> AuditReport {
        let path = folder.write("m", lines.map { $0 + "\n" }.joined())
        return try AuditReport.of([path], try registry ?? Shop.builtin(), change)
    }

    /// A registry with one type, 7, whose member `x` has this schema.
    private func registry(_ schema: String) throws -> ContentRegistry {
        folder.write(
            "r/v1.json",
            #"{"registry":"r","version":1,"contents":[{"type":7,"name":"seven","schema":{"type":"object","#
                + #""properties":{"x":\#(schema)}}}]}"#)
        return try #require(ContentRegistry(try RegistrySeries(contentsOf: folder.path + "/r")))
    }

    private func nested(_ levels: Int, in text: (String) -> String = { $0 }) -> String {
        text(String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
    }

    @Test func `a payload of 600 levels is too deep and no more`() throws {
        let report = try audit([Lines.wkdb(nested(600)), Lines.wkdb(#"{"type":1}"#, seq: 2)])
        #expect(report.recordFindings == ["payload-too-deep none ": 1])
        #expect(report.totals == OutcomeCounts(decoded: 1, malformed: 1))
    }

    @Test func `512 levels pass and 513 don't`() throws {
        let inside: (String) -> String = { #"{"type":1,"x":\#($0)}"# }
        let report = try audit([
            Lines.wkdb(nested(511, in: inside)), Lines.wkdb(nested(512, in: inside), seq: 2),
        ])
        #expect(report.totals == OutcomeCounts(decoded: 1, malformed: 1))
        #expect(report.findings.first?.examples.first?.seq == "2")
    }

    @Test func `a record of 600 levels`() throws {
        let report = try audit([Lines.api(nested(600)), Lines.api(#"{"type":1}"#, seq: 2)])
        #expect(report.recordFindings == ["record-too-deep none ": 1])
    }

    @Test func `replies inside replies, as deep as they go`() throws {
        var payload = #"{"type":1}"#
        for _ in 0..<250 { payload = #"{"type":1,"reply":{"payload":\#(payload)}}"# }
        let report = try audit([Lines.wkdb(payload)])
        #expect(report.totals == .oneDecoded)
        #expect(report.nested == OutcomeCounts(decoded: 250))
    }

    @Test func `JSON text inside JSON text multiplies its escapes until it ends`() throws {
        var payload = #"{"type":1}"#
        for _ in 0..<8 {
            let escaped = payload.replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#)
            payload = #"{"type":555,"reply":{"payload":"\#(escaped)"}}"#
        }
        let report = try audit([Lines.wkdb(payload)])
        #expect(report.nested == OutcomeCounts(decoded: 1, unknown: 7))
    }

    @Test(arguments: ["1e999999999", "-1e-999999999", "1E+99999999999999999999", "123456789e-400000000"])
    func `exponents are never expanded`(number: String) throws {
        let registry = try registry(#"{"type":"number","multipleOf":0.01,"minimum":-1e400}"#)
        let report = try audit([Lines.wkdb(#"{"type":7,"x":\#(number)}"#)], registry)
        let isWhole = !number.contains("e-")
        #expect(report.totals.decoded + report.totals.malformed == 1)
        #expect((report.totals == .oneDecoded) == isWhole, "\(report.recordFindings)")
    }

    @Test func `patterns take time in proportion`() throws {
        let registry = try registry(#"{"type":"string","pattern":"^(a+)+$"}"#)
        let run = String(repeating: "a", count: 20_000)
        let report = try audit(
            [Lines.wkdb(#"{"type":7,"x":"\#(run)"}"#), Lines.wkdb(#"{"type":7,"x":"\#(run)!"}"#, seq: 2)], registry)
        #expect(report.recordFindings == ["field-pattern 7 /x": 1])
        #expect(report.totals == OutcomeCounts(decoded: 1, malformed: 1))
    }

    @Test func `10,000 types have rows, and all others one`() throws {
        let many = (0..<10_100).map { Lines.api(#"{"type":\#(20_100_000 + $0)}"#, seq: $0 + 1) }
        // A type that had its row before is still counted there.
        let known = Lines.api(#"{"type":20100000}"#, seq: 10_101)
        let report = try audit(many + [known]) {
            $0.exampleLimit = 0
            $0.workers = 2
        }
        #expect(report.isCapped)
        #expect(report.types.count == 10_001)
        #expect(report.row(.other)?.records == 100)
        #expect(report.row(.number("20100000"))?.records == 2)
        #expect(report.types.reduce(0) { $0 + $1.records } == 10_101)
        #expect(report.findings.count == 10_001)
        #expect(report.findings.reduce(0) { $0 + $1.count } == 10_101)
        #expect(report.findings.first { $0.code == "other" }?.count == 100)
    }

    @Test func `exactly as many types and groups as a report holds don't cap it`() throws {
        var tally = AuditTally()
        for number in 0..<AuditTally.limit {
            var later = AuditTally()
            let label = TypeLabel.number(String(number))
            later.types[later.typeIndex(label, name: nil)].counts.count(.unknown)
            tally.merge(later, exampleLimit: 3)
        }
        #expect(!tally.isCapped)
        var later = AuditTally()
        later.types[later.typeIndex(.string("more"), name: nil)].counts.count(.unknown)
        later.types[later.typeIndex(.number("7"), name: nil)].counts.count(.unknown)
        tally.merge(later, exampleLimit: 3)
        #expect(tally.isCapped && tally.types.entries.count == AuditTally.limit + 1)

        var report = AuditReport(registry: RegistryLabel(name: "r", version: 1, fingerprint: ""))
        tally.totals.unknown = AuditTally.limit + 2
        report.fill(from: tally)
        #expect(report.types.first?.records == 2 && report.types.last?.type == .other)
        report.types.removeSubrange(1..<AuditTally.limit)
        report.totals.unknown = 3
        let text = report.text
        #expect(text.contains(#""name": "other""#) && text.contains(#""capped": true"#))
        #expect(try AuditReport(json: report.json()) == report)
    }

    @Test func `a payload full of faults, nested payloads and names that come twice`() throws {
        let count = 3000
        let faults = Array(repeating: "1", count: count).joined(separator: ",")
        let inner = (0..<count).map { #"{"payload":{"type":\#($0 % 40 + 500),"a":1,"a":2}}"# }.joined(separator: ",")
        let report = try audit([
            Lines.wkdb(#"{"type":1,"visibles":[\#(faults)]}"#),
            Lines.wkdb(#"{"type":11,"msgs":[\#(inner)]}"#, seq: 2),
            Lines.wkdb(
                #"{"type":1,\#((0..<count).map { #""k\#($0)":0,"k\#($0)":1"# }.joined(separator: ","))}"#, seq: 3),
        ])
        #expect(report.totals == OutcomeCounts(decoded: 2, malformed: 1))
        #expect(report.nested.unknown == count)
        #expect(
            report.findings(in: "nested").filter { $0.key.hasPrefix("member-duplicated") }.values.reduce(0, +) == count)
        #expect(report.findings(in: "record").filter { $0.key.hasPrefix("member-duplicated") }.count == count)
    }

    @Test func `names as long as lines don't make reports as long as archives`() throws {
        let name = String(repeating: "n", count: 200_000)
        let report = try audit([
            Lines.wkdb(
                #"{"type":1,"\#(name)":{\#((0..<500).map { #""k\#($0)":0,"k\#($0)":1"# }.joined(separator: ","))}}"#),
            Lines.wkdb(#"{"type":11,"msgs":[{"payload":{}}]}"#, channel: name),
        ])
        #expect(report.totals == OutcomeCounts(decoded: 2))
        #expect(report.json().count < 100_000)
        let pointers = report.findings.map(\.pointer).filter { $0.contains("nnnn") }
        #expect(pointers.count == 1 && pointers.allSatisfy { $0.hasSuffix("n…") && $0.utf8.count < 600 })
        let channel = try #require(report.findings.first { $0.place == "nested" }?.examples.first?.channel)
        #expect(channel.hasPrefix("nnn") && channel.hasSuffix("n…") && channel.count < 600)
    }

    @Test func `types as long as lines have rows until they fill what a report may hold`() throws {
        let name = String(repeating: "t", count: 1 << 20)
        var tally = AuditTally()
        for number in 0..<6 {
            var later = AuditTally()
            later.types[later.typeIndex(.string("\(number)\(name)"), name: nil)].counts.count(.unknown)
            let key = AuditTally.FindingKey(
                code: "type-unknown", level: .unknown, place: "record", type: .string("\(number)\(name)"),
                pointer: "/type")
            later.findings[later.findingIndex(key)].count += 1
            tally.merge(later, exampleLimit: 3)
        }
        #expect(tally.isCapped)
        #expect(tally.types.entries.map(\.row.records) == [1, 1, 1, 3])
        #expect(tally.findings.entries.map(\.row.count) == [1, 1, 1, 3])
    }

    @Test func `a detail quotes no more of a type than of any value`() throws {
        let report = try audit([Lines.wkdb(#"{"type":"\#(String(repeating: "t", count: 5000))"}"#)])
        #expect(report.findings[0].examples[0].detail.count < 200)
        #expect(report.text.utf8.count < 20_000)
    }

    @Test func `a long line of garbage and a long text`() throws {
        let size = 1 << 20
        let report = try audit([
            Lines.wkdb(#"{"type":1}"#), String(repeating: "x", count: size),
            Lines.api("\"" + String(repeating: "{", count: size) + "\"", seq: 3),
            Lines.wkdb(#"{"type":1,"content":"\#(String(repeating: "y", count: size))"}"#, seq: 2),
        ])
        #expect(report.totals.decoded == 2 && report.totals.malformed == 2)
    }
}
