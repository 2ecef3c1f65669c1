import JSONText

/// The members of a payload, or of an object inside one, for reading.
///
/// Reading is total: a member that is missing, or of another JSON type than is asked for, gives the default. Whether it
/// did is asked with ``state(of:as:)``. Of members with one name the last counts.
public struct ContentFields: Sendable {
    /// The kinds of values that members are read as.
    public enum Kind: Sendable {
        case string
        /// A number that is whole by value and fits `Int`.
        case integer
        /// A number that fits `Double`.
        case number
        case boolean
        case object
        case array
    }

    /// Why reading a member gives its value or the default.
    public enum State: Equatable, Sendable {
        /// The member's value is given.
        case present
        /// There is no such member.
        case missing
        /// The member has another JSON type, or is a number that doesn't fit.
        case unsuitable(JSONKind)
    }

    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// The members of a payload's text.
    ///
    /// - Parameter payload: JSON (RFC 8259). Anything but an object has no members.
    /// - Throws: Where it is no JSON, with the offset.
    public init(_ payload: [UInt8]) throws(JSONError) {
        value = try JSONDocument(payload).root
    }

    // MARK: Asking

    /// The members' names in the order they are written.
    public var names: [String] { value.members.map(\.name) }

    /// Whether a member would be read as a kind, and if not, why.
    public func state(of name: String, as kind: Kind) -> State {
        guard let member = value[name] else { return .missing }
        let fits =
            switch kind {
            case .string: member.kind == .string
            case .integer: Self.integer(member) != nil
            case .number: Self.number(member) != nil
            case .boolean: member.boolean != nil
            case .object: member.kind == .object
            case .array: member.kind == .array
            }
        return fits ? .present : .unsuitable(member.kind)
    }

    /// A member's value as JSON text, as it is written; nil where there is none.
    public func json(_ name: String) -> String? { value[name]?.text }

    // MARK: Reading

    /// A string's text. Half of a surrogate pair is U+FFFD.
    public func string(_ name: String, default defaultValue: String) -> String { value[name]?.string ?? defaultValue }

    /// A whole number: `640.0` and `64e1` are, too.
    public func integer(_ name: String, default defaultValue: Int) -> Int {
        value[name].flatMap(Self.integer) ?? defaultValue
    }

    /// A number, rounded to the nearest `Double`.
    public func number(_ name: String, default defaultValue: Double) -> Double {
        value[name].flatMap(Self.number) ?? defaultValue
    }

    /// A truth value.
    public func boolean(_ name: String, default defaultValue: Bool) -> Bool { value[name]?.boolean ?? defaultValue }

    /// The strings of an array; elements of other types are left out.
    public func strings(_ name: String, default defaultValue: [String] = []) -> [String] {
        guard let member = value[name], member.kind == .array else { return defaultValue }
        return member.elements.compactMap(\.string)
    }

    /// An object's members; none where there is no object.
    public func object(_ name: String) -> ContentFields {
        guard let member = value[name], member.kind == .object else { return Self.empty }
        return ContentFields(member)
    }

    /// The members of each object of an array; elements of other types are left out.
    public func objects(_ name: String) -> [ContentFields] {
        guard let member = value[name], member.kind == .array else { return [] }
        return member.elements.filter { $0.kind == .object }.map(ContentFields.init)
    }

    // MARK: Numbers

    private static func integer(_ value: JSONValue) -> Int? {
        guard value.kind == .number else { return nil }
        if let plain = value.integer { return plain }
        var spelled: [UInt8] = []
        ExactDecimal.appendCanonical(Array(value.text.utf8).span, to: &spelled)
        // Significant digits, then the power of ten where there is one.
        let parts = String(decoding: spelled, as: UTF8.self).split(separator: "e")
        guard var number = parts.first.flatMap({ Int($0) }) else { return nil }
        guard parts.count > 1 else { return number }
        guard let power = Int(parts[1]), (0..<19).contains(power) else { return nil }
        for _ in 0..<power {
            let (product, overflows) = number.multipliedReportingOverflow(by: 10)
            if overflows { return nil }
            number = product
        }
        return number
    }

    private static func number(_ value: JSONValue) -> Double? {
        guard value.kind == .number, let number = Double(value.text), number.isFinite else { return nil }
        return number
    }

    private static let empty: ContentFields = {
        guard let fields = try? ContentFields(Array("{}".utf8)) else { preconditionFailure("{} is JSON") }
        return fields
    }()
}
