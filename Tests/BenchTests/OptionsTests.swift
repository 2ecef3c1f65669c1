import Testing

@testable import msgreplay_bench

/// The benchmark's command line.
struct OptionsTests {
    @Test("Without options it is the run that the documentation shows")
    func standard() throws {
        let options = try BenchOptions([])
        #expect(options.records == 1_000_000 && options.seed == 11 && options.rounds == 3)
        #expect(options.workers == [1, 2] && options.mostWorkers == 2)
        #expect(options.only.isEmpty && options.json == nil && options.program == nil)
        #expect(options.registry == "Samples/shop-registry" && options.folder == ".build/msgreplay-bench")
        #expect(!options.isMarkdown && !options.onlyMakes && !options.isHelp)
    }

    @Test("Every option is read, in both spellings")
    func all() throws {
        let options = try BenchOptions([
            "--records", "100", "--seed=18446744073709551615", "--rounds", "7", "--workers=4,1,4", "--only",
            "audit gzip",
            "--only=digest", "--folder", "here", "--registry", "-r", "--program=/bin/true", "--json", "-", "--markdown",
            "--make", "--help",
        ])
        #expect(options.records == 100 && options.seed == .max && options.rounds == 7)
        #expect(options.workers == [1, 4] && options.mostWorkers == 4)
        #expect(options.only == ["audit gzip", "digest"])
        #expect(options.folder == "here" && options.registry == "-r" && options.program == "/bin/true")
        #expect(options.json == "-" && options.isMarkdown && options.onlyMakes && options.isHelp)
    }

    @Test(
        "A wrong call says what is wrong",
        arguments: [
            (["--records", "99"], "--records takes a whole number from 100 to 1000000000, not '99'"),
            (["--records", "1e6"], "--records takes a whole number"),
            (["--records"], "--records needs N after it"), (["--records="], "--records needs N after it"),
            (["--json", "--markdown"], "--json needs FILE after it"),
            (["--seed", "-1"], "--seed takes a whole number that isn't negative, not '-1'"),
            (["--workers", "1,,2"], "--workers takes a whole number from 1 to 1024, not ''"),
            (["--workers", "0"], "--workers takes"), (["--rounds", "0"], "--rounds takes"),
            (["--round", "2"], "unknown option --round; did you mean --rounds?"),
            (["--markdown=yes"], "--markdown takes no value"), (["-h"], "unexpected '-h'"),
            (["audit"], "unexpected 'audit'"), (["--"], "unknown option --"),
        ])
    func mistakes(arguments: [String], message: String) {
        let error = #expect(throws: BenchError.self) { try BenchOptions(arguments) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
        #expect(error?.status == 2)
    }

    @Test("Help names every option")
    func help() {
        for option in BenchOption.allCases { #expect(BenchOption.helpText.contains("  --\(option.rawValue)")) }
    }
}
