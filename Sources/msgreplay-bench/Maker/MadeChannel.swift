/// A channel of a made archive.
struct MadeChannel: Equatable {
    /// `<type>:<id>`.
    var key: String
    var id: String
    /// 1 for two people, 2 for a group.
    var type: Int

    /// Channels in the order of their keys, one for each 500 records: a third of them of two people, the others groups.
    static func draw(records: Int, with random: inout SplitMix64) -> [MadeChannel] {
        var channels: [String: MadeChannel] = [:]
        for index in 0..<max(1, records / 500) {
            var channel = MadeChannel(key: "", id: "g\(String(100_000 + index).dropFirst())", type: 2)
            if index % 3 == 0 {
                let count = Phrases.users.count
                let first = random.number(0...count - 1)
                let second = (first + random.number(1...count - 1)) % count
                channel.id = "\(user(first))@\(user(second))"
                channel.type = 1
            }
            channel.key = "\(channel.type):\(channel.id)"
            channels[channel.key] = channel
        }
        return channels.values.sorted { $0.key < $1.key }
    }

    private static func user(_ index: Int) -> String { String(decoding: Phrases.users[index], as: UTF8.self) }
}
