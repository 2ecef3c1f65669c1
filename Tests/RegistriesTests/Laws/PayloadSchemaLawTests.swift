import ContentSchema
import JSONText
import TestSupport
import Testing

@testable import Registries

/// The law of the exported JSON Schema, over random registries and payloads: it lets a payload pass exactly where decoding
/// it gives `decoded`. A failure names the seed that repeats it.
@Suite struct PayloadSchemaLawTests {
    private static let seeds = Seeds.of(11, 12, 13, landing: 1) + [Seeds.one(14)]
    private static let registryCount = 120
    private static let payloadCount = 40

    @Test(arguments: seeds) func `the export judges as decoding does`(seed: Int) throws {
        var generator = SchemaGenerator(seed)
        var judged = [0, 0]
        for _ in 0..<Self.registryCount {
            let text = generator.registry()
            // Defaults that don't satisfy their schemas stop a registry from being loaded.
            guard let series = try? RegistrySeries(texts: text) else { continue }
            let export = try #require(PayloadSchema.text(of: series))
            if String(decoding: export, as: UTF8.self).contains("Fill defaults in") { continue }
            let plan = try Self.plan(export)
            var decoder = PayloadDecoder(try #require(ContentRegistry(series)))
            for _ in 0..<Self.payloadCount {
                let payload = generator.payload()
                let document = try JSONDocument(payload)
                let bytes = document.bytes
                let isDecoded = decoder.decode(0, on: document.tape, in: bytes.span).outcome == .decoded
                var outcome = SchemaOutcome()
                plan.evaluate(document.tape, 0, bytes.span, into: &outcome)
                judged[isDecoded ? 0 : 1] += 1
                guard isDecoded == outcome.isValid else {
                    Issue.record("seed \(seed): \(payload) is \(isDecoded ? "" : "not ")decoded by\n\(text)")
                    return
                }
            }
        }
        #expect(judged[0] > 100 && judged[1] > 100, "\(judged)")
    }

    @Test(arguments: ["const", "enum", "uniqueItems", "patternProperties", "contains", "minProperties"])
    func `what can't be said is named`(keyword: String) throws {
        let schema =
            switch keyword {
            case "const": #""properties":{"o":{"properties":{"a":{"default":1}}}},"not":{"const":{"o":{"a":1}}}"#
            case "enum": #""properties":{"o":{"enum":[{"a":1}],"properties":{"a":{"default":1}}}}"#
            case "uniqueItems": #""properties":{"o":{"uniqueItems":true,"items":{"properties":{"a":{"default":1}}}}}"#
            case "patternProperties":
                #""properties":{"o":{"properties":{"a":{"default":1}}}},"patternProperties":{"^o":{"required":["a"]}}"#
            case "contains":
                #""properties":{"o":{"contains":{"required":["a"]},"prefixItems":[{"properties":{"a":{"default":1}}}]}}"#
            default:
                #""minProperties":6,"properties":{"#
                    + (1...5).map { #""a\#($0)":{"default":1}"# }.joined(separator: ",") + "}"
            }
        let series = try RegistrySeries(texts: SchemaGenerator.registry(of: "{\(schema)}"))
        let export = try JSONDocument(try #require(PayloadSchema.text(of: series)))
        let comment = try #require(export.root["$comment"]?.string)
        #expect(comment.contains("Fill defaults in before you validate: this schema can't say what \(keyword) would"))
    }

    /// Compiled without its defaults, which other validators don't fill in.
    private static func plan(_ export: [UInt8]) throws -> SchemaPlan {
        var writer = JSONWriter()
        copyWithoutDefaults(try JSONDocument(export).root, &writer)
        let compiled = SchemaPlan.compile(definition: SchemaSource(schema: try JSONDocument(writer.bytes).root))
        return try #require(compiled.plan, "\(compiled.problems.map(\.message))")
    }

    private static func copyWithoutDefaults(_ value: JSONValue, _ writer: inout JSONWriter) {
        switch value.kind {
        case .object:
            writer.beginObject()
            for (name, member) in value.members where name != "default" {
                writer.name(name)
                copyWithoutDefaults(member, &writer)
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            for element in value.elements { copyWithoutDefaults(element, &writer) }
            writer.endArray()
        default: writer.raw(value.text.utf8)
        }
    }
}

/// Makes registries of one definition whose schema has conditions, alternatives, closed objects and defaults, and payloads
/// that have or lack what it asks for.
private struct SchemaGenerator {
    private static let names = ["a", "b", "o", "l", "\u{E9}", "e\u{301}"]
    private static let values = ["1", "2", #""x""#, "null", "{}", "[]"]

    private var random: SeededRandom
    private var typeField = "/type"
    private var defaults = true

    init(_ seed: Int) { random = SeededRandom(seed) }

    static func registry(of schema: String, typeField: String = "/type", common: String = "{}", shared: String = "{}")
        -> String
    {
        #"{"registry":"z","version":1,"typeField":"\#(typeField)","$defs":{"s":\#(shared)},"common":\#(common),"#
            + #""contents":[{"type":1,"name":"x","versionField":"/v","schema":\#(schema)}]}"#
    }

    mutating func registry() -> String {
        typeField = random.chance(30) ? "/head/kind" : "/type"
        defaults = true
        let schema = schema(depth: 0, isLive: true)
        let shared = self.schema(depth: 2, isLive: random.chance(50))
        let common = random.pick([
            "{}", #"{"properties":{"b":{}}}"#, #"{"patternProperties":{"^a":{"type":["integer","string"]}}}"#,
            #"{"required":["a"]}"#, #"{"if":{"required":["a"]},"then":{"not":{"properties":{"a":{"const":"x"}}}}}"#,
        ])
        return Self.registry(of: schema, typeField: typeField, common: common, shared: shared)
    }

    private mutating func name() -> String { random.pick(Self.names) }

    private mutating func quoted(_ count: Int) -> String {
        var names: [String] = []
        for _ in 0..<count {
            let name = "\"\(self.name())\""
            if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
        }
        return "[" + names.joined(separator: ",") + "]"
    }

    /// - Parameter isLive: Whether defaults are filled in there.
    private mutating func schema(depth: Int, isLive: Bool) -> String {
        if depth > 0, random.chance(8) { return random.pick(["true", "false"]) }
        if depth > 3 { return random.pick(["{}", #"{"const":1}"#, #"{"type":"integer"}"#, #"{"not":{"const":"x"}}"#]) }
        var keywords: [String] = []
        if depth < 2 || random.chance(70) { keywords.append("\"properties\":{\(properties(depth, isLive: isLive))}") }
        if random.chance(25) { keywords.append("\"required\":\(quoted(1 + random.below(2)))") }
        if random.chance(10) { keywords.append("\"dependentRequired\":{\"\(name())\":\(quoted(1))}") }
        if random.chance(10) { keywords.append("\"dependentSchemas\":{\"\(name())\":\(branch(depth))}") }
        if random.chance(depth == 0 ? 20 : 35) {
            let asked = random.pick(["false", "false", #"{"type":"integer"}"#, #"{"not":{"required":["a"]}}"#])
            keywords.append("\"additionalProperties\":\(asked)")
        }
        if random.chance(10) {
            keywords.append("\"patternProperties\":{\"\(random.pick(["^a", "b"]))\":{\"type\":\"integer\"}}")
        }
        if random.chance(8) { keywords.append(#""propertyNames":{"maxLength":\#(1 + random.below(4))}"#) }
        if random.chance(12) { keywords.append("\"minProperties\":\(random.below(5))") }
        if random.chance(12) { keywords.append("\"maxProperties\":\(1 + random.below(5))") }
        if random.chance(15) { keywords.append("\"allOf\":[\(schema(depth: depth + 1, isLive: isLive))]") }
        for keyword in ["anyOf", "oneOf"] where random.chance(20) {
            keywords.append("\"\(keyword)\":[\(branch(depth)),\(branch(depth))]")
        }
        if random.chance(15) { keywords.append("\"not\":\(branch(depth))") }
        if random.chance(25) {
            keywords.append("\"if\":\(branch(depth)),\"then\":\(branch(depth))")
            if random.chance(50) { keywords.append("\"else\":\(branch(depth))") }
        }
        if depth < 2, random.chance(15) { keywords.append(##""$ref":"#/$defs/s""##) }
        if depth > 0, random.chance(10) { keywords.append("\"contains\":\(branch(depth))") }
        if depth > 0, random.chance(15) { keywords.append("\"items\":\(schema(depth: depth + 1, isLive: isLive))") }
        return "{\(keywords.joined(separator: ","))}"
    }

    private mutating func branch(_ depth: Int) -> String { schema(depth: depth + 1, isLive: false) }

    private mutating func properties(_ depth: Int, isLive: Bool) -> String {
        var members: [String] = []
        for name in Self.names where random.chance(35) {
            var schema = random.pick([
                "{}", #"{"const":1}"#, #"{"enum":[1,"x"]}"#, #"{"type":"integer"}"#, #"{"not":{"const":1}}"#,
            ])
            if name == "o" || name == "l" || random.chance(10) {
                schema = self.schema(depth: depth + 1, isLive: isLive)
            }
            if isLive, random.chance(35), schema.hasPrefix("{") {
                let value = "\"default\":\(random.pick(Self.values))"
                schema = schema == "{}" ? "{\(value)}" : "{\(value),\(schema.dropFirst())"
            }
            members.append("\"\(name)\":\(schema)")
        }
        return members.joined(separator: ",")
    }

    mutating func payload() -> [UInt8] {
        let head = typeField == "/type" ? #""type":1"# : #""head":{"kind":1}"#
        var members = [head] + self.members(depth: 0)
        if random.chance(10) { members.append("\"v\":1") }
        if random.chance(8) { members.append("\"undeclared\":1") }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private mutating func members(depth: Int) -> [String] {
        var members: [String] = []
        for name in Self.names where random.chance(30) {
            var value = random.pick(Self.values)
            if depth < 2, name == "o" || random.chance(15) {
                value = "{\(self.members(depth: depth + 1).joined(separator: ","))}"
            } else if depth < 2, name == "l" {
                value = "[{\(self.members(depth: depth + 1).joined(separator: ","))}]"
            }
            members.append("\"\(name)\":\(value)")
        }
        return members
    }
}
