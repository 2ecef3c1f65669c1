import JSONText
import TestSupport
import Testing

@testable import ContentSchema

/// Holds the comparison of schemas against the schemas themselves: where it says that nothing is refused that was admitted,
/// no payload may prove it wrong.
@Suite struct ComparisonLawTests {
    /// What a comparison says of two schemas.
    private static func effect(_ old: String, _ new: String) throws -> (SchemaEffect, [String]) {
        let oldValue = try Sample.value(old)
        let newValue = try Sample.value(new)
        let changes = SchemaComparison.changes(
            from: SchemaView(SchemaSource(schema: oldValue), common: [], file: oldValue),
            to: SchemaView(SchemaSource(schema: newValue), common: [], file: newValue))
        return (
            changes.reduce([]) { $0.union($1.effect) },
            changes.map { "\($0.kind) \($0.pointer) \($0.detail) \($0.effect.rawValue)" }
        )
    }

    /// Which members both schemas declare, at random.
    enum Members: CaseIterable {
        /// All of them, outside of branches.
        case alike
        /// Branches declare some of them once more, and some are refused by name.
        case inBranches
        /// Some are declared by one of the schemas only.
        case apart
    }

    @Test(arguments: Members.allCases) func nothingIsRefusedUnsaid(_ members: Members) throws {
        var random = SeededRandom(4)
        var silent = 0
        var told = 0
        let rounds = Seeds.isLanding ? 320 : 800
        for _ in 0..<rounds {
            let (old, new) = Self.schemas(depth: 2, members: members, &random)
            guard let oldPlan = try Sample.compile(old).plan, let newPlan = try Sample.compile(new).plan else {
                continue
            }
            let (effect, changes) = try Self.effect(old, new)
            let neverNarrows = effect.isDisjoint(with: [.narrows, .mayNarrow])
            let neverWidens = effect.isDisjoint(with: [.widens, .mayWiden])
            if neverNarrows || neverWidens { silent += 1 } else { told += 1 }
            let oldSchema = try Sample.value(old)
            let newSchema = try Sample.value(new)
            for _ in 0..<15 {
                let payload = Self.payload(depth: 2, &random)
                let wasValid = try Sample.evaluate(oldPlan, payload).findings.isEmpty
                let isValid = try Sample.evaluate(newPlan, payload).findings.isEmpty
                if wasValid == isValid { continue }
                let value = try Sample.value(payload)
                // Nobody sends a member before a version declares it.
                if wasValid
                    ? Self.isAhead(value, [oldSchema], [newSchema]) : Self.isAhead(value, [newSchema], [oldSchema])
                {
                    continue
                }
                if neverNarrows && wasValid {
                    Issue.record("\(payload) is refused by \(new) and not by \(old), but: \(changes)")
                    return
                }
                if neverWidens && isValid {
                    Issue.record("\(payload) is refused by \(old) and not by \(new), but: \(changes)")
                    return
                }
            }
        }
        #expect(silent > rounds * 3 / 16 && told > rounds / 16, "\(silent) \(told)")
    }

    @Test func aSchemaDoesNotDifferFromItself() throws {
        var random = SeededRandom(5)
        for _ in 0..<100 {
            let (schema, _) = Self.schemas(depth: 3, members: .apart, &random)
            #expect(try Self.effect(schema, schema).1.isEmpty, "\(schema)")
        }
    }

    /// What is said one way is said the other way round.
    @Test func bothWaysAgree() throws {
        var random = SeededRandom(6)
        for _ in 0..<(Seeds.isLanding ? 160 : 400) {
            let (old, new) = Self.schemas(depth: 2, members: .alike, &random)
            guard try Sample.compile(old).plan != nil, try Sample.compile(new).plan != nil else { continue }
            let (there, changes) = try Self.effect(old, new)
            let (back, others) = try Self.effect(new, old)
            let saysNarrower = !there.isDisjoint(with: [.narrows, .mayNarrow])
            let saysWider = !back.isDisjoint(with: [.widens, .mayWiden])
            #expect(saysNarrower == saysWider, "\(old)\n\(new)\n\(changes)\n\(others)")
        }
    }

