import Registries

/// `registry show` for people at a terminal.
struct ShowText {
    private let registry: RegistryDescription
    private let width: Int
    private let paint: Paint
    private var lines: [String] = []

    static func render(_ registry: RegistryDescription, width: Int, paint: Paint) -> [UInt8] {
        var renderer = ShowText(registry: registry, width: width, paint: paint)
        renderer.write()
        return Array((renderer.lines.joined(separator: "\n") + "\n").utf8)
    }

    private mutating func write() {
        lines.append(paint.bold(SafeText.visible("\(registry.name)@\(registry.version)")))
        if let note = registry.note { paragraph(note, indent: "  ") }
        fact("fingerprint", registry.fingerprint)
        if registry.versions.count > 1 { fact("versions", registry.versions.map(String.init).joined(separator: ", ")) }
        if !registry.extends.isEmpty { fact("extends", registry.extends.joined(separator: ", ")) }
        fact("type", registry.typeField)
        for template in registry.placeholder { fact("placeholder", FieldWords.template(template)) }
        if !registry.nested.isEmpty { fact("payloads in", registry.nested.joined(separator: ", ")) }
        for (origin, contents) in FieldWords.groups(registry) {
            lines += ["", paint.bold(SafeText.visible("\(origin): \(NumberText.counted(contents.count, "content"))"))]
            for content in contents { write(content) }
        }
        if !registry.common.isEmpty {
            lines += ["", paint.bold("In every payload")]
            table(registry.common)
        }
        retired()
    }

    private mutating func write(_ content: ContentDescription) {
        var title = "\(content.type)  \(content.name)"
        if registry.versions.count > 1 { title += "  since \(content.since)" }
        if !content.isDisplayed { title += "  not shown" }
        if content.isClosed { title += "  no other members" }
        lines += ["", "  " + paint.bold(SafeText.visible(title))]
        if let note = content.note { paragraph(note, indent: "  ") }
        for template in content.digest { fact("digest", FieldWords.template(template)) }
        if !content.searchable.isEmpty { fact("searchable", content.searchable.joined(separator: ", ")) }
        if !content.nested.isEmpty { fact("payloads in", content.nested.joined(separator: ", ")) }
        if let pointer = content.versionField { fact("version", pointer) }
        if !content.fields.isEmpty { table(content.fields) }
    }

    private mutating func table(_ fields: [FieldDescription]) {
        let hasSince = registry.versions.count > 1
        var table = TextTable(
            columns: [.init("field", isRight: false), .init("type", isRight: false)]
                + (hasSince ? [.init("since")] : []) + [.init("presence", isRight: false)])
        for field in fields {
            let cells =
                [SafeText.visible(field.pointer), SafeText.visible(FieldWords.types(field))]
                + (hasSince ? [String(field.since)] : []) + [SafeText.visible(FieldWords.presence(field))]
            table.rows.append(cells.map { .init($0) })
        }
        // Rules stand behind their row where they fit, and below it otherwise.
        let bare = table.lines(indent: "    ", width: width, paint: Paint(isOn: false))
        let room = width - 2 - (bare.map { DisplayWidth.of($0) }.max() ?? 0)
        let rules = fields.map { SafeText.visible(FieldWords.rules($0).joined(separator: "; ")) }
        let fitting = rules.map { DisplayWidth.of($0) <= room ? $0 : "" }
        if fitting.contains(where: { !$0.isEmpty }) {
            table.columns.append(.init("rules", isRight: false))
            for index in rules.indices { table.rows[index].append(.init(fitting[index])) }
        }
        for index in rules.indices where fitting[index] != rules[index] {
            let lines = TextWrap.lines(rules[index], width: width, first: "      ", rest: "      ")
            table.notes[index] = lines.map { paint.dim($0) }
        }
        for line in table.lines(indent: "    ", width: width, paint: paint) {
            lines.append(String(line.reversed().drop { $0 == " " }.reversed()))
        }
    }

    private mutating func retired() {
        guard !registry.retiredTypes.isEmpty || !registry.retiredFields.isEmpty else { return }
        lines += ["", paint.bold("Retired, never to come back")]
        for type in registry.retiredTypes {
            lines.append(SafeText.visible("  type \(type.type)" + (type.name.map { ", which was \($0)" } ?? "")))
        }
        for field in registry.retiredFields {
            lines.append(SafeText.visible("  \(field.pointer) of \(field.content)"))
        }
    }

    private mutating func fact(_ name: String, _ value: String) {
        let indent = "    " + DisplayWidth.pad(name, to: 13)
        let rest = String(repeating: " ", count: indent.count)
        let wrapped = TextWrap.lines(SafeText.visible(value), width: width, first: rest, rest: rest)
        lines += wrapped.enumerated().map { $0 == 0 ? indent + $1.dropFirst(rest.count) : $1 }
    }

    private mutating func paragraph(_ text: String, indent: String) {
        lines += TextWrap.lines(SafeText.visible(text), width: width, first: indent + "  ", rest: indent + "  ")
    }
}
