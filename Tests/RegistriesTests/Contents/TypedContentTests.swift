import JSONText
import Testing

@testable import Registries

/// Contents as Swift types: decoding, encoding, and what happens to everything that no Swift type knows.
struct TypedContentTests {
    private static let package = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(4).joined(separator: "/")
    private static let shop = package + "/Samples/shop-registry"

    private static func registry(version: Int? = nil) throws -> ContentRegistry {
        var registry = try ContentRegistry(contentsOf: shop, version: version)
        try registry.register(OrderContent.self)
        return registry
    }

    // MARK: The article

    @Test func `the article shows the code that is compiled here`() throws {
        let article = Self.text(Self.package + "/Sources/Registries/Registries.docc/TypedContents.md")
        let source = Self.text(#filePath.replacing("TypedContentTests", with: "TypedContentsArticle"))
        let shown = Self.blocks(article, from: "```swift", to: "```")
        let compiled = Self.blocks(source, from: "// article", to: "// end")
        #expect(shown.count == 3 && shown == compiled)
    }

    @Test func `the article's code does what it says`() throws {
        var article = TypedContentsArticle()
        let order = #"{"type":10001,"order_id":"o1","title":"Mug","later":[1.50,{"a":"\u00e9"}]}"#
        try article.decode(Array(order.utf8), with: Self.shop)
        try article.decode(Array(#"{"type":2,"url":"u","width":1,"height":1}"#.utf8), with: Self.shop)
        try article.decode(Array(#"{"type":10042,"x":1}"#.utf8), with: Self.shop)
        #expect(article.shown == ["order o1", "[Image]", "[Unsupported message: type 10042]"])
        try article.decode(Array(#"{"type":10001,"order_id":7}"#.utf8), with: Self.shop)
        #expect(article.logged.map(\.digest) == ["[Unsupported message: type 10001]"])
        #expect(article.logged.first?.findings.map(\.code) == [.fieldType])
        #expect(article.logged.first?.findings.map(\.pointer) == ["/order_id"])
        let sent = order.replacing(#""Mug""#, with: #""Coffee beans, 1 kg""#)
        #expect(article.sent.map { String(decoding: $0, as: UTF8.self) } == [sent])
    }

    private static func text(_ path: String) -> String {
        guard case .success(let bytes) = RegistryFolder.read(path) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The lines between marks, without the indent that they share.
    private static func blocks(_ text: String, from start: String, to end: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = String(line.drop { $0 == " " })
            if let lines = block, mark == end {
                let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
                blocks.append(lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n"))
                block = nil
            } else if block != nil {
                block?.append(line)
            } else if mark == start {
                block = []
            }
        }
        return blocks
    }

    // MARK: Registering

    private struct OtherOrder: MessageContent {
        static let contentType: ContentType = 10001
        init(decoding fields: ContentFields) throws {}
        func encode(into fields: inout ContentFieldWriter) {}
        var conversationDigest: String { "" }
    }

    private struct Coupon: MessageContent {
        static let contentType: ContentType = "coupon/1"
        let code: String

        struct NoCode: Error {}

        init(decoding fields: ContentFields) throws {
            guard fields.state(of: "code", as: .string) == .present else { throw NoCode() }
            code = fields.string("code", default: "")
        }

        init(code: String) { self.code = code }

        func encode(into fields: inout ContentFieldWriter) { fields.set("code", code) }
        var conversationDigest: String { "Coupon \(code)" }
    }

    @Test func `a type number is registered once`() throws {
        var registry = try Self.registry()
        #expect(throws: ContentRegistrationError.typeTaken(10001, by: "OrderContent")) {
            try registry.register(OtherOrder.self)
        }
        #expect(throws: ContentRegistrationError.typeTaken(10001, by: "OrderContent")) {
            try registry.register(OrderContent.self)
        }
        guard case .content(_ as OrderContent) = registry.decode(Array(#"{"type":10001,"order_id":"x"}"#.utf8)) else {
            Issue.record("the first one is gone")
            return
        }
    }

    @Test func `a retired type can't be registered`() throws {
        let series = try RegistrySeries(
            texts: Sample.file(1, #""retired": {"types": [{"type": "coupon/1"}]}"#, contents: Sample.order()))
        var registry = try #require(ContentRegistry(series))
        #expect(throws: ContentRegistrationError.typeRetired("coupon/1")) { try registry.register(Coupon.self) }
    }

    @Test func `a type that the registry doesn't define decodes, with common's demands`() throws {
        var registry = try Self.registry()
        let before = registry.definitionCount
        guard case .unknown = registry.decode(Array(#"{"type":"coupon/1","code":"x"}"#.utf8)) else {
            Issue.record("it isn't unknown without the Swift type")
            return
        }
        try registry.register(Coupon.self)
        #expect(registry.definitionCount == before + 1)
        guard case .content(let coupon as Coupon) = registry.decode(Array(#"{"type":"coupon/1","code":"x"}"#.utf8))
        else {
            Issue.record("no coupon")
            return
        }
        #expect(coupon.conversationDigest == "Coupon x" && coupon.searchableWord.isEmpty)
        // Others keep their types, since definitions moved.
        guard case .content(_ as OrderContent) = registry.decode(Array(#"{"type":10001,"order_id":"x"}"#.utf8)),
            case .content(let text as RegisteredContent) = registry.decode(Array(#"{"type":1,"content":"x"}"#.utf8))
        else {
            Issue.record("other types are gone")
            return
        }
        #expect(text.name == "text" && text.searchableWord == "x" && text.fields.string("content", default: "") == "x")
        for (payload, code, pointer) in [
            (#"{"type":"coupon/1"}"#, FindingCode.fieldConstraint, ""),
            (#"{"type":"coupon/1","code":"x","reply":1}"#, .fieldType, "/reply"),
        ] {
            guard case .malformed(_, let findings) = registry.decode(Array(payload.utf8)) else {
                Issue.record("\(payload) is not malformed")
                continue
            }
            #expect(findings.map(\.code) == [code] && findings.map(\.pointer) == [pointer])
        }
        let decoded = try Decoded(#"{"type":"coupon/1","code":"x"}"#, with: registry)
        #expect(decoded.outcome == .decoded && decoded.writtenAt == registry.version)
    }

    @Test func `there is no such version`() {
        #expect(throws: RegistryError.self) { try ContentRegistry(contentsOf: Self.shop, version: 9) }
    }

    // MARK: Decoding

    @Test(arguments: [
        ("", FindingCode.payloadEmpty, ""), ("{", .payloadNotJSON, ""), ("[]", .payloadNotObject, ""),
        ("{}", .typeMissing, "/type"), (#"{"type":"10001"}"#, .typeInvalid, "/type"),
        (String(repeating: "[", count: 600), .payloadTooDeep, ""),
    ])
    func `what can't be decoded keeps its bytes`(payload: String, code: FindingCode, pointer: String) throws {
        let registry = try Self.registry()
        let decoding = registry.decode(Array(payload.utf8))
        guard case .malformed(let placeholder, let findings) = decoding else {
            Issue.record("it is not malformed")
            return
        }
        #expect(findings.map(\.code) == [code] && findings.map(\.pointer) == [pointer])
        #expect(placeholder.digest.hasPrefix("[Unsupported message"))
        #expect(placeholder.payload == Array(payload.utf8))
        #expect(registry.encode(decoding, over: []) == Array(payload.utf8))
    }

    @Test func `digests are in the language that is asked for`() throws {
        let registry = try Self.registry()
        let payload = Array(#"{"type":2,"url":"u","width":1,"height":1}"#.utf8)
        for (language, digest) in [("zh", "[图片]"), ("en", "[Image]"), ("zh-Hans-CN", "[图片]")] {
            guard case .content(let content) = registry.decode(payload, language: language) else {
                Issue.record("no content")
                continue
            }
            #expect(content.conversationDigest == digest)
        }
    }

    @Test func `many threads can ask one registry`() async throws {
        let registry = try Self.registry()
        let digests = await withTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let payload = #"{"type":10001,"order_id":"o","title":"\#(number)"}"#
                    guard case .content(let content) = registry.decode(Array(payload.utf8)) else { return "" }
                    return content.conversationDigest
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(digests == Set((0..<200).map { "[Order] \($0)" }))
    }

    // MARK: Reading

    @Test func `reading members is total`() throws {
        let fields = try ContentFields(
            Array(
                #"""
                {"s": "a\u00e9\ud800", "i": 640.0, "e": 12e2, "big": 1e400, "wide": 99999999999999999999, "f": 1.5,
                 "b": true, "n": null, "o": {"x": 1}, "l": ["a", 1, {"y": 2}], "s2": 1, "s2": "last"}
                """#.utf8))
        #expect(fields.string("s", default: "-") == "aé\u{FFFD}" && fields.string("i", default: "-") == "-")
        #expect(fields.string("s2", default: "-") == "last" && fields.string("none", default: "-") == "-")
        #expect(fields.integer("i", default: -1) == 640 && fields.integer("e", default: -1) == 1200)
        #expect(fields.integer("f", default: -1) == -1 && fields.integer("wide", default: -1) == -1)
        #expect(fields.integer("big", default: -1) == -1 && fields.integer("s", default: -1) == -1)
        #expect(fields.number("f", default: -1) == 1.5 && fields.number("big", default: -1) == -1)
        #expect(fields.number("wide", default: -1) == 1e20)
        #expect(fields.boolean("b", default: false) && !fields.boolean("n", default: false))
        #expect(fields.object("o").integer("x", default: 0) == 1 && fields.object("s").names.isEmpty)
        #expect(fields.strings("l") == ["a"] && fields.strings("o", default: ["-"]) == ["-"])
        #expect(fields.objects("l").map { $0.integer("y", default: 0) } == [2] && fields.objects("o").isEmpty)
        #expect(fields.state(of: "s", as: .string) == .present && fields.state(of: "x", as: .string) == .missing)
        #expect(fields.state(of: "n", as: .string) == .unsuitable(.null))
        #expect(fields.state(of: "f", as: .integer) == .unsuitable(.number))
        #expect(fields.state(of: "big", as: .number) == .unsuitable(.number))
        #expect(fields.json("i") == "640.0" && fields.json("none") == nil)
        // What is no object has no members.
        #expect(try ContentFields(Array("[1]".utf8)).integer("0", default: -1) == -1)
        #expect(throws: JSONError.self) { try ContentFields(Array("{".utf8)) }
    }

    // MARK: Encoding

    private struct Everything: MessageContent {
        static let contentType: ContentType = 77
        var change: @Sendable (inout ContentFieldWriter) -> Void = { _ in }
        init(decoding fields: ContentFields) throws {}
        init(_ change: @escaping @Sendable (inout ContentFieldWriter) -> Void) { self.change = change }
        func encode(into fields: inout ContentFieldWriter) { change(&fields) }
        var conversationDigest: String { "" }
    }

    private static func encoded(
        over payload: String? = nil, _ change: @escaping @Sendable (inout ContentFieldWriter) -> Void
    ) throws -> String {
        let registry = try #require(ContentRegistry(try .wukongim()))
        return String(
            decoding: registry.encode(Everything(change), over: payload.map { Array($0.utf8) }), as: UTF8.self)
    }

    @Test func `a payload of its own has what was set, in its order`() throws {
        let text = try Self.encoded { fields in
            fields.set("s", "a\"\n")
            fields.set("i", 7)
            fields.set("d", 0.5)
            fields.set("nan", Double.nan)
            fields.set("b", true)
            fields.set("l", ["x", "y"])
            fields.setNull("n")
            fields.object("o") { $0.set("x", 1) }
            fields.object("o") { $0.set("y", 2) }
            fields.set("i", 8)
            fields.remove("gone")
            var element = ContentFieldWriter()
            element.set("z", 1)
            fields.set("e", objects: [element, element])
        }
        #expect(
            text == #"{"type":77,"s":"a\"\n","i":8,"d":0.5,"nan":null,"b":true,"l":["x","y"],"n":null,"#
                + #""o":{"x":1,"y":2},"e":[{"z":1},{"z":1}]}"#)
    }

    @Test(arguments: [
        (
            #"{ "type" : 77, "a" : "\u00e9", "n": 1.0 , "x":[ 1 ] }"#,
            #"{ "type" : 77, "a" : "\u00e9", "n": 1.0 , "x":[ 1 ] }"#
        ),
        (#"{"n":2,"type":77,"x":{}}"#, #"{"n":1,"type":77,"x":{},"a":"é"}"#),
        (#"{"type":"77","a":null,"a":1}"#, #"{"type":77,"a":null,"a":"é","n":1}"#),
        (#"{}"#, #"{"type":77,"a":"é","n":1}"#), (#"[1]"#, #"{"type":77,"a":"é","n":1}"#),
        (#"{"type":77,"gone":{"a":1},"a":"é","n":1,"gone":2}"#, #"{"type":77,"a":"é","n":1}"#),
    ])
    func `over a payload only what changes is spliced in`(payload: String, wanted: String) throws {
        let text = try Self.encoded(over: payload) { fields in
            fields.set("a", "é")
            fields.set("n", 1)
            fields.remove("gone")
        }
        #expect(text == wanted)
    }

    @Test func `objects inside are spliced too`() throws {
        let payload = #"{"type":77,"o":{"keep": 1.50,"set":1},"p":3}"#
        let text = try Self.encoded(over: payload) { fields in
            fields.object("o") { $0.set("set", 2) }
            fields.object("p") { $0.set("new", 1) }
            fields.object("q") { $0.set("new", 1) }
        }
        #expect(text == #"{"type":77,"o":{"keep": 1.50,"set":2},"p":{"new":1},"q":{"new":1}}"#)
    }

    @Test func `JSON that isn't is refused`() {
        var writer = ContentFieldWriter()
        #expect(throws: JSONError.self) { try writer.set("a", json: Array("{".utf8)) }
        #expect(throws: Never.self) { try writer.set("a", json: Array(" {} ".utf8)) }
    }

    @Test func `decoding and encoding again gives the same bytes`() throws {
        let registry = try Self.registry()
        for payload in [
            #"{"order_id":"o\/1","title":"\u0041","type":10001,"extra":1e5,"title2":[]}"#,
            #"{"type":10042, "x":1 }"#, #"{"type":1,"content":"x" }"#, #"{"type":10001}"#, "no JSON",
        ] {
            let bytes = Array(payload.utf8)
            #expect(registry.encode(registry.decode(bytes), over: bytes) == bytes, "\(payload)")
        }
    }
}
