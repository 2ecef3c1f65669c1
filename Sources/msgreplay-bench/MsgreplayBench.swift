import Glibc

/// Measures how fast msgreplay is, beside other programs on the same archives.
@main
struct MsgreplayBench {
    static func main() {
        do throws(BenchError) {
            exit(try run(BenchOptions(Array(CommandLine.arguments.dropFirst()))))
        } catch {
            System.write("msgreplay-bench: error: \(error)\n", to: STDERR_FILENO)
            exit(error.status)
        }
    }

    /// - Returns: The exit status: 1 where one of msgreplay's own rows failed.
    private static func run(_ options: BenchOptions) throws(BenchError) -> Int32 {
        if options.isHelp {
            System.write(BenchOption.helpText, to: STDOUT_FILENO)
            return 0
        }
        let benchmark = try Benchmark(options)
        if options.onlyMakes {
            let archive = try benchmark.makeArchive()
            for packing in Packing.allCases { System.write("\(archive.path(of: packing))\n", to: STDOUT_FILENO) }
            return 0
        }
        let results = try benchmark.run()
        let tables = ResultTables(results: results)
        System.write(options.isMarkdown ? tables.markdown : tables.text, to: STDOUT_FILENO)
        if let path = options.json {
            let sink = try FileSink(path)
            try sink.write(ResultJSON.text(results))
            try sink.finish()
        }
        return results.failures.contains { $0.row.isOwn } ? 1 : 0
    }
}
