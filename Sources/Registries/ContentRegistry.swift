import ContentSchema
import JSONText

/// A registry at one version, ready to decode payloads: with the versions that payloads can have been written at.
public struct ContentRegistry: Sendable {
    /// The series' name.
    public let name: String
    /// The version that is decoded at.
    public let version: Int
    /// The version with its definitions.
    public let resolved: RegistryVersion

    /// The definitions by type, numbers first.
    @usableFromInline let definitions: [ContentDefinition]
    /// For each definition the versions of its content, highest first.
    let written: [[WrittenVersion]]
    /// The newest version of the series.
    let newest: Int
    /// The numbers among the types, ascending; each has the index of its definition.
    private let numbers: [Int64]
    private let strings: [String: Int]
    private let retired: Set<ContentType>
    let typePath: MemberPath
    /// The discriminator's name where it is a member of the payload itself, as it nearly always is.
    let typeName: [UInt8]?
    private let versionPaths: [MemberPath?]
    private let nestedEverywhere: [MemberPath]
    private let nestedByDefinition: [[MemberPath]]

    /// A registry at a version of a series.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - number: The version; the newest one if left out.
    /// - Returns: Nil where the series has no such version.
    public init?(_ series: RegistrySeries, version number: Int? = nil) {
        let resolved: RegistryVersion
        if let number {
            guard let found = series.version(number) else { return nil }
            resolved = found
        } else {
            resolved = series.newest
        }
        name = series.name
        version = resolved.number
        self.resolved = resolved
        newest = series.newest.number
        definitions = resolved.contents
        written = definitions.map { WrittenVersion.all(of: $0.name, in: series) }
        var numbers: [Int64] = []
        var strings: [String: Int] = [:]
        for (index, definition) in definitions.enumerated() {
            switch definition.type {
            case .number(let number): numbers.append(number)
            case .string(let string): strings[string] = index
            }
        }
        self.numbers = numbers
        self.strings = strings
        retired = resolved.retired
        typePath = MemberPath(resolved.typeField)
        typeName = resolved.typeField.tokens.count == 1 ? Array(resolved.typeField.tokens[0].utf8) : nil
        versionPaths = definitions.map { $0.versionField.map(MemberPath.init) }
        nestedEverywhere = resolved.nested.map(MemberPath.init)
        nestedByDefinition = definitions.map { definition in
            definition.nested.filter { !resolved.nested.contains($0) }.map(MemberPath.init)
        }
    }

    /// The definition at an index that a verdict names.
    public func definition(at index: Int) -> ContentDefinition { definitions[index] }

    /// The number of definitions.
    public var definitionCount: Int { definitions.count }

    /// The definition of a type, or nil where the registry has none.
    public func definition(of type: ContentType) -> ContentDefinition? { index(of: type).map { definitions[$0] } }

    /// The definition of a content by its name, or nil where the registry has none.
    public func definition(named name: String) -> ContentDefinition? { definitions.first { $0.name == name } }

    /// The index of a type's definition, or nil where the registry has none.
    public func index(of type: ContentType) -> Int? {
        switch type {
        case .number(let number): index(of: number)
        case .string(let string): strings[string]
        }
    }

    /// The index of a number's definition. The numbers come first among the definitions, in the same order.
    func index(of number: Int64) -> Int? {
        var low = 0
        var high = numbers.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < numbers.count && numbers[low] == number ? low : nil
    }

    func isRetired(_ type: ContentType) -> Bool { !retired.isEmpty && retired.contains(type) }

    func versionPath(of definition: Int) -> MemberPath? { versionPaths[definition] }

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
        for path in nestedEverywhere { path.forEach(from: payload, on: tape, in: bytes, visit) }
        guard let definition else { return }
        for path in nestedByDefinition[definition] { path.forEach(from: payload, on: tape, in: bytes, visit) }
    }
}
