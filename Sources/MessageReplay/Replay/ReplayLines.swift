import JSONText
import Registries

/// Writes messages as JSON lines, members in this order:
///
///     {"messageID": "1152921504607541547", "channel": "2:g00001", "channelID": "g00001", "channelType": 2, "seq": 12,
///      "from": "u0001", "time": "2021-01-01T00:00:55.871Z", "timeMs": 1609459255871, "edited": false, "recalled": false,
///      "type": 10001, "name": "order", "outcome": "decoded", "version": 1, "content": {…}, "digest": "[Order] Tea (placed)",
///      "searchable": "Tea", "findings": [{"code": "field-type", "pointer": "/title", "detail": "…"}]}
///
/// What a message lacks is null. `version` is the one that the payload was written at, null where it is strictly at none.
/// `content` is the payload with its defaults, spelt as it is; of one that doesn't decode as it stands, null where it is
/// no JSON. `searchable` has its texts on lines of their own. Of a message that was recalled `digest` is the notice that
/// clients show, and `searchable` is empty; `content` stays.
public struct ReplayLines: ReplayRenderer {
    /// All that a line holds.
    public let parts: ReplayParts = [.content, .searchable, .findings]

    private var writer = JSONWriter()

    /// A renderer.
    public init() {}

    /// Writes a message as one line; there are no headings.
    public mutating func render(_ message: ReplayedMessage, heading: inout [UInt8], body: inout [UInt8]) {
        writer.bytes.removeAll(keepingCapacity: writer.bytes.capacity < 1 << 20)
        writer.beginObject()
        writer.member("messageID", message.messageID)
        writer.member("channel", message.channel)
        writer.member("channelID", message.channelID)
        writer.name("channelType")
        if let type = message.channelType { writer.integer(type) } else { writer.null() }
        writer.sequence(message.sequence)
        writer.member("from", message.sender)
        writer.member("time", message.time.map(Time.text))
        writer.name("timeMs")
        if let time = message.time { writer.integer(time) } else { writer.null() }
        writer.name("edited")
        writer.boolean(message.isEdited)
        writer.name("recalled")
        writer.boolean(message.isRecalled)
        writer.name("type")
        writer.write(message.type)
        writer.member("name", message.name)
        writer.member("outcome", message.outcome.rawValue)
        writer.name("version")
        if let version = message.version { writer.integer(version) } else { writer.null() }
        writer.name("content")
        if message.content.isEmpty { writer.null() } else { writer.raw(message.content) }
        writer.member("digest", String(decoding: message.digest, as: UTF8.self))
        writer.member("searchable", String(decoding: message.searchable, as: UTF8.self))
        writer.list("findings", message.findings) { writer, finding in
            writer.member("code", finding.code.rawValue)
            writer.member("pointer", finding.pointer)
            writer.member("detail", finding.detail)
        }
        writer.endObject()
        writer.newline()
        body.append(contentsOf: writer.bytes)
    }
}
