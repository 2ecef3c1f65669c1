import ContentSchema
import JSONText

/// A registry at one version, ready to decode payloads: with the versions that payloads can have been written at.
public struct ContentRegistry: Sendable {
    /// The series' name.
    public let name: String
    /// The version that is decoded at.
    public let version: Int
    /// The version with its definitions, and with those that stand for Swift types that it doesn't define.
    public private(set) var resolved: RegistryVersion
    private(set) var tables: DecodingTables
    private var series: RegistrySeries
    /// The Swift types that were registered.
    var typed: [ContentType: TypedContent] = [:]
    /// The same by the indexes of definitions; empty where there are none.
    private var typedByIndex: [TypedContent?] = []
    /// Decodes for `decode`.
    private(set) var decoders = ContentDecoders()

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
        self.series = series
        tables = DecodingTables(series, resolved)
    }

    // MARK: Swift types

    /// The Swift type that was registered for a definition's type.
    func typed(at index: Int) -> TypedContent? { index < typedByIndex.count ? typedByIndex[index] : nil }

    /// Adds a definition that lets everything pass but what `common` refuses, for a Swift type alone.
    mutating func add(definitionOf type: ContentType, name: String) {
        resolved = resolved.adding(type, named: name)
        // The series has it too, so that payloads are written at this version.
        series = series.replacing(resolved)
        tables = DecodingTables(series, resolved)
    }

    /// Follows a change of `typed`.
    mutating func refreshTyped() {
        typedByIndex = resolved.contents.map { typed[$0.type] }
        decoders = ContentDecoders()
    }

    /// A copy that decodes for itself.
    func separated() -> ContentRegistry {
        var copy = self
        copy.decoders = ContentDecoders()
        return copy
    }

    // MARK: Definitions

    /// The definition at an index that a verdict names.
    public func definition(at index: Int) -> ContentDefinition { resolved.contents[index] }

    /// The number of definitions.
    public var definitionCount: Int { resolved.contents.count }

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
            case .number(let number): tables.types.index(of: number)
            case .string(let string): tables.types.index(of: Array(string.utf8).span)
            }
        return index < 0 ? nil : index
    }

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
        tables.forEachNested(in: payload, definition: definition ?? -1, on: tape, in: bytes, visit)
    }
}
