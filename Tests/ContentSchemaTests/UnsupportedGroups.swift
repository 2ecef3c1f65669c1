/// The groups of the JSON Schema Test Suite that need what registries do not take, by the error that compiling them gives.
enum UnsupportedGroups {
    /// Error by `file: group`.
    static let table: [String: String] = {
        var table: [String: String] = [:]
        for (error, groups) in byError {
            for group in groups { table[group] = error }
        }
        return table
    }()

    private static let byError: [(String, [String])] = [
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/bar#foo' leads out of the file: use '#/$defs/name'",
            [
                "anchor.json: Location-independent identifier with absolute URI"
            ]
        ),
        (
            "keyword-unsupported: '$id' isn't supported: leave it out: '#/…' is relative to the definition's schema",
            [
                "anchor.json: Location-independent identifier with base URI change in subschema",
                "anchor.json: same $anchor with different base uri",
                "dynamicRef.json: A $dynamicRef to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor",
                "dynamicRef.json: A $dynamicRef to an $anchor in the same schema resource behaves like a normal $ref to an $anchor",
                "dynamicRef.json: A $ref to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor",
                "dynamicRef.json: A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated",
                "dynamicRef.json: A $dynamicRef without anchor in fragment behaves identical to $ref",
                "dynamicRef.json: A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
                "dynamicRef.json: An $anchor with the same name as a $dynamicAnchor is not used for dynamic scope resolution",
                "dynamicRef.json: A $dynamicRef without a matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor",
                "dynamicRef.json: A $dynamicRef with a non-matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor",
                "dynamicRef.json: A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope",
                "dynamicRef.json: A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor",
                "dynamicRef.json: multiple dynamic paths to the $dynamicRef keyword",
                "dynamicRef.json: after leaving a dynamic scope, it is not used by a $dynamicRef",
                "dynamicRef.json: strict-tree schema, guards against misspelled properties",
                "dynamicRef.json: tests for implementation dynamic anchor and reference link",
                "dynamicRef.json: $ref and $dynamicAnchor are independent of order - $defs first",
                "dynamicRef.json: $ref and $dynamicAnchor are independent of order - $ref first",
                "dynamicRef.json: $dynamicRef skips over intermediate resources - direct reference",
                "dynamicRef.json: $dynamicRef avoids the root of each schema, but scopes are still registered",
                "ref.json: Recursive references between schemas",
                "ref.json: refs with relative uris and defs",
                "ref.json: relative refs with absolute uris and defs",
                "ref.json: $id must be resolved against nearest parent, not just immediate parent",
                "ref.json: order of evaluation: $id and $ref",
                "ref.json: order of evaluation: $id and $anchor and $ref",
                "ref.json: order of evaluation: $id and $ref on nested schema",
                "ref.json: simple URN base URI with $ref via the URN",
                "ref.json: simple URN base URI with JSON pointer",
                "ref.json: URN base URI with NSS",
                "ref.json: URN base URI with r-component",
                "ref.json: URN base URI with q-component",
                "ref.json: URN base URI with URN and JSON pointer ref",
                "ref.json: URN base URI with URN and anchor ref",
                "ref.json: ref with absolute-path-reference",
                "ref.json: $id with file URI still resolves pointers - *nix",
                "ref.json: $id with file URI still resolves pointers - windows",
                "refRemote.json: base URI change",
                "refRemote.json: base URI change - change folder",
                "refRemote.json: base URI change - change folder in subschema",
                "refRemote.json: root ref in remote ref",
                "refRemote.json: remote ref with ref to defs",
                "refRemote.json: retrieved nested refs resolve relative to their URI not $id",
                "unevaluatedItems.json: unevaluatedItems with $dynamicRef",
                "unevaluatedProperties.json: unevaluatedProperties with $dynamicRef",
                "vocabulary.json: schema that uses custom metaschema with with no validation vocabulary",
            ]
        ),
        (
            "default-invalid: this default does not satisfy the schemas at its place: expected integer, found array of 0 elements",
            [
                "default.json: invalid type for default"
            ]
        ),
        (
            "default-invalid: this default does not satisfy the schemas at its place: expected at least 4 characters, found 3: string \"bad\"",
            [
                "default.json: invalid string value for default"
            ]
        ),
        (
            "default-invalid: this default does not satisfy the schemas at its place: expected at most 3, found integer 5",
            [
                "default.json: the default keyword does not do anything if the property is missing"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'https://json-schema.org/draft/2020-12/schema' leads out of the file: use '#/$defs/name'",
            [
                "defs.json: validate definition against metaschema",
                "ref.json: remote ref, containing refs itself",
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/detached-dynamicref.json#/$defs/foo' leads out of the file: use '#/$defs/name'",
            [
                "dynamicRef.json: $ref to $dynamicRef finds detached $dynamicAnchor"
            ]
        ),
        (
            "keyword-unsupported: '$dynamicRef' isn't supported: use '$ref'",
            [
                "dynamicRef.json: $dynamicRef points to a boolean schema"
            ]
        ),
        (
            "keyword-unsupported: 'unevaluatedProperties' isn't supported: use 'additionalProperties' and list the properties beside it",
            [
                "not.json: collect annotations inside a 'not', even if collection is disabled",
                "ref.json: ref creates new scope when adjacent to keywords",
                "unevaluatedProperties.json: unevaluatedProperties true",
                "unevaluatedProperties.json: unevaluatedProperties schema",
                "unevaluatedProperties.json: unevaluatedProperties false",
                "unevaluatedProperties.json: unevaluatedProperties with adjacent properties",
                "unevaluatedProperties.json: unevaluatedProperties with adjacent patternProperties",
                "unevaluatedProperties.json: unevaluatedProperties with adjacent bool additionalProperties",
                "unevaluatedProperties.json: unevaluatedProperties with adjacent non-bool additionalProperties",
                "unevaluatedProperties.json: unevaluatedProperties with nested properties",
                "unevaluatedProperties.json: unevaluatedProperties with nested patternProperties",
                "unevaluatedProperties.json: unevaluatedProperties with nested additionalProperties",
                "unevaluatedProperties.json: unevaluatedProperties with nested unevaluatedProperties",
                "unevaluatedProperties.json: unevaluatedProperties with anyOf",
                "unevaluatedProperties.json: unevaluatedProperties with oneOf",
                "unevaluatedProperties.json: unevaluatedProperties with not",
                "unevaluatedProperties.json: unevaluatedProperties with if/then/else",
                "unevaluatedProperties.json: unevaluatedProperties with if/then/else, then not defined",
                "unevaluatedProperties.json: unevaluatedProperties with if/then/else, else not defined",
                "unevaluatedProperties.json: unevaluatedProperties with dependentSchemas",
                "unevaluatedProperties.json: unevaluatedProperties with boolean schemas",
                "unevaluatedProperties.json: unevaluatedProperties with $ref",
                "unevaluatedProperties.json: unevaluatedProperties before $ref",
                "unevaluatedProperties.json: unevaluatedProperties can't see inside cousins",
                "unevaluatedProperties.json: unevaluatedProperties can't see inside cousins (reverse order)",
                "unevaluatedProperties.json: nested unevaluatedProperties, outer false, inner true, properties outside",
                "unevaluatedProperties.json: nested unevaluatedProperties, outer false, inner true, properties inside",
                "unevaluatedProperties.json: nested unevaluatedProperties, outer true, inner false, properties outside",
                "unevaluatedProperties.json: nested unevaluatedProperties, outer true, inner false, properties inside",
                "unevaluatedProperties.json: cousin unevaluatedProperties, true and false, true with properties",
                "unevaluatedProperties.json: cousin unevaluatedProperties, true and false, false with properties",
                "unevaluatedProperties.json: property is evaluated in an uncle schema to unevaluatedProperties",
                "unevaluatedProperties.json: in-place applicator siblings, allOf has unevaluated",
                "unevaluatedProperties.json: in-place applicator siblings, anyOf has unevaluated",
                "unevaluatedProperties.json: unevaluatedProperties + single cyclic ref",
                "unevaluatedProperties.json: unevaluatedProperties + ref inside allOf / oneOf",
                "unevaluatedProperties.json: dynamic evalation inside nested refs",
                "unevaluatedProperties.json: non-object instances are valid",
                "unevaluatedProperties.json: unevaluatedProperties with null valued instance properties",
                "unevaluatedProperties.json: unevaluatedProperties not affected by propertyNames",
                "unevaluatedProperties.json: unevaluatedProperties can see annotations from if without then and else",
                "unevaluatedProperties.json: dependentSchemas with unevaluatedProperties",
                "unevaluatedProperties.json: Evaluated properties collection needs to consider instance location",
                "unevaluatedProperties.json: Evaluated properties collection needs to consider instance location with patternProperties",
                "unevaluatedProperties.json: Evaluated properties collection needs to consider instance location with additionalProperties",
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'urn:uuid:deadbeef-4321-ffff-ffff-1234feebdaed' leads out of the file: use '#/$defs/name'",
            [
                "ref.json: URN ref with nested pointer ref"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://example.com/ref/if' leads out of the file: use '#/$defs/name'",
            [
                "ref.json: ref to if"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://example.com/ref/then' leads out of the file: use '#/$defs/name'",
            [
                "ref.json: ref to then"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://example.com/ref/else' leads out of the file: use '#/$defs/name'",
            [
                "ref.json: ref to else"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/integer.json' leads out of the file: use '#/$defs/name'",
            [
                "refRemote.json: remote ref"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/subSchemas.json#/$defs/integer' leads out of the file: use '#/$defs/name'",
            [
                "refRemote.json: fragment within remote ref"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/locationIndependentIdentifier.json#foo' leads out of the file: use '#/$defs/name'",
            [
                "refRemote.json: anchor within remote ref"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/subSchemas.json#/$defs/refToInteger' leads out of the file: use '#/$defs/name'",
            [
                "refRemote.json: ref within remote ref"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/locationIndependentIdentifier.json#/$defs/refToInteger' leads out of the file: use '#/$defs/name'",
            [
                "refRemote.json: Location-independent identifier in remote ref"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/different-id-ref-string.json' leads out of the file: use '#/$defs/name'",
            [
                "refRemote.json: remote HTTP ref with different $id"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/urn-ref-string.json' leads out of the file: use '#/$defs/name'",
            [
                "refRemote.json: remote HTTP ref with different URN $id"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/nested-absolute-ref-to-string.json' leads out of the file: use '#/$defs/name'",
            [
                "refRemote.json: remote HTTP ref with nested absolute ref"
            ]
        ),
        (
            "keyword-unsupported: '$ref' to 'http://localhost:1234/draft2020-12/detached-ref.json#/$defs/foo' leads out of the file: use '#/$defs/name'",
            [
                "refRemote.json: $ref to $ref finds detached $anchor"
            ]
        ),
        (
            "keyword-unsupported: 'unevaluatedItems' isn't supported: use 'items' beside 'prefixItems'",
            [
                "unevaluatedItems.json: unevaluatedItems true",
                "unevaluatedItems.json: unevaluatedItems false",
                "unevaluatedItems.json: unevaluatedItems as schema",
                "unevaluatedItems.json: unevaluatedItems with uniform items",
                "unevaluatedItems.json: unevaluatedItems with tuple",
                "unevaluatedItems.json: unevaluatedItems with items and prefixItems",
                "unevaluatedItems.json: unevaluatedItems with items",
                "unevaluatedItems.json: unevaluatedItems with nested tuple",
                "unevaluatedItems.json: unevaluatedItems with nested items",
                "unevaluatedItems.json: unevaluatedItems with nested prefixItems and items",
                "unevaluatedItems.json: unevaluatedItems with nested unevaluatedItems",
                "unevaluatedItems.json: unevaluatedItems with anyOf",
                "unevaluatedItems.json: unevaluatedItems with oneOf",
                "unevaluatedItems.json: unevaluatedItems with not",
                "unevaluatedItems.json: unevaluatedItems with if/then/else",
                "unevaluatedItems.json: unevaluatedItems with boolean schemas",
                "unevaluatedItems.json: unevaluatedItems with $ref",
                "unevaluatedItems.json: unevaluatedItems before $ref",
                "unevaluatedItems.json: unevaluatedItems can't see inside cousins",
                "unevaluatedItems.json: item is evaluated in an uncle schema to unevaluatedItems",
                "unevaluatedItems.json: unevaluatedItems depends on adjacent contains",
                "unevaluatedItems.json: unevaluatedItems depends on multiple nested contains",
                "unevaluatedItems.json: unevaluatedItems and contains interact to control item dependency relationship",
                "unevaluatedItems.json: unevaluatedItems with minContains = 0",
                "unevaluatedItems.json: non-array instances are valid",
                "unevaluatedItems.json: unevaluatedItems with null instance elements",
                "unevaluatedItems.json: unevaluatedItems can see annotations from if without then and else",
                "unevaluatedItems.json: Evaluated items collection needs to consider instance location",
            ]
        ),
    ]
}
