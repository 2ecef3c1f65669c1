/// What a chunk counts of the decoded payloads of one type, in machine words, until that is added to the type's row.
struct DecodedCount: Sendable {
    private var count = 0
    /// The earliest and the latest usable time, where there is one.
    private var first = Int64.max
    private var last = Int64.min
    /// The version that all of them were written at, 0 for none.
    private var version = 0

    /// Whether nothing is counted.
    var isEmpty: Bool { count == 0 }

    /// Counts a payload.
    ///
    /// - Returns: Whether it could be: all that are counted together were written at one version.
    mutating func add(_ time: Int64?, writtenAt version: Int) -> Bool {
        if count == 0 { self.version = version }
        guard version == self.version else { return false }
        count += 1
        if let time {
            first = min(first, time)
            last = max(last, time)
        }
        return true
    }

    /// Moves what is counted to the type's row.
    mutating func move(to row: inout TypeRow) {
        row.counts.decoded += count
        if version > 0 { row.writtenAt.count(version, by: count) } else { row.partial += count }
        if first <= last {
            row.include(first)
            row.include(last)
        }
        self = DecodedCount()
    }
}
