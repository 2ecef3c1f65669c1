import JSONText
import Registries

/// `registry diff --format json`.
enum DiffJSON {
    static func render(_ diff: RegistryDiff, _ risk: DiffRisk? = nil) -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.name("format")
        writer.string("msgreplay-registry-diff")
        writer.name("version")
        writer.integer(1)
        writer.name("registry")
        writer.beginObject()
        writer.name("name")
        writer.string(diff.name)
        writer.name("old")
        writer.integer(diff.old)
        writer.name("new")
        writer.integer(diff.new)
        writer.endObject()
        if let risk {
            writer.name("messages")
            writer.integer(risk.records)
        }
        writer.name("changes")
        writer.beginArray()
        for index in diff.changes.indices { write(index, diff, risk, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    private static func write(
        _ index: Int, _ diff: RegistryDiff, _ risk: DiffRisk?, to writer: inout JSONWriter
    ) {
        let change = diff.changes[index]
        writer.beginObject()
        writer.name("content")
        if let content = change.content { writer.string(content) } else { writer.null() }
        writer.name("type")
        switch change.type {
        case .number(let number)?: writer.integer(number)
        case .string(let string)?: writer.string(string)
        case nil: writer.null()
        }
        writer.name("pointer")
        writer.string(change.pointer)
        writer.name("what")
        writer.string(change.what)
        sides("hurts", change.hurts, to: &writer)
        sides("mayHurt", change.mayHurt, to: &writer)
        writer.name("rule")
        if let rule = change.rule { writer.string(rule) } else { writer.null() }
        if let risk {
            writer.name("messages")
            if let count = risk.count(of: index, in: diff) { writer.integer(count) } else { writer.null() }
        }
        writer.endObject()
    }

    private static func sides(_ name: String, _ sides: Set<RegistryChange.Side>, to writer: inout JSONWriter) {
        writer.name(name)
        writer.beginArray()
        for side in RegistryChange.Side.allCases where sides.contains(side) { writer.string(side.rawValue) }
        writer.endArray()
    }
}
