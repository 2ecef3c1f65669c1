import JSONText
import Testing

/// `msgreplay audit` as a shell sees it: exit statuses, standard input, files.
struct AuditProgramTests {
    private static let shop = "--registry Samples/shop-registry"

    @Test func `standard input gives the counts of the file, for every container`() throws {
        let program = try Program()
        let setUp = """
            gzip -dc Samples/shop-export.tar.gz >a.tar; tar -xf a.tar; cat shop-export/message/messages-*.jsonl >a.jsonl
            gzip -c a.jsonl >a.gz; (head -n 999 a.jsonl | gzip; tail -n +1000 a.jsonl | gzip) >b.gz
            """
        let first = try program.run("\(setUp)\nmsgreplay audit \(Self.shop) --format json Samples/shop-export.tar.gz")
        #expect(first.status == 0, "\(first.errors)")
        let wanted = try counts(first.json())
        #expect(try first.json()["records"]?.integer == 2000)
        for from in ["- <a.tar", "- <Samples/shop-export.tar.gz", "- <a.jsonl", "- <a.gz", "- <b.gz", "a.gz", "a.tar"] {
            // A pipe can't be sought in, a file can.
            let isPipe = from.hasPrefix("- <a.")
            let result = try program.run(
                isPipe
                    ? "cat \(from.dropFirst(3)) | msgreplay audit \(Self.shop) --format json -"
                    : "msgreplay audit \(Self.shop) --format json \(from)")
            #expect(result.status == 0, "\(from): \(result.errors)")
            #expect(try counts(result.json()) == wanted, "\(from)")
        }
    }

    /// All of a report that must not depend on the container.
    private func counts(_ report: JSONValue) throws -> [String] {
        var parts = ["records", "decoded", "unknown", "malformed", "nested", "types", "months"].map {
            "\($0) \(report[$0]?.text ?? "absent")"
        }
        for row in report["findings"]?.elements ?? [] where row["place"]?.string?.hasPrefix("meta.") == false {
            parts.append(
                ["code", "outcome", "place", "type", "pointer", "count"].map { row[$0]?.text ?? "absent" }
                    .joined(separator: " "))
        }
        return parts
    }

    @Test func `the number of workers doesn't change a byte`() throws {
        let program = try Program()
        let result = try program.run(
            """
            for n in 1 2 4 7; do msgreplay audit \(Self.shop) --format json -j $n Samples/shop-export.tar.gz >$n || exit 9; done
            cmp 1 2 && cmp 1 4 && cmp 1 7
            """)
        #expect(result.status == 0, "\(result.errors)\(result.output)")
    }

    struct Level: CustomTestStringConvertible {
        let shows: String
        let lines: [String]
        /// The exit statuses for `malformed`, `unknown` and `warning`.
        let statuses: [Int32]

        var testDescription: String { shows }
    }

    private static func api(_ payload: String, _ more: String = "") -> String {
        #"{"message_id":5,"message_idstr":"5",\#(more)"payload":\#(payload)}"#
    }

