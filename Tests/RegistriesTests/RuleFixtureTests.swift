import Glibc
import Testing

@testable import Registries

/// The folders beside this file hold a series for each way to break a rule, and for each that comes close.
///
/// `RuleFixtures/CODE/breaks…` breaks exactly the rule CODE, `RuleFixtures/CODE/holds…` breaks none.
@Suite("Series that break one rule, or nearly")
struct RuleFixtureTests {
    struct Fixture: CustomTestStringConvertible {
        let code: String
        let name: String
        let path: String

        var breaksRule: Bool { name.hasPrefix("breaks") }
        var testDescription: String { "\(code)/\(name)" }
    }

    static let fixtures: [Fixture] = {
        let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/RuleFixtures"
        return names(in: folder).flatMap { code in
            names(in: "\(folder)/\(code)").map { Fixture(code: code, name: $0, path: "\(folder)/\(code)/\($0)") }
        }
    }()

    private static func names(in folder: String) -> [String] {
        if case .folder(let names) = RegistryFolder.look(at: folder) { names.filter { !$0.hasPrefix(".") } } else { [] }
    }

    @Test(arguments: fixtures)
    func breaksWhatItsFolderSays(_ fixture: Fixture) throws {
        let check = try RegistryCheck(folder: fixture.path)
        let found = Set(check.problems.map(\.code))
        #expect(found == (fixture.breaksRule ? [fixture.code] : []), "\(check.problems.map(\.description))")
        for problem in check.problems {
            #expect(problem.place != nil || problem.code == "version-gap")
            #expect(problem.level == RuleBook.entries.first { $0.code == problem.code }?.level)
            #expect(problem.file.hasPrefix(fixture.path))
        }
    }

    @Test("are there for every rule, on both sides")
    func areComplete() {
        let codes = Set(RuleBook.entries.map(\.code))
        #expect(Set(Self.fixtures.map(\.code)) == codes)
        for code in codes {
            let own = Self.fixtures.filter { $0.code == code }
            #expect(own.contains { $0.breaksRule } && own.contains { !$0.breaksRule }, "\(code)")
            #expect(own.allSatisfy { $0.name.hasPrefix("breaks") || $0.name.hasPrefix("holds") }, "\(code)")
        }
    }
}
