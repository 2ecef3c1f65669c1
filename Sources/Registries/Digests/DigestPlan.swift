import ContentSchema
import JSONText

/// A definition's digest in one language, and its searchable text, ready to be rendered.
struct DigestPlan: Sendable {
    /// A part of the template.
    enum Part: Sendable {
        case text([UInt8])
        case field(Field, [Filter])
    }

    /// A member that is shown.
    struct Field: Sendable {
        let path: TemplatePath
        /// By how many tokens lead to the object that lacks the next one: what is shown all the same.
        let assumed: [[UInt8]?]
    }

    /// A filter, ready to be applied.
    enum Filter: Sendable {
        case oneline
        case plain
        case cut(Int)
        case or([UInt8])
        case fill(Fill)
    }

    /// The array whose elements' names are filled in.
    struct Fill: Sendable {
        let path: TemplatePath
        /// What stands for a name that an element lacks; nil where nothing does.
        let assumedName: [UInt8]?
    }

    /// A text that a search matches.
    struct Searchable: Sendable {
        let path: TemplatePath
        /// Where the digest fills names into the text, which clients then search by them too.
        let fill: Fill?
    }

    let parts: [Part]
    let searchable: [Searchable]

    init(_ definition: ContentDefinition, in version: RegistryVersion, language: String) {
        let common = version.parts.compactMap { part in part.common.map { (schema: $0, file: part) } }
        let assumed = AssumedText(schemas: [(definition.schema, definition.file)] + common)
        func fill(_ pointer: JSONPointer) -> Fill {
            let name = JSONPointer(tokens: pointer.tokens + ["*", "name"])
            return Fill(path: TemplatePath(pointer), assumedName: assumed.texts(for: name).last ?? nil)
        }
        let template = definition.digest.template(for: language)
        parts = template.parts.map { part in
            switch part {
            case .text(let text): .text(Array(text.utf8))
            case .field(let pointer, let filters):
                .field(
                    Field(path: TemplatePath(pointer), assumed: assumed.texts(for: pointer)),
                    filters.map { filter in
                        switch filter {
                        case .oneline: .oneline
                        case .plain: .plain
                        case .cut(let count): .cut(count)
                        case .or(let text): .or(Array(text.utf8))
                        case .fill(let pointer): .fill(fill(pointer))
                        }
                    })
            }
        }
        searchable = definition.searchable.map { pointer in
            Searchable(path: TemplatePath(pointer), fill: template.fill(of: pointer).map(fill))
        }
    }
}

extension DigestTemplate {
    /// The array that the template fills into a member's text.
    fileprivate func fill(of member: JSONPointer) -> JSONPointer? {
        for case .field(member, let filters) in parts {
            for case .fill(let pointer) in filters { return pointer }
        }
        return nil
    }
}
