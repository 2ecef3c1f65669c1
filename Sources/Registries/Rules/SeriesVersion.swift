import ContentSchema
import JSONText

/// One version as the rules look at it.
final class SeriesVersion {
    /// A decision that a rule may be broken.
    struct Exemption {
        let rule: String
        let content: String?
        let pointer: String?
        let value: JSONValue

        func covers(_ key: RuleBreak.Key) -> Bool {
            rule == key.code && (content == nil || content == key.content ?? SeriesVersion.commonName)
                && (pointer == nil || pointer == key.pointer)
        }
    }

    /// What exemptions and retirements call the schemas that all payloads share.
    static let commonName = "common"

    let merged: RegistryResolver.Merged
    let number: Int
    let contents: [String: RegistryResolver.Placed]
    /// The names of the contents, by type.
    let names: [ContentType: String]
    let retiredTypes: Set<ContentType>
    /// Fields that must never come back, by content.
    let retiredFields: [(content: String, pointer: JSONPointer, value: JSONValue)]
    let exemptions: [Exemption]
    private var views: [String: SchemaView] = [:]
    /// What the views of each file's definitions share.
    private var makers: [ObjectIdentifier: SchemaViewMaker] = [:]
    private var spelled: [String: [UInt8]] = [:]

    init(_ merged: RegistryResolver.Merged) {
        self.merged = merged
        number = merged.file.version
        contents = Dictionary(merged.contents.map { ($0.content.name, $0) }) { first, _ in first }
        names = Dictionary(merged.contents.map { ($0.content.type, $0.content.name) }) { first, _ in first }
        retiredTypes = Set(merged.parts.flatMap { $0.retiredTypes.map(\.type) })
        retiredFields = merged.parts.flatMap { part in
            (part.value["retired"]?["fields"]?.elements ?? []).compactMap { entry in
                guard let content = entry["content"]?.string,
                    let pointer = entry["pointer"]?.string.flatMap({ try? JSONPointer($0) })
                else { return nil }
                return (content, pointer, entry)
            }
        }
        exemptions = (merged.file.value["exempt"]?.elements ?? []).compactMap { entry in
            guard let rule = entry["rule"]?.string else { return nil }
            return Exemption(
                rule: rule, content: entry["content"]?.string, pointer: entry["pointer"]?.string, value: entry)
        }
    }

    /// Whether a field must never come back.
    func retires(_ pointer: JSONPointer, of content: String?) -> Bool {
        retiredFields.contains { $0.content == content ?? Self.commonName && $0.pointer == pointer }
    }

    /// The schemas of a content together with `common`; `common` alone for nil.
    func view(of content: String?) -> SchemaView? {
        let key = content ?? ""
        if let known = views[key] { return known }
        let common = merged.parts.compactMap { part in
            part.common.map { SchemaSource(schema: $0, definitions: part.definitions) }
        }
        let view: SchemaView
        if let content {
            guard let placed = contents[content] else { return nil }
            var declared = [merged.typeField.tokens.first ?? "type"]
            if let name = placed.content.versionField?.tokens.first { declared.append(name) }
            let file = ObjectIdentifier(placed.file)
            let maker =
                makers[file]
                ?? SchemaViewMaker(definitions: placed.file.definitions, common: common, file: merged.file.value)
            makers[file] = maker
            view = maker.view(of: placed.content.schema, declared: declared)
        } else {
            view = SchemaView(nil, common: common, file: merged.file.value)
        }
        views[key] = view
        return view
    }

    /// The schemas of a content, or `common` for nil, in one spelling.
    func spelling(of content: String?) -> [UInt8] {
        let key = content ?? ""
        if let known = spelled[key] { return known }
        var bytes: [UInt8] = []
        if let content {
            if let placed = contents[content] {
                bytes = DefinitionShape.bytes(of: placed.content.schema, in: placed.file)
                bytes += (placed.content.versionField?.description ?? "").utf8
            }
        } else {
            for part in merged.parts {
                if let common = part.common { bytes += DefinitionShape.bytes(of: common, in: part) }
            }
            bytes += merged.typeField.description.utf8
        }
        spelled[key] = bytes
        return bytes
    }
}
