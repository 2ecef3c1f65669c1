import JSONText

/// What is inside a value: the members of an object, the elements of an array.
extension SchemaComparison {
    mutating func compareElements(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let first = max(old.prefixCount, new.prefixCount)
        for position in 0...first {
            compare(
                self.old.seeds(forElement: position, of: old), self.new.seeds(forElement: position, of: new),
                at: path + [position == first ? "*" : String(position)])
        }
        if (old.uniqueItems == nil) != (new.uniqueItems == nil) {
            let isNew = new.uniqueItems != nil
            add(
                .constraint, path, isNew ? .narrows : .widens,
                isNew ? "elements have to differ now" : "elements may be alike now", old.place("uniqueItems"),
                new.place("uniqueItems"))
        }
    }

    mutating func compareMembers(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        for name in old.names where !new.declares(name) { removed(name, old, new, at: path) }
        for name in new.names {
            if old.declares(name) { declaredInBoth(name, old, new, at: path) } else { added(name, old, new, at: path) }
        }
        compareUndeclaredRequired(old, new, at: path)
        compareOthers(old, new, at: path)
    }

    private mutating func removed(_ name: NameBytes, _ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let seeds = self.old.seeds(for: name, of: old)
        let oldShape = self.old.shape(seeds)
        let others = self.new.seeds(for: name, of: new)
        let left = others.isEmpty ? [] : effect(seeds, others)
        let isRequired = old.required[name] != nil
        var effect: SchemaEffect = left.intersection([.narrows, .mayNarrow])
        if isRequired && oldShape.defaultValue == nil && new.required[name] == nil { effect.insert(.widens) }
        add(
            .propertyRemoved, path + [name.text], effect,
            "removed" + Self.about(isRequired, oldShape), oldShape.value, new.place("properties"),
            member: SchemaChange.Member(
                isRequired: isRequired, hasDefault: oldShape.defaultValue != nil,
                isRefused: !effect.isDisjoint(with: [.narrows, .mayNarrow])))
    }

    private mutating func added(_ name: NameBytes, _ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let seeds = self.new.seeds(for: name, of: new)
        let newShape = self.new.shape(seeds)
        let others = self.old.seeds(for: name, of: old)
        let left = others.isEmpty ? [] : reversedEffect(seeds, others)
        let isRequired = new.required[name] != nil
        var effect: SchemaEffect = []
        if left.contains(.narrows) { effect.insert(.widens) }
        if left.contains(.mayNarrow) { effect.insert(.mayWiden) }
        let isRefused = !effect.isEmpty
        if isRequired && newShape.defaultValue == nil && old.required[name] == nil { effect.insert(.narrows) }
        add(
            .propertyAdded, path + [name.text], effect, "added" + Self.about(isRequired, newShape),
            old.place("properties"), newShape.value,
            member: SchemaChange.Member(
                isRequired: isRequired, hasDefault: newShape.defaultValue != nil, isRefused: isRefused))
    }

    private static func about(_ isRequired: Bool, _ shape: SchemaShape) -> String {
        var text = ": \(spelled(types: shape.types)), \(isRequired ? "required" : "optional")"
        if let value = shape.defaultValue { text += ", default \(spelled(value))" }
        return text
    }

    private mutating func declaredInBoth(_ name: NameBytes, _ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let oldSeeds = self.old.seeds(for: name, of: old)
        let newSeeds = self.new.seeds(for: name, of: new)
        let hadDefault = self.old.shape(oldSeeds).defaultValue != nil
        let hasDefault = self.new.shape(newSeeds).defaultValue != nil
        let path = path + [name.text]
        let wasRequired = old.required[name] != nil
        if let place = new.required[name], !wasRequired {
            add(
                .requiredAdded, path, hasDefault ? [] : .narrows,
                "required now" + (hasDefault ? ", with a default" : ""), old.place("required"), place,
                member: SchemaChange.Member(isRequired: true, hasDefault: hasDefault, isRefused: false))
        } else if let place = old.required[name], new.required[name] == nil {
            add(
                .requiredRemoved, path, hadDefault ? [] : .widens,
                "optional now" + (hadDefault ? ", was required with a default" : ""), place, new.place("required"),
                member: SchemaChange.Member(isRequired: false, hasDefault: hadDefault, isRefused: false))
        }
        compareDefaults(
            self.old.shape(oldSeeds), self.new.shape(newSeeds), wasRequired: wasRequired,
            isRequired: new.required[name] != nil, at: path)
        compare(oldSeeds, newSeeds, at: path)
    }

