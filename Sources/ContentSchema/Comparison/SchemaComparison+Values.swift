import JSONText

/// What a value may be by itself: its type, the listed values, ranges, lengths and patterns.
extension SchemaComparison {
    mutating func compareValues(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        compareTypes(old, new, at: path)
        let both = old.types & new.types
        guard both != 0 else { return }
        if old.values != nil || new.values != nil {
            compareListed(old, new, at: path)
            // Of each listed value it is known what becomes of it, whichever keyword decides.
            return
        }
        if both & TypeSet.number != 0 { compareNumbers(old, new, at: path) }
        let counts: [(UInt8, SchemaSyntax.Length, SchemaSyntax.Length, String)] = [
            (TypeSet.string, .minLength, .maxLength, "Length"), (TypeSet.array, .minItems, .maxItems, "Items"),
            (TypeSet.object, .minProperties, .maxProperties, "Properties"),
        ]
        for (type, lower, upper, name) in counts where both & type != 0 {
            compareCounts(old, new, lower, "min\(name)", isLower: true, at: path)
            compareCounts(old, new, upper, "max\(name)", isLower: false, at: path)
        }
        if both & TypeSet.string != 0 { comparePatterns(old, new, at: path) }
    }

    private mutating func compareTypes(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        var effect: SchemaEffect = []
        if old.types & ~new.types != 0 { effect.insert(.narrows) }
        if new.types & ~old.types != 0 { effect.insert(.widens) }
        if effect.isEmpty { return }
        add(
            .types, path, effect, "type \(Self.spelled(types: old.types)) → \(Self.spelled(types: new.types))",
            old.typesValue ?? old.valuesValue ?? old.value, new.typesValue ?? new.valuesValue ?? new.value)
    }

    private mutating func compareListed(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        var effect: SchemaEffect = []
        var gone: [JSONValue] = []
        var come: [JSONValue] = []
        if let listed = old.values ?? Self.allValues(of: old) {
            for value in listed where new.types & SchemaShape.type(of: value) != 0 {
                switch new.admitsBySelf(value) {
                case false: gone.append(value)
                case nil: effect.insert(.mayNarrow)
                default: break
                }
            }
        } else {
            effect.insert(.narrows)
        }
        if let listed = new.values ?? Self.allValues(of: new) {
            for value in listed where old.types & SchemaShape.type(of: value) != 0 {
                switch old.admitsBySelf(value) {
                case false: come.append(value)
                case nil: effect.insert(.mayWiden)
                default: break
                }
            }
        } else {
            effect.insert(.widens)
        }
        if !gone.isEmpty { effect.insert(.narrows) }
        if !come.isEmpty { effect.insert(.widens) }
        if effect.isEmpty { return }
        func spelled(_ values: [JSONValue]) -> String { values.map(Self.spelled).joined(separator: ", ") }
        let detail: String
        if new.values == nil {
            detail = gone.isEmpty ? "values are no longer listed" : "no longer admits \(spelled(gone))"
        } else if old.values == nil {
            detail = "only \(spelled(new.values ?? []))"
        } else {
            detail = [(gone, "without"), (come, "with")].filter { !$0.0.isEmpty }.map { "\($0.1) \(spelled($0.0))" }
                .joined(separator: ", ")
        }
        add(
            .values, path, effect, "values: \(detail)", old.valuesValue ?? old.value,
            new.valuesValue ?? (gone.isEmpty ? new.value : new.place(Self.keyword(refusing: gone, new))))
    }

    /// The keyword that a value of an old list most likely breaks.
    private static func keyword(refusing values: [JSONValue], _ shape: SchemaShape) -> String {
        if !shape.patterns.isEmpty { return "pattern" }
        return values.contains { $0.kind == .string } ? "maxLength" : "minimum"
    }

    /// The values of types that have few: what is not listed and yet can be.
    private static func allValues(of shape: SchemaShape) -> [JSONValue]? {
        guard shape.types & ~(TypeSet.null | TypeSet.boolean) == 0 else { return nil }
        guard let document = try? JSONDocument(Array("[null, false, true]".utf8)) else { return nil }
        return document.root.elements.filter { shape.types & SchemaShape.type(of: $0) != 0 }
    }

    // MARK: Numbers

    private mutating func compareNumbers(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let isWhole = old.types & new.types & TypeSet.number == TypeSet.integer
        compareLimits(old, new, \.lower, isLower: true, isWhole, at: path)
        compareLimits(old, new, \.upper, isLower: false, isWhole, at: path)
        let isKept = Self.implies(old.multiples, new.multiples, isWhole)
        let wasKept = Self.implies(new.multiples, old.multiples, isWhole)
        if isKept == true && wasKept == true { return }
        var effect: SchemaEffect = []
        if isKept != true { effect.insert(isKept == nil ? .mayNarrow : .narrows) }
        if wasKept != true { effect.insert(wasKept == nil ? .mayWiden : .widens) }
        func spelled(_ values: [JSONValue]) -> String {
            values.isEmpty ? "none" : values.map(Self.spelled).joined(separator: " and ")
        }
        add(
            .range, path, effect, "multipleOf \(spelled(old.multiples)) → \(spelled(new.multiples))",
            old.place("multipleOf"), new.place("multipleOf"))
    }

