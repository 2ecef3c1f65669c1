import ContentSchema
import Testing

@testable import msgreplay

@Suite struct ArgumentParserTests {
    private func parse(_ line: String) throws(CommandError) -> ParsedLine {
        try ArgumentParser.parse(line.split(separator: " ").map(String.init))
    }

    private func audit(_ line: String) throws -> ParsedArguments {
        guard case .command(let parsed) = try parse("audit " + line) else {
            throw CommandError.badInput(message: "no command")
        }
        return parsed
    }

    private func message(_ arguments: [String]) -> String? {
        do throws(CommandError) {
            _ = try Invocation(arguments)
            return nil
        } catch {
            guard case .usage(let message, _) = error else { return "not a usage error" }
            return message
        }
    }

    @Test(arguments: [
        ("--format json a", ["json"]), ("--format=json a", ["json"]), ("a --format json", ["json"]),
    ]) func `a value stands apart or after an equals sign`(line: String, values: [String]) throws {
        let parsed = try audit(line)
        #expect(parsed.all(.format) == values)
        #expect(parsed.operands == ["a"])
    }

    @Test(arguments: ["-o r.txt a", "-or.txt a", "--output r.txt a", "--output=r.txt a", "a -o r.txt"])
    func `short and long are the same option`(line: String) throws {
        #expect(try audit(line).last(.output) == "r.txt")
    }

    @Test func `flags join, and a value may end them`() throws {
        let parsed = try audit("-qj4 a")
        #expect(parsed.has(.quiet))
        #expect(parsed.last(.jobs) == "4")
    }

    @Test func `two hyphens end the options, one is an operand`() throws {
        #expect(try audit("- -- --format -q").operands == ["-", "--format", "-q"])
    }

    @Test func `an equals sign in a value stays`() throws {
        #expect(try audit("--channel=a=b a").all(.channel) == ["a=b"])
    }

    @Test func `what every command takes may stand before the command`() throws {
        guard case .command(let parsed) = try parse("-q --registry r inspect a") else {
            Issue.record("no command")
            return
        }
        #expect(parsed.command == .inspect)
        #expect(parsed.has(.quiet))
        #expect(parsed.last(.registry) == "r")
    }

    @Test func `filters repeat`() throws {
        #expect(try audit("--channel a --channel b --type 1 --type x f").all(.channel) == ["a", "b"])
    }

    @Test func `help and version win where they stand`() throws {
        #expect(try parse("--help") == .help(nil))
        #expect(try parse("-h") == .help(nil))
        #expect(try parse("audit --help") == .help(.audit))
        #expect(try parse("audit -qh") == .help(.audit))
        #expect(try parse("registry --help") == .help(.registry))
        #expect(try parse("registry check --help") == .help(.registryCheck))
        #expect(try parse("registry -h check") == .help(.registry))
        #expect(try parse("merge --version") == .version)
        #expect(try parse("audit -- --help") != .help(.audit))
    }

