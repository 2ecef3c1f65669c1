import Archives
import JSONText
import Registries

/// A filter that is ready to be asked of records.
struct CompiledFilter: Sendable {
    /// Whether every record counts, so that nothing has to be asked. A limit alone is no question.
    let isEmpty: Bool
    /// Whether the searchable text of records has to be asked too.
    let readsText: Bool
    // As bytes: Swift takes different spellings of an accented letter for one.
    private let channels: Set<[UInt8]>
    private let senders: Set<[UInt8]>
    private let since: Int64?
    private let until: Int64?
    private let types: Set<TypeLabel>
    /// The text to look for, case-folded.
    private let match: [UInt8]
    /// How far to go on where a byte stands under the text's last one and they don't match (Horspool's search).
    private let steps: [Int]

    init(_ filter: RecordFilter) {
        channels = Set(filter.channels.map { Array($0.utf8) })
        senders = Set(filter.senders.map { Array($0.utf8) })
        since = filter.since
        until = filter.until
        types = Set(filter.types)
        var match: [UInt8] = []
        SearchText.appendFolded(Array((filter.match ?? "").utf8).span, to: &match)
        var steps = [Int](repeating: max(1, match.count), count: match.isEmpty ? 0 : 256)
        for (index, byte) in match.dropLast().enumerated() { steps[Int(byte)] = match.count - 1 - index }
        self.match = match
        self.steps = steps
        readsText = !match.isEmpty
        isEmpty =
            channels.isEmpty && senders.isEmpty && types.isEmpty && since == nil && until == nil && match.isEmpty
    }

    /// Whether a record's envelope lets it through. A record without the member that is asked for doesn't come through.
    func passes(
        _ fields: RecordFields, _ time: Int64?, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        if since != nil || until != nil {
            guard let time, time >= since ?? .min, time < until ?? .max else { return false }
        }
        if !channels.isEmpty {
            guard let channel = fields.channelText(on: tape, in: bytes), channels.contains(Array(channel.utf8)) else {
                return false
            }
        }
        if !senders.isEmpty {
            guard fields.fromUID >= 0, tape.kind(fields.fromUID) == .string,
                senders.contains(Array(tape.string(fields.fromUID, in: bytes).utf8))
            else { return false }
        }
        return true
    }

    /// Whether the type of the outer payload lets a record through.
    func passes(_ label: @autoclosure () -> TypeLabel) -> Bool { types.isEmpty || types.contains(label()) }

    /// Whether the searchable text of the outer payload lets a record through: whether the text that was asked for is in
    /// it, case aside. A payload without such text doesn't come through.
    ///
    /// - Parameters:
    ///   - text: The texts that a search matches, UTF-8.
    ///   - folded: A buffer.
    func passes(text: Span<UInt8>, _ folded: inout [UInt8]) -> Bool {
        guard readsText else { return true }
        folded.removeAll(keepingCapacity: true)
        SearchText.appendFolded(text, to: &folded)
        var end = match.count
        while end <= folded.count {
            var length = 0
            while length < match.count, folded[end - 1 - length] == match[match.count - 1 - length] { length += 1 }
            if length == match.count { return true }
            end += steps[Int(folded[end - 1])]
        }
        return false
    }
}
