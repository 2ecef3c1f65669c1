import JSONText
import Synchronization

/// Schemas compiled for checking payloads: a definition's and `common` in one plan (JSON Schema 2020-12, as REGISTRY.md
/// restricts it).
public struct SchemaPlan: Sendable {
    let storage: PlanStorage

    /// A plan that lets every payload pass.
    public static let anything = SchemaPlan(storage: PlanStorage(tables: PlanTables(), root: -1))

    /// The places that defaults fill, in the order of declaration.
    public var defaults: [DefaultSlot] { storage.tables.defaults }

    /// A copy with a reference count of its own: threads that share one get in each other's way.
    public func separated() -> SchemaPlan { SchemaPlan(storage: PlanStorage(copying: storage)) }

    /// Checks a payload against the schemas, with defaults counted as present.
    ///
    /// - Parameters:
    ///   - tape: The scanned text.
    ///   - node: The payload's node.
    ///   - bytes: The text that was scanned.
    ///   - outcome: Takes what is found; what it held before is dropped.
    /// - Complexity: O(size of the payload × schemas that apply); alternatives inside alternatives have a budget, which
    ///   ends in one `field-constraint` at the root.
    public func evaluate(_ tape: JSONTape, _ node: Int, _ bytes: Span<UInt8>, into outcome: inout SchemaOutcome) {
        outcome.reset(root: node)
        guard storage.root >= 0 else { return }
        storage.evaluate(storage.root, tape, node, bytes, into: &outcome)
    }

    /// A payload with every missing default added: compactly, after the last member of its object, in the order of
    /// declaration. Everything else keeps its bytes.
    ///
    /// - Parameters:
    ///   - tape: The scanned text.
    ///   - node: The payload's node.
    ///   - bytes: The text that was scanned.
    public func filled(_ tape: JSONTape, _ node: Int, _ bytes: Span<UInt8>) -> [UInt8] {
        var outcome = SchemaOutcome()
        evaluate(tape, node, bytes, into: &outcome)
        return storage.filled(tape, node, bytes, outcome.missingDefaults)
    }
}

/// What a plan and its copies share.
final class PlanStorage: Sendable {
    let tables: PlanTables
    /// Tells storages apart, copies too.
    let number = PlanStorage.numbers.wrappingAdd(1, ordering: .relaxed).newValue
    /// The plan node of the payload, -1 where anything goes.
    let root: Int
    /// The check that is reported where the budget ends.
    let limitCheck: Int

    private static let numbers = Atomic<Int>(0)

    init(tables: PlanTables, root: Int) {
        var tables = tables
        limitCheck = tables.checks.count
        tables.locations.append(SchemaLocation(pointer: "", source: 0))
        tables.checks.append(Check(kind: .limit, location: Int32(tables.locations.count - 1)))
        self.tables = tables
        self.root = root
    }

    init(copying other: PlanStorage) {
        tables = other.tables
        root = other.root
        limitCheck = other.limitCheck
    }
}
