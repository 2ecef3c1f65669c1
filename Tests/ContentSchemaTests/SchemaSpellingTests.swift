import JSONText
import Testing

@testable import ContentSchema

/// Which schemas count as written alike.
@Suite struct SchemaSpellingTests {
    /// The spelling of a definition's schema, read alone.
    private func spelling(_ text: String) throws -> SchemaSpelling {
        let schema = try Sample.value(text)
        let reader = SchemaReader([SchemaSource(schema: schema)])
        return SchemaSpellings(reader.schemas)[try #require(reader.roots.first)]
    }

    static let alike: [(String, String)] = [
        (#"{"minimum": 1, "type": "integer"}"#, #"{"type": "integer", "minimum": 1.0}"#),
        (#"{"maximum": 1e2}"#, #"{"maximum": 100, "title": "most", "x-note": 1}"#),
        (#"{"enum": [{"a": 1, "b": 2}]}"#, #"{"enum": [{"b": 2, "a": 1}]}"#),
        (#"{"const": "\u0041"}"#, #"{"const": "A"}"#),
        (
            ##"{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"type": "null"}, "b": {}}}"##,
            ##"{"items": {"$ref": "#/$defs/b"}, "$defs": {"b": {"type": "null"}}}"##
        ),
        (
            ##"{"items": {"$ref": "#"}}"##, ##"{"items": {"$ref": "#"}, "description": "a tree"}"##
        ),
        (
            ##"{"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"not": {"$ref": "#/$defs/a"}}}}"##,
            ##"{"$ref": "#/$defs/x", "$defs": {"y": {"not": {"$ref": "#/$defs/x"}}, "x": {"items": {"$ref": "#/$defs/y"}}}}"##
        ),
    ]

    @Test(arguments: alike)
    func `what says the same is alike`(_ one: String, _ other: String) throws {
        #expect(try spelling(one) == spelling(other))
    }

    static let different: [(String, String)] = [
        (#"{"minimum": 1}"#, #"{"maximum": 1}"#),
        (#"{"minimum": 1}"#, #"{"minimum": 10}"#),
        (#"{"enum": [1, 2]}"#, #"{"enum": [12]}"#),
        (#"{"enum": ["1"]}"#, #"{"enum": [1]}"#),
        (#"{"const": {"a": 1}}"#, #"{"const": ["a", 1]}"#),
        (#"{"anyOf": [{"const": 1}, {}]}"#, #"{"anyOf": [{"const": 1}]}"#),
        (#"{"items": true}"#, #"{"items": false}"#),
        (#"{"required": ["é"]}"#, #"{"required": ["e\u0301"]}"#),
        (
            ##"{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"type": "null"}}}"##,
            ##"{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"type": "string"}}}"##
        ),
        (##"{"items": {"$ref": "#"}}"##, ##"{"items": {"$ref": "#"}, "minItems": 1}"##),
    ]

    @Test(arguments: different)
    func `what says something else is not`(_ one: String, _ other: String) throws {
        #expect(try spelling(one) != spelling(other))
    }

    /// Schemas that name the next one by three keywords, and the last one, or nobody.
    private func chain(_ count: Int, last: String) -> String {
        let names = (0..<count).map { index in
            let next = index + 1 < count ? ##"{"$ref": "#/$defs/s\##(index + 1)"}"## : last
            return """
                "s\(index)": {"anyOf": [\(next), {"not": \(next)}], "properties": {"p": \(next)}}
                """
        }
        return ##"{"$ref": "#/$defs/s0", "$defs": {\##(names.joined(separator: ", "))}}"##
    }

    @Test(arguments: [1, 2, 3, 40])
    func `schemas that name each other in many ways are told apart by the last one`(_ count: Int) throws {
        let back = ##"{"$ref": "#/$defs/s0"}"##
        #expect(try spelling(chain(count, last: "{}")) == spelling(chain(count, last: "{}")))
        #expect(try spelling(chain(count, last: "{}")) != spelling(chain(count, last: #"{"minLength": 1}"#)))
        #expect(try spelling(chain(count, last: #"{"not": {}}"#)) != spelling(chain(count, last: "{}")))
        #expect(try spelling(chain(count, last: "{}")) != spelling(chain(count + 1, last: "{}")))
        // Circles of schemas that look at members and elements, which are no mistake.
        func circle(_ inner: String) -> String {
            chain(count, last: #"{"items": \#(back), "properties": {"x": \#(inner)}}"#)
        }
        #expect(try spelling(circle("{}")) == spelling(circle("{}")))
        #expect(try spelling(circle("{}")) != spelling(circle(#"{"type": "null"}"#)))
    }

    @Test func `schemas that name each other in many ways are compared`() throws {
        let old = try Sample.value(chain(40, last: #"{"properties": {"q": {}}}"#))
        let new = try Sample.value(chain(40, last: #"{"properties": {"q": {"type": "string"}}}"#))
        func changes(_ old: JSONValue, _ new: JSONValue) -> [SchemaChange] {
            SchemaComparison.changes(
                from: SchemaView(SchemaSource(schema: old), common: [], file: old),
                to: SchemaView(SchemaSource(schema: new), common: [], file: new))
        }
        #expect(changes(old, old).isEmpty)
        #expect(!changes(old, new).isEmpty)
    }
}