    @Test(
        arguments: [
            ([], "no command given"),
            (["adit"], "unknown command 'adit'; did you mean 'audit'?"),
            (["AUDIT"], "unknown command 'AUDIT'; did you mean 'audit'?"),
            (
                ["frobnicate"],
                "unknown command 'frobnicate'; the commands are audit, migrate, digest, replay, inspect, merge, registry, explain, completions"
            ),
            (["audit"], "no archive given; name a bundle directory or a file, or - for standard input"),
            (["audit", ""], "an empty ARCHIVE is no file name"),
            (["audit", "-", "-"], "standard input (-) is named twice; it can be read only once"),
            (["audit", "--formt", "json", "a"], "unknown option --formt for audit; did you mean --format?"),
            (["audit", "--form", "json", "a"], "unknown option --form for audit; did you mean --format?"),
            (["audit", "--quar", "q", "a"], "unknown option --quar for audit; did you mean --quarantine?"),
            (["audit", "-format", "a"], "unknown option -f in -format for audit; did you mean --format?"),
            (["audit", "-x", "a"], "unknown option -x for audit"),
            (
                ["--format", "json", "audit", "a"],
                "unknown option --format; it goes after the command (audit, digest, replay, inspect, merge, registry check, registry diff, registry show)"
            ),
            (
                ["inspect", "--quarantine", "q", "a"],
                "unknown option --quarantine for inspect; it belongs to audit, migrate"
            ),
            (
                ["audit", "--format", "jsn", "a"],
                "--format can be text, json, markdown or html, not 'jsn'; did you mean json?"
            ),
            (["audit", "--format", "yaml", "a"], "--format can be text, json, markdown or html, not 'yaml'"),
            (["audit", "a", "--format"], "--format needs FORMAT after it"),
            (["audit", "--format=", "a"], "--format needs FORMAT; it is empty"),
            (
                ["audit", "-o", "--quiet", "a"],
                "-o needs FILE after it, not the option --quiet; a value that begins with a hyphen is written --output=--quiet"
            ),
            (["audit", "-o=x", "a"], "write -o VALUE or --output=VALUE, not -o=x"),
            (["audit", "--quiet=yes", "a"], "--quiet takes no value"),
            (["audit", "--format", "json", "--format", "text", "a"], "--format is given twice; once is enough"),
            (["audit", "-o", "x", "--output", "y", "a"], "--output is given twice; once is enough"),
            (["audit", "-j", "0", "a"], "-j takes a whole number from 1 to 256, not '0'"),
            (["audit", "-jx", "a"], "-j takes a whole number from 1 to 256, not 'x'"),
            (["audit", "-j", "+4", "a"], "-j takes a whole number from 1 to 256, not '+4'"),
            (["audit", "--examples", "x", "a"], "--examples takes a whole number from 0 to 1000, not 'x'"),
            (["audit", "--examples=-1", "a"], "--examples takes a whole number from 0 to 1000, not '-1'"),
            (["audit", "--at", "0", "a"], "--at takes a whole number of at least 1, not '0'"),
            (
                ["audit", "--limit", "99999999999999999999", "a"],
                "--limit takes a whole number of at least 1, not '99999999999999999999'"
            ),
            (
                ["audit", "--color", "allways", "a"],
                "--color can be auto, always or never, not 'allways'; did you mean always?"
            ),
            (
                ["audit", "--since", "yesterday", "a"],
                "--since takes a date (2021-03-01), a time (2021-03-01T08:00:00Z) or milliseconds since 1970, "
                    + "not 'yesterday'"
            ),
            (
                ["audit", "--since", "2021-02-01", "--until", "2021-01-31", "a"],
                "--since is not before --until, so no record could match"
            ),
            (["audit", "--language", "e n", "a"], "--language takes a language tag such as en or zh-Hans, not 'e n'"),
            (["audit", "a", "-o", "a"], "-o would overwrite 'a', which is read"),
            (
                ["audit", "a", "--findings", "f", "--quarantine", "f"],
                "--findings and --quarantine both name 'f'; give each its own file"
            ),
            (
                ["audit", "a", "--findings", "-"],
                "the report and --findings would both go to standard output; give the report a file with -o"
            ),
            (["registry"], "no registry command given; there is check, diff, show, infer"),
            (["registry", "chek", "r"], "unknown registry command 'chek'; did you mean 'check'?"),
            (
                ["registry", "frobnicate"],
                "unknown registry command 'frobnicate'; the commands are check, diff, show, infer"
            ),
            (
                ["registry", "--format", "text", "check", "r"],
                "unknown option --format for registry; it belongs to audit, digest, replay, inspect, merge, registry check, registry diff, registry show"
            ),
            (
                ["registry", "diff", "r", "1"],
                "name the folder of a series and two of its versions, the older one first"
            ),
            (
                ["registry", "diff", "r", "1", "2", "3"],
                "unexpected '3': registry diff takes DIR A B, and archives only with --at-risk"
            ),
            (["registry", "diff", "r", "1", "x"], "B takes a whole number of at least 1, not 'x'"),
            (["registry", "diff", "r", "3", "1"], "version 3 is newer than 1; name the older one first"),
            (["registry", "check"], "no registry given; name the folder of a series"),
            (["registry", "check", "a", "b"], "unexpected 'b': registry check takes 1 DIR"),
            (
                ["registry", "check", "a", "--formt"],
                "unknown option --formt for registry check; did you mean --format?"
            ),
            (
                ["registry", "check", "a", "--registry", "b"],
                "registry check takes the registry as its operand; leave out --registry"
            ),
            (["registry", "show"], "no registry given; name the folder of a series, or wukongim for the built-in one"),
            (
                ["registry", "show", "r", "--format", "html"],
                "--format can be text, markdown, json or json-schema, not 'html'"
            ),
            (
                ["registry", "show", "r", "--registry", "b"],
                "registry show takes the registry as its operand; leave out --registry"
            ),
            (
                ["registry", "infer"],
                "no archive given; name a bundle directory or a file, or - for standard input"
            ),
            (["registry", "infer", "a", "-o", "a"], "-o would overwrite 'a', which is read"),
            (["merge"], "no report given; name files that `msgreplay audit --format json` or `migrate --report` wrote"),
            (["explain", "a", "b"], "unexpected 'b': explain takes 1 CODE"),
            (["completions", "bsh"], "SHELL can be bash, zsh or fish, not 'bsh'; did you mean bash?"),
            (["completions"], "no shell given; name bash, zsh or fish"),
        ] as [([String], String)]) func `a wrong call gets one message`(arguments: [String], wanted: String)
    {
        #expect(message(arguments) == wanted)
    }

