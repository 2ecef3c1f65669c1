/// What became of one payload in an upgrade.
public struct UpgradeEvent: Sendable {
    /// What became of it.
    public enum Status: String, Sendable, CaseIterable {
        /// It was brought to the target.
        case changed
        /// It was at the target already.
        case unchanged
        /// It was written after the target.
        case newer
        /// Its type isn't registered.
        case unknown
        /// It is broken, before the upgrade and after.
        case malformed
        /// Names come twice in it, so that nobody can say which one is meant.
        case duplicated
        /// It would have been changed, but the payload around it doesn't decode, or has names that come twice.
        case nestedKept
    }

    /// What became of it.
    public var status: Status
    /// The index of its definition in the target registry, or -1.
    public var definition: Int
    /// Whether it is inside another payload.
    public var isNested: Bool
    /// The type of a payload without a definition, as it is written; nil where none can be named.
    public var unregisteredType: (text: String, isNumber: Bool)?
    /// What was done, and what steps left alone.
    public var changes: [UpgradeChange] = []
    /// Whether it says that it was written at a version that there isn't.
    public var hasInvalidVersion = false
    /// Whether it was kept since names come twice in the payload around it.
    public var isInsideDuplicated = false
    /// For a nested payload, the JSON Pointer from the outermost payload to it; only where the upgrader names places.
    public var at = ""
    /// What steps left alone, with the reasons; only where the upgrader names places.
    public var leftovers: [UpgradeLeftover] = []

    /// Whether steps left something alone.
    public var hasLeftovers: Bool { changes.contains { $0.kind == .conflict || $0.kind == .lossy } }

    /// What became of a payload.
    ///
    /// - Parameters:
    ///   - status: What became of it.
    ///   - definition: The index of its definition in the target registry, or -1.
    ///   - isNested: Whether it is inside another payload.
    public init(_ status: Status, definition: Int = -1, isNested: Bool = false) {
        self.status = status
        self.definition = definition
        self.isNested = isNested
    }
}
