/// A member name of a record form, ready to be compared word by word.
struct MemberName: Sendable {
    /// Which of ``RecordFields`` it fills.
    enum Field: UInt8, Sendable {
        case channelKey, channelID, channelType, messageSeq, messageID, messageIDString, clientMsgNo, fromUID, time
        case payload, signalPayload, setting, messageExtra, table, row, pending
    }

    let field: Field
    let words: MemberWords

    private init(_ name: StaticString, _ field: Field) {
        self.field = field
        let utf8 = name.withUTF8Buffer { Array($0) }
        words = MemberWords(utf8.span.bytes, from: 0, count: utf8.count)
    }

    /// The names of a form, in the order in which its exporters write them.
    static func names(of form: RecordForm) -> [MemberName] {
        switch form {
        case .wkdb:
            [
                MemberName("channel_key", .channelKey), MemberName("message_seq", .messageSeq),
                MemberName("message_id", .messageID), MemberName("client_msg_no", .clientMsgNo),
                MemberName("from_uid", .fromUID), MemberName("server_timestamp_ms", .time),
                MemberName("payload_b64", .payload),
            ]
        case .api:
            [
                MemberName("setting", .setting), MemberName("message_id", .messageID),
                MemberName("message_idstr", .messageIDString), MemberName("client_msg_no", .clientMsgNo),
                MemberName("message_seq", .messageSeq), MemberName("from_uid", .fromUID),
                MemberName("channel_id", .channelID), MemberName("channel_type", .channelType),
                MemberName("timestamp", .time), MemberName("payload", .payload),
                MemberName("signal_payload", .signalPayload), MemberName("message_extra", .messageExtra),
            ]
        case .channelLatest:
            [
                MemberName("channel_id", .channelID), MemberName("channel_type", .channelType),
                MemberName("last_message_id", .messageID), MemberName("last_message_seq", .messageSeq),
                MemberName("last_at", .time), MemberName("from_uid", .fromUID),
                MemberName("client_msg_no", .clientMsgNo), MemberName("last_payload_b64", .payload),
            ]
        case .messageUpdate:
            [MemberName("table", .table), MemberName("row", .row)]
        }
    }

    /// The names inside `row` of an update, sorted as the exporter writes them.
    static let rowNames = [
        MemberName("channel_id", .channelID), MemberName("channel_type", .channelType),
        MemberName("message_id", .messageID), MemberName("message_seq", .messageSeq),
        MemberName("payload", .payload), MemberName("pending", .pending), MemberName("updated_at_ms", .time),
    ]
}

/// The length and the first 24 bytes of a name, zero-padded. Every name of a form is shorter, so two that are equal
/// here are equal.
struct MemberWords: Equatable, Sendable {
    let count: Int
    let first: UInt64
    let second: UInt64
    let third: UInt64

    @inline(__always)
    init(_ bytes: RawSpan, from start: Int, count: Int) {
        self.count = count
        first = Self.word(bytes, start, count)
        second = count > 8 ? Self.word(bytes, start + 8, count - 8) : 0
        third = count > 16 ? Self.word(bytes, start + 16, count - 16) : 0
    }

    /// Up to eight bytes, the rest zero.
    @inline(__always)
    private static func word(_ bytes: RawSpan, _ start: Int, _ count: Int) -> UInt64 {
        if start + 8 <= bytes.byteCount {
            // The eight bytes are inside the span, as just checked.
            let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
            return count >= 8 ? word : word & (1 << UInt64(8 * max(count, 0)) - 1)
        }
        var word: UInt64 = 0
        var index = min(count, 8) - 1
        while index >= 0 {
            word = word << 8 | UInt64(bytes.unsafeLoadUnaligned(fromByteOffset: start + index, as: UInt8.self))
            index -= 1
        }
        return word
    }
}
