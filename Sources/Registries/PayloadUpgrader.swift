import ContentSchema
import JSONText

/// One thing that an upgrade did to a payload, or left alone.
public struct UpgradeChange: Hashable, Sendable {
    /// What was done.
    public enum Kind: String, Sendable, CaseIterable {
        case defaulted
        case added
        case moved
        case copied
        case converted
        case mapped
        case removed
        /// A member of a wrong type took its default, a type became the number that it spells, or the payload's Base64
        /// got the padding that it lacked; the pointer is empty then.
        case repaired
        /// The version field was set to the target.
        case versioned
        /// A `move` or `copy` was left alone, since its place is taken.
        case conflict
        /// A `convert` was left alone, since nothing of the type is exactly the value.
        case lossy
    }

    /// What was done.
    public var kind: Kind
    /// The member's place after the step, with array indexes as `*`.
    public var pointer: String

    /// A change.
    public init(kind: Kind, pointer: String) {
        self.kind = kind
        self.pointer = pointer
    }
}

/// A member that a step left alone, or a version that was written over, and why.
public struct UpgradeLeftover: Sendable {
    /// `conflict` or `lossy`; `versioned` where the version field said a version that there isn't.
    public var kind: UpgradeChange.Kind
    /// The exact JSON Pointer of the step's place in the payload.
    public var pointer: String
    /// The same with array indexes as `*`.
    public var generalPointer: String
    /// Why, in one clause.
    public var detail: String
}

/// Brings payloads to a version. It is reused from payload to payload.
///
/// It upgrades one payload's own members. Payloads inside it, and the verdict on the result, are the caller's.
struct PayloadUpgrader: Sendable {
    /// The plan of a definition of the target, once it was asked for.
    private enum Made: Sendable {
        case notYet
        case plan(UpgradePlan?)
    }

    private let series: RegistrySeries
    private let registry: ContentRegistry
    private var plans: [Made]
    /// Whether each plan has steps, so that nobody has to copy a plan to ask: -1 while it isn't known.
    private var hasSteps: [Int8]
    private let target: Int
    private let newest: Int
    /// What the last upgrade did and left alone.
    private(set) var changes: [UpgradeChange] = []
    /// Whether `leftovers` is asked for.
    var explains = false
    /// What steps of the last upgrade left alone, with the reasons.
    private(set) var leftovers: [UpgradeLeftover] = []
    /// Whether the payload of the last upgrade says that it was written at a version that there isn't.
    private(set) var hasInvalidVersion = false
    private var outcome = SchemaOutcome()
    /// The payload at hand; nil while it is worked on.
    private var document: UpgradeDocument?

    /// - Parameters:
    ///   - series: The series.
    ///   - registry: The series at the version to bring payloads to.
    init(_ series: RegistrySeries, to registry: ContentRegistry) {
        target = registry.version
        newest = series.newest.number
        self.series = series
        self.registry = registry
        plans = Array(repeating: .notYet, count: registry.definitionCount)
        hasSteps = Array(repeating: -1, count: registry.definitionCount)
    }

    private mutating func plan(of definition: Int) -> UpgradePlan? {
        if case .plan(let plan) = plans[definition] { return plan }
        let plan = UpgradePlan(registry.definition(at: definition).name, in: series, to: target)
        plans[definition] = .plan(plan)
        return plan
    }

    /// Whether the definition's plan has steps, so that a payload without missing defaults may still have to change.
    mutating func hasSteps(_ definition: Int) -> Bool {
        if hasSteps[definition] < 0 { hasSteps[definition] = plan(of: definition)?.hasSteps ?? false ? 1 : 0 }
        return hasSteps[definition] == 1
    }

