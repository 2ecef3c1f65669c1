import Archives
import ContentSchema
import Glibc
import MessageReplay
import Registries
import Testing

@testable import msgreplay

@Suite struct OutputTests {
    private func folder() throws -> String {
        var template = Array("/tmp/msgreplay-output-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Run.Failure(message: "mkdtemp") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    @Test func `a file appears when it is whole`() throws {
        let folder = try folder()
        let path = folder + "/report.json"
        do {
            var file = try OutputFile(path)
            try file.write(Array("{}\n".utf8))
            #expect(names(in: folder).count == 1)
            #expect(!names(in: folder).contains("report.json"))
            try file.commit()
        }
        #expect(names(in: folder) == ["report.json"])
        #expect(Golden.contents(of: path) == "{}\n")
    }

    @Test func `a file that is never finished leaves the old one`() throws {
        let folder = try folder()
        let path = folder + "/report.json"
        try Output.print("old", to: path)
        do {
            var file = try OutputFile(path)
            try file.write([UInt8](repeating: 7, count: 200_000))
        }
        #expect(names(in: folder) == ["report.json"])
        #expect(Golden.contents(of: path) == "old")
    }

    @Test func `a replaced file keeps its permissions, a link stays one`() throws {
        let folder = try folder()
        try Output.print("old", to: folder + "/real")
        chmod(folder + "/real", 0o640)
        symlink("real", folder + "/link")
        try Output.print("new", to: folder + "/link")
        var information = stat()
        lstat(folder + "/link", &information)
        #expect(information.st_mode & S_IFMT == S_IFLNK)
        #expect(Golden.contents(of: folder + "/real") == "new")
        stat(folder + "/real", &information)
        #expect(information.st_mode & 0o777 == 0o640)
    }

    @Test func `devices are written to, not replaced`() throws {
        try Output.print("x", to: "/dev/null")
        var information = stat()
        stat("/dev/null", &information)
        #expect(information.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func `places that can't be written say why`() throws {
        let folder = try folder()
        #expect(
            throws: CommandError.outputFailed(message: "can't write to \(folder): it is a directory; name a file in it")
        ) {
            try Output.print("x", to: folder)
        }
        #expect(
            throws: CommandError.outputFailed(
                message: "can't write to \(folder)/no/r: No such file or directory; make the directory first")
        ) { try Output.print("x", to: folder + "/no/r") }
        #expect(
            throws: CommandError.outputFailed(
                message: "can't write to /dev/full: No space left on device; make room or write somewhere else")
        ) { try Output.print("x", to: "/dev/full") }
    }

    @Test func `every error has its status and its message`() {
        let usage = CommandError.usage(message: "no \u{1B}[2J", command: .audit)
        #expect(usage.exitStatus == .badCall)
        #expect(
            Diagnostics.text(for: usage) == "msgreplay: error: no \\u{1B}[2J\nTry `msgreplay audit --help`.\n")
        #expect(
            Diagnostics.text(for: .usage(message: "x", command: nil))
                == "msgreplay: error: x\nTry `msgreplay --help`.\n")
        #expect(CommandError.badInput(message: "").exitStatus.rawValue == 2)
        #expect(CommandError.damaged(message: "").exitStatus.rawValue == 3)
        #expect(CommandError.outputFailed(message: "").exitStatus.rawValue == 4)
        #expect(CommandError.closedPipe.exitStatus.rawValue == 0)
        #expect(Diagnostics.text(for: .closedPipe) == nil)
        #expect(Diagnostics.line("warning", "a\nb\u{7}") == "msgreplay: warning: a\nb\\u{7}\n")
    }

    @Test func `the worst status is the run's`() {
        #expect(ExitStatus.combined([]) == .done)
        #expect(ExitStatus.combined([.found, .damaged, .done]) == .damaged)
        #expect(ExitStatus.combined([.outputFailed, .interrupted]) == .interrupted)
    }

    @Test func `registered files are removed, forgotten ones stay`() throws {
        let path = try Run.temporaryName()
        let token = CleanupPaths.register(path)
        #expect(token != nil)
        token?.unregister()
        // Not `removeAll`: other tests have files registered at the same time.
        #expect(access(path, F_OK) == 0)
        unlink(path)
        #expect(CleanupPaths.register("/" + String(repeating: "x", count: 5000)) == nil)
    }
}

