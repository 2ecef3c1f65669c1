import JSONText
import TestSupport
import Testing

@testable import ContentSchema

/// Where defaults are filled in, and that they count as present.
@Suite struct DefaultTests {
    static let order = ##"""
        {"type": "object", "required": ["id", "title"], "properties": {
          "id": {"type": "string"}, "title": {"type": "string", "default": ""}, "currency": {"default": "CNY", "pattern": "^[A-Z]{3}$"},
          "ship": {"properties": {"to": {"type": "string", "default": "x y"}, "fee": {"default": {"amount": 1 , "note": "a b"}, "properties": {"unit": {"default": 2}}}}},
          "lines": {"items": {"properties": {"count": {"default": 1}}}, "prefixItems": [{"properties": {"first": {"default": true}}}]}}}
        """##

    @Test func slotsInTheOrderOfDeclaration() throws {
        let plan = try Sample.plan(Self.order)
        #expect(
            plan.defaults.map { "\($0.pointer) \(String(decoding: $0.value, as: UTF8.self))" }.sorted() == [
                "/currency \"CNY\"", "/lines/*/count 1", "/lines/*/first true",
                "/ship/fee {\"amount\":1,\"note\":\"a b\",\"unit\":2}", "/ship/fee/unit 2", "/ship/to \"x y\"",
                "/title \"\"",
            ])
        #expect(plan.defaults.allSatisfy { !$0.isRepeated })
        #expect(
            plan.defaults.filter { !$0.pointer.dropFirst().contains("/") }.map(\.pointer) == ["/title", "/currency"])
        #expect(plan.defaults.first { $0.pointer == "/title" }?.location.pointer == "/properties/title/default")
    }

    @Test(
        arguments: [
            ("{}", ##"{"title":"","currency":"CNY"}"##),
            ("{ }", ##"{"title":"","currency":"CNY" }"##),
            (##"{"id":"1"}"##, ##"{"id":"1","title":"","currency":"CNY"}"##),
            (##"{ "title": null , "currency" : "USD" }"##, ##"{ "title": null , "currency" : "USD" }"##),
            (
                ##"{"currency":"USD","ship":{},"title":"t"}"##,
                ##"{"currency":"USD","ship":{"to":"x y","fee":{"amount":1,"note":"a b","unit":2}},"title":"t"}"##
            ),
            (
                ##"{"title":"t","currency":"USD","ship":{"to":"a","fee":{"amount":2}}}"##,
                ##"{"title":"t","currency":"USD","ship":{"to":"a","fee":{"amount":2,"unit":2}}}"##
            ),
            (
                ##"{"title":"t","currency":"USD","lines":[{}, {"count":2} , {},1]}"##,
                ##"{"title":"t","currency":"USD","lines":[{"first":true}, {"count":2} , {"count":1},1]}"##
            ),
            (##"{"t\u0069tle":"t","ship":[]}"##, ##"{"t\u0069tle":"t","ship":[],"currency":"CNY"}"##),
            ("[]", "[]"),
        ] as [(String, String)])
    func filled(_ payload: String, _ expected: String) throws {
        let plan = try Sample.plan(Self.order)
        let once = try Sample.filled(plan, payload)
        #expect(once == expected)
        #expect(try Sample.filled(plan, once) == once)
        #expect(try Sample.evaluate(plan, once).missing.isEmpty)
    }

    @Test func missingDefaultsAreTalliedByPlace() throws {
        let plan = try Sample.plan(Self.order)
        let result = try Sample.evaluate(plan, ##"{"id":"1","lines":[{},{},{}]}"##)
        #expect(result.findings.isEmpty)
        #expect(result.missing == ["/lines/*/first", "/lines/*/count", "/lines/*/count", "/title", "/currency"])
        #expect(try Sample.evaluate(plan, "{}").findings == ["field-missing /id: required, but missing"])
    }

    @Test func schemasThatNameThemselvesFillAtEveryDepth() throws {
        let plan = try Sample.plan(
            ##"{"properties": {"label": {"default": "-"}, "children": {"items": {"$ref": "#"}}}}"##)
        #expect(
            try Sample.filled(plan, ##"{"children":[{"children":[{}]}]}"##)
                == ##"{"children":[{"children":[{"label":"-"}],"label":"-"}],"label":"-"}"##)
        #expect(
            try Sample.evaluate(plan, ##"{"label":"a","children":[{"label":"b","children":[{}]}]}"##).missing == [
                "/children/*/children/*/label"
            ])
        #expect(plan.defaults.contains { $0.isRepeated })
    }

    @Test func oneSchemaAtTwoPlacesHasTwoSlots() throws {
        let plan = try Sample.plan(
            ##"{"properties": {"from": {"$ref": "#/$defs/p"}, "to": {"$ref": "#/$defs/p"}}, "$defs": {"p": {"properties": {"c": {"default": 1}}}}}"##
        )
        #expect(plan.defaults.map(\.pointer).sorted() == ["/from/c", "/to/c"])
        #expect(plan.defaults.allSatisfy { !$0.isRepeated })
    }

    @Test func nullIsPresent() throws {
        let plan = try Sample.plan(##"{"properties": {"a": {"default": 1, "type": "integer"}}}"##)
        #expect(try Sample.evaluate(plan, ##"{"a": null}"##).missing.isEmpty)
        #expect(try Sample.findings(plan, ##"{"a": null}"##).count == 1)
    }

    @Test func commonAndAllOfSeeDefaultsAsPresent() throws {
        let plan = try Sample.plan(
            ##"{"properties": {"a": {"default": 1}}, "allOf": [{"required": ["a"]}]}"##,
            common: [##"{"required": ["a"]}"##])
        #expect(try Sample.findings(plan, "{}").isEmpty)
    }

    /// Everything that can look at presence, each beside a default for `a`: what holds with it and what doesn't.
    @Test(
        arguments: [
            (##""minProperties": 2"##, ##"{"b": 1}"##, ""), (##""maxProperties": 1"##, ##"{"b": 1}"##, "field-length "),
            (##""dependentRequired": {"a": ["b"]}"##, "{}", "field-missing /b"),
            (##""dependentRequired": {"b": ["a"]}"##, ##"{"b": 1}"##, ""),
            (##""dependentSchemas": {"a": {"required": ["b"]}}"##, "{}", "field-constraint "),
            (##""anyOf": [{"required": ["a"]}]"##, "{}", ""),
            (##""not": {"required": ["a"]}"##, "{}", "field-constraint "),
            (##""oneOf": [{"required": ["a"]}, {"required": ["b"]}]"##, ##"{"b": 1}"##, "field-constraint "),
            (
                ##""if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "then": {"required": ["b"]}"##, "{}",
                "field-constraint "
            ),
            (##""propertyNames": {"maxLength": 0}"##, "{}", "field-undeclared /a"),
            (##""const": {"a": 1.0}"##, "{}", ""),
            (##""enum": [{}]"##, "{}", "field-enum "), (##""enum": [{"a": 1}]"##, "{}", ""),
        ] as [(String, String, String)])
    func presence(_ keywords: String, _ payload: String, _ expected: String) throws {
        let plan = try Sample.plan("{\"properties\": {\"a\": {\"default\": 1}, \"b\": {}}, \(keywords)}")
        let result = try Sample.evaluate(plan, payload)
        let heads = result.findings.map { $0.prefix { $0 != ":" } }
        #expect(heads == (expected.isEmpty ? [] : [expected[...]]))
        #expect(result.missing == ["/a"])
        // What is filled in gives the same findings by itself.
        let filled = try Sample.evaluate(plan, try Sample.filled(plan, payload))
        #expect(filled.findings.map { $0.prefix { $0 != ":" } } == heads)
    }

    @Test func arraysSeeDefaultsOfTheirElements() throws {
        let plan = try Sample.plan(
            ##"{"properties": {"l": {"uniqueItems": true, "contains": {"required": ["c"]}, "items": {"properties": {"c": {"default": 1}}}}}}"##
        )
        let result = try Sample.evaluate(plan, ##"{"l": [{}, {"c": 1}]}"##)
        #expect(result.findings.map { String($0.prefix(20)) } == ["field-constraint /l:"])
        #expect(result.missing == ["/l/*/c"])
        #expect(try Sample.findings(plan, ##"{"l": [{}, {"c": 2}]}"##).isEmpty)
    }

    @Test func ancestorsSeeDefaultsFarBelow() throws {
        let plan = try Sample.plan(
            ##"{"anyOf": [{"properties": {"o": {"required": ["a"]}}}], "properties": {"o": {"properties": {"a": {"default": 1}}}}}"##
        )
        #expect(try Sample.findings(plan, ##"{"o": {}}"##).isEmpty)
        let bad = try Sample.evaluate(plan, ##"{"o": {}, "x": 1}"##)
        #expect(bad.findings.isEmpty && bad.missing == ["/o/a"])
    }

    /// Random schemas and payloads: filling leaves nothing missing, is done once, and changes no finding.
    @Test func lawsOfFilling() throws {
        var random = SeededRandom(11)
        for _ in 0..<400 {
            let schema = Self.schema(depth: 3, &random)
            guard let plan = try Sample.compile(schema).plan else { continue }
            for _ in 0..<10 {
                let payload = Self.payload(depth: 3, &random)
                let filled = try Sample.filled(plan, payload)
                let before = try Sample.evaluate(plan, payload)
                let after = try Sample.evaluate(plan, filled)
                #expect(after.missing.isEmpty, "\(schema) \(payload)")
                #expect(try Sample.filled(plan, filled) == filled, "\(schema) \(payload)")
                #expect(
                    before.findings.map { $0.prefix { $0 != ":" } } == after.findings.map { $0.prefix { $0 != ":" } },
                    "\(schema) \(payload)")
                if before.missing.isEmpty { #expect(filled == payload) }
            }
        }
    }

    private static func schema(depth: Int, _ random: inout SeededRandom) -> String {
        var keywords: [String] = []
        var properties: [String] = []
        for name in ["a", "b", "c"] where random.below(2) == 0 {
            switch random.below(depth > 0 ? 4 : 2) {
            case 0: properties.append(##""\##(name)": {"default": \##(random.below(3))}"##)
            case 1: properties.append(##""\##(name)": {"type": "integer"}"##)
            case 2: properties.append(##""\##(name)": \##(schema(depth: depth - 1, &random))"##)
            default: properties.append(##""\##(name)": {"items": \##(schema(depth: depth - 1, &random))}"##)
            }
        }
        keywords.append(##""properties": {\##(properties.joined(separator: ","))}"##)
        let name = ["a", "b", "c"][random.below(3)]
        switch random.below(12) {
        case 0: keywords.append(##""required": ["\##(name)"]"##)
        case 1: keywords.append(##""minProperties": 2"##)
        case 2: keywords.append(##""anyOf": [{"required": ["\##(name)"]}, {"properties": {"a": {"const": 1}}}]"##)
        case 3: keywords.append(##""not": {"required": ["\##(name)"]}"##)
        case 4: keywords.append(##""dependentRequired": {"a": ["\##(name)"]}"##)
        case 5: keywords.append(##""additionalProperties": {"type": "integer"}"##)
        case 6: keywords.append(##""propertyNames": {"enum": ["a", "b"]}"##)
        case 7 where depth > 0: keywords.append(##""allOf": [\##(schema(depth: depth - 1, &random))]"##)
        default: break
        }
        if random.below(5) == 0 { keywords.append(##""default": {}"##) }
        return "{\(keywords.joined(separator: ","))}"
    }

    private static func payload(depth: Int, _ random: inout SeededRandom) -> String {
        switch random.below(depth > 0 ? 7 : 2) {
        case 0: return String(random.below(3))
        case 1: return "\"s\""
        case 2:
            return "[" + (0..<random.below(3)).map { _ in payload(depth: depth - 1, &random) }.joined(separator: ", ")
                + "]"
        default:
            let members = ["a", "b", "c"].filter { _ in random.below(2) == 0 }.map {
                "\"\($0)\": \(payload(depth: depth - 1, &random))"
            }
            return "{" + members.joined(separator: ", ") + (random.below(2) == 0 ? " }" : "}")
        }
    }
}
