/// One run of the benchmark.
struct Benchmark {
    private let options: BenchOptions
    /// Takes what the programs write to standard error.
    private let errors: String

    /// How often a start is measured: they are short and scatter.
    private static let startRounds = 20

    init(_ options: BenchOptions) throws(BenchError) {
        self.options = options
        errors = "\(options.folder)/errors.txt"
        try Disk.makeFolder(options.folder)
    }

    /// The archive that all rows but a few work on.
    func makeArchive() throws(BenchError) -> MadeArchive {
        progress("making \(Figures.grouped(options.records)) records")
        defer { progress("") }
        return try ArchiveMaker.archive(
            in: options.folder, records: options.records, seed: options.seed, packings: Packing.allCases)
    }

    /// Makes what is missing, runs all rows in turns, and deletes what they wrote.
    func run() throws(BenchError) -> BenchResults {
        let program = try MeasuredProgram(options, errors: errors)
        let archive = try makeArchive()
        let small = try ArchiveMaker.archive(in: options.folder, records: 100, seed: options.seed, packings: [.gzip])
        let tenth = try ArchiveMaker.archive(
            in: options.folder, records: max(1, options.records / 10), seed: options.seed, packings: [.gzip])
        var peers = Peers(errors: errors)
        var rows = program.rows(archive, workers: options.workers)
        rows += program.tenthRows(tenth, workers: options.mostWorkers)
        rows += try peers.rows(archive)
        var results = BenchResults(
            programVersion: program.version, usesISAL: program.usesISAL, records: options.records, seed: options.seed,
            rounds: options.rounds, cores: System.cores, processor: System.processor, workers: options.mostWorkers,
            lineBytes: archive.lineBytes, sizes: archive.sizes, skipped: peers.skipped)
        results.rows = wanted(rows, usesISAL: program.usesISAL).map { BenchResults.Row(row: $0) }
        results.starts = program.startRows(small).filter { $0.isWanted(by: options.only) }
            .map { BenchResults.Row(row: $0) }
        guard !results.rows.isEmpty || !results.starts.isEmpty else {
            throw .usage("no row's name holds \(options.only.joined(separator: " or "))")
        }
        try time(&results.rows, rounds: options.rounds)
        try time(&results.starts, rounds: Self.startRounds)
        results.migratedSize = try compareSize(results.rows, archive)
        for row in results.rows { if let output = row.row.output { try removeOutput(output) } }
        try Disk.remove(errors)
        return results
    }

    /// The rows that the call asks for, and the peers that those are held against.
    private func wanted(_ rows: [BenchRow], usesISAL: Bool) -> [BenchRow] {
        let named = rows.filter { $0.isWanted(by: options.only) }
        let readers = named.compactMap { row in
            row.packing.flatMap { Peer.reader(of: $0, usesISAL: usesISAL) }.map(BenchRow.Name.peer)
        }
        let names = Set(named.map(\.name)).union(readers)
        return rows.filter { names.contains($0.name) }
    }

    /// Runs all rows once, then all once more, and so on: whatever slows the machine for a while slows all of them.
    private func time(_ rows: inout [BenchResults.Row], rounds: Int) throws(BenchError) {
        for round in 1...rounds {
            for index in rows.indices where rows[index].failure == nil {
                let row = rows[index].row
                progress("round \(round) of \(rounds), row \(index + 1) of \(rows.count): \(row.label)")
                if let output = row.output { try removeOutput(output) }
                do throws(BenchError) {
                    rows[index].samples.add(try ChildProcess.measure(row.pipeline, errors: errors))
                } catch {
                    rows[index].failure = error.description
                }
            }
        }
        progress("")
    }

    /// Removes an archive that was written, and what a killed run left of it.
    private func removeOutput(_ path: String) throws(BenchError) {
        for name in [path, path + ".partial"] { try Disk.remove(name) }
    }

    /// The size of the migrated archive, and of its lines compressed by pigz; nil where one of them is missing.
    private func compareSize(
        _ rows: [BenchResults.Row], _ archive: MadeArchive
    ) throws(BenchError) -> (own: Int, pigz: Int)? {
        let migrated = "\(archive.folder)/\(Packing.gzip.outputName)"
        guard rows.contains(where: { $0.row.output == migrated && $0.failure == nil }),
            let own = Disk.size(of: migrated), let pigz = System.find("pigz")
        else { return nil }
        progress("compressing the migrated archive by pigz")
        defer { progress("") }
        var size = 0
        try ChildProcess.read(
            [Invocation(pigz, ["-dc", migrated]), Invocation(pigz, ["-6", "-p2"])], errors: errors
        ) { size += $0.count }
        return (own, size)
    }

    /// Says on a terminal what is being done.
    private func progress(_ what: String) {
        if System.isErrorTerminal { System.write("\r\u{1B}[K\(what)", to: 2) }
    }
}
