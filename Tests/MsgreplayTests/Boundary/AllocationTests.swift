import Glibc
import Testing

/// Records that decode cost no memory each: what is asked of the system grows with chunks, not with records.
@Suite struct AllocationTests {
    /// A debug build asks for memory where a released one doesn't, so only that one is held to a budget.
    private static let isReleased = getenv("MSGREPLAY_PROGRAM") != nil

    /// Payloads of several types and shapes that decode at the newest version, one of them with another inside it.
    private static let payloads = [
        #"{"type":1,"content":"hello there"}"#,
        #"{"type":1,"content":"\u{4F60}\u{597D} \"quoted\" \u{1F600}"}"#,
        #"{"type":10001,"order_id":"o-1","title":"t","currency":"CNY","quantity":2,"status":"paid"}"#,
        #"{"type":1,"content":"see above","reply":{"message_id":"7","message_seq":3,"from_uid":"u1","from_name":"A","#
            + #""payload":{"type":1,"content":"first"}}}"#,
    ]

    /// How often the program asks for memory in an audit of so many rows.
    private func allocations(_ program: Program, rows: Int, _ arguments: String) throws -> Int {
        let encoded = try Self.payloads.map { payload in
            let result = try program.run("printf '%s' '\(payload)' | base64 -w0")
            return result.output
        }
        var text = ""
        for seq in 1...rows { text += Program.row(encoded[seq % encoded.count], seq: seq) }
        program.write("rows.jsonl", text)
        let result = try program.run(
            "ALLOCATIONS=count LD_PRELOAD=./count.so msgreplay \(arguments) && cat count")
        #expect(result.status == 0, "\(result.errors)")
        return try #require(Int(result.output.split(separator: "\n").last ?? ""), "\(result.output)")
    }

    @Test(.enabled(if: isReleased, "only a released program (MSGREPLAY_PROGRAM) is held to a budget"))
    func auditAsksForNoMemoryForARecordThatDecodes() throws {
        let program = try Program()
        let source = Program.package + "/Tests/MsgreplayTests/Tools/count_allocations.c"
        let compiled = try program.run("$(command -v cc clang | head -1) -O1 -shared -fPIC -o count.so '\(source)'")
        #expect(compiled.status == 0, "\(compiled.errors)")
        let audit = "audit -q -j 1 --registry Samples/shop-registry rows.jsonl --format json -o report.json"
        let few = try allocations(program, rows: 2_000, audit)
        let many = try allocations(program, rows: 22_000, audit)
        let report = try program.run("cat report.json").json()
        #expect(report["decoded"]?.integer == 22_000, "the records decode, or the budget says nothing")
        let each = Double(many - few) / 20_000
        #expect(each < 0.05, "\(each) for each record, \(few) and \(many) in all")
    }
}
