import ContentSchema
import JSONText

/// What `convert` and `map` steps make of a property's old values, held against what the newer version admits.
struct TransformedField {
    /// Types that the steps leave as they are and that are no longer accepted.
    private(set) var refusedTypes: Set<String> = []
    /// Values, as they are written, that the steps leave or make and that are no longer admitted.
    private(set) var refusedValues: [String] = []
    /// Whether a value may come out that isn't admitted.
    private(set) var isUnsure = false

    /// - Returns: Nil where no such step is about the property.
    init?(_ pointer: JSONPointer, in content: ContentPair) {
        guard let source = Self.source(of: pointer, in: content) else { return nil }
        let steps = content.route.end(of: source).transformations
        if steps.isEmpty { return nil }
        var types = content.old.types(at: source)
        var values = content.old.values(at: source)
        var isMapped = false
        for step in steps {
            switch step {
            case .convert(let target):
                types = types.intersection(["null", "array", "object"]).union([target.rawValue])
                if target == .number { types.insert("integer") }
                // What a listed value becomes is not worked out.
                if values != nil { isUnsure = true }
                values = nil
            case .map(let pairs):
                isMapped = true
                values = values.map { known in
                    known.map { value in pairs.first { $0.from.isEqual(value) }?.to ?? value }
                }
                types.formUnion(pairs.map { Self.type(of: $0.to) })
            }
        }
        let accepted = content.new.types(at: pointer)
        if let values {
            for value in values {
                switch content.new.admits(value, at: pointer) {
                case true?: continue
                case nil: isUnsure = true
                case false?:
                    if accepted.contains(Self.type(of: value)) || accepted.contains("number") && value.kind == .number {
                        refusedValues.append(value.text)
                    } else {
                        refusedTypes.insert(Self.type(of: value))
                    }
                }
            }
            return
        }
        // A map says which values there are; of others nobody knows.
        if !isMapped { refusedTypes = types.subtracting(accepted) }
        let isOther = !content.old.types(at: source).isSuperset(of: accepted)
        if !content.new.saysOnlyTypes(at: pointer) && (isOther || isMapped || isUnsure) {
            isUnsure = true
        } else {
            isUnsure = false
        }
    }

    /// The old property that ends at a place.
    private static func source(of pointer: JSONPointer, in content: ContentPair) -> JSONPointer? {
        if content.route.steps.isEmpty { return nil }
        if content.old.declares(pointer), content.route.end(of: pointer).place == .moved(pointer) { return pointer }
        return content.old.properties().first { content.route.end(of: $0).place == .moved(pointer) }
    }

    private static func type(of value: JSONValue) -> String {
        switch value.kind {
        case .null: "null"
        case .falseValue, .trueValue: "boolean"
        case .number: value.integer == nil ? "number" : "integer"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
