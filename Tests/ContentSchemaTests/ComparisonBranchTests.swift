import JSONText
import Testing

@testable import ContentSchema

/// What branches say of members that are declared around them, and members that are refused by name.
@Suite struct ComparisonBranchTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        let effect: SchemaEffect

        /// - Parameter around: What both schemas have too.
        init(
            _ name: String, _ old: String, _ new: String, _ effect: SchemaEffect,
            around: String = #""properties": {"a": {"type": "string"}, "b": {"type": "string"}}"#
        ) {
            testDescription = name
            let shared = around.isEmpty ? "" : around + ", "
            self.old = "{\(shared)\(old)}"
            self.new = "{\(shared)\(new)}"
            self.effect = effect
        }
    }

    private static let tight = #""properties": {"a": {"minLength": 1}}"#
    private static let anything = #""properties": {"a": {}}"#

    static let cases = [
        // A declared member is tightened in a branch.
        Case(
            "a branch of anyOf", #""anyOf": [{"required": ["a"]}, {"required": ["b"]}]"#,
            #""anyOf": [{"required": ["a"], \#(tight)}, {"required": ["b"]}]"#, .mayNarrow),
        Case(
            "the only branch of anyOf", #""anyOf": [{"required": ["a"]}]"#,
            #""anyOf": [{"required": ["a"], \#(tight)}]"#, .narrows),
        Case(
            "then", #""if": {"required": ["b"]}, "then": {}"#, #""if": {"required": ["b"]}, "then": {\#(tight)}"#,
            .narrows),
        Case(
            "if with else", #""if": {"required": ["a"]}, "else": {"required": ["b"]}"#,
            #""if": {"required": ["a"], \#(tight)}, "else": {"required": ["b"]}"#, [.mayNarrow, .mayWiden]),
        Case(
            "dependentSchemas", #""dependentSchemas": {"b": {}}"#, #""dependentSchemas": {"b": {\#(tight)}}"#, .narrows),
        Case("allOf", #""allOf": [{}]"#, #""allOf": [{\#(tight)}]"#, .narrows),
        Case(
            "a branch beside allOf", #""allOf": [{}, {"anyOf": [{}]}]"#, #""allOf": [{}, {"anyOf": [{\#(tight)}]}]"#,
            .narrows),
        Case("not", #""not": {"required": ["a"]}"#, #""not": {"required": ["a"], \#(tight)}"#, .widens),
        Case("not, the other way", #""not": {"required": ["a"], \#(tight)}"#, #""not": {"required": ["a"]}"#, .narrows),
        Case(
            "a negation of a negation", #""not": {"not": {"required": ["a"]}}"#,
            #""not": {"not": {"required": ["a"], \#(tight)}}"#, .narrows),
        Case(
            "a branch in a branch", #""anyOf": [{"anyOf": [{"required": ["a"]}]}]"#,
            #""anyOf": [{"anyOf": [{"required": ["a"], \#(tight)}]}]"#, .narrows),
        Case(
            "a member of a member", #""anyOf": [{}]"#, #""anyOf": [{"properties": {"o": {\#(tight)}}}]"#, .narrows,
            around: #""properties": {"o": {"properties": {"a": {"type": "string"}}}}"#),
        Case(
            "a member of an element", #""anyOf": [{}]"#, #""anyOf": [{"properties": {"o": {"items": {\#(tight)}}}}]"#,
            .narrows, around: #""properties": {"o": {"items": {"properties": {"a": {"type": "string"}}}}}"#),
        Case(
            "what a fellow admits anyway", #""anyOf": [{"required": ["b"]}, {\#(anything)}]"#,
            #""anyOf": [{"required": ["b"], \#(tight)}, {\#(anything)}]"#, [],
            around: #""properties": {"b": {"type": "string"}}"#),
        Case(
            "what only a fellow declares", #""allOf": [{"anyOf": [{}]}, {"if": {}, "then": {\#(anything)}}]"#,
            #""allOf": [{"anyOf": [{\#(tight)}]}, {"if": {}, "then": {\#(anything)}}]"#, .mayNarrow, around: ""),
        Case(
            "declared now, said in a branch before", #""anyOf": [{\#(anything)}]"#,
            #""properties": {"a": {"type": "string"}}, "anyOf": [{\#(anything)}]"#, .mayNarrow, around: ""),
        Case(
            "declared now, let in by a pattern before", #""patternProperties": {"^a": {"type": "string"}}"#,
            #""patternProperties": {"^a": {"type": "string"}}, \#(tight)"#, .narrows, around: ""),
        Case(
            "declared now, among others that have a schema before", #""additionalProperties": {"type": "string"}"#,
            #""additionalProperties": {"type": "string"}, \#(tight)"#, [.narrows, .widens], around: ""),
        Case(
            "a pattern that takes from another", #""patternProperties": {"^a": {}}, "additionalProperties": false"#,
            #""patternProperties": {"^a": {}, "b$": {"type": "string"}}, "additionalProperties": false"#,
            [.mayNarrow, .mayWiden], around: ""),

        // What changes nothing for anybody.
        Case(
            "what is said around", #""anyOf": [{"required": ["a"]}]"#,
            #""anyOf": [{"required": ["a"], "properties": {"a": {"type": "string"}}}]"#, []),
        Case(
            "what is said around, under a negation", #""not": {"required": ["a"]}"#,
            #""not": {"required": ["a"], "properties": {"a": {"type": "string"}}}"#, []),
        Case(
            "what is said around, in a condition", #""if": {"required": ["a"]}, "then": {"required": ["b"]}"#,
            #""if": {"required": ["a"], "properties": {"a": {"type": "string"}}}, "then": {"required": ["b"]}"#, []),
        Case(
            "no longer said again", #""anyOf": [{"required": ["a"], "properties": {"a": {"type": "string"}}}]"#,
            #""anyOf": [{"required": ["a"]}]"#, []),
        Case(
            "another order", #""anyOf": [{\#(tight)}, {"required": ["b"]}]"#,
            #""anyOf": [{"required": ["b"]}, {\#(tight)}]"#, []),
        Case(
            "a pattern for other names",
            #""patternProperties": {"^a": {"type": "string"}}, "additionalProperties": false"#,
            #""patternProperties": {"^a": {"type": "string"}, "^b": {"type": "integer"}}, "additionalProperties": false"#,
            .mayWiden, around: ""),

        // Members that are refused by name.
        Case("refused now", anything, #""properties": {"a": {}, "n": false}"#, .narrows, around: ""),
        Case("no longer refused", #""properties": {"a": {}, "n": false}"#, anything, .widens, around: ""),
        Case(
            "refused in a branch", #""anyOf": [{"required": ["a"]}]"#,
            #""anyOf": [{"required": ["a"], "properties": {"n": false}}]"#, .narrows),
        Case(
            "refused under a negation", #""not": {"required": ["a"]}"#,
            #""not": {"required": ["a"], "properties": {"n": false}}"#, .widens),
        Case(
            "anything, then refused", #""anyOf": [{"properties": {"n": true}}]"#,
            #""anyOf": [{"properties": {"n": false}}]"#, .narrows),
        Case(
            "refused, then anything", #""not": {"properties": {"n": false}}"#, #""not": {"properties": {"n": {}}}"#,
            .narrows),
        Case(
            "refused by name, and closed before", #""additionalProperties": false"#,
            #""additionalProperties": false, "properties": {"n": false}"#, [], around: ""),
    ]

    @Test(arguments: cases)
    func isTold(_ one: Case) throws {
        let old = try Sample.value(one.old)
        let new = try Sample.value(one.new)
        let oldView = SchemaView(SchemaSource(schema: old), common: [], file: old)
        let newView = SchemaView(SchemaSource(schema: new), common: [], file: new)
        let changes = SchemaComparison.changes(from: oldView, to: newView)
        let told = changes.map { "\($0.kind) \($0.pointer) \($0.detail) \($0.effect.rawValue)" }
        #expect(changes.reduce(SchemaEffect()) { $0.union($1.effect) } == one.effect, "\(told)")
        // And the other way round.
        let back = SchemaComparison.changes(from: newView, to: oldView)
        #expect(
            back.reduce(SchemaEffect()) { $0.union($1.effect) }.reversed == one.effect,
            "\(back.map { "\($0.kind) \($0.pointer) \($0.detail) \($0.effect.rawValue)" })")
    }

    @Test func whatIsNewToAllIsSentByNobody() throws {
        let old = try Sample.value(##"{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"##)
        let new = try Sample.value(
            ##"{"anyOf": [{"required": ["a"], "properties": {"n": {"type": "string"}}}, {"required": ["b"]}]}"##)
        let changes = SchemaComparison.changes(
            from: SchemaView(SchemaSource(schema: old), common: [], file: old),
            to: SchemaView(SchemaSource(schema: new), common: [], file: new))
        #expect(changes.allSatisfy { $0.effect.isEmpty })
    }
}
