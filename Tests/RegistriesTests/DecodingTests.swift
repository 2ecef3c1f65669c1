import ContentSchema
import JSONText
import Testing

@testable import Registries

@Suite("Decoding payloads")
struct DecodingTests {
    /// A payload and the code that settles it; nil where it decodes.
    struct Case: CustomTestStringConvertible {
        let payload: String
        let outcome: Outcome
        let code: FindingCode?

        init(_ payload: String, _ outcome: Outcome = .decoded, _ code: FindingCode? = nil) {
            self.payload = payload
            self.outcome = outcome
            self.code = code
        }

        var testDescription: String { payload }
    }

    private static let types = Result {
        try #require(
            try ContentRegistry(
                RegistrySeries(
                    texts: Sample.file(
                        1, #""retired": {"types": [{"type": 9, "name": "old"}, {"type": "gone"}, {"type": -9}]}"#,
                        contents: #"{"type": 7, "name": "seven", "schema": {}}"#,
                        #"{"type": -5, "name": "minus", "schema": {}}"#, #"{"type": 0, "name": "zero", "schema": {}}"#,
                        #"{"type": "order_update", "name": "update", "schema": {}}"#,
                        #"{"type": "8", "name": "eight", "schema": {}}"#,
                        #"{"type": 10001, "name": "order", "schema": {}}"#,
                        #"{"type": 9223372036854775807, "name": "most", "schema": {}}"#,
                        #"{"type": -9223372036854775808, "name": "least", "schema": {}}"#,
                        #"{"type": 1234567890123456789, "name": "long", "schema": {}}"#))))
    }

    @Test(
        "The discriminator decides first",
        arguments: [
            Case("{}", .malformed, .typeMissing),
            Case(#"{"typ":7,"a":{"type":7}}"#, .malformed, .typeMissing),
            Case("[]", .malformed, .payloadNotObject), Case("7", .malformed, .payloadNotObject),
            Case("null", .malformed, .payloadNotObject), Case(#""{}""#, .malformed, .payloadNotObject),
            Case("true", .malformed, .payloadNotObject),
            Case(#"{"type":null}"#, .malformed, .typeInvalid), Case(#"{"type":true}"#, .malformed, .typeInvalid),
            Case(#"{"type":[7]}"#, .malformed, .typeInvalid), Case(#"{"type":{}}"#, .malformed, .typeInvalid),
            Case(#"{"type":7}"#), Case(#"{"type":-5}"#), Case(#"{"type":0}"#), Case(#"{"type":10001}"#),
            Case(#"{"\u0074ype":7}"#), Case(#"{"type":8,"type":7}"#),
            Case(#"{"type":7,"type":8}"#, .unknown, .typeUnknown),
            Case(#"{"type":"order_update"}"#), Case(#"{"type":"order\u005fupdate"}"#), Case(#"{"type":"8"}"#),
            Case(#"{"type":9223372036854775807}"#), Case(#"{"type":-9223372036854775808}"#),
            Case(#"{"type":1234567890123456789}"#),
            // Other spellings of whole numbers, known or not.
            Case(#"{"type":10001.0}"#, .malformed, .typeInvalid), Case(#"{"type":1e4}"#, .malformed, .typeInvalid),
            Case(#"{"type":-0}"#, .malformed, .typeInvalid), Case(#"{"type":0.0}"#, .malformed, .typeInvalid),
            Case(#"{"type":7E0}"#, .malformed, .typeInvalid), Case(#"{"type":99.0}"#, .malformed, .typeInvalid),
            Case(#"{"type":1e400}"#, .malformed, .typeInvalid), Case(#"{"type":7.5}"#, .malformed, .typeInvalid),
            // Strings that spell a number that is registered, and others.
            Case(#"{"type":"7"}"#, .malformed, .typeInvalid), Case(#"{"type":"-5"}"#, .malformed, .typeInvalid),
            Case(#"{"type":"0"}"#, .malformed, .typeInvalid),
            Case(#"{"type":"\u0031\u0030001"}"#, .malformed, .typeInvalid),
            Case(#"{"type":"9223372036854775807"}"#, .malformed, .typeInvalid),
            Case(#"{"type":"6"}"#, .unknown, .typeUnknown), Case(#"{"type":"07"}"#, .unknown, .typeUnknown),
            Case(#"{"type":"+7"}"#, .unknown, .typeUnknown), Case(#"{"type":" 7"}"#, .unknown, .typeUnknown),
            Case(#"{"type":"-0"}"#, .unknown, .typeUnknown), Case(#"{"type":""}"#, .unknown, .typeUnknown),
            Case(#"{"type":"7.0"}"#, .unknown, .typeUnknown),
            // Everything else is unknown, however large.
            Case(#"{"type":8}"#, .unknown, .typeUnknown), Case(#"{"type":-7}"#, .unknown, .typeUnknown),
            Case(#"{"type":9223372036854775808}"#, .unknown, .typeUnknown),
            Case(#"{"type":-9223372036854775809}"#, .unknown, .typeUnknown),
            Case(#"{"type":\#(String(repeating: "9", count: 400))}"#, .unknown, .typeUnknown),
            Case(#"{"type":"Order_update"}"#, .unknown, .typeUnknown),
            Case(#"{"type":9}"#, .unknown, .typeRetired), Case(#"{"type":-9}"#, .unknown, .typeRetired),
            Case(#"{"type":"gone"}"#, .unknown, .typeRetired), Case(#"{"type":"9"}"#, .unknown, .typeUnknown),
        ])
    func byType(_ one: Case) throws {
        let decoded = try Decoded(one.payload, with: Self.types.get())
        #expect(decoded.outcome == one.outcome)
        #expect(decoded.findings == (one.code.map { [$0.rawValue] } ?? []))
        #expect(decoded.writtenAt == (one.code == nil ? 1 : 0))
        #expect(one.code?.outcome ?? .decoded == one.outcome)
    }

    @Test("A decoder gives every payload its own verdict, whatever came before")
    func isReused() throws {
        let registry = try Self.types.get()
        var decoder = PayloadDecoder(registry)
        for (payload, outcome) in [
            (#"{"type":7}"#, Outcome.decoded), ("[]", .malformed), (#"{"type":"order_update"}"#, .decoded),
            (#"{"type":9}"#, .unknown), (#"{"type":7}"#, .decoded),
        ] {
            #expect(try Decoded(payload, with: &decoder).outcome == outcome)
        }
    }

    @Test(
        "A type can stand elsewhere, and deeper",
        arguments: [
            ("/kind", #"{"kind":7,"type":1}"#, Outcome.decoded), ("/kind", #"{"type":7}"#, .malformed),
            ("/meta/type", #"{"meta":{"type":7}}"#, .decoded), ("/meta/type", #"{"meta":{"type":8}}"#, .unknown),
            ("/meta/type", #"{"meta":7}"#, .malformed), ("/meta/type", #"{"meta":{},"type":7}"#, .malformed),
            ("/a~1b/c~0d", #"{"a/b":{"c~d":7}}"#, .decoded), ("/", #"{"":7}"#, .decoded),
        ])
    func byTypeField(_ field: String, _ payload: String, _ outcome: Outcome) throws {
        let text = Sample.file(1, #""typeField": "\#(field)""#, contents: Sample.order())
        let registry = try #require(try ContentRegistry(RegistrySeries(texts: text)))
        #expect(try Decoded(payload, with: registry).outcome == outcome)
        #expect(registry.resolved.typeField.description == field)
    }

    @Test("An own type field and placeholder win over the extended ones, which win over the format's")
    func mergesMembers() throws {
        let own = try RegistrySeries(
            texts: Sample.file(1, #""extends": ["wukongim@1"], "typeField": "/kind", "placeholder": "?""#)
        ).newest
        #expect(own.typeField.description == "/kind")
        #expect(own.placeholder.templates.map(\.template.parts) == [[.text("?")]])
        let extended = try RegistrySeries(texts: Sample.file(1, #""extends": ["wukongim@1"]"#)).newest
        #expect(extended.typeField.description == "/type")
        #expect(extended.placeholder.templates.map(\.language) == ["en", "zh"])
        let plain = try RegistrySeries(texts: Sample.file()).newest
        #expect(plain.typeField.description == "/type")
        #expect(
            plain.placeholder.templates.map(\.template.parts) == [
                [.text("[Unsupported message: type "), .field(JSONPointer(tokens: ["type"]), []), .text("]")]
            ])
    }

    @Test("Contents are added to the extended ones, and an override replaces one whole")
    func mergesContents() throws {
        let text = Sample.file(
            1, #""extends": ["wukongim@1"], "retired": {"types": [{"type": 70, "name": "x"}]}, "nested": ["/quote"]"#,
            contents: Sample.order(properties: #""quote": {}"#, #""type": 7000, "name": "a""#).replacing(
                #"{"type": 7, "name": "order", "#, with: "{"),
            #"{"type": 1, "name": "text", "override": true, "schema": {"required": ["body"]}}"#)
        let registry = try #require(try ContentRegistry(RegistrySeries(texts: text)))
        let base = try #require(try ContentRegistry(RegistrySeries.wukongim()))
        #expect(registry.definitionCount == base.definitionCount + 1)
        #expect(try Decoded(#"{"type":7000}"#, with: registry).outcome == .decoded)
        #expect(try Decoded(#"{"type":1,"content":7}"#, with: registry).findings == ["field-missing /body"])
        #expect(try Decoded(#"{"type":1,"body":7,"flame":"x"}"#, with: registry).findings == ["field-type /flame"])
        #expect(try Decoded(#"{"type":2,"url":"u"}"#, with: registry).outcome == .decoded)
        #expect(try Decoded(#"{"type":70}"#, with: registry).findings == ["type-retired"])
        #expect(registry.resolved.nested.map(\.description) == ["/reply/payload", "/quote"])
    }

    @Test("Common schemas all apply, with one finding for a code and a pointer")
    func appliesCommon() throws {
        let text = Sample.file(
            1,
            #"""
            "extends": ["wukongim@1"],
            "common": {"required": ["sender"], "properties": {"title": {"type": "string"}, "flame": {"maximum": 1}}}
            """#,
            contents: Sample.order(#""properties": {"title": {"type": "string"}}, "required": ["sender"]"#).replacing(
                #""type": 7"#, with: #""type": 7000"#))
        let registry = try #require(try ContentRegistry(RegistrySeries(texts: text)))
        #expect(
            try Decoded(#"{"type":7000,"title":7,"flame":2,"from_name":3}"#, with: registry).findings.sorted() == [
                "field-missing /sender", "field-range /flame", "field-type /from_name", "field-type /title",
            ])
        #expect(try Decoded(#"{"type":1,"content":"a"}"#, with: registry).findings == ["field-missing /sender"])
        #expect(try Decoded(#"{"type":1,"sender":1,"flame":true}"#, with: registry).findings == ["field-type /flame"])
    }

    @Test("In a closed definition the type, the version field and what common declares count as declared")
    func closesDefinitions() throws {
        let text = Sample.file(
            1, #""common": {"properties": {"from_name": {}}, "patternProperties": {"^x-": {}}}"#,
            contents: Sample.order(
                #""properties": {"a": {"additionalProperties": false}}, "additionalProperties": false"#,
                #""versionField": "/v""#),
            #"""
            {"type": 8, "name": "deep", "versionField": "/meta/v", "schema": {
              "properties": {"meta": {"properties": {"v": {}}, "additionalProperties": false}},
              "additionalProperties": false}}
            """#)
        let registry = try #require(try ContentRegistry(RegistrySeries(texts: text)))
        #expect(try Decoded(#"{"type":7,"a":{},"v":1,"from_name":1,"x-y":1}"#, with: registry).outcome == .decoded)
        #expect(try Decoded(#"{"type":7,"b":1}"#, with: registry).findings == ["field-undeclared /b"])
        #expect(
            try Decoded(#"{"type":7,"a":{"type":7,"v":1}}"#, with: registry).findings.sorted() == [
                "field-undeclared /a/type", "field-undeclared /a/v",
            ])
        #expect(try Decoded(#"{"type":8,"meta":{"v":1}}"#, with: registry).outcome == .decoded)
        #expect(try Decoded(#"{"type":8,"v":1}"#, with: registry).findings == ["field-undeclared /v"])
        let elsewhere = Sample.file(
            1, #""typeField": "/meta/kind""#, contents: Sample.order(#""additionalProperties": false"#))
        let other = try #require(try ContentRegistry(RegistrySeries(texts: elsewhere)))
        #expect(try Decoded(#"{"meta":{"kind":7}}"#, with: other).outcome == .decoded)
        #expect(try Decoded(#"{"meta":{"kind":7},"type":7}"#, with: other).findings == ["field-undeclared /type"])
    }

    @Test("Defaults count as present, and are told")
    func countsDefaults() throws {
        let text = Sample.file(
            contents: Sample.order(
                #"""
                "properties": {"currency": {"type": "string", "default": "CNY"}, "id": {},
                               "lines": {"items": {"properties": {"count": {"default": 1}}, "required": ["count"]}},
                               "ship": {"properties": {"to": {"default": ""}}}},
                "required": ["id", "currency"], "minProperties": 3
                """#))
        let registry = try #require(try ContentRegistry(RegistrySeries(texts: text)))
        #expect(try Decoded(#"{"type":7,"id":1,"currency":"EUR"}"#, with: registry).defaulted == [])
        let lacking = try Decoded(#"{"type":7,"id":1,"lines":[{},{"count":2},{}],"ship":{}}"#, with: registry)
        #expect(lacking.outcome == .decoded)
        #expect(lacking.defaulted.sorted() == ["/currency", "/lines/*/count", "/lines/*/count", "/ship/to"])
        #expect(lacking.writtenAt == 0)
        #expect(
            try Decoded(#"{"type":7,"currency":null}"#, with: registry).findings.sorted() == [
                "field-length ", "field-missing /id", "field-type /currency",
            ])
        #expect(try Decoded(#"{"type":7,"id":1}"#, with: registry).outcome == .decoded)
    }

    @Test("All findings of a payload are told, with every code of the table")
    func hasEveryCode() throws {
        let text = Sample.file(
            contents: Sample.order(
                #"""
                "properties": {
                  "type": true, "a": {"type": "string"}, "b": {"enum": [1]}, "c": {"const": {"x": 1}}, "d": {"minimum": 3},
                  "e": {"multipleOf": 0.1}, "f": {"maxLength": 2}, "g": {"minItems": 1}, "h": {"pattern": "^a+$"},
                  "i": false, "j": {"anyOf": [{"type": "string"}, {"minimum": 9}]}, "k": {"uniqueItems": true},
                  "l": {"contains": {"type": "null"}}, "m": {"not": {}}, "n": {"propertyNames": {"maxLength": 1}}},
                "dependentRequired": {"a": ["need"]}, "additionalProperties": false
                """#))
        let registry = try #require(try ContentRegistry(RegistrySeries(texts: text)))
        let payload = #"""
            {"type":7,"a":1,"b":2,"c":{"x":2},"d":2,"e":0.15,"f":"abc","g":[],"h":"b","i":1,"j":1,"k":[1,1.0],"l":[1],
             "m":0,"n":{"long":1},"o":1}
            """#
        #expect(
            try Decoded(payload, with: registry).findings.sorted() == [
                "field-constraint /j", "field-constraint /k", "field-constraint /l", "field-constraint /m",
                "field-enum /b", "field-enum /c", "field-length /f", "field-length /g", "field-missing /need",
                "field-pattern /h", "field-range /d", "field-range /e", "field-type /a", "field-undeclared /i",
                "field-undeclared /n/long", "field-undeclared /o",
            ])
    }

    @Test("Details say what clients do with an unusual type")
    func explainsTypes() throws {
        let registry = try Self.types.get()
        func detail(_ payload: String, _ showingValues: Bool = true) throws -> String {
            var decoder = PayloadDecoder(registry)
            let document = try JSONDocument(Array(payload.utf8))
            let bytes = document.bytes
            let verdict = decoder.decode(0, on: document.tape, in: bytes.span)
            return decoder.detail(
                of: verdict, payload: 0, on: document.tape, in: bytes.span, showingValues: showingValues)
        }
        #expect(try detail(#"{"type":"7"}"#).contains("iOS, Android and Flutter read it as the number"))
        #expect(try detail(#"{"type":10001.0}"#) == "expected a whole number in plain digits, found integer 10001.0")
        let unknown = try detail(#"{"type":6}"#)
        #expect(unknown == "not in shop@1")
        let retired = try detail(#"{"type":9}"#)
        #expect(retired == "retired in shop@1")
        #expect(try detail("{}") == "no member at /type")
        #expect(try detail(#"{"type":7}"#) == "")
        #expect(!(try detail(#""secret""#, false).contains("secret")))
    }

    @Test("A definition says what a client shows")
    func readsTheRest() throws {
        let text = Sample.file(
            contents: Sample.order(
                properties: #""title": {}, "extra": {"items": {"properties": {"name": {}}}}"#,
                #"""
                "display": false, "searchable": ["/title", "/extra/*/name", "/extra/0/name"],
                "digest": {"en": "{{{title|oneline|cut:4|or:none}}} {/extra/0/name|plain}", "zh": "{title|fill:/extra}",
                           "x-by": "Ann"}
                """#), #"{"type": 8, "name": "bill", "schema": true}"#)
        let registry = try #require(try ContentRegistry(RegistrySeries(texts: text)))
        let order = try #require(registry.definition(named: "order"))
        #expect(!order.isDisplayed)
        #expect(order.searchable.map(\.description) == ["/title", "/extra/*/name", "/extra/0/name"])
        let title = JSONPointer(tokens: ["title"])
        #expect(order.digest.templates.map(\.language) == ["en", "zh"])
        #expect(
            order.digest.templates.map(\.template.parts) == [
                [
                    .text("{"), .field(title, [.oneline, .cut(4), .or("none")]), .text("} "),
                    .field(JSONPointer(tokens: ["extra", "0", "name"]), [.plain]),
                ],
                [.field(title, [.fill(JSONPointer(tokens: ["extra"]))])],
            ])
        let bill = try #require(registry.definition(of: 8))
        #expect(bill.isDisplayed)
        #expect(bill.digest.templates.map(\.template.parts) == [[.text("[bill]")]])
        #expect(registry.definition(of: "8") == nil && registry.definition(named: "b") == nil)
        #expect(registry.index(of: 7) == 0 && registry.index(of: 8) == 1 && registry.index(of: 9) == nil)
    }

    @Test("Nested payloads are found at the registry's places and the definition's, each once")
    func findsNested() throws {
        let text = Sample.file(
            1,
            #""nested": ["/reply/payload", "/msgs/*/payload"], "common": {"properties": {"reply": {"properties": {"payload": {}}}}}"#,
            contents: Sample.order(
                properties: #"""
                    "msgs": {"items": {"properties": {"payload": {}}}},
                    "grid": {"items": {"items": {"properties": {"p": {}}}}}
                    """#, #""nested": ["/grid/*/*/p", "/msgs/*/payload"]"#))
        let registry = try #require(try ContentRegistry(RegistrySeries(texts: text)))
        let payload = #"""
            {"grid":[[{"p":1},{"q":2}],7,[{"p":"{}"}]],"reply":{"payload":null},"msgs":[{"payload":{"a":1}},{},[],{"payload":[]}]}
            """#
        let document = try JSONDocument(Array(payload.utf8))
        let bytes = document.bytes
        func found(_ definition: Int?) -> [String] {
            var pointers: [String] = []
            registry.forEachNested(in: 0, definition: definition, on: document.tape, in: bytes.span) {
                pointers.append(document.tape.pointer(to: $0, in: bytes.span))
            }
            return pointers
        }
        #expect(found(nil) == ["/reply/payload", "/msgs/0/payload", "/msgs/3/payload"])
        #expect(found(0) == found(nil) + ["/grid/0/0/p", "/grid/2/0/p"])
    }

    @Test("Every content of wukongim@1 has a plan, alone and extended")
    func compilesWukongim() throws {
        for series in [
            try RegistrySeries.wukongim(), try RegistrySeries(texts: Sample.file(1, #""extends": ["wukongim@1"]"#)),
        ] {
            let registry = try #require(ContentRegistry(series))
            #expect(registry.definitionCount > 50)
            for index in 0..<registry.definitionCount {
                // Each refuses a sender's name that is a number, so none stands for "anything goes".
                let definition = registry.definition(at: index)
                let decoded = try Decoded(#"{"type":\#(definition.type),"from_name":7}"#, with: registry)
                #expect(decoded.findings.contains("field-type /from_name"), "\(definition.name)")
                #expect(definition.plan.defaults.isEmpty)
            }
        }
    }

    @Test("A registry decodes on many threads at once, whichever asks for a plan first")
    func isShared() async throws {
        let registry = try #require(try ContentRegistry(RegistrySeries.wukongim()))
        let types = (0..<registry.definitionCount).map { registry.definition(at: $0).type }
        let outcomes = await withTaskGroup(of: [Bool].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var decoder = PayloadDecoder(registry)
                    return types.map { type in
                        (try? Decoded(#"{"type":\#(type),"flame":true}"#, with: &decoder))?.findings.contains(
                            "field-type /flame") == true
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count == 8 && outcomes.allSatisfy { $0.allSatisfy(\.self) })
    }
}
