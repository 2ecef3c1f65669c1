import Glibc
import Testing

@testable import msgreplay_bench

/// A whole run, with a script in msgreplay's place.
struct BenchmarkTests {
    private let folder: BenchFolder

    init() throws {
        folder = try BenchFolder()
    }

    /// A program that says a version, copies what it shall migrate, and fails at whatever is broken in it.
    private func program(broken: String = "nothing", version: String = "msgreplay 9") throws -> String {
        let path = folder.path + "/program"
        let sink = try FileSink(path)
        try sink.write(
            """
            #!/bin/sh
            echo "$@" >>'\(folder.path)/calls'
            case "$1" in
            \(broken == "--version" ? "--none" : "--version")) echo '\(version)' ;;
            \(broken)) echo 'out of order' >&2; exit 3 ;;
            migrate)
                for last; do
                    test "$last" = -q && source=$before
                    before=$last
                done
                test ! -e "$last" && cp -r "$source" "$last" ;;
            esac

            """.utf8)
        try sink.finish()
        try #require(chmod(path, 0o700) == 0)
        return path
    }

    private func run(_ arguments: [String]) throws -> BenchResults {
        try Benchmark(
            BenchOptions(
                arguments + [
                    "--records=300", "--folder=\(folder.path)/kept",
                    "--registry=\(BenchFolder.package)/Samples/shop-registry",
                ])
        ).run()
    }

    private func calls(_ begin: String) -> Int {
        String(decoding: Disk.contents(of: folder.path + "/calls") ?? [], as: UTF8.self)
            .split(separator: "\n").count { $0.hasPrefix(begin) }
    }

    @Test("Every wanted row runs once a round, and what it wrote is deleted")
    func rounds() throws {
        let results = try run([
            "--program=\(try program())", "--rounds=2", "--only=audit gzip -j", "--only=migrate --no-verify bundle -j2",
        ])
        #expect(results.programVersion == "msgreplay 9" && !results.usesISAL && results.failures.isEmpty)
        let own = results.rows.filter(\.row.isOwn)
        #expect(
            own.map(\.row.label) == ["audit gzip -j1", "audit gzip -j2", "migrate --no-verify bundle -j2"])
        #expect(results.rows.allSatisfy { $0.samples.runs.count == 2 } && results.starts.isEmpty)
        #expect(calls("audit ") == 4 && calls("migrate ") == 2 && calls("digest") == 0)
        // Beside them stand those peers that they are held against, where they are installed.
        let peers = results.rows.filter { !$0.row.isOwn }.map(\.row.name)
        let installed: [Peer] = [.pigz, .sha256sum].filter { peer in
            System.find(peer == .pigz ? "pigz" : "sha256sum") != nil
        }
        #expect(peers == installed.map { .peer($0) })
        if installed.contains(.pigz) { #expect(own.first.flatMap(results.ratio) != nil) }
        let kept = "\(folder.path)/kept/records-300-seed-11"
        #expect(Disk.isFolder("\(kept)/bundle") && !Disk.isFolder("\(kept)/\(Packing.bundle.outputName)"))
    }

    @Test("Starts are measured twenty times")
    func starts() throws {
        let results = try run(["--program=\(try program())", "--only=msgreplay --help"])
        #expect(results.rows.isEmpty && results.starts.map { $0.samples.runs.count } == [20])
        #expect(calls("--help") == 20)
    }

    @Test("A row that fails is told of and left out, and the others go on")
    func failing() throws {
        let results = try run(["--program=\(try program(broken: "digest"))", "--rounds=2", "--only=plain -j1"])
        #expect(results.failures.map(\.row.label) == ["digest plain -j1"])
        #expect(results.failures.first?.failure?.hasSuffix("ended with 3:\nout of order\n") == true)
        #expect(calls("digest ") == 1 && calls("inspect ") == 2 && calls("migrate ") == 4)
        #expect(ResultTables(results: results).markdown.contains("Failed: digest plain -j1: "))
    }

    @Test("A program that says that it uses ISA-L has a row more")
    func isal() throws {
        let program = try program(version: "msgreplay 9\\nISA-L 2.30")
        let results = try run(["--program=\(program)", "--rounds=1", "--only=--level 2"])
        #expect(results.usesISAL && results.failures.isEmpty)
        let own = results.rows.filter(\.row.isOwn).map(\.row.label)
        #expect(
            own == ["migrate --level 2 --no-verify gzip -j1", "migrate --level 2 --no-verify gzip -j2"])
    }

    @Test("What is missing is named, with what to do")
    func mistakes() throws {
        func message(_ arguments: [String]) -> String {
            #expect(throws: BenchError.self) { try run(arguments) }?.description ?? ""
        }
        #expect(message(["--program=\(folder.path)"]).hasPrefix("--program is no program"))
        #expect(message(["--program=/none"]).hasPrefix("--program is no program: /none"))
        #expect(message(["--program=\(try program()) ", "--only=nothing"]).hasPrefix("--program is no program"))
        #expect(message(["--program=\(try program())", "--only=nothing"]).hasPrefix("no row's name holds nothing"))
        #expect(message(["--program=\(try program(broken: "--version"))"]).hasSuffix("--version doesn't work"))
    }
}
