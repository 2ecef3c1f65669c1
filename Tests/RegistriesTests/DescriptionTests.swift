import ContentSchema
import JSONText
import Testing

@testable import Registries

/// What a registry is said to hold, and its one JSON Schema.
struct DescriptionTests {
    // MARK: Fields

    private static func fields(_ schema: String, _ members: String = "") throws -> [FieldDescription] {
        let series = try RegistrySeries(texts: Sample.file(1, members, contents: Sample.order(schema)))
        return try #require(RegistryDescription(series)?.contents.first).fields
    }

    @Test func `fields stand in the order of declaration, each before what is in it`() throws {
        let fields = try Self.fields(
            #"""
            "properties": {"b": {"type": "object", "properties": {"x/y": true}, "required": ["x/y"]},
              "a": {"type": "array", "prefixItems": [{"properties": {"p": true}}], "items": {"properties": {"q": true}}},
              "type": {"const": 7}}, "required": ["a", "type"]
            """#)
        #expect(fields.map(\.pointer) == ["/b", "/b/x~1y", "/a", "/a/*/p", "/a/*/q"])
        #expect(fields.map(\.isRequired) == [false, true, true, false, false])
    }

    @Test func `names are told apart by code points`() throws {
        let fields = try Self.fields(
            #"""
            "properties": {"\#u{E9}": {"type": "object", "properties": {"/\#u{338}": true}}, "e\#u{301}": {"default": 1}},
              "required": ["\#u{E9}"]
            """#)
        #expect(
            fields.map { Array($0.pointer.unicodeScalars) }
                == ["/\u{E9}", "/\u{E9}/~1\u{338}", "/e\u{301}"].map { Array($0.unicodeScalars) })
        #expect(fields.map(\.isRequired) == [true, false, false] && fields.map(\.defaultValue) == [nil, nil, "1"])
    }

    @Test func `what is joined by references and allOf is one field`() throws {
        let fields = try Self.fields(
            ##"""
            "$ref": "#/$defs/base", "allOf": [{"properties": {"a": {"type": ["integer", "null"], "default": 1}}}],
            "properties": {"a": {"minimum": 0}, "b": {"$ref": "#/$defs/named"}}, "required": ["a", "b"]
            """##,
            #""$defs": {"base": {"properties": {"a": {"type": ["number", "null", "string"]}}}, "#
                + #""named": {"type": "string", "description": "A name.", "x-assumed": ""}}"#)
        #expect(fields.map(\.pointer) == ["/a", "/b"])
        #expect(fields[0].types == ["null", "integer"] && fields[0].defaultValue == "1" && !fields[0].isRequired)
        #expect(fields[0].constraints == [.init(keyword: "minimum", value: "0")])
        #expect(fields[1].isRequired && fields[1].note == "A name." && fields[1].assumed == #""""#)
    }

    @Test func `what only some payloads have is told so`() throws {
        let fields = try Self.fields(
            #"""
            "properties": {"kind": {"enum": ["a", 1, 2.5, null]}},
            "anyOf": [{"properties": {"x": {"default": 1}}, "required": ["x"]}, {"if": true, "then": {"properties": {"y": true}}}]
            """#)
        #expect(fields.map(\.pointer) == ["/kind", "/x", "/y"])
        #expect(fields.map(\.isConditional) == [false, true, true])
        #expect(fields[0].types == ["string", "number", "null"])
        #expect(!fields[1].isRequired && fields[1].defaultValue == nil)
    }

    @Test func `schemas that name themselves end`() throws {
        let fields = try Self.fields(
            ##""$ref": "#/$defs/tree""##,
            ##""$defs": {"tree": {"properties": {"next": {"$ref": "#/$defs/tree"}, "all": {"items": {"$ref": "#/$defs/tree"}}}}}"##
        )
        #expect(fields.count < 2001 && fields.contains { $0.pointer == "/next/next/all/*/next" })
    }

    @Test func `alternatives inside alternatives end`() throws {
        let levels = (0..<12).map { level in
            let branches = Array(repeating: ##"{"$ref": "#/$defs/l\##(level + 1)"}"##, count: 12).joined(
                separator: ", ")
            return #""l\#(level)": {"anyOf": [\#(branches)]}"#
        }
        let last = #""l12": {"properties": {"deep": true}}"#
        let fields = try Self.fields(
            ##""properties": {"first": true}, "$ref": "#/$defs/l0""##,
            #""$defs": {\#((levels + [last]).joined(separator: ", "))}"#)
        #expect(fields.first?.pointer == "/first")
    }

    // MARK: Versions

    @Test func `a field is there since the first version that has it without a gap`() throws {
        func version(_ number: Int, _ properties: String, _ upgrade: String = "") -> String {
            Sample.file(number, contents: Sample.order(properties: properties, upgrade))
        }
        let series = try RegistrySeries(
            texts: [
                version(1, #""a": true, "b": true, "o": {"properties": {"x": true}}"#),
                version(2, #""a": true, "o": true"#),
                version(3, #""a": true, "b": true, "o": {"properties": {"x": true}}"#),
                version(4, #""a": true, "b": true, "c": true, "o": {"properties": {"x": true}}"#),
            ])
        let newest = try #require(RegistryDescription(series))
        #expect(newest.contents[0].fields.map(\.pointer) == ["/a", "/b", "/c", "/o", "/o/x"])
        #expect(newest.contents[0].fields.map(\.since) == [1, 3, 4, 1, 3])
        #expect(newest.contents[0].since == 1 && newest.versions == [1, 2, 3, 4])
        let third = try #require(RegistryDescription(series, version: 3))
        #expect(third.contents[0].fields.map(\.since) == [1, 3, 1, 3])
        #expect(RegistryDescription(series, version: 5) == nil && PayloadSchema.text(of: series, version: 5) == nil)
    }

    @Test func `an override and what is extended say where they come from`() throws {
        let text = #"{"type": 1, "name": "text", "override": true, "schema": {"type": "object"}}"#
        let series = try RegistrySeries(texts: Sample.file(1, #""extends": ["wukongim@1"]"#, contents: text))
        let registry = try #require(RegistryDescription(series))
        #expect(registry.contents.first { $0.name == "text" }?.origin == "shop@1")
        #expect(registry.contents.first { $0.name == "image" }?.origin == "wukongim@1")
        #expect(registry.contents.first { $0.name == "text" }?.digest == [.init(language: "", text: "[text]")])
        #expect(registry.common.contains { $0.pointer == "/mention/uids" } && registry.extends == ["wukongim@1"])
    }

    // MARK: The JSON Schema

    /// Compiled without its defaults, which other validators don't fill in.
    private static func plan(of series: RegistrySeries, _ version: Int) throws -> SchemaPlan {
        let text = try #require(PayloadSchema.text(of: series, version: version))
        var writer = JSONWriter()
        copy(try JSONDocument(text).root, &writer)
        let compiled = SchemaPlan.compile(definition: SchemaSource(schema: try JSONDocument(writer.bytes).root))
        #expect(compiled.problems.isEmpty, "\(compiled.problems.map(\.message))")
        return try #require(compiled.plan)
    }

    private static func copy(_ value: JSONValue, _ writer: inout JSONWriter) {
        switch value.kind {
        case .object:
            writer.beginObject()
            for (name, member) in value.members where name != "default" {
                writer.name(name)
                copy(member, &writer)
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            for element in value.elements { copy(element, &writer) }
            writer.endArray()
        default: writer.raw(value.text.utf8)
        }
    }

    @Test func `every fixture's schema stands alone and judges made-up payloads as decoding does`() throws {
        var generator = SystemRandomNumberGenerator()
        var judged = [0, 0]
        for fixture in RuleFixtureTests.fixtures {
            guard let series = try? RegistrySeries(contentsOf: fixture.path) else { continue }
            for version in series.versions {
                let plan = try Self.plan(of: series, version.number)
                var decoder = PayloadDecoder(try #require(ContentRegistry(series, version: version.number)))
                let contents = try #require(RegistryDescription(series, version: version.number)).contents
                for content in contents.prefix(3) {
                    for _ in 0..<40 {
                        let payload = Self.payload(of: content, version.typeField, &generator)
                        let document = try JSONDocument(payload)
                        let bytes = document.bytes
                        let verdict = decoder.decode(0, on: document.tape, in: bytes.span)
                        var outcome = SchemaOutcome()
                        plan.evaluate(document.tape, 0, bytes.span, into: &outcome)
                        judged[verdict.outcome == .decoded ? 0 : 1] += 1
                        #expect(
                            (verdict.outcome == .decoded) == outcome.violations.isEmpty,
                            "\(fixture)@\(version.number): \(String(decoding: payload, as: UTF8.self))")
                    }
                }
            }
        }
        #expect(judged[0] > 500 && judged[1] > 500, "\(judged)")
    }

    /// A payload with some of a content's members, and values of any kind.
    private static func payload(
        of content: ContentDescription, _ typeField: JSONPointer, _ generator: inout SystemRandomNumberGenerator
    ) -> [UInt8] {
        let values = [
            "1", "0", "-5", "2.5", "7.0", #""""#, #""x""#, #""CNY""#, #""a longer text""#, "true", "null", "[]", "[1]",
            #"["x"]"#, "{}", #"{"x": 1}"#, #"{"city": "x", "zip": "1"}"#,
        ]
        var members: [String] = []
        for field in content.fields where field.pointer.split(separator: "/").count == 1 {
            guard Int.random(in: 0..<4, using: &generator) > 0 else { continue }
            var value = values.randomElement(using: &generator) ?? "1"
            if let known = field.defaultValue, Bool.random(using: &generator) { value = known }
            members.append("\"\(field.pointer.dropFirst())\": \(value)")
        }
        if Int.random(in: 0..<5, using: &generator) == 0 { members.append(#""undeclared": 1"#) }
        let type =
            switch content.type {
            case .number(let number): "\(number)"
            case .string(let string): "\"\(string)\""
            }
        var discriminator = type
        for token in typeField.tokens.dropFirst().reversed() { discriminator = "{\"\(token)\": \(discriminator)}" }
        members.insert("\"\(typeField.tokens.first ?? "type")\": \(discriminator)", at: 0)
        return Array("{\(members.joined(separator: ", "))}".utf8)
    }
}
