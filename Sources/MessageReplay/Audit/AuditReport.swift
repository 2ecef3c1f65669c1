import Registries

/// What an audit found: the model behind the text, Markdown, HTML and JSON reports.
///
/// All lists are in the order of the reports: by count, largest first; then numbers by value, strings by UTF-8, null
/// last; then code, place, pointer.
public struct AuditReport: Sendable, Equatable {
    /// The registry that content was decoded by.
    public var registry: RegistryLabel
    /// The archives that were read, in the order they were named.
    public var archives: [ArchiveSummary] = []
    /// The outcomes of the message rows' own payloads.
    public var totals = OutcomeCounts()
    /// The outcomes of payloads inside payloads.
    public var nested = OutcomeCounts()
    /// The outcomes of payloads that other places of an archive carry, by the carrier's name.
    public var carriers: [CarrierTally] = []
    /// A row for each content type.
    public var types: [TypeRow] = []
    /// The outcomes by month (UTC), earliest first. Records without a usable time are in none.
    public var months: [MonthRow] = []
    /// The problems, grouped.
    public var findings: [FindingRow] = []
    /// Whether there were more types or groups of findings than a report holds, so that the rest is counted in `other`.
    public var isCapped = false

    /// A report on nothing yet.
    public init(registry: RegistryLabel) {
        self.registry = registry
    }

    /// The number of message rows that were decoded or tried.
    public var records: Int { totals.sum }
}

/// Names a registry exactly.
public struct RegistryLabel: Sendable, Equatable {
    /// The series' name.
    public var name: String
    /// The version that was decoded at.
    public var version: Int
    /// The SHA-256 of the resolved version, in lower-case hexadecimal.
    public var fingerprint: String

    /// A label.
    public init(name: String, version: Int, fingerprint: String) {
        self.name = name
        self.version = version
        self.fingerprint = fingerprint
    }
}

/// How often each outcome was had.
public struct OutcomeCounts: Sendable, Equatable {
    /// Payloads that decoded.
    public var decoded = 0
    /// Payloads whose type the registry doesn't know, or can't know.
    public var unknown = 0
    /// Payloads that are broken.
    public var malformed = 0

    /// Counts.
    public init(decoded: Int = 0, unknown: Int = 0, malformed: Int = 0) {
        self.decoded = decoded
        self.unknown = unknown
        self.malformed = malformed
    }

    /// All of them.
    @inlinable public var sum: Int { decoded + unknown + malformed }

    /// Counts one more.
    @inlinable
    public mutating func count(_ outcome: Outcome) {
        switch outcome {
        case .decoded: decoded += 1
        case .unknown: unknown += 1
        case .malformed: malformed += 1
        }
    }

    /// Adds other counts.
    @inlinable
    public static func += (left: inout OutcomeCounts, right: OutcomeCounts) {
        left.decoded += right.decoded
        left.unknown += right.unknown
        left.malformed += right.malformed
    }
}

/// One archive of an audit.
public struct ArchiveSummary: Sendable, Equatable {
    /// The path as it was given, or `-`.
    public var path: String
    /// `bundle`, `tar`, `zip` or `file`.
    public var container: String
    /// `gzip` or `none`.
    public var compression: String
    /// `wkdb` or `api`.
    public var form: String
    /// How many files of it were read.
    public var files: Int
    /// How many bytes were read from disk.
    public var bytes: UInt64
    /// How many records matched the filters.
    public var records: Int
    /// How many records were read and left out by the filters.
    public var filtered: Int
    /// Whether all of it was read: neither a limit nor damage ended it.
    public var complete: Bool
    /// The first damage, if there is any.
    public var damage: DamagePlace?

    /// A summary.
    public init(
        path: String, container: String, compression: String, form: String, files: Int = 0, bytes: UInt64 = 0,
        records: Int = 0, filtered: Int = 0, complete: Bool = true, damage: DamagePlace? = nil
    ) {
        self.path = path
        self.container = container
        self.compression = compression
        self.form = form
        self.files = files
        self.bytes = bytes
        self.records = records
        self.filtered = filtered
        self.complete = complete
        self.damage = damage
    }
}

/// Where an archive is damaged, and how.
public struct DamagePlace: Sendable, Equatable {
    /// The file inside the archive, where it is one file's.
    public var file: String?
    /// The offset in bytes in what is read from disk.
    public var offset: UInt64?
    /// The line, from 1.
    public var line: Int?
    /// One sentence for people.
    public var message: String

    /// A place.
    public init(file: String?, offset: UInt64?, line: Int?, message: String) {
        self.file = file
        self.offset = offset
        self.line = line
        self.message = message
    }
}

/// The outcomes of the payloads of one carrier.
public struct CarrierTally: Sendable, Equatable {
    /// The carrier's name: `meta.channel_latest`, `meta.message_updates` or `message_extra.content_edit`.
    public var name: String
    /// The outcomes.
    public var counts: OutcomeCounts
    /// Payloads that are no JSON because the archive keeps only their beginning.
    public var preview: Int

