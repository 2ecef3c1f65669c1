import MessageReplay
import Registries
import Testing

/// What an audit says of payloads of before a schema changed.
struct EvolutionTests {
    private let folder = ScratchFolder()

    private func audit(_ versions: [String], _ payloads: [String], at version: Int? = nil) throws -> AuditReport {
        for (index, content) in versions.enumerated() {
            folder.write(
                "r/v\(index + 1).json",
                #"{"registry":"mall","version":\#(index + 1),"contents":[{"type":10001,"name":"order",\#(content)}]}"#)
        }
        let series = try RegistrySeries(contentsOf: folder.path + "/r")
        let lines = payloads.enumerated().map { Lines.wkdb($1, seq: $0 + 1) + "\n" }
        return try AuditReport.of(
            [folder.write("m", lines.joined())], try #require(ContentRegistry(series, version: version)))
    }

    private static func schema(_ properties: String, required: String = #""order_id""#, _ rest: String = "") -> String {
        #""schema":{"type":"object","properties":{"order_id":{"type":"string"},\#(properties)},"#
            + #""required":[\#(required)]}\#(rest)"#
    }

    @Test func `a new member without default fails every old payload`() throws {
        let versions = [
            Self.schema(#""title":{"type":"string"}"#),
            Self.schema(
                #""title":{"type":"string"},"currency":{"type":"string"}"#, required: #""order_id","currency""#),
        ]
        let payloads = [#"{"type":10001,"order_id":"a"}"#, #"{"type":10001,"order_id":"b","currency":"CNY"}"#]
        let new = try audit(versions, payloads)
        #expect(new.totals == OutcomeCounts(decoded: 1, malformed: 1))
        #expect(new.recordFindings == ["field-missing 10001 /currency": 1])
        #expect(new.row(.number("10001"))?.writtenAt == [VersionCount(version: 2, count: 1)])
        let old = try audit(versions, payloads, at: 1)
        #expect(old.totals == OutcomeCounts(decoded: 2))
        #expect(
            old.row(.number("10001"))?.writtenAt
                == [VersionCount(version: 1, count: 1), VersionCount(version: 2, count: 1)])
    }

    @Test func `a renamed member tells when a payload was written`() throws {
        let versions = [
            Self.schema(#""name":{"type":"string"}"#),
            Self.schema(
                #""title":{"type":"string","default":""}"#,
                #","upgrade":[{"op":"move","from":"/name","path":"/title"}]"#),
        ]
        let report = try audit(
            versions,
            [
                #"{"type":10001,"order_id":"a","name":"Tea"}"#, #"{"type":10001,"order_id":"a","title":"Tea"}"#,
                #"{"type":10001,"order_id":"a","title":"Tea","name":"Tee"}"#, #"{"type":10001,"order_id":"a"}"#,
            ])
        #expect(report.totals == OutcomeCounts(decoded: 4))
        let row = try #require(report.row(.number("10001")))
        // With both names the step leaves both alone; with neither, only version 1 needs no default.
        #expect(row.writtenAt == [VersionCount(version: 1, count: 2), VersionCount(version: 2, count: 2)])
        #expect(row.defaulted == [DefaultedCount(pointer: "/title", count: 2)])
    }

    @Test func `a version field decides before the structure does`() throws {
        let content = Self.schema(
            #""v":{"type":"integer"},"title":{"type":"string","default":""}"#, #","versionField":"/v""#)
        let report = try audit(
            [Self.schema(#""v":{"type":"integer"}"#, #","versionField":"/v""#), content],
            [
                #"{"type":10001,"order_id":"a","title":"x","v":1}"#,
                #"{"type":10001,"order_id":"a","title":"x","v":2}"#,
                #"{"type":10001,"order_id":"a","title":"x","v":9}"#,
            ])
        #expect(report.totals == OutcomeCounts(decoded: 3))
        #expect(report.recordFindings == ["version-invalid 10001 /v": 1])
        #expect(
            report.row(.number("10001"))?.writtenAt
                == [VersionCount(version: 1, count: 1), VersionCount(version: 2, count: 2)])
    }
}