    @Test func `an audit's settings have their own types`() throws {
        let line = [
            "audit", "a", "b", "--registry", "r", "--at", "2", "--format", "html", "-o", "r.html", "--findings", "f.gz",
            "--quarantine", "q.gz", "--examples", "7", "--no-values", "--fail-on", "unknown", "--channel", "2:g1",
            "--from", "u1",
            "--from=", "--type", "10001", "--since", "2021-01-01", "--until", "2021-01-31", "--limit", "5", "-j", "2",
            "-q",
            "--color", "never", "--language", "zh-Hans",
        ]
        let wanted = AuditSettings(
            archives: ["a", "b"],
            common: CommonSettings(registry: "r", language: "zh-Hans", jobs: 2, isQuiet: true, color: .never),
            filters: FilterSettings(
                channels: ["2:g1"], senders: ["u1", ""], types: ["10001"], since: 1_609_459_200_000,
                until: 1_612_137_600_000, limit: 5), version: 2, format: .html, output: "r.html", findings: "f.gz",
            quarantine: "q.gz", examples: 7, quotesValues: false, failOn: .unknown)
        #expect(try Invocation(line) == .audit(wanted))
    }

    @Test func `left out options have their defaults`() throws {
        #expect(try Invocation(["audit", "a"]) == .audit(AuditSettings(archives: ["a"])))
        #expect(try Invocation(["audit", "a", "-o", "-"]) == .audit(AuditSettings(archives: ["a"])))
        #expect(try Invocation(["inspect", "a"]) == .inspect(InspectSettings(archives: ["a"])))
        #expect(try Invocation(["merge", "a"]) == .merge(MergeSettings(reports: ["a"])))
        #expect(try Invocation(["registry", "check", "r"]) == .registryCheck(RegistryCheckSettings(folder: "r")))
        #expect(
            try Invocation(["-q", "registry", "-j2", "check", "r", "-o", "f"])
                == .registryCheck(
                    RegistryCheckSettings(folder: "r", common: CommonSettings(jobs: 2, isQuiet: true), output: "f")))
        #expect(
            try Invocation(["registry", "diff", "r", "1", "3", "--format", "json"])
                == .registryDiff(RegistryDiffSettings(folder: "r", old: 1, new: 3, format: .json)))
        #expect(
            try Invocation(["registry", "diff", "r", "1", "3", "--at-risk", "a", "b", "--at-risk=c"])
                == .registryDiff(RegistryDiffSettings(folder: "r", old: 1, new: 3, archives: ["a", "c", "b"])))
        #expect(
            try Invocation(["registry", "show", "r", "--at", "2", "--format", "json-schema", "-o", "f"])
                == .registryShow(RegistryShowSettings(registry: "r", version: 2, format: .jsonSchema, output: "f")))
        #expect(
            try Invocation(["registry", "infer", "a", "b", "--registry", "r", "--type", "7"])
                == .registryInfer(
                    RegistryInferSettings(
                        archives: ["a", "b"], common: CommonSettings(registry: "r"),
                        filters: FilterSettings(types: ["7"]))))
        #expect(try Invocation(["explain"]) == .explain(ExplainSettings()))
        #expect(try Invocation(["completions", "zsh"]) == .completions(.zsh))
    }

    @Test func `the tables hold together`() {
        for spec in CommandTable.all {
            let options = spec.options
            #expect(Set(options.map(\.name)).count == options.count)
            let letters = options.compactMap(\.short)
            #expect(Set(letters).count == letters.count)
            #expect(!spec.summary.hasSuffix("."))
            for option in options { #expect(option.help.hasSuffix("."), "\(option.long)") }
        }
        #expect(Set(CommandTable.all.map(\.name)) == Set(CommandName.allCases))
    }
}

