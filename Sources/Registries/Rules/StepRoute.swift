import ContentSchema
import JSONText

/// What the steps between two versions do to the members of a payload, in their order.
struct StepRoute {
    /// Where a member ends up.
    enum Place: Equatable {
        case moved(JSONPointer)
        case removed
    }

    /// A change of a member's value on the way.
    enum Transformation {
        case convert(UpgradeStep.ConversionTarget)
        case map([(from: JSONValue, to: JSONValue)])
    }

    /// What becomes of a member.
    struct End {
        var place: Place
        var transformations: [Transformation] = []
    }

    /// Whether steps put something at a place.
    enum Filling {
        case always
        /// Where another member is there, which not every old message has.
        case sometimes
        case never
    }

    let steps: [UpgradeStep]

    init(_ steps: [UpgradeStep]) {
        self.steps = steps
    }

    /// What becomes of a member of the older version.
    func end(of pointer: JSONPointer) -> End { end(of: pointer, after: 0) }

    private func end(of pointer: JSONPointer, after first: Int) -> End {
        var here = pointer
        var end = End(place: .moved(pointer))
        for step in steps.dropFirst(first) {
            switch step.operation {
            case .move(let from):
                if let rest = Self.rest(of: here, below: from) {
                    here = JSONPointer(tokens: Self.indexed(step.path.tokens, like: here.tokens) + rest)
                }
            case .remove:
                if Self.rest(of: here, below: step.path) != nil {
                    end.place = .removed
                    return end
                }
            case .convert(let target):
                if Self.rest(of: here, below: step.path) == [] { end.transformations.append(.convert(target)) }
            case .map(let pairs):
                if Self.rest(of: here, below: step.path) == [] { end.transformations.append(.map(pairs)) }
            case .copy, .add:
                break
            }
        }
        end.place = .moved(here)
        return end
    }

    /// The tokens of a pointer below another, where it is that one or below it.
    private static func rest(of pointer: JSONPointer, below other: JSONPointer) -> [String]? {
        guard pointer.tokens.count >= other.tokens.count else { return nil }
        for (token, wanted) in zip(pointer.tokens, other.tokens) where token != wanted {
            // The first elements have schemas of their own; a step is about every element.
            guard wanted == "*", Int(token) != nil else { return nil }
        }
        return Array(pointer.tokens.dropFirst(other.tokens.count))
    }

    /// A step's tokens with the indexes that another pointer has where both have elements.
    private static func indexed(_ tokens: [String], like other: [String]) -> [String] {
        tokens.enumerated().map { index, token in
            token == "*" && index < other.count && Int(other[index]) != nil ? other[index] : token
        }
    }

    /// Whether the steps put something at a place of the newer version in every old message.
    ///
    /// - Parameter old: The schemas that old messages satisfy.
    func filling(of pointer: JSONPointer, _ old: SchemaView) -> Filling {
        var result = Filling.never
        for (index, step) in steps.enumerated() {
            let source: JSONPointer?
            switch step.operation {
            case .add: source = nil
            case .move(let from), .copy(let from): source = from
            default: continue
            }
            guard case .moved(let place) = end(of: step.path, after: index + 1).place,
                Self.rest(of: place, below: pointer) != nil
            else { continue }
            guard let source else { return .always }
            if isThere(source, beforeStep: index, old, for: pointer) { return .always }
            result = .sometimes
        }
        return result
    }

    /// Whether every old message that has the object around a place has a member that a step takes.
    private func isThere(_ source: JSONPointer, beforeStep index: Int, _ old: SchemaView, for place: JSONPointer)
        -> Bool
    {
        let before = StepRoute(Array(steps[..<index]))
        if before.filling(of: source, old) == .always { return true }
        let around = place.tokens.dropLast()
        return old.properties().contains { property in
            guard before.end(of: property).place == .moved(source) else { return false }
            let given = zip(property.tokens, around).prefix { $0 == $1 }.count
            return old.requires(property, given: given)
        }
    }
}
