import ContentSchema
import JSONText

/// A registry at one version, ready to decode payloads: with the versions that payloads can have been written at.
public struct ContentRegistry: Sendable {
    /// What decoding needs to know of one definition, in machine words: it is looked at for each payload.
    struct Row: Sendable {
        /// The versions of the content, as a range of `written`.
        var written = 0..<0
        /// The version that every payload was written at that lacks no default; 0 where that takes a closer look.
        var onlyVersion = 0
        /// An index of `versionPaths`, -1 where payloads don't say their version.
        var versionPath = -1
        /// Where payloads are inside this content alone, as a range of `nestedPaths`.
        var nested = 0..<0
    }

    /// A version that a payload can have been written at.
    struct Written: Sendable {
        /// The lowest version with this definition.
        var number: Int
        /// An index of `plans`.
        var plan: Int
        /// A range of `conditions`.
        var conditions: Range<Int>
    }

    /// The series' name.
    public let name: String
    /// The version that is decoded at.
    public let version: Int
    /// The version with its definitions.
    public let resolved: RegistryVersion
    /// The newest version of the series.
    let newest: Int

    private(set) var rows: [Row] = []
    /// The versions of each content, highest first.
    private(set) var written: [Written] = []
    private(set) var conditions: [StepCondition] = []
    /// The plans of the definitions, then those of other versions.
    private(set) var plans: [LazyPlan]
    private(set) var versionPaths: [MemberPath] = []
    /// Those of every content first.
    private var nestedPaths: [MemberPath]
    private let nestedEverywhere: Int
    let types: TypeIndex
    private let retired: Set<ContentType>
    let typePath: MemberPath

    /// A registry at a version of a series.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - number: The version; the newest one if left out.
    /// - Returns: Nil where the series has no such version.
    public init?(_ series: RegistrySeries, version number: Int? = nil) {
        guard let resolved = number.map({ series.version($0) }) ?? series.newest else { return nil }
        name = series.name
        version = resolved.number
        self.resolved = resolved
        newest = series.newest.number
        types = TypeIndex(resolved.contents.map(\.type))
        retired = resolved.retired
        typePath = MemberPath(resolved.typeField)
        plans = resolved.contents.map(\.lazyPlan)
        nestedPaths = resolved.nested.map(MemberPath.init)
        nestedEverywhere = nestedPaths.count
        var versions = WrittenVersion.all(in: series)
        rows.reserveCapacity(resolved.contents.count)
        for definition in resolved.contents {
            addRow(definition, versions.removeValue(forKey: definition.name) ?? [])
        }
    }

    private mutating func addRow(_ definition: ContentDefinition, _ versions: [WrittenVersion]) {
        var row = Row()
        let first = written.count
        for version in versions {
            let start = conditions.count
            conditions += version.conditions
            var plan = rows.count
            if version.plan !== definition.lazyPlan {
                plan = plans.count
                plans.append(version.plan)
            }
            written.append(Written(number: version.number, plan: plan, conditions: start..<conditions.count))
        }
        row.written = first..<written.count
        if let field = definition.versionField {
            row.versionPath = versionPaths.count
            versionPaths.append(MemberPath(field))
        } else if versions.count == 1, versions[0].plan === definition.lazyPlan, versions[0].conditions.isEmpty {
            row.onlyVersion = versions[0].number
        }
        let firstPath = nestedPaths.count
        for pointer in definition.nested where !resolved.nested.contains(pointer) {
            nestedPaths.append(MemberPath(pointer))
        }
        row.nested = firstPath..<nestedPaths.count
        rows.append(row)
    }

    /// The definition at an index that a verdict names.
    public func definition(at index: Int) -> ContentDefinition { resolved.contents[index] }

    /// The number of definitions.
    public var definitionCount: Int { rows.count }

    /// The definition of a type, or nil where the registry has none.
    public func definition(of type: ContentType) -> ContentDefinition? {
        index(of: type).map { resolved.contents[$0] }
    }

    /// The definition of a content by its name, or nil where the registry has none.
    public func definition(named name: String) -> ContentDefinition? { resolved.contents.first { $0.name == name } }

    /// The index of a type's definition, or nil where the registry has none.
    public func index(of type: ContentType) -> Int? {
        let index =
            switch type {
            case .number(let number): types.index(of: number)
            case .string(let string): types.index(of: Array(string.utf8).span)
            }
        return index < 0 ? nil : index
    }

    func isRetired(_ type: ContentType) -> Bool { !retired.isEmpty && retired.contains(type) }

    /// Calls `visit` with each value where a payload can be inside a payload.
    ///
    /// - Parameters:
    ///   - payload: The outer payload's node.
    ///   - definition: The outer payload's definition, or nil where its type is unknown.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    public func forEachNested(
        in payload: Int, definition: Int?, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ visit: (Int) -> Void
    ) {
        for index in 0..<nestedEverywhere { nestedPaths[index].forEach(from: payload, on: tape, in: bytes, visit) }
        guard let definition else { return }
        for index in rows[definition].nested { nestedPaths[index].forEach(from: payload, on: tape, in: bytes, visit) }
    }
}
