import Testing

@testable import Registries

@Suite("Mistakes in a registry file")
struct FileMistakesTests {
    @Test(arguments: Mistake.inFiles + Mistake.inContents + Mistake.inTemplates + Mistake.inSchemas)
    func isFound(_ mistake: Mistake) throws {
        try mistake.expect()
    }

    @Test("comes with every other in the order of places")
    func comesWithOthers() throws {
        let text = """
            {
              "registry": "shop",
              "version": 1,
              ‣"typeFeild": "/type",
              "contents": [
                { "type": 1, "name": "a", "schema": { ‣"tpye": "object" }, "searchable": [‣"/x"] },
                { "type": ‣1, "name": "b", "schema": true }
              ]
            }
            """
        try Mistake("several", text, says: "did you mean 'typeField'?", at: "/typeFeild").expect()
    }
}

extension Mistake {
    static let inFiles = [
        Mistake("no JSON", "{\"registry\": \"shop\",\n ‣}", "registry-not-json", says: "expected", at: ""),
        Mistake("nothing", "‣", "registry-not-json", says: "found the end", at: ""),
        Mistake("an array", "‣[]", says: "has to be a JSON object", at: ""),
        Mistake(
            "an unknown member", #"{"registry": "shop", "version": 1, ‣"contens": [], "contents": []}"#,
            says: "did you mean 'contents'?", at: "/contens"),
        Mistake(
            "an unknown member like no other", Sample.file(1, #"‣"colour": 1"#), says: "has no member 'colour'",
            at: "/colour"),
        Mistake("no name", #"‣{"version": 1, "contents": []}"#, says: "needs a member 'registry'", at: ""),
        Mistake("no version", #"‣{"registry": "shop", "contents": []}"#, says: "needs a member 'version'", at: ""),
        Mistake("no contents", #"‣{"registry": "shop", "version": 1}"#, says: "needs a member 'contents'", at: ""),
        Mistake(
            "a number as name", #"{"registry": ‣7, "version": 1, "contents": []}"#,
            says: "'registry' has to be a string",
            at: "/registry"),
        Mistake(
            "an empty name", #"{"registry": ‣"", "version": 1, "contents": []}"#, says: "isn't empty", at: "/registry"),
        Mistake(
            "version 0", #"{"registry": "shop", "version": ‣0, "contents": []}"#, says: "a whole number from 1",
            at: "/version"),
        Mistake(
            "half a version", #"{"registry": "shop", "version": ‣1.5, "contents": []}"#, says: "a whole number from 1",
            at: "/version"),
        Mistake(
            "a version in a string", #"{"registry": "shop", "version": ‣"1", "contents": []}"#,
            says: "a whole number from 1", at: "/version"),
        Mistake(
            "another version than the file's name",
            [Sample.file(1), #"{"registry": "shop", "version": ‣3, "contents": []}"#],
            says: "its name says 2", at: "/version"),
        Mistake(
            "another series than v1.json", [Sample.file(1), #"{"registry": ‣"shpo", "version": 2, "contents": []}"#],
            says: "the series is 'shop'", at: "/registry"),
        Mistake(
            "a member twice", Sample.file(1, #""placeholder": "a", ‣"placeholder": "b""#), says: "stands twice",
            at: "/placeholder"),
        Mistake(
            "a list of one", Sample.file(1, #""extends": ‣"wukongim@1""#), says: "has to be an array", at: "/extends"),
        Mistake(
            "a number extended", Sample.file(1, #""extends": [‣1]"#), says: "name built-in registries", at: "/extends/0"
        ),
        Mistake(
            "an unknown registry extended", Sample.file(1, #""extends": [‣"wukongim@9"]"#),
            says: "there is no built-in registry 'wukongim@9'; there is wukongim@1", at: "/extends/0"),
        Mistake(
            "a registry extended twice", Sample.file(1, #""extends": ["wukongim@1", ‣"wukongim@1"]"#),
            says: "extended twice", at: "/extends/1"),
        Mistake(
            "a type field without a slash", Sample.file(1, #""typeField": ‣"type""#), says: "'/'", at: "/typeField"),
        Mistake(
            "a type field with a bad escape", Sample.file(1, #""typeField": ‣"/a~2""#), says: "'~0'", at: "/typeField"),
        Mistake(
            "the payload as type field", Sample.file(1, #""typeField": ‣"""#), says: "inside the payload",
            at: "/typeField"),
        Mistake(
            "a number as type field", Sample.file(1, #""typeField": ‣7"#), says: "a JSON Pointer", at: "/typeField"),
        Mistake(
            "many type fields", Sample.file(1, #""typeField": ‣"/a/*/type""#), says: "one place", at: "/typeField"),
        Mistake("a list of defs", Sample.file(1, #""$defs": ‣[]"#), says: "an object of schemas", at: "/$defs"),
        Mistake(
            "an unknown keyword in a schema that nothing names",
            Sample.file(1, #""$defs": {"a": {‣"tpye": "string"}}"#), "keyword-unknown", says: "did you mean 'type'?",
            at: "/$defs/a/tpye"),
        Mistake(
            "a number as common", Sample.file(1, #""common": ‣7"#), "keyword-invalid", says: "a schema", at: "/common"),
        Mistake(
            "an unknown keyword in common", Sample.file(1, #""common": {‣"requird": []}"#), "keyword-unknown",
            says: "did you mean 'required'?", at: "/common/requird"),
        Mistake(
            "an unknown keyword in common, found once for all contents",
            Sample.file(
                1, #""common": {‣"requird": []}"#, contents: Sample.order(),
                #"{"type": 8, "name": "b", "schema": true}"#),
            "keyword-unknown", says: "did you mean 'required'?", at: "/common/requird"),
        Mistake(
            "a default in common",
            Sample.file(1, #""common": {"properties": {"a": {"default": ‣1}}}"#, contents: Sample.order()),
            "default-in-common", says: "'common' holds no default", at: "/common/properties/a/default"),
        Mistake(
            "a default in common, without contents",
            Sample.file(1, #""common": {"properties": {"a": {"default": ‣1}}}"#), "default-in-common",
            says: "'common' holds no default", at: "/common/properties/a/default"),
        Mistake("one nested pointer", Sample.file(1, #""nested": ‣"/a""#), says: "has to be an array", at: "/nested"),
        Mistake(
            "a number as nested pointer", Sample.file(1, #""nested": [‣1]"#), says: "a JSON Pointer", at: "/nested/0"),
        Mistake("a bad nested pointer", Sample.file(1, #""nested": [‣"a"]"#), says: "begin with '/'", at: "/nested/0"),
        Mistake(
            "a nested pointer to nothing", Sample.file(1, #""nested": [‣"/quote"]"#, contents: Sample.order()),
            "nested-unknown-field", says: "'/quote'", at: "/nested/0"),
        Mistake(
            "a list of retirements", Sample.file(1, #""retired": ‣[]"#), says: "has to be an object", at: "/retired"),
        Mistake(
            "an unknown retirement", Sample.file(1, #""retired": {‣"feilds": []}"#), says: "did you mean 'fields'?",
            at: "/retired/feilds"),
        Mistake(
            "a retired type without its number", Sample.file(1, #""retired": {"types": [‣{"name": "a"}]}"#),
            says: "needs a member 'type'", at: "/retired/types/0"),
        Mistake(
            "half a retired type", Sample.file(1, #""retired": {"types": [{"type": ‣1.5}]}"#), says: "a whole number",
            at: "/retired/types/0/type"),
        Mistake(
            "a retired number alone", Sample.file(1, #""retired": {"types": [‣7]}"#), says: "has to be an object",
            at: "/retired/types/0"),
        Mistake(
            "a retired field without its content", Sample.file(1, #""retired": {"fields": [‣{"pointer": "/a"}]}"#),
            says: "needs a member 'content'", at: "/retired/fields/0"),
        Mistake(
            "a retired field with a bad pointer",
            Sample.file(1, #""retired": {"fields": [{"content": "a", "pointer": ‣"a"}]}"#), says: "begin with '/'",
            at: "/retired/fields/0/pointer"),
        Mistake(
            "a type retired and defined",
            Sample.file(1, #""retired": {"types": [{"type": ‣7, "name": "order"}]}"#, contents: Sample.order()),
            "type-reused", says: "can't be both", at: "/retired/types/0/type"),
        Mistake(
            "a list of exemptions' names", Sample.file(1, #""exempt": [‣"field-removed"]"#),
            says: "has to be an object",
            at: "/exempt/0"),
        Mistake(
            "an exemption without a reason", Sample.file(1, #""exempt": [‣{"rule": "field-removed"}]"#),
            says: "needs a member 'reason'", at: "/exempt/0"),
        Mistake(
            "an exemption with an empty reason", Sample.file(1, #""exempt": [{"rule": "a", "reason": ‣""}]"#),
            says: "isn't empty", at: "/exempt/0/reason"),
        Mistake(
            "an exemption with an unknown member",
            Sample.file(1, #""exempt": [{"rule": "a", "reason": "b", ‣"because": "c"}]"#),
            says: "has no member 'because'",
            at: "/exempt/0/because"),
    ]

    static let inContents = [
        Mistake(
            "an object of contents", #"{"registry": "shop", "version": 1, "contents": ‣{}}"#,
            says: "has to be an array",
            at: "/contents"),
        Mistake("a number as content", Sample.file(contents: "‣7"), says: "has to be an object", at: "/contents/0"),
        Mistake(
            "an unknown member in the second content",
            Sample.file(contents: Sample.order(), #"{"type": 8, ‣"nmae": "b", "name": "c", "schema": {}}"#),
            says: "did you mean 'name'?", at: "/contents/1/nmae"),
        Mistake(
            "no type", Sample.file(contents: #"‣{"name": "a", "schema": {}}"#), says: "needs a member 'type'",
            at: "/contents/0"),
        Mistake(
            "no content's name", Sample.file(contents: #"‣{"type": 1, "schema": {}}"#), says: "needs a member 'name'",
            at: "/contents/0"),
        Mistake(
            "no schema", Sample.file(contents: #"‣{"type": 1, "name": "a"}"#), says: "needs a member 'schema'",
            at: "/contents/0"),
        Mistake(
            "half a type", Sample.file(contents: #"{"type": ‣1.5, "name": "a", "schema": {}}"#), says: "a whole number",
            at: "/contents/0/type"),
        Mistake(
            "a type in another spelling", Sample.file(contents: #"{"type": ‣1e1, "name": "a", "schema": {}}"#),
            says: "plain digits", at: "/contents/0/type"),
        Mistake(
            "an empty type", Sample.file(contents: #"{"type": ‣"", "name": "a", "schema": {}}"#), says: "a string",
            at: "/contents/0/type"),
        Mistake(
            "null as type", Sample.file(contents: #"{"type": ‣null, "name": "a", "schema": {}}"#),
            says: "a whole number",
            at: "/contents/0/type"),
        Mistake(
            "a number as a content's name", Sample.file(contents: #"{"type": 1, "name": ‣1, "schema": {}}"#),
            says: "has to be a string", at: "/contents/0/name"),
        Mistake(
            "a type twice", Sample.file(contents: Sample.order(), #"{"type": ‣7, "name": "bill", "schema": {}}"#),
            "type-collision", says: "type 7 is defined twice, here and as 'order'", at: "/contents/1/type"),
        Mistake(
            "a string type twice",
            Sample.file(
                contents: #"{"type": "a", "name": "a", "schema": {}}"#,
                #"{"type": ‣"\u0061", "name": "b", "schema": {}}"#),
            "type-collision", says: "defined twice", at: "/contents/1/type"),
        Mistake(
            "a name twice", Sample.file(contents: Sample.order(), #"{"type": 8, "name": ‣"order", "schema": {}}"#),
            says: "two definitions have the name 'order'", at: "/contents/1/name"),
        Mistake(
            "an extended type without override",
            Sample.file(1, #""extends": ["wukongim@1"]"#, contents: #"{"type": ‣1, "name": "words", "schema": {}}"#),
            "type-collision", says: #"say "override": true"#, at: "/contents/0/type"),
        Mistake(
            "an extended name for another type",
            Sample.file(1, #""extends": ["wukongim@1"]"#, contents: #"{"type": 7000, "name": ‣"text", "schema": {}}"#),
            says: "the name 'text' is taken by type 1", at: "/contents/0/name"),
        Mistake(
            "an override of nothing", Sample.file(contents: Sample.order("", #""override": ‣true"#)),
            says: "remove 'override'", at: "/contents/0/override"),
        Mistake(
            "an override with another name",
            Sample.file(
                1, #""extends": ["wukongim@1"]"#,
                contents: #"{"type": 1, "name": ‣"words", "override": true, "schema": {}}"#),
            says: "keeps the name of what it replaces, which is 'text'", at: "/contents/0/name"),
        Mistake(
            "a word as override", Sample.file(contents: Sample.order("", #""override": ‣"yes""#)),
            says: "true or false",
            at: "/contents/0/override"),
        Mistake(
            "a number as display", Sample.file(contents: Sample.order("", #""display": ‣0"#)), says: "true or false",
            at: "/contents/0/display"),
        Mistake(
            "a version field without a slash", Sample.file(contents: Sample.order("", #""versionField": ‣"v""#)),
            says: "begin with '/'", at: "/contents/0/versionField"),
        Mistake(
            "many version fields", Sample.file(contents: Sample.order("", #""versionField": ‣"/a/*/v""#)),
            says: "one place", at: "/contents/0/versionField"),
        Mistake(
            "a version field below nothing", Sample.file(contents: Sample.order("", #""versionField": ‣"/meta/v""#)),
            "registry-invalid", says: "declares no property at '/meta/v'", at: "/contents/0/versionField"),
        Mistake(
            "a searchable number", Sample.file(contents: Sample.order("", #""searchable": [‣1]"#)),
            says: "a JSON Pointer", at: "/contents/0/searchable/0"),
        Mistake(
            "one searchable pointer", Sample.file(contents: Sample.order("", #""searchable": ‣"/a""#)),
            says: "has to be an array", at: "/contents/0/searchable"),
        Mistake(
            "a searchable pointer to nothing",
            Sample.file(contents: Sample.order(properties: #""a": {}"#, #""searchable": ["/a", ‣"/b"]"#)),
            "searchable-unknown-field", says: "declares no property at '/b'", at: "/contents/0/searchable/1"),
        Mistake(
            "a searchable pointer below a value without properties",
            Sample.file(contents: Sample.order(properties: #""a": {"type": "string"}"#, #""searchable": [‣"/a/b"]"#)),
            "searchable-unknown-field", says: "'/a/b'", at: "/contents/0/searchable/0"),
        Mistake(
            "a nested pointer of one content to nothing",
            Sample.file(
                contents: Sample.order(properties: #""msgs": {"items": {}}"#, #""nested": [‣"/msgs/*/payload"]"#)),
            "nested-unknown-field", says: "'/msgs/*/payload'", at: "/contents/0/nested/0"),
    ]

    static let inTemplates = [
        Mistake(
            "a number as digest", Sample.file(contents: Sample.order("", #""digest": ‣7"#)),
            says: "a template in a string",
            at: "/contents/0/digest"),
        Mistake(
            "a digest in no language", Sample.file(contents: Sample.order("", #""digest": ‣{}"#)),
            says: "at least one language", at: "/contents/0/digest"),
        Mistake(
            "a digest of notes", Sample.file(contents: Sample.order("", #""digest": ‣{"x-note": "later"}"#)),
            says: "at least one language", at: "/contents/0/digest"),
        Mistake(
            "a number in one language", Sample.file(contents: Sample.order("", #""digest": {"en": "a", "zh": ‣7}"#)),
            says: "a template in a string", at: "/contents/0/digest/zh"),
        Mistake(
            "a language twice", Sample.file(contents: Sample.order("", #""digest": {"en": "a", ‣"en": "b"}"#)),
            says: "stands twice", at: "/contents/0/digest/en"),
        Mistake(
            "a brace that is never closed", Sample.file(contents: Sample.order("", #""digest": ‣"a {b""#)),
            "digest-invalid", says: "'{' is never closed", at: "/contents/0/digest"),
        Mistake(
            "a brace that closes nothing", Sample.file(contents: Sample.order("", #""digest": ‣"a } b""#)),
            "digest-invalid", says: "write '}}'", at: "/contents/0/digest"),
        Mistake(
            "braces around nothing", Sample.file(contents: Sample.order("", #""digest": ‣"{}""#)), "digest-invalid",
            says: "names no member", at: "/contents/0/digest"),
        Mistake(
            "a brace in a member", Sample.file(contents: Sample.order("", #""digest": ‣"{a{b}""#)), "digest-invalid",
            says: "'{'", at: "/contents/0/digest"),
        Mistake(
            "an unknown filter",
            Sample.file(contents: Sample.order(properties: #""a": {}"#, #""digest": {"en": ‣"{a|shout}"}"#)),
            "digest-invalid", says: "unknown filter 'shout'", at: "/contents/0/digest/en"),
        Mistake(
            "a misspelt filter",
            Sample.file(contents: Sample.order(properties: #""a": {}"#, #""digest": ‣"{a|onelien}""#)),
            "digest-invalid", says: "did you mean 'oneline'?", at: "/contents/0/digest"),
        Mistake(
            "a filter without its argument",
            Sample.file(contents: Sample.order(properties: #""a": {}"#, #""digest": ‣"{a|cut}""#)), "digest-invalid",
            says: "'cut:40'", at: "/contents/0/digest"),
        Mistake(
            "a filter with a needless argument",
            Sample.file(contents: Sample.order(properties: #""a": {}"#, #""digest": ‣"{a|plain:1}""#)),
            "digest-invalid",
            says: "'plain' takes no argument", at: "/contents/0/digest"),
        Mistake(
            "a cut to nothing",
            Sample.file(contents: Sample.order(properties: #""a": {}"#, #""digest": ‣"{a|cut:0}""#)),
            "digest-invalid", says: "above 0", at: "/contents/0/digest"),
        Mistake(
            "a cut to words",
            Sample.file(contents: Sample.order(properties: #""a": {}"#, #""digest": ‣"{a|cut:all}""#)),
            "digest-invalid", says: "above 0", at: "/contents/0/digest"),
        Mistake(
            "a bad pointer in a digest", Sample.file(contents: Sample.order("", #""digest": ‣"{/a~}""#)),
            "digest-invalid", says: "'~0'", at: "/contents/0/digest"),
        Mistake(
            "a digest of nothing",
            Sample.file(contents: Sample.order(properties: #""title": {}"#, #""digest": ‣"{titel}""#)),
            "digest-unknown-field", says: "'/titel'", at: "/contents/0/digest"),
        Mistake(
            "a digest of nothing in one language",
            Sample.file(
                contents: Sample.order(properties: #""title": {}"#, #""digest": {"en": "{title}", "zh": ‣"{b}"}"#)),
            "digest-unknown-field", says: "'/b'", at: "/contents/0/digest/zh"),
        Mistake(
            "a digest filled from nothing",
            Sample.file(contents: Sample.order(properties: #""a": {}"#, #""digest": ‣"{a|fill:/extra}""#)),
            "digest-unknown-field", says: "'/extra'", at: "/contents/0/digest"),
        Mistake(
            "a number as placeholder", Sample.file(1, #""placeholder": ‣7"#), says: "a template", at: "/placeholder"),
        Mistake(
            "a placeholder that is no template", Sample.file(1, #""placeholder": ‣"{type""#), "digest-invalid",
            says: "never closed", at: "/placeholder"),
        Mistake(
            "a placeholder of a member", Sample.file(1, #""placeholder": {"en": ‣"{title}"}"#), "digest-unknown-field",
            says: "can only show {type}", at: "/placeholder/en"),
    ]

    static let inSchemas = [
        Mistake(
            "a number as schema", Sample.file(contents: #"{"type": 1, "name": "a", "schema": ‣1}"#), "keyword-invalid",
            says: "a schema has to be an object", at: "/contents/0/schema"),
        Mistake(
            "an unknown keyword", Sample.file(contents: Sample.order(properties: #""a": {‣"defualt": 1}"#)),
            "keyword-unknown", says: "did you mean 'default'?", at: "/contents/0/schema/properties/a/defualt"),
        Mistake(
            "an unsupported keyword", Sample.file(contents: Sample.order(#"‣"$id": "https://example.org/a""#)),
            "keyword-unsupported", says: "'$id' isn't supported", at: "/contents/0/schema/$id"),
        Mistake(
            "a dynamic reference", Sample.file(contents: Sample.order(##"‣"$dynamicRef": "#a""##)),
            "keyword-unsupported",
            says: "'$ref'", at: "/contents/0/schema/$dynamicRef"),
        Mistake(
            "a remote reference", Sample.file(contents: Sample.order(#""$ref": ‣"https://example.org/a""#)),
            "keyword-unsupported", says: "leads out of the file", at: "/contents/0/schema/$ref"),
        Mistake(
            "a vocabulary", Sample.file(contents: Sample.order(#"‣"$vocabulary": {}"#)), "keyword-unsupported",
            says: "leave it out", at: "/contents/0/schema/$vocabulary"),
        Mistake(
            "an unevaluated keyword", Sample.file(contents: Sample.order(#"‣"unevaluatedItems": false"#)),
            "keyword-unsupported", says: "'items'", at: "/contents/0/schema/unevaluatedItems"),
        Mistake(
            "a reference to nothing",
            Sample.file(1, #""$defs": {"money": {}}"#, contents: Sample.order(##""$ref": ‣"#/$defs/monye""##)),
            "ref-unresolved", says: "did you mean '#/$defs/money'?", at: "/contents/0/schema/$ref"),
        Mistake(
            "a reference to itself",
            Sample.file(1, ##""$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": ‣"#/$defs/a"}}"##), "ref-loop",
            says: "leads back to itself", at: "/$defs/b/$ref"),
        Mistake(
            "a pattern that looks around",
            Sample.file(contents: Sample.order(properties: #""a": {"pattern": ‣"(?=b)c"}"#)),
            "pattern-invalid", says: "look", at: "/contents/0/schema/properties/a/pattern"),
        Mistake(
            "a pattern that refers back",
            Sample.file(contents: Sample.order(properties: #""a": {"pattern": ‣"(b)\\1"}"#)),
            "pattern-invalid", says: "back", at: "/contents/0/schema/properties/a/pattern"),
        Mistake(
            "a default of another type",
            Sample.file(contents: Sample.order(properties: #""a": {"type": "string", "default": ‣7}"#)),
            "default-invalid", says: "does not satisfy the schemas at its place",
            at: "/contents/0/schema/properties/a/default"),
        Mistake(
            "a default out of range, in a file's own schema",
            Sample.file(
                1, ##""$defs": {"count": {"type": "integer", "minimum": 1, "default": ‣0}}"##,
                contents: Sample.order(properties: ##""a": {"$ref": "#/$defs/count"}"##)),
            "default-invalid", says: "does not satisfy the schemas at its place", at: "/$defs/count/default"),
        Mistake(
            "a default that common refuses",
            Sample.file(
                1, #""common": {"properties": {"a": {"maxLength": 1}}}"#,
                contents: Sample.order(properties: #""a": {"type": "string", "default": ‣"long"}"#)),
            "default-invalid", says: "does not satisfy the schemas at its place",
            at: "/contents/0/schema/properties/a/default"),
        Mistake(
            "two defaults for one place",
            Sample.file(
                contents: Sample.order(
                    #""properties": {"a": {"default": 1}}, "allOf": [{"properties": {"a": {"default": ‣2}}}]"#)),
            "default-conflict", says: "another default", at: "/contents/0/schema/allOf/0/properties/a/default"),
        Mistake(
            "a default that never ends",
            Sample.file(
                1, ##""$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n", "default": ‣{}}}}}"##,
                contents: Sample.order(##""$ref": "#/$defs/n""##)),
            "default-endless", says: "never ends", at: "/$defs/n/properties/n/default"),
        Mistake(
            "a default where none is filled in",
            Sample.file(contents: Sample.order(#""anyOf": [{"properties": {"a": {"default": ‣1}}}]"#)),
            "default-ignored",
            says: "never filled in", at: "/contents/0/schema/anyOf/0/properties/a/default", level: .warning),
        Mistake(
            "a keyword twice", Sample.file(contents: Sample.order(#""type": "object", ‣"type": "object""#)),
            says: "stands twice", at: "/contents/0/schema/type"),
        Mistake(
            "a property twice", Sample.file(contents: Sample.order(properties: #""a": {}, ‣"\u0061": {}"#)),
            says: "stands twice", at: "/contents/0/schema/properties/a"),
        Mistake(
            "a member of a default twice",
            Sample.file(contents: Sample.order(properties: #""a": {"default": {"b": 1, ‣"b": 2}}"#)),
            says: "stands twice", at: "/contents/0/schema/properties/a/default/b"),
    ]
}
