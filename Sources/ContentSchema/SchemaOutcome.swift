import JSONText

/// One keyword that a payload fails.
public struct SchemaViolation: Sendable {
    /// The stable code.
    public let code: SchemaCode
    /// The value that fails, a node of the payload's tape; where the outcome had to fill defaults in, of that copy's.
    let node: Int
    /// The entry of the missing member, -1 for any other code.
    let entry: Int32
    /// The failed check.
    let check: Int32
}

/// A default that a payload lacks.
public struct MissingDefault: Sendable {
    /// An index of the plan's `defaults`.
    public let slot: Int
    /// The object without the member, a node of the payload's tape.
    public let object: Int
}

/// What evaluating a payload found. Reuse one for many payloads: while they are valid, nothing is allocated.
public struct SchemaOutcome: Sendable {
    /// What fails, in the order of the payload, one for a code and a place.
    public internal(set) var violations: [SchemaViolation] = []
    /// The defaults that the payload lacks, in the order in which their objects end.
    public internal(set) var missingDefaults: [MissingDefault] = []
    /// Whether there were more violations than are kept (100,000).
    public internal(set) var isTruncated = false

    /// Whether the schemas hold, with defaults counted as present.
    public var isValid: Bool { violations.isEmpty }

    /// The payload's root on the caller's tape.
    var root = 0
    /// Set where a check looked at what a missing default changes: the payload filled in, and its tape.
    var filled: FilledPayload?
    var scratch: [UInt8] = []
    /// The words of `SeenEntries` of large objects that are being walked.
    var seenWords: [UInt64] = []

    /// The entries of members by the layouts of payloads, empty until a payload has one.
    var layouts: [LayoutEntries] = []
    /// What is to be checked by the layouts of payloads, empty until a payload has one.
    var leaves: [LayoutLeaves] = []

    /// An empty outcome.
    public init() {}

    @inline(__always)
    mutating func reset(root: Int) {
        // What is empty stays untouched: most payloads are valid, and this runs for each.
        if !violations.isEmpty { violations.removeAll(keepingCapacity: violations.count < 1000) }
        if !missingDefaults.isEmpty { missingDefaults.removeAll(keepingCapacity: missingDefaults.count < 1000) }
        isTruncated = false
        if filled != nil { filled = nil }
        self.root = root
    }
}

/// A copy of a payload with its defaults filled in.
struct FilledPayload: Sendable {
    var bytes: [UInt8]
    var tape: JSONTape
}