    /// Upgrades a payload.
    ///
    /// - Parameters:
    ///   - bytes: The payload's JSON text, an object.
    ///   - literal: Where the text was undone from a string, the string as it stands, with its quotes.
    ///   - definition: The index of its definition in the target registry.
    /// - Returns: The new text; nil where nothing changes. `changes` says what was done.
    mutating func upgrade(_ bytes: [UInt8], literal: [UInt8]?, definition: Int) -> TreeUpgrader.Output? {
        changes.removeAll(keepingCapacity: true)
        leftovers.removeAll()
        hasInvalidVersion = false
        guard let plan = plan(of: definition) else { return nil }
        var document = self.document.take() ?? UpgradeDocument()
        defer { self.document = document }
        guard document.begin(bytes, literal: literal) else { return nil }
        let stated = plan.versionField.map { document.statedVersion(at: $0, newest: newest) } ?? .absent
        if case .invalid = stated { hasInvalidVersion = true }
        var writtenAt: Int?
        if case .version(let number) = stated { writtenAt = number }
        for stage in plan.stages {
            switch stage {
            case .step(let step, let version):
                if writtenAt.map({ version > $0 }) ?? true { run(step, on: &document) }
            case .defaults(let defaults, let version):
                if writtenAt.map({ version > $0 }) ?? true { run(defaults, on: &document) }
            }
            guard document.endStage() else { return nil }
        }
        guard document.isChanged else { return nil }
        setVersion(plan, &document)
        return document.endStage() ? TreeUpgrader.Output(text: document.bytes, literal: document.literal) : nil
    }

    /// Sets the version field of a payload that was changed otherwise than by `upgrade`, if it has one that doesn't say
    /// the target. `changes` then says so.
    ///
    /// - Returns: The new text; nil where the payload stays as it is.
    mutating func settingVersion(of payload: TreeUpgrader.Output, definition: Int) -> TreeUpgrader.Output? {
        changes.removeAll(keepingCapacity: true)
        leftovers.removeAll()
        guard let plan = plan(of: definition), plan.versionField != nil else { return nil }
        var document = self.document.take() ?? UpgradeDocument()
        defer { self.document = document }
        guard document.begin(payload.text, literal: payload.literal) else { return nil }
        setVersion(plan, &document)
        guard document.endStage(), document.isChanged else { return nil }
        return TreeUpgrader.Output(text: document.bytes, literal: document.literal)
    }

    /// Sets the version field to the target, whatever it says instead.
    private mutating func setVersion(_ plan: UpgradePlan, _ document: inout UpgradeDocument) {
        guard let field = plan.definition.versionField, let path = plan.versionField else { return }
        let stated = document.statedVersion(at: path, newest: newest)
        guard stated != .version(target) else { return }
        for place in document.places(of: field.tokens) {
            document.replace(place, with: Array(String(target).utf8))
            changes.append(UpgradeChange(kind: .versioned, pointer: field.description))
            guard explains, case .invalid = stated else { continue }
            leftovers.append(
                UpgradeLeftover(
                    kind: .versioned, pointer: field.description, generalPointer: field.description,
                    detail:
                        "expected a version of \(series.name), found \(document.description(of: place)); it is set to "
                        + "\(target) as the payload is upgraded"))
        }
    }

    // MARK: Stages

    private mutating func run(_ defaults: UpgradePlan.PlannedDefaults, on document: inout UpgradeDocument) {
        document.evaluate(defaults.plan, into: &outcome)
        guard !outcome.missingDefaults.isEmpty else { return }
        for missing in outcome.missingDefaults {
            guard let course = defaults.courses[missing.slot] else { continue }
            let slot = defaults.plan.defaults[missing.slot]
            let indexes = document.indexes(to: missing.object)
            guard !course.contains(where: { document.exists($0, indexes) }) else { continue }
            document.insert(slot.value, named: slot.name, into: missing.object)
            changes.append(UpgradeChange(kind: .defaulted, pointer: slot.pointer))
        }
    }

