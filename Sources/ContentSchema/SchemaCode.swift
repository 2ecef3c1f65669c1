/// The stable code of what a payload's failed keyword gives.
public enum SchemaCode: String, Sendable, CaseIterable {
    /// `required`, `dependentRequired`
    case fieldMissing = "field-missing"
    /// `type`
    case fieldType = "field-type"
    /// `enum`, `const`
    case fieldEnum = "field-enum"
    /// `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`
    case fieldRange = "field-range"
    /// `minLength`, `maxLength`, `minItems`, `maxItems`, `minProperties`, `maxProperties`
    case fieldLength = "field-length"
    /// `pattern`
    case fieldPattern = "field-pattern"
    /// `additionalProperties`, `propertyNames`, a schema `false`
    case fieldUndeclared = "field-undeclared"
    /// `anyOf`, `oneOf`, `not`, `contains`, `uniqueItems`, `if`, `dependentSchemas`
    case fieldConstraint = "field-constraint"
}
