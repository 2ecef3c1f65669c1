import Testing

@testable import Registries

/// What `registry check` does beside holding one rule.
@Suite("Checking a series")
struct RuleCheckTests {
    /// `file:line:column code` for each problem.
    private func problems(_ files: [(name: String, text: String)]) throws -> [String] {
        let folder = try SeriesFolder(files)
        return try RegistryCheck(folder: folder.path).problems.map { problem in
            let file = problem.file.split(separator: "/").last.map(String.init) ?? ""
            let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
            return "\(file)\(place) \(problem.code)"
        }
    }

    private func problems(_ texts: String...) throws -> [String] {
        try problems(texts.enumerated().map { ("v\($0.offset + 1).json", $0.element) })
    }

    private static func withoutPlace(_ problem: String) -> String {
        problem.split(separator: ":").first.map { "\($0) " }.map { $0 + (problem.split(separator: " ").last ?? "") }
            ?? ""
    }

    @Test("tells every mistake that loading tells", arguments: Mistake.inFiles + Mistake.inContents + Mistake.inSchemas)
    func tellsMistakes(_ mistake: Mistake) throws {
        let folder = try SeriesFolder(mistake.files.map { ($0.name, $0.text.replacing("‣", with: "")) })
        let check = try RegistryCheck(folder: folder.path)
        for problem in Mistake.problems(at: folder) { #expect(check.problems.contains(problem)) }
        #expect(check.hasErrors == check.problems.contains { $0.level == .error })
    }

    @Test("tells a break once, at the version that brings it")
    func tellsOnce() throws {
        let with = Sample.order(properties: #""a": {"type": "string"}"#)
        let without = Sample.order(properties: "")
        #expect(
            try problems(
                Sample.file(1, contents: with), Sample.file(2, contents: with), Sample.file(3, contents: without),
                Sample.file(4, contents: without)
            )
            .map(Self.withoutPlace) == ["v3.json field-removed"])
    }

    @Test("tells it again where it is brought again")
    func tellsAgain() throws {
        func file(_ version: Int, _ type: String) -> String {
            Sample.file(version, contents: Sample.order(properties: #""a": {"type": "\#(type)"}"#))
        }
        #expect(
            try problems(file(1, "string"), file(2, "integer"), file(3, "boolean")).map(Self.withoutPlace)
                == ["v2.json field-type-changed", "v3.json field-type-changed"])
    }

    @Test("exempts with the exemptions of versions between")
    func exemptsBetween() throws {
        let exempt =
            #""exempt": [{"rule": "default-changed", "content": "order", "pointer": "/a", "reason": "Decided."}]"#
        func file(_ version: Int, _ value: Int?, _ members: String = "") -> String {
            let text = value.map { #""a": {"type": "integer", "default": \#($0)}"# } ?? #""a": {"type": "integer"}"#
            return Sample.file(version, members, contents: Sample.order(properties: text))
        }
        // Version 2 takes the default away and is exempt; that version 3 has another one than version 1 shows only there.
        #expect(try problems(file(1, 1), file(2, nil, exempt), file(3, 2)) == [])
        #expect(try problems(file(1, 1), file(2, nil), file(3, 1)).map { $0.suffix(15) } == ["default-changed"])
    }

    @Test("does not hold versions against each other over one that can't be read")
    func keepsToWhatFollows() throws {
        let with = Sample.order(properties: #""a": {"type": "string"}"#)
        let without = Sample.order(properties: "")
        let found = try problems(
            Sample.file(1, contents: with), "{", Sample.file(3, contents: without), Sample.file(4, contents: with))
        let codes: [Substring?] = found.map { $0.split(separator: " ").last }
        #expect(codes == ["registry-not-json", "field-added-optional"])
    }

    @Test("is silent about what only looks different")
    func isSilent() throws {
        let plain = #"{"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}}"#
        let other = ##"{"allOf": [{"$ref": "#/$defs/o"}], "description": "The same.", "type": ["object"]}"##
        let definitions = ##""$defs": {"o": {"properties": {"a": {"const": "x"}}}}"##
        let found = try problems(
            Sample.file(1, contents: #"{"type": 7, "name": "order", "schema": \#(plain)}"#),
            Sample.file(2, definitions, contents: #"{"type": 7, "name": "order", "schema": \#(other)}"#))
        #expect(found == [])
    }

    @Test("says of a property in 'common' once what it breaks for all")
    func tellsCommonOnce() throws {
        func file(_ version: Int, _ type: String) -> String {
            Sample.file(
                version, #""common": {"properties": {"from": {"type": "\#(type)"}}}"#, contents: Sample.order(),
                #"{"type": 8, "name": "other", "schema": {}}"#)
        }
        #expect(try problems(file(1, "string"), file(2, "integer")) == ["v2.json:1:79 field-type-changed"])
    }

    @Test("comes to an end", arguments: 0..<3)
    func ends(_ kind: Int) throws {
        func file(_ version: Int) -> String {
            let leaf = version == 1 ? "string" : "integer"
            switch kind {
            case 0:
                // Each schema names the next one twice.
                let chain = (0..<60).map {
                    ##""d\##($0)": {"properties": {"a": {"$ref": "#/$defs/d\##($0 + 1)"}, "b": {"$ref": "#/$defs/d\##($0 + 1)"}}}"##
                }
                let definitions = chain + [##""d60": {"type": "\##(leaf)"}"##]
                return Sample.file(
                    version, #""$defs": {\#(definitions.joined(separator: ", "))}"#,
                    contents: Sample.order(##""$ref": "#/$defs/d0""##))
            case 1:
                // Branches in branches.
                let nested = (0..<40).reduce(#"{"type": "\#(leaf)"}"#) { inner, _ in
                    #"{"anyOf": [\#(inner), {"type": "boolean"}]}"#
                }
                return Sample.file(version, contents: Sample.order(properties: #""a": \#(nested)"#))
            default:
                // A schema that names itself in three ways.
                let tree =
                    ##"{"properties": {"x": {"$ref": "#/$defs/t"}, "y": {"items": {"$ref": "#/$defs/t"}}, "z": {"type": "\##(leaf)"}}, "additionalProperties": {"$ref": "#/$defs/t"}}"##
                return Sample.file(
                    version, ##""$defs": {"t": \##(tree)}"##, contents: Sample.order(##""$ref": "#/$defs/t""##))
            }
        }
        let clock = ContinuousClock()
        var found: [String] = []
        let time = try clock.measure { found = try problems(file(1), file(2)) }
        #expect(!found.isEmpty)
        #expect(time < .seconds(60))
    }
}
