import MessageReplay
import Registries
import TestSupport
import Testing

/// What an audit counts is what the generator put in, for every seed and every packing.
@Suite(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
struct TruthTests {
    static let seeds = Seeds.of(1, 7, 11)

    @Test(arguments: seeds)
    func `every packing gives the counts and labels of the truth file`(seed: Int) throws {
        let made = try MadeArchive.of("--messages 1500 --rows 400 --edits 10 --seed \(seed)")
        let registry = try Shop.registry()
        var first: AuditReport?
        for packing in made.packings {
            let report = try AuditReport.of([made.path(of: packing)], registry)
            expect(report, agreesWith: made.truth, "seed \(seed), \(packing)")
            #expect(report.carriers.isEmpty == !packing.isBundle)
            #expect(report.archives[0].damage == nil && report.archives[0].complete)
            if let first {
                #expect(report.regardlessOfContainer == first.regardlessOfContainer, "seed \(seed), \(packing)")
            }
            first = first ?? report
        }
    }

    @Test(arguments: seeds)
    func `the report has the same bytes whatever the number of workers`(seed: Int) throws {
        let made = try MadeArchive.of("--messages 1500 --rows 400 --edits 10 --seed \(seed)")
        let registry = try Shop.registry()
        for packing in [MadeArchive.Packing.folder, .linesGzip] {
            let path = made.path(of: packing)
            let one = try AuditReport.of([path], registry, chunkSize: 4096).text
            #expect(try AuditReport.of([path], registry, workers: 4, chunkSize: 4096).text == one)
            // Nor does it matter where chunks end.
            #expect(try AuditReport.of([path], registry, workers: 4).text == one)
        }
    }

    @Test func `a clean archive has no findings`() throws {
        let made = try MadeArchive.of("--messages 700 --edits 10 --seed 5 --clean")
        for packing in made.packings {
            let report = try AuditReport.of([made.path(of: packing)], try Shop.registry())
            #expect(report.findings.isEmpty, "\(packing): \(report.findings)")
            #expect(report.totals == OutcomeCounts(decoded: 700))
        }
    }

    @Test func `edits and latest messages are counted as carriers and not as records`() throws {
        let made = try MadeArchive.of("--messages 700 --channels 5 --edits 20 --seed 3")
        for packing in [MadeArchive.Packing.folder, .tarGzip] {
            let report = try AuditReport.of([made.path(of: packing)], try Shop.registry())
            #expect(report.records == 700)
            let edits = try #require(report.carriers.first { $0.name == "meta.message_updates" })
            #expect(edits == CarrierTally(name: "meta.message_updates", counts: OutcomeCounts(decoded: 20)))
            let latest = try #require(report.carriers.first { $0.name == "meta.channel_latest" })
            #expect(latest.counts.sum + latest.preview == 5)
        }
    }

    @Test func `what defaults fill is counted at the version that is decoded at`() throws {
        let made = try MadeArchive.of("--messages 1500 --seed 7")
        let truth = made.truth
        let (v1, v2) = (truth.count("ok:10001:v1"), truth.count("ok:10001:v2"))
        let wanted = [
            1: [],
            2: [DefaultedCount(pointer: "/currency", count: v1), DefaultedCount(pointer: "/quantity", count: v1)],
            3: [
                DefaultedCount(pointer: "/currency", count: v1), DefaultedCount(pointer: "/quantity", count: v1),
                DefaultedCount(pointer: "/status", count: v1 + v2),
            ],
        ]
        for (version, defaulted) in wanted {
            let report = try AuditReport.of([made.path(of: .folder)], try Shop.registry(at: version))
            #expect(report.registry.version == version)
            #expect(report.row(.number("10001"))?.defaulted == defaulted, "--at \(version)")
            // Every version's definition is open, so all of them read the same payloads.
            expect(report, agreesWith: truth, "--at \(version)")
        }
    }

    private func expect(_ report: AuditReport, agreesWith truth: Truth, _ comment: Comment) {
        #expect(report.records == truth.records, comment)
        #expect(
            report.totals
                == OutcomeCounts(decoded: truth.decoded, unknown: truth.unknown, malformed: truth.malformed), comment)
        #expect(report.nested == OutcomeCounts(decoded: truth.nested), comment)
        #expect(report.types.reduce(0) { $0 + $1.records } == truth.records, comment)
        #expect(report.months.reduce(0) { $0 + $1.counts.sum } == truth.records, comment)
        #expect(report.types.reduce(0) { $0 + $1.nested.sum } == truth.nested, comment)
        var findings: [String: Int] = [:]
        for (label, count) in truth.labels {
            let parts = label.split(separator: ":").map(String.init)
            let row = report.row(.number(parts[1]))
            switch (parts[0], parts.count > 2 ? parts[2] : nil) {
            case ("ok", nil):
                #expect(row?.counts.decoded == count, "\(comment), \(label)")
                #expect(row?.writtenAt == [VersionCount(version: 1, count: count)], "\(comment), \(label)")
            case ("ok", let version?):
                let number = Int(version.dropFirst()) ?? 0
                #expect(row?.writtenAt.contains(VersionCount(version: number, count: count)) == true, "\(comment)")
                #expect(row?.counts.decoded == truth.count("ok:\(parts[1]):"), "\(comment), \(label)")
                #expect(row?.partial == 0, comment)
            case ("unknown", _):
                #expect(row?.counts == OutcomeCounts(unknown: count) && row?.name == nil, "\(comment), \(label)")
                findings["type-unknown \(parts[1]) /type"] = count
            case (_, "missing"): findings["field-missing 10001 /order_id"] = count
            case (_, "type"): findings["field-type \(parts[1]) /\(parts[1] == "2" ? "width" : "title")"] = count
            default:
                let wanted = [
                    "no-type": "type-missing none /type", "empty": "payload-empty none ",
                    "json": "payload-not-json none ",
                ]
                findings[wanted[parts[1]] ?? label] = count
            }
        }
        #expect(report.recordFindings == findings, comment)
        let typeless = truth.count("malformed:no-type") + truth.count("malformed:empty") + truth.count("malformed:json")
        #expect((report.row(.none)?.records ?? 0) == typeless, comment)
    }
}
