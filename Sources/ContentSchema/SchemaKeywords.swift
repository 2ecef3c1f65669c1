/// The keywords of JSON Schema 2020-12, by what becomes of them here.
enum SchemaKeywords {
    /// Keywords that assert something or apply a subschema, and those that name schemas.
    static let used: Set<String> = [
        "$ref", "$defs", "$anchor", "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum",
        "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains",
        "minContains", "maxProperties", "minProperties", "required", "dependentRequired", "allOf", "anyOf", "oneOf",
        "not", "if", "then", "else", "dependentSchemas", "prefixItems", "items", "contains", "properties",
        "patternProperties", "additionalProperties", "propertyNames", "default",
    ]

    /// Keywords that only say something to people and other tools.
    static let annotations: Set<String> = [
        "$schema", "$comment", "title", "description", "examples", "deprecated", "readOnly", "writeOnly", "format",
        "contentEncoding", "contentMediaType", "contentSchema",
    ]

    /// Keywords of the standard that are refused, with what to do.
    static let unsupported: [String: String] = [
        "$dynamicRef": "use '$ref'",
        "$dynamicAnchor": "use '$anchor'",
        "$recursiveRef": "use '$ref'",
        "$recursiveAnchor": "use '$anchor'",
        "$id": "leave it out: '#/…' is relative to the definition's schema",
        "$vocabulary": "leave it out: the vocabularies are those of JSON Schema 2020-12",
        "unevaluatedProperties": "use 'additionalProperties' and list the properties beside it",
        "unevaluatedItems": "use 'items' beside 'prefixItems'",
    ]

    /// Keywords of other drafts, and what 2020-12 calls them.
    static let renamed: [String: String] = [
        "definitions": "$defs", "dependencies": "dependentRequired' or 'dependentSchemas", "additionalItems": "items",
        "id": "$anchor", "divisibleBy": "multipleOf", "disallow": "not", "extends": "allOf", "enums": "enum",
    ]
}

/// What a value can be for the keyword `type`: one bit each, with whole and other numbers apart.
struct TypeSet {
    static let null: UInt8 = 1
    static let boolean: UInt8 = 2
    static let fraction: UInt8 = 4
    static let integer: UInt8 = 8
    static let number: UInt8 = 12
    static let string: UInt8 = 16
    static let array: UInt8 = 32
    static let object: UInt8 = 64
    static let any: UInt8 = 127

    static let names: [(name: String, bits: UInt8)] = [
        ("null", null), ("boolean", boolean), ("integer", integer), ("number", number), ("string", string),
        ("array", array), ("object", object),
    ]
}
