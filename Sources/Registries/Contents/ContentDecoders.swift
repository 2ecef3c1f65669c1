import ContentSchema
import JSONText
import Synchronization

/// Decodes payloads for everybody who asks a registry, with one decoder that is kept.
final class ContentDecoders: Sendable {
    private struct State {
        let language: String
        var decoder: PayloadDecoder
        var renderer: DigestRenderer
    }

    private let state = Mutex<State?>(nil)

    func decode(_ payload: [UInt8], _ language: String, _ registry: ContentRegistry) -> ContentDecoding {
        state.withLock { state in
            var kept: State
            if let known = state, known.language == language {
                kept = known
            } else {
                // The decoder's own copy of the registry must not hold this object.
                let registry = registry.separated()
                kept = State(
                    language: language, decoder: PayloadDecoder(registry),
                    renderer: DigestRenderer(registry, language: language))
            }
            state = nil
            defer { state = kept }
            return Self.decode(payload, registry, &kept.decoder, &kept.renderer)
        }
    }

    private static func decode(
        _ payload: [UInt8], _ registry: ContentRegistry, _ decoder: inout PayloadDecoder,
        _ renderer: inout DigestRenderer
    ) -> ContentDecoding {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(payload)
        } catch {
            var digest: [UInt8] = []
            renderer.appendPlaceholder(to: &digest)
            let code: FindingCode =
                payload.isEmpty ? .payloadEmpty : error.isTooDeep ? .payloadTooDeep : .payloadNotJSON
            let detail = payload.isEmpty ? "the payload is empty" : error.message
            return .malformed(
                ContentPlaceholder(type: nil, digest: String(decoding: digest, as: UTF8.self), payload: payload),
                [ContentFinding(code: code, pointer: "", detail: detail)])
        }
        let bytes = document.bytes
        let verdict = decoder.decode(0, on: document.tape, in: bytes.span)
        guard verdict.outcome == .decoded else {
            let placeholder = placeholder(verdict, document, decoder, &renderer)
            if verdict.outcome == .unknown { return .unknown(placeholder) }
            return .malformed(placeholder, findings(verdict, document, decoder))
        }
        let definition = registry.definition(at: verdict.definition)
        if let typed = registry.typed(at: verdict.definition) {
            switch typed.content(of: document.root) {
            case .success(let content): return .content(content)
            case .failure(let error):
                let detail = "\(typed.name) can't be made of the payload: \(error)"
                return .malformed(
                    placeholder(verdict, document, decoder, &renderer),
                    [ContentFinding(code: .fieldConstraint, pointer: "", detail: detail)])
            }
        }
        var digest: [UInt8] = []
        renderer.appendDigest(of: verdict.definition, 0, on: document.tape, in: bytes.span, to: &digest)
        var searchable: [UInt8] = []
        renderer.appendSearchable(of: verdict.definition, 0, on: document.tape, in: bytes.span, to: &searchable)
        if searchable.last == 0x0A { searchable.removeLast() }
        return .content(
            RegisteredContent(
                type: definition.type, name: definition.name, isDisplayed: definition.isDisplayed,
                conversationDigest: String(decoding: digest, as: UTF8.self),
                searchableWord: String(decoding: searchable, as: UTF8.self), payload: payload,
                fields: ContentFields(document.root)))
    }

    private static func placeholder(
        _ verdict: PayloadVerdict, _ document: JSONDocument, _ decoder: PayloadDecoder, _ renderer: inout DigestRenderer
    ) -> ContentPlaceholder {
        let bytes = document.bytes
        var digest: [UInt8] = []
        renderer.appendPlaceholder(type: verdict.typeNode, on: document.tape, in: bytes.span, to: &digest)
        return ContentPlaceholder(
            type: decoder.typeText(of: verdict, on: document.tape, in: bytes.span)?.text,
            digest: String(decoding: digest, as: UTF8.self), payload: bytes)
    }

    private static func findings(
        _ verdict: PayloadVerdict, _ document: JSONDocument, _ decoder: PayloadDecoder
    ) -> [ContentFinding] {
        let bytes = document.bytes
        guard let code = verdict.code else {
            return decoder.plan(at: verdict.definition).findings(decoder.schema, document.tape, bytes.span).map {
                ContentFinding(
                    code: FindingCode(rawValue: $0.code.rawValue) ?? .fieldConstraint, pointer: $0.pointer,
                    detail: $0.detail)
            }
        }
        let isOfType = code == .typeMissing || code == .typeInvalid
        return [
            ContentFinding(
                code: code, pointer: isOfType ? decoder.registry.resolved.typeField.description : "",
                detail: decoder.detail(
                    of: verdict, payload: 0, on: document.tape, in: bytes.span, showingValues: true))
        ]
    }
}
