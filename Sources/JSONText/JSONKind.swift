/// What a JSON value is (RFC 8259, section 3).
public enum JSONKind: UInt8, Sendable {
    case null
    case falseValue
    case trueValue
    case number
    case string
    case array
    case object
}

extension JSONKind {
    /// The kind as a person names it: `boolean` for both truth values.
    public var description: String {
        switch self {
        case .null: "null"
        case .falseValue, .trueValue: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
