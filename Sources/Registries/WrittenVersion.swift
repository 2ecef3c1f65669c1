import JSONText

/// A version that a payload can have been written at: a definition of one content.
struct WrittenVersion: Sendable {
    /// The lowest version with this definition.
    let number: Int
    /// The schema.
    let plan: LazyPlan
    /// What would happen to a payload of an earlier version.
    let conditions: [StepCondition]

    /// The versions of each content, highest first.
    ///
    /// Versions whose definitions are equal count as one, named by the lowest, as long as no step lies between them.
    static func all(in series: RegistrySeries) -> [String: [WrittenVersion]] {
        struct History {
            var found: [WrittenVersion] = []
            var shapes: [Int] = []
            var stepCounts: [Int] = []
            var steps: [UpgradeStep] = []
        }
        var histories: [String: History] = [:]
        for version in series.versions {
            for definition in version.contents {
                var history = histories.removeValue(forKey: definition.name) ?? History()
                history.steps += definition.upgrade
                let equal = history.found.indices.first {
                    history.shapes[$0] == definition.shape && history.stepCounts[$0] == history.steps.count
                }
                let isRepeated = equal != nil && history.found.last?.plan === definition.lazyPlan
                if !isRepeated {
                    history.found.append(
                        WrittenVersion(
                            number: equal.map { history.found[$0].number } ?? version.number, plan: definition.lazyPlan,
                            conditions: StepCondition.all(of: history.steps)))
                    history.shapes.append(definition.shape)
                    history.stepCounts.append(history.steps.count)
                }
                histories[definition.name] = history
            }
        }
        return histories.mapValues { $0.found.reversed() }
    }
}
