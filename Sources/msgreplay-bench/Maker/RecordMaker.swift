/// Makes the message rows of an archive, one after the other, and counts what is in them.
///
/// The same number of records and the same seed give the same bytes, always.
struct RecordMaker {
    /// All channels, in the order in which the archive has them.
    let channels: [MadeChannel]
    /// What the rows made so far hold.
    private(set) var counts = MadeCounts()
    /// The row made last, with its line end.
    private(set) var line: [UInt8] = []
    /// The row made last as the channel's latest message, where the channel ends with it; else empty.
    private(set) var latest: [UInt8] = []

    private var payloads: PayloadMaker
    private var random: SplitMix64
    private var recordsLeft: Int
    private var channel = -1
    private var leftInChannel = 0
    private var sequence = 0
    private var messageID = 1 << 60
    private var time = 1_609_459_200_000
    private var payloadText: [UInt8] = []

    init(records: Int, seed: UInt64) {
        payloads = PayloadMaker(seed: seed)
        random = SplitMix64(seed: seed &* 7919 &+ 1)
        channels = MadeChannel.draw(records: records, with: &random)
        recordsLeft = records
    }

    /// Makes the next row.
    ///
    /// - Returns: Whether there was one more.
    mutating func next() -> Bool {
        guard recordsLeft > 0 else { return false }
        if leftInChannel == 0 { beginChannel() }
        recordsLeft -= 1
        leftInChannel -= 1
        sequence += 1
        messageID += random.number(1...1_000_000)
        time += random.number(1...60_000)
        counts.count(payloads.draw())
        counts.nested += payloads.nested
        payloadText.removeAll(keepingCapacity: true)
        payloadText.add(base64: payloads.bytes)
        let number = (random.next(), random.next())
        let sender = random.pick(Phrases.users)
        line.removeAll(keepingCapacity: true)
        line.add("{\"channel_key\":\"")
        line += channels[channel].key.utf8
        line.add("\",\"message_seq\":")
        line.add(sequence)
        line.add(",\"message_id\":")
        line.add(messageID)
        line.add(",\"client_msg_no\":\"")
        line.add(hex: number.0)
        line.add(hex: number.1)
        line.add("\",\"from_uid\":\"")
        line += sender
        line.add("\",\"server_timestamp_ms\":")
        line.add(time)
        line.add(",\"payload_b64\":\"")
        line += payloadText
        line.add("\"}\n")
        latest.removeAll(keepingCapacity: true)
        if leftInChannel == 0 { addLatest(sender, number) }
        return true
    }

    /// How many records the next channel has: around what each of the rest would get, and at least one for each.
    private mutating func beginChannel() {
        channel += 1
        sequence = 0
        let channelsLeft = channels.count - channel
        leftInChannel = recordsLeft
        if channelsLeft > 1 {
            let drawn = Double(recordsLeft / channelsLeft) * (0.3 + 1.4 * random.unit())
            leftInChannel = max(1, min(recordsLeft - channelsLeft + 1, Int(drawn)))
        }
    }

    private mutating func addLatest(_ sender: [UInt8], _ number: (UInt64, UInt64)) {
        let channel = channels[channel]
        latest.add("{\"hash_slot\":")
        latest.add(HashSlot.of(Array(channel.id.utf8)))
        latest.add(",\"channel_id\":\"")
        latest += channel.id.utf8
        latest.add("\",\"channel_type\":")
        latest.add(channel.type)
        latest.add(",\"last_message_id\":")
        latest.add(messageID)
        latest.add(",\"last_message_seq\":")
        latest.add(sequence)
        latest.add(",\"last_at\":")
        latest.add(time)
        latest.add(",\"from_uid\":\"")
        latest += sender
        latest.add("\",\"client_msg_no\":\"")
        latest.add(hex: number.0)
        latest.add(hex: number.1)
        latest.add("\",\"last_payload_b64\":\"")
        latest += payloadText
        latest.add("\",\"updated_at\":")
        latest.add(time)
        latest.add("}\n")
    }
}
