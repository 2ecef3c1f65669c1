import Registries

/// How an audit is done.
public struct AuditOptions: Sendable {
    /// Which records count.
    public var filter = RecordFilter()
    /// How many examples each group of findings keeps.
    public var exampleLimit = 3
    /// Whether details may quote values, or only tell their type and length.
    public var showsValues = true
    /// The registry's series, so that malformed payloads are counted that its upgrade steps would mend; nil where nobody
    /// asks.
    public var series: RegistrySeries?
    /// How many threads decode.
    public var workers = 1
    /// Takes each finding as a line of JSON, in the order of the archives; nil where nobody wants them.
    public var findingLines: (@Sendable ([UInt8]) -> Void)?
    /// Takes the lines of malformed and unknown records as they stand, each with a line feed; nil where nobody wants
    /// them.
    public var quarantinedLines: (@Sendable ([UInt8]) -> Void)?
    /// Is told now and then how far the audit is.
    public var progress: (@Sendable (AuditProgress) -> Void)?

    /// Whether each file's checksum is taken too.
    var hashesFiles = false

    /// The usual options.
    public init() {}
}

/// How far an audit is.
public struct AuditProgress: Sendable {
    /// The index of the archive that is read.
    public var archive: Int
    /// How many bytes of it were read from disk.
    public var bytesRead: UInt64
    /// How many bytes it has on disk, where that is known.
    public var totalBytes: UInt64?
    /// How many of its records were decoded or tried so far.
    public var records: Int
}

/// Which records count. Several channels, senders or types mean any of them.
public struct RecordFilter: Sendable, Equatable {
    /// Channels by key: a bundle's `channel_key`, elsewhere the type, a colon and the id.
    public var channels: [String] = []
    /// Senders by uid.
    public var senders: [String] = []
    /// Types of the outer payload; a number in plain digits, of any size.
    public var types: [TypeLabel] = []
    /// The earliest time, in milliseconds since 1970 UTC.
    public var since: Int64?
    /// The time, in milliseconds since 1970 UTC, from which on records don't count any more.
    public var until: Int64?
    /// A text that has to be in the searchable text of the outer payload, case aside.
    public var match: String?
    /// How many records are counted before reading ends.
    public var limit: Int?

    /// A filter that lets everything through.
    public init() {}

    /// Whether every record counts.
    public var isEmpty: Bool { self == RecordFilter() }
}
