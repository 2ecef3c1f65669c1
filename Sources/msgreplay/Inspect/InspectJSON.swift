import JSONText
import MessageReplay

/// `inspect --format json`.
enum InspectJSON {
    static func render(_ archives: [ArchiveFacts]) -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.name("format")
        writer.string("msgreplay-inspect")
        writer.name("version")
        writer.integer(1)
        writer.name("archives")
        writer.beginArray()
        for facts in archives { write(facts, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    private static func write(_ facts: ArchiveFacts, to writer: inout JSONWriter) {
        writer.beginObject()
        string("path", facts.path, to: &writer)
        string("container", facts.container, to: &writer)
        string("compression", facts.compression, to: &writer)
        integer("gzipMembers", facts.gzipMembers, to: &writer)
        writer.name("bgzf")
        writer.boolean(facts.isBGZF)
        string("form", facts.form, to: &writer)
        integer("bytes", facts.bytes, to: &writer)
        integer("hashSlotCount", facts.hashSlotCount, to: &writer)
        writer.name("files")
        writer.beginArray()
        for file in facts.files {
            writer.beginObject()
            string("path", file.path, to: &writer)
            string("kind", file.kind, to: &writer)
            integer("rows", file.rows, to: &writer)
            integer("expectedRows", file.expectedRows, to: &writer)
            integer("bytes", file.bytes, to: &writer)
            string("checksum", file.checksum, to: &writer)
            writer.name("matches")
            writer.boolean(file.matches)
            writer.endObject()
        }
        writer.endArray()
        writer.name("extraFiles")
        writer.beginArray()
        for path in facts.extraFiles { writer.string(path) }
        writer.endArray()
        writer.name("damage")
        writer.beginArray()
        for damage in facts.damage {
            writer.beginObject()
            string("file", damage.file, to: &writer)
            integer("offset", damage.offset, to: &writer)
            integer("line", damage.line, to: &writer)
            string("message", damage.message, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    private static func string(_ name: String, _ value: String?, to writer: inout JSONWriter) {
        writer.name(name)
        if let value { writer.string(value) } else { writer.null() }
    }

    private static func integer(_ name: String, _ value: (some BinaryInteger)?, to writer: inout JSONWriter) {
        writer.name(name)
        if let value { writer.integer(value) } else { writer.null() }
    }
}
