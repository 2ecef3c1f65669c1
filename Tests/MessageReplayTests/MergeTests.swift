import JSONText
import MessageReplay
import Registries
import Testing

/// Reports of parts add up to the report of the whole.
@Suite(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
struct MergeTests {
    private func paths() throws -> [String] {
        let made = try [
            MadeArchive.of("--messages 700 --seed 21 --edits 5"), MadeArchive.of("--messages 500 --seed 22"),
            MadeArchive.of("--messages 60 --seed 23 --edits 3"),
        ]
        return [made[0].path(of: .folder), made[1].path(of: .linesGzip), made[2].path(of: .tarGzip)]
    }

    @Test(arguments: [0, 1, 3, 10])
    func `the merge of reports is the report of one run`(examples: Int) throws {
        let registry = try Shop.registry()
        let paths = try paths()
        let whole = try AuditReport.of(paths, registry) { $0.exampleLimit = examples }
        let parts = try paths.map { path in try AuditReport.of([path], registry) { $0.exampleLimit = examples } }
        #expect(try AuditReport.merge(parts, exampleLimit: examples).text == whole.text)
        // Reports with more examples than are asked for do as well.
        let rich = try paths.map { path in try AuditReport.of([path], registry) { $0.exampleLimit = 20 } }
        #expect(try AuditReport.merge(rich, exampleLimit: examples).text == whole.text)
    }

    @Test func `merging is associative`() throws {
        let registry = try Shop.registry()
        let parts = try zip(try paths(), [1, 3, 2]).map { path, examples in
            try AuditReport.of([path], registry) { $0.exampleLimit = examples }
        }
        let all = try AuditReport.merge(parts, exampleLimit: 3)
        let left = try AuditReport.merge(
            [try AuditReport.merge([parts[0], parts[1]], exampleLimit: 3), parts[2]], exampleLimit: 3)
        let right = try AuditReport.merge(
            [parts[0], try AuditReport.merge([parts[1], parts[2]], exampleLimit: 3)], exampleLimit: 3)
        #expect(left.text == all.text)
        #expect(right.text == all.text)
    }

    @Test func `a report that is read and written again has the same bytes`() throws {
        let report = try AuditReport.of(try paths(), try Shop.registry())
        #expect(try AuditReport(json: report.json()).text == report.text)
        #expect(try AuditReport(json: report.json()) == report)
        // A part of the text is no report.
        for length in stride(from: 0, to: report.json().count - 1, by: 397) {
            #expect(throws: ReportReadError.self) { try AuditReport(json: Array(report.json()[..<length])) }
        }
    }

    @Test func `reports of two registries or two versions are refused`() throws {
        let path = try paths()[2]
        let shop = try AuditReport.of([path], try Shop.registry())
        for other in [try Shop.registry(at: 2), try Shop.builtin()] {
            let report = try AuditReport.of([path], other)
            #expect(throws: ReportMergeError.registriesDiffer(shop.registry, report.registry, .audit)) {
                try AuditReport.merge([shop, report], exampleLimit: 3)
            }
        }
        // The same name and version over another file counts as another registry.
        var changed = shop
        changed.registry.fingerprint = String(changed.registry.fingerprint.reversed())
        #expect(throws: ReportMergeError.self) { try AuditReport.merge([shop, changed], exampleLimit: 3) }
    }

    @Test func `a capped report is refused beside others and passes alone`() throws {
        var capped = try AuditReport.of([try paths()[2]], try Shop.registry())
        let other = capped
        capped.isCapped = true
        #expect(throws: ReportMergeError.capped(1, .audit)) {
            try AuditReport.merge([other, capped], exampleLimit: 3)
        }
        #expect(try AuditReport.merge([capped], exampleLimit: 3) == capped)
    }

    @Test func `members that a default fills are listed alike whatever came first`() throws {
        let registry = try Shop.registry()
        let folder = ScratchFolder()
        let first = folder.write("a", Lines.api(#"{"type":10001,"order_id":"a","title":"x","currency":"CNY"}"#) + "\n")
        let second = folder.write("b", Lines.api(#"{"type":10001,"order_id":"a","title":"x","quantity":2}"#) + "\n")
        for paths in [[first, second], [second, first]] {
            let whole = try AuditReport.of(paths, registry)
            let parts = try paths.map { try AuditReport.of([$0], registry) }
            #expect(whole.row(.number("10001"))?.defaulted.map(\.pointer) == ["/currency", "/quantity", "/status"])
            #expect(try AuditReport.merge(parts, exampleLimit: 3).text == whole.text)
        }
    }
}
