import ContentSchema
import JSONText

/// A version held against an earlier one.
struct VersionPair {
    let old: SeriesVersion
    let new: SeriesVersion
    /// The versions after the old one, up to the new one. Their steps and retirements count.
    let between: [SeriesVersion]
    /// What both versions have and what differs in it: `common` first, then the contents in order of the newer file.
    let contents: [ContentPair]

    /// - Parameter versions: The older version, those between, and the newer one.
    init(_ versions: ArraySlice<SeriesVersion>) {
        let old = versions[versions.startIndex]
        let new = versions[versions.endIndex - 1]
        let between = Array(versions.dropFirst())
        self.old = old
        self.new = new
        self.between = between
        let isCommonEqual = old.spelling(of: nil) == new.spelling(of: nil)
        let common = isCommonEqual ? nil : ContentPair(nil, old, new, between)
        let shared = Set(common?.changes.map(ContentPair.ChangeKey.init) ?? [])
        var seen: Set<ContentPair.ChangeKey> = []
        var pairs: [ContentPair] = []
        for placed in new.merged.contents {
            let name = placed.content.name
            guard let before = old.contents[name] else { continue }
            let isSame = before.content === placed.content || old.spelling(of: name) == new.spelling(of: name)
            if isSame && isCommonEqual { continue }
            guard let pair = ContentPair(name, old, new, between) else { continue }
            seen.formUnion(pair.changes.map(ContentPair.ChangeKey.init))
            pairs.append(isCommonEqual ? pair : pair.without(shared))
        }
        if let common {
            // What no content shows is made up for by each of them.
            pairs.insert(pairs.isEmpty ? common : common.without(shared.subtracting(seen)), at: 0)
        }
        contents = pairs
    }
}

/// A content that two versions have, and what differs between its schemas.
struct ContentPair {
    /// What tells a difference that `common` brings from one of the content's own.
    struct ChangeKey: Hashable {
        let kind: SchemaChange.Kind
        let pointer: String
        let detail: String

        init(_ change: SchemaChange) {
            kind = change.kind
            pointer = change.pointer.description
            detail = change.detail
        }
    }

    /// The content's name; nil for `common`.
    let name: String?
    let oldVersion: SeriesVersion
    let newVersion: SeriesVersion
    let between: [SeriesVersion]
    let old: SchemaView
    let new: SchemaView
    /// What the steps of the versions between do.
    let route: StepRoute
    /// What differs; of moved properties too, at the places where they are now.
    private(set) var changes: [SchemaChange]

    /// The same without some differences.
    func without(_ keys: Set<ChangeKey>) -> ContentPair {
        var result = self
        result.changes.removeAll { keys.contains(ChangeKey($0)) }
        return result
    }

    /// - Returns: Nil where one version doesn't have the content.
    init?(
        _ name: String?, _ oldVersion: SeriesVersion, _ newVersion: SeriesVersion, _ between: [SeriesVersion]
    ) {
        guard let old = oldVersion.view(of: name), let new = newVersion.view(of: name) else { return nil }
        self.name = name
        self.oldVersion = oldVersion
        self.newVersion = newVersion
        self.between = between
        self.old = old
        self.new = new
        let route = StepRoute(
            between.flatMap { version in name.flatMap { version.contents[$0]?.content.upgrade } ?? [] })
        self.route = route
        let typeField = newVersion.merged.typeField
        var changes = SchemaComparison.changes(from: old, to: new).filter { change in
            // Every payload has its type, whether schemas say so or not.
            let isOfType = [.propertyAdded, .propertyRemoved, .requiredAdded, .requiredRemoved].contains(change.kind)
            return !(isOfType && change.pointer == typeField)
        }
        for change in changes where change.kind == .propertyRemoved {
            guard case .moved(let place) = route.end(of: change.pointer).place, place != change.pointer else {
                continue
            }
            changes += SchemaComparison.changes(from: old, change.pointer, to: new, place) ?? []
        }
        self.changes = changes
    }

    /// Whether a field is retired in the newer version or one between.
    func retires(_ pointer: JSONPointer) -> Bool { between.contains { $0.retires(pointer, of: name) } }

    /// `order`, or what all contents share.
    var title: String { name.map { "'\($0)'" } ?? "'common'" }

    /// How steps that fill a property in do so.
    func filling(of pointer: JSONPointer) -> StepRoute.Filling { route.filling(of: pointer, old) }
}
