import Glibc
import Testing

@testable import Registries

@Suite("A series' folder")
struct SeriesFolderTests {
    static func text(_ version: Int) -> String { Sample.file(version, contents: Sample.order()) }

    @Test(
        "has one file a version",
        arguments: [
            Mistake(
                "a gap", files: [("v1.json", text(1)), ("v3.json", text(3)), ("v5.json", text(5))], "version-gap",
                says: "v2.json is missing", at: ""),
            Mistake(
                "no first version", files: [("v2.json", text(2))], "version-gap", says: "v1.json is missing", at: ""),
            Mistake("an empty folder", files: [], "registry-unreadable", says: "no v1.json", at: ""),
            Mistake(
                "only other files", files: [("README.md", "")], "registry-unreadable", says: "no v1.json", at: ""),
        ])
    func isWhole(_ mistake: Mistake) throws {
        let folder = try SeriesFolder(mistake.files)
        let problems = Mistake.problems(at: folder.path)
        #expect(problems.map(\.code) == [mistake.code])
        #expect(problems.first?.message.contains(mistake.says) == true)
        #expect(problems.first?.file == folder.path)
    }

    @Test(
        "takes no other JSON file", arguments: ["v01.json", "v0.json", "V1.json", "v+2.json", "order.json", "v.json"])
    func takesNoOther(_ name: String) throws {
        let folder = try SeriesFolder([("v1.json", Self.text(1)), (name, Self.text(2))])
        let problems = Mistake.problems(at: folder.path)
        #expect(problems.map(\.code) == ["registry-invalid"])
        #expect(problems.first?.message.contains("named v1.json, v2.json") == true)
        #expect(problems.first?.file == "\(folder.path)/\(name)")
    }

    @Test("may hold files that are no JSON, and backups of them")
    func mayHoldNotes() throws {
        let folder = try SeriesFolder([("v1.json", Self.text(1)), ("README.md", "#"), ("v1.json~", "{")])
        let series = try RegistrySeries(contentsOf: folder.path + "/")
        #expect(series.versions.map(\.number) == [1])
        #expect(series.name == "shop")
    }

    @Test("orders versions by number, not by name")
    func ordersByNumber() throws {
        let series = try RegistrySeries(texts: (1...11).map { Self.text($0) })
        #expect(series.versions.map(\.number) == Array(1...11))
        #expect(series.newest.number == 11)
        #expect(series.version(10)?.number == 10)
        #expect(series.version(12) == nil)
        #expect(ContentRegistry(series, version: 12) == nil)
        #expect(ContentRegistry(series)?.version == 11)
    }

    @Test("that isn't there is said to be missing")
    func isMissing() {
        let problems = Mistake.problems(at: "/nowhere/at/all")
        #expect(problems.map(\.code) == ["registry-unreadable"])
        #expect(problems.first?.message.contains("No such file") == true)
        #expect(problems.first?.file == "/nowhere/at/all")
    }

    @Test("has every mistake of every file in the order of versions")
    func hasAll() throws {
        let folder = try SeriesFolder([
            ("v2.json", Sample.file(2, #""extends": ["a"]"#)), ("v10.json", "{"), ("v1.json", "["),
        ])
        let problems = Mistake.problems(at: folder.path)
        #expect(
            problems.map(\.code).sorted() == [
                "registry-invalid", "registry-not-json", "registry-not-json", "version-gap",
            ])
        let files = problems.map { $0.file.split(separator: "/").last.map(String.init) ?? "" }
        #expect(files.suffix(3) == ["v1.json", "v2.json", "v10.json"])
    }

    @Test("can be named by one version's file, which then is the whole series")
    func namesOneFile() throws {
        let later = Sample.file(
            3,
            contents: Sample.order(
                properties: #""title": {"type": "string"}"#,
                #""upgrade": [{"op": "move", "from": "/name", "path": "/title"}]"#))
        let folder = try SeriesFolder([("v3.json", later), ("shop.json", later), ("v2.json", later)])
        let series = try RegistrySeries(contentsOf: folder.path + "/v3.json")
        #expect(series.versions.map(\.number) == [3])
        #expect(series.warnings.isEmpty)
        #expect(try RegistrySeries(contentsOf: folder.path + "/shop.json").newest.number == 3)
        let problems = Mistake.problems(at: folder.path + "/v2.json")
        #expect(problems.map(\.code) == ["registry-invalid"])
        #expect(problems.first?.message.contains("its name says 2") == true)
    }

    @Test("describes a problem as compilers do")
    func describes() throws {
        let folder = try SeriesFolder([("v1.json", "{\"registry\": 1,\n \"version\": 1, \"contents\": []}")])
        let problem = try #require(Mistake.problems(at: folder.path).first)
        #expect(
            problem.description
                == "\(folder.path)/v1.json:1:14: 'registry' has to be a string that isn't empty (at /registry)")
    }
}
