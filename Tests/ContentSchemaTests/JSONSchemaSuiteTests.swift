import JSONText
import Testing

@testable import ContentSchema

@Suite struct JSONSchemaSuiteTests {
    /// Groups that need what registries don't take, with the error that compiling them gives.
    static let unsupported: [String: String] = UnsupportedGroups.table

    @Test(.enabled(if: Suites.draft != nil, "../shared/suites is missing"))
    func requiredPart() throws {
        let directory = try #require(Suites.draft)
        try run(Suites.files(directory).map { (name: $0, path: "\(directory)/\($0)") }, label: "draft2020-12")
    }

    @Test(.enabled(if: Suites.draft != nil, "../shared/suites is missing"))
    func numbersAndPatternsOfTheOptionalPart() throws {
        let directory = try #require(Suites.draft) + "/optional"
        let names = ["bignum.json", "ecmascript-regex.json", "float-overflow.json", "non-bmp-regex.json"]
        try run(names.map { (name: "optional/\($0)", path: "\(directory)/\($0)") }, label: "optional")
    }

    private func run(_ files: [(name: String, path: String)], label: String) throws {
        var groups = 0
        var passed = 0
        var listed = 0
        var tests = 0
        var seen: Set<String> = []
        for (name, path) in files {
            for group in try Suites.document(path).root.elements {
                groups += 1
                let key = "\(name): \(group["description"]?.string ?? "")"
                seen.insert(key)
                let schema = try #require(group["schema"])
                let compilation = SchemaPlan.compile(definition: SchemaSource(schema: schema))
                guard let plan = compilation.plan else {
                    let error = compilation.problems.first { $0.level == .error }
                    let text = error.map { "\($0.code.rawValue): \($0.message)" } ?? "no problem"
                    #expect(Self.unsupported[key] == text, "\(key)")
                    listed += 1
                    continue
                }
                #expect(Self.unsupported[key] == nil, "listed, but compiles: \(key)")
                var outcome = SchemaOutcome()
                var holds = true
                for test in group["tests"]?.elements ?? [] {
                    tests += 1
                    let data = try #require(test["data"])
                    let bytes = data.document.bytes
                    plan.evaluate(data.document.tape, data.node, bytes.span, into: &outcome)
                    let details = plan.findings(outcome, data.document.tape, bytes.span).map {
                        "\($0.code.rawValue) \($0.pointer) \($0.detail)"
                    }
                    if outcome.isValid != test["valid"]?.boolean { holds = false }
                    #expect(
                        outcome.isValid == test["valid"]?.boolean,
                        "\(key): \(test["description"]?.string ?? ""): \(details)")
                }
                if holds { passed += 1 }
            }
        }
        for key in Self.unsupported.keys where key.hasPrefix("optional/") == (label == "optional") {
            #expect(seen.contains(key), "listed, but the suite has no such group: \(key)")
        }
        print(
            "JSON Schema Test Suite, \(label): \(passed) of \(groups) groups pass (\(tests) tests), \(listed) unsupported"
        )
    }
}
