import Glibc
import Testing

@testable import Registries

@Suite("The fingerprint of a version")
struct FingerprintTests {
    private static let plain = #"""
        {"registry": "shop", "version": 1, "typeField": "/kind",
         "$defs": {"count": {"type": "integer", "minimum": 1, "maximum": 100, "multipleOf": 0.5}},
         "common": {"required": ["kind"]},
         "contents": [{"type": 7, "name": "order", "digest": {"en": "Tab\t\u00e9/", "zh": "订单"},
           "schema": {"properties": {"n": {"$ref": "#/$defs/count", "default": 1}, "t": {"const": {"a": [1, 2e3]}}}}}],
         "exempt": [{"rule": "a", "reason": "b"}]}
        """#

    /// The same as `plain`: other order, white space, escapes and number spellings, and notes.
    private static let disguised = #"""
        {
          "$schema": "https://example.org", "description": "A shop.", "x-owner": {"b": 1},
          "exempt": [ { "reason": "\u0062", "rule": "a", "x-when": 2020 } ],
          "contents": [ { "schema": { "description": "An order.", "properties": {
              "t": { "x-note": 1, "const": { "a": [ 1.0, 2000 ] } },
              "n": { "default": 1e0, "$ref": "#\/$defs\/count" } } },
            "name": "order", "digest": { "zh": "\u8ba2\u5355", "x-by": "Ann", "en": "Tab\u0009é\/" }, "type": 7 } ],
          "common": { "required": [ "kind" ] },
          "typeField": "/kind",
          "$defs": { "count": { "multipleOf": 5e-1, "maximum": 1e2, "minimum": 1.0, "type": "integer" } },
          "version": 1,
          "registry": "sh\u006fp"
        }
        """#

    private func fingerprint(_ text: String) throws -> String { try RegistrySeries(texts: text).newest.fingerprint }

    @Test("does not depend on member order, white space, escapes, number spellings and notes")
    func isOfTheValue() throws {
        #expect(try fingerprint(Self.plain) == fingerprint(Self.disguised))
    }

    @Test(
        "changes with everything else",
        arguments: [
            (#""minimum": 1,"#, #""minimum": 0,"#),
            (#""count""#, #""x-count""#),
            (#""maximum": 100,"#, #""maximum": 100, "title": "a","#),
            (#""n": {"#, #""description": {"#),
            (#""n": {"#, #""x-foo": {}, "n": {"#),
            (#""default": 1}"#, #""default": 2}"#),
            (#"{"a": ["#, #"{"description": 1, "a": ["#),
            (#"{"a": ["#, #"{"x-a": 1, "a": ["#),
            (#""kind"]"#, #""kind", "n"]"#),
            (#""/kind""#, #""/kind2""#),
            (#""订单""#, #""订""#),
            (#""registry": "shop""#, #""registry": "shop2""#),
            (#""type": 7"#, #""type": "7""#),
            (#""reason": "b""#, #""reason": "c""#),
            (#""exempt""#, #""nested": [], "exempt""#),
        ])
    func isOfEverything(_ change: (from: String, to: String)) throws {
        let target = change.to.contains("x-count") ? "#/$defs/x-count" : "#/$defs/count"
        let changed = Self.plain.replacing(change.from, with: change.to).replacing("#/$defs/count", with: target)
        #expect(changed != Self.plain)
        #expect(try fingerprint(changed) != fingerprint(Self.plain))
    }

    @Test("tells definitions named like notes apart, in every object of names")
    func countsNames() throws {
        func text(_ properties: String) -> String { Sample.file(contents: Sample.order(properties: properties)) }
        let texts = [
            text(#""a": {}"#), text(#""a": {}, "description": {}"#), text(#""a": {}, "x-foo": {}"#),
            text(#""a": {}, "$schema": {}"#), text(#""a": {"properties": {"x-foo": {}}}"#),
            text(#""a": {"patternProperties": {"x-foo": {}}}"#), text(#""a": {"dependentRequired": {"x-foo": []}}"#),
            text(#""a": {"dependentSchemas": {"x-foo": {}}}"#), text(#""a": {"$defs": {"x-foo": {}}}"#),
            text(#""a": {"default": {"x-foo": 1}}"#), text(#""a": {"enum": [{"x-foo": 1}]}"#),
        ]
        #expect(Set(try texts.map(fingerprint)).count == texts.count)
    }

    @Test("of a version without extends is the SHA-256 of the file in one spelling, as Python computes it")
    func agreesWithPython() throws {
        for text in [Self.plain, Self.disguised, Wukongim1.source] {
            guard let expected = try Self.python(text) else { return }
            let folder = try SeriesFolder([("shop.json", text)])
            #expect(try RegistrySeries(contentsOf: folder.path + "/shop.json").newest.fingerprint == expected)
        }
    }

    @Test("of wukongim@1 never changes")
    func ofWukongimIsFrozen() throws {
        #expect(
            try RegistrySeries.wukongim().newest.fingerprint
                == "96ee650760c8be36ea050a4103c85f20990b2fb626d49bb211cb927471071eaf")
    }

    @Test("of the shop's versions never changes")
    func ofShopIsFrozen() throws {
        guard let path = Shop.path else { return }
        let series = try RegistrySeries(contentsOf: path)
        #expect(
            series.versions.map(\.fingerprint) == [
                "bfc190fa0d52787ad74603d926649609964931eca4dbbc59bbd38534244b4bbb",
                "e18aa7b11707f6ca72ae97070b77c0cbde0c2076af1c4991f87099e5419af767",
                "8fe1b66e982d9b4d7bfcf04b6714164924a3689d8d7155be36c1ea21930847ca",
            ])
    }

    @Test("of an extending version covers what it extends, without what it overrides")
    func coversExtended() throws {
        let own = #"{"type": 1, "name": "text", "override": true, "schema": true}"#
        let alone = try fingerprint(Sample.file(1, #""extends": []"#))
        let extending = try fingerprint(Sample.file(1, #""extends": ["wukongim@1"]"#))
        let overriding = try fingerprint(Sample.file(1, #""extends": ["wukongim@1"]"#, contents: own))
        #expect(Set([alone, extending, overriding]).count == 3)
        guard let expected = try Self.python(Sample.file(1, #""extends": ["wukongim@1"]"#, contents: own)) else {
            return
        }
        #expect(overriding == expected)
    }

    /// What an independent program makes of REGISTRY.md's definition; nil where there is no Python.
    private static func python(_ text: String) throws -> String? {
        let program = #"""
            import decimal, hashlib, json, sys

