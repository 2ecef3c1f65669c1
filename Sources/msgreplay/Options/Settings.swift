import Glibc
import MessageReplay

/// What each command was asked to do, with the options' values in their own types.

enum ReportFormat: String, Sendable {
    case text, json, markdown, html
}

enum FailLevel: String, Sendable {
    case malformed, unknown, warning
}

enum DigestFormat: String, Sendable {
    case text, json, csv, markdown, html
}

/// The options that every command takes.
struct CommonSettings: Equatable, Sendable {
    /// A series' directory or one version's file; nil for the built-in registry.
    var registry: String?
    var language: String?
    /// Worker threads; nil for the number of cores.
    var jobs: Int?

    /// How many threads work: as many as asked for, or as there are processors.
    var workers: Int { jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    var isQuiet = false
    var color = ColorChoice.automatic
}

/// Which records count. Several channels, senders or types mean any of them.
struct FilterSettings: Equatable, Sendable {
    var channels: [String] = []
    var senders: [String] = []
    var types: [String] = []
    /// Milliseconds since 1970 UTC, inclusive.
    var since: Int64?
    /// Milliseconds since 1970 UTC, exclusive.
    var until: Int64?
    /// A text that searchable text has to hold.
    var match: String?
    var limit: Int?

    var isEmpty: Bool { self == FilterSettings() }
}

struct AuditSettings: Equatable, Sendable {
    var archives: [String] = []
    var common = CommonSettings()
    var filters = FilterSettings()
    var version: Int?
    var format = ReportFormat.text
    var output: String?
    var findings: String?
    var quarantine: String?
    var examples = 3
    var quotesValues = true
    var failOn: FailLevel?
}

struct MigrateSettings: Equatable, Sendable {
    var archive = ""
    var common = CommonSettings()
    /// Where the new archive goes; nil for a dry run.
    var output: String?
    var version: Int?
    /// `keep`, `repair`, `drop` or `fail`.
    var malformed = "keep"
    var overwrites = false
    var resumes = false
    var report: String?
    var quarantine: String?
    var examples = 3
    var level = 6
    var verifies = true
    var temporaryFolder: String?
    var failOn: FailLevel?
}

struct DigestSettings: Equatable, Sendable {
    var archives: [String] = []
    var common = CommonSettings()
    var filters = FilterSettings()
    var version: Int?
    var grouping = DigestGrouping.channel
    var isRaw = false
    var format = DigestFormat.text
    var output: String?
    var temporaryFolder: String?
}

/// How `replay` prints.
enum ReplayFormat: String, Sendable {
    case text, jsonl
}

struct ReplaySettings: Equatable, Sendable {
    var archives: [String] = []
    var common = CommonSettings()
    var filters = FilterSettings()
    var version: Int?
    var isRaw = false
    var format = ReplayFormat.text
    /// nil for as fast as can be.
    var pace: ReplayPace?
    var order = ReplayOptions.Order.archive
    /// nil for UTC.
    var zone: String?
    var temporaryFolder: String?
}

struct InspectSettings: Equatable, Sendable {
    var archives: [String] = []
    var common = CommonSettings()
    /// `text` or `json`.
    var format = ReportFormat.text
    var output: String?
}

struct MergeSettings: Equatable, Sendable {
    var reports: [String] = []
    var common = CommonSettings()
    var format = ReportFormat.text
    var output: String?
    var examples = 3
}

/// How `registry check` prints.
enum CheckFormat: String, Sendable {
    case text, json, markdown, sarif
}

/// How `registry diff` prints.
enum DiffFormat: String, Sendable {
    case text, json, markdown
}

struct RegistryCheckSettings: Equatable, Sendable {
    /// The folder of the series.
    var folder = ""
    var common = CommonSettings()
    var format = CheckFormat.text
    var output: String?
}

struct RegistryDiffSettings: Equatable, Sendable {
    /// The folder of the series.
    var folder = ""
    var old = 1
    var new = 1
    var common = CommonSettings()
    var format = DiffFormat.text
    var output: String?
    /// Archives whose messages are counted by change.
    var archives: [String] = []
}

/// How `registry show` prints.
enum ShowFormat: String, Sendable {
    case text, markdown, json
    case jsonSchema = "json-schema"
}

struct RegistryShowSettings: Equatable, Sendable {
    /// The folder of the series, or the built-in registry's name.
    var registry = ""
    var common = CommonSettings()
    /// The version; the newest one if nil.
    var version: Int?
    var format = ShowFormat.text
    var output: String?
}

struct RegistryInferSettings: Equatable, Sendable {
    var archives: [String] = []
    var common = CommonSettings()
    var filters = FilterSettings()
    var output: String?
}

struct ExplainSettings: Equatable, Sendable {
    var code: String?
    var common = CommonSettings()
}

enum Shell: String, Sendable {
    case bash, zsh, fish
}
