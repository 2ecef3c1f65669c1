import ContentSchema
import JSONText

/// Typed contents: decoding payloads into Swift values, and encoding them.
extension ContentRegistry {
    /// Loads a registry.
    ///
    /// - Parameters:
    ///   - path: A series' folder, or one version's file.
    ///   - number: The version to decode at; the newest one if left out.
    /// - Throws: All that is wrong with it, or that there is no such version.
    public init(contentsOf path: String, version number: Int? = nil) throws(RegistryError) {
        let series = try RegistrySeries(contentsOf: path)
        guard let registry = ContentRegistry(series, version: number) else {
            let versions = series.versions.map { String($0.number) }.joined(separator: ", ")
            throw RegistryError([
                RegistryProblem(
                    code: RegistryMistake.unreadable.rawValue,
                    message: "there is no version \(number ?? 0) of \(series.name); it has \(versions)", file: path)
            ])
        }
        self = registry
    }

    /// Registers a Swift type for its content type.
    ///
    /// Where the registry defines the type, its schema and the defaults, steps and nested places still count: a payload
    /// that they refuse is malformed. Digest and searchable text are the Swift type's. Where it doesn't, every object of
    /// that type decodes that `common` lets through and that the Swift type can be made of. Jobs such as an audit take
    /// the type for registered from then on; they make no Swift value of payloads that they only count.
    ///
    /// - Throws: Where a Swift type was registered for that content type, or it is retired.
    public mutating func register<Content: MessageContent>(_ type: Content.Type) throws(ContentRegistrationError) {
        let contentType = Content.contentType
        if let known = typed[contentType] { throw .typeTaken(contentType, by: known.name) }
        let content = TypedContent(type)
        if index(of: contentType) == nil {
            if resolved.retired.contains(contentType) { throw .typeRetired(contentType) }
            add(definitionOf: contentType, name: content.name)
        }
        typed[contentType] = content
        refreshTyped()
    }

    /// Decodes a payload.
    ///
    /// - Parameters:
    ///   - payload: JSON text, its carriage undone.
    ///   - language: The language of digests that the registry's templates give, a tag of BCP 47.
    /// - Returns: The content, or a placeholder that keeps the payload.
    public func decode(_ payload: [UInt8], language: String = "en") -> ContentDecoding {
        decoders.decode(payload, language, self)
    }

    /// Encodes a content as a payload of its own, or into the one that it was decoded from.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - payload: The payload that it was decoded from: members that the Swift type doesn't know keep every byte and
    ///     their place. Left out, the payload has what the content sets alone.
    public func encode<Content: MessageContent>(_ content: Content, over payload: [UInt8]? = nil) -> [UInt8] {
        var writer = ContentFieldWriter()
        writer.set(Content.contentType, at: resolved.typeField.tokens[...])
        content.encode(into: &writer)
        return payload.map(writer.text(over:)) ?? writer.text
    }

    /// Encodes what decoding gave: content of a registered Swift type into the payload, everything else as it stood.
    ///
    /// - Parameters:
    ///   - decoding: What decoding the payload gave, perhaps changed.
    ///   - payload: The payload.
    public func encode(_ decoding: ContentDecoding, over payload: [UInt8]) -> [UInt8] {
        switch decoding {
        case .content(let content as any MessageContent): encode(content, over: payload)
        case .content(let content as RegisteredContent): content.payload
        case .content: payload
        case .unknown(let placeholder), .malformed(let placeholder, _): placeholder.payload
        }
    }
}
