import JSONText
import TestSupport
import Testing

/// `msgreplay migrate` as a shell sees it. What it writes is judged by a script that knows none of its code.
struct MigrateProgramTests {
    static let shop = "--registry Samples/shop-registry"
    private static let check = "python3 '\(Program.package)/Tests/MsgreplayTests/Tools/check_migration.py'"
    private static let rules = "python3 '\(Program.package)/Tests/MsgreplayTests/Tools/bundle_rules.py'"
    private static let tool = "\(Program.package)/../shared/tools/make_archive.py"
    private static let canCheck = Run.find("python3") != nil
    private static let canMake = canCheck && Golden.contents(of: tool) != nil

    @Test(
        .enabled(if: canMake, "needs python3 and ../shared/tools/make_archive.py"),
        arguments: Seeds.of(3, 21))
    func `what has to change changed, everything else is the same`(seed: Int) throws {
        let program = try Program()
        let result = try program.run(
            """
            set -e
            make() { python3 '\(Self.tool)' a --messages 1000 --channels 7 --rows 400 --edits 15 --seed \(seed) --pack $1; }
            make tar.gz; make jsonl.gz; gzip -dc a.jsonl.gz >a.jsonl; gzip -dc a.tar.gz >a.tar
            for name in a a.tar.gz a.tar a.jsonl.gz a.jsonl; do
                msgreplay migrate $name -o new-$name \(Self.shop) >/dev/null
                \(Self.check) $name new-$name
                msgreplay migrate new-$name -o again-$name \(Self.shop) >/dev/null
            done
            diff -r new-a again-a; cmp new-a.jsonl again-a.jsonl; cmp new-a.jsonl.gz again-a.jsonl.gz
            cmp new-a.tar again-a.tar; cmp new-a.tar.gz again-a.tar.gz
            msgreplay migrate a.tar.gz -o mended.tar.gz --malformed repair \(Self.shop) >/dev/null
            \(Self.rules) a new-a new-a.tar new-a.tar.gz mended.tar.gz >&2
            gunzip -t new-a.tar.gz new-a.jsonl.gz
            test "$(tar -tf new-a.tar.gz)" = "$(tar -tf a.tar.gz)"
            msgreplay audit new-a.tar.gz --fail-on malformed --type order \(Self.shop) --format json >audit.json
            """)
        #expect(result.status == 0 || result.status == 1, "seed \(seed): \(result.errors)\(result.output)")
        #expect(result.output.split(separator: "\n").count == 5, "seed \(seed): \(result.errors)\(result.output)")
        let report = try JSONDocument(Array((program.read("audit.json") ?? "").utf8)).root
        #expect(report["types"]?.elements.first?["defaulted"]?.members.count == 0)
    }

