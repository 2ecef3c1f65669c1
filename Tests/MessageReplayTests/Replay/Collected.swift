import Archives
import JSONText
import Registries
import Testing

@testable import MessageReplay

/// An output that keeps what it gets, under a clock of its own.
final class Collected: ReplayOutput, @unchecked Sendable {
    var text: [UInt8] = []
    var writes = 0
    /// What was waited for, in nanoseconds, and how much was written before.
    var waits: [(nanoseconds: UInt64, written: Int)] = []
    var now: UInt64 = 1_000_000
    /// After so many writes nobody reads any more.
    var closesAfter = Int.max

    func write(_ text: [UInt8], isDue: Bool) -> Bool {
        self.text += text
        writes += 1
        return writes < closesAfter
    }

    func wait(_ nanoseconds: UInt64) -> Bool {
        waits.append((nanoseconds, text.count))
        now += nanoseconds
        return true
    }

    /// The text as JSON lines.
    func messages() throws -> [JSONValue] {
        try text.split(separator: 0x0A).map { try JSONDocument(Array($0)).root }
    }

    /// Replays archives as JSON lines.
    static func lines(
        _ paths: [String], chunkSize: Int = 1 << 20, at version: Int? = nil,
        _ change: (inout ReplayOptions) -> Void = { _ in }
    ) throws -> (output: Collected, counts: ReplayCounts) {
        let output = Collected()
        let counts = try replay(paths, ReplayLines(), output, chunkSize: chunkSize, at: version, change)
        return (output, counts)
    }

    static func replay(
        _ paths: [String], _ renderer: some ReplayRenderer, _ output: Collected, chunkSize: Int = 1 << 20,
        at version: Int? = nil, _ change: (inout ReplayOptions) -> Void = { _ in }
    ) throws -> ReplayCounts {
        let series = try Shop.series()
        let registry = try #require(ContentRegistry(series, version: version))
        var options = ReplayOptions()
        change(&options)
        let replay = Replay(series, registry, options, renderer, output)
        var reading = ArchiveReader.Options()
        reading.chunkSize = chunkSize
        for path in paths where !replay.isAtEnd { try replay.read(path, reading) }
        try replay.finish()
        #expect(replay.damages.isEmpty, "\(replay.damages)")
        return replay.counts
    }
}

/// Writes how many payloads each message shows inside it.
struct QuoteCounts: ReplayRenderer {
    let parts: ReplayParts = .quotes

    mutating func render(_ message: ReplayedMessage, heading: inout [UInt8], body: inout [UInt8]) {
        body.append(contentsOf: "\(message.quotes.count) ".utf8)
    }
}

/// Writes the message's id under a heading that names its channel.
struct HeadedIDs: ReplayRenderer {
    let parts: ReplayParts = []

    mutating func render(_ message: ReplayedMessage, heading: inout [UInt8], body: inout [UInt8]) {
        heading.append(contentsOf: "\n[\(message.channel ?? "")]\n".utf8)
        body.append(contentsOf: "\(message.sequence ?? "")\n".utf8)
    }
}
