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
    @inlinable public var channelKey: Int { self[.channelKey] }
    /// `channel_id`.
    @inlinable public var channelID: Int { self[.channelID] }
    /// `channel_type`.
    @inlinable public var channelType: Int { self[.channelType] }
    /// `message_seq`, `last_message_seq`.
    @inlinable public var messageSeq: Int { self[.messageSeq] }
    /// `message_id`, `last_message_id`.
    @inlinable public var messageID: Int { self[.messageID] }
    /// `message_idstr`.
    @inlinable public var messageIDString: Int { self[.messageIDString] }
    /// `client_msg_no`.
    @inlinable public var clientMsgNo: Int { self[.clientMsgNo] }
    /// `from_uid`.
    @inlinable public var fromUID: Int { self[.fromUID] }
    /// `server_timestamp_ms`, `last_at` and `updated_at_ms` in milliseconds; `timestamp` in seconds.
    @inlinable public var time: Int { self[.time] }
    /// `payload_b64`, `payload`, `last_payload_b64`.
    @inlinable public var payload: Int { self[.payload] }
    /// `signal_payload`.
    @inlinable public var signalPayload: Int { self[.signalPayload] }
    /// `setting`.
    @inlinable public var setting: Int { self[.setting] }
    /// `content_edit` in `message_extra`.
    @inlinable public var contentEdit: Int { self[.contentEdit] }
    /// `revoke`.
    @inlinable public var revoke: Int { self[.revoke] }
    /// `revoke` in `message_extra`.
    @inlinable public var extraRevoke: Int { self[.extraRevoke] }
    /// `is_mutual_deleted` in `message_extra`.
    @inlinable public var mutualDeletion: Int { self[.mutualDeletion] }
    /// `table` of an update's row.
    @inlinable public var table: Int { self[.table] }
    /// `row` of an update's row; the other members of the form are looked for inside it.
    @inlinable public var row: Int { self[.row] }
    /// `pending` of an update's row.
    @inlinable public var pending: Int { self[.pending] }

    private let names: MemberNames
    /// The nodes by field. A tape's nodes are counted in 32 bits.
    @usableFromInline var nodes = InlineArray<20, Int32>(repeating: -1)

    /// The layout of the line that they were found in: in lines of the same layout they are at the same places.
    private var layout = 0

    @usableFromInline subscript(field: MemberName.Field) -> Int {
        @inlinable get { Int(nodes[Int(field.rawValue)]) }
        set { nodes[Int(field.rawValue)] = Int32(truncatingIfNeeded: newValue) }
    }

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
        if tape.layout != 0 && tape.layout == layout { return }
        layout = tape.layout
        nodes = InlineArray(repeating: -1)
        guard tape.count > 0, tape.kind(0) == .object else { return }
        find(names, of: 0, on: tape, in: bytes)
        let extra = self[.messageExtra]
        if extra >= 0, tape.kind(extra) == .object {
            self[.contentEdit] = tape.member("content_edit", of: extra, in: bytes) ?? -1
            self[.extraRevoke] = tape.member("revoke", of: extra, in: bytes) ?? -1
            self[.mutualDeletion] = tape.member("is_mutual_deleted", of: extra, in: bytes) ?? -1
        }
        if row >= 0, tape.kind(row) == .object {
            find(.rows, of: row, on: tape, in: bytes)
        }
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
            self[names[expected].field] = value
            expected += 1
            return
        }
        for index in 0..<names.count where names[index].isEqual(to: bytes, at: start, count: count) {
            self[names[index].field] = value
            expected = index + 1
            return
        }
    }
}
