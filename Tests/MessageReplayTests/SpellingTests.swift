import JSONText
import MessageReplay
import Registries
import Testing

/// Names and keys that Unicode calls equivalent are different ones: JSON compares code points.
struct SpellingTests {
    private let folder = ScratchFolder()
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    private func registry() throws -> ContentRegistry {
        let text = #"""
            {"registry": "spelling", "version": 1, "contents": [{"type": 1, "name": "both", "schema": {"properties":
              {"\#(Self.composed)": {"default": 1}, "\#(Self.decomposed)": {"type": "string", "default": "x"}}}}]}
            """#
        return try #require(ContentRegistry(try RegistrySeries(contentsOf: folder.write("v1.json", text))))
    }

    @Test func `defaults are counted for each spelling`() throws {
        let lines = [
            #"{"type":1}"#, #"{"type":1,"\#(Self.composed)":2}"#, #"{"type":1,"\#(Self.composed)":2,"x":1}"#,
            #"{"type":1,"\#(Self.decomposed)":"y"}"#,
        ]
        let path = folder.write(
            "m.jsonl", lines.enumerated().map { Lines.wkdb($0.element, seq: $0.offset + 1) + "\n" }.joined())
        for workers in [1, 2] {
            let report = try AuditReport.of([path], try registry(), workers: workers, chunkSize: 256)
            let counts = report.types.first?.defaulted ?? []
            #expect(counts.count == 2)
            for (name, count) in [(Self.composed, 2), (Self.decomposed, 3)] {
                let found = counts.first { $0.pointer.utf8.elementsEqual("/\(name)".utf8) }
                #expect(found?.count == count, "\(counts)")
            }
        }
    }

    @Test func `channels and senders are chosen by their own spelling`() throws {
        let names = [Self.composed, Self.decomposed, Self.composed]
        let path = folder.write(
            "m.jsonl",
            names.enumerated().map { number, name in
                Lines.wkdb(#"{"type":1}"#, seq: number + 1, channel: "2:\(name)")
                    .replacing(#""from_uid":"u1""#, with: #""from_uid":"\#(name)""#) + "\n"
            }.joined())
        for (name, count) in [(Self.composed, 2), (Self.decomposed, 1)] {
            for byChannel in [true, false] {
                let report = try AuditReport.of([path], try registry()) {
                    if byChannel { $0.filter.channels = ["2:\(name)"] } else { $0.filter.senders = [name] }
                }
                #expect(report.records == count, "\(name.utf8.count) bytes")
            }
        }
    }

    @Test func `pointers are told apart by code points, and escape a slash before a mark`() throws {
        #expect(JSONPointer(tokens: [Self.composed]) != JSONPointer(tokens: [Self.decomposed]))
        #expect(JSONPointer(tokens: [Self.composed]) == JSONPointer(tokens: ["\u{E9}"]))
        let odd = JSONPointer(tokens: ["a/\u{301}~\u{301}b"])
        #expect(odd.description.unicodeScalars.elementsEqual("/a~1\u{301}~0\u{301}b".unicodeScalars))
        #expect(try JSONPointer(odd.description) == odd)
    }
}
