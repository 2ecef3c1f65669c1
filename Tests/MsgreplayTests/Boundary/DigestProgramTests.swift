import JSONText
import TestSupport
import Testing

/// `msgreplay digest` as a shell sees it. What it counts is judged by a script that knows none of its code.
struct DigestProgramTests {
    private static let shop = "--registry Samples/shop-registry"
    private static let sample = "msgreplay digest Samples/shop-export.tar.gz \(shop)"
    private static let tools = "\(Program.package)/Tests/MsgreplayTests/Tools"
    private static let make = "\(Program.package)/../shared/tools/make_archive.py"
    private static let canCheck = Run.find("python3") != nil
    private static let canMake = canCheck && Golden.contents(of: make) != nil

    @Test(
        .enabled(if: canMake, "needs python3 and ../shared/tools/make_archive.py"),
        arguments: Seeds.of(3, 21))
    func `counts are those of an independent count, by every grouping, with and without filters`(seed: Int) throws {
        let program = try Program()
        let result = try program.run(
            """
            set -e
            python3 '\(Self.make)' a --messages 1000 --channels 9 --rows 400 --edits 20 --seed \(seed) --pack tar.gz
            number=0
            check() {
                number=$((number + 1))
                msgreplay digest a -q \(Self.shop) --format json "$@" >$number.json
                echo $number.json "$@" >>reports
            }
            for by in channel sender day type; do
                check --by $by
                check --by $by --match 发货
                check --by $by --since 1609470000000 --until 1609500000000
            done
            check --by sender --type 10001
            check --by type --match ORDER
            check --by day --from u0007
            check --by type --channel 2:g00001 --match kettle
            python3 '\(Self.tools)/count_digest.py' a reports
            """)
        #expect(result.status == 0, "seed \(seed): \(result.output)\(result.errors)")
        #expect(result.output.split(separator: "\n").count == 16, "seed \(seed): \(result.output)")
    }

    @Test(.enabled(if: canMake, "needs python3 and ../shared/tools/make_archive.py"))
    func `neither the container nor the number of workers changes a count`() throws {
        let program = try Program()
        let seed = Seeds.one(5)
        let result = try program.run(
            """
            set -e
            python3 '\(Self.make)' a --messages 800 --edits 15 --rows 300 --seed \(seed) --pack tar.gz
            gzip -dc a.tar.gz >a.tar
            for by in channel sender day type; do
                for n in 1 2 4; do msgreplay digest a.tar.gz -j $n --by $by \(Self.shop) --format json >$n; done
                cmp 1 2; cmp 1 4
                for from in a a.tar; do
                    msgreplay digest $from --by $by \(Self.shop) --format csv >other
                    msgreplay digest a.tar.gz --by $by \(Self.shop) --format csv | cmp - other
                done
                cat a.tar.gz | msgreplay digest - --by $by \(Self.shop) --format csv | cmp - other
                cat a.tar | msgreplay digest - --by $by \(Self.shop) --format csv | cmp - other
            done
            """)
        #expect(result.status == 0, "seed \(seed): \(result.output)\(result.errors)")
    }

    @Test(arguments: ["text", "json", "csv", "markdown", "html"])
    func `the sample's report is its golden file`(format: String) throws {
        let program = try Program()
        let result = try program.run("\(Self.sample) --by channel --format \(format)")
        #expect(result.status == 0, "\(result.errors)")
        Golden.expect(result.output, is: "digest.\(format)")
        let written = try program.run("\(Self.sample) --by channel --format \(format) -o report")
        #expect(written.output == "")
        #expect(program.read("report") == result.output)
    }

