import JSONText
import Registries

extension MigrationReport {
    /// The report as `msgreplay-migration` version 1, indented, with members in the documented order.
    public func json() -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.beginReport("msgreplay-migration", registry)
        writer.list("sources", sources) { $0.write($1) }
        writer.list("targets", targets) { writer, target in
            writer.member("path", target.path)
            writer.name("bytes")
            writer.integer(target.bytes)
            writer.name("verified")
            writer.boolean(target.isVerified)
            writer.list("files", target.files) { writer, file in
                writer.member("path", file.path)
                writer.member("rows", file.rows)
                writer.member("sha256", file.checksum)
            }
            writer.name("copied")
            writer.beginArray()
            for path in target.copied { writer.string(path) }
            writer.endArray()
        }
        writer.member("records", records)
        writer.name("payloads")
        writer.beginObject()
        for place in places {
            writer.name(place.place)
            writer.beginObject()
            writer.members(place.counts)
            writer.endObject()
        }
        writer.endObject()
        writer.list("types", types) { writer, row in
            writer.member("place", row.place)
            writer.name("type")
            writer.write(row.type)
            writer.member("name", row.name)
            writer.members(row.counts)
        }
        writer.list("fields", fields) { writer, field in
            writer.name("type")
            writer.write(field.type)
            writer.member("name", field.name)
            writer.member("pointer", field.pointer)
            writer.member("change", field.kind.rawValue)
            writer.member("count", field.count)
        }
        writer.list("findings", findings) { $0.write($1) }
        writer.list("examples", examples) { writer, example in
            writer.member("change", example.kind.rawValue)
            writer.name("type")
            writer.write(example.type)
            writer.member("place", example.place)
            writer.member("file", example.file)
            writer.member("line", example.line)
            writer.member("before", example.before)
            writer.member("after", example.after)
        }
        if isCapped {
            writer.name("capped")
            writer.boolean(true)
        }
        writer.endObject()
        writer.newline()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(_ counts: MigrationCounts) {
        for (name, count) in counts.all { member(name, count) }
    }
}
