import Glibc
import Registries
import Testing

@testable import msgreplay

/// The README shows what the program really says.
@Suite struct ReadmeTests {
    private static let package = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/")

    private func readme() throws -> String {
        String(decoding: try InputFile.read(Self.package + "/README.md"), as: UTF8.self)
    }

    @Test func theTranscriptsAreWhatTheCommandsPrint() throws {
        let parts = try readme().split(separator: "<!-- transcript").dropFirst()
        #expect(parts.count >= 4)
        for part in parts {
            // `: msgreplay …`, or `, exit 1: msgreplay …` where that is the status.
            let start = try #require(part.firstRange(of: ": msgreplay "))
            let status = part[..<start.lowerBound].split(separator: " ").last.flatMap { Int32($0) } ?? 0
            let end = try #require(part.firstRange(of: " -->\n```\n"))
            let close = try #require(part[end.upperBound...].firstRange(of: "```\n"))
            let arguments = part[start.upperBound..<end.lowerBound].split(separator: " ").map(String.init)
            let result = try Run.run(
                try Run.msgreplay(), arguments.map { $0.hasPrefix("Samples/") ? Self.package + "/" + $0 : $0 })
            #expect(result.status == status)
            #expect(
                result.output.replacing(Self.package + "/", with: "") == part[end.upperBound..<close.lowerBound],
                "README.md shows another report than the program prints:\n\(result.output)")
        }
    }

    @Test func theTableOfRulesIsTheRuleBook() throws {
        var table = "<!-- rules -->\n| rule | level | broken when |\n| --- | --- | --- |\n"
        for entry in RuleBook.entries {
            let level = entry.stopsLoading ? "load error" : entry.level.rawValue
            table += "| `\(entry.code)` | \(level) | \(entry.meaning) |\n"
        }
        #expect(try readme().contains(table), "README.md needs this table:\n\(table)")
    }

    @Test func theTableOfFindingsIsTheGuide() throws {
        var table = "<!-- codes -->\n| code | outcome | meaning |\n| --- | --- | --- |\n"
        for entry in FindingGuide.entries {
            table += "| `\(entry.code)` | \(entry.level.rawValue) | \(entry.meaning) |\n"
        }
        #expect(try readme().contains(table), "README.md needs this table:\n\(table)")
    }
}