            class Number(str): pass
            wukongim, text = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
            load = lambda text: json.loads(text, parse_int=Number, parse_float=Number)
            NAMES = {"properties", "patternProperties", "dependentSchemas", "dependentRequired", "$defs"}
            VALUES = {"default", "const", "enum", "value", "values", "examples"}
            is_note = lambda name: name in ("description", "$schema") or name.startswith("x-")

            def spelled(value, keeps=False, is_value=False):
                if isinstance(value, dict):
                    parts = []
                    for name in sorted(value, key=lambda name: name.encode()):
                        if not (keeps or is_value) and is_note(name): continue
                        below = is_value or (not keeps and name in VALUES)
                        names = not keeps and not is_value and name in NAMES
                        parts.append(spelled(name) + ":" + spelled(value[name], names, below))
                    return "{" + ",".join(parts) + "}"
                if isinstance(value, list):
                    return "[" + ",".join(spelled(item, keeps, is_value) for item in value) + "]"
                if isinstance(value, Number):
                    sign, digits, exponent = decimal.Decimal(value).as_tuple()
                    digits = "".join(map(str, digits)).lstrip("0")
                    if not digits: return "0"
                    short = digits.rstrip("0")
                    exponent += len(digits) - len(short)
                    return ("-" if sign else "") + short + ("e%d" % exponent if exponent else "")
                return json.dumps(value, ensure_ascii=False)

            file = load(text)
            if file.pop("extends", []):
                base = load(wukongim)
                replaced = {str(content["type"]) for content in file["contents"]}
                kept = [content for content in base["contents"] if str(content["type"]) not in replaced]
                file["contents"] = kept + file["contents"]
                for name in ("typeField", "placeholder", "$defs", "common"): file.setdefault(name, base[name])
                file["nested"] = base["nested"] + [item for item in file.get("nested", []) if item not in base["nested"]]
            print(hashlib.sha256(spelled(file).encode()).hexdigest(), end="")
            """#
        let folder = try SeriesFolder([("spell.py", program), ("base", Wukongim1.source), ("file", text)])
        let command = "python3 \(folder.path)/spell.py \(folder.path)/base \(folder.path)/file 2>/dev/null"
        let pipe = try #require(popen(command, "r"))
        var output = [UInt8](repeating: 0, count: 80)
        let count = withExtendedLifetime(folder) { fread(&output, 1, output.count, pipe) }
        let status = pclose(pipe)
        // 127 is how a shell says that there is no such program.
        if status >> 8 == 127 { return nil }
        try #require(status == 0 && count == 64, "\(status) \(count)")
        return String(decoding: output[..<count], as: UTF8.self)
    }
}
