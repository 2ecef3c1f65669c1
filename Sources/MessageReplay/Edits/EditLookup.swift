import Archives
import JSONText
import Registries

/// Looks up the edits of messages, on one thread.
struct EditLookup {
    private var edits: SortedIndexCursor
    private var channels: SortedIndexCursor
    private let hasEdits: Bool
    private let hasChannels: Bool
    private var key: [UInt8] = []
    private var known: [UInt8] = []
    private var value: [UInt8] = []
    /// The channel that the last key names, as `type:id`, and its hash.
    private var channel: [UInt8] = []
    private var hash: UInt64 = 0

    init(_ edits: MessageEdits) {
        self.edits = SortedIndexCursor(edits.edits)
        channels = SortedIndexCursor(edits.channels)
        hasEdits = edits.edits.count > 0
        hasChannels = edits.channels.count > 0
    }

    /// The edit of a bundle's message.
    ///
    /// - Parameters:
    ///   - fields: The message row's members.
    ///   - line: The scanned row.
    ///   - row: The row.
    ///   - bytes: Takes the edited payload's bytes, from its front.
    /// - Returns: The payload that stands in place of the message's own; nil where the message wasn't edited.
    /// - Throws: Where the temporary file can't be read.
    mutating func edit(
        _ fields: RecordFields, on line: borrowing JSONTape, in row: Span<UInt8>, into bytes: inout [UInt8]
    ) throws(ArchiveError) -> PayloadCarriage? {
        guard hasEdits, fields.form == .wkdb, let id = line.unsigned64(fields.messageID, in: row).value,
            try resolve(fields, on: line, in: row)
        else { return nil }
        guard try edits.find(hash, id, into: &value) != nil else { return nil }
        return EditBody.read(value, into: &bytes)
    }

    /// The type and id of a bundle's channel.
    ///
    /// - Returns: Nil where neither the key nor `message.channels` says it.
    mutating func channel(
        of fields: RecordFields, on line: borrowing JSONTape, in row: Span<UInt8>
    ) throws(ArchiveError) -> (type: Int64, id: String)? {
        guard fields.form == .wkdb, try resolve(fields, on: line, in: row),
            let parts = ChannelKey.parts(of: channel.span)
        else { return nil }
        return (parts.type, String(decoding: channel[parts.id...], as: UTF8.self))
    }

    /// Finds out which channel a row's key names; it is mostly that of the row before.
    private mutating func resolve(
        _ fields: RecordFields, on line: borrowing JSONTape, in row: Span<UInt8>
    ) throws(ArchiveError) -> Bool {
        guard fields.channelKey >= 0, line.kind(fields.channelKey) == .string else { return false }
        key.removeAll(keepingCapacity: true)
        line.appendUnescaped(fields.channelKey, in: row, to: &key)
        guard key != known else { return true }
        channel = key
        if hasChannels {
            let key = self.key
            if try channels.find(ChannelKey.hash(key.span), ChannelKey.check(key.span), into: &value) != nil {
                channel = value
            }
        }
        let found = channel
        hash = ChannelKey.hash(found.span)
        swap(&known, &key)
        return true
    }
}

/// How an edit's payload stands in the index: undone from its text, or why it can't be.
enum EditBody {
    /// - Parameter bytes: The payload's bytes, from the front.
    static func write(_ carriage: PayloadCarriage, _ bytes: [UInt8], into body: inout [UInt8]) {
        body.removeAll(keepingCapacity: true)
        switch carriage {
        case .asBytes(let count, _):
            body.append(0)
            body.append(contentsOf: bytes[..<count])
        case .fault(let code, let detail):
            body.append(1)
            body.append(contentsOf: "\(code.rawValue) \(detail)".utf8)
        case .inLine:
            write(.fault(.recordIncomplete, "row.payload has to be a string"), bytes, into: &body)
        }
    }

    /// - Parameter bytes: Takes the payload's bytes, from its front.
    static func read(_ body: [UInt8], into bytes: inout [UInt8]) -> PayloadCarriage {
        if body.first == 0 {
            if bytes.count < body.count - 1 {
                bytes = Array(body.dropFirst())
            } else {
                for index in 1..<body.count { bytes[index - 1] = body[index] }
            }
            return .asBytes(body.count - 1, .base64)
        }
        let parts = String(decoding: body.dropFirst(), as: UTF8.self).split(separator: " ", maxSplits: 1)
        let code = parts.first.flatMap { FindingCode(rawValue: String($0)) } ?? .payloadBase64
        return .fault(code, parts.count > 1 ? String(parts[1]) : "")
    }
}
