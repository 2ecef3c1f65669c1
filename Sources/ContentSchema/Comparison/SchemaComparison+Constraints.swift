import JSONText

/// Conditions with schemas of their own: branches, negations, dependencies.
extension SchemaComparison {
    private typealias Constraint = SchemaShape.Constraint

    mutating func compareConstraints(
        _ old: SchemaShape, _ new: SchemaShape, _ oldSeeds: [Conjunct], _ newSeeds: [Conjunct], at path: [String]
    ) {
        if old.constraints.isEmpty && new.constraints.isEmpty { return }
        let beside = Around(
            old: self.old.surroundings(ofBranchesOf: old, around.old, isSure: !isNegated),
            new: self.new.surroundings(ofBranchesOf: new, around.new, isSure: !isNegated))
        // What is written alike on both sides says nothing new.
        var left = old.constraints.map { ($0, spelling(of: $0, in: self.old)) }
        var right = new.constraints.map { ($0, spelling(of: $0, in: self.new)) }
        for (_, text) in left {
            guard let place = right.firstIndex(where: { $0.1 == text }) else { continue }
            right.remove(at: place)
            if let place = left.firstIndex(where: { $0.1 == text }) { left.remove(at: place) }
        }
        while let (constraint, _) = left.first {
            left.removeFirst()
            guard let place = right.firstIndex(where: { Self.isCounterpart(constraint, $0.0) }) else {
                // Without it, more is admitted.
                note(constraint, nil, .widens, old, new, at: path)
                continue
            }
            let other = right.remove(at: place).0
            note(constraint, other, effect(constraint, other, beside), old, new, at: path)
        }
        for (constraint, _) in right {
            note(nil, constraint, effect(ofAdding: constraint, old, oldSeeds, beside), old, new, at: path)
        }
    }

    private mutating func note(
        _ before: SchemaShape.Constraint?, _ now: SchemaShape.Constraint?, _ effect: SchemaEffect, _ old: SchemaShape,
        _ new: SchemaShape, at path: [String]
    ) {
        // What is new and refuses nothing needs no word; what differs is told even so.
        if effect.isEmpty && before == nil { return }
        let name = (now ?? before)?.kind.rawValue ?? ""
        let detail = before == nil ? "'\(name)' is new" : now == nil ? "'\(name)' is gone" : "'\(name)' differs"
        add(.constraint, path, effect, detail, before?.value ?? old.value, now?.value ?? new.value)
    }

    private static func isCounterpart(_ one: SchemaShape.Constraint, _ other: SchemaShape.Constraint) -> Bool {
        switch (one.kind, other.kind) {
        case (.anyOf, .oneOf), (.oneOf, .anyOf): true
        default: one.kind == other.kind && one.trigger == other.trigger
        }
    }

    // MARK: Effects

    private func effect(
        _ before: SchemaShape.Constraint, _ now: SchemaShape.Constraint, _ beside: Around
    ) -> SchemaEffect {
        func seeds(_ schema: Int?) -> [Conjunct] {
            schema.map { [Conjunct(schema: $0, isLive: false, isTop: false)] } ?? []
        }
        switch now.kind {
        case .anyOf, .oneOf:
            // Where branches of a oneOf overlap, a new one can take values away.
            for (constraint, view) in [(before, old), (now, new)] where constraint.kind == .oneOf {
                if !view.areApart(constraint.branches) { return [.mayNarrow, .mayWiden] }
            }
            var effect = cover(before.branches.map(seeds), now.branches.map(seeds), beside)
            let back = reversed.cover(now.branches.map(seeds), before.branches.map(seeds), beside.reversed)
            effect.formUnion(back.reversed)
            return effect
        case .not:
            return effectNegated(seeds(before.branches.first), seeds(now.branches.first), beside).reversed
        case .condition:
            let condition = undirected(seeds(before.branches.first), seeds(now.branches.first), beside)
            return condition.union(effect(seeds(before.consequence), seeds(now.consequence), beside)).union(
                effect(seeds(before.alternative), seeds(now.alternative), beside))
        case .contains:
            let inside = elements(at: 0, isRest: true, beside)
            let elements = undirected(seeds(before.branches.first), seeds(now.branches.first), inside)
            if !elements.isEmpty { return [.mayNarrow, .mayWiden] }
            var effect: SchemaEffect = []
            if now.minimum != before.minimum { effect.insert(now.minimum > before.minimum ? .narrows : .widens) }
            let most = (before.maximum ?? .max, now.maximum ?? .max)
            if most.0 != most.1 { effect.insert(most.1 < most.0 ? .narrows : .widens) }
            return effect
        case .propertyNames:
            return effect(seeds(before.branches.first), seeds(now.branches.first), nothing)
        case .dependentSchemas:
            return effect(seeds(before.branches.first), seeds(now.branches.first), beside)
        case .dependentRequired:
            var effect: SchemaEffect = []
            if now.names.contains(where: { !before.names.contains($0) }) { effect.insert(.narrows) }
            if before.names.contains(where: { !now.names.contains($0) }) { effect.insert(.widens) }
            return effect
        }
    }

