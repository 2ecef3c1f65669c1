import JSONText

/// Renders digests and searchable text of payloads into the caller's buffers. Each thread has its own.
///
///     var renderer = DigestRenderer(registry, language: "zh")
///     renderer.appendDigest(of: verdict.definition, payload, on: tape, in: bytes, to: &text)
///
/// Texts are UTF-8; half of a surrogate pair becomes U+FFFD. Nothing makes them safe to print: that is for whoever
/// prints.
public struct DigestRenderer: Sendable {
    /// The most code points of a type that a placeholder shows.
    private static let typeLimit = 64

    private let registry: ContentRegistry
    private let language: String
    /// The plans of definitions, as far as payloads asked for them.
    private var plans: [DigestPlan?]
    private let placeholder: DigestTemplate
    private let recalled: DigestTemplate
    /// A text that names are filled into.
    private var source: [UInt8] = []
    /// The elements of the array whose names are filled in.
    private var elements: [Int] = []

    /// A renderer for a registry.
    ///
    /// - Parameters:
    ///   - registry: The registry at the version that payloads are read at.
    ///   - language: A language tag (BCP 47), such as `en` or `zh-CN`. Where a template has neither it nor its base
    ///     language, it is rendered in English, or else in the first language that it has.
    public init(_ registry: ContentRegistry, language: String = "en") {
        self.registry = registry
        self.language = language
        plans = Array(repeating: nil, count: registry.definitionCount)
        placeholder = registry.resolved.placeholder.template(for: language)
        recalled = LocalizedTemplate.recalled.template(for: language)
    }

    private mutating func plan(_ definition: Int) -> DigestPlan {
        if let plan = plans[definition] { return plan }
        let plan = DigestPlan(registry.definition(at: definition), in: registry.resolved, language: language)
        plans[definition] = plan
        return plan
    }

    // MARK: Digests

    /// Appends the digest of a payload that decodes.
    ///
    /// - Parameters:
    ///   - definition: The index of its definition.
    ///   - payload: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    ///   - output: Takes the digest as UTF-8.
    public mutating func appendDigest(
        of definition: Int, _ payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>,
        to output: inout [UInt8]
    ) {
        if let content = registry.typed(at: definition)?.content(of: payload, on: tape, in: bytes) {
            output.append(contentsOf: content.conversationDigest.utf8)
            return
        }
        for part in plan(definition).parts {
            switch part {
            case .text(let text): output.append(contentsOf: text)
            case .field(let field, let filters):
                let start = output.count
                Self.append(field, payload, tape, bytes, to: &output)
                for filter in filters { apply(filter, from: start, payload, tape, bytes, &output) }
            }
        }
    }

    /// Appends the placeholder of a payload that is unknown or malformed.
    ///
    /// - Parameters:
    ///   - type: The node of the payload's type, or -1 where it has none.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    ///   - output: Takes the placeholder as UTF-8.
    public mutating func appendPlaceholder(
        type: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, to output: inout [UInt8]
    ) {
        appendPlaceholder(to: &output) { output in
            guard type >= 0 else { return }
            let start = output.count
            switch tape.kind(type) {
            case .number: output.append(copying: bytes, tape.start(type)..<tape.end(type))
            case .string: tape.appendUnescaped(type, in: bytes, to: &output)
            default: return
            }
            Self.shorten(&output, from: start)
        }
    }

    /// Appends the placeholder of a payload whose type nobody can tell.
    public mutating func appendPlaceholder(to output: inout [UInt8]) {
        appendPlaceholder(to: &output) { _ in }
    }

    /// Appends the notice that stands in place of a message that was recalled.
    public mutating func appendRecalled(to output: inout [UInt8]) { append(recalled, to: &output) { _ in } }

    private mutating func appendPlaceholder(to output: inout [UInt8], type: (inout [UInt8]) -> Void) {
        append(placeholder, to: &output, type: type)
    }

    private func append(_ template: DigestTemplate, to output: inout [UInt8], type: (inout [UInt8]) -> Void) {
        for part in template.parts {
            switch part {
            case .text(let text): output.append(contentsOf: text.utf8)
            case .field(_, let filters):
                // A placeholder's only member is the type.
                let start = output.count
                type(&output)
                if output.count == start { output.append(UInt8(ascii: "?")) }
                for filter in filters {
                    switch filter {
                    case .oneline: TemplateText.makeOneLine(&output, from: start)
                    case .plain: TemplateText.removeTags(&output, from: start)
                    case .cut(let count): TemplateText.cut(&output, from: start, to: count)
                    case .or(let text): if output.count == start { output.append(contentsOf: text.utf8) }
                    case .fill: break
                    }
                }
            }
        }
    }

