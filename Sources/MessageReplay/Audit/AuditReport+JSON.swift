import JSONText
import Registries

extension AuditReport {
    /// The report as `msgreplay-audit` version 1, indented, with members in the documented order.
    public func json() -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.beginReport("msgreplay-audit", registry)
        writer.list("archives", archives) { $0.write($1) }
        writer.member("records", records)
        writer.members(totals)
        writer.name("nested")
        writer.object(nested)
        writer.name("carriers")
        writer.beginObject()
        for carrier in carriers {
            writer.name(carrier.name)
            writer.beginObject()
            writer.members(carrier.counts)
            writer.member("preview", carrier.preview)
            writer.endObject()
        }
        writer.endObject()
        writer.list("types", types) { $0.write($1) }
        writer.list("months", months) { writer, row in
            writer.member("month", row.month)
            writer.members(row.counts)
        }
        writer.list("findings", findings) { $0.write($1) }
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
    /// Begins a report of version 1: its format, and the registry that it was made with.
    mutating func beginReport(_ format: String, _ registry: RegistryLabel) {
        beginObject()
        member("format", format)
        member("version", 1)
        name("registry")
        beginObject()
        member("name", registry.name)
        member("version", registry.version)
        member("fingerprint", registry.fingerprint)
        endObject()
    }

    mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    mutating func member(_ name: String, _ value: Int) {
        self.name(name)
        integer(value)
    }

    mutating func member(_ name: String, _ value: String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }

    mutating func list<Element>(
        _ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        beginArray()
        for element in elements {
            beginObject()
            write(&self, element)
            endObject()
        }
        endArray()
    }

    fileprivate mutating func members(_ counts: OutcomeCounts) {
        member("decoded", counts.decoded)
        member("unknown", counts.unknown)
        member("malformed", counts.malformed)
    }

    fileprivate mutating func object(_ counts: OutcomeCounts) {
        beginObject()
        members(counts)
        endObject()
    }

    mutating func write(_ archive: ArchiveSummary) {
        member("path", archive.path)
        member("container", archive.container)
        member("compression", archive.compression)
        member("form", archive.form)
        member("files", archive.files)
        name("bytes")
        integer(archive.bytes)
        member("records", archive.records)
        member("filtered", archive.filtered)
        name("complete")
        boolean(archive.complete)
        name("damage")
        guard let damage = archive.damage else {
            null()
            return
        }
        beginObject()
        member("file", damage.file)
        name("offset")
        if let offset = damage.offset { integer(offset) } else { null() }
        name("line")
        if let line = damage.line { integer(line) } else { null() }
        member("message", damage.message)
        endObject()
    }

    mutating func write(_ type: TypeLabel) {
        switch type {
        case .number(let text): raw(text.utf8)
        case .string(let text): string(text)
        case .none, .other: null()
        }
    }

    fileprivate mutating func write(_ row: TypeRow) {
        name("type")
        write(row.type)
        member("name", row.name)
        member("records", row.records)
        members(row.counts)
        member("upgradable", row.upgradable)
        name("writtenAt")
        beginObject()
        for written in row.writtenAt { member(String(written.version), written.count) }
        member("partial", row.partial)
        endObject()
        name("defaulted")
        beginObject()
        for field in row.defaulted { member(field.pointer, field.count) }
        endObject()
        member("first", row.first.map(Time.text))
        member("last", row.last.map(Time.text))
        name("nested")
        beginObject()
        members(row.nested)
        name("writtenAt")
        beginObject()
        for written in row.nestedWrittenAt { member(String(written.version), written.count) }
        if row.nestedPartial > 0 { member("partial", row.nestedPartial) }
        endObject()
        endObject()
    }

    /// A group of findings.
    mutating func write(_ row: FindingRow) {
        writeGroup(row)
        member("pointer", row.pointer)
        member("count", row.count)
        list("examples", row.examples) { $0.write($1) }
    }

    /// The members that a group of findings and a line of `--findings` share, but for the pointer: the group's is
    /// general, the line's exact.
    mutating func writeGroup(_ row: FindingRow) {
        member("code", row.code)
        member("outcome", row.level.rawValue)
        member("place", row.place)
        name("type")
        write(row.type)
    }

    /// An example's members.
    mutating func write(_ example: FindingExample) {
        write(example) { $0.integer(example.line) }
    }

    /// An example's members, with a value of one's own as its line.
    mutating func write(_ example: FindingExample, line: (inout JSONWriter) -> Void) {
        member("archive", example.archive)
        member("file", example.file)
        name("line")
        line(&self)
        member("messageID", example.messageID)
        member("channel", example.channel)
        sequence(example.seq)
        member("pointer", example.pointer)
        if let at = example.at { member("at", at) }
        member("detail", example.detail)
    }

    /// A sequence number, as a number where it is written as one can be.
    mutating func sequence(_ text: String?) {
        name("seq")
        if let text { text.isPlainNumber ? raw(text.utf8) : string(text) } else { null() }
    }
}

extension String {
    /// Whether the text can stand in JSON as a whole number.
    fileprivate var isPlainNumber: Bool {
        let digits = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
        guard let first = digits.first, digits.allSatisfy({ $0 &- 0x30 <= 9 }) else { return false }
        return first != 0x30 || digits.count == 1
    }
}