    /// What may become of values where a schema decides and doesn't refuse.
    private func undirected(_ oldSeeds: [Conjunct], _ newSeeds: [Conjunct], _ around: Around) -> SchemaEffect {
        // Both that it holds and that it doesn't can let a value in.
        let effect = effect(oldSeeds, newSeeds, around).union(effectNegated(oldSeeds, newSeeds, around).reversed)
        var result: SchemaEffect = []
        if !effect.isDisjoint(with: [.narrows, .mayNarrow]) { result.insert(.mayNarrow) }
        if !effect.isDisjoint(with: [.widens, .mayWiden]) { result.insert(.mayWiden) }
        return result
    }

    /// What a condition does that is new.
    private func effect(
        ofAdding now: SchemaShape.Constraint, _ shape: SchemaShape, _ seeds: [Conjunct], _ beside: Around
    ) -> SchemaEffect {
        func branch(_ schema: Int) -> [Conjunct] { [Conjunct(schema: schema, isLive: false, isTop: false)] }
        switch now.kind {
        case .anyOf:
            return cover([seeds], now.branches.map(branch), beside)
        case .oneOf:
            return new.areApart(now.branches) ? cover([seeds], now.branches.map(branch), beside) : .mayNarrow
        case .contains:
            if now.minimum == 0 && now.maximum == nil { return [] }
            return now.minimum > 0 && shape.lengths[.minItems] == nil ? .narrows : .mayNarrow
        case .propertyNames:
            let effect = effect([], branch(now.branches[0]), nothing)
            return effect.isDisjoint(with: [.narrows, .mayNarrow]) ? [] : .mayNarrow
        case .dependentRequired:
            return now.names.allSatisfy { shape.required[$0] != nil } ? [] : .narrows
        case .not, .condition, .dependentSchemas:
            return .mayNarrow
        }
    }

    /// What becomes of values that one of some branches admits where one of others has to.
    private func cover(_ branches: [[Conjunct]], _ others: [[Conjunct]], _ beside: Around) -> SchemaEffect {
        var result: SchemaEffect = []
        for branch in branches {
            let shape = old.shape(branch)
            if shape.types == 0 { continue }
            let effects = others.map { effect(branch, $0, beside).intersection([.narrows, .mayNarrow]) }
            if effects.contains(where: \.isEmpty) { continue }
            // A value can only satisfy branches that admit its type and are not set apart by another member.
            let candidates = others.indices.filter {
                let other = new.shape(others[$0])
                return shape.types & other.types != 0 && !SchemaView.areApart(shape, old, other, new)
            }
            let types = candidates.reduce(UInt8(0)) { $0 | new.shape(others[$1]).types }
            if shape.types & ~types != 0 {
                result.insert(.narrows)
            } else if candidates.count == 1, effects[candidates[0]].contains(.narrows) {
                result.insert(.narrows)
            } else {
                result.insert(.mayNarrow)
            }
        }
        return result
    }

    /// A condition in one spelling, with references followed.
    private func spelling(of constraint: SchemaShape.Constraint, in view: SchemaView) -> String {
        var text = "\(constraint.kind.rawValue) \(constraint.minimum) \(constraint.maximum ?? -1)"
        text += " \(constraint.trigger) \(constraint.names.map(\.text).sorted())"
        var parts = constraint.branches.map { view.spelling(of: $0).text }
        if constraint.kind == .anyOf || constraint.kind == .oneOf { parts.sort() }
        text += parts.joined(separator: " ")
        if let schema = constraint.consequence { text += " then " + view.spelling(of: schema).text }
        if let schema = constraint.alternative { text += " else " + view.spelling(of: schema).text }
        return text
    }
}

extension SchemaEffect {
    /// The effect the other way round.
    var reversed: SchemaEffect {
        var result: SchemaEffect = []
        if contains(.narrows) { result.insert(.widens) }
        if contains(.widens) { result.insert(.narrows) }
        if contains(.mayNarrow) { result.insert(.mayWiden) }
        if contains(.mayWiden) { result.insert(.mayNarrow) }
        return result
    }
}

extension SchemaView {
    /// Whether no value satisfies two of some branches, as far as their types and listed members show.
    func areApart(_ branches: [Int]) -> Bool {
        let shapes = branches.map { shape([Conjunct(schema: $0, isLive: false, isTop: false)]) }
        for (index, shape) in shapes.enumerated() {
            for other in shapes.dropFirst(index + 1) where !Self.areApart(shape, self, other, self) { return false }
        }
        return true
    }

    /// Whether no value satisfies both: they share no type, or a member that one of them requires is listed in both and
    /// has no value in common.
    static func areApart(_ one: SchemaShape, _ view: SchemaView, _ other: SchemaShape, _ otherView: SchemaView) -> Bool
    {
        let both = one.types & other.types
        if both == 0 { return true }
        if let values = one.values, let others = other.values {
            return !values.contains { value in others.contains { ValueEquality.equal(value, $0) } }
        }
        guard both == TypeSet.object else { return false }
        return one.names.contains { name in
            guard other.declares(name), one.required[name] != nil || other.required[name] != nil,
                let values = view.shape(view.seeds(for: name, of: one)).values,
                let others = otherView.shape(otherView.seeds(for: name, of: other)).values
            else { return false }
            return !values.contains { value in others.contains { ValueEquality.equal(value, $0) } }
        }
    }
}
