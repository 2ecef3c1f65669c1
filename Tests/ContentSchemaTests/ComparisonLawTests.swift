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

    @Test func nothingIsRefusedUnsaid() throws {
        var random = SeededRandom(4)
        var silent = 0
        var told = 0
        let rounds = Seeds.isLanding ? 320 : 800
        for _ in 0..<rounds {
            let (old, new) = Self.schemas(depth: 2, &random)
            guard let oldPlan = try Sample.compile(old).plan, let newPlan = try Sample.compile(new).plan else {
                continue
            }
            let (effect, changes) = try Self.effect(old, new)
            let neverNarrows = effect.isDisjoint(with: [.narrows, .mayNarrow])
            let neverWidens = effect.isDisjoint(with: [.widens, .mayWiden])
            if neverNarrows || neverWidens { silent += 1 } else { told += 1 }
            for _ in 0..<15 {
                let payload = Self.payload(depth: 2, &random)
                let wasValid = try Sample.evaluate(oldPlan, payload).findings.isEmpty
                let isValid = try Sample.evaluate(newPlan, payload).findings.isEmpty
                if neverNarrows && wasValid && !isValid {
                    Issue.record("\(payload) is refused by \(new) and not by \(old), but: \(changes)")
                    return
                }
                if neverWidens && isValid && !wasValid {
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
            let (schema, _) = Self.schemas(depth: 3, &random)
            #expect(try Self.effect(schema, schema).1.isEmpty, "\(schema)")
        }
    }

    /// What is said one way is said the other way round.
    @Test func bothWaysAgree() throws {
        var random = SeededRandom(6)
        for _ in 0..<(Seeds.isLanding ? 160 : 400) {
            let (old, new) = Self.schemas(depth: 2, &random)
            guard try Sample.compile(old).plan != nil, try Sample.compile(new).plan != nil else { continue }
            let (there, changes) = try Self.effect(old, new)
            let (back, others) = try Self.effect(new, old)
            let saysNarrower = !there.isDisjoint(with: [.narrows, .mayNarrow])
            let saysWider = !back.isDisjoint(with: [.widens, .mayWiden])
            #expect(saysNarrower == saysWider, "\(old)\n\(new)\n\(changes)\n\(others)")
        }
    }

    // MARK: Random schemas

    /// Two schemas that are mostly alike. Both declare `a`, `b` and `c`, so that no member is one that only one of them
    /// knows.
    static func schemas(depth: Int, _ random: inout SeededRandom) -> (old: String, new: String) {
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
        if depth > 0 && random.below(2) == 0 {
            var properties: [(String, String)] = []
            for name in ["a", "b", "c"] {
                let (before, now) = schemas(depth: depth - 1, &random)
                properties.append((##""\##(name)": \##(before)"##, ##""\##(name)": \##(now)"##))
            }
            add(
                (
                    ##""properties": {\##(properties.map(\.0).joined(separator: ", "))}"##,
                    ##""properties": {\##(properties.map(\.1).joined(separator: ", "))}"##
                ))
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
            let (before, now) = schemas(depth: depth - 1, &random)
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
        if depth > 0 {
            for keyword in ["anyOf", "oneOf", "allOf"] where random.below(6) == 0 {
                let (first, firstNow) = schemas(depth: 0, &random)
                let (second, secondNow) = schemas(depth: 0, &random)
                add(
                    (
                        ##""\##(keyword)": [\##(first), \##(second)]"##,
                        ##""\##(keyword)": [\##(secondNow), \##(firstNow)]"##
                    ))
            }
            if random.below(8) == 0 {
                let (before, now) = schemas(depth: 0, &random)
                add((##""not": \##(before)"##, ##""not": \##(now)"##))
            }
            if random.below(8) == 0 {
                let (condition, _) = schemas(depth: 0, &random)
                let (before, now) = schemas(depth: 0, &random)
                add((##""if": \##(condition), "then": \##(before)"##, ##""if": \##(condition), "then": \##(now)"##))
            }
        }
        return ("{\(old.joined(separator: ", "))}", "{\(new.joined(separator: ", "))}")
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
