import Registries

/// One message of history as a client would show it, for a ``ReplayRenderer``.
public struct ReplayedMessage: Sendable {
    /// A finding that says why a payload doesn't decode.
    public struct Finding: Sendable, Equatable {
        /// Its code.
        public var code: FindingCode
        /// JSON Pointer from the payload to the fault, or from the record where the record has it.
        public var pointer: String
        /// What was expected and what was found.
        public var detail: String
    }

    /// A payload inside the message: what a reply quotes, what a merged forward holds.
    public struct Quote: Sendable, Equatable {
        /// How deep it is nested: 1 for a payload in the message itself.
        public var depth: Int
        /// Who sent it: the name that stands beside it, or else the uid.
        public var sender: String?
        /// Its digest, UTF-8; any character may be in it.
        public var digest: [UInt8]
    }

    /// The id as it is written, without quotes; nil where there is none.
    public var messageID: String?
    /// The channel: a bundle's `channel_key`, elsewhere the type, a colon and the id.
    public var channel: String?
    /// The channel's own id.
    public var channelID: String?
    /// The channel's type.
    public var channelType: Int64?
    /// The sequence number in the channel, as it is written.
    public var sequence: String?
    /// The sender's uid; empty for the system in some forms.
    public var sender: String?
    /// When it was sent, in milliseconds since 1970 UTC; nil where no usable time is known.
    public var time: Int64?
    /// Whether the content is that of an edit.
    public var isEdited = false
    /// Whether it was recalled, so that clients show a notice in its place: that is its digest, and no search finds it.
    public var isRecalled = false
    /// The type of its payload.
    public var type = TypeLabel.none
    /// The name that the registry gives the type.
    public var name: String?
    /// What became of the payload.
    public var outcome = Outcome.malformed
    /// The registry version that the payload was written at; nil where it is strictly at none.
    public var version: Int?
    /// The payload as JSON text on one line: of one that decodes with all its defaults, of others as it stands. Empty
    /// where the payload is no JSON, or nobody asked.
    public var content: [UInt8] = []
    /// The digest, UTF-8; any character may be in it.
    public var digest: [UInt8] = []
    /// The texts that a search matches, UTF-8, a line feed between them.
    public var searchable: [UInt8] = []
    /// Why the payload doesn't decode.
    public var findings: [Finding] = []
    /// The payloads inside it, the first ones in their order.
    public var quotes: [Quote] = []
    /// How many payloads inside it are not among `quotes`.
    public var moreQuotes = 0

    /// Forgets the message before, but not the memory that it took.
    mutating func reset() {
        messageID = nil
        channel = nil
        channelID = nil
        channelType = nil
        sequence = nil
        sender = nil
        time = nil
        isEdited = false
        isRecalled = false
        type = .none
        name = nil
        outcome = .malformed
        version = nil
        content.removeAll(keepingCapacity: true)
        digest.removeAll(keepingCapacity: true)
        searchable.removeAll(keepingCapacity: true)
        findings.removeAll(keepingCapacity: true)
        quotes.removeAll(keepingCapacity: true)
        moreQuotes = 0
    }
}

/// Parts of a message that cost time, which a renderer asks for.
public struct ReplayParts: OptionSet, Sendable {
    /// The parts as bits.
    public let rawValue: Int

    /// Parts by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The payload with its defaults.
    public static let content = ReplayParts(rawValue: 1)
    /// The texts that a search matches.
    public static let searchable = ReplayParts(rawValue: 2)
    /// Why a payload doesn't decode.
    public static let findings = ReplayParts(rawValue: 4)
    /// The payloads inside a payload.
    public static let quotes = ReplayParts(rawValue: 8)
}

/// Writes messages as text, on several threads: each has its own copy, and gets any messages in any order, so that what it
/// writes can't depend on the messages before.
public protocol ReplayRenderer: Sendable {
    /// What it shows.
    var parts: ReplayParts { get }

    /// Writes a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - heading: Takes what stands above the message, unless the message before has the same; empty at first. At most
    ///     4 KiB of it count.
    ///   - body: Takes the message itself at its end.
    mutating func render(_ message: ReplayedMessage, heading: inout [UInt8], body: inout [UInt8])
}
