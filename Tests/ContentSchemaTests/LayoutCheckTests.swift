import JSONText
import TestSupport
import Testing

@testable import ContentSchema

/// What is checked by what a layout says comes out as what is checked name by name.
@Suite struct LayoutCheckTests {
    /// Checks payloads one after the other with what was kept of those before, and each by itself.
    private struct Pair {
        let plan: SchemaPlan
        var kept = SchemaOutcome()
        var layouts = LayoutTree()
        var tape = JSONTape()
        /// How many payloads had a layout.
        var followed = 0

        init(_ plan: SchemaPlan) { self.plan = plan }

        mutating func check(_ payload: [UInt8], _ comment: @autoclosure () -> String) throws {
            var alone = JSONTape()
            try alone.scan(payload.span)
            var outcome = SchemaOutcome()
            plan.evaluate(alone, 0, payload.span, into: &outcome)
            let expected = Self.text(plan, outcome, alone, payload)
            // The first time a layout is learnt, the second time it is asked, and the third time its values are known.
            for _ in 0..<3 {
                try tape.scan(payload.span, expecting: &layouts)
                plan.evaluate(tape, 0, payload.span, into: &kept)
                #expect(Self.text(plan, kept, tape, payload) == expected, "\(comment())")
            }
            if tape.layout != 0 { followed += 1 }
        }

        private static func text(
            _ plan: SchemaPlan, _ outcome: SchemaOutcome, _ tape: JSONTape, _ bytes: [UInt8]
        ) -> [String] {
            plan.findings(outcome, tape, bytes.span).map { "\($0.code.rawValue) \($0.pointer): \($0.detail)" }
                + outcome.missingDefaults.map { "\($0.slot) \($0.object)" }
        }
    }

    @Test(arguments: Seeds.of(3)) func randomPayloads(_ seed: Int) throws {
        var random = SeededRandom(seed)
        var followed = 0
        for _ in 0..<(Seeds.isLanding ? 150 : 600) {
            let (schema, other) = ComparisonLawTests.schemas(depth: 2, &random)
            for schema in [schema, other] {
                guard let plan = try Sample.compile(schema).plan else { continue }
                var pair = Pair(plan)
                for _ in 0..<20 {
                    let payload = ComparisonLawTests.payload(depth: 2, &random)
                    try pair.check(Array(payload.utf8), "\(payload) by \(schema)")
                }
                followed += pair.followed
            }
        }
        #expect(followed > 200, "\(followed)")
    }

    /// Every kind of check, with values that pass and values that don't in turn.
    @Test func memberByMember() throws {
        let schemas = [
            #"{"const":1}"#, #"{"enum":["a","b",2,null]}"#, #"{"type":"integer","minimum":2,"maximum":9}"#,
            #"{"type":"string","minLength":2,"maxLength":3}"#, #"{"pattern":"^[a-b]+$"}"#, #"{"multipleOf":2}"#,
            #"{"type":["string","null"]}"#, #"{"type":"object","required":["x"]}"#, #"{"items":{"type":"integer"}}"#,
            #"{"properties":{"x":{"default":3},"y":{"properties":{"z":{"default":1}}}}}"#,
            #"{"anyOf":[{"const":1},{"type":"array"}]}"#,
            #"{"not":{"const":"a"}}"#, #"{"minProperties":1}"#, "false", "true",
        ]
        let values = [
            "1", "2", "10", "2.0", "1.5", "-3", "1e1", #""a""#, #""b""#, #""ab""#, #""abcd""#, #""\u0061""#, "null",
            "true",
            "[]", "[1]", #"["a"]"#, "{}", #"{"x":1}"#, #"{"y":{}}"#, #"{"y":{"z":2},"x":1}"#, "123456789012345678901",
        ]
        for schema in schemas {
            for rest in ["", #","required":["m","n"]"#, #","additionalProperties":false"#, #","maxProperties":1"#] {
                let plan = try Sample.compile(
                    #"{"properties":{"m":\#(schema),"n":{"type":"integer","default":5}}\#(rest)}"#
                ).plan
                guard let plan else { continue }
                var pair = Pair(plan)
                for value in values + values.reversed() {
                    for payload in [
                        #"{"m":\#(value)}"#, #"{"m":\#(value),"n":1}"#, #"{"n":"x","m":\#(value)}"#,
                        #"{"m":\#(value),"o":1}"#,
                    ] {
                        try pair.check(Array(payload.utf8), "\(payload) by \(schema) \(rest)")
                    }
                }
                #expect(pair.followed > 100)
            }
        }
    }

    /// What takes a walk too long takes too long also where a layout says what there is to check.
    @Test(arguments: [(200, 30), (2_000, 3), (2_000, 30)]) func theBudgetIsTheSame(branches: Int, members: Int) throws {
        let choices = (0..<branches).map { #"{"minLength":\#(100 + $0)}"# } + [#"{"maxLength":9}"#]
        let names = (0..<members).map { "m\($0)" }
        let properties = names.map { ##""\##($0)":{"$ref":"#/$defs/long"}"## }.joined(separator: ",")
        let schema =
            #"{"$defs":{"long":{"anyOf":[\#(choices.joined(separator: ","))]}},"properties":{\#(properties)}}"#
        let plan = try #require(try Sample.compile(schema).plan)
        var pair = Pair(plan)
        for text in ["a", "b", "0123456789"] {
            let payload = "{" + names.map { #""\#($0)":"\#(text)""# }.joined(separator: ",") + "}"
            try pair.check(Array(payload.utf8), "\(branches) branches, \(members) members, \(text)")
        }
        #expect(pair.followed == 3)
    }

    @Test(.enabled(if: Suites.draft != nil, "../shared/suites is missing"))
    func theSuite() throws {
        let directory = try #require(Suites.draft)
        for file in Suites.files(directory) {
            for group in try Suites.document("\(directory)/\(file)").root.elements {
                let schema = try #require(group["schema"])
                guard let plan = SchemaPlan.compile(definition: SchemaSource(schema: schema)).plan else { continue }
                var pair = Pair(plan)
                for test in group["tests"]?.elements ?? [] {
                    let data = try #require(test["data"])
                    try pair.check(Array(data.text.utf8), "\(file): \(data.text)")
                }
            }
        }
    }
}
