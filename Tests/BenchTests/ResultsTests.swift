import JSONText
import Testing

@testable import msgreplay_bench

/// Figures, tables, goals and the page that shows them.
struct ResultsTests {
    @Test("Numbers")
    func figures() {
        #expect(
            Figures.fixed(1.005, 1) == "1.0" && Figures.fixed(0.0499, 2) == "0.05" && Figures.fixed(12.96, 1) == "13.0")
        #expect(Figures.fixed(7.5, 0) == "8" && Figures.fixed(.infinity, 1) == "–" && Figures.fixed(-1, 1) == "–")
        #expect(Figures.grouped(0) == "0" && Figures.grouped(999) == "999" && Figures.grouped(1_234_567) == "1,234,567")
        #expect(Figures.megabytes(64_040_000) == "64.0")
    }

    @Test("Tables")
    func table() {
        var table = Table(columns: [("what", true), ("s", false)])
        table.rows = [["a | b", "1.5"], ["×", "12.25"]]
        #expect(table.text == "what       s\na | b    1.5\n×      12.25\n")
        #expect(table.markdown == "| what | s |\n| --- | ---: |\n| a \\| b | 1.5 |\n| × | 12.25 |\n")
    }

    private func row(
        _ name: BenchRow.Name, _ packing: Packing?, seconds: Double, memory: Int = 20_000_000, workers: Int? = nil
    ) -> BenchResults.Row {
        var result = BenchResults.Row(
            row: BenchRow(
                name: name, title: "row", archive: packing?.rawValue ?? "", workers: workers, pipeline: [],
                packing: packing,
                records: 1000, lineBytes: 365_000))
        result.samples.add(Usage(seconds: seconds, processorSeconds: seconds, memory: memory))
        return result
    }

    private func results(isal: Bool) -> BenchResults {
        BenchResults(
            programVersion: "msgreplay 1", usesISAL: isal, records: 1000, seed: 11, rounds: 1, cores: 2, processor: nil,
            workers: 2, lineBytes: 365_000, sizes: [.gzip: 89_000])
    }

    @Test("Goals are held against what was measured, at the most workers")
    func goals() {
        var results = results(isal: false)
        #expect(Goal.all(results).allSatisfy { $0.isMet == nil && $0.measured == nil })
        results.rows = [
            row(.own(.audit, .gzip, workers: 1), .gzip, seconds: 9),
            row(.own(.audit, .gzip, workers: 2), .gzip, seconds: 1.1),
            row(.own(.unverified, .gzip, workers: 2), .gzip, seconds: 6), row(.peer(.pigz), .gzip, seconds: 1),
            row(.peer(.pigzBoth), .gzip, seconds: 5), row(.tenth(.audit, workers: 2), .gzip, seconds: 0.11),
            row(.own(.audit, .blocks, workers: 1), .blocks, seconds: 1.6),
            row(.own(.audit, .blocks, workers: 2), .blocks, seconds: 1, memory: 64_000_001),
        ]
        results.starts = [row(.start(.help), nil, seconds: 0.0101), row(.start(.audit), nil, seconds: 0.0099)]
        results.migratedSize = (own: 110, pigz: 100)
        let goals = Dictionary(uniqueKeysWithValues: Goal.all(results).map { ($0.demand, $0) })
        func expect(_ demand: String, _ measured: String?, _ isMet: Bool?) {
            #expect(goals[demand]?.measured == measured && goals[demand]?.isMet == isMet, "\(demand)")
        }
        expect("audit of gzip, to pigz -dc", "1.10 ×", true)
        expect("migrate of gzip with --no-verify, to pigz -dc | pigz -6 -p2", "1.20 ×", false)
        expect("migrate of gzip, to pigz -dc | pigz -6 -p2", nil, nil)
        expect("size of a migrated archive, to pigz -6 of its lines", "1.10 ×", true)
        expect("audit of block gzip, 1 worker to 2", "1.60 ×", true)
        expect("memory of any row", "64.0 MB", false)
        expect("audit of gzip, time of a record to that in a tenth of the records", "1.00 ×", true)
        expect("msgreplay --help", "10.1 ms", false)
        expect("msgreplay audit, 100 records", "9.9 ms", true)
        #expect(results.ratio(results.rows[0]) == 9)
        // A row that failed counts for nothing.
        results.rows[1].failure = "broken"
        #expect(Goal.all(results).first?.isMet == nil)
    }

    @Test("With ISA-L, igzip is what rows are held against")
    func goalsOfISAL() {
        var results = results(isal: true)
        results.rows = [
            row(.own(.audit, .gzip, workers: 2), .gzip, seconds: 1), row(.peer(.pigz), .gzip, seconds: 1),
            row(.peer(.igzip), .gzip, seconds: 0.5), row(.peer(.duckdb), .gzip, seconds: 2.6),
        ]
        let goals = Goal.all(results)
        #expect(goals[0].demand == "audit of gzip, to igzip -dc" && goals[0].isMet == false)
        #expect(goals[1].measured == "2.60 ×" && goals[1].isMet == true)
        #expect(results.ratio(results.rows[0]) == 2)
    }

    @Test("The JSON holds every row, and what is missing as null")
    func json() throws {
        var results = results(isal: false)
        results.rows = [row(.own(.audit, .plain, workers: 2), .plain, seconds: 0.25, workers: 2)]
        results.rows.append(row(.peer(.jq), .gzip, seconds: 1))
        results.rows[1].failure = "no \"luck\""
        results.skipped = [Peers.Skipped(title: "DuckDB counting types", reason: "not there")]
        let root = try JSONDocument(ResultJSON.text(results)).root
        #expect(root["format"]?.string == "msgreplay-bench" && root["records"]?.integer == 1000)
        let rows = try #require(root["rows"]?.elements)
        #expect(rows.count == 2)
        #expect(rows[0]["recordsPerSecond"]?.integer == 4000 && rows[0]["bytesPerSecond"]?.integer == 1_460_000)
        #expect(rows[0]["workers"]?.integer == 2 && rows[0]["ratio"]?.kind == .null)
        #expect(rows[1]["failure"]?.string == "no \"luck\"" && rows[1]["best"] == nil)
        #expect(root["goals"]?.elements.count == Goal.all(results).count)
        #expect(root["skipped"]?.elements.first?["reason"]?.string == "not there")
        let text = ResultTables(results: results).text
        #expect(text.contains("Skipped: DuckDB counting types (not there).") && text.contains("no \"luck\""))
    }

    @Test("The documentation's page has the tables that are printed")
    func page() throws {
        let path = BenchFolder.package + "/Sources/MessageReplay/MessageReplay.docc/Speed.md"
        let page = String(decoding: try #require(Disk.contents(of: path)), as: UTF8.self)
        // The heads of the three tables and of what stands above them are the same in all runs.
        var results = results(isal: false)
        results.rows = [row(.peer(.pigz), .gzip, seconds: 1)]
        results.starts = [row(.start(.help), nil, seconds: 0.01)]
        let heads = ResultTables(results: results).markdown.split(separator: "\n")
            .filter { $0.hasPrefix("#") || $0.hasPrefix("| what") || $0.hasPrefix("| goal") || $0.hasPrefix("| ---") }
        #expect(heads.count == 8)
        var rest = page[...]
        for head in heads {
            let range = try #require(rest.firstRange(of: "\n\(head)\n"), "\(head)")
            rest = rest[rest.index(before: range.upperBound)...]
        }
    }
}
