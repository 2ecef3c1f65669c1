import Archives

/// Record lines, without their line feeds.
enum Lines {
    /// A row of a bundle's messages with these bytes as its payload.
    static func wkdb(_ payload: String, seq: Int = 1, channel: String = "2:g1", id: String = "1152921504607541547")
        -> String
    { wkdb(base64: base64(Array(payload.utf8)), seq: seq, channel: channel, id: id) }

    /// A row of a bundle's messages with this text as `payload_b64`.
    static func wkdb(
        base64: String, seq: Int = 1, channel: String = "2:g1", id: String = "1152921504607541547",
        time: Int64 = 1_609_459_200_000
    ) -> String {
        #"{"channel_key":"\#(channel)","message_seq":\#(seq),"message_id":\#(id),"client_msg_no":"c\#(seq)","#
            + #""from_uid":"u1","server_timestamp_ms":\#(time),"payload_b64":"\#(base64)"}"#
    }

    /// A message object of the HTTP API with this value as its payload.
    static func api(_ payload: String, seq: Int = 1, more: String = "") -> String {
        #"{"message_id":5,"message_idstr":"5","message_seq":\#(seq),"client_msg_no":"c\#(seq)","from_uid":"u1","#
            + #""channel_id":"g1","channel_type":2,"timestamp":1609459200,\#(more)"payload":\#(payload)}"#
    }

    static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        Base64.encode(bytes.span, appendingTo: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
