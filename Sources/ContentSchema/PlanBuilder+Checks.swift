import JSONText

/// The checks of a plan node, other than those of its members one by one.
extension PlanBuilder {
    mutating func add(_ check: Check) { tables.checks.append(check) }

    /// The plan node of a schema that is only asked whether it holds for the same value.
    mutating func branch(_ schema: Int, _ conjunct: Conjunct, _ item: Pending) -> Int {
        request([Conjunct(schema: schema, isLive: false, isTop: conjunct.isTop)], path: item.path, chain: [])
    }

    mutating func fillAny(_ node: inout PlanNode, _ conjunct: Conjunct, _ item: Pending) {
        let index = conjunct.schema
        let schema = reader.schemas[index]
        if schema.isFalse { add(Check(kind: .never, location: locationIndex(index, ""))) }
        if let values = schema.enumeration { addChoice(&node, values, locationIndex(index, "enum")) }
        if let value = schema.constant { addChoice(&node, [value], locationIndex(index, "const")) }
        if !schema.anyOf.isEmpty { addBranches(&node, .anyOf, "anyOf", schema.anyOf, conjunct, item) }
        if !schema.oneOf.isEmpty { addBranches(&node, .oneOf, "oneOf", schema.oneOf, conjunct, item) }
        if let not = schema.not {
            add(Check(kind: .not, first: Int32(branch(not, conjunct, item)), location: locationIndex(index, "not")))
            node.isObserver = true
        }
        if let condition = schema.condition, schema.consequence != nil || schema.alternative != nil {
            let nodes = [condition, schema.consequence, schema.alternative].map { part in
                part.map { Int32(branch($0, conjunct, item)) } ?? -1
            }
            add(
                Check(
                    kind: .condition, first: nodes[0], second: nodes[1], third: nodes[2],
                    location: locationIndex(index, "if")))
            node.isObserver = true
        }
    }

    private mutating func addChoice(_ node: inout PlanNode, _ values: [JSONValue], _ location: Int32) {
        var choice = Choice(stringStart: Int32(tables.choiceTexts.count))
        for value in values {
            choice.spelled.append(value.text)
            if let string = value.string.map({ Array($0.utf8) }) {
                tables.choiceTexts.append(
                    ChoiceText(
                        word: string.span.word(from: 0, count: string.count), length: Int32(string.count),
                        text: Int32(tables.text.count)))
                tables.text += string
                choice.stringCount += 1
            } else {
                choice.others.append(value)
                if value.kind == .object || value.kind == .array { node.isObserver = true }
            }
        }
        add(Check(kind: .choice, first: Int32(tables.choices.count), location: location))
        tables.choices.append(choice)
    }

    private mutating func addBranches(
        _ node: inout PlanNode, _ kind: Check.Kind, _ keyword: String, _ branches: [Int], _ conjunct: Conjunct,
        _ item: Pending
    ) {
        let nodes = branches.map { Int32(branch($0, conjunct, item)) }
        add(
            Check(
                kind: kind, first: Int32(tables.branches.count), second: Int32(nodes.count),
                location: locationIndex(conjunct.schema, keyword)))
        tables.branches += nodes
        node.isObserver = true
    }

    mutating func fillStrings(_ conjunct: Conjunct) {
        let schema = reader.schemas[conjunct.schema]
        for (length, count) in schema.lengths {
            switch length {
            case .minLength: addLength(.minLength, count, conjunct.schema, "minLength")
            case .maxLength: addLength(.maxLength, count, conjunct.schema, "maxLength")
            default: break
            }
        }
        if let pattern = schema.pattern {
            let location = locationIndex(conjunct.schema, "pattern")
            add(Check(kind: .pattern, first: patternIndex(pattern), location: location))
        }
    }

    mutating func addLength(_ kind: Check.Kind, _ count: Int, _ schema: Int, _ keyword: String) {
        add(Check(kind: kind, operand: count, location: locationIndex(schema, keyword)))
    }

