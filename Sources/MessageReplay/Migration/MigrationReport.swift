import Registries

/// What a migration did: the model behind its text and JSON reports.
public struct MigrationReport: Sendable, Equatable {
    /// The registry at the version that payloads were brought to.
    public var registry: RegistryLabel
    /// The archives that were read.
    public var sources: [ArchiveSummary] = []
    /// What was written; empty for a dry run.
    public var targets: [MigrationTarget] = []
    /// The number of message rows.
    public var records = 0
    /// What became of the payloads, by where they stand and their type.
    public var types: [MigrationTypeRow] = []
    /// What was done to the fields of each content type.
    public var fields: [MigrationField] = []
    /// What is to be said of the new archive's payloads, as an audit of it says it, and what upgrades left alone, in the
    /// order of audit reports. Records that were left out are among them.
    public var findings: [FindingRow] = []
    /// One payload before and after for each kind of change.
    public var examples: [MigrationExample] = []
    /// Whether there were more types or groups of findings than a report holds, so that the rest is counted in `other`.
    public var isCapped = false

    /// A report on nothing yet.
    public init(registry: RegistryLabel) {
        self.registry = registry
    }

    /// What became of the payloads, by where they stand: `record`, `nested`, a carrier's name, or that with `/nested`.
    public var places: [(place: String, counts: MigrationCounts)] {
        var places: [(place: String, counts: MigrationCounts)] = []
        for row in types {
            if let index = places.firstIndex(where: { $0.place == row.place }) {
                places[index].counts += row.counts
            } else {
                places.append((row.place, row.counts))
            }
        }
        return places.sorted { Self.precedes($0.place, $1.place) }
    }
}

/// An archive that was written.
public struct MigrationTarget: Sendable, Equatable {
    /// Its path.
    public var path: String
    /// How many bytes it has on disk.
    public var bytes: UInt64
    /// Its files that carry records or that the manifest names, with the checksums of their decompressed bytes.
    public var files: [File]
    /// Files that no manifest names and that were copied as they are.
    public var copied: [String]
    /// Whether it was read back, and every upgraded payload in it decodes at the target.
    public var isVerified: Bool

    /// A file of a target.
    public struct File: Sendable, Equatable {
        /// Its path in the archive.
        public var path: String
        /// Lines that aren't blank.
        public var rows: Int
        /// The SHA-256 of its decompressed bytes, in lower-case hexadecimal.
        public var checksum: String
    }
}

/// How often each thing became of a payload.
public struct MigrationCounts: Sendable, Equatable {
    /// Brought to the target.
    public var changed = 0
    /// At the target already.
    public var unchanged = 0
    /// Kept: written after the target.
    public var newer = 0
    /// Kept: of a type that isn't registered, or encrypted.
    public var unknown = 0
    /// Kept: broken, before the upgrade and after.
    public var malformed = 0
    /// Kept: names come twice in it.
    public var duplicated = 0
    /// Kept: the payload around it doesn't decode.
    public var nestedKept = 0
    /// Kept: the upgrade would push its row over a limit of the importer.
    public var tooLarge = 0
    /// Kept: the beginning of a channel's latest message, which is no JSON.
    public var preview = 0
    /// Left out, as `--malformed drop` asks for.
    public var dropped = 0

    /// The names of the counts in the order of reports.
    static var names: [(name: String, count: WritableKeyPath<MigrationCounts, Int>)] {
        [
            ("changed", \.changed), ("unchanged", \.unchanged), ("newer", \.newer), ("unknown", \.unknown),
            ("malformed", \.malformed), ("duplicated", \.duplicated), ("nestedKept", \.nestedKept),
            ("tooLarge", \.tooLarge), ("preview", \.preview), ("dropped", \.dropped),
        ]
    }

    /// All counts with their names, in the order of reports.
    public var all: [(name: String, count: Int)] { Self.names.map { ($0.name, self[keyPath: $0.count]) } }

    /// All payloads.
    public var sum: Int { all.reduce(0) { $0 + $1.count } }

    static func += (left: inout MigrationCounts, right: MigrationCounts) {
        for (_, count) in names { left[keyPath: count] += right[keyPath: count] }
    }

    mutating func count(_ status: UpgradeEvent.Status) {
        switch status {
        case .changed: changed += 1
        case .unchanged: unchanged += 1
        case .newer: newer += 1
        case .unknown: unknown += 1
        case .malformed: malformed += 1
        case .duplicated: duplicated += 1
        case .nestedKept: nestedKept += 1
        }
    }
}

/// What became of the payloads of one type at one place.
public struct MigrationTypeRow: Sendable, Equatable {
    /// `record`, `nested`, a carrier's name, or that with `/nested` for what is nested there.
    public var place: String
    /// The type.
    public var type: TypeLabel
    /// The name that the registry gives it; nil where it gives none.
    public var name: String?
    /// The counts.
    public var counts = MigrationCounts()
}

/// What was done to one field of a content type.
public struct MigrationField: Sendable, Equatable {
    /// The content's type.
    public var type: TypeLabel
    /// The content's name.
    public var name: String
    /// The field's JSON Pointer in the target, with array indexes as `*`.
    public var pointer: String
    /// What was done.
    public var kind: UpgradeChange.Kind
    /// The number of payloads.
    public var count: Int
}

/// A payload before and after.
public struct MigrationExample: Sendable, Equatable {
    /// The kind of change that it shows.
    public var kind: UpgradeChange.Kind
    /// The content's type.
    public var type: TypeLabel
    /// `record` or a carrier's name.
    public var place: String
    /// The file of its row.
    public var file: String
    /// The line of its row, from 1.
    public var line: Int
    /// The payload's text, cut where it is long.
    public var before: String
    /// The same afterwards.
    public var after: String

    /// Whether it is of a message row itself.
    var isOfRecord: Bool { place == PayloadPlace.record.rawValue }
}
