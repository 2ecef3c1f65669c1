import JSONText

/// Where a place of one version is in a later one, as the steps in between lead.
struct UpgradeRoute {
    /// The places that a value passes.
    struct Course: Equatable {
        /// Where it is at first, and after each step that moves it; and where the copies are that outlive it.
        var places: [[String]]
        /// Where it is in the end, or its last copy where it is removed itself; nil where nothing is left of it.
        var end: [String]?

        /// Whether nothing is left of the value in the end.
        var isRemoved: Bool { end == nil }
    }

    /// The steps that come after, in their order.
    let steps: ArraySlice<UpgradeStep>

    /// The places that the value at a place passes.
    ///
    /// - Parameter tokens: The place, with `*` for every element of an array.
    func course(of tokens: [String]) -> Course {
        var course = Course(places: [tokens])
        var copies: [Course] = []
        var place = tokens
        for (index, step) in zip(steps.indices, steps) {
            switch step.operation {
            case .move(let from) where place.starts(with: from.tokens):
                place = step.path.tokens + place.dropFirst(from.tokens.count)
                course.places.append(place)
            case .copy(let from) where place.starts(with: from.tokens):
                let copy = step.path.tokens + place.dropFirst(from.tokens.count)
                copies.append(UpgradeRoute(steps: steps[(index + 1)...]).course(of: copy))
            case .remove where place.starts(with: step.path.tokens):
                let left = copies.filter { !$0.isRemoved }
                course.places += left.flatMap(\.places)
                course.end = left.last?.end
                return course
            default:
                break
            }
        }
        course.end = place
        return course
    }

    /// The values that later steps give to a place by `map`, in one spelling.
    func valuesMapped(at tokens: [String]) -> [[UInt8]] {
        var place = tokens
        var values: [[UInt8]] = []
        for step in steps {
            switch step.operation {
            case .move(let from) where place.starts(with: from.tokens):
                place = step.path.tokens + place.dropFirst(from.tokens.count)
            case .map(let pairs) where step.path.tokens == place:
                values += pairs.map { $0.to.canonical }
            default:
                break
            }
        }
        return values
    }

    /// The type that the last later `convert` gives to a place; nil where none does.
    func lastConversion(of tokens: [String]) -> UpgradeStep.ConversionTarget? {
        var place = tokens
        var target: UpgradeStep.ConversionTarget?
        for step in steps {
            switch step.operation {
            case .move(let from) where place.starts(with: from.tokens):
                place = step.path.tokens + place.dropFirst(from.tokens.count)
            case .convert(let to) where step.path.tokens == place:
                target = to
            default:
                break
            }
        }
        return target
    }
}

extension JSONValue {
    /// The value in one spelling.
    var canonical: [UInt8] { CanonicalJSON.bytes(self, .value) }

    /// The value as JSON text without white space, members and numbers as they are written.
    var compact: [UInt8] {
        var writer = JSONWriter(keepsHidden: true)
        write(into: &writer)
        return writer.bytes
    }

    private func write(into writer: inout JSONWriter) {
        switch kind {
        case .object:
            writer.beginObject()
            for (name, value) in members {
                writer.name(name)
                value.write(into: &writer)
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            for element in elements { element.write(into: &writer) }
            writer.endArray()
        default:
            writer.raw(text.utf8)
        }
    }
}