    /// Compares a property with the one that it was moved to.
    mutating func compareMember(_ oldSeeds: [Conjunct], _ newSeeds: [Conjunct], at path: [String]) {
        compareDefaults(old.shape(oldSeeds), new.shape(newSeeds), wasRequired: false, isRequired: false, at: path)
        compare(oldSeeds, newSeeds, at: path)
    }

    private mutating func compareDefaults(
        _ old: SchemaShape, _ new: SchemaShape, wasRequired: Bool, isRequired: Bool, at path: [String]
    ) {
        // A condition that looks at more than this member may hold with one default and not with another.
        let doubt: SchemaEffect = conditions > 0 ? [.mayNarrow, .mayWiden] : []
        switch (old.defaultValue, new.defaultValue) {
        case (nil, let now?):
            // From now on it may be left out, which the older schema doesn't let pass.
            let effect = doubt.union(wasRequired ? .widens : [])
            add(.defaultAdded, path, effect, "default \(Self.spelled(now))", old.value, now)
        case (let before?, nil):
            add(
                .defaultRemoved, path, doubt.union(isRequired ? .narrows : []),
                "no default any more, was \(Self.spelled(before))", before, new.value,
                member: SchemaChange.Member(isRequired: isRequired, hasDefault: false, isRefused: false))
        case (let before?, let now?) where !ValueEquality.equal(before, now):
            add(.defaultChanged, path, doubt, "default \(Self.spelled(before)) → \(Self.spelled(now))", before, now)
        default: break
        }
    }

    /// Names that are required though nothing declares them.
    private mutating func compareUndeclaredRequired(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        func bare(_ shape: SchemaShape) -> [NameBytes] {
            shape.required.keys.filter { !old.declares($0) && !new.declares($0) }
                .sorted { $0.lexicographicallyPrecedes($1) }
        }
        for name in bare(new) where old.required[name] == nil {
            add(
                .requiredAdded, path + [name.text], .narrows, "required now", old.place("required"),
                new.required[name] ?? new.value,
                member: SchemaChange.Member(isRequired: true, hasDefault: false, isRefused: false))
        }
        for name in bare(old) where new.required[name] == nil {
            add(
                .requiredRemoved, path + [name.text], .widens, "optional now", old.required[name] ?? old.value,
                new.place("required"),
                member: SchemaChange.Member(isRequired: false, hasDefault: false, isRefused: false))
        }
    }

    // MARK: Members that nothing names

    private mutating func compareOthers(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        var effect = compareNamePatterns(old, new)
        let oldSeeds = self.old.otherSeeds(of: old)
        let newSeeds = self.new.otherSeeds(of: new)
        let rest = self.effect(oldSeeds, newSeeds)
        effect.formUnion(rest)
        if effect.isEmpty { return }
        let wasClosed = self.old.shape(oldSeeds).types == 0
        let isClosed = self.new.shape(newSeeds).types == 0
        let detail =
            switch (wasClosed, isClosed) {
            case (false, true): "closed now: other members are refused"
            case (true, false): "open now: other members are admitted"
            default: "what other members may be"
            }
        add(
            .otherMembers, path, effect, detail, old.othersValue ?? old.value, new.othersValue ?? new.value)
    }

    private func compareNamePatterns(_ old: SchemaShape, _ new: SchemaShape) -> SchemaEffect {
        var effect: SchemaEffect = []
        func seeds(_ shape: SchemaShape, _ source: String) -> [Conjunct] {
            shape.namePatterns.filter { $0.pattern.source == source }.map {
                Conjunct(schema: $0.schema, isLive: false, isTop: false)
            }
        }
        let oldSources = Set(old.namePatterns.map(\.pattern.source))
        let newSources = Set(new.namePatterns.map(\.pattern.source))
        for source in oldSources.intersection(newSources).sorted() {
            effect.formUnion(self.effect(seeds(old, source), seeds(new, source)))
        }
        // Where only one side has a pattern, its members fall under the rest on the other side.
        for source in oldSources.subtracting(newSources).sorted() {
            effect.formUnion(unsure(self.effect(seeds(old, source), self.new.otherSeeds(of: new))))
        }
        for source in newSources.subtracting(oldSources).sorted() {
            effect.formUnion(unsure(self.effect(self.old.otherSeeds(of: old), seeds(new, source))))
        }
        return effect
    }

    /// An effect that other patterns may undo.
    private func unsure(_ effect: SchemaEffect) -> SchemaEffect {
        var result: SchemaEffect = []
        if !effect.isDisjoint(with: [.narrows, .mayNarrow]) { result.insert(.mayNarrow) }
        if !effect.isDisjoint(with: [.widens, .mayWiden]) { result.insert(.mayWiden) }
        return result
    }
}
