import JSONText

/// What became of a payload: what a client shows of it.
public enum ContentDecoding: Sendable {
    /// It decodes: the Swift type that was registered for it, or a ``RegisteredContent`` where only the registry knows it.
    case content(any ConversationContent)
    /// Its type isn't registered, or it is retired.
    case unknown(ContentPlaceholder)
    /// It can't be decoded, and why.
    case malformed(ContentPlaceholder, [ContentFinding])
}

/// A content that a registry defines and no Swift type was registered for.
public struct RegisteredContent: ConversationContent {
    /// The published type.
    public let type: ContentType
    /// The name that the registry gives it.
    public let name: String
    /// Whether clients show it.
    public let isDisplayed: Bool
    /// The digest that the registry's template gives.
    public let conversationDigest: String
    /// The texts that the registry makes searchable, a line each.
    public let searchableWord: String
    /// The payload as it stood.
    public let payload: [UInt8]
    /// The payload's members.
    public let fields: ContentFields
}

/// Stands for a payload that is unknown or malformed.
public struct ContentPlaceholder: Sendable {
    /// The type as it is written; nil where it has none that can be named.
    public let type: String?
    /// The safe line that a conversation list shows.
    public let digest: String
    /// The payload as it stood: nothing of it is lost.
    public let payload: [UInt8]
}

/// One thing that is wrong with a payload.
public struct ContentFinding: Sendable, Hashable {
    /// The stable code.
    public let code: FindingCode
    /// JSON Pointer (RFC 6901) from the payload to what is wrong.
    public let pointer: String
    /// What was expected and what was found.
    public let detail: String
}
