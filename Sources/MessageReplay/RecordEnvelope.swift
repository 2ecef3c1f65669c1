import Archives
import JSONText

/// What an audit reads of the members around a payload.
extension RecordFields {
    /// A lower bound on times, in the unit that a member has, below which it is too small to be a time of these years.
    private static let earliestWrong: Int64 = 100_000_000
    /// 10^11: in seconds far in the future, in milliseconds in 1973.
    private static let boundary: Int64 = 100_000_000_000

    /// Whether a row of message updates is an edit: the other tables, and edits that are pending, carry no payload.
    func isEdit(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        guard table >= 0, tape.kind(table) == .string else { return true }
        guard tape.equals(table, "message_update", in: bytes) else { return false }
        return pending < 0 || tape.signed64(pending, in: bytes).value != 1
    }

    /// Whether a time was meant in another unit than its member has.
    func isWrongUnit(_ time: Int64) -> Bool {
        form == .api ? time >= Self.boundary : time >= Self.earliestWrong && time < Self.boundary
    }

    /// Why a record can't be taken for one of its form; nil where it can.
    func missing(_ numbers: RecordNumbers, on tape: borrowing JSONTape) -> String? {
        switch form {
        case .wkdb:
            if !isText(channelKey, on: tape) { return "channel_key has to be a string that isn't empty" }
            if let reason = Self.missing(numbers.sequence, "message_seq") { return reason }
            if let reason = Self.missing(numbers.id, "message_id") { return reason }
            return isString(payload, on: tape) ? nil : "payload_b64 has to be a string"
        case .api:
            if payload < 0 && signalPayload < 0 { return "payload is missing" }
            return messageID < 0 && messageIDString < 0 ? "message_id and message_idstr are both missing" : nil
        case .channelLatest:
            if !isText(channelID, on: tape) { return "channel_id has to be a string that isn't empty" }
            return isString(payload, on: tape) ? nil : "last_payload_b64 has to be a string"
        case .messageUpdate:
            if row < 0 || tape.kind(row) != .object { return "row has to be an object" }
            return isString(payload, on: tape) ? nil : "row.payload has to be a string"
        }
    }

    private static func missing(_ number: IntegerField<UInt64>, _ name: String) -> String? {
        switch number {
        case .absent: "\(name) is missing"
        case .valid(let value): value == 0 ? "\(name) is 0" : nil
        case .invalid: nil
        }
    }

    private func isString(_ node: Int, on tape: borrowing JSONTape) -> Bool { node >= 0 && tape.kind(node) == .string }

    private func isText(_ node: Int, on tape: borrowing JSONTape) -> Bool {
        isString(node, on: tape) && tape.end(node) - tape.start(node) > 2
    }

    /// Whether the record says that its payload is encrypted end to end: bit 5 of `setting`, or a ciphertext.
    func isEncrypted(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        guard form == .api else { return false }
        if isText(signalPayload, on: tape) { return true }
        return setting >= 0 && (tape.signed64(setting, in: bytes).value ?? 0) & 0x20 != 0
    }

    /// Whether clients show a notice in place of the message: its sender recalled it, or it was deleted for everybody.
    /// `is_deleted` says what one reader deleted, and doesn't count.
    func isRecalled(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        guard revoke >= 0 || extraRevoke >= 0 || mutualDeletion >= 0 else { return false }
        return Self.isSet(revoke, on: tape, in: bytes) || Self.isSet(extraRevoke, on: tape, in: bytes)
            || Self.isSet(mutualDeletion, on: tape, in: bytes)
    }

    /// Whether a flag is true, or a number other than 0, which may stand in a string.
    private static func isSet(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        guard node >= 0 else { return false }
        return tape.kind(node) == .trueValue || (tape.signed64(node, in: bytes).value ?? 0) != 0
    }

    /// The message's id as it is written, without quotes.
    func messageIDText(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> String? {
        // Of an id that stands there twice, the string is the one that no double has rounded.
        Self.text(isText(messageIDString, on: tape) ? messageIDString : messageID, on: tape, in: bytes)
    }

    /// The channel: a bundle's `channel_key`, elsewhere the type, a colon and the id.
    func channelText(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> String? {
        if form == .wkdb { return Self.text(channelKey, on: tape, in: bytes) }
        guard let id = Self.text(channelID, on: tape, in: bytes) else { return nil }
        return (Self.text(channelType, on: tape, in: bytes) ?? "") + ":" + id
    }

    /// The sequence number as it is written, without quotes.
    func sequenceText(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> String? {
        Self.text(messageSeq, on: tape, in: bytes)
    }

    private static func text(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> String? {
        guard node >= 0 else { return nil }
        switch tape.kind(node) {
        case .string: return tape.string(node, in: bytes)
        case .number: return tape.text(node, in: bytes)
        default: return nil
        }
    }
}

/// The numbers of a record's envelope, each read once.
struct RecordNumbers {
    /// The message's id: unsigned, or in the API's forms signed too, as some servers print ids from 2^63 on.
    let id: IntegerField<UInt64>
    /// The id that the API's forms give as a string.
    let idString: IntegerField<UInt64>
    /// The sequence number.
    let sequence: IntegerField<UInt64>
    /// The time in the unit that its member has.
    let rawTime: Int64?
    /// The time in milliseconds since 1970 UTC; nil where there is none, or one in the wrong unit.
    let time: Int64?
    /// Whether nothing about the numbers is doubtful, so that nothing has to be noted.
    let isSound: Bool

    init(_ fields: RecordFields, on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        let isAPI = fields.form == .api
        id = isAPI ? Self.bits(fields.messageID, on: tape, in: bytes) : tape.unsigned64(fields.messageID, in: bytes)
        idString = isAPI ? Self.bits(fields.messageIDString, on: tape, in: bytes) : .absent
        sequence = tape.unsigned64(fields.messageSeq, in: bytes)
        rawTime = fields.time < 0 ? nil : tape.signed64(fields.time, in: bytes).value
        let isWrongUnit = rawTime.map { fields.isWrongUnit($0) } ?? false
        let isAmbiguous = if let left = id.value, let right = idString.value { left != right } else { false }
        isSound = id.isSound && idString.isSound && sequence.isSound && !isAmbiguous && !isWrongUnit
        guard let rawTime, !isWrongUnit else {
            time = nil
            return
        }
        let milliseconds = isAPI ? rawTime.multipliedReportingOverflow(by: 1000) : (rawTime, false)
        time = !milliseconds.1 && Time.isUsable(milliseconds.0) ? milliseconds.0 : nil
    }

    /// The 64 bits of an id. An empty string is none.
    private static func bits(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> IntegerField<UInt64> {
        switch tape.unsigned64(node, in: bytes) {
        case .valid(let bits): return .valid(bits)
        case .absent: return .absent
        case .invalid:
            if tape.kind(node) == .string && tape.end(node) - tape.start(node) == 2 { return .absent }
            guard let signed = tape.signed64(node, in: bytes).value else { return .invalid }
            return .valid(UInt64(bitPattern: signed))
        }
    }
}