    @Test(.enabled(if: canCheck, "needs python3"), arguments: ["channel", "sender", "day", "type"])
    func `the page stands for itself`(grouping: String) throws {
        let program = try Program()
        program.write("hostile.jsonl", Self.hostile)
        let result = try program.run(
            """
            \(Self.sample) --by \(grouping) --format html >a.html
            msgreplay digest hostile.jsonl --by \(grouping) --format html >b.html
            for page in a b; do python3 '\(Self.tools)/check_page.py' $page.html || exit 1; done
            """)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    /// Messages whose texts would be markup, formulas, commands to a terminal.
    private static let hostile: String = {
        let texts = [
            "<script>alert(1)</script>", "=HYPERLINK(1)", "+1", "-1", "@all", "a\\u0000\\u001b[31m\\u202eb",
            "](x) | `y`",
            "\\\"quoted\\\", with commas", "line\\nbreak",
        ]
        return texts.enumerated().map { index, text in
            #"{"message_id":\#(index + 1),"message_idstr":"\#(index + 1)","from_uid":"\#(text)","channel_type":2,"#
                + #""channel_id":"\#(text)","timestamp":1609459200,"payload":{"type":1,"content":"\#(text)"}}"# + "\n"
        }.joined()
    }()

    @Test(arguments: ["text", "json", "csv", "markdown", "html"])
    func `hostile text stays text`(format: String) throws {
        let program = try Program()
        program.write("hostile.jsonl", Self.hostile)
        let result = try program.run("msgreplay digest hostile.jsonl --by sender --format \(format)")
        #expect(result.status == 0, "\(result.errors)")
        for scalar in result.output.unicodeScalars where scalar != "\n" && scalar != "\r" {
            let isSafe = scalar.value >= 0x20 && scalar.value != 0x7F && !(0x202A...0x202E).contains(scalar.value)
            // JSON escapes controls, and leaves what turns text round to whoever shows it.
            #expect(isSafe || format == "json" && scalar.value == 0x202E, "\(scalar.value)")
        }
        if format == "html" { #expect(!result.output.contains("<script>alert")) }
        if format == "markdown" { #expect(!result.output.contains("](x)")) }
        guard format == "csv" else { return }
        for line in result.output.split(separator: "\r\n").dropFirst() {
            let first = line.drop { $0 == "\"" }.first
            #expect(first.map { !"=+-@".contains($0) } ?? true, "\(line)")
        }
    }

    @Test(.enabled(if: canCheck, "needs python3"))
    func `a spreadsheet reads every cell back`() throws {
        let program = try Program()
        program.write("hostile.jsonl", Self.hostile)
        let result = try program.run(
            """
            msgreplay digest hostile.jsonl --by sender --format csv >a.csv
            python3 -c 'import csv; rows = list(csv.reader(open("a.csv", newline="")))
            print(len(rows), {len(row) for row in rows}, sum(int(row[1]) for row in rows[1:]))'
            """)
        #expect(result.output == "10 {12} 9\n", "\(result.output)\(result.errors)")
    }

    @Test func `what filters left out is said in one line`() throws {
        let program = try Program()
        for command in ["digest", "audit"] {
            let result = try program.run(
                "msgreplay \(command) Samples/shop-export.tar.gz \(Self.shop) --match 发货 --format json")
            let records = try #require(try result.json()["archives"]?.elements.first?["records"]?.integer)
            #expect(records > 50 && records < 500)
            #expect(
                result.errors
                    == "msgreplay: note: \(records) records match the filters, \(NumberPair.rest(records)) were left out\n",
                "\(command)")
            let quiet = try program.run("msgreplay \(command) Samples/shop-export.tar.gz \(Self.shop) -q --match 发货")
            #expect(quiet.errors == "")
        }
    }

    private enum NumberPair {
        /// What is left of the sample's 2,000 records.
        static func rest(_ records: Int) -> String { "1,\(2000 - records - 1000)" }
    }

    @Test func `audit's match is the digest's where nothing is edited or upgraded`() throws {
        let program = try Program()
        let count = """
            gzip -dc Samples/shop-export.tar.gz | tar -xO shop-export/message/messages-000001.jsonl >a.jsonl
            for by in audit "digest --raw"; do
                msgreplay $by a.jsonl -q \(Self.shop) --match Kettle --format json >r.json
                grep -m 1 '"records"' r.json
            done
            """
        let lines = try program.run(count).output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == lines[1], "\(lines)")
    }

    @Test func `times are dates, times or milliseconds`() throws {
        let program = try Program()
        let result = try program.run(
            """
            for since in 2021-01-01T08:00:00Z 1609488000000 2021-01-01T16:00:00+08:00; do
                \(Self.sample) -q --since $since --format csv | cksum
            done
            """)
        #expect(Set(result.output.split(separator: "\n")).count == 1, "\(result.output)\(result.errors)")
    }

    @Test func `damage is said, and what was read before it counts`() throws {
        let program = try Program()
        let result = try program.run(
            "head -c 100000 Samples/shop-export.tar.gz >cut.tar.gz; msgreplay digest cut.tar.gz \(Self.shop)")
        #expect(result.status == 3)
        #expect(result.output.contains("DAMAGED  cut.tar.gz"))
        #expect(result.errors.contains("msgreplay: error: cut.tar.gz: "))
    }

    @Test func `a closed pipe ends quietly`() throws {
        let program = try Program()
        let result = try program.run("(\(Self.sample) --by sender --format json; echo $? >status) | head -n 1")
        #expect(result.output == "{\n")
        #expect(result.errors == "")
        #expect(program.read("status") == "0\n")
    }

    @Test(arguments: [
        ("digest", 2, "no archive given"), ("digest a --by week", 2, "--by can be channel, sender, day or type"),
        ("digest none.jsonl", 2, "no such file"), ("digest Samples/shop-export.tar.gz --format sarif", 2, "--format"),
        ("digest Samples/shop-export.tar.gz --registry Samples/shop-registry --at 9", 2, "--at"),
        ("digest Samples/shop-export.tar.gz -o /nowhere/x", 4, "/nowhere/x"),
        ("digest Samples/shop-export.tar.gz --tmp /nowhere", 4, "/nowhere"), ("digest a --match ''", 2, "--match"),
    ])
    func `a wrong call says what to do`(call: String, status: Int32, says: String) throws {
        let result = try Program().run("msgreplay \(call)")
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(says), "\(result.errors)")
        #expect(result.output == "")
    }
}
