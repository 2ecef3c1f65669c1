import JSONText
import Testing

@testable import Registries

@Suite("Upgrade steps in a registry file")
struct UpgradeStepTests {
    @Test(arguments: Mistake.inSteps)
    func mistakesAreFound(_ mistake: Mistake) throws {
        try mistake.expect()
    }

    @Test("read as the table of steps has them")
    func areRead() throws {
        let series = try RegistrySeries(
            texts: Mistake.before,
            Mistake.after(
                #"""
                {"op": "move", "from": "/name", "path": "/title", "description": "a note"},
                {"op": "copy", "from": "/items/*/a", "path": "/items/*/b", "x-why": 1},
                {"op": "add", "path": "/title", "value": null},
                {"op": "remove", "path": "/name"},
                {"op": "convert", "path": "/amount", "to": "integer"},
                {"op": "map", "path": "/status", "values": [[0, "placed"], [1, {"a": 2}]]}
                """#))
        #expect(series.warnings.isEmpty)
        let steps = try #require(series.newest.contents.first?.upgrade)
        let told = steps.map { step in
            switch step.operation {
            case .move(let from): "move \(from) \(step.path)"
            case .copy(let from): "copy \(from) \(step.path)"
            case .add(let value): "add \(step.path) \(value.text)"
            case .remove: "remove \(step.path)"
            case .convert(let target): "convert \(step.path) \(target.rawValue)"
            case .map(let pairs): "map \(step.path) \(pairs.map { "\($0.from.text)=\($0.to.text)" })"
            }
        }
        #expect(
            told == [
                "move /name /title", "copy /items/*/a /items/*/b", "add /title null", "remove /name",
                "convert /amount integer", #"map /status ["0=\"placed\"", "1={\"a\": 2}"]"#,
            ])
    }

    @Test("may name members whose names only look like array indexes")
    func takesNames() throws {
        for name in ["01", "1a", "一", "٣", "--", ""] {
            let series = try RegistrySeries(
                texts: Sample.file(contents: Sample.order(properties: #""\#(name)": {}"#)),
                Sample.file(2, contents: Sample.order("", #""upgrade": [{"op": "remove", "path": "/\#(name)"}]"#)))
            #expect(series.warnings.isEmpty)
        }
    }

    @Test("may name what only an earlier version, its own file's schemas or an earlier step knows")
    func takesKnownMembers() throws {
        let first = Sample.file(
            1, ##""$defs": {"money": {"properties": {"cents": {}}}}"##,
            contents: Sample.order(properties: ##""price": {"$ref": "#/$defs/money"}"##))
        let second = Sample.file(2, contents: Sample.order(properties: #""total": {}"#))
        let third = Sample.file(
            3,
            contents: Sample.order(
                properties: #""amount": {}"#,
                #"""
                "upgrade": [{"op": "move", "from": "/price/cents", "path": "/cents"},
                            {"op": "convert", "path": "/cents", "to": "string"},
                            {"op": "move", "from": "/cents", "path": "/amount"}, {"op": "remove", "path": "/total"}]
                """#))
        #expect(try RegistrySeries(texts: first, second, third).warnings.isEmpty)
    }

    @Test("of an override upgrade from the extended registry's own definition")
    func upgradeOverrides() throws {
        let series = try RegistrySeries(
            texts: Sample.file(1, #""extends": ["wukongim@1"]"#),
            Sample.file(
                2, #""extends": ["wukongim@1"]"#,
                contents: #"""
                    {"type": 1, "name": "text", "override": true, "schema": {"properties": {"body": {}}},
                     "upgrade": [{"op": "move", "from": "/content", "path": "/body"}]}
                    """#))
        #expect(series.warnings.isEmpty)
        #expect(series.newest.contents.first { $0.type == 1 }?.upgrade.count == 1)
    }
}

extension Mistake {
    /// Version 1 of a content.
    static let before = Sample.file(
        contents: Sample.order(
            properties: #""name": {}, "amount": {}, "status": {}, "items": {"items": {"properties": {"a": {}}}}"#))

    /// Version 2 with upgrade steps.
    static func after(_ steps: String) -> String {
        Sample.file(
            2,
            contents: Sample.order(
                properties: #"""
                    "title": {}, "amount": {}, "status": {}, "items": {"items": {"properties": {"a": {}, "b": {}}}}
                    """#, #""upgrade": [\#(steps)]"#))
    }

    private init(_ what: String, step: String, says: String, at pointer: String, level: RegistryProblem.Level = .error)
    {
        self.init(
            what, [Mistake.before, Mistake.after(step)], level == .error ? "registry-invalid" : "upgrade-unknown-field",
            says: says, at: "/contents/0/upgrade/0" + pointer, level: level)
    }

    static let inSteps = [
        Mistake(
            "steps in version 1",
            Sample.file(
                contents: Sample.order(properties: #""a": {}"#, #""upgrade": [‣{"op": "remove", "path": "/a"}]"#)),
            "registry-invalid", says: "no version before it", at: "/contents/0/upgrade/0"),
        Mistake(
            "steps of new content",
            [
                before,
                Sample.file(
                    2, contents: Sample.order(),
                    #"{"type": 8, "name": "bill", "schema": {}, "upgrade": [‣{"op": "remove", "path": "/a"}]}"#),
            ], "registry-invalid", says: "'bill' is new in version 2", at: "/contents/1/upgrade/0"),
        Mistake(
            "one step alone", [before, Sample.file(2, contents: Sample.order("", #""upgrade": ‣{"op": "remove"}"#))],
            says: "has to be an array", at: "/contents/0/upgrade"),
        Mistake("a step that is a word", step: #"‣"remove""#, says: "needs an 'op'", at: ""),
        Mistake("no op", step: #"‣{"path": "/name"}"#, says: "needs an 'op'", at: ""),
        Mistake(
            "an unknown op", step: #"{"op": ‣"rename", "path": "/name"}"#,
            says: "one of add, convert, copy, map, move, remove", at: "/op"),
        Mistake(
            "a misspelt op", step: #"{"op": ‣"mvoe", "from": "/name", "path": "/title"}"#, says: "did you mean 'move'?",
            at: "/op"),
        Mistake("no path", step: #"‣{"op": "remove"}"#, says: "needs a member 'path'", at: ""),
        Mistake("no from", step: #"‣{"op": "move", "path": "/title"}"#, says: "needs a member 'from'", at: ""),
        Mistake("no copy's from", step: #"‣{"op": "copy", "path": "/title"}"#, says: "needs a member 'from'", at: ""),
        Mistake("no value", step: #"‣{"op": "add", "path": "/title"}"#, says: "needs a member 'value'", at: ""),
        Mistake("no target", step: #"‣{"op": "convert", "path": "/amount"}"#, says: "needs a member 'to'", at: ""),
        Mistake("no values", step: #"‣{"op": "map", "path": "/status"}"#, says: "needs a member 'values'", at: ""),
        Mistake(
            "a member of another op", step: #"{"op": "remove", "path": "/name", ‣"value": 1}"#,
            says: "a 'remove' step has no member 'value'", at: "/value"),
        Mistake(
            "a path without a slash", step: #"{"op": "remove", "path": ‣"name"}"#, says: "begin with '/'", at: "/path"),
        Mistake(
            "the payload as path", step: #"{"op": "remove", "path": ‣""}"#, says: "inside the payload", at: "/path"),
        Mistake("a number as path", step: #"{"op": "remove", "path": ‣0}"#, says: "a JSON Pointer", at: "/path"),
        Mistake(
            "an array index", step: #"{"op": "remove", "path": ‣"/items/0/a"}"#, says: "'0' is an array index",
            at: "/path"),
        Mistake(
            "an array index as from", step: #"{"op": "move", "from": ‣"/items/12/a", "path": "/title"}"#,
            says: "'12' is an array index", at: "/from"),
        Mistake(
            "the place after an array", step: #"{"op": "add", "path": ‣"/items/-", "value": 1}"#, says: "'-'",
            at: "/path"),
        Mistake("an element as path", step: #"{"op": "remove", "path": ‣"/items/*"}"#, says: "not at '*'", at: "/path"),
        Mistake(
            "an element as from", step: #"{"op": "copy", "from": ‣"/items/*", "path": "/items/*/a"}"#,
            says: "not at '*'",
            at: "/from"),
        Mistake(
            "elements on one side", step: #"{"op": "move", "from": ‣"/items/*/a", "path": "/title"}"#,
            says: "'*' at the same places", at: "/from"),
        Mistake(
            "elements elsewhere", step: #"{"op": "move", "from": ‣"/items/*/a", "path": "/a/items/*/b"}"#,
            says: "'*' at the same places", at: "/from"),
        Mistake(
            "one place", step: #"{"op": "move", "from": ‣"/name", "path": "/name"}"#, says: "the same place",
            at: "/from"),
        Mistake(
            "a move into itself", step: #"{"op": "move", "from": ‣"/name", "path": "/name/first"}"#,
            says: "inside", at: "/from"),
        Mistake(
            "a removed type", step: #"{"op": "remove", "path": ‣"/type"}"#, says: "can't touch '/type'", at: "/path"),
        Mistake(
            "a moved type", step: #"{"op": "move", "from": ‣"/type", "path": "/title"}"#, says: "can't touch '/type'",
            at: "/from"),
        Mistake(
            "an added type", step: #"{"op": "add", "path": ‣"/type", "value": 7}"#, says: "can't touch '/type'",
            at: "/path"),
        Mistake(
            "a conversion to nothing known", step: #"{"op": "convert", "path": "/amount", "to": ‣"float"}"#,
            says: "one of string, number, integer, boolean", at: "/to"),
        Mistake(
            "an object of values", step: #"{"op": "map", "path": "/status", "values": ‣{"0": 1}}"#,
            says: "an array of pairs", at: "/values"),
        Mistake(
            "no pair", step: #"{"op": "map", "path": "/status", "values": ‣[]}"#, says: "an array of pairs",
            at: "/values"),
        Mistake(
            "a pair of three", step: #"{"op": "map", "path": "/status", "values": [[0, 1], ‣[2, 3, 4]]}"#,
            says: "a pair", at: "/values/1"),
        Mistake(
            "an old value twice", step: #"{"op": "map", "path": "/status", "values": [[1, "a"], [‣1.0, "b"]]}"#,
            says: "has a new one already", at: "/values/1/0"),
        Mistake(
            "a new value that is an old one", step: #"{"op": "map", "path": "/status", "values": [[0, ‣1], [1e0, 2]]}"#,
            says: "also an old one", at: "/values/0/1"),
        Mistake(
            "a value for itself", step: #"{"op": "map", "path": "/status", "values": [["a", ‣"\u0061"]]}"#,
            says: "also an old one", at: "/values/0/1"),
        Mistake(
            "a member that no version knows", step: #"‣{"op": "remove", "path": "/nmae"}"#,
            says: "declares a property at '/nmae'", at: "", level: .warning),
        Mistake(
            "the object around a nested type",
            [
                Sample.file(1, #""typeField": "/meta/type""#, contents: Sample.order(properties: #""meta": {}"#)),
                Sample.file(
                    2, #""typeField": "/meta/type""#,
                    contents: Sample.order(
                        properties: #""meta": {}"#, #""upgrade": [{"op": "remove", "path": ‣"/meta"}]"#)),
            ], "registry-invalid", says: "can't touch '/meta/type'", at: "/contents/0/upgrade/0/path"),
    ]
}
