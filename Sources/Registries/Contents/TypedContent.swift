import JSONText

/// A Swift type that was registered for a content type.
struct TypedContent: Sendable {
    /// The Swift type's name, for messages.
    let name: String
    private let make: @Sendable (ContentFields) throws -> any ConversationContent

    init<Content: MessageContent>(_ type: Content.Type) {
        name = String(describing: type)
        make = { try Content(decoding: $0) }
    }

    /// Makes the content of a payload.
    func content(of payload: JSONValue) -> Result<any ConversationContent, any Error> {
        Result { try make(ContentFields(payload)) }
    }

    /// Makes the content of a payload that is part of a longer text; nil where it can't be made.
    func content(
        of payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> (any ConversationContent)? {
        var text: [UInt8] = []
        text.append(copying: bytes, tape.start(payload)..<tape.end(payload))
        guard let document = try? JSONDocument(text) else { return nil }
        return try? content(of: document.root).get()
    }
}

/// Why a Swift type can't be registered.
public enum ContentRegistrationError: Error, Equatable, Sendable {
    /// Another Swift type was registered for the number or string.
    case typeTaken(ContentType, by: String)
    /// The registry has retired the type, which must never come back.
    case typeRetired(ContentType)

    /// One sentence for people: what is wrong and what to do.
    public var message: String {
        switch self {
        case .typeTaken(let type, let name):
            "type \(type) is registered as \(name) already: register one Swift type for each"
        case .typeRetired(let type): "type \(type) is retired in the registry: take another one"
        }
    }
}