    /// Shortens a type to what a placeholder shows of it.
    private static func shorten(_ text: inout [UInt8], from start: Int) {
        guard text.count - start > typeLimit else { return }
        var characters = 0
        for offset in start..<text.count where text[offset] & 0xC0 != 0x80 {
            characters += 1
            if characters > typeLimit {
                text.removeSubrange(offset...)
                text.append(contentsOf: "…".utf8)
                return
            }
        }
    }

    // MARK: Searchable text

    /// Appends the texts that a search matches, each with a line feed behind it. System messages have their names filled
    /// in, as clients index them.
    ///
    /// - Parameters:
    ///   - definition: The index of the payload's definition.
    ///   - payload: The payload's node.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    ///   - output: Takes the texts as UTF-8.
    public mutating func appendSearchable(
        of definition: Int, _ payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>,
        to output: inout [UInt8]
    ) {
        if let content = registry.typed(at: definition)?.content(of: payload, on: tape, in: bytes) {
            guard !content.searchableWord.isEmpty else { return }
            output.append(contentsOf: content.searchableWord.utf8)
            output.append(0x0A)
            return
        }
        for searchable in plan(definition).searchable {
            searchable.path.forEach(from: payload, on: tape, in: bytes) { node in
                let start = output.count
                Self.append(node, tape, bytes, to: &output)
                if let fill = searchable.fill { self.fill(fill, from: start, payload, tape, bytes, &output) }
                if output.count > start { output.append(0x0A) }
            }
        }
    }

    // MARK: Values

    private static func append(
        _ field: DigestPlan.Field, _ payload: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>,
        to output: inout [UInt8]
    ) {
        switch field.path.end(from: payload, on: tape, in: bytes) {
        case .value(let node): append(node, tape, bytes, to: &output)
        case .absent(let depth): if let assumed = field.assumed[depth] { output.append(contentsOf: assumed) }
        case .blocked: break
        }
    }

    /// Appends a value's text: null, objects and arrays have none, numbers stay as they are spelt.
    private static func append(
        _ node: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, to output: inout [UInt8]
    ) {
        switch tape.kind(node) {
        case .string: tape.appendUnescaped(node, in: bytes, to: &output)
        case .number, .trueValue, .falseValue: output.append(copying: bytes, tape.start(node)..<tape.end(node))
        case .null, .array, .object: break
        }
    }

    private mutating func apply(
        _ filter: DigestPlan.Filter, from start: Int, _ payload: Int, _ tape: borrowing JSONTape,
        _ bytes: Span<UInt8>, _ output: inout [UInt8]
    ) {
        switch filter {
        case .oneline: TemplateText.makeOneLine(&output, from: start)
        case .plain: TemplateText.removeTags(&output, from: start)
        case .cut(let count): TemplateText.cut(&output, from: start, to: count)
        case .or(let text): if output.count == start { output.append(contentsOf: text) }
        case .fill(let fill): self.fill(fill, from: start, payload, tape, bytes, &output)
        }
    }

    private mutating func fill(
        _ fill: DigestPlan.Fill, from start: Int, _ payload: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>,
        _ output: inout [UInt8]
    ) {
        guard output[start...].contains(UInt8(ascii: "{")),
            case .value(let array) = fill.path.end(from: payload, on: tape, in: bytes), tape.kind(array) == .array
        else { return }
        elements.removeAll(keepingCapacity: true)
        var element = array + 1
        while element < tape.next(array) {
            elements.append(element)
            element = tape.next(element)
        }
        let elements = elements
        TemplateText.fill(&output, from: start, &source) { number, output in
            guard number < elements.count, tape.kind(elements[number]) == .object else { return false }
            if let name = tape.member("name", of: elements[number], in: bytes) {
                switch tape.kind(name) {
                case .string: tape.appendUnescaped(name, in: bytes, to: &output)
                case .number: output.append(copying: bytes, tape.start(name)..<tape.end(name))
                default: return false
                }
                return true
            }
            guard let assumed = fill.assumedName else { return false }
            output.append(contentsOf: assumed)
            return true
        }
    }
}

extension LocalizedTemplate {
    /// The notice in place of a message that was recalled. No registry has another: the message's type doesn't matter.
    fileprivate static let recalled = LocalizedTemplate([
        ("en", DigestTemplate(parts: [.text("[Message recalled]")])),
        ("zh", DigestTemplate(parts: [.text("[消息已撤回]")])),
    ])
}
