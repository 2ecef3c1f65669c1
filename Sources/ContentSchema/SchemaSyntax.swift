import JSONText

/// A member's name as UTF-8: Swift compares strings by canonical equivalence, JSON by code points.
typealias NameBytes = [UInt8]

extension NameBytes {
    var text: String { String(decoding: self, as: UTF8.self) }
}

/// One schema as it is read: its keywords checked, its subschemas by their index among all schemas.
///
/// It is a class since plans are built from it again and again, and a copy would touch every field. Only the reader that
/// made it changes it, before anybody else sees it; hence it is safe to share.
final class SchemaSyntax: @unchecked Sendable {
    /// A comparison of a number with a bound.
    enum Bound { case minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }

    /// What a length keyword counts.
    enum Length { case minLength, maxLength, minItems, maxItems, minProperties, maxProperties }

    let value: JSONValue
    /// From the document's root.
    let pointer: String
    /// Which source's references it follows.
    let source: Int

    var isFalse = false
    var types: UInt8?
    var enumeration: [JSONValue]?
    var constant: JSONValue?
    var bounds: [(Bound, JSONValue)] = []
    var lengths: [(Length, Int)] = []
    var pattern: Pattern?
    var properties: [(name: NameBytes, schema: Int)] = []
    var propertyIndex: [NameBytes: Int] = [:]
    var patternProperties: [(pattern: Pattern, schema: Int)] = []
    var additionalProperties: Int?
    var propertyNames: Int?
    var required: [NameBytes] = []
    var dependentRequired: [(trigger: NameBytes, required: [NameBytes])] = []
    var dependentSchemas: [(trigger: NameBytes, schema: Int)] = []
    var prefixItems: [Int] = []
    var items: Int?
    var contains: Int?
    var minContains: Int?
    var maxContains: Int?
    var uniqueItems = false
    var anyOf: [Int] = []
    var oneOf: [Int] = []
    var not: Int?
    var condition: Int?
    var consequence: Int?
    var alternative: Int?
    var allOf: [Int] = []
    var reference: Int?
    /// `$ref` as written, until it is resolved.
    var referenceValue: JSONValue?
    var defaultValue: JSONValue?

    init(value: JSONValue, pointer: String, source: Int) {
        self.value = value
        self.pointer = pointer
        self.source = source
    }

    /// The schemas that always apply to the same value as this one.
    var conjuncts: [Int] { (reference.map { [$0] } ?? []) + allOf }

    /// The schemas that may be asked about the same value as this one.
    var inPlace: [Int] {
        conjuncts + anyOf + oneOf + [not, condition, consequence, alternative].compactMap { $0 }
            + dependentSchemas.map(\.schema)
    }

    /// The schemas for members and elements.
    var descents: [Int] {
        properties.map(\.schema) + patternProperties.map(\.schema) + prefixItems
            + [additionalProperties, propertyNames, items, contains].compactMap { $0 }
    }
}
