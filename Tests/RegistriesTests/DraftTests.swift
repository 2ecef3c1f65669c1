import JSONText
import Testing

@testable import Registries

/// What a draft makes of payloads, and that its size is bounded.
struct DraftTests {
    // MARK: Values

    @Test func `mixed types are told, and the draft decodes all of them`() throws {
        let payloads = [
            #"{"type": 77, "a": 1, "b": [1, "x", null], "c": {"d": true}}"#,
            #"{"type": 77, "a": 1.5, "b": [], "c": null}"#,
            #"{"type": 77, "a": "one", "b": [{"e": 1}], "c": {"d": false, "f": 1e400}}"#,
        ]
        let draft = try Self.draft(payloads)
        let schema = try #require(try Self.contents(draft).first?["schema"])
        #expect(schema["required"]?.strings == ["a", "b", "c"])
        let a = try #require(schema["properties"]?["a"])
        #expect(a["type"]?.strings == ["string", "number"])
        #expect(a["x-types"]?.text.filter { !$0.isWhitespace } == #"{"string":1,"number":2}"#)
        #expect(a["x-range"]?.text == "[1, 1.5]")
        let b = try #require(schema["properties"]?["b"])
        #expect(b["type"]?.string == "array" && b["x-items"]?.text == "[0, 3]")
        #expect(b["items"]?["type"]?.strings == ["object", "string", "integer", "null"])
        #expect(b["items"]?["required"]?.strings == ["e"])
        let c = try #require(schema["properties"]?["c"])
        #expect(c["type"]?.strings == ["object", "null"])
        #expect(c["required"]?.strings == ["d"])
        #expect(c["properties"]?["f"]?["type"]?.string == "integer")
        try Self.expectDecodes(draft, payloads)
    }