@Suite struct TimeArgumentTests {
    @Test(
        arguments: [
            ("1970-01-01", 0, 86_400_000), ("2021-03-01", 1_614_556_800_000, 1_614_643_200_000),
            ("2021-03-01T00:00", 1_614_556_800_000, 1_614_556_800_000),
            ("2021-03-01 00:00:01", 1_614_556_801_000, 1_614_556_801_000),
            ("2021-03-01T08:00:00+08:00", 1_614_556_800_000, 1_614_556_800_000),
            ("2021-03-01T00:00:00.5Z", 1_614_556_800_500, 1_614_556_800_500),
            ("2021-03-01T00:00:00.123456Z", 1_614_556_800_123, 1_614_556_800_123),
            ("2021-02-28T16:00-0800", 1_614_556_800_000, 1_614_556_800_000), ("1969-12-31", -86_400_000, 0),
            ("2020-02-29", 1_582_934_400_000, 1_583_020_800_000),
            ("1614556800123", 1_614_556_800_123, 1_614_556_800_123), ("100000000000", 100_000_000_000, 100_000_000_000),
        ] as [(String, Int64, Int64)]) func `dates and times`(text: String, start: Int64, end: Int64)
    {
        let time = TimeArgument(text)
        #expect(time?.start == start)
        #expect(time?.end == end)
    }

    @Test(arguments: [
        "", "2021", "2021-3-1", "2021-13-01", "2021-02-29", "2021-00-10", "2021-01-00", "2021-01-01T",
        "2021-01-01T24:00",
        "2021-01-01T10:60", "2021-01-01T10:00:60", "2021-01-01T10:00:61", "2021-01-01T10:00:00.",
        "2021-01-01T10:00+25:00", "2021-01-01Z",
        "2021-01-01T10:00:00Zx", "yesterday", "٢٠٢١-٠١-٠١",
        "1614556800", "20210301", "0", "-1614556800000", "1614556800000x", "9999999999999999",
    ]) func `what is neither`(text: String) {
        #expect(TimeArgument(text) == nil)
    }

    @Test func `dates go there and back`() {
        for day in stride(from: -800_000, through: 2_000_000, by: 97) {
            let date = Timestamp.date(Int64(day) * 86_400_000)
            let parts = date.split(separator: "-").compactMap { Int($0) }
            if date.hasPrefix("-") || parts.count != 3 { continue }
            #expect(TimeArgument.days(toYear: parts[0], month: parts[1], day: parts[2]) == day)
        }
    }
}

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("audti", "audit"), ("adit", "audit"), ("audits", "audit"), ("inspct", "inspect"), ("mrege", "merge"),
        ("complet", "completions"), ("explian", "explain"), ("EXPLAIN", "explain"),
    ]) func `near words are found`(typed: String, wanted: String) {
        #expect(Suggestion.nearest(to: typed, among: CommandTable.all.map(\.name.rawValue)) == wanted)
    }

    @Test(arguments: ["", "x", "delete", "zzzzzzz"]) func `far ones are not`(typed: String) {
        #expect(Suggestion.nearest(to: typed, among: CommandTable.all.map(\.name.rawValue)) == nil)
    }

    @Test func `distances`() {
        func distance(_ a: String, _ b: String) -> Int {
            NameSuggestion.distance(Array(a), Array(b))
        }
        #expect(distance("", "abc") == 3)
        #expect(distance("abc", "abc") == 0)
        #expect(distance("abc", "acb") == 1)
        #expect(distance("abc", "ab") == 1)
        #expect(distance("kitten", "sitting") == 3)
        #expect(distance("ca", "abc") == 3)
    }
}
