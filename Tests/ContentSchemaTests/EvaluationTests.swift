import JSONText
import Testing

@testable import ContentSchema

/// What payloads that fail get told.
@Suite struct EvaluationTests {
    @Test(
        arguments: [
            (
                ##"{"properties": {"a": {"type": "string"}}}"##, ##"{"a": 7}"##,
                "field-type /a: expected string, found integer 7"
            ),
            (
                ##"{"properties": {"a": {"type": ["string", "null"]}}}"##, ##"{"a": 7.5}"##,
                "field-type /a: expected null or string, found number 7.5"
            ),
            (
                ##"{"properties": {"a": {"type": "integer"}}}"##, ##"{"a": 7.5}"##,
                "field-type /a: expected integer, found number 7.5"
            ),
            (
                ##"{"properties": {"a": {"type": "number"}}}"##, ##"{"a": true}"##,
                "field-type /a: expected number, found boolean true"
            ),
            (
                ##"{"properties": {"a": {"type": "object"}}}"##, ##"{"a": [1, 2, 3]}"##,
                "field-type /a: expected object, found array of 3 elements"
            ),
            (##"{"required": ["order_id"]}"##, "{}", "field-missing /order_id: required, but missing"),
            (
                ##"{"dependentRequired": {"a": ["b/c"]}}"##, ##"{"a": 1}"##,
                ##"field-missing /b~1c: required beside "a", but missing"##
            ),
            (
                ##"{"properties": {"s": {"enum": ["placed", "paid", 1]}}}"##, ##"{"s": "x"}"##,
                ##"field-enum /s: expected "placed", "paid" or 1, found string "x""##
            ),
            (
                ##"{"const": {"a": [1, "x"]}}"##, ##"{"a": [1.0, "y"]}"##,
                ##"field-enum : expected {"a": [1, "x"]}, found object of 1 member"##
            ),
            (##"{"items": {"minimum": 1}}"##, "[1, 0]", "field-range /1: expected at least 1, found integer 0"),
            (##"{"exclusiveMinimum": 1}"##, "1.0", "field-range : expected more than 1, found integer 1.0"),
            (##"{"maximum": 1e2}"##, "100.5", "field-range : expected at most 1e2, found number 100.5"),
            (##"{"exclusiveMaximum": 3}"##, "3", "field-range : expected less than 3, found integer 3"),
            (##"{"multipleOf": 0.01}"##, "1.005", "field-range : expected a multiple of 0.01, found number 1.005"),
            (##"{"minLength": 1}"##, ##""""##, ##"field-length : expected at least 1 character, found 0: string """##),
            (
                ##"{"maxLength": 1}"##, ##""\ud83d\udc32\u0041""##,
                ##"field-length : expected at most 1 character, found 2: string "🐲A""##
            ),
            (##"{"minItems": 2}"##, "[1]", "field-length : expected at least 2 elements, found 1"),
            (##"{"maxItems": 0}"##, "[1]", "field-length : expected at most 0 elements, found 1"),
            (##"{"minProperties": 2}"##, ##"{"a": 1}"##, "field-length : expected at least 2 members, found 1"),
            (##"{"maxProperties": 1}"##, ##"{"a": 1, "b": 2}"##, "field-length : expected at most 1 member, found 2"),
            (
                ##"{"pattern": "^[A-Z]{3}$"}"##, ##""cny""##,
                ##"field-pattern : expected a match of ^[A-Z]{3}$, found string "cny""##
            ),
            (
                ##"{"properties": {"a": {}}, "additionalProperties": false}"##, ##"{"a": 1, "b": null}"##,
                "field-undeclared /b: not declared, found null"
            ),
            (##"{"properties": {"a": false}}"##, ##"{"a": 1}"##, "field-undeclared /a: not declared, found integer 1"),
            (
                ##"{"propertyNames": {"maxLength": 2}}"##, ##"{"abc": 1}"##,
                ##"field-undeclared /abc: the member's name isn't allowed: expected at most 2 characters, found 3: string "abc""##
            ),
            (
                ##"{"anyOf": [{"type": "string"}, {"required": ["a"]}]}"##, "{}",
                "field-constraint : matches no alternative of anyOf: 1: expected string, found object of 0 members; 2: /a required, but missing"
            ),
            (
                ##"{"oneOf": [true, {}, false]}"##, "1",
                "field-constraint : expected exactly one alternative of oneOf to match, 2 of 3 do: 1, 2"
            ),
            (##"{"not": {"type": "string"}}"##, ##""x""##, "field-constraint : matches what 'not' excludes"),
            (
                ##"{"if": {"type": "string"}, "then": {"minLength": 1}}"##, ##""""##,
                ##"field-constraint : matches 'if' but not 'then': expected at least 1 character, found 0: string """##
            ),
            (
                ##"{"if": {"type": "string"}, "else": {"type": "null"}}"##, "1",
                "field-constraint : doesn't match 'if', nor 'else': expected null, found integer 1"
            ),
            (
                ##"{"contains": {"type": "string"}}"##, "[1, 2]",
                "field-constraint : expected at least 1 element that 'contains' describes, found 0 of 2"
            ),
            (
                ##"{"contains": {"type": "string"}, "maxContains": 1}"##, ##"["a", 1, "b"]"##,
                "field-constraint : expected at most 1 element that 'contains' describes, found 2 of 3"
            ),
            (
                ##"{"uniqueItems": true}"##, ##"[{"a": 1, "b": 2}, 1, {"b": 2.0, "\u0061": 1}]"##,
                "field-constraint : expected unique elements, found object of 2 members at 0 and 2"
            ),
            (
                ##"{"dependentSchemas": {"a": {"required": ["b"]}}}"##, ##"{"a": 1}"##,
                "field-constraint : doesn't match what 'dependentSchemas' asks: /b required, but missing"
            ),
        ] as [(String, String, String)])
    func oneFinding(_ schema: String, _ payload: String, _ expected: String) throws {
        #expect(try Sample.findings(try Sample.plan(schema), payload) == [expected])
    }

    @Test(
        arguments: [
            ("7", "found integer of 1 digit"), ("-12.50", "found number of 4 digits"), ("true", "found boolean"),
            ("null", "found null"),
            (##""secret text!""##, "found string of 12 characters"), ("[1]", "found array of 1 element"),
            ("{}", "found object of 0 members"),
        ] as [(String, String)])
    func withoutValues(_ payload: String, _ expected: String) throws {
        let plan = try Sample.plan(##"{"enum": ["x"]}"##)
        #expect(
            try Sample.findings(plan, payload, showingValues: false) == [##"field-enum : expected "x", "## + expected])
    }

    @Test func valuesAreCutAndMadeVisible() throws {
        let plan = try Sample.plan(##"{"type": "null"}"##)
        let family = "👩‍👩‍👧"
        let long = try Sample.findings(plan, "\"" + String(repeating: family, count: 100) + "\"")
        #expect(long == ["field-type : expected null, found string \"" + String(repeating: family, count: 64) + "…\""])
        let hostile = try Sample.findings(plan, "\"a\\u001b[31m\u{202E}b\\n\\\"\u{FEFF}\u{E0041}c\"")
        #expect(hostile == [##"field-type : expected null, found string "a\u001b[31m\u202eb\n\"\ufeff\udb40\udc41c""##])
        let marks = try Sample.findings(plan, "\"e" + String(repeating: "\u{301}", count: 5000) + "\"")
        #expect((marks.first?.unicodeScalars.count ?? .max) < 100)
        let number = try Sample.findings(plan, String(repeating: "9", count: 1000))
        #expect(number == ["field-type : expected null, found integer " + String(repeating: "9", count: 64) + "…"])
    }

    @Test func allFindingsComeInTheOrderOfThePayload() throws {
        let plan = try Sample.plan(
            ##"{"required": ["z"], "properties": {"b": {"items": {"type": "string", "minLength": 2}}, "a": {"type": "null"}}}"##
        )
        #expect(
            try Sample.findings(plan, ##"{"b": ["", "ok", 3], "a": 1}"##).map { $0.split(separator: ":")[0] } == [
                "field-missing /z", "field-length /b/0", "field-type /b/2", "field-type /a",
            ])
    }

    @Test func oneFindingForACodeAndAPlace() throws {
        let plan = try Sample.plan(
            ##"{"properties": {"a": {"type": "string", "minLength": 5, "maxLength": 3}}, "required": ["b"]}"##,
            common: [
                ##"{"properties": {"a": {"type": "string", "minLength": 2}}, "required": ["b"]}"##,
                ##"{"properties": {"a": {"type": "null"}}}"##,
            ])
        #expect(
            try Sample.findings(plan, ##"{"a": ""}"##) == [
                "field-missing /b: required, but missing",
                ##"field-type /a: expected null, found string """##,
                ##"field-length /a: expected at least 5 characters, found 0: string """##,
            ])
    }

    @Test func pointersWithStarsAndPlacesOfKeywords() throws {
        let plan = try Sample.plan(
            ##"{"properties": {"list": {"items": {"$ref": "#/$defs/e"}}}, "$defs": {"e": {"properties": {"a~/*": {"type": "null"}}}}}"##
        )
        let bytes = Array(##"[0, {"list": [{}, {"a~/*": 1}]}]"##.utf8)
        var tape = JSONTape()
        try tape.scan(bytes.span)
        var outcome = SchemaOutcome()
        // The payload is a part of a text.
        plan.evaluate(tape, 2, bytes.span, into: &outcome)
        let finding = try #require(plan.findings(outcome, tape, bytes.span).first)
        #expect(finding.pointer == "/list/1/a~0~1*")
        #expect(finding.generalPointer == "/list/*/a~0~1*")
        #expect(finding.location == SchemaLocation(pointer: "/$defs/e/properties/a~0~1*/type", source: 0))
    }

    @Test func violationsNameTheirNodes() throws {
        // The anyOf makes the outcome look at a copy with the default filled in; nodes are those of the payload.
        let plan = try Sample.plan(
            ##"{"properties": {"d": {"default": 1}, "n": {"type": "null"}}, "required": ["r"], "anyOf": [{"required": ["d"]}]}"##
        )
        let bytes = Array(##"{"x": [{}], "n": 7}"##.utf8)
        var tape = JSONTape()
        try tape.scan(bytes.span)
        var outcome = SchemaOutcome()
        plan.evaluate(tape, 0, bytes.span, into: &outcome)
        #expect(outcome.violations.map { plan.node(of: $0, outcome, tape, bytes.span) } == [0, 5])
        #expect(outcome.violations.map { plan.missingName(of: $0) } == ["r", nil])
        #expect(outcome.missingDefaults.map(\.object) == [0])
    }

    @Test func anOutcomeIsReused() throws {
        let plan = try Sample.plan(
            ##"{"properties": {"d": {"default": 1}, "n": {"type": "null"}}, "anyOf": [{"required": ["d"]}]}"##)
        var outcome = SchemaOutcome()
        var tape = JSONTape()
        for (payload, violations, missing) in [
            (##"{"n": 1}"##, 1, 1), (##"{"d": 1}"##, 0, 0), ("{}", 0, 1), ("[1]", 0, 0), (##"{"d": 1}"##, 0, 0),
        ] {
            let bytes = Array(payload.utf8)
            try tape.scan(bytes.span)
            plan.evaluate(tape, 0, bytes.span, into: &outcome)
            #expect(outcome.violations.count == violations && outcome.missingDefaults.count == missing, "\(payload)")
        }
    }

    @Test func manyFindingsStayLinear() throws {
        let plan = try Sample.plan(##"{"items": {"items": {"type": "null"}}}"##)
        let payload = "[" + Array(repeating: "[1,null,2]", count: 20_000).joined(separator: ",") + "]"
        let bytes = Array(payload.utf8)
        var tape = JSONTape()
        try tape.scan(bytes.span)
        var outcome = SchemaOutcome()
        plan.evaluate(tape, 0, bytes.span, into: &outcome)
        #expect(outcome.violations.count == 40_000)
        var pointers: [String] = []
        plan.visit(outcome, tape, bytes.span) { _, exact, general in
            #expect(general == "/*/*")
            pointers.append(exact)
        }
        #expect(pointers.count == 40_000 && pointers.last == "/19999/2" && pointers[1] == "/0/2")
    }

    // MARK: common, declared names

    @Test func declaredNamesCountInAClosedDefinition() throws {
        let closed = ##"{"properties": {"a": {}}, "additionalProperties": false}"##
        let plan = try Sample.plan(
            closed,
            common: [
                ##"{"properties": {"from": {"type": "string"}}, "allOf": [{"properties": {"mention": {}}, "patternProperties": {"^x_": {}}}]}"##
            ],
            declared: ["type", "version"])
        #expect(
            try Sample.findings(plan, ##"{"type": 1, "version": 2, "a": 1, "from": "u", "mention": {}, "x_y": 1}"##)
                .isEmpty)
        #expect(
            try Sample.findings(plan, ##"{"type": 1, "b": 1, "from": 2}"##) == [
                "field-undeclared /b: not declared, found integer 1",
                "field-type /from: expected string, found integer 2",
            ])
        // Only at the top, but there also in what applies to the payload through references and alternatives.
        let nested = try Sample.plan(
            ##"{"properties": {"o": {"$ref": "#/$defs/c"}}, "anyOf": [{"$ref": "#/$defs/c"}], "$defs": {"c": {"properties": {"o": {}}, "additionalProperties": false}}}"##,
            declared: ["type"])
        #expect(try Sample.findings(nested, ##"{"type": 1, "o": {}}"##).isEmpty)
        #expect(
            try Sample.findings(nested, ##"{"type": 1, "o": {"type": 1}}"##) == [
                "field-undeclared /o/type: not declared, found integer 1"
            ])
    }

    @Test func commonIsNotOpenedByTheDefinition() throws {
        let plan = try Sample.plan(
            ##"{"properties": {"a": {}}}"##, common: [##"{"properties": {"b": {}}, "additionalProperties": false}"##],
            declared: ["type"])
        #expect(try Sample.findings(plan, ##"{"a": 1, "b": 1}"##).count == 1)
    }

    // MARK: Names

    @Test func namesAreComparedByCodePoints() throws {
        // The same letter composed and decomposed; a name with escapes; long names that differ late.
        let plan = try Sample.plan(
            ##"{"properties": {"é": {"type": "null"}, "abcdefghij1": {"type": "null"}, "abcdefghij2": {}, "": {"type": "null"}}}"##
        )
        #expect(try Sample.findings(plan, "{\"e\u{301}\": 1}").isEmpty)
        #expect(try Sample.findings(plan, ##"{"\u00e9": 1}"##).count == 1)
        #expect(try Sample.findings(plan, ##"{"abcdefghij2": 1}"##).isEmpty)
        #expect(try Sample.findings(plan, ##"{"abcdefgh\u0069j1": 1}"##).count == 1)
        #expect(try Sample.findings(plan, ##"{"": 1}"##).count == 1)
    }

    @Test func objectsWithMoreThan64Names() throws {
        let names = (0..<200).map { "name\($0)" }
        let properties = names.map { ##""\##($0)": {"type": "integer"}"## }.joined(separator: ",")
        let plan = try Sample.plan(
            ##"{"properties": {\##(properties)}, "required": ["name3", "name150"], "additionalProperties": false}"##)
        let all = names.map { ##""\##($0)": 1"## }.joined(separator: ",")
        #expect(try Sample.findings(plan, "{\(all)}").isEmpty)
        #expect(try Sample.findings(plan, ##"{"name3": 1}"##) == ["field-missing /name150: required, but missing"])
        #expect(try Sample.findings(plan, ##"{"name3": 1, "name150": "a", "name200": 1}"##).count == 2)
    }

    // MARK: Duplicates

    @Test func theLastOfDuplicatesCounts() throws {
        let plan = try Sample.plan(
            ##"{"properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "integer"}}"##)
        #expect(try Sample.findings(plan, ##"{"a": 1, "a": "x"}"##).isEmpty)
        #expect(try Sample.findings(plan, ##"{"a": "x", "\u0061": 1}"##).count == 1)
        #expect(try Sample.findings(plan, ##"{"b": "x", "b": 1}"##).isEmpty)
        #expect(try Sample.findings(plan, ##"{"b": 1, "b": "x"}"##).count == 1)
        let counted = try Sample.plan(##"{"minProperties": 2, "not": {"maxProperties": 1}}"##)
        #expect(try Sample.findings(counted, ##"{"a": 1, "a": 2}"##).count == 2)
        let alternative = try Sample.plan(##"{"if": {"additionalProperties": {"type": "string"}}, "else": false}"##)
        #expect(try Sample.findings(alternative, ##"{"a": 1, "a": "s"}"##).isEmpty)
        let defaults = try Sample.plan(##"{"properties": {"o": {"properties": {"x": {"default": 1}}}}}"##)
        #expect(try Sample.evaluate(defaults, ##"{"o": {}, "o": {"x": 2}}"##).missing.isEmpty)
    }

    // MARK: Equality

    @Test(
        arguments: [
            ("1", "1.0", true), ("100", "1e2", true), ("1152921504607541547", "1152921504607541548", false),
            (##""a""##, ##""\u0061""##, true), (##"{"a": 1, "b": [2]}"##, ##"{"b": [2.0], "a": 1}"##, true),
            ("[1, 2]", "[2, 1]", false), ("0", "false", false), (##"{"a": 1}"##, ##"{"a": 1, "b": 1}"##, false),
            (##"{"a": 1, "a": 2}"##, ##"{"a": 2}"##, true), ("null", "null", true), ("[]", "{}", false),
            ("1e400", "10e399", true),
        ] as [(String, String, Bool)])
    func equality(_ left: String, _ right: String, _ equal: Bool) throws {
        #expect(ValueEquality.equal(try Sample.value(left), try Sample.value(right)) == equal)
        let unique = try Sample.plan(##"{"uniqueItems": true}"##)
        #expect(try Sample.findings(unique, "[\(left), \(right)]").isEmpty != equal)
        // More elements go by hash.
        let others = (10..<30).map { String($0) }.joined(separator: ",")
        #expect(try Sample.findings(unique, "[\(left), \(others), \(right)]").isEmpty != equal)
        #expect(try Sample.findings(try Sample.plan("{\"const\": \(left)}"), right).isEmpty == equal)
    }

    // MARK: Hostile payloads

    /// What each kind of node may hold is asked of every alternative, and each asks the nodes inside.
    @Test(arguments: [2, 9, 100], [1, 5, 40]) func alternativesInsideAlternativesDoNotMultiply(kinds: Int, depth: Int)
        throws
    {
        let alternatives = (0..<kinds).map {
            ##"{"properties": {"kind": {"const": "k\##($0)"}, "inside": {"items": {"$ref": "#/$defs/node"}}}, "required": ["kind"]}"##
        }
        let plan = try Sample.plan(
            ##"{"$ref": "#/$defs/node", "$defs": {"node": {"oneOf": [\##(alternatives.joined(separator: ", "))]}}}"##)
        func payload(_ innermost: String, isKindFirst: Bool) -> String {
            (0..<depth).reduce(#"{"kind": "\#(innermost)"}"#) { inside, level in
                let kind = #""kind": "k\#(level % kinds)""#
                let inside = #""inside": [\#(inside), {"kind": "k1"}]"#
                return isKindFirst ? "{\(kind), \(inside)}" : "{\(inside), \(kind)}"
            }
        }
        for isKindFirst in [true, false] {
            let none = try Sample.findings(plan, payload("k0", isKindFirst: isKindFirst))
            #expect(none.isEmpty, "\(none)")
            let findings = try Sample.findings(plan, payload("other", isKindFirst: isKindFirst))
            #expect(findings.count == 1)
            #expect(
                findings.first?.hasPrefix("field-constraint : matches no alternative of oneOf") == true, "\(findings)")
        }
    }

    @Test func aWalkThatGoesTooDeepSaysSo() throws {
        let nots = (0..<8).reduce(##"{"items": {"$ref": "#/$defs/a"}}"##) { inner, _ in "{\"not\": \(inner)}" }
        let plan = try Sample.plan(##"{"$ref": "#/$defs/a", "$defs": {"a": \##(nots)}}"##)
        func findings(_ levels: Int) throws -> [String] {
            try Sample.findings(plan, String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
        }
        #expect(try findings(200).isEmpty)
        let deep = try findings(500)
        #expect(deep.count == 1 && deep.first?.hasPrefix("field-constraint : checking takes too many steps") == true)
    }

    @Test func deepPayloadsNeedLittleStack() throws {
        let plan = try Sample.plan(
            ##"{"$ref": "#/$defs/a", "$defs": {"a": {"not": {"not": {"items": {"$ref": "#/$defs/a"}, "properties": {"x": {"$ref": "#/$defs/a"}}}}}}}"##
        )
        let arrays = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try Sample.findings(plan, arrays).isEmpty)
        let objects = String(repeating: ##"{"x":"##, count: 511) + "{}" + String(repeating: "}", count: 511)
        #expect(try Sample.findings(plan, objects).isEmpty)
        let unique = try Sample.plan(##"{"uniqueItems": true, "const": [[]]}"##)
        #expect(try Sample.findings(unique, "[\(String(arrays.dropFirst().dropLast())),1,2,3,4,5,6,7,8,9]").count == 1)
    }

    @Test func hugeNumbersAreQuick() throws {
        let plan = try Sample.plan(##"{"items": {"multipleOf": 0.01, "maximum": 1e999999999, "type": "integer"}}"##)
        let clock = ContinuousClock()
        var findings: [String] = []
        let time = try clock.measure {
            findings = try Sample.findings(plan, "[1e999999999, 1e99999999999999999999999, 123e-2]")
        }
        #expect(findings.count == 2)
        #expect(time < .seconds(1))
    }
}