    /// A tally.
    public init(name: String, counts: OutcomeCounts = OutcomeCounts(), preview: Int = 0) {
        self.name = name
        self.counts = counts
        self.preview = preview
    }
}

/// The content type that a row of a report is about.
public enum TypeLabel: Sendable {
    /// A number, as it is written.
    case number(String)
    /// A string, unescaped.
    case string(String)
    /// Payloads without a usable type.
    case none
    /// All types beyond what a report holds.
    case other
}

/// How many payloads were written at one registry version.
public struct VersionCount: Sendable, Equatable {
    /// The version.
    public var version: Int
    /// The number of payloads.
    public var count: Int

    /// A count.
    public init(version: Int, count: Int) {
        self.version = version
        self.count = count
    }
}

/// How many payloads lacked a member that a default fills.
public struct DefaultedCount: Sendable, Equatable {
    /// The member's JSON Pointer, with array indexes as `*`.
    public var pointer: String
    /// The number of payloads.
    public var count: Int

    /// A count.
    public init(pointer: String, count: Int) {
        self.pointer = pointer
        self.count = count
    }
}

/// One content type of an audit.
public struct TypeRow: Sendable, Equatable {
    /// The type.
    public var type: TypeLabel
    /// The name that the registry gives it; nil where it gives none.
    public var name: String?
    /// The outcomes of the message rows' own payloads.
    public var counts = OutcomeCounts()
    /// How many of the malformed payloads the series' upgrade steps would mend.
    public var upgradable = 0
    /// The versions that decoded payloads were written at, lowest first.
    public var writtenAt: [VersionCount] = []
    /// How many decoded payloads are strictly at no version.
    public var partial = 0
    /// The members that defaults fill, sorted by pointer.
    public var defaulted: [DefaultedCount] = []
    /// The earliest usable time, in milliseconds since 1970 UTC.
    public var first: Int64?
    /// The latest usable time, in milliseconds since 1970 UTC.
    public var last: Int64?
    /// The same for payloads of this type inside other payloads.
    public var nested = OutcomeCounts()
    /// The versions that nested decoded payloads were written at, lowest first.
    public var nestedWrittenAt: [VersionCount] = []
    /// How many nested decoded payloads are strictly at no version.
    public var nestedPartial = 0

    /// A row without counts.
    public init(type: TypeLabel, name: String?) {
        self.type = type
        self.name = name
    }

    /// The number of message rows with this type.
    public var records: Int { counts.sum }
}

/// The outcomes of one month.
public struct MonthRow: Sendable, Equatable {
    /// Year and month, as `2021-01`.
    public var month: String
    /// The outcomes of the message rows' own payloads.
    public var counts: OutcomeCounts

    /// A month.
    public init(month: String, counts: OutcomeCounts = OutcomeCounts()) {
        self.month = month
        self.counts = counts
    }
}

/// How bad a finding is.
public enum FindingLevel: String, Sendable {
    case malformed
    case unknown
    case warning
}

/// All findings with one code, place, type and pointer.
public struct FindingRow: Sendable, Equatable {
    /// The stable code.
    public var code: String
    /// How bad it is.
    public var level: FindingLevel
    /// `record`, `nested` or a carrier's name.
    public var place: String
    /// The type of the payload that has the fault.
    public var type: TypeLabel
    /// The fault's JSON Pointer in that payload, with array indexes as `*`.
    public var pointer: String
    /// The number of payloads.
    public var count: Int
    /// The first ones in the order of the archives.
    public var examples: [FindingExample]

    /// A group.
    public init(
        code: String, level: FindingLevel, place: String, type: TypeLabel, pointer: String, count: Int,
        examples: [FindingExample]
    ) {
        self.code = code
        self.level = level
        self.place = place
        self.type = type
        self.pointer = pointer
        self.count = count
        self.examples = examples
    }
}

/// One payload that has a finding.
public struct FindingExample: Sendable, Equatable {
    /// The archive's index in the report.
    public var archive: Int
    /// The file inside the archive.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The message's id as it is written, without quotes.
    public var messageID: String?
    /// The channel.
    public var channel: String?
    /// The message's sequence number in its channel, as it is written.
    public var seq: String?
    /// The exact JSON Pointer in the payload that has the fault.
    public var pointer: String
    /// For a nested payload, the exact JSON Pointer of the fault from the outer payload.
    public var at: String?
    /// What is wrong.
    public var detail: String

    /// An example.
    public init(
        archive: Int, file: String, line: Int, messageID: String? = nil, channel: String? = nil, seq: String? = nil,
        pointer: String, at: String? = nil, detail: String
    ) {
        self.archive = archive
        self.file = file
        self.line = line
        self.messageID = messageID
        self.channel = channel
        self.seq = seq
        self.pointer = pointer
        self.at = at
        self.detail = detail
    }
}
