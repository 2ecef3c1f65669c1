import JSONText

/// A draft of a registry file, made from what archives hold of types that a registry doesn't have.
///
/// The file is valid as it stands and decodes every payload that was sketched, unless what applies to every payload
/// (`common`) refuses it. It constrains nothing but the JSON types that were seen and the members that every object
/// had; ranges, lengths and candidates for an `enum` are notes (`x-…`) for whoever turns the draft into a definition.
public struct RegistryDraft: Sendable {
    /// A definition that the draft adds.
    public struct Addition: Sendable, Equatable {
        /// The type.
        public let type: ContentType
        /// The name that the draft gives it.
        public let name: String
        /// How often payloads of it were seen.
        public let seen: DraftSketch.Seen
    }

    /// The name of the registry.
    public let registry: String
    /// The version that the draft proposes.
    public let version: Int
    /// The definitions that it adds, in the order of their types.
    public let additions: [Addition]
    /// How many payloads are of types that some version of the series has retired. They are in no draft.
    public let retired: Int
    /// The file's text: JSON, indented by two spaces.
    public let text: [UInt8]

    /// A draft of the version that follows a series: the newest one's file with the types that it lacks. After a
    /// built-in series, a draft of a new registry that extends it.
    ///
    /// Upgrade steps and exemptions of the newest version are left out: they belong to that version, and count on.
    public init(_ sketch: DraftSketch, following series: RegistrySeries) {
        let newest = series.newest
        var names = DraftNames(series)
        // What an older version retired is retired for good, also where the newest one doesn't say it again.
        let gone = series.versions.reduce(into: Set<ContentType>()) { $0.formUnion($1.retired) }
        let lost = sketch.types.filter { gone.contains($0.type) }
        retired = sketch.retired.total + lost.reduce(0) { $0 + $1.seen.total }
        let kept = sketch.types.filter { !gone.contains($0.type) }
        let named = kept.map { (sketch: $0, name: names.name(for: $0.type)) }
        additions = named.map { Addition(type: $0.sketch.type, name: $0.name, seen: $0.sketch.seen) }
        var writer = DraftWriter(newest)
        let notes = DraftWriter.Notes(
            payloads: sketch.unknown.total, types: named.count, beyond: sketch.beyond,
            undefinable: sketch.undefinable.total, retired: retired)
        let own = newest.parts[newest.parts.count - 1]
        if own.isBuiltin {
            registry = "draft"
            version = 1
            writer.writeNew(registry, extending: "\(series.name)@\(newest.number)", notes, named)
        } else {
            registry = series.name
            version = newest.number + 1
            writer.writeNext(of: own, version: version, notes, named)
        }
        text = writer.finish()
    }
}

/// Gives definitions names that no version of a series uses for another type.
struct DraftNames {
    private var taken: Set<String> = []
    private var earlier: [ContentType: String] = [:]

    init(_ series: RegistrySeries) {
        for version in series.versions {
            for content in version.contents {
                taken.insert(content.name)
                earlier[content.type] = content.name
            }
            for part in version.parts {
                for retired in part.value["retired"]?["types"]?.elements ?? [] {
                    if let name = retired["name"]?.string { taken.insert(name) }
                }
            }
        }
    }

    /// The name for a type: the one that an earlier version gave it, or a new one made of the type.
    mutating func name(for type: ContentType) -> String {
        if let name = earlier[type] { return name }
        let base =
            switch type {
            case .number(let number): "type_\(number)"
            case .string(let string): Self.identifier(string)
            }
        var name = base
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(base)_\(number)"
            number += 1
        }
        return name
    }

    /// A text with everything but ASCII letters, digits and a few marks replaced.
    private static func identifier(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": Character(scalar)
            default: "_" as Character
            }
        }
        return kept.contains { $0 != "_" } ? String(kept) : "type_of_text"
    }
}

/// Guesses which member a digest shows.
enum DigestGuess {
    /// Names that people give to what is worth showing, the best first.
    private static let names = [
        "title", "subject", "headline", "content", "text", "message", "name", "caption", "summary", "body", "desc",
        "description", "label",
    ]

    /// A template for a definition.
    ///
    /// - Parameter tree: What was seen of the type.
    static func template(name: String, _ tree: SketchTree) -> String {
        let texts = tree.places[0].members.map { tree.places[$0] }.filter {
            // A few of another type would be shown as they are spelt, or not at all.
            $0.sketch.kinds.strings > $0.sketch.kinds.total / 2
        }
        let seen = tree.places[0].sketch.kinds.objects
        // A member that is always there says more than one with a better name that hardly ever is.
        for least in [seen, seen / 2 + 1] {
            for guess in names where texts.contains(where: { $0.isNamed(guess) && $0.sketch.kinds.total >= least }) {
                return "[\(name)] {\(guess)|oneline|cut:60}"
            }
        }
        return "[\(name)]"
    }
}

extension SketchTree.Place {
    /// Whether the member has a name.
    func isNamed(_ name: String) -> Bool { self.name.elementsEqual(name.utf8) }
}
