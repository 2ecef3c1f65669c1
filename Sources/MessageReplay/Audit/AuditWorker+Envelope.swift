import Archives
import ContentSchema
import JSONText
import Registries

/// Where the channel of the last record stands in a chunk, so that the next one's can be compared.
struct ChannelPlace {
    var key = 0..<0
    var type = 0..<0
}

extension AuditWorker {
    /// Adds a message row to the runs of its chunk.
    mutating func follow(
        _ fields: RecordFields, _ numbers: RecordNumbers, _ line: Int, _ content: Range<Int>, _ passes: Bool,
        on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) {
        let offset = content.lowerBound
        let keyNode = fields.form == .wkdb ? fields.channelKey : fields.channelID
        guard keyNode >= 0, tape.kind(keyNode) == .string,
            let number = numbers.sequence.value, number > 0
        else { return }
        var channel = ChannelPlace()
        channel.key = offset + tape.start(keyNode) + 1..<offset + tape.end(keyNode) - 1
        if fields.form == .api && fields.channelType >= 0 {
            channel.type = offset + tape.start(fields.channelType)..<offset + tape.end(fields.channelType)
        }
        let place = SequencePlace(number: number, line: line, range: content, counts: passes)
        if let index = partial.runs.indices.last, bytes.areEqual(channel.key, lastChannel.key),
            bytes.areEqual(channel.type, lastChannel.type)
        {
            if number != partial.runs[index].last &+ 1 && partial.runs[index].broken == nil {
                partial.runs[index].broken = (place, partial.runs[index].last &+ 1)
            }
            partial.runs[index].last = number
        } else {
            partial.runs.append(
                SequenceRun(channel: Self.hash(channel, in: bytes), key: channel.key, first: place, last: number))
        }
        lastChannel = channel
    }

    /// Notes that the last record doesn't count: its payload shows that a filter leaves it out.
    mutating func leaveOutOfSequences(_ line: Int) {
        guard let index = partial.runs.indices.last else { return }
        if partial.runs[index].first.line == line { partial.runs[index].first.counts = false }
        if partial.runs[index].broken?.place.line == line { partial.runs[index].broken?.place.counts = false }
    }

    private static func hash(_ channel: ChannelPlace, in bytes: Span<UInt8>) -> UInt64 {
        var hasher = Hasher()
        for offset in channel.type { hasher.combine(bytes[offset]) }
        for offset in channel.key { hasher.combine(bytes[offset]) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Notes what is doubtful about a record's ids and time, where something is.
    mutating func noteEnvelope(
        _ numbers: RecordNumbers, _ row: Span<UInt8>, _ context: RecordContext, _ fields: RecordFields,
        _ tape: borrowing JSONTape
    ) {
        for (number, node) in [
            (numbers.id, fields.messageID), (numbers.idString, fields.messageIDString),
            (numbers.sequence, fields.messageSeq),
        ] {
            guard case .invalid = number else { continue }
            let shown = ValueDescription.text(node, tape, row, showingValues: options.showsValues)
            note(
                .idInvalid, context, fields, tape, row, pointer: tape.pointer(to: node, in: row),
                detail: "expected a whole number of 64 bits in plain digits, found \(shown)")
        }
        if let number = numbers.id.value, let string = numbers.idString.value, number != string {
            note(
                .idMismatch, context, fields, tape, row, pointer: tape.pointer(to: fields.messageID, in: row),
                detail: options.showsValues
                    ? "message_id is \(tape.text(fields.messageID, in: row)), message_idstr "
                        + tape.string(fields.messageIDString, in: row)
                    : "message_id and message_idstr differ")
        }
        if let time = numbers.rawTime, fields.isWrongUnit(time) {
            note(
                .timeUnit, context, fields, tape, row, pointer: tape.pointer(to: fields.time, in: row),
                detail: fields.form == .api
                    ? "\(time) is a time in milliseconds, where seconds belong"
                    : "\(time) is a time in seconds, where milliseconds belong")
        }
    }
}
