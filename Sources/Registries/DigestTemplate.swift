import JSONText

/// A digest's text with members of the payload filled in, such as `[Order] {title|oneline}`.
public struct DigestTemplate: Equatable, Sendable {
    /// A part of a template.
    public enum Part: Equatable, Sendable {
        /// Text as it is.
        case text(String)
        /// A member's value, passed through filters in their order.
        case field(JSONPointer, [Filter])
    }

    /// What is done to a value's text.
    public enum Filter: Equatable, Sendable {
        /// Line breaks and runs of white space become one space.
        case oneline
        /// HTML tags are removed.
        case plain
        /// Only so many graphemes stay.
        case cut(Int)
        /// A text that stands in for an empty one.
        case or(String)
        /// `{0}`, `{1}` … are replaced by the `name`s in an array.
        case fill(JSONPointer)
    }

    /// The parts in order.
    public var parts: [Part]

    /// All members that the template reads.
    var pointers: [JSONPointer] {
        parts.flatMap { part -> [JSONPointer] in
            guard case .field(let pointer, let filters) = part else { return [] }
            return [pointer]
                + filters.compactMap { filter in
                    if case .fill(let pointer) = filter { pointer } else { nil }
                }
        }
    }

    /// A template of parts.
    init(parts: [Part]) {
        self.parts = parts
    }

    /// Reads a template: `{member}` or `{/json/pointer}`, each with filters behind `|`; `{{` and `}}` are braces.
    ///
    /// - Throws: What is wrong with it, in one clause.
    init(_ source: String) throws(DigestTemplateError) {
        parts = []
        var text = ""
        var rest = source[...]
        while let character = rest.first {
            rest = rest.dropFirst()
            if (character == "{" || character == "}") && rest.first == character {
                rest = rest.dropFirst()
                text.append(character)
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw DigestTemplateError("'{' is never closed by '}'")
                }
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(try Self.field(rest[..<end]))
                rest = rest[rest.index(after: end)...]
            } else if character == "}" {
                throw DigestTemplateError("'}' closes nothing; write '}}' for a brace")
            } else {
                text.append(character)
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
    }

    private static func field(_ source: Substring) throws(DigestTemplateError) -> Part {
        let pieces = source.split(separator: "|", omittingEmptySubsequences: false)
        let pointer = try pointer(pieces.first ?? "")
        var filters: [Filter] = []
        for piece in pieces.dropFirst() {
            let colon = piece.firstIndex(of: ":")
            let argument = colon.map { piece[piece.index(after: $0)...] }
            switch (piece[..<(colon ?? piece.endIndex)], argument) {
            case ("oneline", nil): filters.append(.oneline)
            case ("plain", nil): filters.append(.plain)
            case ("cut", let argument?):
                guard let count = Int(argument), count > 0 else {
                    throw DigestTemplateError("'cut' needs a number of characters above 0, as in 'cut:40'")
                }
                filters.append(.cut(count))
            case ("or", let argument?): filters.append(.or(String(argument)))
            case ("fill", let argument?): filters.append(.fill(try Self.pointer(argument)))
            default:
                throw DigestTemplateError(
                    "unknown filter '\(piece)'; there are oneline, plain, cut:N, or:TEXT, fill:/POINTER")
            }
        }
        return .field(pointer, filters)
    }

    private static func pointer(_ source: Substring) throws(DigestTemplateError) -> JSONPointer {
        guard !source.isEmpty else { throw DigestTemplateError("'{}' names no member") }
        guard source.first == "/" else { return JSONPointer(tokens: [String(source)]) }
        do { return try JSONPointer(String(source)) } catch { throw DigestTemplateError(error.message) }
    }
}

/// Why a text is no digest template.
struct DigestTemplateError: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// A template for each language, or one for all.
public struct LocalizedTemplate: Equatable, Sendable {
    /// Language tags (BCP 47) with their templates, in the order they are declared; one with an empty tag serves every
    /// language.
    public var templates: [(language: String, template: DigestTemplate)]

    /// Compares tags and templates.
    public static func == (left: LocalizedTemplate, right: LocalizedTemplate) -> Bool {
        left.templates.elementsEqual(right.templates) { $0 == $1 }
    }

    /// One template for every language.
    init(_ template: DigestTemplate) {
        templates = [("", template)]
    }

    /// Reads a template or an object of templates by language.
    init?(_ value: JSONValue, what: String, _ problems: inout ProblemCollector) {
        templates = []
        let sources = value.kind == .object ? value.members : [("", value)]
        if value.kind == .object && sources.isEmpty {
            problems.add("\(what) has to name at least one language", at: value)
            return nil
        }
        for (language, source) in sources {
            guard let text = source.string else {
                problems.add("\(what) has to be a template in a string, or an object of them by language", at: source)
                return nil
            }
            do {
                templates.append((language, try DigestTemplate(text)))
            } catch {
                problems.add("\(what) is no template: \(error.message)", code: "digest-invalid", at: source)
                return nil
            }
        }
    }
}
