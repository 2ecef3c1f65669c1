/// A member name of a record form, ready to be compared word by word.
@usableFromInline
struct MemberName: Sendable {
    /// Which of ``RecordFields`` it fills.
    @usableFromInline
    enum Field: UInt8, Sendable {
        case channelKey, channelID, channelType, messageSeq, messageID, messageIDString, clientMsgNo, fromUID, time
        case payload, signalPayload, setting, contentEdit, table, row, pending, messageExtra, revoke, extraRevoke
        case mutualDeletion
    }

    let field: Field
    private let count: Int
    /// The name's 24 bytes, with zeros behind it; no name of a form is longer.
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64

    fileprivate init(_ name: StaticString, _ field: Field) {
        self.field = field
        let utf8 = name.withUTF8Buffer { Array($0) }
        count = utf8.count
        first = Self.word(utf8, 0)
        second = Self.word(utf8, 8)
        third = Self.word(utf8, 16)
    }

    private static func word(_ name: [UInt8], _ start: Int) -> UInt64 {
        name.dropFirst(start).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether the bytes of a text from `start` on, so many, are this name.
    @inline(__always)
    func isEqual(to bytes: Span<UInt8>, at start: Int, count: Int) -> Bool {
        guard count == self.count else { return false }
        guard start &+ 24 <= bytes.count else { return isEqualAtEnd(of: bytes, at: start) }
        let raw = bytes.bytes
        // In bounds, as was just checked. The loads are checked all the same; they are called unsafe only since they
        // reinterpret bytes.
        if (raw.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian ^ first) << unused(8) != 0 {
            return false
        }
        if count <= 8 { return true }
        let word = raw.unsafeLoadUnaligned(fromByteOffset: start &+ 8, as: UInt64.self).littleEndian
        if (word ^ second) << unused(16) != 0 { return false }
        if count <= 16 { return true }
        let last = raw.unsafeLoadUnaligned(fromByteOffset: start &+ 16, as: UInt64.self).littleEndian
        return (last ^ third) << unused(24) == 0
    }

    /// How many bits of the word that ends at a byte of the name aren't the name's.
    @inline(__always)
    private func unused(_ end: Int) -> UInt64 { count >= end ? 0 : UInt64(truncatingIfNeeded: (end &- count) &* 8) }

    /// The same where the text may end before the third word does.
    private func isEqualAtEnd(of bytes: Span<UInt8>, at start: Int) -> Bool {
        for index in 0..<count {
            let word = index < 8 ? first : index < 16 ? second : third
            if bytes[start + index] != UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8)) { return false }
        }
        return true
    }
}

/// The names of a form, in the order in which its exporters write them. They are made once and kept for the life of the
/// process, so that nobody has to count references to them.
struct MemberNames: @unchecked Sendable {
    private let base: UnsafePointer<MemberName>
    let count: Int

    private init(_ names: [MemberName]) {
        let memory = UnsafeMutablePointer<MemberName>.allocate(capacity: names.count)
        // The memory has room for just these names.
        for (index, name) in names.enumerated() { (memory + index).initialize(to: name) }
        base = UnsafePointer(memory)
        count = names.count
    }

    @inline(__always)
    subscript(index: Int) -> MemberName {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        // In bounds, as was just checked; the memory is never written again.
        return base[index]
    }

    static func all(of form: RecordForm) -> MemberNames {
        switch form {
        case .wkdb: wkdb
        case .api: api
        case .channelLatest: channelLatest
        case .messageUpdate: messageUpdate
        }
    }

    private static let wkdb = MemberNames([
        MemberName("channel_key", .channelKey), MemberName("message_seq", .messageSeq),
        MemberName("message_id", .messageID), MemberName("client_msg_no", .clientMsgNo),
        MemberName("from_uid", .fromUID), MemberName("server_timestamp_ms", .time),
        MemberName("payload_b64", .payload),
    ])
    private static let api = MemberNames([
        MemberName("setting", .setting), MemberName("message_id", .messageID),
        MemberName("message_idstr", .messageIDString), MemberName("client_msg_no", .clientMsgNo),
        MemberName("message_seq", .messageSeq), MemberName("from_uid", .fromUID),
        MemberName("channel_id", .channelID), MemberName("channel_type", .channelType),
        MemberName("timestamp", .time), MemberName("payload", .payload),
        MemberName("signal_payload", .signalPayload), MemberName("revoke", .revoke),
        MemberName("message_extra", .messageExtra),
    ])
    private static let channelLatest = MemberNames([
        MemberName("channel_id", .channelID), MemberName("channel_type", .channelType),
        MemberName("last_message_id", .messageID), MemberName("last_message_seq", .messageSeq),
        MemberName("last_at", .time), MemberName("from_uid", .fromUID),
        MemberName("client_msg_no", .clientMsgNo), MemberName("last_payload_b64", .payload),
    ])
    private static let messageUpdate = MemberNames([MemberName("table", .table), MemberName("row", .row)])
    /// The names inside `row` of an update, sorted as the exporter writes them.
    static let rows = MemberNames([
        MemberName("channel_id", .channelID), MemberName("channel_type", .channelType),
        MemberName("message_id", .messageID), MemberName("message_seq", .messageSeq),
        MemberName("payload", .payload), MemberName("pending", .pending), MemberName("updated_at_ms", .time),
    ])
}