@Suite struct ColorTests {
    private func colors(_ choice: ColorChoice, _ environment: [String: String], terminal: Bool = true) -> Bool {
        choice.colors(isTerminal: terminal) { environment[$0] }
    }

    @Test func `the option decides, then the environment, then the terminal`() {
        #expect(colors(.automatic, [:]))
        #expect(!colors(.automatic, [:], terminal: false))
        #expect(!colors(.automatic, ["NO_COLOR": "1"]))
        #expect(colors(.automatic, ["NO_COLOR": ""]))
        #expect(!colors(.automatic, ["TERM": "dumb"]))
        #expect(colors(.automatic, ["CLICOLOR_FORCE": "1"], terminal: false))
        #expect(!colors(.automatic, ["CLICOLOR_FORCE": "0"], terminal: false))
        #expect(!colors(.automatic, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
        #expect(colors(.always, ["NO_COLOR": "1", "TERM": "dumb"], terminal: false))
        #expect(!colors(.never, ["CLICOLOR_FORCE": "1"]))
    }
}

@Suite struct ProgressLineTests {
    @Test func `what is known is shown`() {
        let line = ProgressLine(bytesDone: 42_000_000, bytesTotal: 89_000_000, records: 471_204, elapsed: 1.2)
        #expect(line.text(width: 80) == " 47% of 89.0 MB · 471,204 records · 392,000 a second · 0:02 left")
    }

    @Test func `without a total there is no share`() {
        let line = ProgressLine(bytesDone: 1500, bytesTotal: nil, records: 1, elapsed: 0.1)
        #expect(line.text(width: 80) == "1.5 kB read · 1 record")
    }

    @Test func `a narrow terminal gets what matters`() {
        let line = ProgressLine(bytesDone: 42_000_000, bytesTotal: 89_000_000, records: 471_204, elapsed: 4000)
        #expect(line.text(width: 50) == " 47% of 89.0 MB · 471,204 records · 1:14:37 left")
        #expect(line.text(width: 30) == " 47% of 89.0 MB · 1:14:37 left")
        #expect(DisplayWidth.of(line.text(width: 10)) <= 10)
    }

    @Test func `odd numbers do no harm`() {
        #expect(
            ProgressLine(bytesDone: 9, bytesTotal: 3, records: 0, elapsed: 0).text(width: 80)
                == "100% of 3 bytes · 0 records")
        #expect(
            ProgressLine(bytesDone: 0, bytesTotal: 0, records: 0, elapsed: 1e300).text(width: 80)
                == "0 bytes read · 0 records · 0 a second")
        #expect(
            ProgressLine(bytesDone: 1, bytesTotal: .max, records: .max, elapsed: 1).text(width: 200).hasPrefix(
                "  0% of 18.4 EB"))
    }
}

@Suite struct NumberTextTests {
    @Test func `numbers as people read them`() {
        #expect(
            [0, 999, 1000, 1_234_567, -1234].map { NumberText.grouped($0) } == [
                "0", "999", "1,000", "1,234,567", "-1,234",
            ])
        #expect(NumberText.share(0, of: 10) == "0%")
        #expect(NumberText.share(10, of: 10) == "100%")
        #expect(NumberText.share(1, of: 100_000) == "<0.1%")
        #expect(NumberText.share(99_999, of: 100_000) == ">99.9%")
        #expect(NumberText.share(1, of: 3) == "33.3%")
        #expect(NumberText.share(1, of: 0) == "–")
        #expect(
            [0, 1, 999, 1000, 8_936_048, 999_950_000, .max].map { NumberText.bytes($0) }
                == ["0 bytes", "1 byte", "999 bytes", "1.0 kB", "8.9 MB", "1.0 GB", "18.4 EB"])
        #expect(NumberText.counted(1, "record") == "1 record")
        #expect(NumberText.counted(0, "more type") == "0 more types")
    }
}

