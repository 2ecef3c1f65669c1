/// How history is replayed.
public struct ReplayOptions: Sendable {
    /// In which order messages come.
    public enum Order: String, Sendable {
        /// As they stand, one archive after the other.
        case archive
        /// By time, over all channels and archives; messages of one time as they stand, those without one last.
        case time
    }

    /// Which messages are shown; the type is that of the shown payload, which may be an edit's.
    public var filter = RecordFilter()
    /// In which order they come.
    public var order = Order.archive
    /// Whether payloads are decoded as they stand, and not upgraded first.
    public var isRaw = false
    /// The language of digests, a tag of BCP 47.
    public var language = "en"
    /// How many threads decode and render.
    public var workers = 1
    /// How many bytes to sort with.
    public var memory = 8 << 20
    /// Where what doesn't fit into memory is kept; nil for the system's temporary folder.
    public var temporaryFolder: String?
    /// How fast messages come; nil for as fast as can be.
    public var pace: ReplayPace?
    /// Is told now and then how far reading is.
    public var progress: (@Sendable (AuditProgress) -> Void)?

    /// The usual options.
    public init() {}
}

/// How many messages were shown and left out.
public struct ReplayCounts: Sendable, Equatable {
    /// Messages that were shown.
    public var shown = 0
    /// Messages that the filters left out.
    public var filtered = 0
    /// Messages that clients never show (`display`), left out too.
    public var hidden = 0

    /// The records that the filters let through.
    var matching: Int { shown + hidden }
}

/// Where replayed messages go, on one thread at a time.
public protocol ReplayOutput: AnyObject, Sendable {
    /// Takes text of whole messages.
    /// - Parameter isDue: Whether it has to go out at once, since it is paced.
    /// - Returns: Whether to go on.
    func write(_ text: [UInt8], isDue: Bool) -> Bool

    /// The time in nanoseconds, from any beginning; it never goes back.
    var now: UInt64 { get }

    /// Waits.
    /// - Parameter nanoseconds: How long.
    /// - Returns: Whether to go on.
    func wait(_ nanoseconds: UInt64) -> Bool
}
