import JSONText
import MessageReplay
import Registries
import Testing

/// Filters, against a count that the tests make on their own.
@Suite(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
struct FilterTests {
    /// What the tests know of a message.
    struct Message: Sendable {
        var channel: String
        var sender: String
        var time: Int64
        /// The type's text; nil where the payload has none.
        var type: String?
    }

    private static func made() throws -> MadeArchive {
        try MadeArchive.of("--messages 1200 --channels 4 --seed 29 --rows 500")
    }
    private static let messages = Result {
        try made().lines.map { line in
            let row = try JSONDocument(line).root
            let payload = try #require(row["payload_b64"]?.string)
            let type = try? JSONDocument(decoded(payload)).root["type"]?.text
            return Message(
                channel: try #require(row["channel_key"]?.string), sender: try #require(row["from_uid"]?.string),
                time: Int64(try #require(row["server_timestamp_ms"]?.integer)), type: type)
        }
    }

    private static func decoded(_ base64: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in base64.utf8 {
            guard let value = alphabet.firstIndex(of: character) else { break }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private func check(
        _ change: (inout RecordFilter) -> Void, _ isWanted: (Message) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let messages = try Self.messages.get()
        let wanted = messages.count { isWanted($0) }
        #expect(wanted > 0 && wanted < messages.count, "a filter that filters nothing", sourceLocation: sourceLocation)
        for packing in [MadeArchive.Packing.folder, .linesGzip] {
            let report = try AuditReport.of(
                [try Self.made().path(of: packing)], try Shop.registry(), workers: 2, chunkSize: 8192
            ) { change(&$0.filter) }
            #expect(report.records == wanted, sourceLocation: sourceLocation)
            #expect(report.archives[0].records == wanted, sourceLocation: sourceLocation)
            #expect(report.archives[0].filtered == messages.count - wanted, sourceLocation: sourceLocation)
            #expect(report.archives[0].complete, sourceLocation: sourceLocation)
            #expect(report.types.reduce(0) { $0 + $1.records } == wanted, sourceLocation: sourceLocation)
            let types = Set(messages.filter(isWanted).map(\.type))
            let rows = report.types.filter { $0.records > 0 }.map { $0.type == .none ? nil : $0.type.shown }
            #expect(Set(rows) == types, sourceLocation: sourceLocation)
            // A part of a channel is no broken channel.
            #expect(!report.findings.contains { $0.code == "sequence-broken" }, sourceLocation: sourceLocation)
        }
    }

    @Test func `by channel`() throws {
        let channel = try #require(try Self.messages.get().first?.channel)
        try check({ $0.channels = [channel] }, { $0.channel == channel })
        let two = Set(try Self.messages.get().map(\.channel)).sorted().prefix(2)
        try check({ $0.channels = Array(two) }, { two.contains($0.channel) })
    }

    @Test func `by sender`() throws {
        let senders = Set(try Self.messages.get().map(\.sender)).sorted()
        try check({ $0.senders = [senders[0]] }, { $0.sender == senders[0] })
        try check({ $0.senders = [senders[3], senders[5]] }, { $0.sender == senders[3] || $0.sender == senders[5] })
    }

    @Test func `by type, known and unknown`() throws {
        try check({ $0.types = [.number("1")] }, { $0.type == "1" })
        try check({ $0.types = [.number("10001"), .number("2")] }, { $0.type == "10001" || $0.type == "2" })
        try check({ $0.types = [.number("10042")] }, { $0.type == "10042" })
    }

    @Test func `by time, from including and until excluding`() throws {
        let times = try Self.messages.get().map(\.time)
        let (first, second) = (times[300], times[900])
        try check({ $0.since = first }, { $0.time >= first })
        try check({ $0.until = second }, { $0.time < second })
        try check({ ($0.since, $0.until) = (first, second) }, { $0.time >= first && $0.time < second })
    }

    @Test func `all together`() throws {
        let messages = try Self.messages.get()
        let channel = messages[600].channel
        let until = messages[1000].time
        try check(
            { filter in
                filter.channels = [channel]
                filter.types = [.number("1")]
                filter.until = until
            },
            { $0.channel == channel && $0.type == "1" && $0.time < until })
    }

    @Test(arguments: [1, 10, 499, 1200])
    func `a limit ends reading, and the report says that it isn't all`(limit: Int) throws {
        let path = try Self.made().path(of: .lines)
        for workers in [1, 4] {
            let report = try AuditReport.of([path], try Shop.registry(), workers: workers, chunkSize: 4096) {
                $0.filter.limit = limit
            }
            #expect(report.records == limit)
            #expect(report.archives[0].filtered == 0)
            #expect(!report.archives[0].complete)
        }
    }

    @Test func `a limit that isn't reached leaves the report complete`() throws {
        let report = try AuditReport.of([try Self.made().path(of: .lines)], try Shop.registry()) {
            $0.filter.limit = 1201
        }
        #expect(report.records == 1200 && report.archives[0].complete)
    }

    @Test func `a limit counts matching records over all archives`() throws {
        let path = try Self.made().path(of: .lines)
        let texts = try Self.messages.get().count { $0.type == "1" }
        let report = try AuditReport.of([path, path], try Shop.registry()) {
            $0.filter.types = [.number("1")]
            $0.filter.limit = texts + 10
        }
        #expect(report.archives.map(\.records) == [texts, 10])
        #expect(report.archives.map(\.complete) == [true, false])
    }
}
