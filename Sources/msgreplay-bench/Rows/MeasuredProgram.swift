/// The msgreplay that is measured.
struct MeasuredProgram {
    let path: String
    let registry: String
    /// What `--version` says.
    let version: String

    /// Whether it decompresses by ISA-L.
    var usesISAL: Bool { version.contains("ISA-L") }

    /// - Throws: Where there is no such program or no such registry, with what to do.
    init(_ options: BenchOptions, errors: String) throws(BenchError) {
        if let named = options.program {
            guard Disk.isExecutable(named) else { throw .usage("--program is no program: \(named)") }
            path = named
        } else {
            let own = System.ownPath ?? ""
            path =
                own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
                + "/msgreplay"
            guard Disk.isExecutable(path) else {
                throw .usage(
                    "no msgreplay beside this program; run `swift build -c release`, or name one with --program")
            }
        }
        registry = options.registry
        guard Disk.size(of: registry) != nil else {
            throw .usage("no registry at \(registry); run this in the package's folder, or name it with --registry")
        }
        guard let said = ChildProcess.text(of: [Invocation(path, ["--version"])], errors: errors) else {
            throw .failed("\(path) --version doesn't work")
        }
        version = said.split(separator: "\n").joined(separator: ", ")
    }

    /// The rows of one archive: each job on each packing with each number of workers.
    func rows(_ archive: MadeArchive, workers: [Int]) -> [BenchRow] {
        var rows: [BenchRow] = []
        for packing in Packing.allCases {
            for job in Job.allCases where job != .fast || usesISAL && packing == .gzip {
                for count in workers {
                    rows.append(row(.own(job, packing, workers: count), job, packing, of: archive, workers: count))
                }
            }
        }
        return rows
    }

    /// The rows of an archive with a tenth of the records.
    func tenthRows(_ archive: MadeArchive, workers: Int) -> [BenchRow] {
        [Job.audit, .unverified].map { job in
            var row = row(.tenth(job, workers: workers), job, .gzip, of: archive, workers: workers)
            row.archive = "gzip, a tenth"
            return row
        }
    }

    private func row(
        _ name: BenchRow.Name, _ job: Job, _ packing: Packing, of archive: MadeArchive, workers: Int
    ) -> BenchRow {
        var words = job.rawValue.split(separator: " ").map(String.init)
        words += [archive.path(of: packing), "-q", "-j", String(workers), "--registry", registry]
        var output: String?
        if job.writes {
            let path = "\(archive.folder)/\(job == .fast ? "fast-" : "")\(packing.outputName)"
            words += ["-o", path]
            output = path
        }
        return BenchRow(
            name: name, title: job.rawValue, archive: packing.rawValue, workers: workers,
            pipeline: [Invocation(path, words)], packing: packing, records: archive.records,
            lineBytes: archive.lineBytes,
            output: output)
    }

    /// Rows of which only the start counts.
    ///
    /// - Parameter archive: One of few records.
    func startRows(_ archive: MadeArchive) -> [BenchRow] {
        BenchRow.StartUp.allCases.compactMap { start in
            let invocation: Invocation
            switch start {
            case .nothing:
                guard let nothing = System.find("true") else { return nil }
                invocation = Invocation(nothing, [])
            case .help: invocation = Invocation(path, ["--help"])
            case .audit:
                invocation = Invocation(path, ["audit", archive.path(of: .gzip), "-q", "--registry", registry])
            }
            return BenchRow(
                name: .start(start), title: start.rawValue, archive: "", workers: nil, pipeline: [invocation])
        }
    }
}
