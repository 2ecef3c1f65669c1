import JSONText
import Registries

/// `registry show --format json`.
struct ShowJSON {
    private var writer = JSONWriter(pretty: true)

    static func render(_ registry: RegistryDescription) -> [UInt8] {
        var renderer = ShowJSON()
        renderer.write(registry)
        renderer.writer.newline()
        return renderer.writer.bytes
    }

    private mutating func write(_ registry: RegistryDescription) {
        writer.beginObject()
        string("format", "msgreplay-registry")
        integer("version", 1)
        writer.name("registry")
        writer.beginObject()
        string("name", registry.name)
        integer("version", registry.version)
        string("fingerprint", registry.fingerprint)
        writer.endObject()
        string("description", registry.note)
        list("versions", registry.versions) { $0.writer.integer($1) }
        list("extends", registry.extends) { $0.writer.string($1) }
        string("typeField", registry.typeField)
        templates("placeholder", registry.placeholder)
        list("nested", registry.nested) { $0.writer.string($1) }
        list("common", registry.common) { $0.write($1) }
        list("contents", registry.contents) { $0.write($1) }
        writer.name("retired")
        writer.beginObject()
        list("types", registry.retiredTypes) { json, retired in
            json.writer.beginObject()
            json.type(retired.type)
            json.string("name", retired.name)
            json.writer.endObject()
        }
        list("fields", registry.retiredFields) { json, retired in
            json.writer.beginObject()
            json.string("content", retired.content)
            json.string("pointer", retired.pointer)
            json.writer.endObject()
        }
        writer.endObject()
        writer.endObject()
    }

    private mutating func write(_ content: ContentDescription) {
        writer.beginObject()
        type(content.type)
        string("name", content.name)
        string("description", content.note)
        string("origin", content.origin)
        integer("since", content.since)
        boolean("display", content.isDisplayed)
        boolean("closed", content.isClosed)
        templates("digest", content.digest)
        list("searchable", content.searchable) { $0.writer.string($1) }
        list("nested", content.nested) { $0.writer.string($1) }
        string("versionField", content.versionField)
        list("fields", content.fields) { $0.write($1) }
        writer.endObject()
    }

    private mutating func write(_ field: FieldDescription) {
        writer.beginObject()
        string("pointer", field.pointer)
        list("types", field.types) { $0.writer.string($1) }
        boolean("required", field.isRequired)
        boolean("conditional", field.isConditional)
        // Left out where there is none: a default can be null itself.
        if let value = field.defaultValue { raw("default", value) }
        if let value = field.assumed { raw("assumed", value) }
        integer("since", field.since)
        list("constraints", field.constraints) { json, constraint in
            json.writer.beginObject()
            json.string("keyword", constraint.keyword)
            json.raw("value", constraint.value)
            json.writer.endObject()
        }
        string("note", field.note)
        writer.endObject()
    }

    // MARK: Small parts

    private mutating func type(_ type: ContentType) {
        writer.name("type")
        switch type {
        case .number(let number): writer.integer(number)
        case .string(let string): writer.string(string)
        }
    }

    private mutating func templates(_ name: String, _ templates: [RegistryDescription.Template]) {
        list(name, templates) { json, template in
            json.writer.beginObject()
            json.string("language", template.language.isEmpty ? nil : template.language)
            json.string("template", template.text)
            json.writer.endObject()
        }
    }

    private mutating func list<Element>(
        _ name: String, _ elements: [Element], _ write: (inout ShowJSON, Element) -> Void
    ) {
        writer.name(name)
        writer.beginArray()
        for element in elements { write(&self, element) }
        writer.endArray()
    }

    private mutating func string(_ name: String, _ value: String?) {
        writer.name(name)
        if let value { writer.string(value) } else { writer.null() }
    }

    private mutating func integer(_ name: String, _ value: Int) {
        writer.name(name)
        writer.integer(value)
    }

    private mutating func boolean(_ name: String, _ value: Bool) {
        writer.name(name)
        writer.boolean(value)
    }

    private mutating func raw(_ name: String, _ json: String) {
        writer.name(name)
        writer.raw(json.utf8)
    }
}
