import JSONText

/// A registry at one version as one self-contained JSON Schema (2020-12), for validators that know nothing of
/// registries.
///
/// A payload is valid exactly where decoding it gives `decoded`, as long as its discriminator is a plain whole number or
/// a string and no object in it has two members with one name:
///
/// * The discriminator chooses the definition. A type that the registry doesn't have is not valid.
/// * `common` applies to every payload.
/// * A member that a default fills counts as there, with the default's value, in conditions and alternatives too.
///   Defaults stay as annotations, since JSON Schema doesn't fill them in.
/// * A definition's closed object lets the discriminator, the version field and what `common` declares through, and so do its
///   branches (`anyOf`, `if` and the like) that look at the payload itself.
/// * References lead to `$defs` of the schema itself. Notes (`x-…`) are left out.
///
/// JSON Schema can't say what `const`, `enum` and `uniqueItems` find in an object or array below which defaults are
/// filled in, what `patternProperties` asks of such a member, what `contains` and `items` ask of elements that differ in
/// their defaults, and what `minProperties` and `maxProperties` count beside more than four defaults. Where a registry has
/// such a schema, `$comment` names the keywords: payloads have to be given to the validator with their defaults filled in.
public enum PayloadSchema {
    /// The schema's text: JSON, indented by two spaces.
    ///
    /// - Parameters:
    ///   - series: The registry's series.
    ///   - number: The version; the newest one if left out.
    /// - Returns: Nil where the series has no such version.
    public static func text(of series: RegistrySeries, version number: Int? = nil) -> [UInt8]? {
        guard let version = number.map({ series.version($0) }) ?? series.newest else { return nil }
        var exporter = SchemaExporter(version)
        let contents = version.contents.map { (type: $0.type, schemas: exporter.schemas(of: $0)) }
        let definitions = exporter.finish()
        var comment = "Made from the registry with fingerprint \(version.fingerprint)"
        if !exporter.inexact.isEmpty {
            comment +=
                ". Fill defaults in before you validate: this schema can't say what "
                + exporter.inexact.sorted().joined(separator: ", ") + " would find there"
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("$schema")
        writer.string("https://json-schema.org/draft/2020-12/schema")
        writer.name("title")
        writer.string("\(series.name)@\(version.number)")
        writer.name("$comment")
        writer.string(comment)
        if !contents.isEmpty {
            members(at: version.typeField.tokens[...], &writer) { writer in
                writer.name("enum")
                writer.beginArray()
                for (type, _) in contents { write(type, &writer) }
                writer.endArray()
            }
        }
        if contents.isEmpty {
            // No type is known, so nothing is valid.
            writer.name("not")
            writer.boolean(true)
        } else {
            writer.name("allOf")
            writer.beginArray()
            for (type, schemas) in contents { choice(type, schemas, version, &writer) }
            writer.endArray()
        }
        writer.name("$defs")
        writer.beginObject()
        for (name, text) in definitions {
            writer.name(name)
            writer.raw(text)
        }
        writer.endObject()
        writer.endObject()
        return pretty(writer.bytes)
    }

    /// Writes that payloads of a type have to satisfy schemas.
    private static func choice(
        _ type: ContentType, _ schemas: [String], _ version: RegistryVersion, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.name("if")
        writer.beginObject()
        members(at: version.typeField.tokens[...], &writer) { writer in
            writer.name("const")
            write(type, &writer)
        }
        writer.endObject()
        writer.name("then")
        writer.beginObject()
        if schemas.count > 1 {
            writer.name("allOf")
            writer.beginArray()
            for name in schemas {
                writer.beginObject()
                reference(name, &writer)
                writer.endObject()
            }
            writer.endArray()
        } else if let name = schemas.first {
            reference(name, &writer)
        }
        writer.endObject()
        writer.endObject()
    }

    private static func reference(_ name: String, _ writer: inout JSONWriter) {
        writer.name("$ref")
        writer.string("#/$defs/\(name)")
    }

    /// Writes the keywords that demand a member at a pointer, and what `keywords` asks of it.
    private static func members(
        at tokens: ArraySlice<String>, _ writer: inout JSONWriter, _ keywords: (inout JSONWriter) -> Void
    ) {
        guard let first = tokens.first else { return keywords(&writer) }
        writer.name("type")
        writer.string("object")
        writer.name("properties")
        writer.beginObject()
        writer.name(first)
        writer.beginObject()
        members(at: tokens.dropFirst(), &writer, keywords)
        writer.endObject()
        writer.endObject()
        writer.name("required")
        writer.beginArray()
        writer.string(first)
        writer.endArray()
    }

    private static func write(_ type: ContentType, _ writer: inout JSONWriter) {
        switch type {
        case .number(let number): writer.integer(number)
        case .string(let string): writer.string(string)
        }
    }

    private static func pretty(_ text: [UInt8]) -> [UInt8] {
        // It was written just now, so it can be scanned.
        guard let document = try? JSONDocument(text) else { return text }
        var writer = JSONWriter(pretty: true)
        writer.copy(document.root)
        writer.newline()
        return writer.bytes
    }
}