    // MARK: Members that only one version knows

    /// Whether a value has a member that another version declares, and of which its own version says nothing anywhere.
    private static func isAhead(_ value: JSONValue, _ own: [JSONValue], _ others: [JSONValue]) -> Bool {
        let own = own.flatMap(allInPlace)
        let others = others.flatMap(allInPlace)
        if value.kind == .array {
            let keywords = ["items", "contains"]
            func elements(_ schemas: [JSONValue]) -> [JSONValue] {
                schemas.flatMap { schema in
                    keywords.compactMap { schema[$0] } + (schema["prefixItems"]?.elements ?? [])
                }
            }
            return value.elements.contains { isAhead($0, elements(own), elements(others)) }
        }
        guard value.kind == .object else { return false }
        func declarations(_ name: String, _ schemas: [JSONValue]) -> [JSONValue] {
            schemas.flatMap { schema in
                var found = [schema["properties"]?[name]].compactMap { $0 }.filter { $0.kind != .falseValue }
                if name.hasPrefix("d"), let target = schema["patternProperties"]?["^d"] { found.append(target) }
                if found.isEmpty, let others = schema["additionalProperties"], others.kind == .object {
                    found.append(others)
                }
                return found
            }
        }
        return SchemaReader.members(of: value).contains { key, member in
            let name = key.text
            let mine = declarations(name, own)
            let theirs = declarations(name, others)
            let isAsked = own.contains { schema in
                (schema["required"]?.elements ?? []).contains { $0.string == name }
                    || SchemaReader.members(of: schema["dependentRequired"] ?? value).contains {
                        $0.name == key || $0.value.elements.contains { $0.string == name }
                    } && schema["dependentRequired"] != nil
                    || schema["dependentSchemas"]?[name] != nil
            }
            return mine.isEmpty && !isAsked && !theirs.isEmpty || isAhead(member, mine, theirs)
        }
    }

    /// A schema and those in it that may be asked about the same value.
    private static func allInPlace(_ schema: JSONValue) -> [JSONValue] {
        var result = [schema]
        for keyword in ["allOf", "anyOf", "oneOf"] {
            result += (schema[keyword]?.elements ?? []).flatMap(allInPlace)
        }
        for keyword in ["not", "if", "then", "else"] { result += schema[keyword].map(allInPlace) ?? [] }
        if let targets = schema["dependentSchemas"] {
            result += SchemaReader.members(of: targets).flatMap { allInPlace($0.value) }
        }
        return result
    }

    // MARK: Random schemas

