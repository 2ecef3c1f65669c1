import MessageReplay
import Registries
import Testing

/// Channels whose sequences don't run on: one finding for each, at its first break.
struct SequenceTests {
    private let folder = ScratchFolder()

    /// A bundle of these messages, each in a channel with a number.
    private func bundle(_ rows: [(channel: String, seq: Int)]) -> String {
        let text = rows.map { Lines.wkdb(#"{"type":1}"#, seq: $0.seq, channel: $0.channel) + "\n" }.joined()
        folder.write("b/message/m.jsonl", text)
        folder.run(
            #"printf '{"format":"wkdb-import-bundle","version":1,"hash_slot_count":256,"files":[{"path":"#
                + #""message/m.jsonl","kind":"message.messages","rows":\#(rows.count),"sha256":"%s"}]}' "#
                + "$(sha256sum b/message/m.jsonl | cut -c1-64) > b/manifest.json")
        return folder.path + "/b"
    }

    private func lines(_ rows: [(channel: String, seq: Int)]) -> String {
        folder.write(
            "m.jsonl",
            rows.map { Lines.wkdb(#"{"type":1}"#, seq: $0.seq, channel: $0.channel) + "\n" }.joined())
    }

    private func broken(
        _ path: String, chunkSize: Int? = nil, workers: Int = 1, _ change: (inout AuditOptions) -> Void = { _ in }
    ) throws -> [String] {
        let report = try AuditReport.of([path], try Shop.builtin(), workers: workers, chunkSize: chunkSize) {
            $0.exampleLimit = 100
            change(&$0)
        }
        #expect(report.archives[0].damage == nil)
        #expect(report.findings.allSatisfy { $0.code == "sequence-broken" && $0.level == .warning })
        #expect(report.findings.count <= 1)
        #expect(report.findings.first?.count == report.findings.first?.examples.count)
        return report.findings.flatMap(\.examples).map { example -> String in
            let message = "\(example.channel ?? "")#\(example.seq ?? "")"
            return "\(message) line \(example.line): \(example.detail)"
        }
    }

    @Test func `sequences that run on`() throws {
        let rows = [("1:a", 1), ("1:a", 2), ("2:b", 1), ("2:b", 2), ("2:b", 3)]
        #expect(try broken(bundle(rows)) == [])
        #expect(try broken(lines(rows)) == [])
    }

    @Test func `a gap, a repetition and a step back`() throws {
        for path in [bundle, lines] {
            #expect(
                try broken(path([("a", 1), ("a", 3), ("b", 1), ("b", 1), ("c", 1), ("c", 2), ("c", 1)])) == [
                    "a#3 line 2: expected sequence number 2, found 3",
                    "b#1 line 4: expected sequence number 2, found 1",
                    "c#1 line 7: expected sequence number 3, found 1",
                ])
        }
    }

    @Test func `one finding for a channel, however often it breaks`() throws {
        #expect(
            try broken(bundle([("a", 1), ("a", 3), ("a", 5), ("a", 2)])) == [
                "a#3 line 2: expected sequence number 2, found 3"
            ])
    }

    @Test func `a bundle's channel begins at 1, a file's may begin anywhere`() throws {
        let rows = [("a", 2), ("a", 3), ("b", 1)]
        #expect(try broken(bundle(rows)) == ["a#2 line 1: expected sequence number 1, found 2"])
        #expect(try broken(lines(rows)) == [])
    }

    @Test func `a bundle's channels stand in the order of their keys, a file's mix`() throws {
        let rows = [("b", 1), ("a", 1), ("c", 1)]
        let found = try broken(bundle(rows))
        #expect(found.count == 1 && found[0].hasPrefix("a#1 line 2: "), "\(found)")
        #expect(
            try broken(lines([("b", 1), ("a", 1), ("b", 2), ("a", 2), ("b", 4)])) == [
                "b#4 line 5: expected sequence number 3, found 4"
            ])
    }

    @Test func `a bundle's channel that comes back is broken`() throws {
        let found = try broken(bundle([("a", 1), ("b", 1), ("a", 2)]))
        #expect(found.count == 1 && found[0].hasPrefix("a#2 line 3: "), "\(found)")
    }

    @Test(arguments: [1, 4])
    func `chunks end anywhere`(workers: Int) throws {
        var rows: [(String, Int)] = []
        for channel in 10..<20 {
            for seq in 1...30 where !(channel == 13 && seq == 17) && !(channel == 17 && seq == 1) {
                rows.append(("2:g\(channel)", seq))
            }
        }
        let wanted = [
            "2:g13#18 line 107: expected sequence number 17, found 18",
            "2:g17#2 line 210: expected sequence number 1, found 2",
        ]
        #expect(try broken(bundle(rows), chunkSize: 4096, workers: workers) == wanted)
        #expect(try broken(bundle(rows), workers: workers) == wanted)
        #expect(try broken(lines(rows), chunkSize: 4096, workers: workers) == [wanted[0]])
    }

    @Test func `numbers of the API run on by channel type and id`() throws {
        let path = folder.write(
            "api",
            [
                Lines.api(#"{"type":1}"#, seq: 4), Lines.api(#"{"type":1}"#, seq: 5),
                Lines.api(#"{"type":1}"#, seq: 9).replacing(#""channel_type":2"#, with: #""channel_type":1"#),
                Lines.api(#"{"type":1}"#, seq: 7),
            ].map { $0 + "\n" }.joined())
        #expect(try broken(path) == ["2:g1#7 line 4: expected sequence number 6, found 7"])
    }

    @Test func `filters hide the break of a record that they leave out`() throws {
        let path = lines([("a", 1), ("a", 3), ("b", 1), ("b", 3)])
        #expect(
            try broken(path) { $0.filter.channels = ["b"] } == ["b#3 line 4: expected sequence number 2, found 3"])
        // Filters that look at the payload, whether a run begins or goes on with the record.
        for path in [path, bundle([("a", 1), ("a", 3), ("b", 2), ("c", 1), ("c", 1)])] {
            #expect(try !broken(path) { $0.filter.types = [.number("1")] }.isEmpty)
            #expect(try broken(path) { $0.filter.types = [.number("2")] } == [])
            #expect(try broken(path) { $0.filter.match = "nobody says that" } == [])
        }
    }
}