    @Test(.enabled(if: Run.find("bgzip") != nil, "needs bgzip"))
    func `block readers accept the output`() throws {
        let program = try Program()
        let result = try program.run(
            "msgreplay migrate Samples/shop-export.tar.gz -o a.tar.gz \(Self.shop) >/dev/null && bgzip -t a.tar.gz")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func `each row of API objects keeps its carriage`() throws {
        let program = try Program()
        let result = try program.run(
            "msgreplay migrate Samples/api-messages.jsonl -o - \(Self.shop) >new && diff Samples/api-messages.jsonl new"
        )
        // 4: an order as base64; 5: another; 7 and 24: orders inside; 10 to 14 have no order.
        let changed = result.output.split(separator: "\n").filter { $0.hasPrefix(">") }
        #expect(result.status == 1 && changed.count >= 3, "\(result.output)\(result.errors)")
        let audit = try program.run("msgreplay audit new \(Self.shop) --format json").json()
        let before = try program.run("msgreplay audit Samples/api-messages.jsonl \(Self.shop) --format json").json()
        for name in ["records", "decoded", "unknown", "malformed", "nested", "carriers", "findings"] {
            // Findings name the file they are in; everything else must be equal.
            let (left, right) = (audit[name]?.text, before[name]?.text)
            #expect(
                left == right?.replacing("Samples/api-messages.jsonl", with: "new"), "\(name)")
        }
        for row in audit["types"]?.elements ?? [] { #expect(row["defaulted"]?.members.isEmpty == true) }
    }

    @Test func `JSON text in a string keeps the escapes that stay`() throws {
        let program = try Program()
        program.write(
            "a.jsonl",
            #"{"message_idstr":"5","message_id":5,"payload" : "{\u0022type\":10001, \"order_id\":\"\/\u00e9\"}","x":[ ]}"#
                + "\r\n")
        let result = try program.run("msgreplay migrate a.jsonl -o b.jsonl \(Self.shop) >/dev/null")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            program.read("b.jsonl")
                == #"{"message_idstr":"5","message_id":5,"payload" : "{\u0022type\":10001, \"order_id\":\"\/\u00e9\","#
                + #"\"title\":\"\",\"currency\":\"CNY\",\"quantity\":1,\"status\":\"placed\"}","x":[ ]}"# + "\r\n")
    }

    struct Refusal: CustomTestStringConvertible {
        let shows: String
        let command: String
        var status: Int32 = 2
        var registry = MigrateProgramTests.shop
        let says: String

        var testDescription: String { shows }
    }

    static let refusals = [
        Refusal(shows: "no output", command: "migrate a.jsonl", says: "no output given"),
        Refusal(shows: "an output that exists", command: "migrate a.jsonl -o there.jsonl", says: "--overwrite"),
        Refusal(shows: "the source as output", command: "migrate a.jsonl -o a.jsonl --overwrite", says: "a.jsonl"),
        Refusal(shows: "another container", command: "migrate a.jsonl -o b.tar.gz", says: "b.tar.gz"),
        Refusal(
            shows: "rows that can't be left out", command: "migrate a.jsonl -o b.jsonl --malformed drop", says: "gaps"),
        Refusal(
            shows: "a malformed row that stops", command: "migrate a.jsonl -o b.jsonl --malformed fail", status: 1,
            says: "line 2"),
        Refusal(shows: "a damaged source", command: "migrate cut.gz -o b.jsonl", status: 3, says: "ends early"),
        Refusal(shows: "a version that isn't there", command: "migrate a.jsonl -o b.jsonl --to 9", says: "1, 2, 3"),
        Refusal(
            shows: "one version's file", command: "migrate a.jsonl -o b.jsonl",
            registry: "--registry Samples/shop-registry/v3.json", says: "name the folder of the series"),
        Refusal(shows: "a missing source", command: "migrate nowhere -o b.jsonl", says: "no such file"),
        Refusal(shows: "a missing folder", command: "migrate a.jsonl -o no/b.jsonl", says: "no/b.jsonl"),
    ]

    @Test(arguments: refusals)
    func `a refused migration leaves nothing behind`(refusal: Refusal) throws {
        let program = try Program()
        program.write("a.jsonl", Program.row() + Program.row("AAAA", seq: 2))
        program.write("there.jsonl", "old\n")
        let result = try program.run(
            """
            gzip -c Samples/api-messages.jsonl | head -c 900 >cut.gz; before=$(ls)
            msgreplay \(refusal.command) \(refusal.registry); status=$?
            test "$(ls)" = "$before" || status=99
            exit $status
            """)
        #expect(result.status == refusal.status, "\(result.errors)")
        #expect(result.errors.contains(refusal.says), "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(program.read("there.jsonl") == "old\n")
    }

    @Test func `a dry run says the same and writes nothing`() throws {
        let program = try Program()
        let result = try program.run(
            """
            cp Samples/api-messages.jsonl a.jsonl; mkdir out
            msgreplay migrate a.jsonl --dry-run --report out/dry.json \(Self.shop) >/dev/null || exit 9
            test "$(ls)" = "Samples\na.jsonl\nout" || exit 8
            msgreplay migrate a.jsonl -o out/b.jsonl --report out/wet.json \(Self.shop) >/dev/null
            """)
        #expect(result.status == 0, "\(result.errors)")
        let reports = try ["out/dry.json", "out/wet.json"].map { name in
            try JSONDocument(Array((program.read(name) ?? "").utf8)).root
        }
        for name in ["format", "registry", "sources", "records", "payloads", "fields", "examples"] {
            #expect(reports[0][name]?.text == reports[1][name]?.text, "\(name)")
        }
        #expect(reports[0]["targets"]?.elements.isEmpty == true)
        #expect(reports[1]["targets"]?.elements.first?["verified"]?.boolean == true)
    }

    @Test func `an output is replaced only when that is asked for`() throws {
        let program = try Program()
        let result = try program.run(
            """
            set -e; tar -xzf Samples/shop-export.tar.gz; cp -r shop-export out; echo old >out/old
            msgreplay migrate shop-export -o out --overwrite \(Self.shop) >/dev/null
            test ! -e out/old; test -e out/manifest.json; ls
            mkdir mine; echo mine >mine/note
            if msgreplay migrate shop-export -o mine --overwrite \(Self.shop) 2>/dev/null; then exit 9; fi
            cat mine/note
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "Samples\nout\nshop-export\nmine\n")
    }
}
