import JSONText
import TestSupport
import Testing

@testable import ContentSchema

/// Holds the comparison against the schemas where branches of all kinds speak of members that are declared around them, and
/// where members are refused by name.
@Suite struct ComparisonBranchLawTests {
    /// - Parameter refuses: Whether members are refused by name.
    @Test(arguments: [false, true]) func nothingIsRefusedUnsaid(refuses: Bool) throws {
        let seed = Seeds.one(4)
        var pairs = BranchSchemas(random: SeededRandom(seed), refuses: refuses)
        var counts = (silent: 0, told: 0, proven: 0)
        for _ in 0..<(Seeds.isLanding ? 1000 : 2500) {
            let (old, new) = pairs.next()
            guard let oldPlan = try Sample.compile(old).plan, let newPlan = try Sample.compile(new).plan else {
                continue
            }
            let oldValue = try Sample.value(old)
            let newValue = try Sample.value(new)
            let changes = SchemaComparison.changes(
                from: SchemaView(SchemaSource(schema: oldValue), common: [], file: oldValue),
                to: SchemaView(SchemaSource(schema: newValue), common: [], file: newValue))
            let effect = changes.reduce(SchemaEffect()) { $0.union($1.effect) }
            let narrows = !effect.isDisjoint(with: [.narrows, .mayNarrow])
            let widens = !effect.isDisjoint(with: [.widens, .mayWiden])
            if old == new {
                #expect(changes.isEmpty, "\(old)")
                continue
            }
            if narrows && widens { counts.told += 1 } else { counts.silent += 1 }
            for _ in 0..<25 {
                let payload = pairs.payload(depth: 2)
                let wasValid = try Sample.evaluate(oldPlan, payload).findings.isEmpty
                let isValid = try Sample.evaluate(newPlan, payload).findings.isEmpty
                if wasValid == isValid { continue }
                let value = try Sample.value(payload)
                // Nobody sends a member before a version declares it.
                if wasValid ? Self.isAhead(value, [oldValue], [newValue]) : Self.isAhead(value, [newValue], [oldValue])
                {
                    continue
                }
                counts.proven += 1
                if wasValid ? !narrows : !widens {
                    let told = changes.map { "\($0.kind) \($0.pointer) \($0.detail) \($0.effect.rawValue)" }
                    let what = wasValid ? "admitted, then refused" : "refused, then admitted"
                    Issue.record(
                        "seed \(seed): \(payload) is \(what) by\n\(old)\n\(new)\nbut: \(told)"
                    )
                    return
                }
            }
        }
        #expect(counts.silent > 200 && counts.told > 50 && counts.proven > 200, "seed \(seed): \(counts)")
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
                let property = schema["properties"]?[name]
                var found = [property].compactMap { $0 }.filter { $0.kind != .falseValue }
                // The patterns here are `^` and the names' first letters.
                let patterns = schema["patternProperties"].map { SchemaReader.members(of: $0) } ?? []
                found += patterns.filter { $0.name.text.contains(name) }.map(\.value)
                if property == nil, found.isEmpty, let others = schema["additionalProperties"],
                    others.kind == .object, others.text != "{}"
                {
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
}

/// Makes pairs of schemas that differ in one place or two.
struct BranchSchemas {
    var random: SeededRandom
    /// How many places may still differ.
    private var left = 0

    private let refuses: Bool

    /// - Parameter refuses: Whether members are refused by name.
    init(random: SeededRandom, refuses: Bool) {
        self.random = random
        self.refuses = refuses
    }

    mutating func next() -> (old: String, new: String) {
        left = 1 + random.below(2)
        return object(depth: 3, isBranch: false)
    }

    private mutating func chance(_ count: Int) -> Bool { random.below(count) == 0 }

    private mutating func differs() -> Bool {
        guard left > 0, chance(8) else { return false }
        left -= 1
        return true
    }

    private mutating func pick(_ options: [String]) -> (String, String) {
        let options = options.filter { refuses || $0 != "false" }
        let old = options[random.below(options.count)]
        return (old, differs() ? options[random.below(options.count)] : old)
    }

    private mutating func value(depth: Int) -> (String, String) {
        switch random.below(depth > 0 ? 6 : 4) {
        case 4: return object(depth: depth - 1, isBranch: false)
        case 5: return array(depth: depth - 1)
        default:
            return pick([
                "{}", "true", "false", #"{"type": "string"}"#, #"{"minLength": 1}"#, #"{"minimum": 1}"#,
                #"{"enum": ["a", 1]}"#, #"{"const": "a"}"#, #"{"type": ["string", "integer"]}"#,
                #"{"type": ["string", "object", "array"]}"#,
            ])
        }
    }

    private mutating func array(depth: Int) -> (String, String) {
        var parts = Parts()
        if !chance(4) { add("items", value(depth: depth), to: &parts) }
        if chance(4) { add("prefixItems", Self.listed([value(depth: 0)]), to: &parts) }
        if chance(4) { add("contains", value(depth: depth), to: &parts) }
        return parts.schemas
    }

    /// Keywords with what follows them, on both sides.
    private struct Parts {
        var old: [String] = []
        var new: [String] = []

        var schemas: (String, String) {
            ("{\(old.joined(separator: ", "))}", "{\(new.joined(separator: ", "))}")
        }
    }

    /// Adds a keyword or a member on both sides, or on one.
    private mutating func add(_ name: String, _ value: (String, String), to parts: inout Parts) {
        let isOnOne = differs()
        let isOld = chance(2)
        if !isOnOne || isOld { parts.old.append("\"\(name)\": \(value.0)") }
        if !isOnOne || !isOld { parts.new.append("\"\(name)\": \(value.1)") }
    }

    private static func listed(_ values: [(String, String)], isTurned: Bool = false) -> (String, String) {
        let new = values.map(\.1)
        return (
            "[\(values.map(\.0).joined(separator: ", "))]",
            "[\((isTurned ? new.reversed() : new).joined(separator: ", "))]"
        )
    }

    private mutating func object(depth: Int, isBranch: Bool) -> (String, String) {
        var parts = Parts()
        var properties = Parts()
        for name in ["a", "b"] where isBranch ? chance(2) : !chance(6) {
            add(name, value(depth: max(depth, 0)), to: &properties)
        }
        if chance(6) { add("d", pick(["true", "false"]), to: &properties) }
        add("properties", properties.schemas, to: &parts)
        if chance(isBranch ? 2 : 6) { add("required", pick([#"["a"]"#, #"["b"]"#]), to: &parts) }
        if chance(8) { add("additionalProperties", value(depth: 0), to: &parts) }
        if chance(8) {
            add(
                "patternProperties", pick([#"{"^[ad]": {"type": "string"}}"#, #"{"^d": {"minLength": 1}}"#]), to: &parts
            )
        }
        if chance(6) { add("type", ("\"object\"", "\"object\""), to: &parts) }
        guard depth > 0 else { return parts.schemas }
        for keyword in ["anyOf", "oneOf", "allOf"] where chance(7) {
            let branches = [object(depth: depth - 2, isBranch: true), object(depth: depth - 2, isBranch: true)]
            add(keyword, Self.listed(branches, isTurned: chance(2)), to: &parts)
        }
        if chance(6) { add("not", object(depth: depth - 2, isBranch: true), to: &parts) }
        if chance(8) {
            let branch = object(depth: depth - 2, isBranch: true)
            add("dependentSchemas", ("{\"a\": \(branch.0)}", "{\"a\": \(branch.1)}"), to: &parts)
        }
        if chance(8) {
            for keyword in ["if", "then", "else"] {
                add(keyword, object(depth: depth - 2, isBranch: true), to: &parts)
            }
        }
        return parts.schemas
    }

    mutating func payload(depth: Int) -> String {
        switch depth == 2 ? 5 : random.below(depth > 0 ? 7 : 4) {
        case 4: return "[\((0..<random.below(3)).map { _ in payload(depth: depth - 1) }.joined(separator: ", "))]"
        case 5, 6:
            let members = ["a", "b", "d"].filter { _ in !chance(3) }.map { "\"\($0)\": \(payload(depth: depth - 1))" }
            return "{\(members.joined(separator: ", "))}"
        default: return ["\"\"", "\"a\"", "0", "1"][random.below(4)]
        }
    }
}
