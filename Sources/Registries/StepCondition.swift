import JSONText

/// Tells whether an upgrade step, on the way to some version, would do something to a payload.
struct StepCondition: Sendable {
    private enum Operation: Sendable {
        /// Brings a value from one place to another, `end`, or to nowhere where a later version removes it.
        case move(end: MemberPath?)
        /// The same, where the value stays.
        case copy(end: MemberPath)
        case add
        case remove
        case convert(UpgradeStep.ConversionTarget)
        /// Replaces values that are equal to one of these, in one spelling.
        case map([[UInt8]])
    }

    private let operation: Operation
    /// Where the value that matters is.
    private let path: MemberPath

    /// The conditions of all steps up to a version.
    static func all(of steps: [UpgradeStep]) -> [StepCondition] {
        steps.indices.compactMap { StepCondition(steps[$0], before: steps[($0 + 1)...]) }
    }

    /// - Parameters:
    ///   - step: The step.
    ///   - later: The steps that follow it. They can move what it makes, or remove it.
    /// - Returns: Nil where nothing is left of what the step does.
    private init?(_ step: UpgradeStep, before later: ArraySlice<UpgradeStep>) {
        let end = Self.end(of: step.path, after: later)
        switch step.operation {
        case .move(let from):
            path = MemberPath(from)
            operation = .move(end: end.map(MemberPath.init))
        case .copy(let from):
            guard let end else { return nil }
            path = MemberPath(from)
            operation = .copy(end: MemberPath(end))
        case .add:
            guard let end else { return nil }
            path = MemberPath(end)
            operation = .add
        case .remove:
            path = MemberPath(step.path)
            operation = .remove
        case .convert(let target):
            path = MemberPath(step.path)
            operation = .convert(target)
        case .map(let pairs):
            path = MemberPath(step.path)
            operation = .map(pairs.map { CanonicalJSON.bytes($0.from, .value) })
        }
    }

    /// Where a value ends up that a step puts somewhere; nil where a later one removes it.
    private static func end(of pointer: JSONPointer, after steps: ArraySlice<UpgradeStep>) -> JSONPointer? {
        var place = pointer
        for step in steps {
            switch step.operation {
            case .move(let from) where place.tokens.starts(with: from.tokens):
                place = JSONPointer(tokens: step.path.tokens + place.tokens.dropFirst(from.tokens.count))
            case .remove where place.tokens.starts(with: step.path.tokens):
                return nil
            default: break
            }
        }
        return place
    }

    /// Whether the step would do something to a payload.
    ///
    /// - Parameters:
    ///   - node: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    func applies(to node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        switch operation {
        case .remove, .move(end: nil):
            return path.contains(from: node, on: tape, in: bytes) { _ in true }
        case .move(let end?), .copy(let end):
            return path.contains(without: end, from: node, on: tape, in: bytes)
        case .add:
            return path.isMissing(from: node, on: tape, in: bytes)
        case .convert(let target):
            return path.contains(from: node, on: tape, in: bytes) { !Self.has($0, target, on: tape, in: bytes) }
        case .map(let values):
            return path.contains(from: node, on: tape, in: bytes) { value in
                var spelled: [UInt8] = []
                CanonicalJSON.append(value, .value, on: tape, in: bytes, to: &spelled)
                return values.contains(spelled)
            }
        }
    }

    private static func has(
        _ node: Int, _ target: UpgradeStep.ConversionTarget, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        switch (target, tape.kind(node)) {
        case (.string, .string), (.number, .number), (.boolean, .trueValue), (.boolean, .falseValue): true
        case (.integer, .number): ExactDecimal.isInteger(bytes.extracting(tape.start(node)..<tape.end(node)))
        default: false
        }
    }
}
