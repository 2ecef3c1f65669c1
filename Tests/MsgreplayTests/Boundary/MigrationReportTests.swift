import JSONText
import TestSupport
import Testing

/// What `msgreplay migrate` says it did, and what it does with records that are broken.
struct MigrationReportTests {
    private static let shop = "--registry Samples/shop-registry"
    private static let tool = "\(Program.package)/../shared/tools/make_archive.py"
    private static let canMake = Run.find("python3") != nil && Golden.contents(of: tool) != nil

    private static func row(_ payload: String, seq: Int, dropping padding: Int = 0) -> String {
        let text = base64(payload)
        return Program.row(String(text.dropLast(padding)), seq: seq)
    }

    private static func base64(_ text: String) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bytes = Array(text.utf8)
        var result = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0...part.count { result.append(digits[bits >> (18 - 6 * place) & 63]) }
            result += String(repeating: "=", count: 3 - part.count)
        }
        return result
    }

    /// A broken record, and what repairing makes of it; nil where it can't be repaired.
    struct Repair: CustomTestStringConvertible {
        let shows: String
        let payload: String
        /// How much of its padding the payload's Base64 lacks.
        var missing = 0
        let repaired: String?

        var testDescription: String { shows }
    }

    private static let rest = #""currency":"CNY","quantity":1,"status":"placed""#
    static let repairs = [
        Repair(
            shows: "a wrong type with a default", payload: #"{"type":10001,"order_id":"a","title":7}"#,
            repaired: #"{"type":10001,"order_id":"a","title":"",\#(rest)}"#),
        Repair(
            shows: "null for a member with a default", payload: #"{ "type":10001, "title" : null,"order_id":"a" }"#,
            repaired: #"{ "type":10001, "title" : "","order_id":"a",\#(rest) }"#),
        Repair(
            shows: "a type that spells its number", payload: #"{"type":"10001","order_id":"a","title":"t"}"#,
            repaired: #"{"type":10001,"order_id":"a","title":"t",\#(rest)}"#),
        Repair(
            shows: "both at once", payload: #"{"order_id":"a","title":[],"type":"10001"}"#,
            repaired: #"{"order_id":"a","title":"","type":10001,\#(rest)}"#),
        Repair(
            shows: "a wrong type inside a reply",
            payload: #"{"type":1,"content":"c","reply":{"payload":{"type":10001,"order_id":"a","title":1}}}"#,
            repaired: #"{"type":1,"content":"c","reply":{"payload":{"type":10001,"order_id":"a","title":"",\#(rest)}}}"#
        ),
        Repair(
            shows: "one missing =", payload: #"{"type":1,"content":"ab"}"#, missing: 1,
            repaired: #"{"type":1,"content":"ab"}"#),
        Repair(
            shows: "two missing =, and defaults", payload: #"{"type":10001,"order_id":"abcde","title":"t"}"#,
            missing: 0,
            repaired: #"{"type":10001,"order_id":"abcde","title":"t",\#(rest)}"#),
        Repair(shows: "a missing member without a default", payload: #"{"type":10001,"title":7}"#, repaired: nil),
        Repair(
            shows: "a wrong type without a default", payload: #"{"type":10001,"order_id":7,"title":7}"#, repaired: nil),
        Repair(
            shows: "a value out of range beside a wrong type",
            payload: #"{"type":10001,"order_id":"a","title":7,"quantity":0}"#, repaired: nil),
        Repair(shows: "a type that isn't registered", payload: #"{"type":"99","order_id":"a"}"#, repaired: nil),
        Repair(shows: "a number in another spelling", payload: #"{"type":10001.0,"order_id":"a"}"#, repaired: nil),
        Repair(
            shows: "a name that comes twice", payload: #"{"type":"10001","type":"10001","order_id":"a"}"#, repaired: nil
        ),
        Repair(shows: "text that is no JSON", payload: #"{"type":10001"#, repaired: nil),
        Repair(shows: "no payload", payload: "", repaired: nil),
    ]

    @Test(arguments: repairs)
    func `repair mends all that is wrong with a record, or nothing`(_ repair: Repair) throws {
        let program = try Program()
        let row = Self.row(repair.payload, seq: 1, dropping: repair.missing)
        program.write("a.jsonl", row)
        let result = try program.run(
            "msgreplay migrate a.jsonl -o b.jsonl --malformed repair --report r.json --quarantine q \(Self.shop)")
        #expect(result.status == 0, "\(result.errors)")
        let report = try JSONDocument(Array((program.read("r.json") ?? "").utf8)).root
        let kinds = report["fields"]?.elements.compactMap { $0["change"]?.string } ?? []
        if let repaired = repair.repaired {
            #expect(program.read("b.jsonl") == Self.row(repaired, seq: 1))
            #expect(program.read("q") == "")
            if repair.missing > 0 || repair.payload.contains("7") || repair.payload.contains(#""10001""#) {
                #expect(kinds.contains("repaired"), "\(kinds)")
            }
            // Nothing that was repaired is found any more, and repairing again changes nothing.
            let audit = try program.run("msgreplay audit b.jsonl --fail-on malformed \(Self.shop)")
            #expect(audit.status == 0, "\(audit.output)")
            #expect(try program.run("msgreplay migrate b.jsonl -o c.jsonl --malformed repair \(Self.shop)").status == 0)
            #expect(program.read("c.jsonl") == program.read("b.jsonl"))
        } else {
            #expect(program.read("b.jsonl") == row)
            #expect(program.read("q") == row)
            #expect(!kinds.contains("repaired"))
        }
        // Without being asked for it, nothing that is malformed changes.
        #expect(try program.run("msgreplay migrate a.jsonl -o d.jsonl \(Self.shop)").status == 0)
        if kinds.contains("repaired"), !repair.payload.contains("reply") { #expect(program.read("d.jsonl") == row) }
    }

    @Test func `repair leaves alone what a later version reads`() throws {
        let program = try Program()
        _ = try program.run("mkdir r")
        let head = #"{"registry":"r","contents":[{"type":5,"name":"c","schema":{"properties":{"a":"#
        program.write(
            "r/v1.json",
            head.replacing("{\"registry", with: #"{"version":1,"registry"#) + #"{"type":"string","default":""}}}}]}"#)
        program.write(
            "r/v2.json",
            head.replacing("{\"registry", with: #"{"version":2,"registry"#)
                + #"{"type":"integer","default":0}}},"upgrade":[{"op":"convert","path":"/a","to":"integer"}]}]}"#)
        let row = Self.row(#"{"type":5,"a":12}"#, seq: 1)
        program.write("a.jsonl", row)
        let result = try program.run(
            "msgreplay migrate a.jsonl -o b.jsonl --to 1 --malformed repair --report - --registry r")
        #expect(program.read("b.jsonl") == row)
        #expect(try result.json()["payloads"]?["record"]?["newer"]?.integer == 1, "\(result.output)\(result.errors)")
    }

    @Test(
        .enabled(if: canMake, "needs python3 and ../shared/tools/make_archive.py"),
        arguments: Seeds.of(5))
    func `what the report finds is what an audit of the output finds`(seed: Int) throws {
        let program = try Program()
        let result = try program.run(
            """
            set -e
            python3 '\(Self.tool)' a --messages 2000 --channels 9 --edits 20 --seed \(seed) --pack tar.gz
            msgreplay migrate a.tar.gz -o b.tar.gz --report r.json --quarantine q.jsonl.gz \(Self.shop) -j 2 >text
            msgreplay migrate a -o b --report r1.json --quarantine q1.jsonl \(Self.shop) -j 1 >/dev/null
            msgreplay migrate a.tar.gz --dry-run --report dry.json \(Self.shop) >/dev/null
            msgreplay audit b.tar.gz --format json --quarantine aq.jsonl \(Self.shop) -o audit.json
            gunzip -c q.jsonl.gz | cmp - q1.jsonl; cmp q1.jsonl aq.jsonl
            """)
        #expect(result.status == 0, "seed \(seed): \(result.errors)")
        func report(_ name: String) throws -> JSONValue {
            try JSONDocument(Array((program.read(name) ?? "").utf8)).root
        }
        let migration = try report("r.json")
        let audit = try report("audit.json")
        #expect(migration["findings"]?.elements.isEmpty == false)
        #expect(migration["findings"]?.text == audit["findings"]?.text, "seed \(seed)")
        for name in ["records", "payloads", "types", "fields", "findings", "examples"] {
            #expect(try migration[name]?.text == report("dry.json")[name]?.text, "seed \(seed): \(name)")
            #expect(try migration[name]?.text == report("r1.json")[name]?.text, "seed \(seed): \(name)")
        }
        let records = migration["payloads"]?["record"]
        #expect(records?["unknown"]?.integer == audit["unknown"]?.integer)
        #expect(records?["malformed"]?.integer == audit["malformed"]?.integer)
        let types = migration["types"]?.elements ?? []
        let sum = types.filter { $0["place"]?.string == "record" }.reduce(0) { sum, row in
            sum + (row.members.compactMap { $0.name == "type" ? nil : $0.value.integer }.reduce(0, +))
        }
        #expect(sum == migration["records"]?.integer)
    }

    @Test(.enabled(if: canMake, "needs python3 and ../shared/tools/make_archive.py"))
    func `reports of migrations are merged in any grouping`() throws {
        let program = try Program()
        let result = try program.run(
            """
            set -e
            for seed in 1 2 3; do
                python3 '\(Self.tool)' a$seed --messages 500 --edits 5 --seed $seed
                msgreplay migrate a$seed -o b$seed --report r$seed.json \(Self.shop) >/dev/null
            done
            msgreplay merge r1.json r2.json --format json -o r12.json
            msgreplay merge r2.json r3.json --format json -o r23.json
            msgreplay merge r12.json r3.json --format json -o left.json
            msgreplay merge r1.json r23.json --format json -o right.json
            msgreplay merge r1.json r2.json r3.json --format json -o all.json
            cmp left.json right.json; cmp left.json all.json
            msgreplay merge r1.json --format json | cmp - r1.json
            msgreplay merge r1.json r2.json
            msgreplay audit a1 --format json -o audit.json
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("→ b2"), "\(result.output)")
        let all = try JSONDocument(Array((program.read("all.json") ?? "").utf8)).root
        #expect(all["records"]?.integer == 1500)
        #expect(all["sources"]?.elements.count == 3 && all["targets"]?.elements.count == 3)
        for (command, says) in [
            ("merge r1.json audit.json", "audit.json: this is no report of 'msgreplay migrate --report'"),
            ("merge audit.json r1.json", "r1.json: this is no report of 'msgreplay audit --format json'"),
            ("merge r1.json r2.json --format html", "text or json"),
        ] {
            let refused = try program.run("msgreplay " + command)
            #expect(refused.status == 2 && refused.errors.contains(says), "\(refused.errors)")
        }
    }

    @Test func `what is left alone has a place and a reason`() throws {
        let program = try Program()
        _ = try program.run("mkdir r")
        program.write(
            "r/v1.json",
            #"{"registry":"r","version":1,"nested":["/in"],"contents":[{"type":5,"name":"c","schema":{"properties":{"#
                + #""name":{},"in":{},"l":{"type":"array","items":{"properties":{"n":{}}}}}}}]}"#)
        program.write(
            "r/v2.json",
            #"{"registry":"r","version":2,"nested":["/in"],"contents":[{"type":5,"name":"c","schema":{"properties":{"#
                + #""title":{"default":""},"in":{},"l":{"type":"array","items":{"properties":{"n":{}}}}}},"upgrade":["#
                + #"{"op":"move","from":"/name","path":"/title"},{"op":"convert","path":"/l/*/n","to":"integer"}]}]}"#)
        program.write(
            "a.jsonl",
            Self.row(#"{"type":5,"name":"a","title":"b"}"#, seq: 1)
                + Self.row(#"{"type":5,"title":"b","l":[{"n":1},{"n":"x"}]}"#, seq: 2)
                + Self.row(#"{"type":9,"in":{"type":5}}"#, seq: 3)
                + Self.row(#"{"type":5,"title":"t","in":"{\"type\":5,\"title\":1,\"name\":2}"}"#, seq: 4))
        let result = try program.run("msgreplay migrate a.jsonl -o b.jsonl --report - --registry r")
        #expect(result.status == 0, "\(result.errors)")
        let found = try result.json()["findings"]?.elements.map { row in
            let example = row["examples"]?.elements.first
            return [
                row["code"]?.string, row["place"]?.string, row["pointer"]?.string, example?["pointer"]?.string,
                example?["at"]?.string, example?["line"]?.text,
            ].map { $0 ?? "–" }.joined(separator: " ")
        }
        #expect(
            Set(found ?? []) == [
                "upgrade-conflict record /title /title – 1", "upgrade-lossy record /l/*/n /l/1/n – 2",
                "type-unknown record /type /type – 3", "nested-kept nested   /in 3",
                "upgrade-conflict nested /title /title /in/title 4",
            ], "\(result.output)")
        for code in ["upgrade-conflict", "upgrade-lossy", "nested-kept"] {
            #expect(try program.run("msgreplay explain \(code)").output.contains("migrat"))
        }
        let warned = try program.run("msgreplay migrate a.jsonl --dry-run --fail-on warning --registry r")
        #expect(warned.status == 1)
    }
}
