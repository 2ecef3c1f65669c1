import Archives
import JSONText

/// Writes made records as a bundle directory: messages in several files, what belongs to them, and the manifest.
struct BundleWriter {
    private struct Listed {
        var path: String
        var kind: String
        var rows: Int
        var checksum: Checksum
    }

    /// A file that is being written.
    private struct OpenFile {
        var path: String
        var kind: String
        var sink: FileSink
        var rows = 0
        var hasher = ChecksumHasher()

        init(_ path: String, kind: String, in folder: String) throws(BenchError) {
            self.path = path
            self.kind = kind
            sink = try FileSink("\(folder)/\(path)")
        }

        mutating func write(_ row: [UInt8]) throws(BenchError) {
            try sink.write(row)
            hasher.update(row.span)
            rows += 1
        }
    }

    private let folder: String
    private let rowsInFile: Int
    private var messages: OpenFile
    private var messageFiles = 1
    private var latest: OpenFile
    private var finished: [Listed] = []
    /// The bytes of all files so far.
    private(set) var size = 0

    /// - Parameter rowsInFile: Messages in one file, 100,000 as the exporter has it.
    init(in folder: String, rowsInFile: Int = 100_000) throws(BenchError) {
        self.folder = folder
        self.rowsInFile = rowsInFile
        try Disk.makeFolder("\(folder)/meta")
        try Disk.makeFolder("\(folder)/message")
        messages = try OpenFile(Self.messageFile(1), kind: "message.messages", in: folder)
        latest = try OpenFile("meta/channel_latest.jsonl", kind: "meta.channel_latest", in: folder)
    }

    private static func messageFile(_ number: Int) -> String {
        "message/messages-\(String(1_000_000 + number).dropFirst()).jsonl"
    }

    /// Takes the next row of a maker.
    mutating func write(_ line: [UInt8], latest latestLine: [UInt8]) throws(BenchError) {
        if messages.rows == rowsInFile {
            try finish(messages)
            messageFiles += 1
            messages = try OpenFile(Self.messageFile(messageFiles), kind: "message.messages", in: folder)
        }
        try messages.write(line)
        if !latestLine.isEmpty { try latest.write(latestLine) }
    }

    /// Writes what goes with the messages, and the manifest.
    mutating func finish(channels: [MadeChannel]) throws(BenchError) {
        try finish(messages)
        try finish(latest)
        var users = try OpenFile("meta/users.jsonl", kind: "meta.users", in: folder)
        for user in Phrases.users {
            let uid = String(decoding: user, as: UTF8.self)
            try users.write(
                Array(
                    #"{"hash_slot":\#(HashSlot.of(user)),"uid":"\#(uid)","token":"","device_flag":0,"device_level":0}"#
                        .utf8) + [10])
        }
        try finish(users)
        var rows = try OpenFile("meta/channels.jsonl", kind: "meta.channels", in: folder)
        var keys = try OpenFile("message/channels.jsonl", kind: "message.channels", in: folder)
        for channel in channels {
            let identity = #""channel_id":"\#(channel.id)","channel_type":\#(channel.type)"#
            let flags =
                #""ban":0,"disband":0,"send_ban":0,"allow_stranger":1,"large":0,"subscriber_mutation_version":1,"#
                + #""directory_projection_state":0,"directory_projection_generation":0"#
            let slot = HashSlot.of(Array(channel.id.utf8))
            try rows.write(Array(#"{"hash_slot":\#(slot),\#(identity),\#(flags)}"#.utf8) + [10])
            try keys.write(Array(#"{"channel_key":"\#(channel.key)",\#(identity)}"#.utf8) + [10])
        }
        try finish(rows)
        try finish(keys)
        try writeManifest()
    }

    private mutating func finish(_ file: OpenFile) throws(BenchError) {
        try file.sink.finish()
        size += file.sink.size
        finished.append(Listed(path: file.path, kind: file.kind, rows: file.rows, checksum: file.hasher.finish()))
    }

    private mutating func writeManifest() throws(BenchError) {
        let order = ["meta.users", "meta.channels", "meta.channel_latest", "message.channels", "message.messages"]
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.name("format")
        writer.string("wkdb-import-bundle")
        writer.name("version")
        writer.integer(1)
        writer.name("hash_slot_count")
        writer.integer(HashSlot.count)
        writer.name("files")
        writer.beginArray()
        for kind in order {
            for file in finished where file.kind == kind {
                writer.beginObject()
                writer.name("path")
                writer.string(file.path)
                writer.name("kind")
                writer.string(file.kind)
                writer.name("rows")
                writer.integer(file.rows)
                writer.name("sha256")
                writer.string(file.checksum.description)
                writer.endObject()
            }
        }
        writer.endArray()
        writer.endObject()
        writer.newline()
        let sink = try FileSink("\(folder)/manifest.json")
        try sink.write(writer.bytes)
        try sink.finish()
        size += sink.size
    }
}
