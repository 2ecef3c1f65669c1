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
        return pending < 0 || tape.signed64(pending, in: bytes) != .valid(1)
    }

    /// The record's time in milliseconds since 1970 UTC; nil where it has none, or one in the wrong unit.
    func milliseconds(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Int64? {
        guard let value = tape.signed64(time, in: bytes).value, !isWrongUnit(value) else { return nil }
        let milliseconds = form == .api ? value.multipliedReportingOverflow(by: 1000) : (value, false)
        return !milliseconds.1 && Time.isUsable(milliseconds.0) ? milliseconds.0 : nil
    }

    /// Whether a time was meant in another unit than its member has.
    func isWrongUnit(_ time: Int64) -> Bool {
        form == .api ? time >= Self.boundary : time >= Self.earliestWrong && time < Self.boundary
    }

    /// Why a record can't be taken for one of its form; nil where it can.
    func missing(on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> String? {
        switch form {
        case .wkdb:
            if !isText(channelKey, on: tape) { return "channel_key has to be a string that isn't empty" }
            for (node, name) in [(messageSeq, "message_seq"), (messageID, "message_id")] {
                let number = tape.unsigned64(node, in: bytes)
                if number == .absent { return "\(name) is missing" }
                if number == .valid(0) { return "\(name) is 0" }
            }
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

    /// The 64 bits of an id: unsigned, or signed as some servers print ids from 2^63 on.
    static func idBits(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> IntegerField<UInt64> {
        switch tape.unsigned64(node, in: bytes) {
        case .valid(let bits): return .valid(bits)
        case .absent: return .absent
        case .invalid:
            guard let signed = tape.signed64(node, in: bytes).value else { return .invalid }
            return .valid(UInt64(bitPattern: signed))
        }
    }
}
