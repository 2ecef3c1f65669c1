import Archives

/// A run of records of one channel that follow each other in a chunk.
struct SequenceRun: Sendable {
    /// A hash of the channel.
    var channel: UInt64
    /// Where in the chunk the channel's key stands, without quotes.
    var key: Range<Int>
    /// The first record.
    var first: SequencePlace
    /// The sequence number of the last record.
    var last: UInt64
    /// The first record that does not follow the one before it in the run, and what had to follow.
    var broken: (place: SequencePlace, expected: UInt64)?
}

/// A record's sequence number, and where the record stands in its chunk.
struct SequencePlace: Sendable {
    var number: UInt64
    /// The line, from 1 at the chunk's beginning.
    var line: Int
    /// The line's bytes.
    var range: Range<Int>
    /// Whether the filters let the record through.
    var counts: Bool
}

/// Finds the channels whose sequence numbers don't run on, from the runs in the order of the archive.
///
/// In a bundle a channel's messages stand together and begin at 1, so that only the channel at hand is kept in mind. In
/// a file of records channels can be mixed, and all are.
struct SequenceCheck {
    /// How many channels are kept in mind.
    private static let limit = 1 << 20

    private let isBundle: Bool
    private var current: UInt64?
    private var currentKey: [UInt8] = []
    private var last: UInt64 = 0
    private var others: [UInt64: UInt64] = [:]
    private var reported: Set<UInt64> = []

    init(isBundle: Bool) {
        self.isBundle = isBundle
    }

    /// Takes the next run.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - bytes: The chunk that it stands in.
    /// - Returns: The record at which the channel breaks for the first time, and what is wrong.
    mutating func take(_ run: SequenceRun, in bytes: Span<UInt8>) -> (place: SequencePlace, detail: String)? {
        var found: (place: SequencePlace, detail: String)?
        if run.channel == current {
            if run.first.number != last &+ 1 { found = (run.first, Self.detail(last &+ 1, run.first.number)) }
        } else if isBundle {
            found = begin(run, in: bytes)
        } else {
            if let current, others.count < Self.limit { others[current] = last }
            if let before = others[run.channel], run.first.number != before &+ 1 {
                found = (run.first, Self.detail(before &+ 1, run.first.number))
            }
        }
        current = run.channel
        last = run.last
        if found == nil, let broken = run.broken {
            found = (broken.place, Self.detail(broken.expected, broken.place.number))
        }
        guard let found, reported.count < Self.limit, reported.insert(run.channel).inserted else { return nil }
        return found.place.counts ? found : nil
    }

    /// A bundle goes over to another channel.
    private mutating func begin(
        _ run: SequenceRun, in bytes: Span<UInt8>
    ) -> (place: SequencePlace, detail: String)? {
        var key: [UInt8] = []
        for offset in run.key { key.append(bytes[offset]) }
        defer { currentKey = key }
        if current != nil && !currentKey.lexicographicallyPrecedes(key) {
            return (run.first, "the channel stands behind one with a greater key; the importer refuses the bundle")
        }
        return run.first.number == 1 ? nil : (run.first, Self.detail(1, run.first.number))
    }

    private static func detail(_ expected: UInt64, _ found: UInt64) -> String {
        "expected sequence number \(expected), found \(found)"
    }
}