    static let levels = [
        Level(shows: "nothing", lines: [api(#"{"type":1}"#)], statuses: [0, 0, 0]),
        Level(shows: "a warning", lines: [api(#"{"type":1,"type":1}"#)], statuses: [0, 0, 1]),
        Level(shows: "an unknown record", lines: [api(#"{"type":555}"#)], statuses: [0, 1, 1]),
        Level(shows: "a malformed record", lines: [api("{}")], statuses: [1, 1, 1]),
        Level(shows: "a line that is no record", lines: [api(#"{"type":1}"#), "{"], statuses: [1, 1, 1]),
        Level(
            shows: "an unknown payload in another", lines: [api(#"{"type":11,"msgs":[{"payload":{"type":555}}]}"#)],
            statuses: [0, 1, 1]),
        Level(
            shows: "a malformed payload in another", lines: [api(#"{"type":11,"msgs":[{"payload":{}}]}"#)],
            statuses: [1, 1, 1]),
        Level(
            shows: "an unknown edit", lines: [api(#"{"type":1}"#, #""message_extra":{"content_edit":{"type":555}},"#)],
            statuses: [0, 1, 1]),
        Level(
            shows: "a malformed edit", lines: [api(#"{"type":1}"#, #""message_extra":{"content_edit":{}},"#)],
            statuses: [1, 1, 1]),
    ]

    @Test(arguments: levels)
    func `fail-on counts records, nested payloads and carriers`(_ level: Level) throws {
        let program = try Program()
        program.write("a.jsonl", level.lines.map { $0 + "\n" }.joined())
        let result = try program.run(
            """
            for level in malformed unknown warning; do
                msgreplay audit a.jsonl --fail-on $level -q -o report; echo $?; test -s report || echo no report
            done; msgreplay audit a.jsonl -q -o report; echo $?
            """)
        #expect(result.output == (level.statuses + [0]).map { "\($0)\n" }.joined(), "\(result.errors)")
        #expect(result.errors.isEmpty)
    }

    @Test func `of two archives one is damaged, and both are reported`() throws {
        let program = try Program()
        program.write("good.jsonl", Program.row() + Program.row(seq: 2))
        let result = try program.run(
            """
            (head -n 1 good.jsonl; tail -n 1 good.jsonl) | gzip >whole.gz; head -c 60 whole.gz >cut.gz
            (gzip -c good.jsonl; echo junk) >trailing.gz
            msgreplay audit cut.gz trailing.gz good.jsonl --format json --fail-on warning
            """)
        #expect(result.status == 3, "\(result.errors)")
        #expect(result.errors.contains("cut.gz") && result.errors.contains("trailing.gz"))
        let report = try result.json()
        let archives = try #require(report["archives"]?.elements)
        #expect(archives.map { $0["path"]?.string } == ["cut.gz", "trailing.gz", "good.jsonl"])
        #expect(archives.map { $0["damage"]?.kind == .null } == [false, false, true])
        #expect(archives.map { $0["complete"]?.boolean } == [false, false, true])
        #expect(archives.dropFirst().map { $0["records"]?.integer } == [2, 2])
        #expect(archives[1]["damage"]?["offset"]?.integer != nil)
        #expect(report["records"]?.integer == archives.reduce(0) { $0 + ($1["records"]?.integer ?? 0) })
    }

    @Test func `one archive of two can't be read at all`() throws {
        let program = try Program()
        program.write("good.jsonl", Program.row())
        program.write("bad", "not an archive\n")
        let result = try program.run("msgreplay audit bad good.jsonl --format json")
        #expect(result.status == 3)
        let archives = try #require(try result.json()["archives"]?.elements)
        #expect(archives.map { $0["path"]?.string } == ["bad", "good.jsonl"])
        #expect(archives[0]["damage"]?["message"]?.string?.isEmpty == false)
        #expect(archives[1]["records"]?.integer == 1)
    }

    @Test func `manifest and files disagree, each with its path`() throws {
        let program = try Program()
        let result = try program.run(
            """
            gzip -dc Samples/shop-export.tar.gz | tar -x; mv shop-export b
            sed -i '$d' b/meta/users.jsonl
            msgreplay audit b \(Self.shop) --format json
            """)
        #expect(result.status == 3)
        #expect(result.errors.contains("meta/users.jsonl"), "\(result.errors)")
        let report = try result.json()
        #expect(report["records"]?.integer == 2000)
        #expect(report["archives"]?.elements.first?["damage"]?["file"]?.string == "meta/users.jsonl")
    }

    struct Disagreement: CustomTestStringConvertible {
        let shows: String
        /// What is done to the bundle in `b`.
        let command: String
        /// What the message has.
        let says: [String]
        /// The records that are still read.
        let records: Int

        var testDescription: String { shows }
    }

    static let disagreements = [
        Disagreement(
            shows: "more rows than lines", command: #"sed -i 's/"rows":2/"rows":3/' b/manifest.json"#,
            says: ["message/m.jsonl", "2 rows", "says 3"], records: 2),
        Disagreement(
            shows: "the checksum of another file",
            command: #"sed -i 's/"sha256":"[0-9a-f]*/"sha256":"'$(sha256sum </dev/null | cut -c1-64)/ b/manifest.json"#,
            says: ["message/m.jsonl", "SHA-256"], records: 2),
        Disagreement(
            shows: "a checksum in upper case",
            command: #"sed -i 's/"sha256":"[0-9a-f]*/\U&/; s/SHA256/sha256/' b/manifest.json"#,
            says: ["message/m.jsonl"], records: 2),
        Disagreement(
            shows: "a listed file that isn't there",
            command:
                #"sed -i 's/"files":\[/&{"path":"meta\/users.jsonl","kind":"meta.users","rows":0,"sha256":"'$(sha256sum </dev/null | cut -c1-64)'"},/' b/manifest.json"#,
            says: ["meta/users.jsonl"], records: 2),
        Disagreement(
            shows: "a path out of the bundle",
            command: #"cp b/message/m.jsonl m.jsonl; sed -i 's/message\/m.jsonl/..\/m.jsonl/' b/manifest.json"#,
            says: ["../m.jsonl"], records: 0),
        Disagreement(
            shows: "a symbolic link", command: "mv b/message/m.jsonl m.jsonl; ln -s ../../m.jsonl b/message/m.jsonl",
            says: ["message/m.jsonl"], records: 0),
    ]

    @Test(arguments: disagreements)
    func `manifest and file disagree`(_ one: Disagreement) throws {
        let program = try Program()
        program.write("m", Program.row() + Program.row(seq: 2))
        let result = try program.run(
            """
            mkdir -p b/message && mv m b/message/m.jsonl
            printf '{"format":"wkdb-import-bundle","version":1,"hash_slot_count":256,"files":[%s"sha256":"%s"}]}' \\
                '{"path":"message/m.jsonl","kind":"message.messages","rows":2,' \\
                $(sha256sum b/message/m.jsonl | cut -c1-64) >b/manifest.json
            msgreplay audit b -q -o /dev/null; echo $?
            \(one.command)
            msgreplay audit b --format json
            """)
        #expect(result.status == 3, "\(result.errors)")
        for text in one.says { #expect(result.errors.contains(text), "\(result.errors)") }
        #expect(result.output.hasPrefix("0\n{"), "\(result.output)")
        let report = try JSONDocument(Array(result.output.dropFirst(2).utf8)).root
        #expect(report["records"]?.integer == one.records)
        #expect(report["archives"]?.elements.first?["damage"]?["message"]?.string?.isEmpty == false)
    }

    @Test func `a closed pipe ends quietly`() throws {
        let program = try Program()
        let result = try program.run(
            """
            (msgreplay audit \(Self.shop) --format json --examples 100 Samples/shop-export.tar.gz; echo $? >status) | head -n 1
            """)
        #expect(result.output == "{\n")
        #expect(result.errors.isEmpty)
        #expect(program.read("status") == "0\n")
    }

    @Test func `findings and quarantine go to files, compressed by their names`() throws {
        let program = try Program()
        let result = try program.run(
            """
            set -e
            msgreplay audit \(Self.shop) Samples/shop-export.tar.gz --format json -o r.json --findings f --quarantine q
            msgreplay audit \(Self.shop) Samples/shop-export.tar.gz -j 4 -o r.txt --findings f.gz --quarantine q.gz
            gunzip -c f.gz | cmp - f; gunzip -c q.gz | cmp - q; gzip -t f.gz q.gz
            """)
        #expect(
            result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result.errors)\(result.output)")
        let report = try JSONDocument(Array(try #require(program.read("r.json")).utf8)).root
        let findings = try #require(program.read("f")).split(separator: "\n")
        let counted = (report["findings"]?.elements ?? []).reduce(0) { $0 + ($1["count"]?.integer ?? 0) }
        #expect(findings.count == counted && counted > 0)
        for line in findings { #expect(throws: Never.self) { try JSONDocument(Array(line.utf8)) } }
        let quarantined = try #require(program.read("q")).split(separator: "\n").count
        #expect(quarantined == 47)
        #expect(report["unknown"]?.integer == 18 && report["malformed"]?.integer == 29)
    }

    @Test func `a report goes to its file whole, and nothing is printed`() throws {
        let program = try Program()
        let result = try program.run(
            """
            for format in text json markdown html; do
                msgreplay audit \(Self.shop) Samples/shop-export.tar.gz --format $format -o r.$format || exit 9
                msgreplay audit \(Self.shop) Samples/shop-export.tar.gz --format $format >s.$format || exit 9
                cmp r.$format s.$format
            done; ls
            """)
        #expect(result.output == "Samples\nr.html\nr.json\nr.markdown\nr.text\ns.html\ns.json\ns.markdown\ns.text\n")
        #expect(result.errors.isEmpty)
    }

    @Test func `types by number and by name, dates with their day`() throws {
        let program = try Program()
        func records(_ options: String) throws -> (records: Int?, filtered: Int?) {
            let result = try program.run(
                "msgreplay audit \(Self.shop) Samples/shop-export.tar.gz --format json -q \(options)")
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            let report = try result.json()
            return (report["records"]?.integer, report["archives"]?.elements.first?["filtered"]?.integer)
        }
        #expect(try records("--type 10001") == (209, 1791))
        #expect(try records("--type order") == (209, 1791))
        #expect(try records("--type order --type image") == (414, 1586))
        #expect(try records("--type 10042") == (4, 1996))
        #expect(try records("--type 18446744073709551616") == (0, 2000))
        // All of it was sent on one day, and until 16:36.
        #expect(try records("--until 2021-01-01") == (2000, 0))
        #expect(try records("--since 2021-01-01 --until 2021-01-01") == (2000, 0))
        #expect(try records("--until 2020-12-31") == (0, 2000))
        #expect(try records("--since 2021-01-02") == (0, 2000))
        let (early, late) = (
            try records("--until 2021-01-01T08:00:00Z").records ?? 0,
            try records("--since 2021-01-01T08:00:00").records ?? 0
        )
        #expect(early > 0 && late > 0 && early + late == 2000)
        #expect(try records("--until 2021-01-01T16:00:00+08:00").records == early)
        #expect(try records("--limit 10") == (10, 0))
    }

    @Test func `a type in quotes is a string, whatever it looks like`() throws {
        let program = try Program()
        func row(_ number: Int, _ type: String) -> String {
            #"{"message_id":\#(number),"message_seq":\#(number),"from_uid":"u","channel_id":"g","channel_type":2,"#
                + #""timestamp":1700000000,"payload":{"type":\#(type),"content":"x"}}"# + "\n"
        }
        let types = [#""text""#, "1", #""10042""#, "10042", #""\""#, #""a\u0062""#]
        program.write("t.jsonl", types.enumerated().map { row($0.offset + 1, $0.element) }.joined())
        for (asked, wanted) in [
            (#"'"text"'"#, [#""text""#]), ("text", ["1"]), (#"'"10042"'"#, [#""10042""#]), ("10042", ["10042"]),
            ("ab", [#""ab""#]), (#"'"ab"'"#, [#""ab""#]), (#"'"a\u0062"'"#, [#""ab""#]),
        ] {
            let result = try program.run("msgreplay audit t.jsonl --type \(asked) --format json -q")
            let found = try result.json()["types"]?.elements.compactMap { $0["type"]?.text }
            #expect(found == wanted, "\(asked): \(result.errors)")
        }
    }

    @Test func `merge joins what audit wrote`() throws {
        let program = try Program()
        let result = try program.run(
            """
            set -e
            a=Samples/shop-export.tar.gz b=Samples/api-messages.jsonl
            msgreplay audit \(Self.shop) --format json $a $b >both
            msgreplay audit \(Self.shop) --format json $a >a; msgreplay audit \(Self.shop) --format json $b >b
            msgreplay merge --format json a b | cmp - both; msgreplay merge a b | head -n 1
            msgreplay merge --format json a | cmp - a
            msgreplay audit --format json $b >c
            ! msgreplay merge a c 2>err; cat err
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("msgreplay: error: "))
        #expect(result.output.contains("shop@3") && result.output.contains("wukongim@1"))
    }

    @Test func `malformed payloads that upgrade steps would mend are counted`() throws {
        let program = try Program()
        for (version, type, steps) in [
            (1, "string", ""), (2, "integer", #","upgrade":[{"op":"convert","path":"/n","to":"integer"}]"#),
        ] {
            program.write(
                "v\(version).json",
                #"{"registry":"r","version":\#(version),"contents":[{"type":5,"name":"c","schema":{"type":"object","#
                    + #""properties":{"n":{"type":"\#(type)"}}}\#(steps)}]}"#)
        }
        let payloads = [#"{"type":5,"n":"7"}"#, #"{"type":5,"n":"x"}"#, #"{"type":5,"n":8}"#, #"{"type":5,"n":[]}"#]
        program.write(
            "a.jsonl",
            payloads.enumerated().map { #"{"message_id":\#($0 + 1),"payload":\#($1)}"# + "\n" }.joined())
        let result = try program.run("mkdir r; mv v?.json r; msgreplay audit a.jsonl --registry r --format json")
        let row = try #require(try result.json()["types"]?.elements.first)
        #expect(row["malformed"]?.integer == 3, "\(result.errors)")
        #expect(row["upgradable"]?.integer == 1)
        #expect(row["decoded"]?.integer == 1)
    }
}
