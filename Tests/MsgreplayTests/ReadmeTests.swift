import Glibc
import Testing

@testable import msgreplay

/// The README shows what the program really says.
@Suite struct ReadmeTests {
    private static let package = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/")

    private func readme() throws -> String {
        String(decoding: try InputFile.read(Self.package + "/README.md"), as: UTF8.self)
    }

    @Test func theTranscriptIsWhatTheCommandPrints() throws {
        let readme = try readme()
        let mark = "<!-- transcript: msgreplay "
        let start = try #require(readme.range(after: mark))
        let end = try #require(readme[start...].range(after: " -->\n```\n"))
        let arguments = readme[start...].prefix { $0 != "\n" }.dropLast(4).split(separator: " ").map(String.init)
        let close = try #require(readme[end...].range(before: "\n```\n"))
        let result = try Run.run(
            try Run.msgreplay(), arguments.map { $0.hasPrefix("Samples/") ? Self.package + "/" + $0 : $0 })
        #expect(result.status == 0)
        #expect(
            result.output.replacing(Self.package + "/", with: "") == String(readme[end..<close]) + "\n",
            "README.md shows another report than the program prints")
    }

    @Test func theTableOfFindingsIsTheGuide() throws {
        var table = "<!-- codes -->\n| code | outcome | meaning |\n| --- | --- | --- |\n"
        for entry in FindingGuide.entries {
            table += "| `\(entry.code)` | \(entry.level.rawValue) | \(entry.meaning) |\n"
        }
        #expect(try readme().contains(table), "README.md needs this table:\n\(table)")
    }
}

extension StringProtocol {
    /// Where a text that stands in this one ends.
    fileprivate func range(after text: String) -> String.Index? { firstRange(of: text)?.upperBound }

    /// Where a text that stands in this one begins.
    fileprivate func range(before text: String) -> String.Index? { firstRange(of: text)?.lowerBound }
}
