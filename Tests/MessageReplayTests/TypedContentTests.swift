import JSONText
import MessageReplay
import Registries
import Testing

/// Jobs take a registry with Swift types.
@Suite(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
struct TypedContentTests {
    private struct OrderCard: MessageContent {
        static let contentType: ContentType = 10001
        var title: String

        init(decoding fields: ContentFields) throws {
            title = fields.string("title", default: "")
        }
        func encode(into fields: inout ContentFieldWriter) { fields.set("title", title) }
        var conversationDigest: String { "Order: \(title)" }
    }

    @Test func `an audit counts their payloads as decoded, under their names`() throws {
        let made = try MadeArchive.of("--messages 1500 --seed 7")
        var registry = try Shop.builtin()
        try registry.register(OrderCard.self)
        let report = try AuditReport.of([made.path(of: .folder)], registry, workers: 2)
        let row = try #require(report.row(.number("10001")))
        #expect(row.name == "OrderCard")
        let orders = made.truth.count("ok:10001:") + made.truth.count("malformed:10001:")
        #expect(row.counts == OutcomeCounts(decoded: orders))
        #expect(row.writtenAt == [VersionCount(version: 1, count: orders)])
        #expect(report.totals.unknown == made.truth.count("unknown:") && report.nested.unknown == 0)
    }

    @Test func `in place of a definition, the definition's schema counts`() throws {
        let made = try MadeArchive.of("--messages 1500 --seed 7")
        var registry = try Shop.registry()
        try registry.register(OrderCard.self)
        let report = try AuditReport.of([made.path(of: .folder)], registry) { $0.series = try? Shop.series() }
        #expect(report.totals == (try AuditReport.of([made.path(of: .folder)], try Shop.registry())).totals)
        #expect(report.row(.number("10001"))?.name == "order")
    }

    @Test func `a migration leaves payloads alone that only a Swift type knows`() throws {
        let made = try MadeArchive.of("--messages 300 --seed 7 --clean")
        var registry = try Shop.builtin()
        try registry.register(OrderCard.self)
        let scratch = ScratchFolder()
        let target = scratch.path + "/new.jsonl"
        _ = try Migration(try .wukongim(), to: registry, MigrationOptions()).run(made.path(of: .lines), to: target)
        #expect(ScratchFolder.contents(of: target) == ScratchFolder.contents(of: made.path(of: .lines)))
    }

    @Test func `digests and searches are theirs`() throws {
        var registry = try Shop.registry()
        try registry.register(OrderCard.self)
        var reader = PayloadReader(try Shop.series(), registry)
        let payload = Array(#"{"type":10001,"order_id":"o","title":"Mug"}"#.utf8)
        var digest: [UInt8] = []
        var searchable: [UInt8] = []
        Self.read(payload, &reader, &digest, &searchable)
        #expect(String(decoding: digest, as: UTF8.self) == "Order: Mug")
        #expect(searchable.isEmpty)
    }

    @Test func `a digest report shows theirs`() throws {
        let made = try MadeArchive.of("--messages 300 --seed 7 --clean")
        var registry = try Shop.builtin()
        try registry.register(OrderCard.self)
        var options = DigestOptions()
        options.grouping = .type
        let digest = Digest(try .wukongim(), registry, options)
        try digest.read(made.path(of: .lines))
        let groups = try digest.report().groups.prefix(.max)
        let orders = try #require(groups.first { $0.label == .number("10001") })
        #expect(orders.name == "OrderCard" && orders.messages == made.truth.count("ok:10001:") && orders.unknown == 0)
        #expect(orders.latest?.digest.hasPrefix("Order: ") == true)
    }

    private static func read(
        _ payload: [UInt8], _ reader: inout PayloadReader, _ digest: inout [UInt8], _ searchable: inout [UInt8]
    ) {
        var tape = JSONTape()
        let reading = reader.read(payload.span, onto: &tape)
        reader.appendDigest(of: reading, on: tape, in: payload.span, to: &digest)
        reader.appendSearchable(of: reading, on: tape, in: payload.span, to: &searchable)
    }
}
