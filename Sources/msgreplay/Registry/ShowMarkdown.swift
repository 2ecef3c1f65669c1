import Registries

/// `registry show` as a document for the teams that write clients.
///
/// What comes from the registry stands in code, except for descriptions, whose markup is made harmless.
struct ShowMarkdown {
    private let registry: RegistryDescription
    private var text = ""

    static func render(_ registry: RegistryDescription) -> [UInt8] {
        var renderer = ShowMarkdown(registry: registry)
        renderer.write()
        return Array(renderer.text.utf8)
    }

    private var hasVersions: Bool { registry.versions.count > 1 }

    private mutating func write() {
        line("# Registry \(code("\(registry.name)@\(registry.version)"))")
        if let note = registry.note { line("\n\(prose(note))") }
        line("")
        line("| | |")
        line("| --- | --- |")
        line("| fingerprint | \(code(registry.fingerprint)) |")
        if hasVersions { line("| versions | \(registry.versions.map(String.init).joined(separator: ", ")) |") }
        if !registry.extends.isEmpty { line("| extends | \(list(registry.extends)) |") }
        line("| a payload's type | \(code(registry.typeField)) |")
        line("| placeholder | \(list(registry.placeholder.map(FieldWords.template))) |")
        if !registry.nested.isEmpty { line("| payloads inside payloads | \(list(registry.nested)) |") }
        let groups = FieldWords.groups(registry)
        overview(groups)
        for (origin, contents) in groups where !contents.isEmpty {
            line("\n## Contents of \(code(origin))")
            for content in contents { write(content) }
        }
        if !registry.common.isEmpty {
            line("\n## In every payload\n")
            table(registry.common)
        }
        retired()
    }

    private mutating func overview(_ groups: [(origin: String, contents: [ContentDescription])]) {
        line("\n## Types\n")
        line("| type | name |\(hasVersions ? " since |" : "") defined in | |")
        line("| --- | --- |\(hasVersions ? " --- |" : "") --- | --- |")
        for (origin, contents) in groups {
            for content in contents {
                let since = hasVersions ? " \(content.since) |" : ""
                line(
                    "| \(code("\(content.type)")) | \(code(content.name)) |\(since) \(code(origin)) | "
                        + "\(content.note.map(prose) ?? "") |")
            }
        }
    }

    private mutating func write(_ content: ContentDescription) {
        line("\n### \(code("\(content.type)")) \(code(content.name))\n")
        if let note = content.note { line("\(prose(note))\n") }
        if hasVersions { line("- since version \(content.since)") }
        line("- digest: \(content.digest.map { span(FieldWords.template($0)) }.joined(separator: ", "))")
        if !content.searchable.isEmpty { line("- searchable: \(list(content.searchable))") }
        if !content.nested.isEmpty { line("- payloads inside: \(list(content.nested))") }
        if let pointer = content.versionField { line("- the version that it was written at: \(code(pointer))") }
        if !content.isDisplayed { line("- never shown by clients") }
        if content.isClosed { line("- no members but these, and those of every payload") }
        if content.fields.isEmpty { return }
        line("")
        table(content.fields)
    }

    private mutating func table(_ fields: [FieldDescription]) {
        line("| field | type |\(hasVersions ? " since |" : "") presence | rules | |")
        line("| --- | --- |\(hasVersions ? " --- |" : "") --- | --- | --- |")
        for field in fields {
            let since = hasVersions ? " \(field.since) |" : ""
            let presence = FieldWords.presence(field)
            let value = field.defaultValue ?? (field.isRequired ? nil : field.assumed)
            let said = value.map { presence.prefix { $0 != " " } + " " + code($0) } ?? presence
            let rules = FieldWords.rules(field).map(code).joined(separator: ", ")
            line(
                "| \(code(field.pointer)) | \(FieldWords.types(field)) |\(since) \(said) | \(rules) | "
                    + "\(field.note.map(prose) ?? "") |")
        }
    }

    private mutating func retired() {
        guard !registry.retiredTypes.isEmpty || !registry.retiredFields.isEmpty else { return }
        line("\n## Retired, never to come back\n")
        for type in registry.retiredTypes {
            line("- type \(code("\(type.type)"))" + (type.name.map { ", which was \(code($0))" } ?? ""))
        }
        for field in registry.retiredFields { line("- \(code(field.pointer)) of \(code(field.content))") }
    }

    private mutating func line(_ line: String) { text += line + "\n" }

    private func list(_ texts: [String]) -> String { texts.map(code).joined(separator: ", ") }

    private func code(_ text: String) -> String { SafeText.markdown(text) }

    /// Code outside tables, where only a backtick could end it.
    private func span(_ text: String) -> String {
        let safe = SafeText.visible(text)
        let isTame = !safe.isEmpty && !safe.contains("`") && safe.first != " " && safe.last != " "
        return isTame ? "`\(safe)`" : SafeText.markdown(text)
    }

    /// A description as running text, in which nothing is markup.
    private func prose(_ text: String) -> String {
        var result = ""
        for scalar in SafeText.visible(text).unicodeScalars {
            if "\\`*_{}[]<>#|@~&!".unicodeScalars.contains(scalar) {
                result += "&#\(scalar.value);"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
