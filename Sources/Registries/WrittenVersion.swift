import ContentSchema
import JSONText

/// A version that a payload can have been written at: a definition of one content that differs from those before it.
struct WrittenVersion: Sendable {
    /// The lowest version with this definition.
    let number: Int
    /// The highest version with this definition that follows it without a difference.
    var last: Int
    /// The schema.
    let plan: SchemaPlan
    /// The definition in one spelling.
    let shape: [UInt8]
    /// The steps of all versions up to this one.
    let steps: [StepCondition]

    /// The versions of one content, highest first.
    ///
    /// Versions whose definitions are equal count as one, named by the lowest, as long as no step lies between them.
    static func all(of name: String, in series: RegistrySeries) -> [WrittenVersion] {
        var found: [WrittenVersion] = []
        var steps: [StepCondition] = []
        for version in series.versions {
            guard let definition = version.contents.first(where: { $0.name == name }) else { continue }
            steps += definition.upgrade.map(StepCondition.init)
            if let last = found.indices.last, found[last].shape == definition.shape, definition.upgrade.isEmpty {
                found[last].last = version.number
            } else {
                found.append(
                    WrittenVersion(
                        number: version.number, last: version.number, plan: definition.plan, shape: definition.shape,
                        steps: steps))
            }
        }
        return found.reversed()
    }
}

/// Tells whether an upgrade step would do something to a payload.
struct StepCondition: Sendable {
    private let operation: UpgradeStep.Operation
    private let path: MemberPath
    private let from: MemberPath
    private let firstValues: [[UInt8]]

    init(_ step: UpgradeStep) {
        operation = step.operation
        path = MemberPath(step.path)
        var from = step.path
        var values: [[UInt8]] = []
        switch step.operation {
        case .move(let source), .copy(let source): from = source
        case .map(let pairs):
            for pair in pairs {
                var bytes: [UInt8] = []
                CanonicalJSON.append(value: pair.from, to: &bytes)
                values.append(bytes)
            }
        default: break
        }
        self.from = MemberPath(from)
        firstValues = values
    }

    /// Whether the step applies to a payload: its source is there, or what it makes is not.
    func applies(to node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        switch operation {
        case .move, .remove:
            return from.contains(from: node, on: tape, in: bytes) { _ in true }
        case .copy:
            return from.contains(from: node, on: tape, in: bytes) { _ in true }
                && path.isMissing(from: node, on: tape, in: bytes)
        case .add:
            return path.isMissing(from: node, on: tape, in: bytes)
        case .convert(let target):
            return path.contains(from: node, on: tape, in: bytes) { !Self.has($0, target, on: tape, in: bytes) }
        case .map:
            return path.contains(from: node, on: tape, in: bytes) { value in
                var text: [UInt8] = []
                text.append(copying: bytes, tape.start(value)..<tape.end(value))
                // A value of a payload is JSON already, so it can only fail to scan where it is too long.
                guard let document = try? JSONDocument(text) else { return false }
                var canonical: [UInt8] = []
                CanonicalJSON.append(value: document.root, to: &canonical)
                return firstValues.contains(canonical)
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
