import ContentSchema
import JSONText

/// How the payloads of one content are brought to a version, whatever version they were written at (REGISTRY.md, "One
/// meaning for every route").
struct UpgradePlan: Sendable {
    /// One thing to do, in the order of versions.
    enum Stage: Sendable {
        /// A step of a version.
        case step(PlannedStep, version: Int)
        /// The defaults that a version brought.
        case defaults(PlannedDefaults, version: Int)
    }

    /// A step, with what becomes of the place that it makes.
    struct PlannedStep: Sendable {
        let operation: UpgradeStep.Operation
        let path: [String]
        /// The places that the value at `path` passes on the way to the target. Where one of them is taken, the value has
        /// been made before.
        let course: UpgradeRoute.Course
        /// For `map`, the first values in one spelling, each with its second value's text. A first value that a later
        /// version gives again is left out: it could be either.
        let pairs: [(from: [UInt8], to: [UInt8])]
        /// For `convert`, values that stages after it make at its place, in one spelling: they need no conversion.
        let made: [[UInt8]]
        /// The type that the place has in the target, where later versions convert it again.
        let lastConversion: UpgradeStep.ConversionTarget?
        /// For `move` and `remove`, whether a later version declares the member that goes away anew, so that a payload
        /// can't tell the old one from the new.
        let isAmbiguous: Bool
    }

    /// The defaults of a version's schema that stages before it have not filled.
    struct PlannedDefaults: Sendable {
        let plan: SchemaPlan
        /// For each of the plan's defaults the places that it passes on the way to the target; nil where the stage leaves
        /// it out.
        let courses: [[[String]]?]
    }

    /// The definition at the target.
    let definition: ContentDefinition
    /// The stages in their order.
    let stages: [Stage]
    /// Whether there are stages beside filling in the target's own defaults.
    let hasSteps: Bool
    /// Where payloads say the version they were written at.
    let versionField: MemberPath?

    /// The plan for a content.
    ///
    /// - Parameters:
    ///   - name: The content's name.
    ///   - series: The series.
    ///   - target: The version to bring payloads to.
    /// - Returns: Nil where the target has no such content.
    init?(_ name: String, in series: RegistrySeries, to target: Int) {
        let versions = series.versions.filter { $0.number <= target }.compactMap { version in
            version.contents.first { $0.name == name }.map { (number: version.number, definition: $0) }
        }
        guard let last = versions.last, last.number == target else { return nil }
        definition = last.definition
        versionField = last.definition.versionField.map(MemberPath.init)
        let steps = versions.flatMap { version in version.definition.upgrade.map { (version.number, $0) } }
        var stages: [Stage] = []
        var known = NameIndex()
        var done = 0
        for (number, definition) in versions {
            for step in definition.upgrade {
                done += 1
                let route = UpgradeRoute(steps: steps[done...].map(\.1)[...])
                let later = versions.filter { $0.number >= number }.map(\.definition)
                stages.append(
                    .step(
                        PlannedStep(step, route, definition, last.definition, later, isLast: number == target),
                        version: number))
            }
            let route = UpgradeRoute(steps: steps[done...].map(\.1)[...])
            var courses: [[[String]]?] = []
            for slot in definition.plan.defaults {
                let isNew = known.insert(Array(slot.pointer.utf8)).isNew
                let tokens = (try? JSONPointer(slot.pointer))?.tokens ?? []
                // A place that the target doesn't declare any more was removed, if without a step.
                let course = route.course(of: tokens)
                if isNew, let end = course.end, last.definition.declares(JSONPointer(tokens: end)) {
                    courses.append(course.places)
                } else {
                    courses.append(nil)
                }
            }
            if courses.contains(where: { $0 != nil }) {
                stages.append(.defaults(PlannedDefaults(plan: definition.plan, courses: courses), version: number))
            }
        }
        // What a payload still lacks then, as one that says it was written at a version that brought a default.
        let all = last.definition.plan.defaults.map { slot in (try? JSONPointer(slot.pointer)).map { [$0.tokens] } }
        stages.append(.defaults(PlannedDefaults(plan: last.definition.plan, courses: all), version: .max))
        self.stages = stages
        var own = NameIndex()
        for slot in last.definition.plan.defaults { own.insert(Array(slot.pointer.utf8)) }
        hasSteps =
            !steps.isEmpty
            || stages.contains { stage in
                guard case .defaults(let defaults, _) = stage else { return false }
                let slots = defaults.plan.defaults
                return slots.indices.contains {
                    defaults.courses[$0] != nil && !own.contains(Array(slots[$0].pointer.utf8))
                }
            }
    }
}

extension UpgradePlan.PlannedStep {
    /// - Parameters:
    ///   - route: The steps after this one.
    ///   - definition: The content at the step's version.
    ///   - target: The content at the target.
    ///   - later: The content at the step's version and after it.
    fileprivate init(
        _ step: UpgradeStep, _ route: UpgradeRoute, _ definition: ContentDefinition, _ target: ContentDefinition,
        _ later: [ContentDefinition], isLast: Bool
    ) {
        operation = step.operation
        path = step.path.tokens
        course = route.course(of: path)
        switch step.operation {
        case .map(let all):
            let made = route.valuesMapped(at: path) + Self.defaults(at: course, later)
            pairs = all.filter { !made.contains($0.from.canonical) }.map { ($0.from.canonical, $0.to.compact) }
            self.made = []
        case .convert:
            pairs = []
            made = route.valuesMapped(at: path) + Self.defaults(at: course, later)
        default:
            pairs = []
            made = []
        }
        lastConversion = route.lastConversion(of: path)
        let gone: JSONPointer? =
            switch step.operation {
            case .move(let from): from
            case .remove: step.path
            default: nil
            }
        isAmbiguous = gone.map { !isLast && target.declares($0) && !definition.declares($0) } ?? false
    }

    /// The defaults that a value's places have, in one spelling.
    private static func defaults(at course: UpgradeRoute.Course, _ definitions: [ContentDefinition]) -> [[UInt8]] {
        let pointers = Set(course.places.map { JSONPointer(tokens: $0).description })
        return definitions.flatMap { definition in
            definition.plan.defaults.filter { pointers.contains($0.pointer) }.compactMap { slot in
                (try? JSONDocument(slot.value))?.root.canonical
            }
        }
    }
}
