/// What the messages of a digest are grouped by.
public enum DigestGrouping: String, Sendable, CaseIterable {
    /// A bundle's `channel_key`, elsewhere the channel's type, a colon and its id.
    case channel
    /// The sender's uid.
    case sender
    /// The day in UTC.
    case day
    /// The content type.
    case type
}

/// How a digest is made.
public struct DigestOptions: Sendable {
    /// Which records count.
    public var filter = RecordFilter()
    /// What messages are grouped by.
    public var grouping = DigestGrouping.channel
    /// Whether payloads are decoded as they stand, as a client of the registry's version does, and not upgraded first.
    public var isRaw = false
    /// The language of digests, a tag of BCP 47.
    public var language = "en"
    /// How many threads decode.
    public var workers = 1
    /// Where what doesn't fit into memory is kept; nil for the system's temporary folder.
    public var temporaryFolder: String?
    /// How many bytes the counts may take in memory.
    public var memory = 12 << 20
    /// Is told now and then how far the digest is.
    public var progress: (@Sendable (AuditProgress) -> Void)?

    /// The usual options.
    public init() {}
}