    mutating func fillNumbers(_ conjunct: Conjunct) {
        for (bound, value) in reader.schemas[conjunct.schema].bounds {
            let (kind, keyword): (Check.Kind, String) =
                switch bound {
                case .minimum: (.minimum, "minimum")
                case .exclusiveMinimum: (.exclusiveMinimum, "exclusiveMinimum")
                case .maximum: (.maximum, "maximum")
                case .exclusiveMaximum: (.exclusiveMaximum, "exclusiveMaximum")
                case .multipleOf: (.multipleOf, "multipleOf")
                }
            let text = Array(value.text.utf8)
            var check = Check(
                kind: kind, first: Int32(tables.numbers.count), location: locationIndex(conjunct.schema, keyword))
            if let plain = ExactDecimal.plainInteger(text.span) {
                check.isPlain = true
                check.operand = plain
            }
            check.second = Self.lengthWithin(bound, text)
            tables.numbers.append(text)
            add(check)
        }
    }

    /// The most bytes that a number without an exponent can have and be within a bound for certain: its magnitude is
    /// below that of the bound, and the bound is on the far side of zero. 0 where that says nothing.
    private static func lengthWithin(_ bound: SchemaSyntax.Bound, _ text: [UInt8]) -> Int32 {
        let isNegative = text.first == UInt8(ascii: "-")
        switch bound {
        case .minimum, .exclusiveMinimum: if !isNegative { return 0 }
        case .maximum, .exclusiveMaximum: if isNegative { return 0 }
        case .multipleOf: return 0
        }
        // Digits alone, but not -0.
        if let plain = ExactDecimal.plainInteger(text.span), plain != 0 || !isNegative {
            return Int32(max(0, text.count - (isNegative ? 1 : 0) - 1))
        }
        var spelled: [UInt8] = []
        ExactDecimal.appendCanonical(text.span, to: &spelled)
        let end = spelled.firstIndex(of: UInt8(ascii: "e")) ?? spelled.count
        let digits = end - (isNegative ? 1 : 0)
        let power = end < spelled.count ? Int(String(decoding: spelled[(end + 1)...], as: UTF8.self)) ?? 0 : 0
        return Int32(max(0, min(digits - 1 + power, 1_000)))
    }

    mutating func fillArrayChecks(_ node: inout PlanNode, _ conjunct: Conjunct, _ item: Pending) {
        let index = conjunct.schema
        let schema = reader.schemas[index]
        for (length, count) in schema.lengths {
            switch length {
            case .minItems: addLength(.minItems, count, index, "minItems")
            case .maxItems: addLength(.maxItems, count, index, "maxItems")
            default: break
            }
        }
        if schema.uniqueItems {
            add(Check(kind: .uniqueItems, location: locationIndex(index, "uniqueItems")))
            node.isObserver = true
        }
        if let contains = schema.contains {
            let element = [Conjunct(schema: contains, isLive: false, isTop: false)]
            add(
                Check(
                    kind: .contains, first: Int32(request(element, path: item.path + ["*"], chain: [])),
                    second: Int32(clamping: schema.maxContains ?? Int.max), operand: schema.minContains ?? 1,
                    location: locationIndex(index, "contains")))
            node.isObserver = true
        }
    }

    mutating func fillObjectChecks(
        _ node: inout PlanNode, _ object: inout ObjectPlan, _ names: NameIndex, _ conjunct: Conjunct,
        _ item: Pending
    ) {
        let index = conjunct.schema
        let schema = reader.schemas[index]
        for (length, count) in schema.lengths {
            switch length {
            case .minProperties: addLength(.minProperties, count, index, "minProperties")
            case .maxProperties: addLength(.maxProperties, count, index, "maxProperties")
            default: continue
            }
            object.countsMembers = true
        }
        if let propertyNames = schema.propertyNames {
            let name = request(
                [Conjunct(schema: propertyNames, isLive: false, isTop: false)], path: item.path, chain: [])
            if name >= 0 {
                add(
                    Check(
                        kind: .propertyNames, first: Int32(name), location: locationIndex(index, "propertyNames")))
                node.isObserver = true
            }
        }
        for (trigger, dependent) in schema.dependentSchemas {
            let target = branch(dependent, conjunct, item)
            guard target >= 0, let bit = names.number(of: trigger) else { continue }
            add(
                Check(
                    kind: .dependentSchema, first: Int32(bit), second: Int32(target),
                    location: locationIndex(index, "dependentSchemas/\(JSONPointer.escaped(trigger.text))")))
            node.isObserver = true
        }
    }
}