@Suite struct ExplainTests {
    @Test func `the list and a code read as their golden files`() throws {
        Golden.expect(ExplainText.list(width: 80, paint: Paint(isOn: false)), is: "explain.txt")
        Golden.expect(
            try ExplainText.text(for: "payload-base64", width: 80, paint: Paint(isOn: false)),
            is: "explain-payload-base64.txt")
        Golden.expect(
            try ExplainText.text(for: "field-removed", width: 80, paint: Paint(isOn: false)),
            is: "explain-field-removed.txt")
    }

    @Test func `an unknown code is a wrong call`() {
        #expect(
            throws: CommandError.usage(
                message: "there is no code 'field-tpye'; did you mean 'field-type'?", command: .explain)
        ) { try ExplainText.text(for: "field-tpye", width: 80, paint: Paint(isOn: false)) }
    }

    @Test func `every code is there once, with all that is said of it`() {
        let codes = FindingGuide.entries.map(\.code)
        let all = ExplainText.topics.map(\.code)
        #expect(Set(all).count == all.count)
        for entry in ExplainText.topics {
            for sentence in [entry.meaning, entry.breaks, entry.remedy] {
                #expect(sentence.hasSuffix("."), "\(entry.code)")
            }
        }
        #expect(Set(codes) == Set(FindingCode.allCases.map(\.rawValue) + ["default-ignored"]))
        for code in FindingCode.allCases {
            #expect(FindingGuide.entry(code.rawValue)?.level.rawValue == code.outcome?.rawValue ?? "warning")
        }
    }

    @Test func `every code that a registry's problems can have is explained`() throws {
        let codes =
            SchemaProblem.Code.allCases.map(\.rawValue) + RegistryMistake.allCases.map(\.rawValue)
            + SchemaCode.allCases.map(\.rawValue) + RuleBook.entries.map(\.code)
        for code in codes { #expect(ExplainText.topic(code) != nil, "\(code)") }
        let text = try ExplainText.text(for: "ref-unresolved", width: 80, paint: Paint(isOn: false))
        #expect(text.hasPrefix("ref-unresolved  error\n"))
    }
}

@Suite struct InspectTests {
    private static let bundle = ArchiveFacts(
        path: "shop.tar.gz", container: "tar", compression: "gzip", gzipMembers: 1, isBGZF: false, form: "wkdb",
        bytes: 281_233, hashSlotCount: 64,
        files: [
            FileFacts(
                path: "meta/users.jsonl", kind: "meta.users", rows: 40, expectedRows: 40, bytes: 4021,
                checksum: String(repeating: "a1", count: 32), matches: true),
            FileFacts(
                path: "message/messages-000001.jsonl", kind: "message.messages", rows: 1999, expectedRows: 2000,
                bytes: 812_345, checksum: String(repeating: "b2", count: 32), matches: false),
            FileFacts(
                path: "meta/lost.jsonl", kind: "meta.devices", rows: nil, expectedRows: 4, bytes: 0, checksum: nil,
                matches: false),
        ], extraFiles: ["notes\u{202E}.txt"],
        damage: [
            DamagePlace(
                file: "message/messages-000001.jsonl", offset: nil, line: 2000,
                message: "has 1,999 rows; the manifest says 2,000")
        ])
    private static let file = ArchiveFacts(
        path: "-", container: "file", compression: "gzip", gzipMembers: 210, isBGZF: true, form: nil, bytes: 1000,
        hashSlotCount: nil,
        files: [FileFacts(path: "-", kind: nil, rows: 3, expectedRows: nil, bytes: 5000, checksum: nil, matches: true)],
        extraFiles: [], damage: [])

