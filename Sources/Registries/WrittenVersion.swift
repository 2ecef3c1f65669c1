import JSONText

/// A version that a payload can have been written at: a definition of one content.
struct WrittenVersion: Sendable {
    /// The lowest version with this definition.
    let number: Int
    /// The last version that this stands for: the definition, compiled to the same plan, may be repeated.
    var latest: Int
    /// Where payloads of such a version say the version they were written at.
    let versionField: JSONPointer?
    /// The schema.
    let plan: LazyPlan
    /// What would happen to a payload of an earlier version.
    let conditions: [StepCondition]

    /// The versions of a content, highest first.
    ///
    /// Versions whose definitions are equal count as one, named by the lowest, as long as no step lies between them.
    ///
    /// - Parameters:
    ///   - definition: The content at one version.
    ///   - index: Its index there; other versions have it near.
    static func all(of definition: ContentDefinition, at index: Int, in series: RegistrySeries) -> [WrittenVersion] {
        if let only = unchanged(definition, at: index, in: series) { return [only] }
        var found: [WrittenVersion] = []
        var shapes: [(shape: Int, steps: Int)] = []
        var steps = 0
        for version in series.versions {
            guard let place = version.index(of: definition, near: index) else { continue }
            let (shape, plan, ownSteps) = version.contents[place].identity
            steps += ownSteps
            let equal = shapes.firstIndex { $0 == (shape, steps) }
            // A definition that is only repeated is compiled to the same plan.
            if equal != nil, let last = found.indices.last, found[last].plan === plan {
                found[last].latest = version.number
                continue
            }
            // The first version has no earlier one. Plans are made for the others only: that compiles their schemas.
            let isFirst = found.isEmpty && steps == 0
            let upgrade = isFirst ? nil : UpgradePlan(definition.name, in: series, to: version.number)
            found.append(
                WrittenVersion(
                    number: equal.map { found[$0].number } ?? version.number, latest: version.number,
                    versionField: version.contents[place].versionField, plan: plan,
                    conditions: upgrade.map(StepCondition.all) ?? []))
            shapes.append((shape, steps))
        }
        return found.reversed()
    }

    /// The only version of a content that is the same wherever it is; nil of any other content.
    private static func unchanged(
        _ definition: ContentDefinition, at index: Int, in series: RegistrySeries
    ) -> WrittenVersion? {
        var first: (number: Int, shape: Int, plan: LazyPlan)?
        var latest = 0
        for version in series.versions.indices {
            guard let place = series.versions[version].index(of: definition, near: index) else { continue }
            let (shape, plan, steps) = series.versions[version].contents[place].identity
            if steps > 0 { return nil }
            latest = series.versions[version].number
            if let first {
                if first.shape != shape || first.plan !== plan { return nil }
            } else {
                first = (series.versions[version].number, shape, plan)
            }
        }
        return first.map { first in
            WrittenVersion(
                number: first.number, latest: latest, versionField: definition.versionField, plan: first.plan,
                conditions: [])
        }
    }
}

extension ContentDefinition {
    /// What tells it from the same content's definitions in other versions, and how many steps lead to it.
    fileprivate var identity: (shape: Int, plan: LazyPlan, steps: Int) { (shape, lazyPlan, content.upgrade.count) }
}

extension RegistryVersion {
    /// The index of the content that another version has at an index.
    fileprivate func index(of definition: ContentDefinition, near index: Int) -> Int? {
        if index < contents.count,
            contents[index].content === definition.content || contents[index].name == definition.name
        {
            return index
        }
        // Contents stand in the order of their types, which stay with the names.
        var low = 0
        var high = contents.count
        while low < high {
            let middle = (low + high) / 2
            if contents[middle].type < definition.type { low = middle + 1 } else { high = middle }
        }
        if low < contents.count, contents[low].name == definition.name { return low }
        return contents.firstIndex { $0.name == definition.name }
    }
}
