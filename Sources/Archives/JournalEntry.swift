import JSONText

/// What must be the same for a run to go on where another one stopped.
struct JournalHeader: Equatable {
    /// How large the source is, in bytes, and the checksum of its files' sizes and times.
    var sourceBytes: UInt64
    var sourceState: String
    /// What the caller's work depends on: registry, options, versions.
    var fingerprint: String
    /// What the written bytes depend on beside it.
    var form: String

    static let version = 1

    /// Why a run with another header can't go on from this one; nil if it can.
    func difference(from other: JournalHeader) -> String? {
        if sourceBytes != other.sourceBytes {
            return "the source had \(sourceBytes) bytes then and has \(other.sourceBytes) now"
        }
        if sourceState != other.sourceState { return "the source was changed since" }
        if form != other.form { return "it was written as \(form), and now it would be \(other.form)" }
        if fingerprint != other.fingerprint {
            return "registry, options or version were others then (\(fingerprint)) than now (\(other.fingerprint))"
        }
        return nil
    }
}

/// A file of the output that is whole.
struct FinishedFile: Hashable {
    let index: Int
    /// How many bytes it takes where it is written.
    let length: UInt64
    /// How many bytes it has decompressed, how many rows, and their checksum.
    let bytes: UInt64
    let rows: Int
    let checksum: Checksum
    /// Whether it is written as a gzip stream of its own.
    let isCompressed: Bool
}

/// How far the file that is being written came.
struct OpenFileState: Equatable {
    let index: Int
    /// Where in the source's file, in decompressed bytes, the next piece begins.
    let sourceOffset: UInt64
    let length: UInt64
    let bytes: UInt64
    let rows: Int
    let hasher: [UInt8]
    let isCompressed: Bool
}

/// One line of a journal.
enum JournalEntry: Equatable {
    case header(JournalHeader)
    /// What became durable: files that are whole since the last entry, and the one that isn't yet.
    case progress(finished: [FinishedFile], open: OpenFileState?)
    /// All is written and flushed; what is left is to give it its name, in place of a folder or not.
    case complete(finished: [FinishedFile], replacesFolder: Bool)
}

extension JournalEntry {
    /// The entry as JSON, without a line end.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        switch self {
        case .header(let header):
            writer.name("journal")
            writer.integer(JournalHeader.version)
            writer.name("sourceBytes")
            writer.integer(header.sourceBytes)
            writer.name("sourceState")
            writer.string(header.sourceState)
            writer.name("fingerprint")
            writer.string(header.fingerprint)
            writer.name("form")
            writer.string(header.form)
        case .progress(let finished, let open):
            Self.write(finished, to: &writer)
            if let open {
                writer.name("open")
                writer.beginObject()
                Self.write(
                    index: open.index, length: open.length, bytes: open.bytes, rows: open.rows,
                    isCompressed: open.isCompressed, to: &writer)
                writer.name("sourceOffset")
                writer.integer(open.sourceOffset)
                writer.name("hasher")
                writer.string(HexText.text(open.hasher))
                writer.endObject()
            }
        case .complete(let finished, let replacesFolder):
            Self.write(finished, to: &writer)
            writer.name("complete")
            writer.boolean(true)
            writer.name("replacesFolder")
            writer.boolean(replacesFolder)
        }
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ finished: [FinishedFile], to writer: inout JSONWriter) {
        writer.name("finished")
        writer.beginArray()
        for file in finished {
            writer.beginObject()
            write(
                index: file.index, length: file.length, bytes: file.bytes, rows: file.rows,
                isCompressed: file.isCompressed, to: &writer)
            writer.name("sha256")
            writer.string(file.checksum.description)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func write(
        index: Int, length: UInt64, bytes: UInt64, rows: Int, isCompressed: Bool, to writer: inout JSONWriter
    ) {
        writer.name("index")
        writer.integer(index)
        writer.name("length")
        writer.integer(length)
        writer.name("bytes")
        writer.integer(bytes)
        writer.name("rows")
        writer.integer(rows)
        writer.name("gzip")
        writer.boolean(isCompressed)
    }

    /// Reads an entry; nil for anything that isn't one.
    init?(_ json: [UInt8]) {
        guard let root = try? JSONDocument(json).root, root.kind == .object else { return nil }
        if let version = root["journal"]?.integer {
            guard version == JournalHeader.version, let bytes = root["sourceBytes"]?.unsigned,
                let state = root["sourceState"]?.string, let fingerprint = root["fingerprint"]?.string,
                let form = root["form"]?.string
            else { return nil }
            self = .header(
                JournalHeader(sourceBytes: bytes, sourceState: state, fingerprint: fingerprint, form: form))
            return
        }
        guard let list = root["finished"] else { return nil }
        var finished: [FinishedFile] = []
        for element in list.elements {
            guard let part = Part(element), let text = element["sha256"]?.string,
                let checksum = Checksum(lowercaseHex: text)
            else { return nil }
            finished.append(
                FinishedFile(
                    index: part.index, length: part.length, bytes: part.bytes, rows: part.rows, checksum: checksum,
                    isCompressed: part.isCompressed))
        }
        if root["complete"]?.boolean == true {
            guard let replacesFolder = root["replacesFolder"]?.boolean else { return nil }
            self = .complete(finished: finished, replacesFolder: replacesFolder)
            return
        }
        var open: OpenFileState?
        if let element = root["open"] {
            guard let part = Part(element), let offset = element["sourceOffset"]?.unsigned,
                let hasher = element["hasher"]?.string.flatMap(HexText.bytes)
            else { return nil }
            open = OpenFileState(
                index: part.index, sourceOffset: offset, length: part.length, bytes: part.bytes, rows: part.rows,
                hasher: hasher, isCompressed: part.isCompressed)
        }
        self = .progress(finished: finished, open: open)
    }

    /// What a whole and an open file have in common.
    private struct Part {
        let index: Int
        let length: UInt64
        let bytes: UInt64
        let rows: Int
        let isCompressed: Bool

        init?(_ value: JSONValue) {
            guard let index = value["index"]?.integer, index >= 0, let length = value["length"]?.unsigned,
                let bytes = value["bytes"]?.unsigned, let rows = value["rows"]?.integer,
                let isCompressed = value["gzip"]?.boolean
            else { return nil }
            self.index = index
            self.length = length
            self.bytes = bytes
            self.rows = rows
            self.isCompressed = isCompressed
        }
    }
}

extension JSONValue {
    /// A whole number from 0 that fits; nil for anything else.
    fileprivate var unsigned: UInt64? { kind == .number ? UInt64(text) : nil }
}
