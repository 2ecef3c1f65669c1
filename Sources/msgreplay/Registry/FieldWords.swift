import Registries

/// What is said of a declared member in a few words: the same in every format for people.
enum FieldWords {
    /// The types: `string`, `integer or null`, `anything`.
    static func types(_ field: FieldDescription) -> String {
        field.types.isEmpty ? "anything" : field.types.joined(separator: " or ")
    }

    /// Whether the member has to be there, or what stands for it.
    static func presence(_ field: FieldDescription) -> String {
        if field.isRequired { return "required" }
        if let value = field.defaultValue { return "default \(value)" }
        if let value = field.assumed { return "assumed \(value)" }
        return field.isConditional ? "in some cases" : "optional"
    }

    /// The bounds of `Int64` and `Double` as registries write them, which say more by name.
    private static let (least64, most64) = ("\(Int64.min)", "\(Int64.max)")
    private static let (leastDouble, mostDouble) = ("-1.7976931348623157e308", "1.7976931348623157e308")

    /// What else the schema asks, each as a phrase.
    static func rules(_ field: FieldDescription) -> [String] {
        var left = field.constraints
        var phrases: [String] = []
        func take(_ keyword: String) -> String? {
            guard let index = left.firstIndex(where: { $0.keyword == keyword }) else { return nil }
            return left.remove(at: index).value
        }
        for (least, most, what) in [
            ("minimum", "maximum", ""), ("minLength", "maxLength", "length "), ("minItems", "maxItems", "elements "),
            ("minProperties", "maxProperties", "members "),
        ] {
            switch (take(least), take(most)) {
            case (Self.least64?, Self.most64?): phrases.append("fits 64 bits")
            case (Self.leastDouble?, Self.mostDouble?): phrases.append("fits a double")
            case (let least?, let most?) where least == most: phrases.append("\(what)\(least)")
            case (let least?, let most?): phrases.append("\(what)\(least) to \(most)")
            case (let least?, nil): phrases.append("\(what)at least \(least)")
            case (nil, let most?): phrases.append("\(what)at most \(most)")
            case (nil, nil): break
            }
        }
        for constraint in left {
            switch constraint.keyword {
            case "enum": phrases.append("one of \(constraint.value.dropFirst().dropLast().replacing(",", with: ", "))")
            case "const": phrases.append("always \(constraint.value)")
            case "exclusiveMinimum": phrases.append("over \(constraint.value)")
            case "exclusiveMaximum": phrases.append("under \(constraint.value)")
            case "multipleOf": phrases.append("a multiple of \(constraint.value)")
            case "pattern": phrases.append("matches \(constraint.value)")
            case "format": phrases.append("format \(constraint.value)")
            case "uniqueItems": if constraint.value == "true" { phrases.append("no element twice") }
            case "additionalProperties": phrases.append("no other members")
            default: phrases.append("\(constraint.keyword) \(constraint.value)")
            }
        }
        return phrases
    }

    /// A template with its language.
    static func template(_ template: RegistryDescription.Template) -> String {
        template.language.isEmpty ? template.text : "\(template.language): \(template.text)"
    }

    /// The contents by the registry that defines them, the version's own first.
    static func groups(_ registry: RegistryDescription) -> [(origin: String, contents: [ContentDescription])] {
        let own = "\(registry.name)@\(registry.version)"
        return ([own] + registry.extends).map { origin in
            (origin, registry.contents.filter { $0.origin == origin })
        }
    }
}
