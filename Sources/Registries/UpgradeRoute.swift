import JSONText

/// Where a place of one version is in a later one, as the steps in between lead.
struct UpgradeRoute {
    /// What becomes of a place.
    enum End: Equatable {
        /// It is there, at the same place or at another.
        case place([String])
        /// A step removes it.
        case removed
    }

    /// The steps that come after, in their order.
    let steps: ArraySlice<UpgradeStep>

    /// The end of a place.
    ///
    /// - Parameter tokens: The place, with `*` for every element of an array.
    func end(of tokens: [String]) -> End {
        var place = tokens
        for step in steps {
            switch step.operation {
            case .move(let from) where place.starts(with: from.tokens):
                place = step.path.tokens + place.dropFirst(from.tokens.count)
            case .remove where place.starts(with: step.path.tokens):
                return .removed
            default:
                break
            }
        }
        return .place(place)
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
        var writer = JSONWriter()
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