    private mutating func run(_ step: UpgradePlan.PlannedStep, on document: inout UpgradeDocument) {
        let pointer = JSONPointer(tokens: step.path).description
        switch step.operation {
        case .move(let from):
            guard !step.isAmbiguous else { return }
            for place in document.places(of: from.tokens) {
                if step.course.isRemoved {
                    document.remove(place)
                    changes.append(UpgradeChange(kind: .removed, pointer: from.description))
                    continue
                }
                let isTaken = step.course.places.contains { document.exists($0, place.indexes) }
                if isTaken || !document.move(place, to: step.path) {
                    leave(.conflict, step.path, place.indexes) {
                        "\(Self.exact(from.tokens, place.indexes)) can't move there: "
                            + (isTaken ? "the place is taken" : "there is no object to hold it")
                    }
                } else {
                    changes.append(UpgradeChange(kind: .moved, pointer: pointer))
                }
            }
        case .copy(let from):
            guard !step.course.isRemoved else { return }
            for place in document.places(of: from.tokens) {
                if let taken = step.course.places.first(where: { document.exists($0, place.indexes) }) {
                    if !document.isEqual(place, to: taken) {
                        leave(.conflict, step.path, place.indexes) {
                            "\(Self.exact(from.tokens, place.indexes)) can't be copied there: the place is taken by "
                                + "another value"
                        }
                    }
                } else if document.insert(document.text(of: place), at: step.path, place.indexes) {
                    changes.append(UpgradeChange(kind: .copied, pointer: pointer))
                } else {
                    leave(.conflict, step.path, place.indexes) {
                        "\(Self.exact(from.tokens, place.indexes)) can't be copied there: there is no object to hold it"
                    }
                }
            }
        case .add(let value):
            guard !step.course.isRemoved else { return }
            for indexes in document.openings(for: step.path)
            where !step.course.places.contains(where: { document.exists($0, indexes) }) {
                if document.insert(value.compact, at: step.path, indexes) {
                    changes.append(UpgradeChange(kind: .added, pointer: pointer))
                }
            }
        case .remove:
            guard !step.isAmbiguous else { return }
            for place in document.places(of: step.path) {
                document.remove(place)
                changes.append(UpgradeChange(kind: .removed, pointer: pointer))
            }
        case .convert(let to):
            for place in document.places(of: step.path) {
                // What has the type of the target already was converted before, if it ever had to be.
                if let last = step.lastConversion, document.conversion(of: place, to: last) == .unneeded { continue }
                if !step.made.isEmpty, step.made.contains(document.canonical(place)) { continue }
                switch document.conversion(of: place, to: to) {
                case .unneeded: continue
                case .lossy:
                    leave(.lossy, step.path, place.indexes) { "nothing of type \(to.rawValue) is exactly this value" }
                case .converted(let text):
                    document.replace(place, with: text)
                    changes.append(UpgradeChange(kind: .converted, pointer: pointer))
                }
            }
        case .map:
            for place in document.places(of: step.path) {
                let value = document.canonical(place)
                guard let pair = step.pairs.first(where: { $0.from == value }) else { continue }
                document.replace(place, with: pair.to)
                changes.append(UpgradeChange(kind: .mapped, pointer: pointer))
            }
        }
    }

    /// Notes what a step leaves alone at the place of its path.
    private mutating func leave(
        _ kind: UpgradeChange.Kind, _ path: [String], _ indexes: [Int], _ detail: () -> String
    ) {
        let pointer = JSONPointer(tokens: path).description
        changes.append(UpgradeChange(kind: kind, pointer: pointer))
        guard explains else { return }
        leftovers.append(
            UpgradeLeftover(
                kind: kind, pointer: Self.exact(path, indexes), generalPointer: pointer, detail: detail()))
    }

    /// A path as a pointer, with indexes for its `*`.
    private static func exact(_ path: [String], _ indexes: [Int]) -> String {
        var indexes = indexes[...]
        return JSONPointer(tokens: path.map { $0 == "*" ? indexes.popFirst().map(String.init) ?? $0 : $0 }).description
    }
}
