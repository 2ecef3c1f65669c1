import JSONText

/// Tells whether a stage of an upgrade to some version would do something to a payload.
struct StepCondition: Sendable {
    private enum Operation: Sendable {
        /// Brings a value from one place to another, unless it has been made: then it is at one of the places that it
        /// passes on its way.
        case bring(course: [MemberPath])
        /// Makes a value, unless it has been made.
        case add(course: [MemberPath])
        case remove
        /// Gives a value another type, unless it has the `last` that later steps would give it, or is one of those that
        /// they make.
        case convert(UpgradeStep.ConversionTarget, last: UpgradeStep.ConversionTarget?, made: [[UInt8]])
        /// Replaces values that are equal to one of these, in one spelling.
        case map([[UInt8]])
        /// Fills in a default at a member of the object at `path`, unless it has been made.
        case fill(name: [UInt8], course: [MemberPath])
    }

    private let operation: Operation
    /// Where the value that matters is.
    private let path: MemberPath

    /// The conditions of a plan's stages, but for the defaults of its target, which decoding finds to be missing.
    static func all(of plan: UpgradePlan) -> [StepCondition] {
        plan.stages.flatMap { stage -> [StepCondition] in
            switch stage {
            case .step(let step, _): [StepCondition(step)].compactMap(\.self)
            case .defaults(let defaults, _): fills(of: defaults, plan.definition)
            }
        }
    }

    private static func fills(
        of defaults: UpgradePlan.PlannedDefaults, _ target: ContentDefinition
    ) -> [StepCondition] {
        let own = Set(target.plan.defaults.map(\.pointer))
        return zip(defaults.plan.defaults, defaults.courses).compactMap { slot, course in
            guard let course, let pointer = try? JSONPointer(slot.pointer), !pointer.tokens.isEmpty,
                course != [pointer.tokens] || !own.contains(slot.pointer)
            else { return nil }
            return StepCondition(
                .fill(name: slot.name, course: paths(course)),
                MemberPath(JSONPointer(tokens: pointer.tokens.dropLast())))
        }
    }

    private init(_ operation: Operation, _ path: MemberPath) {
        self.operation = operation
        self.path = path
    }

    /// - Returns: Nil where nothing is left of what the step does.
    private init?(_ step: UpgradePlan.PlannedStep) {
        if step.isAmbiguous { return nil }
        let place = MemberPath(JSONPointer(tokens: step.path))
        let course = Self.paths(step.course.places)
        switch step.operation {
        case .move(let from):
            self.init(step.course.isRemoved ? .remove : .bring(course: course), MemberPath(from))
        case .copy(let from):
            guard !step.course.isRemoved else { return nil }
            self.init(.bring(course: course), MemberPath(from))
        case .add:
            guard !step.course.isRemoved else { return nil }
            self.init(.add(course: course), place)
        case .remove:
            self.init(.remove, place)
        case .convert(let target):
            self.init(.convert(target, last: step.lastConversion, made: step.made), place)
        case .map:
            self.init(.map(step.pairs.map(\.from)), place)
        }
    }

    /// Whether the stage would do something to a payload.
    ///
    /// - Parameters:
    ///   - node: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    func applies(to node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        switch operation {
        case .remove:
            return path.contains(from: node, on: tape, in: bytes) { _ in true }
        case .bring(let course):
            return path.contains(without: course, from: node, on: tape, in: bytes) { _ in true }
        case .add(let course):
            return path.isMissing(with: course, from: node, on: tape, in: bytes)
        case .convert(let target, let last, let made):
            return path.contains(from: node, on: tape, in: bytes) { value in
                if let last, ValueConversion.convert(value, to: last, on: tape, in: bytes) == .unneeded { return false }
                if !made.isEmpty, made.contains(Self.canonical(value, on: tape, in: bytes)) { return false }
                switch ValueConversion.convert(value, to: target, on: tape, in: bytes) {
                case .unneeded: return false
                case .converted: return true
                // A whole number that is too long to be written out is whole all the same.
                case .lossy: return !(target == .integer && Self.isWhole(value, on: tape, in: bytes))
                }
            }
        case .map(let values):
            return path.contains(from: node, on: tape, in: bytes) { value in
                values.contains(Self.canonical(value, on: tape, in: bytes))
            }
        case .fill(let name, let course):
            return path.contains(without: course, from: node, on: tape, in: bytes) { object in
                tape.kind(object) == .object && tape.member(name, of: object, in: bytes) == nil
            }
        }
    }

    private static func paths(_ places: [[String]]) -> [MemberPath] {
        places.map { MemberPath(JSONPointer(tokens: $0)) }
    }

    private static func canonical(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> [UInt8] {
        var spelled: [UInt8] = []
        CanonicalJSON.append(node, .value, on: tape, in: bytes, to: &spelled)
        return spelled
    }

    private static func isWhole(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        tape.kind(node) == .number && ExactDecimal.isInteger(bytes.extracting(tape.start(node)..<tape.end(node)))
    }
}
