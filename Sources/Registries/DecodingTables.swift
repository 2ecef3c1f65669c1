import ContentSchema
import JSONText

/// What decoding needs of a registry, laid out flat. It is a class so that nothing of it is copied for a payload.
final class DecodingTables: Sendable {
    /// What there is to know of one definition, in machine words.
    struct Row: Sendable {
        /// The versions of the content, as a range of `written`.
        var written = 0..<0
        /// The version that every payload was written at that lacks no default; 0 where that takes a closer look.
        var onlyVersion = 0
        /// An index of `versionPaths`, -1 where payloads don't say their version.
        var versionPath = -1
        /// Where payloads of later versions say their version, as a range of `versionPaths`.
        var laterVersionPaths = 0..<0
        /// Where payloads are inside this content alone, as a range of `nestedPaths`.
        var nested = 0..<0
    }

    /// A version that a payload can have been written at.
    struct Written: Sendable {
        /// The lowest version with this definition.
        var number: Int
        /// The last version that this stands for.
        var latest: Int
        /// An index of `plans`.
        var plan: Int
        /// A range of `conditions`.
        var conditions: Range<Int>
    }

    /// The newest version of the series.
    let newest: Int
    let rows: [Row]
    /// The versions of each content, highest first.
    let written: [Written]
    let conditions: [StepCondition]
    /// The plans of the definitions, then those of other versions.
    let plans: [LazyPlan]
    let versionPaths: [MemberPath]
    /// Those of every content first.
    let nestedPaths: [MemberPath]
    /// How many of them are of every content.
    let nestedEverywhere: Int
    let types: TypeIndex
    let typePath: MemberPath
    private let retired: Set<ContentType>

    init(_ series: RegistrySeries, _ resolved: RegistryVersion) {
        var rows: [Row] = []
        var written: [Written] = []
        var conditions: [StepCondition] = []
        var plans = resolved.contents.map(\.lazyPlan)
        var versionPaths: [MemberPath] = []
        var nestedPaths = resolved.nested.map(MemberPath.init)
        nestedEverywhere = nestedPaths.count
        rows.reserveCapacity(resolved.contents.count)
        for index in resolved.contents.indices {
            let definition = resolved.contents[index]
            var row = Row()
            let first = written.count
            let versions = WrittenVersion.all(of: definition, at: index, in: series)
            for version in versions {
                let start = conditions.count
                conditions += version.conditions
                var plan = index
                if version.plan !== definition.lazyPlan {
                    plan = plans.count
                    plans.append(version.plan)
                }
                written.append(
                    Written(
                        number: version.number, latest: version.latest, plan: plan,
                        conditions: start..<conditions.count))
            }
            row.written = first..<written.count
            if let field = definition.versionField {
                row.versionPath = versionPaths.count
                versionPaths.append(MemberPath(field))
            } else if versions.count == 1, versions[0].plan === definition.lazyPlan, versions[0].conditions.isEmpty {
                row.onlyVersion = versions[0].number
            }
            let firstLater = versionPaths.count
            for version in versions where version.latest > resolved.number {
                guard let field = version.versionField, field != definition.versionField else { continue }
                versionPaths.append(MemberPath(field))
            }
            row.laterVersionPaths = firstLater..<versionPaths.count
            let firstPath = nestedPaths.count
            nestedPaths += definition.nested.filter { !resolved.nested.contains($0) }.map(MemberPath.init)
            row.nested = firstPath..<nestedPaths.count
            rows.append(row)
        }
        newest = series.newest.number
        self.rows = rows
        self.written = written
        self.conditions = conditions
        self.plans = plans
        self.versionPaths = versionPaths
        self.nestedPaths = nestedPaths
        types = TypeIndex(resolved.contents.map(\.type))
        typePath = MemberPath(resolved.typeField)
        retired = resolved.retired
    }

    /// A copy that counts its own references.
    init(copying other: DecodingTables) {
        newest = other.newest
        rows = other.rows
        written = other.written
        conditions = other.conditions
        plans = other.plans
        versionPaths = other.versionPaths
        nestedPaths = other.nestedPaths
        nestedEverywhere = other.nestedEverywhere
        types = other.types
        typePath = other.typePath
        retired = other.retired
    }

    func isRetired(_ type: ContentType) -> Bool { !retired.isEmpty && retired.contains(type) }
}