    /// Whether every multiple of some divisors is one of some others; nil where that can't be told.
    private static func implies(_ from: [JSONValue], _ to: [JSONValue], _ isWhole: Bool) -> Bool? {
        let one = Array("1".utf8)
        var result: Bool? = true
        for divisor in to {
            let text = Array(divisor.text.utf8)
            if isWhole, ExactDecimal.isMultiple(one.span, of: text.span) { continue }
            if from.contains(where: { ExactDecimal.isMultiple(Array($0.text.utf8).span, of: text.span) }) { continue }
            // Two divisors together have multiples that neither has alone.
            if from.count > 1 { result = nil } else { return false }
        }
        return result
    }

    private mutating func compareLimits(
        _ old: SchemaShape, _ new: SchemaShape, _ limit: (SchemaShape) -> SchemaShape.Limit?, isLower: Bool,
        _ isWhole: Bool, at path: [String]
    ) {
        let oldLimit = limit(old)
        let newLimit = limit(new)
        let order = Self.compare(oldLimit, newLimit, isLower: isLower, isWhole: isWhole)
        if order == 0 { return }
        let name = isLower ? "minimum" : "maximum"
        func spelled(_ limit: SchemaShape.Limit?) -> String {
            guard let limit else { return "none" }
            return limit.isExclusive
                ? "\(isLower ? "above" : "below") \(Self.spelled(limit.value))" : Self.spelled(limit.value)
        }
        add(
            .range, path, order < 0 ? .narrows : .widens, "\(name) \(spelled(oldLimit)) → \(spelled(newLimit))",
            oldLimit?.value ?? old.value, newLimit?.value ?? new.value)
    }

    /// Below 0 where the second limit is tighter, above where it is looser.
    private static func compare(
        _ old: SchemaShape.Limit?, _ new: SchemaShape.Limit?, isLower: Bool, isWhole: Bool
    ) -> Int {
        switch (old, new) {
        case (nil, nil): return 0
        case (nil, _): return -1
        case (_, nil): return 1
        case (let old?, let new?):
            if isWhole, let oldBound = wholeBound(old, isLower), let newBound = wholeBound(new, isLower) {
                if oldBound == newBound { return 0 }
                return (newBound > oldBound) == isLower ? -1 : 1
            }
            if SchemaShape.isTighter(new, than: old, above: isLower) { return -1 }
            return SchemaShape.isTighter(old, than: new, above: isLower) ? 1 : 0
        }
    }

    /// The outermost whole number that a limit lets pass; nil where the limit is beyond what a double holds exactly.
    private static func wholeBound(_ limit: SchemaShape.Limit, _ isLower: Bool) -> Double? {
        guard let value = Double(limit.value.text), abs(value) < 1e15 else { return nil }
        let rounded = value.rounded(isLower ? .up : .down)
        guard limit.isExclusive, rounded == value else { return rounded }
        return isLower ? rounded + 1 : rounded - 1
    }

    // MARK: Lengths and patterns

    private mutating func compareCounts(
        _ old: SchemaShape, _ new: SchemaShape, _ length: SchemaSyntax.Length, _ name: String, isLower: Bool,
        at path: [String]
    ) {
        let oldCount = old.lengths[length]
        let newCount = new.lengths[length]
        if oldCount == newCount { return }
        let none = isLower ? 0 : Int.max
        let isTighter = isLower ? newCount ?? none > oldCount ?? none : newCount ?? none < oldCount ?? none
        func spelled(_ count: Int?) -> String { count.map { String($0) } ?? "none" }
        add(
            .length, path, isTighter ? .narrows : .widens, "\(name) \(spelled(oldCount)) → \(spelled(newCount))",
            old.place(name), new.place(name))
    }

    private mutating func comparePatterns(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let oldSources = Set(old.patterns.map(\.pattern.source))
        let newSources = Set(new.patterns.map(\.pattern.source))
        if oldSources == newSources { return }
        let gone = oldSources.subtracting(newSources)
        let come = newSources.subtracting(oldSources)
        var effect: SchemaEffect = []
        if !come.isEmpty { effect.insert(oldSources.isEmpty ? .narrows : .mayNarrow) }
        if !gone.isEmpty { effect.insert(newSources.isEmpty ? .widens : .mayWiden) }
        func spelled(_ sources: Set<String>) -> String {
            sources.isEmpty
                ? "none" : sources.sorted().map { $0.count > 64 ? $0.prefix(63) + "…" : $0 }.joined(separator: " and ")
        }
        add(
            .pattern, path, effect, "pattern \(spelled(oldSources)) → \(spelled(newSources))", old.place("pattern"),
            new.place("pattern"))
    }
}
