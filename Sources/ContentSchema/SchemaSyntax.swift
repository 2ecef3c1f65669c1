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
    /// The names of `properties`, with the same numbers.
    var propertyNumbers = NameIndex()
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

    /// The schema of a property, nil where there is none of that name.
    func property(_ name: NameBytes) -> Int? { propertyNumbers.number(of: name).map { properties[$0].schema } }

    /// The schemas that may be asked about the same value as this one.
    var inPlace: [Int] {
        var result: [Int] = []
        if let reference { result.append(reference) }
        result += allOf
        result += anyOf
        result += oneOf
        if let not { result.append(not) }
        if let condition { result.append(condition) }
        if let consequence { result.append(consequence) }
        if let alternative { result.append(alternative) }
        for (_, schema) in dependentSchemas { result.append(schema) }
        return result
    }

    /// The schemas for members and elements.
    var descents: [Int] {
        var result: [Int] = []
        for (_, schema) in properties { result.append(schema) }
        for (_, schema) in patternProperties { result.append(schema) }
        result += prefixItems
        if let additionalProperties { result.append(additionalProperties) }
        if let propertyNames { result.append(propertyNames) }
        if let items { result.append(items) }
        if let contains { result.append(contains) }
        return result
    }

    /// All schemas that it leads to.
    var targets: [Int] { inPlace + descents }
}