    @Test func `text and json read as their golden files`() {
        let paint = Paint(isOn: false)
        Golden.expect(
            String(decoding: InspectText.render([Self.bundle, Self.file], width: 80, paint: paint), as: UTF8.self),
            is: "inspect.txt")
        Golden.expect(
            String(decoding: InspectJSON.render([Self.bundle, Self.file]), as: UTF8.self), is: "inspect.json")
    }
}

@Suite struct ProgramTests {
    @Test func `help and version succeed on standard output`() throws {
        let program = try Run.msgreplay()
        let version = try Run.run(program, ["--version"])
        #expect(version.status == 0)
        #expect(version.output == "msgreplay 0.1.0 (\(CompressionLibrary.description))\n")
        #expect(version.errors == "")
        let help = try Run.run(program, ["audit", "--help"], environment: ["COLUMNS": "80"])
        #expect(help.status == 0)
        #expect(help.output == HelpText.text(for: .audit, width: 80))
    }

    @Test func `a wrong call is status 2 with one message and a hint`() throws {
        let result = try Run.run(try Run.msgreplay(), ["audit", "--formt"])
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(
            result.errors
                == "msgreplay: error: unknown option --formt for audit; did you mean --format?\nTry `msgreplay audit --help`.\n"
        )
    }

    @Test func `a full device is status 4`() throws {
        guard let shell = Run.find("sh") else { throw Run.Failure(message: "no sh") }
        let result = try Run.run(shell, ["-c", "exec '\(try Run.msgreplay())' explain >/dev/full"])
        #expect(result.status == 4)
        #expect(
            result.errors
                == "msgreplay: error: can't write to standard output: No space left on device; make room or write somewhere else\n"
        )
    }

    @Test func `a closed pipe ends quietly`() throws {
        guard let shell = Run.find("bash") else {
            print("skipped: bash is not installed")
            return
        }
        let program = try Run.msgreplay()
        let result = try Run.run(
            shell, ["-c", "{ sleep 0.2; '\(program)' explain; echo status $? >&2; } | true; exit 0"])
        #expect(result.errors == "status 0\n")
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func `an interrupted run says so by its status`(signal: Int32, status: Int32) throws {
        #expect(try Run.interrupt(try Run.msgreplay(), ["inspect", "-"], with: signal) == status)
    }

    @Test func `an interrupted run leaves no unfinished files`() throws {
        let folder = try Run.temporaryName()
        unlink(folder)
        mkdir(folder, 0o700)
        let arguments = ["audit", "-", "--findings", folder + "/f.jsonl", "--quarantine", folder + "/q.jsonl.gz"]
        #expect(try Run.interrupt(try Run.msgreplay(), arguments, with: SIGTERM) == 143)
        // An empty folder can be removed, another one can't.
        #expect(rmdir(folder) == 0)
    }
}

@Suite struct OutputPlaceTests {
    @Test func `nothing is written over what is read`() throws {
        let folder = try Run.temporaryName()
        unlink(folder)
        mkdir(folder, 0o700)
        try Output.print("x", to: folder + "/archive")
        link(folder + "/archive", folder + "/other")
        #expect(throws: CommandError.self) {
            try OutputPlace.check([folder + "/other"], against: [folder + "/archive"])
        }
        #expect(throws: CommandError.self) { try OutputPlace.check([nil, folder + "/new"], against: [folder]) }
        #expect(throws: CommandError.self) { try OutputPlace.check([folder + "/./new"], against: ["-", folder + "/"]) }
        try OutputPlace.check([folder + "/new", "-", nil], against: [folder + "/archive", "-"])
        try OutputPlace.check([folder + "-beside"], against: [folder])
        try OutputPlace.check(["/dev/null"], against: ["/dev/null", folder])
    }
}
