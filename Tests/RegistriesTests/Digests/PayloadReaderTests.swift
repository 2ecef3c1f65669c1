import JSONText
import Testing

@testable import Registries

@Suite("Digests of payloads")
struct PayloadReaderTests {
    /// What a reader says of one payload.
    private struct Said: Equatable {
        var digest: String
        var searchable: String
        var outcome: Outcome
        var code: FindingCode?
    }

    private func read(_ payload: String, with reader: inout PayloadReader) -> Said {
        read(Array(payload.utf8), with: &reader)
    }

    private func read(_ payload: [UInt8], with reader: inout PayloadReader) -> Said {
        var tape = JSONTape()
        let reading = reader.read(payload.span, onto: &tape)
        var digest = Array("> ".utf8)
        var searchable: [UInt8] = []
        reader.appendDigest(of: reading, on: tape, in: payload.span, to: &digest)
        reader.appendSearchable(of: reading, on: tape, in: payload.span, to: &searchable)
        #expect(digest.starts(with: Array("> ".utf8)))
        return Said(
            digest: String(decoding: digest.dropFirst(2), as: UTF8.self),
            searchable: String(decoding: searchable, as: UTF8.self), outcome: reading.outcome, code: reading.code)
    }

    private func reader(
        _ texts: String..., at version: Int? = nil, raw: Bool = false, language: String = "en"
    ) throws -> PayloadReader {
        let series = try RegistrySeries(texts: texts)
        return PayloadReader(
            series, try #require(ContentRegistry(series, version: version)), raw: raw, language: language)
    }

    private func wukongim(_ language: String = "en") throws -> PayloadReader {
        let series = try RegistrySeries.wukongim()
        return PayloadReader(series, try #require(ContentRegistry(series)), language: language)
    }

    // MARK: Values

    private let values = Sample.file(
        contents: Sample.order(
            properties: #""a": true, "b": {"properties": {"c": true}}, "list": {"type": "array", "items": true}"#,
            #""digest": "[{a}|{/b/c}|{/list/1}]{{}}""#))

    @Test(arguments: [
        (#"{"type": 7, "a": "x", "b": {"c": 1e2}, "list": [0, true]}"#, "[x|1e2|true]{}"),
        (#"{"type": 7, "a": null, "b": {"d": 3}, "list": []}"#, "[||]{}"),
        (#"{"type": 7, "a": {"x": 1}, "b": {"c": ["y"]}, "list": [1]}"#, "[||]{}"),
        (#"{"type": 7, "a": "{/b/c} \" \ud83d", "b": {"c": "😀"}}"#, "[{/b/c} \" \u{FFFD}|😀|]{}"),
        (#"{"type": 7}"#, "[||]{}"),
    ])
    func `a template shows texts and numbers, and nothing of other values`(payload: String, digest: String) throws {
        var reader = try reader(values)
        #expect(read(payload, with: &reader).digest == digest)
    }

    @Test func `filters run in their order`() throws {
        func digest(_ field: String, _ payload: String) throws -> String {
            var reader = try reader(
                Sample.file(
                    contents: Sample.order(
                        properties: #""a": true, "extra": {"type": "array"}"#, #""digest": "\#(field)""#)))
            return read(payload, with: &reader).digest
        }
        let html = #"{"type": 7, "a": "<b>one</b>\n\n<i>two</i>"}"#
        #expect(try digest("{a|plain|oneline|cut:5}", html) == "one t")
        #expect(try digest("{a|cut:5|plain}", html) == "on")
        #expect(try digest("{a|plain|or:none}", #"{"type": 7, "a": "<br>"}"#) == "none")
        #expect(try digest("{a|or:none|plain}", #"{"type": 7, "a": "<br>"}"#) == "")
        #expect(try digest("{a|or:}", #"{"type": 7}"#) == "")
        let filled = #"{"type": 7, "a": "{0}\n{1}{2}", "extra": [{"name": "An\nn"}, {"name": 5}]}"#
        #expect(try digest("{a|fill:/extra|oneline}", filled) == "An n 5{2}")
        #expect(try digest("{a|oneline|fill:/extra}", filled) == "An\nn 5{2}")
    }

    @Test(arguments: [
        #""extra": [{"uid": "u"}]"#, #""extra": ["Ann"]"#, #""extra": [{"name": null}]"#, #""extra": [{"name": {}}]"#,
        #""extra": []"#, #""extra": {"0": {"name": "Ann"}}"#, #""extra": null"#, #""other": 1"#,
    ])
    func `what no name is there for stays`(extra: String) throws {
        var reader = try reader(
            Sample.file(
                contents: Sample.order(properties: #""a": true, "extra": true"#, #""digest": "{a|fill:/extra}""#)))
        #expect(read(#"{"type": 7, "a": "{0} left", \#(extra)}"#, with: &reader).digest == "{0} left")
    }

    // MARK: What a payload lacks

    @Test func `what SDKs assume is shown where a member is absent, and only there`() throws {
        let schema = #"""
            "type": "object", "$defs": {"p": {"properties": {"name": {"x-assumed": "nobody"}}}},
            "properties": {"a": {"x-assumed": "A"}, "n": {"x-assumed": 3}, "z": {"x-assumed": null}, "o":
            {"properties": {"i": {"x-assumed": "inner"}}}, "extra": {"items": {"$ref": "#/$defs/p"}}}
            """#
        var reader = try reader(
            Sample.file(
                contents: Sample.order(schema, #""digest": "{a|fill:/extra}|{n}|{z}|{/o/i}|{/o/j}""#)
                    .replacing(#""o":"#, with: #""j": true, "o":"#).replacing("{/o/j}", with: "{j}")))
        #expect(read(#"{"type": 7}"#, with: &reader).digest == "A|3|||")
        #expect(read(#"{"type": 7, "a": null, "n": "", "o": {}}"#, with: &reader).digest == "|||inner|")
        let filled = #"{"type": 7, "a": "{0}{1}", "extra": [{}, {"name": null}], "o": {"i": 1}}"#
        #expect(read(filled, with: &reader).digest == "nobody{1}|3||1|")
    }

    @Test func `a default counts where the payload is read as it stands, before what is assumed`() throws {
        let file = Sample.file(
            contents: Sample.order(
                properties: #""a": {"default": "D", "x-assumed": "A"}, "o": {"default": {"i": "I"}}"#,
                #""digest": "{a} {/o/i}", "searchable": ["/a"]"#
            ).replacing(#"{"default": {"i"#, with: #"{"properties": {"i": {}}, "default": {"i"#))
        for raw in [false, true] {
            var reader = try reader(file, raw: raw)
            #expect(read(#"{"type": 7}"#, with: &reader).digest == "D I", "raw: \(raw)")
            #expect(read(#"{"type": 7, "o": {}}"#, with: &reader).digest == "D ", "raw: \(raw)")
        }
    }

    @Test func `what common assumes counts too`() throws {
        var reader = try reader(
            Sample.file(
                1, #""common": {"properties": {"from": {"x-assumed": "someone"}}}"#,
                contents: Sample.order("", #""digest": "{from}""#)))
        #expect(read(#"{"type": 7}"#, with: &reader).digest == "someone")
    }

    // MARK: Languages

    @Test(arguments: [
        ("zh", "订单"), ("ZH", "订单"), ("zh-CN", "订单"), ("zh-Hant-TW", "訂單"), ("zh_Hant", "訂單"), ("en", "Order"),
        ("en-GB", "Order"), ("fr", "Order"), ("", "Order"),
    ])
    func `a digest is in the language asked for, or its base, or English`(language: String, digest: String) throws {
        let templates = #""digest": {"zh": "订单", "zh-Hant": "訂單", "en": "Order"}"#
        var reader = try reader(Sample.file(contents: Sample.order("", templates)), language: language)
        #expect(read(#"{"type": 7}"#, with: &reader).digest == digest)
    }

    @Test func `without English the first language serves`() throws {
        var reader = try reader(
            Sample.file(contents: Sample.order("", #""digest": {"de": "Auftrag", "fr": "Commande"}"#)), language: "ja")
        #expect(read(#"{"type": 7}"#, with: &reader).digest == "Auftrag")
        reader = try self.reader(Sample.file(contents: Sample.order("", #""digest": "always""#)), language: "ja")
        #expect(read(#"{"type": 7}"#, with: &reader).digest == "always")
        reader = try self.reader(Sample.file(contents: Sample.order()), language: "ja")
        #expect(read(#"{"type": 7}"#, with: &reader).digest == "[order]")
    }

    // MARK: Placeholders

    @Test(arguments: [
        (#"{"type": 8}"#, "8", Outcome.unknown, FindingCode.typeUnknown),
        (#"{"type": -18446744073709551617}"#, "-18446744073709551617", .unknown, .typeUnknown),
        (#"{"type": "te\u0078t"}"#, "text", .unknown, .typeUnknown),
        (#"{"type": 9}"#, "9", .unknown, .typeRetired),
        (#"{"type": 7.0}"#, "7.0", .malformed, .typeInvalid), (#"{"type": "7"}"#, "7", .malformed, .typeInvalid),
        (#"{"type": [7]}"#, "?", .malformed, .typeInvalid), (#"{"type": null}"#, "?", .malformed, .typeInvalid),
        (#"{"type": true}"#, "?", .malformed, .typeInvalid), (#"{"type": ""}"#, "?", .unknown, .typeUnknown),
        ("{}", "?", .malformed, .typeMissing), ("[]", "?", .malformed, .payloadNotObject),
        ("", "?", .malformed, .payloadEmpty), ("hi", "?", .malformed, .payloadNotJSON),
        (#"{"type": 7"#, "?", .malformed, .payloadNotJSON),
        (String(repeating: "[", count: 600), "?", .malformed, .payloadTooDeep),
    ])
    func `unknown and malformed payloads have the placeholder`(
        payload: String, type: String, outcome: Outcome, code: FindingCode
    ) throws {
        var reader = try reader(
            Sample.file(1, #""retired": {"types": [{"type": 9, "name": "old"}]}"#, contents: Sample.order()))
        #expect(
            read(payload, with: &reader)
                == Said(digest: "[Unsupported message: type \(type)]", searchable: "", outcome: outcome, code: code))
    }

    @Test func `a payload that breaks its schema has the placeholder, in its language`() throws {
        let placeholder = #""placeholder": {"en": "({type|cut:2})", "zh": "{{未知}}"}"#
        let order = Sample.order(properties: #""a": {"type": "string"}"#, #""digest": "{a}", "searchable": ["/a"]"#)
        let broken = #"{"type": 7, "a": 1}"#
        var reader = try reader(Sample.file(1, placeholder, contents: order))
        #expect(read(broken, with: &reader) == Said(digest: "(7)", searchable: "", outcome: .malformed, code: nil))
        #expect(read(#"{"type": 12345}"#, with: &reader).digest == "(12)")
        reader = try self.reader(Sample.file(1, placeholder, contents: order), language: "zh-CN")
        #expect(read(broken, with: &reader).digest == "{未知}")
    }

    @Test func `a long type is cut in the placeholder`() throws {
        var reader = try reader(Sample.file(contents: Sample.order()))
        let said = read(#"{"type": "\#(String(repeating: "é", count: 1000))"}"#, with: &reader)
        #expect(said.digest == "[Unsupported message: type \(String(repeating: "é", count: 64))…]")
    }

    @Test func `a payload that can't be had has the placeholder`() throws {
        var reader = try reader(Sample.file(contents: Sample.order()))
        for (code, outcome) in [(FindingCode.payloadEncrypted, Outcome.unknown), (.payloadBase64, .malformed)] {
            let reading = PayloadReading(code)
            #expect(reading.outcome == outcome)
            var digest: [UInt8] = []
            let nothing: [UInt8] = []
            reader.appendDigest(of: reading, on: JSONTape(), in: nothing.span, to: &digest)
            #expect(String(decoding: digest, as: UTF8.self) == "[Unsupported message: type ?]")
        }
    }

    // MARK: Upgrades

    private let evolved = [
        Sample.file(1, contents: Sample.order(properties: #""name": {"type": "string"}"#, #""digest": "1 {name}""#)),
        Sample.file(
            2,
            contents: Sample.order(
                properties:
                    #""title": {"type": "string"}, "currency": {"type": "string", "default": "CNY"}"#,
                #""upgrade": [{"op": "move", "from": "/name", "path": "/title"}], "digest": "2 {title} {currency}", "searchable": ["/title"]"#
            )),
    ]

    @Test func `a payload is shown as migrate would leave it`() throws {
        var reader = try reader(evolved[0], evolved[1])
        #expect(
            read(#"{"type": 7, "name": "Tea"}"#, with: &reader)
                == Said(digest: "2 Tea CNY", searchable: "Tea\n", outcome: .decoded, code: nil))
        #expect(read(#"{"type": 7, "title": "Tea", "currency": "EUR"}"#, with: &reader).digest == "2 Tea EUR")
        reader = try self.reader(evolved[0], evolved[1], at: 1)
        #expect(read(#"{"type": 7, "name": "Tea"}"#, with: &reader).digest == "1 Tea")
    }

    @Test func `raw shows a payload as a client would`() throws {
        var reader = try reader(evolved[0], evolved[1], raw: true)
        #expect(
            read(#"{"type": 7, "name": "Tea"}"#, with: &reader)
                == Said(digest: "2  CNY", searchable: "", outcome: .decoded, code: nil))
    }

    @Test func `an upgraded text is the reader's, another one the caller's`() throws {
        var reader = try reader(evolved[0], evolved[1])
        var tape = JSONTape()
        for (payload, text, version) in [
            (#"{"type": 7, "name": "Tea"}"#, #"{"type": 7, "title": "Tea","currency":"CNY"}"#, 1),
            (#"{"type": 7, "title": "Tea", "currency": "EUR"}"#, #"{"type": 7, "title": "Tea", "currency": "EUR"}"#, 2),
            (#"{"type": 8, "name": "Tea"}"#, #"{"type": 8, "name": "Tea"}"#, 0),
        ] {
            let bytes = Array(payload.utf8)
            let reading = reader.read(bytes.span, onto: &tape)
            #expect(reading.writtenAt == version)
            #expect(reading.isUpgraded == (text != payload))
            let found = reader.withText(of: reading, on: tape, in: bytes.span) { tape, bytes in
                (tape.text(reading.root, in: bytes), tape.text(reading.typeNode, in: bytes))
            }
            #expect(found.0 == text)
            #expect(found.1 == (version == 0 ? "8" : "7"))
        }
    }

    @Test func `a payload inside another is shown upgraded`() throws {
        let nested = #""nested": ["/reply"], "common": {"properties": {"reply": {"type": "object"}, "x": true}}"#
        let note = #"{"type": 8, "name": "note", "schema": {}, "digest": "note on {/reply/title}"}"#
            .replacing("{/reply/title}", with: "{x}")
        func file(_ version: Int, _ order: String) -> String { Sample.file(version, nested, contents: order, note) }
        let first = Sample.order(properties: #""name": {"type": "string"}"#)
        let second = Sample.order(
            properties: #""title": {"type": "string"}"#,
            #""upgrade": [{"op": "move", "from": "/name", "path": "/title"}], "digest": "{title}""#)
        var reader = try reader(file(1, first), file(2, second))
        let bytes = Array(#"{"type": 8, "x": "y", "reply": {"type": 7, "name": "Tea"}}"#.utf8)
        var tape = JSONTape()
        let reading = reader.read(bytes.span, onto: &tape)
        #expect(reading.isUpgraded)
        let text = reader.withText(of: reading, on: tape, in: bytes.span) { $0.text(0, in: $1) }
        #expect(text == #"{"type": 8, "x": "y", "reply": {"type": 7, "title": "Tea"}}"#)
    }

    // MARK: What is shown, and searched

    @Test func `commands are not displayed, whether they decode or not`() throws {
        var reader = try wukongim()
        var tape = JSONTape()
        for (payload, isDisplayed) in [
            (#"{"type": 99, "cmd": "messageRevoke"}"#, false), (#"{"type": 99}"#, false), (#"{"type": 1}"#, true),
            (#"{"type": 123456}"#, true), ("no", true),
        ] {
            let bytes = Array(payload.utf8)
            #expect(reader.read(bytes.span, onto: &tape).isDisplayed == isDisplayed, "\(payload)")
        }
    }

    @Test func `system messages are filled from their extra, also for a search`() throws {
        var reader = try wukongim()
        let payload = #"""
            {"type": 1002, "content": "{0} invited {1}, {2} and {3}",
             "extra": [{"uid": "a", "name": "Ann"}, {"uid": "b", "name": "{0}"}, {"uid": "c"}]}
            """#
        #expect(
            read(payload, with: &reader)
                == Said(
                    digest: "Ann invited {0},  and {3}".replacing("  ", with: " "),
                    searchable: "Ann invited {0},  and {3}\n", outcome: .decoded, code: nil))
        #expect(read(#"{"type": 1002, "extra": []}"#, with: &reader).digest == "[Unsupported message: type 1002]")
        #expect(read(#"{"type": 1006}"#, with: &reader).digest == "[Message revoked]")
        reader = try wukongim("zh-CN")
        #expect(read(#"{"type": 1006, "content": ""}"#, with: &reader).digest == "[消息已撤回]")
        #expect(read(#"{"type": 2, "url": "u"}"#, with: &reader).digest == "[图片]")
        #expect(read(#"{"type": 424242}"#, with: &reader).digest == "[未知消息]")
    }

    @Test func `searchable texts come in their order, one a line`() throws {
        var reader = try reader(
            Sample.file(
                contents: Sample.order(
                    properties: #""a": true, "items": {"items": {"properties": {"name": true}}}"#,
                    #""searchable": ["/items/*/name", "/a"]"#)))
        let payload = #"{"type": 7, "a": 12, "items": [{"name": "x"}, {}, 3, {"name": ""}, {"name": "y"}]}"#
        #expect(read(payload, with: &reader).searchable == "x\ny\n12\n")
    }

    @Test func `the shop's orders of every age have their digest`() throws {
        guard let path = Shop.path else { return }
        let series = try RegistrySeries(contentsOf: path)
        var reader = PayloadReader(series, try #require(ContentRegistry(series)))
        let first = read(
            #"{"type": 10001, "order_id": "o1", "title": "Tea\nset"}"#, with: &reader)
        #expect(first.outcome == .decoded)
        #expect(first.digest == "[Order] Tea set (placed)")
        #expect(first.searchable == "Tea\nset\n")
    }
}
