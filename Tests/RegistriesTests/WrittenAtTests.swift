import JSONText
import Testing

@testable import Registries

@Suite("The version that a payload was written at")
struct WrittenAtTests {
    /// A payload, and the version that it was written at; 0 for none.
    struct Case: CustomTestStringConvertible {
        let payload: String
        let version: Int

        init(_ payload: String, _ version: Int) {
            self.payload = payload
            self.version = version
        }

        var testDescription: String { "\(payload) at \(version)" }
    }

    /// A series of one content's definitions, decoded at a version.
    private static func registry(at version: Int? = nil, _ definitions: String...) throws -> ContentRegistry {
        let series = try RegistrySeries(texts: definitions.enumerated().map { Sample.file($0 + 1, contents: $1) })
        return try #require(ContentRegistry(series, version: version))
    }

    private static let grown = [
        Sample.order(#""properties": {"id": {"type": "string"}}, "required": ["id"]"#),
        Sample.order(#""properties": {"id": {"type": "string"}, "a": {"default": 1}}, "required": ["id"]"#),
        Sample.order(
            #""properties": {"id": {"type": "string"}, "a": {"default": 1}, "b": {"type": "string", "default": ""}}, "required": ["id"]"#
        ),
    ]

    @Test(
        "is the highest one at which no default is missing",
        arguments: [
            Case(#"{"type":7,"id":"x"}"#, 1), Case(#"{"type":7,"id":"x","a":2}"#, 2),
            Case(#"{"type":7,"id":"x","a":2,"b":""}"#, 3), Case(#"{"type":7,"id":"x","b":""}"#, 1),
        ] as [(Case)])
    func isByDefaults(_ one: Case) throws {
        let registry = try Self.registry(Self.grown[0], Self.grown[1], Self.grown[2])
        let decoded = try Decoded(one.payload, with: registry)
        #expect(decoded.outcome == .decoded)
        #expect(decoded.writtenAt == one.version)
    }

    @Test("is told of decoded payloads only")
    func isOfDecoded() throws {
        let registry = try Self.registry(Self.grown[0], Self.grown[1])
        let decoded = try Decoded(#"{"type":7,"a":2}"#, with: registry)
        #expect(decoded.outcome == .malformed && decoded.writtenAt == 0)
    }

    @Test("can be later than the version that is decoded at")
    func canBeLater() throws {
        let registry = try Self.registry(at: 1, Self.grown[0], Self.grown[1], Self.grown[2])
        #expect(try Decoded(#"{"type":7,"id":"x"}"#, with: registry).writtenAt == 1)
        #expect(try Decoded(#"{"type":7,"id":"x","a":2}"#, with: registry).writtenAt == 2)
        #expect(try Decoded(#"{"type":7,"id":"x","a":2,"b":""}"#, with: registry).writtenAt == 3)
        // Version 3 would refuse it, and it holds at version 2 all the same.
        #expect(try Decoded(#"{"type":7,"id":"x","a":2,"b":3}"#, with: registry).writtenAt == 2)
    }

    @Test("is none where each version misses something")
    func isPartial() throws {
        let registry = try Self.registry(
            Sample.order(properties: #""a": {"default": 1}"#), Sample.order(properties: #""b": {"default": 1}"#))
        #expect(try Decoded(#"{"type":7}"#, with: registry).writtenAt == 0)
        #expect(try Decoded(#"{"type":7,"a":1}"#, with: registry).writtenAt == 1)
        #expect(try Decoded(#"{"type":7,"b":1}"#, with: registry).writtenAt == 2)
        #expect(try Decoded(#"{"type":7,"a":1,"b":1}"#, with: registry).writtenAt == 2)
    }

    @Test("counts defaults in every element and every object that is there")
    func isByDeepDefaults() throws {
        let registry = try Self.registry(
            Sample.order(properties: #""lines": {"items": {"properties": {"n": {}}}}"#),
            Sample.order(
                properties:
                    #""lines": {"items": {"properties": {"n": {}, "m": {"default": 0}}}}, "x": {"properties": {"y": {"default": 0}}}"#
            ))
        #expect(try Decoded(#"{"type":7}"#, with: registry).writtenAt == 2)
        #expect(try Decoded(#"{"type":7,"lines":[]}"#, with: registry).writtenAt == 2)
        #expect(try Decoded(#"{"type":7,"lines":[{"m":1},{}]}"#, with: registry).writtenAt == 1)
        #expect(try Decoded(#"{"type":7,"lines":[{"m":1}],"x":{}}"#, with: registry).writtenAt == 1)
        #expect(try Decoded(#"{"type":7,"lines":[{"m":1}],"x":{"y":null}}"#, with: registry).writtenAt == 2)
    }

    @Test("names the lowest of versions with an equal definition")
    func namesTheLowest() throws {
        let noted = Self.grown[1].replacing(#""default": 1"#, with: #""x-note": "one", "default": 1.0"#)
        let registry = try Self.registry(
            Self.grown[0], Self.grown[1], noted, Self.grown[1], Self.grown[2], Self.grown[2])
        #expect(try Decoded(#"{"type":7,"id":"x"}"#, with: registry).writtenAt == 1)
        #expect(try Decoded(#"{"type":7,"id":"x","a":1}"#, with: registry).writtenAt == 2)
        #expect(try Decoded(#"{"type":7,"id":"x","a":1,"b":""}"#, with: registry).writtenAt == 5)
    }

    @Test("sees a difference in the file's own schemas, where the definition refers to them")
    func seesDefinitions() throws {
        func text(_ version: Int, _ count: String, _ other: String) -> String {
            Sample.file(
                version,
                ##""$defs": {"line": {"properties": {"n": {"$ref": "#/$defs/count"}}}, "count": \##(count), "other": \##(other)}"##,
                contents: Sample.order(properties: ##""line": {"$ref": "#/$defs/line"}"##))
        }
        let series = try RegistrySeries(
            texts: text(1, #"{"type": "integer"}"#, "{}"), text(2, #"{"type": "integer"}"#, #"{"type": "null"}"#),
            text(3, #"{"type": "integer", "default": 1}"#, "{}"))
        let registry = try #require(ContentRegistry(series))
        #expect(try Decoded(#"{"type":7,"line":{"n":1}}"#, with: registry).writtenAt == 3)
        // Versions 1 and 2 differ only in a schema that nothing refers to.
        #expect(try Decoded(#"{"type":7,"line":{}}"#, with: registry).writtenAt == 1)
    }

    @Test("looks at what common says in each version")
    func looksAtCommon() throws {
        func text(_ version: Int, _ common: String) -> String {
            Sample.file(version, #""common": \#(common)"#, contents: Sample.order())
        }
        let series = try RegistrySeries(texts: text(1, #"{"required": ["a"]}"#), text(2, "{}"))
        let registry = try #require(ContentRegistry(series))
        // Equal definitions count as one, which the payload is at strictly in version 2.
        #expect(try Decoded(#"{"type":7}"#, with: registry).writtenAt == 1)
        #expect(try Decoded(#"{"type":7,"a":1}"#, with: registry).writtenAt == 1)
    }

    @Test("is of the content that carries the name, also where an override replaced it")
    func isOfTheName() throws {
        let override =
            #"{"type": 1, "name": "text", "override": true, "schema": {"properties": {"content": {}, "lang": {"default": ""}}}}"#
        let series = try RegistrySeries(
            texts: Sample.file(1, #""extends": ["wukongim@1"]"#), Sample.file(2, #""extends": ["wukongim@1"]"#),
            Sample.file(3, #""extends": ["wukongim@1"]"#, contents: override))
        let registry = try #require(ContentRegistry(series))
        #expect(try Decoded(#"{"type":1,"content":"a"}"#, with: registry).writtenAt == 1)
        #expect(try Decoded(#"{"type":1,"content":"a","lang":"en"}"#, with: registry).writtenAt == 3)
        #expect(try Decoded(#"{"type":2,"url":"u"}"#, with: registry).writtenAt == 1)
    }

    /// A content of two versions with a step between them.
    private static func stepped(_ step: String, before: String = "", after: String = "") throws -> ContentRegistry {
        try registry(
            Sample.order(properties: before), Sample.order(properties: after, #""upgrade": [\#(step)]"#))
    }

    @Test(
        "is before a step that would move or copy something",
        arguments: [
            (#"{"op": "move", "from": "/name", "path": "/title"}"#, #"{"type":7,"name":"x"}"#, 1),
            (#"{"op": "move", "from": "/name", "path": "/title"}"#, #"{"type":7,"title":"x"}"#, 2),
            (#"{"op": "move", "from": "/name", "path": "/title"}"#, #"{"type":7}"#, 2),
            (#"{"op": "copy", "from": "/name", "path": "/title"}"#, #"{"type":7,"name":"x"}"#, 1),
            (#"{"op": "copy", "from": "/name", "path": "/title"}"#, #"{"type":7,"name":"x","title":"x"}"#, 2),
            (#"{"op": "copy", "from": "/name", "path": "/title"}"#, #"{"type":7,"title":"x"}"#, 2),
            (#"{"op": "move", "from": "/name", "path": "/a/title"}"#, #"{"type":7,"a":{"title":1}}"#, 2),
            (
                #"{"op": "move", "from": "/lines/*/a", "path": "/lines/*/b"}"#,
                #"{"type":7,"lines":[{"b":1},{"a":1}]}"#, 1
            ),
            (#"{"op": "move", "from": "/lines/*/a", "path": "/lines/*/b"}"#, #"{"type":7,"lines":[{"b":1},{}]}"#, 2),
            (
                #"{"op": "copy", "from": "/lines/*/a", "path": "/lines/*/b"}"#,
                #"{"type":7,"lines":[{"a":1,"b":1},{"b":1}]}"#, 2
            ),
            (
                #"{"op": "copy", "from": "/lines/*/a", "path": "/lines/*/b"}"#,
                #"{"type":7,"lines":[{"a":1},{"b":1}]}"#, 1
            ),
            (
                #"{"op": "copy", "from": "/lines/*/a", "path": "/lines/*/b"}"#,
                #"{"type":7,"lines":[{"a":1,"b":1},{}]}"#, 2
            ),
        ] as [(String, String, Int)])
    func isBeforeMoves(_ step: String, _ payload: String, _ version: Int) throws {
        let known =
            #""name": {}, "title": {}, "a": {"properties": {"title": {}}}, "lines": {"items": {"properties": {"a": {}, "b": {}}}}"#
        let registry = try Self.stepped(step, before: known, after: known)
        #expect(try Decoded(payload, with: registry).writtenAt == version)
    }

    @Test(
        "is before a step that would add, remove, convert or map something",
        arguments: [
            (#"{"op": "add", "path": "/a", "value": 1}"#, #"{"type":7}"#, 1),
            (#"{"op": "add", "path": "/a", "value": 1}"#, #"{"type":7,"a":null}"#, 2),
            (#"{"op": "add", "path": "/o/a", "value": 1}"#, #"{"type":7}"#, 1),
            (#"{"op": "add", "path": "/o/a", "value": 1}"#, #"{"type":7,"o":{}}"#, 1),
            (#"{"op": "add", "path": "/o/a", "value": 1}"#, #"{"type":7,"o":{"a":2}}"#, 2),
            (#"{"op": "add", "path": "/lines/*/a", "value": 1}"#, #"{"type":7}"#, 2),
            (#"{"op": "add", "path": "/lines/*/a", "value": 1}"#, #"{"type":7,"lines":[]}"#, 2),
            (#"{"op": "add", "path": "/lines/*/a", "value": 1}"#, #"{"type":7,"lines":[{"a":1},{}]}"#, 1),
            (#"{"op": "add", "path": "/lines/*/a", "value": 1}"#, #"{"type":7,"lines":[{"a":1}]}"#, 2),
            (#"{"op": "add", "path": "/lines/*/o/a", "value": 1}"#, #"{"type":7,"lines":[{"o":{"a":1}},{}]}"#, 1),
            (#"{"op": "remove", "path": "/a"}"#, #"{"type":7,"a":null}"#, 1),
            (#"{"op": "remove", "path": "/a"}"#, #"{"type":7}"#, 2),
            (#"{"op": "remove", "path": "/lines/*/a"}"#, #"{"type":7,"lines":[{},{"a":0}]}"#, 1),
            (#"{"op": "convert", "path": "/a", "to": "integer"}"#, #"{"type":7,"a":"12"}"#, 1),
            (#"{"op": "convert", "path": "/a", "to": "integer"}"#, #"{"type":7,"a":12.5}"#, 1),
            (#"{"op": "convert", "path": "/a", "to": "integer"}"#, #"{"type":7,"a":12.0}"#, 1),
            (#"{"op": "convert", "path": "/a", "to": "integer"}"#, #"{"type":7,"a":12}"#, 2),
            (#"{"op": "convert", "path": "/a", "to": "number"}"#, #"{"type":7,"a":12}"#, 2),
            (#"{"op": "convert", "path": "/a", "to": "number"}"#, #"{"type":7,"a":true}"#, 1),
            (#"{"op": "convert", "path": "/a", "to": "string"}"#, #"{"type":7,"a":1}"#, 1),
            (#"{"op": "convert", "path": "/a", "to": "string"}"#, #"{"type":7,"a":"1"}"#, 2),
            (#"{"op": "convert", "path": "/a", "to": "boolean"}"#, #"{"type":7,"a":0}"#, 1),
            (#"{"op": "convert", "path": "/a", "to": "boolean"}"#, #"{"type":7,"a":false}"#, 2),
            (#"{"op": "convert", "path": "/a", "to": "boolean"}"#, #"{"type":7}"#, 2),
            (
                #"{"op": "map", "path": "/a", "values": [[0, "placed"], [{"b": [1]}, "paid"]]}"#,
                #"{"type":7,"a":0.0}"#, 1
            ),
            (
                #"{"op": "map", "path": "/a", "values": [[0, "placed"], [{"b": [1]}, "paid"]]}"#,
                #"{"type":7,"a":{"b":[1e0]}}"#, 1
            ),
            (
                #"{"op": "map", "path": "/a", "values": [[0, "placed"], [{"b": [1]}, "paid"]]}"#,
                #"{"type":7,"a":"placed"}"#, 2
            ),
            (#"{"op": "map", "path": "/a", "values": [[0, "placed"], [{"b": [1]}, "paid"]]}"#, #"{"type":7,"a":1}"#, 2),
            (#"{"op": "map", "path": "/a", "values": [["\u0061", "b"]]}"#, #"{"type":7,"a":"a"}"#, 1),
        ] as [(String, String, Int)])
    func isBeforeChanges(_ step: String, _ payload: String, _ version: Int) throws {
        let known =
            #""a": {}, "o": {"properties": {"a": {}}}, "lines": {"items": {"properties": {"a": {}, "o": {"properties": {"a": {}}}}}}"#
        let registry = try Self.stepped(step, before: known, after: known)
        #expect(try Decoded(payload, with: registry).writtenAt == version)
    }

    @Test("counts the steps of every version up to it")
    func countsEarlierSteps() throws {
        let properties = #""a": {}, "b": {}, "c": {"default": 1}"#
        let registry = try Self.registry(
            Sample.order(properties: #""a": {}"#),
            Sample.order(properties: #""b": {}"#, #""upgrade": [{"op": "move", "from": "/a", "path": "/b"}]"#),
            Sample.order(properties: properties))
        #expect(try Decoded(#"{"type":7,"b":1,"c":1}"#, with: registry).writtenAt == 3)
        #expect(try Decoded(#"{"type":7,"b":1}"#, with: registry).writtenAt == 2)
        #expect(try Decoded(#"{"type":7,"a":1}"#, with: registry).writtenAt == 1)
        // Version 3 has an `a` of its own, and no upgrade would touch it.
        #expect(try Decoded(#"{"type":7,"a":1,"c":1}"#, with: registry).writtenAt == 3)
    }

    @Test(
        "is what the payload says, where it says a version of the series",
        arguments: [
            (#"{"type":7,"v":1}"#, 1, false), (#"{"type":7,"v":2}"#, 1, false), (#"{"type":7,"v":3}"#, 3, false),
            (#"{"type":7,"v":2,"a":1}"#, 1, false), (#"{"type":7,"v":3,"a":1}"#, 3, false),
            (#"{"type":7}"#, 1, false), (#"{"type":7,"a":1}"#, 3, false),
            (#"{"type":7,"v":2.0}"#, 1, false), (#"{"type":7,"v":3e0,"a":1}"#, 3, false),
            (#"{"type":7,"v":4}"#, 1, true), (#"{"type":7,"v":4,"a":1}"#, 3, true), (#"{"type":7,"v":0}"#, 1, true),
            (#"{"type":7,"v":-1}"#, 1, true), (#"{"type":7,"v":2.5}"#, 1, true), (#"{"type":7,"v":"2"}"#, 1, true),
            (#"{"type":7,"v":null}"#, 1, true), (#"{"type":7,"v":[]}"#, 1, true),
            (#"{"type":7,"v":1e999999999}"#, 1, true), (#"{"type":7,"v":99999999999999999999}"#, 1, true),
        ] as [(String, Int, Bool)])
    func isByField(_ payload: String, _ version: Int, _ isInvalid: Bool) throws {
        let field = #""versionField": "/v""#
        let registry = try Self.registry(
            Sample.order("", field), Sample.order("", field), Sample.order(properties: #""a": {"default": 1}"#, field))
        let decoded = try Decoded(payload, with: registry)
        #expect(decoded.outcome == .decoded)
        #expect(decoded.writtenAt == version)
        #expect(decoded.findings == (isInvalid ? ["version-invalid /v"] : []))
    }

    @Test("can stand in a field below the payload's members")
    func isByNestedField() throws {
        let text = Sample.file(
            contents: Sample.order(properties: #""meta": {"properties": {"v": {}}}"#, #""versionField": "/meta/v""#))
        let registry = try #require(try ContentRegistry(RegistrySeries(texts: text)))
        #expect(try Decoded(#"{"type":7,"meta":{"v":1}}"#, with: registry).findings == [])
        #expect(try Decoded(#"{"type":7,"meta":{"v":2}}"#, with: registry).findings == ["version-invalid /meta/v"])
        #expect(try Decoded(#"{"type":7,"meta":2}"#, with: registry).findings == [])
    }

    @Test("of the shop's orders is told by their members")
    func ofTheShop() throws {
        guard let path = Shop.path else { return }
        let series = try RegistrySeries(contentsOf: path)
        #expect(series.name == "shop" && series.warnings.isEmpty)
        let registry = try #require(ContentRegistry(series))
        #expect(try Decoded(#"{"type":10001,"order_id":"1","title":"a"}"#, with: registry).writtenAt == 1)
        let second = try Decoded(
            #"{"type":10001,"order_id":"1","title":"a","currency":"EUR","quantity":1}"#, with: registry)
        #expect(second.writtenAt == 2 && second.defaulted == ["/status"])
        #expect(
            try Decoded(
                #"{"type":10001,"order_id":"1","title":"a","currency":"EUR","quantity":1,"status":"paid"}"#,
                with: registry
            ).writtenAt == 3)
        #expect(try Decoded(#"{"type":10001,"order_id":"1"}"#, with: registry).writtenAt == 0)
        #expect(try Decoded(#"{"type":1,"content":"hi"}"#, with: registry).writtenAt == 1)
    }
}
