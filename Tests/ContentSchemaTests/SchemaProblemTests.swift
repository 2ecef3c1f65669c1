import JSONText
import Testing

@testable import ContentSchema

/// Each mistake in a schema, with its place.
@Suite struct SchemaProblemTests {
    private func problems(
        _ definition: String, common: [String] = [], definitions: String? = nil
    ) throws -> [String] {
        let compilation = try Sample.compile(definition, common: common, definitions: definitions)
        #expect((compilation.plan == nil) == compilation.problems.contains { $0.level == .error })
        return compilation.problems.map {
            "\($0.level == .error ? "" : "warning ")\($0.code.rawValue) \($0.place.line):\($0.place.column) \($0.pointer) \($0.message)"
        }
    }

    /// What a schema's one problem begins and ends with.
    @Test(
        arguments: [
            (##"{"defualt": 1}"##, "keyword-unknown 1:2 /defualt unknown keyword 'defualt': did you mean 'default'?"),
            (
                ##"{"minLenght": 1}"##,
                "keyword-unknown 1:2 /minLenght unknown keyword 'minLenght': did you mean 'minLength'?"
            ),
            (##"{"flavour": 1}"##, "keyword-unknown 1:2 /flavour unknown keyword 'flavour': notes begin with 'x-'"),
            (
                ##"{"definitions": {}}"##,
                "keyword-unknown 1:2 /definitions unknown keyword 'definitions': JSON Schema 2020-12 has '$defs'"
            ),
            (##"{"$id": "a"}"##, "keyword-unsupported 1:2 /$id '$id' isn't supported: leave it out"),
            (##"{"$dynamicRef": "a"}"##, "keyword-unsupported 1:2 /$dynamicRef"),
            (##"{"$dynamicAnchor": "a"}"##, "keyword-unsupported 1:2 /$dynamicAnchor"),
            (##"{"$vocabulary": {}}"##, "keyword-unsupported 1:2 /$vocabulary"),
            (##"{"unevaluatedProperties": false}"##, "keyword-unsupported 1:2 /unevaluatedProperties"),
            (##"{"unevaluatedItems": false}"##, "keyword-unsupported 1:2 /unevaluatedItems"),
            (
                ##"{"$ref": "http://example.com/a"}"##,
                "keyword-unsupported 1:10 /$ref '$ref' to 'http://example.com/a' leads out"
            ),
            (##"{"$ref": "other.json#/a"}"##, "keyword-unsupported 1:10 /$ref"),
            (##"{"$ref": 7}"##, "keyword-invalid 1:10 /$ref"),
            (
                ##"{"$ref": "#/$defs/adress", "$defs": {"address": {}}}"##,
                "ref-unresolved 1:10 /$ref '$ref' '#/$defs/adress' leads to nothing: did you mean '#/$defs/address'?"
            ),
            (
                ##"{"$ref": "#nowhere", "$defs": {"a": {"$anchor": "nowere"}}}"##,
                "ref-unresolved 1:10 /$ref '$ref' '#nowhere' leads to nothing: did you mean '#nowere'?"
            ),
            (##"{"$ref": "#/a%2"}"##, "keyword-invalid 1:10 /$ref"),
            (##"{"$ref": "#/a~2"}"##, "keyword-invalid 1:10 /$ref"),
            (##"{"type": "strng"}"##, "keyword-invalid 1:10 /type unknown type 'strng': did you mean 'string'?"),
            (##"{"type": ["string", 1]}"##, "keyword-invalid 1:21 /type/1"),
            (##"{"type": ["string", "string"]}"##, "keyword-invalid 1:21 /type/1"),
            (##"{"type": []}"##, "keyword-invalid 1:10 /type"),
            (##"{"minLength": -1}"##, "keyword-invalid 1:15 /minLength 'minLength' has to be a whole number from 0"),
            (##"{"maxItems": 1.5}"##, "keyword-invalid 1:14 /maxItems"),
            (##"{"maxProperties": "1"}"##, "keyword-invalid 1:19 /maxProperties"),
            (##"{"minimum": "1"}"##, "keyword-invalid 1:13 /minimum 'minimum' has to be a number"),
            (##"{"multipleOf": 0}"##, "keyword-invalid 1:16 /multipleOf 'multipleOf' has to be more than 0"),
            (##"{"multipleOf": -0.1}"##, "keyword-invalid 1:16 /multipleOf"),
            (##"{"uniqueItems": 1}"##, "keyword-invalid 1:17 /uniqueItems"),
            (##"{"pattern": "a(?=b)"}"##, "pattern-invalid 1:13 /pattern pattern 'a(?=b)', character 2: look-ahead"),
            (##"{"pattern": 1}"##, "keyword-invalid 1:13 /pattern"),
            (
                ##"{"patternProperties": {"(": {}}}"##,
                "pattern-invalid 1:24 /patternProperties/( pattern '(', character 1:"
            ),
            (##"{"enum": 1}"##, "keyword-invalid 1:10 /enum"),
            (##"{"required": "a"}"##, "keyword-invalid 1:14 /required"),
            (##"{"required": ["a", "a"]}"##, "keyword-invalid 1:20 /required/1"),
            (##"{"properties": []}"##, "keyword-invalid 1:16 /properties"),
            (
                ##"{"properties": {"a": 1}}"##,
                "keyword-invalid 1:22 /properties/a a schema has to be an object, true or false"
            ),
            (##"{"dependentRequired": {"a": "b"}}"##, "keyword-invalid 1:29 /dependentRequired/a"),
            (##"{"allOf": []}"##, "keyword-invalid 1:11 /allOf"),
            (##"{"anyOf": {}}"##, "keyword-invalid 1:11 /anyOf"),
            (##"{"items": [{}]}"##, "keyword-invalid 1:11 /items"),
            (##"{"$anchor": "1a"}"##, "keyword-invalid 1:13 /$anchor"),
            (##"{"allOf": [{"$anchor": "a"}, {"$anchor": "a"}]}"##, "anchor-duplicated"),
            (##"{"title": "a", "minimum": 1, "minimum": 2}"##, "keyword-invalid 1:30 /minimum 'minimum' stands twice"),
            (##"{"$ref": "#"}"##, "ref-loop 1:10 /$ref '$ref' '#' leads back to itself"),
            (
                ##"{"anyOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"not": {"$ref": "#/$defs/a"}}}}"##,
                "ref-loop 1:68 /$defs/a/not/$ref"
            ),
            (
                ##"{"properties": {"a": {"type": "integer", "default": "x"}}}"##,
                "default-invalid 1:53 /properties/a/default this default does not satisfy the schemas at its place: expected integer, found string \"x\""
            ),
            (
                ##"{"properties": {"a": {"default": {"b": "long"}, "properties": {"b": {"maxLength": 2}}}}}"##,
                "default-invalid 1:34 /properties/a/default this default does not satisfy the schemas at its place at '/b':"
            ),
            (
                ##"{"properties": {"a": {"default": 1}}, "allOf": [{"properties": {"a": {"default": 2}}}]}"##,
                "default-conflict 1:82 /allOf/0/properties/a/default"
            ),
            (##"{"properties": {"a": {"$ref": "#", "default": {}}}}"##, "default-endless 1:47 /properties/a/default"),
            (##"{"default": {}}"##, "warning default-ignored 1:13 /default"),
            (
                ##"{"anyOf": [{"properties": {"a": {"default": 1}}}]}"##,
                "warning default-ignored 1:45 /anyOf/0/properties/a/default"
            ),
            (##"{"patternProperties": {"a": {"default": 1}}}"##, "warning default-ignored 1:41"),
            (##"{"additionalProperties": {"default": 1}}"##, "warning default-ignored 1:38"),
            (##"{"items": {"default": 1}}"##, "warning default-ignored 1:23"),
            ("[]", "keyword-invalid 1:1  a schema has to be"),
        ] as [(String, String)])
    func oneProblem(_ schema: String, _ expected: String) throws {
        let problems = try problems(schema)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix(expected) == true, "\(problems)")
    }

    @Test func allProblemsComeAtOnceWithLines() throws {
        let problems = try problems(
            """
            {
              "type": "objct",
              "properties": {
                "a": { "minLength": -1, "defualt": 1 },
                "b": { "pattern": "(a)\\\\1" }
              },
              "$defs": { "unused": { "typo": 1 } }
            }
            """)
        let heads = problems.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        #expect(
            heads == [
                "keyword-invalid 2:11", "keyword-invalid 4:25", "keyword-unknown 4:29", "pattern-invalid 5:23",
                "keyword-unknown 7:26",
            ])
    }

    @Test func commonHoldsNoDefault() throws {
        let problems = try problems("true", common: [##"{"properties": {"a": {"default": 1}}}"##])
        let heads: [Substring] = problems.map { $0.prefix(50) }
        #expect(heads == ["default-in-common 1:34 /properties/a/default 'comm"])
        let through = try Sample.compile(
            "true", common: [##"{"properties": {"a": {"$ref": "#/$defs/d"}}}"##],
            definitions: ##"{"d": {"default": 1}}"##)
        #expect(through.problems.map(\.code) == [.defaultInCommon])
        // Definitions of the file that common doesn't use may have defaults.
        #expect(try self.problems("true", common: ["{}"], definitions: ##"{"d": {"default": 1}}"##).isEmpty)
    }

    @Test func fileDefinitionsAreCheckedEvenWhereNothingUsesThem() throws {
        let compilation = try Sample.compile("true", definitions: ##"{"d": {"typ": "string"}}"##)
        #expect(compilation.problems.map(\.message) == ["unknown keyword 'typ': did you mean 'type'?"])
        #expect(try problems("true", definitions: "[]").first?.hasPrefix("keyword-invalid") == true)
    }

    @Test func ownDefinitionsComeBeforeTheFiles() throws {
        let file = ##"{"a": {"type": "string"}, "b": {"$ref": "#/$defs/a"}}"##
        let own = try Sample.plan(
            ##"{"properties": {"x": {"$ref": "#/$defs/a"}, "y": {"$ref": "#/$defs/b/allOf/0"}}, "$defs": {"a": {"type": "integer"}, "b": {"allOf": [{"type": "null"}]}}}"##,
            definitions: file)
        #expect(try Sample.findings(own, ##"{"x": 1, "y": null}"##).isEmpty)
        let shared = try Sample.plan(##"{"properties": {"x": {"$ref": "#/$defs/b"}}}"##, definitions: file)
        #expect(try Sample.findings(shared, ##"{"x": 1}"##) == ["field-type /x: expected string, found integer 1"])
    }

    @Test func annotationsPass() throws {
        #expect(
            try problems(
                ##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "t", "description": "d", "$comment": "c", "format": "uri", "examples": [1], "deprecated": true, "readOnly": true, "writeOnly": false, "contentEncoding": "base64", "contentMediaType": "image/png", "contentSchema": {}, "x-assumed": {"default": 1}}"##
            ).isEmpty)
    }

    @Test func aSharedDefaultThatIsUsedSomewhereIsNotIgnored() throws {
        #expect(
            try problems(
                ##"{"properties": {"a": {"$ref": "#/$defs/d"}}, "anyOf": [{"properties": {"b": {"$ref": "#/$defs/d"}}}], "$defs": {"d": {"default": 1}}}"##
            ).isEmpty)
    }

    @Test func countsAreWholeByValue() throws {
        let plan = try Sample.plan(##"{"minLength": 2.0, "maxLength": 30e-1}"##)
        #expect(try Sample.findings(plan, ##""a""##).count == 1)
        #expect(try Sample.findings(plan, ##""abc""##).isEmpty)
        #expect(try Sample.findings(plan, ##""abcd""##).count == 1)
        #expect(try Sample.findings(try Sample.plan(##"{"maxItems": 1e400}"##), "[1]").isEmpty)
    }

    @Test func hostileSchemasEndQuickly() throws {
        // Each level doubles: 2^40 ways down.
        let levels = (0..<40).map {
            ##""d\##($0)": {"allOf": [{"$ref": "#/$defs/d\##($0 + 1)"}, {"$ref": "#/$defs/d\##($0 + 1)"}], "properties": {"l": {"$ref": "#/$defs/d\##($0 + 1)"}, "r": {"$ref": "#/$defs/d\##($0 + 1)"}}}"##
        }
        let chain =
            ##"{"$ref": "#/$defs/d0", "$defs": {"## + levels.joined(separator: ",")
            + ##", "d40": {"default": 1, "type": "integer"}}}"##
        let clock = ContinuousClock()
        let time = try clock.measure { _ = try Sample.compile(chain) }
        #expect(time < .seconds(20), "\(time)")
        // A long chain of references needs no stack.
        let long = (0..<5_000).map { ##""d\##($0)": {"$ref": "#/$defs/d\##($0 + 1)"}"## }
        let text = ##"{"$ref": "#/$defs/d0", "$defs": {"## + long.joined(separator: ",") + ##", "d5000": {}}}"##
        #expect(SchemaPlan.compile(definition: SchemaSource(schema: try Sample.value(text))).plan != nil)
    }
}