    /// Two schemas that are mostly alike.
    static func schemas(depth: Int, members: Members = .alike, _ random: inout SeededRandom) -> (
        old: String, new: String
    ) {
        var old: [String] = []
        var new: [String] = []
        func add(_ both: (String, String)) {
            old.append(both.0)
            new.append(both.1)
        }
        /// A keyword that is in both, in one of them, or different.
        func vary(_ text: (inout SeededRandom) -> String?) {
            let first = text(&random)
            let second = random.below(6) == 0 ? text(&random) : first
            if let first { old.append(first) }
            if let second { new.append(second) }
        }
        var hasBranches = depth == 0
        if depth > 0 && random.below(2) == 0 {
            var properties: [(String, String)] = []
            for name in ["a", "b", "c"] {
                let (before, now) = schemas(depth: depth - 1, members: members, &random)
                properties.append((##""\##(name)": \##(before)"##, ##""\##(name)": \##(now)"##))
            }
            if members == .apart {
                for index in properties.indices where random.below(5) == 0 {
                    if random.below(2) == 0 { properties[index].0 = "" } else { properties[index].1 = "" }
                }
            }
            if members != .alike && random.below(4) == 0 {
                properties.append((refusable(&random), random.below(2) == 0 ? refusable(&random) : ""))
            }
            add((Self.properties(properties.map(\.0)), Self.properties(properties.map(\.1))))
            if members != .alike {
                addBranches(depth: depth, members, add, &random)
                hasBranches = true
            }
            vary { random in random.below(2) == 0 ? ##""required": ["\##(["a", "b", "c"][random.below(3)])"]"## : nil }
            vary { random in
                [nil, nil, ##""additionalProperties": false"##, ##""additionalProperties": {"type": "integer"}"##][
                    random.below(4)]
            }
            vary { random in random.below(6) == 0 ? ##""maxProperties": \##(1 + random.below(3))"## : nil }
            vary { random in
                random.below(8) == 0 ? ##""dependentRequired": {"a": ["\##(["b", "c"][random.below(2)])"]}"## : nil
            }
            vary { random in random.below(8) == 0 ? ##""propertyNames": {"maxLength": \##(random.below(3))}"## : nil }
            vary { random in random.below(8) == 0 ? ##""patternProperties": {"^d": {"type": "string"}}"## : nil }
        } else if depth > 0 && random.below(3) == 0 {
            let (before, now) = schemas(depth: depth - 1, members: members, &random)
            add((##""items": \##(before)"##, ##""items": \##(now)"##))
            vary { random in random.below(3) == 0 ? ##""prefixItems": [{"type": "\##(type(&random))"}]"## : nil }
            vary { random in random.below(4) == 0 ? ##""minItems": \##(random.below(3))"## : nil }
            vary { random in random.below(4) == 0 ? ##""uniqueItems": true"## : nil }
            vary { random in random.below(4) == 0 ? ##""contains": {"type": "\##(type(&random))"}"## : nil }
        } else {
            vary { random in random.below(2) == 0 ? ##""minimum": \##(random.below(4))"## : nil }
            vary { random in random.below(3) == 0 ? ##""exclusiveMaximum": \##(random.below(4)).5"## : nil }
            vary { random in random.below(4) == 0 ? ##""multipleOf": \##(["1", "2", "0.5"][random.below(3)])"## : nil }
            vary { random in random.below(3) == 0 ? ##""maxLength": \##(random.below(3))"## : nil }
            vary { random in
                random.below(4) == 0 ? ##""pattern": "\##(["^a", "b$", "a"][random.below(3)])"## + "\"" : nil
            }
            vary { random in
                random.below(4) == 0 ? ##""enum": [\##(scalar(&random)), \##(scalar(&random)), "a", 1]"## : nil
            }
            vary { random in random.below(8) == 0 ? ##""const": \##(scalar(&random))"## : nil }
        }
        vary { random in random.below(2) == 0 ? ##""type": ["\##(type(&random))", "null"]"## : nil }
        vary { random in random.below(8) == 0 ? ##""default": \##(scalar(&random))"## : nil }
        if !hasBranches {
            for keyword in ["anyOf", "oneOf", "allOf"] where random.below(6) == 0 {
                let (first, firstNow) = schemas(depth: 0, members: members, &random)
                let (second, secondNow) = schemas(depth: 0, members: members, &random)
                add(
                    (
                        ##""\##(keyword)": [\##(first), \##(second)]"##,
                        ##""\##(keyword)": [\##(secondNow), \##(firstNow)]"##
                    ))
            }
            if random.below(8) == 0 {
                let (before, now) = schemas(depth: 0, members: members, &random)
                add((##""not": \##(before)"##, ##""not": \##(now)"##))
            }
            if random.below(8) == 0 {
                let (condition, _) = schemas(depth: 0, members: members, &random)
                let (before, now) = schemas(depth: 0, members: members, &random)
                add((##""if": \##(condition), "then": \##(before)"##, ##""if": \##(condition), "then": \##(now)"##))
            }
        }
        return ("{\(old.joined(separator: ", "))}", "{\(new.joined(separator: ", "))}")
    }

    // MARK: Branches that speak of members

    /// Branches of all kinds that say something of the same members once more.
    private static func addBranches(
        depth: Int, _ members: Members, _ add: ((String, String)) -> Void, _ random: inout SeededRandom
    ) {
        for keyword in ["anyOf", "oneOf", "allOf"] where random.below(6) == 0 {
            let (first, firstNow) = branch(depth: depth, members, &random)
            let (second, secondNow) = branch(depth: depth, members, &random)
            add(
                (
                    ##""\##(keyword)": [\##(first), \##(second)]"##,
                    ##""\##(keyword)": [\##(secondNow), \##(firstNow)]"##
                ))
        }
        if random.below(6) == 0 {
            let (before, now) = branch(depth: depth, members, &random)
            add((##""not": \##(before)"##, ##""not": \##(now)"##))
        }
        if random.below(6) == 0 {
            let (before, now) = branch(depth: depth, members, &random)
            add((##""dependentSchemas": {"a": \##(before)}"##, ##""dependentSchemas": {"a": \##(now)}"##))
        }
        if random.below(6) == 0 {
            let parts = ["if", "then", "else"].map { ($0, branch(depth: depth, members, &random)) }
            add(
                (
                    parts.map { ##""\##($0)": \##($1.0)"## }.joined(separator: ", "),
                    parts.map { ##""\##($0)": \##($1.1)"## }.joined(separator: ", ")
                ))
        }
    }

    /// A branch in two versions that declares some members, not always the same.
    private static func branch(
        depth: Int, _ members: Members, _ random: inout SeededRandom
    ) -> (old: String, new: String) {
        var old: [String] = []
        var new: [String] = []
        for name in ["a", "b", "c"] where random.below(2) == 0 {
            let (before, now) = schemas(depth: random.below(depth), members: members, &random)
            let kind = random.below(8)
            if kind != 0 { old.append(##""\##(name)": \##(kind == 2 ? "false" : before)"##) }
            if kind != 1 { new.append(##""\##(name)": \##(kind == 3 ? "false" : now)"##) }
        }
        if random.below(6) == 0 { old.append(refusable(&random)) }
        if random.below(6) == 0 { new.append(refusable(&random)) }
        var before = [properties(old)]
        var now = [properties(new)]
        func vary(_ text: String) {
            let side = random.below(8)
            if side != 0 { before.append(text) }
            if side != 1 { now.append(text) }
        }
        if random.below(2) == 0 { vary(##""required": ["\##(["a", "b", "c"][random.below(3)])"]"##) }
        if random.below(8) == 0 {
            vary(##""additionalProperties": \##(["false", "{\"type\": \"string\"}"][random.below(2)])"##)
        }
        if random.below(8) == 0 { vary(##""patternProperties": {"^d": {"type": "string"}}"##) }
        if depth > 1 && random.below(6) == 0 {
            addBranches(
                depth: depth - 1, members,
                {
                    before.append($0.0)
                    now.append($0.1)
                }, &random)
        }
        return ("{\(before.joined(separator: ", "))}", "{\(now.joined(separator: ", "))}")
    }

    private static func properties(_ properties: [String]) -> String {
        ##""properties": {\##(properties.filter { !$0.isEmpty }.joined(separator: ", "))}"##
    }

    /// A property that says nothing but whether it may be there.
    private static func refusable(_ random: inout SeededRandom) -> String {
        ["", ##""d": false"##, ##""d": true"##][random.below(3)]
    }

    private static func type(_ random: inout SeededRandom) -> String {
        ["integer", "number", "string", "boolean", "object", "array"][random.below(6)]
    }

    private static func scalar(_ random: inout SeededRandom) -> String {
        ["0", "1", "2", "1.5", "3", ##""a""##, ##""b""##, ##""ab""##, ##""""##, "null", "true"][random.below(11)]
    }

    static func payload(depth: Int, _ random: inout SeededRandom) -> String {
        switch random.below(depth > 0 ? 4 : 1) {
        case 1:
            let elements = (0..<random.below(4)).map { _ in payload(depth: depth - 1, &random) }
            return "[\(elements.joined(separator: ", "))]"
        case 2, 3:
            let members = ["a", "b", "c", "d", "ee"].filter { _ in random.below(2) == 0 }.map {
                "\"\($0)\": \(payload(depth: depth - 1, &random))"
            }
            return "{\(members.joined(separator: ", "))}"
        default: return scalar(&random)
        }
    }
}