    @Test(arguments: [
        (#"{"type": 77, "a": 1, "a": "x"}"#, #"{"type": 77, "a": "y"}"#),
        (#"{"type": 77, "a": {"b": 1, "b": 2, "b": "x"}}"#, #"{"type": 77, "a": {"b": "x", "\u0062": "y"}}"#),
    ])
    func `of members with one name the last counts`(first: String, second: String) throws {
        let draft = try Self.draft([first, second])
        let schema = try #require(try Self.contents(draft).first?["schema"])
        #expect(schema["properties"]?["a"]?["x-seen"]?.integer == 2)
        try Self.expectDecodes(draft, [first, second])
    }

    @Test func `a number in two spellings has one range whichever came first`() throws {
        let payloads = ["1.0", "1", "10e-1", "100e-2", "0.5", "5e-1"].map { #"{"type": 77, "n": \#($0)}"# }
        let one = try Self.draft(payloads).text
        #expect(try Self.draft(payloads.reversed()).text == one)
    }

    @Test func `what common declares is not declared again`() throws {
        let draft = try Self.draft([#"{"type": 77, "a": 1, "reply": {"payload": {"type": 1, "content": "x"}}}"#])
        let content = try #require(try Self.contents(draft).first)
        #expect(content["schema"]?["properties"]?.members.map(\.name) == ["a"])
        #expect(content["x-common"]?["reply"]?.integer == 1)
        // What is in such a member takes no room.
        #expect(content["x-cut"] == nil)
        let much = (0..<500).map { #""m\#($0)": 1"# }.joined(separator: ", ")
        let full = try Self.draft([#"{"type": 77, "z": 1, "reply": {"payload": {"type": 1, \#(much)}}}"#])
        #expect(try Self.contents(full).first?["x-cut"] == nil)
        #expect(try Self.contents(full).first?["schema"]?["properties"]?.members.map(\.name) == ["z"])
    }

    @Test func `unknown payloads are found at every depth of nesting`() throws {
        let inner = #"{"type": 78, "reply": {"payload": "{\"type\": 79, \"z\": 1}"}}"#
        let payload = #"{"type": 1, "content": "x", "reply": {"payload": \#(inner)}}"#
        let draft = try Self.draft([payload])
        #expect(draft.additions.map(\.type) == [78, 79])
        #expect(draft.additions.allSatisfy { $0.seen == DraftSketch.Seen(records: 0, nested: 1, carriers: 0) })
    }

    @Test(arguments: [
        ([#"{"type": "order_update"}"#], ["order_update"]), ([#"{"type": "text"}"#], ["text_2"]),
        ([#"{"type": "日志"}"#, #"{"type": "订单"}"#], ["type_of_text", "type_of_text_2"]),
        ([#"{"type": -7}"#, #"{"type": "-7"}"#], ["type_-7", "-7"]), ([#"{"type": "a b/c"}"#], ["a_b_c"]),
    ])
    func `names are made of types and are unique`(payloads: [String], names: [String]) throws {
        let draft = try Self.draft(payloads)
        #expect(draft.additions.map(\.name) == names)
        try Self.expectDecodes(draft, payloads)
    }

    @Test(arguments: [
        (#"{"type": 77, "title": "x", "name": "y"}"#, "[type_77] {title|oneline|cut:60}"),
        (#"{"type": 77, "title": 1, "name": "y"}"#, "[type_77] {name|oneline|cut:60}"),
        (#"{"type": 77, "id": "y"}"#, "[type_77]"),
    ])
    func `the digest shows the member that is most likely a title`(payload: String, digest: String) throws {
        #expect(try Self.contents(Self.draft([payload])).first?["digest"]?.string == digest)
    }

    @Test func `types that no registry can define are counted`() throws {
        let long = String(repeating: "x", count: 200)
        let draft = try Self.draft([
            #"{"type": 99999999999999999999}"#, #"{"type": ""}"#, #"{"type": "\#(long)"}"#, #"{"type": 77}"#,
        ])
        #expect(draft.additions.map(\.type) == [77])
        let notes = try JSONDocument(draft.text).root["x-draft"]
        #expect(notes?["payloads"]?.integer == 4 && notes?["payloadsOfTypesThatCantBeDefined"]?.integer == 3)
    }

    @Test func `an empty archive gives an empty draft that is valid`() throws {
        let draft = try Self.draft([])
        #expect(draft.additions.isEmpty)
        _ = try RegistrySeries(texts: String(decoding: draft.text, as: UTF8.self))
    }

    // MARK: The next version of a series

    @Test func `steps and exemptions stay behind, and a type gets back the name that it had`() throws {
        let order = Sample.order(properties: #""title": {"type": "string"}"#)
        let moved = Sample.order(
            properties: #""name": {"type": "string"}"#,
            #""upgrade": [{"op": "move", "from": "/title", "path": "/name"}]"#)
        let gone = #"{"type": 8, "name": "coupon", "schema": {"type": "object"}}"#
        let exempt = #""exempt": [{"rule": "content-removed", "content": "coupon", "reason": "x"}]"#
        let series = try RegistrySeries(
            texts: Sample.file(1, contents: order, gone), Sample.file(2, exempt, contents: moved))
        let draft = try Self.draft([#"{"type": 8, "n": 1}"#, #"{"type": "order"}"#], series)
        #expect(draft.version == 3)
        #expect(draft.additions.map(\.name) == ["coupon", "order_2"])
        let root = try JSONDocument(draft.text).root
        #expect(root["exempt"] == nil && root["contents"]?.elements.first?["upgrade"] == nil)
        let next = try RegistrySeries(
            texts: Sample.file(1, contents: order, gone), Sample.file(2, contents: moved),
            String(decoding: draft.text, as: UTF8.self))
        #expect(next.newest.contents.map(\.name) == ["order", "coupon", "order_2"])
    }

    @Test func `retired types are in no draft`() throws {
        let series = try RegistrySeries(
            texts: Sample.file(1, #""retired": {"types": [{"type": 8, "name": "coupon"}]}"#, contents: Sample.order()))
        let draft = try Self.draft([#"{"type": 8}"#], series)
        #expect(draft.additions.isEmpty)
        #expect(try JSONDocument(draft.text).root["x-draft"]?["payloadsOfRetiredTypes"]?.integer == 1)
    }

    @Test func `a type that any version retired, and a retired name, don't come back`() throws {
        let retired = #""retired": {"types": [{"type": 8, "name": "type_9"}]}"#
        let series = try RegistrySeries(
            texts: Sample.file(1, retired, contents: Sample.order()), Sample.file(2, contents: Sample.order()))
        let draft = try Self.draft([#"{"type": 8}"#, #"{"type": 9}"#], series)
        #expect(draft.additions.map(\.name) == ["type_9_2"] && draft.retired == 1)
        #expect(try JSONDocument(draft.text).root["x-draft"]?["payloadsOfRetiredTypes"]?.integer == 1)
    }

    // MARK: Bounds

    @Test func `a tree holds the first places in order, counted exactly, however it was cut`() throws {
        // More members than it holds, in an order that fills it with the wrong ones first.
        var payloads: [String] = []
        for start in stride(from: 80, through: 0, by: -4) {
            let members = (start..<start + 20).map { name in
                let number = String(name + 100)
                return #""m\#(number)": {"b": [\#(name), {"c": "x"}], "a": 1}"#
            }
            payloads.append(#"{"type": 77, \#(members.joined(separator: ", "))}"#)
        }
        let whole = Self.sketch(payloads, limit: 40)
        #expect(whole.count == 40 && whole.isCut)
        // Against a tree that held everything.
        let all = Self.sketch(payloads, limit: 100_000)
        #expect(!all.isCut)
        #expect(whole.listed == Array(all.listed.prefix(40)))
        for cut in [1, 5, 11, 20] {
            var left = Self.sketch(Array(payloads[..<cut]), limit: 40)
            left.merge(Self.sketch(Array(payloads[cut...]), limit: 40))
            #expect(left.listed == whole.listed, "cut at \(cut)")
            var right = Self.sketch(Array(payloads[cut...]), limit: 40)
            right.merge(Self.sketch(Array(payloads[..<cut]), limit: 40))
            #expect(right.listed == whole.listed, "cut at \(cut), the other way round")
        }
    }

    @Test func `hostile payloads leave a draft that is small, says so, and still decodes them`() throws {
        let wide = (0..<2000).map { #""w\#($0)": \#($0)"# }.joined(separator: ", ")
        let deep = String(repeating: #"{"d": ["#, count: 100) + "1" + String(repeating: "]}", count: 100)
        let long = String(repeating: "n", count: 100_000)
        var payloads = [
            #"{"type": 77, \#(wide)}"#, #"{"type": 77, "deep": \#(deep)}"#, #"{"type": 77, "\#(long)": 1}"#,
            #"{"type": 77, "x": \#(String(repeating: "9", count: 100_000))}"#,
        ]
        payloads += (0..<1000).map { #"{"type": \#($0 + 50000)}"# }
        let draft = try Self.draft(payloads)
        #expect(draft.additions.count == DraftLimits.types)
        #expect(draft.additions.first?.type == 77 && draft.additions.last?.type == 50098)
        let root = try JSONDocument(draft.text).root
        #expect(root["x-draft"]?["payloadsOfTypesLeftOut"]?.integer == 901)
        #expect(root["contents"]?.elements.first?["x-cut"] != nil)
        #expect(draft.text.count < 200_000)
        try Self.expectDecodes(draft, Array(payloads.prefix(6)))
    }

    @Test func `payloads that are made to be slow are not`() throws {
        /// Two payloads of so many members: one with every name twice, and one inside 200 others that are unknown too.
        func time(_ count: Int) throws -> Duration {
            let members = (0..<count).map { #""a\#($0 % (count / 2))": 1"# }.joined(separator: ", ")
            let twice = #"{"type": 77, \#(members)}"#
            let nested =
                String(repeating: #"{"type": 78, "reply": {"payload": "#, count: 200) + twice
                + String(repeating: "}}", count: 200)
            return try ContinuousClock().measure {
                let draft = try Self.draft([twice, nested])
                #expect(draft.additions.map(\.type) == [77, 78])
                #expect(draft.additions.map(\.seen.nested) == [1, 199])
            }
        }
        // Four times the members take about four times as long, and not sixteen times.
        let (small, large) = (try time(10_000), try time(40_000))
        #expect(large < small * 10 || large < .seconds(10), "\(small), \(large)")
    }

    // MARK: Helpers

    private static func draft(_ payloads: [String], _ series: RegistrySeries? = nil) throws -> RegistryDraft {
        let series = try series ?? .wukongim()
        var sketcher = PayloadSketcher(try #require(ContentRegistry(series)))
        var sketch = DraftSketch()
        for (index, payload) in payloads.enumerated() {
            let document = try JSONDocument(Array(payload.utf8))
            let bytes = document.bytes
            sketcher.take(0, from: .record, on: document.tape, in: bytes.span)
            if index % 3 == 1 { sketch.merge(sketcher.finish()) }
        }
        sketch.merge(sketcher.finish())
        return RegistryDraft(sketch, following: series)
    }

    private static func contents(_ draft: RegistryDraft) throws -> [JSONValue] {
        try #require(try JSONDocument(draft.text).root["contents"]).elements
    }

    private static func expectDecodes(_ draft: RegistryDraft, _ payloads: [String]) throws {
        let registry = try #require(
            ContentRegistry(try RegistrySeries(texts: String(decoding: draft.text, as: UTF8.self))))
        for payload in payloads {
            let decoded = try Decoded(payload, with: registry)
            #expect(decoded.outcome == .decoded, "\(payload.prefix(200)): \(decoded.findings)")
        }
    }

    private static func sketch(_ payloads: [String], limit: Int) -> SketchTree {
        var tree = SketchTree(limit: limit)
        for payload in payloads {
            guard let document = try? JSONDocument(Array(payload.utf8)) else { continue }
            let bytes = document.bytes
            tree.add(0, SketchTree.Walk(typeNode: 2), on: document.tape, in: bytes.span)
        }
        return tree
    }
}

extension SketchTree {
    /// The places in order, with what was seen there.
    fileprivate var listed: [String] {
        var lines: [String] = []
        func list(_ place: Int, _ pointer: String) {
            lines.append("\(pointer) \(places[place].sketch)")
            if places[place].elements >= 0 { list(places[place].elements, pointer + "/*") }
            for member in places[place].members {
                list(member, pointer + "/" + String(decoding: places[member].name, as: UTF8.self))
            }
        }
        list(0, "")
        return lines
    }
}

extension JSONValue {
    /// A string, or an array's strings.
    fileprivate var strings: [String] { string.map { [$0] } ?? elements.compactMap(\.string) }
}
