import JSONText

/// Something wrong with a schema, found while it is compiled.
public struct SchemaProblem: Sendable {
    /// What kind of problem it is.
    public enum Code: String, Sendable, CaseIterable {
        /// A keyword's value is not what the keyword takes.
        case keywordInvalid = "keyword-invalid"
        /// JSON Schema has no such keyword.
        case keywordUnknown = "keyword-unknown"
        /// A keyword of JSON Schema that registries don't take.
        case keywordUnsupported = "keyword-unsupported"
        /// A pattern breaks the grammar or can't be matched in linear time.
        case patternInvalid = "pattern-invalid"
        /// A `$ref` leads to nothing.
        case referenceUnresolved = "ref-unresolved"
        /// A `$ref` leads back to itself without going down into the payload.
        case referenceLoop = "ref-loop"
        /// Two subschemas have one `$anchor`.
        case anchorDuplicated = "anchor-duplicated"
        /// A default does not satisfy its own schema.
        case defaultInvalid = "default-invalid"
        /// A default stands where none is filled in.
        case defaultIgnored = "default-ignored"
        /// Two defaults that differ are for one place.
        case defaultConflict = "default-conflict"
        /// A default's own defaults never end.
        case defaultEndless = "default-endless"
        /// A default stands in a schema that every payload shares.
        case defaultInCommon = "default-in-common"
        /// The schemas combine into more than a plan may hold.
        case schemaTooLarge = "schema-too-large"
    }

    /// How much a problem matters.
    public enum Level: String, Sendable {
        /// The schema can't be used.
        case error
        /// The schema can be used, but hardly does what its author means.
        case warning
    }

    /// The kind.
    public var code: Code
    /// An error unless said otherwise.
    public var level: Level
    /// What is wrong and what to do, in one sentence.
    public var message: String
    /// Line and column in the document.
    public var place: JSONPlace
    /// JSON Pointer (RFC 6901) from the document's root.
    public var pointer: String
    /// The document with the problem.
    public var document: JSONDocument
}

extension SchemaProblem: Hashable {
    /// Whether two problems are one: of two sources in one file, both find what is wrong with the file's `$defs`.
    public static func == (left: SchemaProblem, right: SchemaProblem) -> Bool {
        left.code == right.code && left.place == right.place && left.pointer == right.pointer
            && left.message == right.message && left.document === right.document
    }

    /// Hashes what makes two problems one.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(place)
        hasher.combine(message)
    }
}
