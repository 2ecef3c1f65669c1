import Archives
import JSONText
import Registries

/// A filter that is ready to be asked of records.
struct CompiledFilter: Sendable {
    /// Whether every record counts, so that nothing has to be asked. A limit alone is no question.
    let isEmpty: Bool
    private let channels: Set<String>
    private let senders: Set<String>
    private let since: Int64?
    private let until: Int64?
    private let types: Set<TypeLabel>

    init(_ filter: RecordFilter) {
        channels = Set(filter.channels)
        senders = Set(filter.senders)
        since = filter.since
        until = filter.until
        types = Set(filter.types)
        isEmpty = channels.isEmpty && senders.isEmpty && types.isEmpty && since == nil && until == nil
    }

    /// Whether a record's envelope lets it through. A record without the member that is asked for doesn't come through.
    func passes(
        _ fields: RecordFields, _ time: Int64?, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        if since != nil || until != nil {
            guard let time, time >= since ?? .min, time < until ?? .max else { return false }
        }
        if !channels.isEmpty {
            guard let channel = fields.channelText(on: tape, in: bytes), channels.contains(channel) else {
                return false
            }
        }
        if !senders.isEmpty {
            guard fields.fromUID >= 0, tape.kind(fields.fromUID) == .string,
                senders.contains(tape.string(fields.fromUID, in: bytes))
            else { return false }
        }
        return true
    }

    /// Whether the type of the outer payload lets a record through.
    func passes(_ label: @autoclosure () -> TypeLabel) -> Bool { types.isEmpty || types.contains(label()) }
}
