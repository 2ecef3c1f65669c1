/// A limit of DESIGN.md's "Speed and size", and how far this run is from it.
struct Goal: Equatable {
    var demand: String
    var limit: String
    /// nil where this run can't say, since a row or a peer is missing.
    var measured: String?
    var isMet: Bool?

    /// All goals, with what a run found.
    static func all(_ results: BenchResults) -> [Goal] {
        let workers = results.workers
        let audit = BenchRow.Name.own(.audit, .gzip, workers: workers)
        let unverified = BenchRow.Name.own(.unverified, .gzip, workers: workers)
        var goals: [Goal] = []
        if results.usesISAL {
            goals.append(.factor("audit of gzip, to igzip -dc", results.ratio(audit, to: .peer(.igzip)), most: 1.4))
            goals.append(
                .factor("DuckDB counting types, to audit of gzip", results.ratio(.peer(.duckdb), to: audit), least: 2.5)
            )
            let fast = BenchRow.Name.own(.fast, .gzip, workers: workers)
            goals.append(
                .factor(
                    "migrate of gzip with --level 2 --no-verify, to igzip -dc | igzip -2",
                    results.ratio(fast, to: .peer(.igzipBoth)), most: 1.6))
        } else {
            goals.append(.factor("audit of gzip, to pigz -dc", results.ratio(audit, to: .peer(.pigz)), most: 1.15))
            goals.append(
                .factor(
                    "migrate of gzip with --no-verify, to pigz -dc | pigz -6 -p2",
                    results.ratio(unverified, to: .peer(.pigzBoth)), most: 1.15))
            goals.append(
                .factor(
                    "migrate of gzip, to pigz -dc | pigz -6 -p2",
                    results.ratio(.own(.migrate, .gzip, workers: workers), to: .peer(.pigzBoth)), most: 1.5))
        }
        goals.append(
            .factor(
                "size of a migrated archive, to pigz -6 of its lines",
                results.migratedSize.map { Double($0.own) / Double($0.pigz) }, most: 1.1))
        goals.append(
            .factor(
                "audit of a bundle directory, to sha256sum of its files",
                results.ratio(.own(.audit, .bundle, workers: workers), to: .peer(.sha256sum)), most: 1.3))
        goals.append(
            .factor(
                "audit of block gzip, 1 worker to 2",
                results.ratio(.own(.audit, .blocks, workers: 1), to: .own(.audit, .blocks, workers: 2)), least: 1.6))
        let memory = results.rows.filter { $0.row.isOwn && $0.failure == nil }.map(\.samples.memory).max()
        goals.append(
            Goal(
                demand: "memory of any row", limit: "≤ 64 MB", measured: memory.map { "\(Figures.megabytes($0)) MB" },
                isMet: memory.map { $0 <= 64_000_000 }))
        for job in [Job.audit, .unverified] {
            let growth = results.ratio(.own(job, .gzip, workers: workers), to: .tenth(job, workers: workers))
            goals.append(
                .factor(
                    "\(job.rawValue) of gzip, time of a record to that in a tenth of the records",
                    growth.map { $0 / 10 }, most: 1.1))
        }
        for start in [BenchRow.StartUp.help, .audit] {
            let best = results.samples(.start(start))?.best
            goals.append(
                Goal(
                    demand: start.rawValue, limit: "≤ 10 ms",
                    measured: best.map { "\(Figures.fixed($0 * 1000, 1)) ms" },
                    isMet: best.map { $0 <= 0.01 }))
        }
        return goals
    }

    private static func factor(_ demand: String, _ value: Double?, most: Double) -> Goal {
        Goal(
            demand: demand, limit: "≤ \(Figures.fixed(most, 2)) ×", measured: value.map { "\(Figures.fixed($0, 2)) ×" },
            isMet: value.map { $0 <= most })
    }

    private static func factor(_ demand: String, _ value: Double?, least: Double) -> Goal {
        Goal(
            demand: demand, limit: "≥ \(Figures.fixed(least, 2)) ×",
            measured: value.map { "\(Figures.fixed($0, 2)) ×" },
            isMet: value.map { $0 >= least })
    }
}
