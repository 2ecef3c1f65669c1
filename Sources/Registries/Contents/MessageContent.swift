/// What a conversation shows of a content, whether Swift code knows its type or only a registry does.
public protocol ConversationContent: Sendable {
    /// The one line that a conversation list shows.
    var conversationDigest: String { get }
    /// The text that a search matches; empty where there is none.
    var searchableWord: String { get }
}

/// A content type that Swift code knows, as the SDKs' content classes do.
///
/// Register it with ``ContentRegistry/register(_:)``; ``ContentRegistry/decode(_:language:)`` then makes it of payloads.
public protocol MessageContent: ConversationContent {
    /// The published type.
    static var contentType: ContentType { get }

    /// Makes the content of a payload's members. Reading them never fails: what is missing or of another type gives the
    /// default that is asked for.
    ///
    /// - Throws: Where the content can't be made of them; the payload then counts as malformed.
    init(decoding fields: ContentFields) throws

    /// Sets the payload's members. The type is set already.
    func encode(into fields: inout ContentFieldWriter)
}

extension MessageContent {
    /// No text.
    public var searchableWord: String { "" }
}
