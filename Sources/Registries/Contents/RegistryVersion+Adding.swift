import ContentSchema
import JSONText

extension RegistryVersion {
    /// The version with one more content, of which nothing is demanded but what `common` does.
    func adding(_ type: ContentType, named wanted: String) -> RegistryVersion {
        var name = wanted
        var number = 2
        while contents.contains(where: { $0.name == name }) {
            name = "\(wanted)_\(number)"
            number += 1
        }
        let common = parts.compactMap { part in
            part.common.map { SchemaSource(schema: $0, definitions: part.definitions) }
        }
        let definition = ContentDefinition(
            content: ContentSource(type, named: name, schema: Self.anything),
            lazyPlan: LazyPlan(
                PlanMaker(definitions: nil, common: common, like: nil), schema: Self.anything, declared: []),
            file: parts[parts.count - 1],
            // Below those of definitions that are read from files, and no two alike.
            shape: -contents.count - 1)
        return RegistryVersion(
            number: self.number, lazyFingerprint: lazyFingerprint, typeField: typeField, placeholder: placeholder,
            nested: nested, contents: (contents + [definition]).sorted { $0.type < $1.type },
            retiredTypes: retiredTypes,
            parts: parts)
    }

    private static let anything: JSONValue = {
        guard let document = try? JSONDocument(Array("true".utf8)) else { preconditionFailure("true is JSON") }
        return document.root
    }()
}

extension RegistrySeries {
    /// The series with another version in the place of the one with its number.
    func replacing(_ version: RegistryVersion) -> RegistrySeries {
        RegistrySeries(
            name: name, versions: versions.map { $0.number == version.number ? version : $0 }, warnings: warnings)
    }
}
