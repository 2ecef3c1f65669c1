/// The results as people read them.
struct ResultTables {
    let results: BenchResults

    /// For a terminal.
    var text: String {
        let tables = titled.map { ($0.title.isEmpty ? "" : $0.title + "\n") + $0.table.text }
        return ([about] + tables + notes).joined(separator: "\n")
    }

    /// As the documentation's page has them.
    var markdown: String {
        let tables = titled.map { ($0.title.isEmpty ? "" : "### \($0.title)\n\n") + $0.table.markdown }
        return ([about] + tables + notes).joined(separator: "\n")
    }

    /// The tables that have rows.
    private var titled: [(title: String, table: Table)] {
        [("", main), ("Starting", starts), ("Goals", goals)].filter { !$0.table.rows.isEmpty }
    }

    /// What was measured, and on what.
    private var about: String {
        let sizes = Packing.allCases.compactMap { packing in
            results.sizes[packing].map { "\(packing.rawValue) \(Figures.megabytes($0)) MB" }
        }
        let processor = results.processor.map { " (\($0))" } ?? ""
        return
            "\(results.programVersion); \(results.cores) cores\(processor); \(Figures.grouped(results.records)) records, seed "
            + "\(results.seed): \(sizes.joined(separator: ", ")); \(results.rounds) round\(results.rounds == 1 ? "" : "s").\n"
    }

    private var main: Table {
        var table = Table(columns: [
            ("what", true), ("archive", true), ("workers", false), ("best s", false), ("median s", false),
            ("MB/s", false), ("records/s", false), ("CPU s", false), ("memory MB", false), ("× reading", false),
        ])
        for row in results.rows where row.failure == nil {
            let best = row.samples.best
            table.rows.append([
                row.row.title, row.row.archive, row.row.workers.map(String.init) ?? "", Figures.fixed(best, 3),
                Figures.fixed(row.samples.median, 3), Figures.grouped(Int(Double(row.row.lineBytes) / 1e6 / best)),
                Figures.grouped(Int(Double(row.row.records) / best)), Figures.fixed(row.samples.processorSeconds, 2),
                Figures.megabytes(row.samples.memory), results.ratio(row).map { Figures.fixed($0, 2) } ?? "",
            ])
        }
        return table
    }

    private var starts: Table {
        var table = Table(columns: [("what", true), ("best ms", false), ("median ms", false), ("memory MB", false)])
        for row in results.starts where row.failure == nil {
            table.rows.append([
                row.row.title, Figures.fixed(row.samples.best * 1000, 1), Figures.fixed(row.samples.median * 1000, 1),
                Figures.megabytes(row.samples.memory),
            ])
        }
        return table
    }

    private var goals: Table {
        var table = Table(columns: [("goal", true), ("limit", false), ("measured", false), ("met", true)])
        for goal in Goal.all(results) {
            table.rows.append([
                goal.demand, goal.limit, goal.measured ?? "", goal.isMet.map { $0 ? "yes" : "no" } ?? "not measured",
            ])
        }
        return table
    }

    /// What is missing from the tables, and why.
    private var notes: [String] {
        var notes: [String] = []
        if !results.skipped.isEmpty {
            notes.append(
                "Skipped: " + results.skipped.map { "\($0.title) (\($0.reason))" }.joined(separator: "; ") + ".\n")
        }
        for row in results.failures { notes.append("Failed: \(row.row.label): \(row.failure ?? "")\n") }
        return notes
    }
}
