import MessageReplay
import Registries
import Testing

/// A series in which each version reads other payloads, held against verdicts that are drawn from the truth file alone.
@Suite(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
struct VersionTests {
    private let folder = ScratchFolder()

    /// Version 1 knows orders with text as title; 2 takes numbers too, and brings the type 10042; 3 retires 555 and brings
    /// 10077.
    private func series() throws -> RegistrySeries {
        let text = #"{"type":"string"}"#
        let any = #"{"type":["string","integer"]}"#
        func order(_ title: String) -> String {
            #"{"type":10001,"name":"order","schema":{"type":"object","required":["order_id"],"#
                + #""properties":{"order_id":{"type":"string"},"title":\#(title)}}}"#
        }
        func blob(_ type: Int) -> String {
            #"{"type":\#(type),"name":"blob\#(type)","schema":{"type":"object","required":["blob"],"#
                + #""properties":{"blob":{"type":"string"}}}}"#
        }
        func version(_ number: Int, _ contents: [String], _ rest: String = "") -> String {
            #"{"registry":"mall","version":\#(number),"extends":["wukongim@1"],"#
                + #""contents":[\#(contents.joined(separator: ","))]\#(rest)}"#
        }
        folder.write("mall/v1.json", version(1, [order(text)]))
        folder.write("mall/v2.json", version(2, [order(any), blob(10042)]))
        folder.write(
            "mall/v3.json",
            version(
                3, [order(any), blob(10042), blob(10077)], #","retired":{"types":[{"type":555,"name":"relic"}]}"#))
        return try RegistrySeries(contentsOf: folder.path + "/mall")
    }

    @Test(arguments: [1, 2, 3])
    func `each version reads what it knows`(version: Int) throws {
        let made = try MadeArchive.of("--messages 2500 --seed 19")
        let truth = made.truth
        let registry = try #require(ContentRegistry(try series(), version: version))
        let report = try AuditReport.of([made.path(of: .lines)], registry)

        let titles = truth.count("malformed:10001:type")
        let (first, second, third) = (
            truth.count("unknown:10042"), truth.count("unknown:10077"), truth.count("unknown:555")
        )
        try #require(titles > 0 && first > 0 && second > 0 && third > 0, "the seed has to draw each label")
        let mended = version >= 2 ? titles : 0
        let known = (version >= 2 ? first : 0) + (version >= 3 ? second : 0)
        #expect(report.totals.decoded == truth.decoded + mended + known)
        #expect(report.totals.malformed == truth.malformed - mended)
        #expect(report.totals.unknown == truth.unknown - known)
        #expect(report.recordFindings["type-unknown 10042 /type"] == (version < 2 ? first : nil))
        #expect(report.recordFindings["type-unknown 10077 /type"] == (version < 3 ? second : nil))
        #expect(report.recordFindings["type-unknown 555 /type"] == (version < 3 ? third : nil))
        #expect(report.recordFindings["type-retired 555 /type"] == (version < 3 ? nil : third))
        #expect(report.recordFindings["field-type 10001 /title"] == (version < 2 ? titles : nil))
        #expect(report.row(.number("10042"))?.name == (version < 2 ? nil : "blob10042"))
        // The series of versions decides when a payload was written, not the one that it is decoded at.
        let orders = try #require(report.row(.number("10001")))
        #expect(orders.writtenAt == [VersionCount(version: 2, count: truth.count("ok:10001:") + mended)])
    }
}
