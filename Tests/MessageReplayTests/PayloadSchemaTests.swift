import Archives
import JSONText
import MessageReplay
import Registries
import TestSupport
import Testing

/// What `registry show --format json-schema` prints gives an independent validator the verdicts of our decoder.
@Suite(.enabled(if: Validator.isThere, Validator.whyNot))
struct PayloadSchemaTests {
    @Test func `the sample's payloads are judged alike, at every version`() throws {
        let scratch = ScratchFolder()
        try #require(scratch.run("tar xzf '\(Shop.samples)/shop-export.tar.gz'") == 0)
        try #require(scratch.run("cat */message/messages-*.jsonl >lines || cat message/messages-*.jsonl >lines") == 0)
        let payloads = try Self.payloads(scratch.read("lines").split(separator: 0x0A).map { Array($0) })
        for version in 1...3 { try expectSame(payloads, Shop.series(), version, atLeast: 20) }
        try expectSame(payloads, .wukongim(), 1, atLeast: 20)
    }

    @Test(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
    func `a made archive's payloads are judged alike`() throws {
        let made = try MadeArchive.of("--messages 900 --seed \(Seeds.one(17))")
        let payloads = try Self.payloads(made.lines)
        try expectSame(payloads, Shop.series(), 3, atLeast: 850)
        try expectSame(payloads, .wukongim(), 1, atLeast: 850)
    }

    /// A registry in which everything that JSON Schema alone would judge otherwise comes together.
    private static let tricky = """
        {"registry": "tricky", "version": 1, "typeField": "/head/kind",
         "$defs": {
           "money": {"type": "object", "required": ["amount", "currency"], "additionalProperties": false,
                     "properties": {"amount": {"type": "integer"}, "currency": {"type": "string"}}},
           "priced": {"type": "object", "required": ["price", "tax"],
                      "properties": {"price": {"$ref": "#/$defs/money"}, "tax": {"$ref": "#/$defs/money"}}},
           "tree": {"type": "object", "required": ["label"], "additionalProperties": false,
                    "properties": {"label": {"type": "string"}, "children": {"type": "array",
                      "items": {"$ref": "#/$defs/tree"}}}}
         },
         "common": {"type": "object", "required": ["sender", "head"],
                    "properties": {"sender": {"type": "string"}, "note": {"maxLength": 3}},
                    "patternProperties": {"^ext_": {"type": "integer"}}},
         "contents": [
           {"type": 1, "name": "closed", "versionField": "/v",
            "schema": {"type": "object", "additionalProperties": false, "required": ["a", "sender"],
                       "properties": {"a": {"type": "integer", "default": 1}, "b": {"type": "string"}}}},
           {"type": "open/1", "name": "open", "schema": {"type": "object", "properties": {
             "sender": {"default": "nobody"}, "x": {"type": "number"}}}},
           {"type": 2, "name": "shop", "schema": {"$ref": "#/$defs/priced", "properties": {
             "price": {"properties": {"currency": {"default": "CNY"}}}},
             "dependentRequired": {"x": ["y"]}}},
           {"type": 3, "name": "wood", "schema": {"type": "object", "required": ["root"], "properties": {
             "root": {"$ref": "#/$defs/tree"}, "own": {"$ref": "#/$defs/tree~1own"}, "far": {"$ref": "#here"}},
             "$defs": {"tree/own": {"$anchor": "here", "enum": [1, "a", null, {"b": [1.0]}]}}}},
           {"type": 4, "name": "list", "schema": {"allOf": [
             {"type": "object", "properties": {"items": {"type": "array", "items": {
               "type": "object", "required": ["n", "m"], "properties": {"n": {"default": 0}}}}}},
             {"required": ["kind"], "additionalProperties": {"type": "array"}, "properties": {"kind": true}}],
             "anyOf": [{"required": ["items"]}, {"required": ["other"]}]}},
           {"type": 5, "name": "none", "schema": {"type": "object", "properties": {"t": {"type": "object",
             "default": {"u": 1}, "required": ["u", "w"], "properties": {"u": {"type": "integer", "default": 2},
             "w": {"default": null}}}}, "not": {"required": ["forbidden"]}}},
           {"type": 7, "name": "either", "versionField": "/v", "schema": {"oneOf": [
             {"properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false},
             {"properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": false}]}},
           {"type": 8, "name": "condition", "schema": {
             "properties": {"c": {"type": "string", "default": "b"}, "x": {}},
             "if": {"properties": {"c": {"const": "a"}}, "required": ["c"]}, "then": {"required": ["x"]},
             "not": {"properties": {"c": {"const": "d"}}}}},
           {"type": 9, "name": "count", "schema": {
             "properties": {"c": {"default": 1}, "\u{E9}": {}, "e\u{301}": {"default": 2}}, "required": ["\u{E9}"],
             "maxProperties": 5, "anyOf": [{"minProperties": 6}, {"dependentSchemas": {"c": {"required": ["y"]}}}]}}
         ]}
        """

    private static let trickyPayloads = [
        (#""kind": 1"#, #""sender": "x""#), (#""kind": 1"#, #""sender": "x", "a": 2, "b": "y", "v": 1"#),
        (#""kind": 1"#, #""sender": "x", "c": 2"#), (#""kind": 1"#, #""sender": "x", "ext_a": 2, "note": "abc""#),
        (#""kind": 1"#, #""sender": "x", "ext_a": "2""#), (#""kind": 1"#, #""sender": "x", "note": "abcd""#),
        (#""kind": 1"#, #""a": 2"#), (#""kind": 1"#, #""sender": "x", "a": null"#),
        (#""kind": 1"#, #""sender": "x", "a": 2.0"#), (#""kind": 1"#, #""sender": "x", "a": 2.5"#),
        (#""kind": "open/1""#, ""), (#""kind": "open/1""#, #""sender": 1"#), (#""kind": "open/1""#, #""x": 1, "z": 2"#),
        (#""kind": 2"#, #""sender": "x", "price": {"amount": 1}, "tax": {"amount": 1, "currency": "x"}"#),
        (#""kind": 2"#, #""sender": "x", "price": {"amount": 1}, "tax": {"amount": 1}"#),
        (#""kind": 2"#, #""sender": "x", "price": {}, "tax": {"amount": 1, "currency": "x"}"#),
        (#""kind": 2"#, #""sender": "x", "price": {"amount": 1, "z": 1}, "tax": {"amount": 1, "currency": "x"}"#),
        (#""kind": 2"#, #""sender": "x", "price": {"amount": 1}, "tax": {"amount": 1, "currency": "x"}, "x": 1"#),
        (#""kind": 3"#, #""sender": "x", "root": {"label": "r", "children": [{"label": "s"}]}"#),
        (#""kind": 3"#, #""sender": "x", "root": {"label": "r", "children": [{"label": "s", "z": 1}]}"#),
        (#""kind": 3"#, #""sender": "x", "root": {"label": "r", "children": [{}]}"#),
        (#""kind": 3"#, #""sender": "x", "root": {"label": "r"}, "own": {"b": [1]}, "far": null"#),
        (#""kind": 3"#, #""sender": "x", "root": {"label": "r"}, "own": 2"#),
        (#""kind": 3"#, #""sender": "x", "root": {"label": "r"}, "far": false"#),
        (#""kind": 4"#, #""sender": "x", "kind": 1, "items": [{"m": 1}]"#),
        (#""kind": 4"#, #""sender": "x", "kind": 1, "items": [{"n": 1}]"#),
        (#""kind": 4"#, #""sender": "x", "kind": 1, "other": []"#),
        (#""kind": 4"#, #""sender": "x", "kind": 1, "other": 1"#), (#""kind": 4"#, #""sender": "x", "kind": 1"#),
        (#""kind": 5"#, #""sender": "x""#), (#""kind": 5"#, #""sender": "x", "t": {}"#),
        (#""kind": 5"#, #""sender": "x", "t": {"u": "x"}"#), (#""kind": 5"#, #""sender": "x", "t": null"#),
        (#""kind": 5"#, #""sender": "x", "forbidden": 1"#), (#""kind": 6"#, #""sender": "x""#),
        (#""kind": 7"#, #""sender": "x", "a": "x""#), (#""kind": 7"#, #""sender": "x", "b": "x", "v": 1"#),
        (#""kind": 7"#, #""sender": "x", "b": "x", "a": "x""#), (#""kind": 7"#, #""sender": "x", "b": "x", "u": 1"#),
        (#""kind": 7"#, #""sender": "x""#), (#""kind": 8"#, #""sender": "x""#),
        (#""kind": 8"#, #""sender": "x", "c": "a""#), (#""kind": 8"#, #""sender": "x", "c": "a", "x": 1"#),
        (#""kind": 8"#, #""sender": "x", "c": "d""#), (#""kind": 8"#, #""sender": "x", "c": "e""#),
        (#""kind": 9"#, "\"sender\": \"x\", \"\u{E9}\": 1"), (#""kind": 9"#, "\"sender\": \"x\", \"e\u{301}\": 1"),
        (#""kind": 9"#, "\"sender\": \"x\", \"\u{E9}\": 1, \"y\": 2"), (#""kind": 9"#, "\"sender\": \"x\", \"y\": 2"),
    ].map { head, rest in Array("{\"head\": {\(head)}\(rest.isEmpty ? "" : ", ")\(rest)}".utf8) }

    @Test func `closed objects, common, defaults and references are judged alike`() throws {
        let scratch = ScratchFolder()
        let series = try RegistrySeries(contentsOf: scratch.write("v1.json", Self.tricky))
        try expectSame(Self.trickyPayloads, series, 1, atLeast: Self.trickyPayloads.count, valid: 12...)
    }

    // MARK: Helpers

    /// How many payloads that are alike to the decoder are judged: the validator takes milliseconds for each.
    private static let mostAlike = Seeds.isLanding ? 5 : 400

    /// Holds the validator's verdict on each payload against the decoder's.
    private func expectSame(
        _ payloads: [[UInt8]], _ series: RegistrySeries, _ version: Int, atLeast count: Int,
        valid: PartialRangeFrom<Int> = 1...
    ) throws {
        let schema = try #require(PayloadSchema.text(of: series, version: version))
        let registry = try #require(ContentRegistry(series, version: version))
        var decoder = PayloadDecoder(registry)
        var lines = ""
        var eligible = 0
        var judged = 0
        var alike: [String: Int] = [:]
        for payload in payloads {
            guard let document = try? JSONDocument(payload), document.root.kind == .object else { continue }
            let bytes = document.bytes
            guard !document.tape.hasDuplicates(below: 0, in: bytes.span) else { continue }
            let verdict = decoder.decode(0, on: document.tape, in: bytes.span)
            if verdict.code == .typeMissing || verdict.code == .typeInvalid { continue }
            eligible += 1
            let kind = "\(verdict.definition) \(verdict.outcome) \(verdict.code, default: "") \(verdict.writtenAt)"
            alike[kind, default: 0] += 1
            guard alike[kind, default: 0] <= Self.mostAlike else { continue }
            judged += 1
            lines += "\(verdict.outcome == .decoded ? 1 : 0) \(String(decoding: payload, as: UTF8.self))\n"
        }
        #expect(eligible >= count)
        let scratch = ScratchFolder()
        scratch.write("schema.json", schema)
        scratch.write("payloads", lines)
        scratch.write("check.py", Self.checking)
        let status = scratch.run("'\(try #require(Validator.python))' check.py >printed 2>&1")
        let printed = String(decoding: scratch.read("printed"), as: UTF8.self)
        #expect(status == 0, "\(series.name)@\(version): \(printed)")
        let right = Int(printed.split(separator: " ").first ?? "") ?? 0
        #expect(valid.contains(right) && right < judged, "\(printed)")
    }

    private static let checking = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open("schema.json"))
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        valid = wrong = 0
        for line in open("payloads", encoding="utf-8"):
            wanted, payload = line[0] == "1", json.loads(line[2:])
            errors = [error.message for error in validator.iter_errors(payload)]
            valid += not errors
            if wanted != (not errors):
                wrong += 1
                print("decoder says", wanted, "of", line[2:200].strip(), errors[:3])
        print(valid, "valid")
        sys.exit(1 if wrong else 0)
        """

    private static func payloads(_ lines: [[UInt8]]) throws -> [[UInt8]] {
        try lines.map { line in
            let text = try #require(try JSONDocument(line).root["payload_b64"]?.string)
            var payload: [UInt8] = []
            let count = try Base64.decode(Array(text.utf8).span, into: &payload)
            return Array(payload.prefix(count))
        }
    }
}

/// An independent validator, installed into a folder of its own where Python hasn't got it.
enum Validator {
    static let whyNot: Comment = "needs python3 with the package jsonschema, or pip to install it"
    /// Made only where something has to be installed.
    private static let scratch = ScratchFolder()

    /// The Python that has it.
    static let python: String? = {
        guard ScratchFolder.has("python3") else { return nil }
        if ScratchFolder().run("python3 -c 'import jsonschema' 2>/dev/null") == 0 { return "python3" }
        let install = "python3 -m venv made >log 2>&1 && made/bin/pip install -q jsonschema >>log 2>&1"
        return scratch.run(install) == 0 ? scratch.path + "/made/bin/python" : nil
    }()

    static var isThere: Bool { python != nil }
}
