import JSONText

/// What is inside a value: the members of an object, the elements of an array.
extension SchemaComparison {
    mutating func compareElements(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let first = max(old.prefixCount, new.prefixCount)
        let around = aroundMembers(old, new)
        for position in 0...first {
            compare(
                self.old.seeds(forElement: position, of: old), self.new.seeds(forElement: position, of: new),
                elements(at: position, isRest: position == first, around),
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
        let refused = old.refusedNames + new.refusedNames.filter { !old.refusedNames.contains($0) }
        for name in refused where !old.declares(name) && !new.declares(name) { refusal(of: name, old, new, at: path) }
        compareUndeclaredRequired(old, new, at: path)
        compareOthers(old, new, at: path)
    }

    // MARK: What is around the values inside

    private func aroundMembers(_ old: SchemaShape, _ new: SchemaShape) -> Around {
        Around(
            old: self.old.surroundings(ofMembersOf: old, around.old),
            new: self.new.surroundings(ofMembersOf: new, around.new))
    }

    private func member(_ name: NameBytes, _ around: Around) -> Around {
        Around(
            old: old.surroundings(ofMember: name, around.old), new: new.surroundings(ofMember: name, around.new))
    }

    private func otherMembers(_ around: Around) -> Around {
        Around(old: old.surroundings(ofOtherMembers: around.old), new: new.surroundings(ofOtherMembers: around.new))
    }

    func elements(at position: Int, isRest: Bool, _ around: Around) -> Around {
        Around(
            old: old.surroundings(ofElement: position, isRest: isRest, around.old),
            new: new.surroundings(ofElement: position, isRest: isRest, around.new))
    }

    // MARK: Properties that only one side declares

    private mutating func removed(_ name: NameBytes, _ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let inside = member(name, aroundMembers(old, new))
        let seeds = self.old.seeds(for: name, of: old)
        let oldShape = self.old.shape(seeds)
        let others = self.new.seeds(for: name, of: new)
        let left = others.isEmpty ? [] : self.effect(seeds, others, inside)
        let isRequired = old.required[name] != nil
        var effect: SchemaEffect = left.intersection([.narrows, .mayNarrow])
        let isRefused = !effect.isEmpty
        if isRequired && oldShape.defaultValue == nil && new.required[name] == nil { effect.insert(.widens) }
        if effect.isEmpty && isForth && !isNegated && !self.new.declares(name, around.new) { losesMember = true }
        let letIn = changesOfKnown(name, seeds, others, old, new, .widens, inside, at: path)
        add(
            .propertyRemoved, path + [name.text], effect,
            "removed" + Self.about(isRequired, oldShape), oldShape.value, new.place("properties"),
            member: SchemaChange.Member(
                isRequired: isRequired, hasDefault: oldShape.defaultValue != nil,
                isRefused: isRefused))
        append(letIn)
    }

    private mutating func added(_ name: NameBytes, _ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let inside = member(name, aroundMembers(old, new))
        let seeds = self.new.seeds(for: name, of: new)
        let newShape = self.new.shape(seeds)
        let others = self.old.seeds(for: name, of: old)
        let left = others.isEmpty ? [] : reversedEffect(seeds, others, inside)
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
        append(changesOfKnown(name, others, seeds, old, new, .narrows, inside, at: path))
    }

    /// What differs in the values of a member that only one side declares, where the other side's messages carry it
    /// nevertheless: something around speaks of it, or it is among the other members that have a schema.
    ///
    /// - Parameter side: What to tell: `narrows` of a property that was added, `widens` of one that was removed.
    private func changesOfKnown(
        _ name: NameBytes, _ oldSeeds: [Conjunct], _ newSeeds: [Conjunct], _ old: SchemaShape, _ new: SchemaShape,
        _ side: SchemaEffect, _ inside: Around, at path: [String]
    ) -> [SchemaChange] {
        let isAdded = side == .narrows
        // Whose messages may carry it: those that the change would part from the others.
        let isOldOnes = isAdded != isNegated
        guard isOldOnes ? self.old.knows(name, old, around.old) : self.new.knows(name, new, around.new) else {
            return []
        }
        let sure = isOldOnes ? inside.old.sure : inside.new.sure
        let undeclared = isAdded ? oldSeeds : newSeeds
        var trial: SchemaComparison
        if isNegated {
            // What declares it and what is sure of its values are the same version's.
            let view = isOldOnes ? self.old : self.new
            let own = isOldOnes ? inside.old : inside.new
            trial = self.trial(of: view, view, isForth: false, isNegated: false)
            trial.compare(
                isAdded ? sure : oldSeeds, isAdded ? newSeeds : sure, Around(old: own, new: own),
                at: path + [name.text])
        } else {
            trial = self.trial(of: self.old, self.new, isForth: isForth, isNegated: false)
            trial.compare(
                isAdded ? sure + oldSeeds : oldSeeds, isAdded ? newSeeds : sure + newSeeds, inside,
                at: path + [name.text])
        }
        let doubt: SchemaEffect = isAdded ? .mayNarrow : .mayWiden
        let isSure = !sure.isEmpty || !undeclared.isEmpty
        return trial.changes.compactMap { change in
            var change = change
            change.effect.formIntersection([side, doubt])
            if change.effect.isEmpty { return nil }
            if !isSure { change.effect = doubt }
            return change
        }
    }

    /// A member that is refused by name on one side, and that the other side doesn't declare either.
    private mutating func refusal(of name: NameBytes, _ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let inside = member(name, aroundMembers(old, new))
        let effect = self.effect(self.old.seeds(for: name, of: old), self.new.seeds(for: name, of: new), inside)
        if effect.isEmpty { return }
        let isRefused = !effect.isDisjoint(with: [.narrows, .mayNarrow])
        add(
            .otherMembers, path + [name.text], effect, isRefused ? "refused now" : "no longer refused",
            self.old.shape(self.old.seeds(for: name, of: old)).value,
            self.new.shape(self.new.seeds(for: name, of: new)).value)
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
        compare(oldSeeds, newSeeds, member(name, aroundMembers(old, new)), at: path)
    }

    /// Compares a property with the one that it was moved to.
    mutating func compareMember(_ oldSeeds: [Conjunct], _ newSeeds: [Conjunct], at path: [String]) {
        compareDefaults(old.shape(oldSeeds), new.shape(newSeeds), wasRequired: false, isRequired: false, at: path)
        compare(oldSeeds, newSeeds, nothing, at: path)
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

    /// Names that are required though the same side doesn't declare them: no default stands for them.
    private mutating func compareUndeclaredRequired(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        func bare(_ shape: SchemaShape) -> [NameBytes] {
            shape.required.keys.filter { !shape.declares($0) }.sorted { $0.lexicographicallyPrecedes($1) }
        }
        func demands(_ name: NameBytes, _ shape: SchemaShape, _ view: SchemaView) -> Bool {
            shape.required[name] != nil && view.shape(view.seeds(for: name, of: shape)).defaultValue == nil
        }
        for name in bare(new) where !demands(name, old, self.old) {
            add(
                .requiredAdded, path + [name.text], .narrows, "required now", old.place("required"),
                new.required[name] ?? new.value,
                member: SchemaChange.Member(isRequired: true, hasDefault: false, isRefused: false))
        }
        for name in bare(old) where !demands(name, new, self.new) {
            add(
                .requiredRemoved, path + [name.text], .widens, "optional now", old.required[name] ?? old.value,
                new.place("required"),
                member: SchemaChange.Member(isRequired: false, hasDefault: false, isRefused: false))
        }
    }

    // MARK: Members that nothing names

    private mutating func compareOthers(_ old: SchemaShape, _ new: SchemaShape, at path: [String]) {
        let inside = otherMembers(aroundMembers(old, new))
        var effect = compareNamePatterns(old, new, inside)
        let oldSeeds = self.old.otherSeeds(of: old)
        let newSeeds = self.new.otherSeeds(of: new)
        let rest = self.effect(oldSeeds, newSeeds, inside)
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

    private func compareNamePatterns(
        _ old: SchemaShape, _ new: SchemaShape, _ inside: Around
    ) -> SchemaEffect {
        var effect: SchemaEffect = []
        func seeds(_ shape: SchemaShape, _ source: String) -> [Conjunct] {
            shape.namePatterns.filter { $0.pattern.source == source }.map {
                Conjunct(schema: $0.schema, isLive: false, isTop: false)
            }
        }
        let oldSources = Set(old.namePatterns.map(\.pattern.source))
        let newSources = Set(new.namePatterns.map(\.pattern.source))
        for source in oldSources.intersection(newSources).sorted() {
            effect.formUnion(self.effect(seeds(old, source), seeds(new, source), inside))
        }
        // Where only one side has a pattern, its members fall under the rest on the other side.
        // Where names match several, each of the patterns that there are may be the one that let them in.
        for source in oldSources.subtracting(newSources).sorted() {
            for other in newSources.sorted() where !Self.areApart(source, other) {
                let both = self.effect(seeds(old, source), seeds(new, other), inside)
                effect.formUnion(unsure(both).intersection(.mayWiden))
            }
            effect.formUnion(unsure(self.effect(seeds(old, source), self.new.otherSeeds(of: new), inside)))
        }
        for source in newSources.subtracting(oldSources).sorted() {
            for other in oldSources.sorted() where !Self.areApart(source, other) {
                let both = self.effect(seeds(old, other), seeds(new, source), inside)
                effect.formUnion(unsure(both).intersection(.mayNarrow))
            }
            effect.formUnion(unsure(self.effect(self.old.otherSeeds(of: old), seeds(new, source), inside)))
        }
        return effect
    }

    /// Whether no name matches both patterns, as far as it shows by the text that they begin with.
    private static func areApart(_ one: String, _ other: String) -> Bool {
        func beginning(_ source: String) -> Substring? {
            guard source.hasPrefix("^"), !source.contains("|") else { return nil }
            let text = source.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
            let next = source.dropFirst(1 + text.count).first
            // What may be left out is no part of it.
            return next.map { "*?{".contains($0) } ?? false ? text.dropLast() : text
        }
        guard let first = beginning(one), let second = beginning(other) else { return false }
        return !first.hasPrefix(second) && !second.hasPrefix(first)
    }

    /// An effect that other patterns may undo.
    private func unsure(_ effect: SchemaEffect) -> SchemaEffect {
        var result: SchemaEffect = []
        if !effect.isDisjoint(with: [.narrows, .mayNarrow]) { result.insert(.mayNarrow) }
        if !effect.isDisjoint(with: [.widens, .mayWiden]) { result.insert(.mayWiden) }
        return result
    }
}
