import JSONText

/// What a payload's discriminator names: a number or a string.
public enum ContentType: Hashable, Sendable {
    /// A published type number.
    case number(Int64)
    /// A type that is named by a string.
    case string(String)
}

extension ContentType {
    /// Whether two types are the same number or the same code points; Swift's own comparison of strings takes different
    /// spellings of an accented letter for one.
    public static func == (left: ContentType, right: ContentType) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }
}

extension ContentType: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// A number.
    public init(integerLiteral value: Int64) { self = .number(value) }

    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension ContentType: CustomStringConvertible {
    /// The number, or the string in quotes.
    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .string(let string): "\"\(string)\""
        }
    }
}

extension ContentType: Comparable {
    /// Numbers by value, then strings by their UTF-8 bytes.
    public static func < (left: ContentType, right: ContentType) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.number, .string): true
        case (.string, .number): false
        case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        }
    }
}

extension ContentType {
    /// Reads a type from a registry file: a whole number in plain digits, or a string that isn't empty.
    init?(_ value: JSONValue) {
        switch value.kind {
        case .number:
            // JSON has no zeros that lead, and no plus.
            let text = value.text
            guard let number = Int64(text), text != "-0" else { return nil }
            self = .number(number)
        case .string:
            guard let string = value.string, !string.isEmpty else { return nil }
            self = .string(string)
        default:
            return nil
        }
    }
}
