import JSONText

/// What a line of an archive's file holds, and so which members matter.
public enum RecordForm: Hashable, Sendable {
    /// A row of `message.messages`, F1.
    case wkdb
    /// A message object of the API, F3, F5, F6 and F8.
    case api
    /// A row of `meta.channel_latest`, F1.4.
    case channelLatest
    /// A row of `meta.message_updates`, F1.6.
    case messageUpdate

    /// The form of the lines of a file, or nil if they carry no payload.
    public init?(_ form: ArchiveForm, kind: FileKind) {
        switch (kind, form) {
        case (.messages, .wkdb): self = .wkdb
        case (.messages, .api): self = .api
        case (.channelLatest, _): self = .channelLatest
        case (.messageUpdates, _): self = .messageUpdate
        case (.other, _): return nil
        }
    }
}

/// Where in a scanned line the members are that a form has: nodes of the tape, or -1 for a member that isn't there.
///
/// One value serves many lines. Names match exactly; of a name that occurs twice the last one counts.
public struct RecordFields: Sendable {
    /// Which form's members are looked for.
    public let form: RecordForm

    /// `channel_key`.
    public private(set) var channelKey = -1
    /// `channel_id`.
    public private(set) var channelID = -1
    /// `channel_type`.
    public private(set) var channelType = -1
    /// `message_seq`, `last_message_seq`.
    public private(set) var messageSeq = -1
    /// `message_id`, `last_message_id`.
    public private(set) var messageID = -1
    /// `message_idstr`.
    public private(set) var messageIDString = -1
    /// `client_msg_no`.
    public private(set) var clientMsgNo = -1
    /// `from_uid`.
    public private(set) var fromUID = -1
    /// `server_timestamp_ms`, `last_at` and `updated_at_ms` in milliseconds; `timestamp` in seconds.
    public private(set) var time = -1
    /// `payload_b64`, `payload`, `last_payload_b64`.
    public private(set) var payload = -1
    /// `signal_payload`.
    public private(set) var signalPayload = -1
    /// `setting`.
    public private(set) var setting = -1
    /// `content_edit` in `message_extra`.
    public private(set) var contentEdit = -1
    /// `table` of an update's row.
    public private(set) var table = -1
    /// `row` of an update's row; the other members of the form are looked for inside it.
    public private(set) var row = -1
    /// `pending` of an update's row.
    public private(set) var pending = -1

    private var messageExtra = -1
    private let names: MemberNames

    /// Looks for the members of a form.
    public init(_ form: RecordForm) {
        self.form = form
        names = MemberNames.all(of: form)
    }

    /// Finds the members of a line.
    /// - Parameters:
    ///   - tape: The scanned line. If its root is no object, no member is there.
    ///   - bytes: The bytes that were scanned.
    /// - Complexity: O(members), without allocation; a comparison of words for each member that comes where the
    ///   exporters put it.
    public mutating func find(on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        clear()
        guard tape.count > 0, tape.kind(0) == .object else { return }
        find(names, of: 0, on: tape, in: bytes)
        if messageExtra >= 0, tape.kind(messageExtra) == .object {
            contentEdit = tape.member("content_edit", of: messageExtra, in: bytes) ?? -1
        }
        if row >= 0, tape.kind(row) == .object {
            find(.rows, of: row, on: tape, in: bytes)
        }
    }

    private mutating func clear() {
        channelKey = -1
        channelID = -1
        channelType = -1
        messageSeq = -1
        messageID = -1
        messageIDString = -1
        clientMsgNo = -1
        fromUID = -1
        time = -1
        payload = -1
        signalPayload = -1
        setting = -1
        contentEdit = -1
        table = -1
        row = -1
        pending = -1
        messageExtra = -1
    }

    private mutating func find(
        _ names: MemberNames, of object: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) {
        var expected = 0
        var name = object + 1
        let end = tape.next(object)
        while name < end {
            let value = name + 1
            if tape.hasEscapes(name) {
                // No exporter escapes a member's name, so this may cost an allocation.
                var text: [UInt8] = []
                tape.appendUnescaped(name, in: bytes, to: &text)
                set(names, from: &expected, text.span, at: 0, count: text.count, to: value)
            } else {
                let start = tape.start(name) + 1
                set(names, from: &expected, bytes, at: start, count: tape.end(name) - 1 - start, to: value)
            }
            name = tape.next(value)
        }
    }

    /// Sets the field of a name that stands in a text, if it is one of these. Mostly it is the one that is expected.
    @inline(__always)
    private mutating func set(
        _ names: MemberNames, from expected: inout Int, _ bytes: Span<UInt8>, at start: Int, count: Int, to value: Int
    ) {
        if expected < names.count, names[expected].isEqual(to: bytes, at: start, count: count) {
            set(names[expected].field, to: value)
            expected += 1
            return
        }
        for index in 0..<names.count where names[index].isEqual(to: bytes, at: start, count: count) {
            set(names[index].field, to: value)
            expected = index + 1
            return
        }
    }

    private mutating func set(_ field: MemberName.Field, to node: Int) {
        switch field {
        case .channelKey: channelKey = node
        case .channelID: channelID = node
        case .channelType: channelType = node
        case .messageSeq: messageSeq = node
        case .messageID: messageID = node
        case .messageIDString: messageIDString = node
        case .clientMsgNo: clientMsgNo = node
        case .fromUID: fromUID = node
        case .time: time = node
        case .payload: payload = node
        case .signalPayload: signalPayload = node
        case .setting: setting = node
        case .messageExtra: messageExtra = node
        case .table: table = node
        case .row: row = node
        case .pending: pending = node
        }
    }
}
