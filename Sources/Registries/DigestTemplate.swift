import ContentSchema
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
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        if !source.utf8.contains(where: { $0 == open || $0 == close }) {
            if !source.isEmpty { parts.append(.text(source)) }
            return
        }
        let bytes = Array(source.utf8)
        var text: [UInt8] = []
        var here = 0
        while here < bytes.count {
            let byte = bytes[here]
            here += 1
            guard byte == open || byte == close else {
                text.append(byte)
                continue
            }
            if here < bytes.count && bytes[here] == byte {
                here += 1
                text.append(byte)
                continue
            }
            if byte == close { throw DigestTemplateError("'}' closes nothing; write '}}' for a brace") }
            guard let end = bytes[here...].firstIndex(where: { $0 == open || $0 == close }), bytes[end] == close else {
                throw DigestTemplateError("'{' is never closed by '}'; write '{{' for a brace")
            }
            if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
            text = []
            parts.append(try Self.field(bytes[here..<end]))
            here = end + 1
        }
        if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
    }

    private static func field(_ source: ArraySlice<UInt8>) throws(DigestTemplateError) -> Part {
        let pieces = source.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        let pointer = try pointer(String(decoding: pieces.first ?? [], as: UTF8.self))
        var filters: [Filter] = []
        for piece in pieces.dropFirst() { filters.append(try filter(piece)) }
        return .field(pointer, filters)
    }

    private static func filter(_ source: ArraySlice<UInt8>) throws(DigestTemplateError) -> Filter {
        let colon = source.firstIndex(of: UInt8(ascii: ":"))
        let argument = colon.map { String(decoding: source[($0 + 1)...], as: UTF8.self) }
        let name = String(decoding: source[..<(colon ?? source.endIndex)], as: UTF8.self)
        switch (name, argument) {
        case ("oneline", nil): return .oneline
        case ("plain", nil): return .plain
        case ("oneline", _), ("plain", _): throw DigestTemplateError("'\(name)' takes no argument")
        case ("cut", let argument):
            if let count = argument.flatMap({ Int($0) }), count > 0 { return .cut(count) }
            throw DigestTemplateError("'cut' needs a number of characters above 0, as in 'cut:40'")
        case ("or", let argument?): return .or(argument)
        case ("or", nil): throw DigestTemplateError("'or' needs a text, as in 'or:Untitled'")
        case ("fill", let argument?): return .fill(try pointer(argument))
        case ("fill", nil): throw DigestTemplateError("'fill' needs a pointer, as in 'fill:/extra'")
        default:
            let close = NameSuggestion.closest(to: name, in: ["oneline", "plain", "cut", "or", "fill"])
            let hint =
                close.map { "did you mean '\($0)'?" } ?? "there are oneline, plain, cut:N, or:TEXT, fill:/POINTER"
            throw DigestTemplateError("unknown filter '\(name)'; \(hint)")
        }
    }

    private static func pointer(_ source: String) throws(DigestTemplateError) -> JSONPointer {
        guard !source.isEmpty else { throw DigestTemplateError("'{}' names no member") }
        guard source.utf8.first == UInt8(ascii: "/") else { return JSONPointer(tokens: [source]) }
        do { return try JSONPointer(source) } catch { throw DigestTemplateError(error.message) }
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

    /// A template for each of these languages.
    init(_ templates: [(language: String, template: DigestTemplate)]) {
        self.templates = templates
    }

    /// One template for every language.
    init(_ template: DigestTemplate) {
        templates = [("", template)]
    }

    /// Reads a template or an object of templates by language.
    init?(_ value: JSONValue, what: String, _ problems: inout ProblemCollector) {
        templates = []
        let sources =
            value.kind == .object ? value.members.filter { !StrictObject.isNote($0.name) } : [(name: "", value: value)]
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
                problems.add(
                    "\(what) is no template: \(error.message)", code: RegistryMistake.digestInvalid.rawValue, at: source
                )
                return nil
            }
        }
    }
}
