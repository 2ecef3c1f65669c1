/// What messages say, in short: the model behind the text, Markdown, HTML, CSV and JSON reports of a digest.
///
/// Groups are in the order of the reports: by messages, most first; then numbers by value, texts by UTF-8, what has no
/// label last. There may be millions of them, so they are kept in a temporary file and read one at a time.
public struct DigestReport: Sendable {
    /// How many groups have their words and hours told, from the largest down.
    public static let detailLimit = 1000

    /// The registry that content was decoded by.
    public var registry: RegistryLabel
    /// The archives that were read, in the order they were named.
    public var archives: [ArchiveSummary]
    /// What messages are grouped by.
    public var grouping: DigestGrouping
    /// Whether payloads were decoded as they stand, and not upgraded first.
    public var isRaw: Bool
    /// The language of digests.
    public var language: String
    /// How many messages were left out since clients never show such content.
    public var hidden: Int
    /// How many messages were recalled: they count, but their text doesn't.
    public var recalled: Int
    /// All messages together.
    public var whole: DigestGroup
    /// Messages over time.
    public var activity: DigestActivity
    /// The groups.
    public var groups: DigestGroups
}

/// The messages that have something in common.
public struct DigestGroup: Sendable, Equatable {
    /// The latest message of a group.
    public struct Latest: Sendable, Equatable {
        /// Its time in milliseconds since 1970 UTC; nil where no message of the group has a usable one.
        public var time: Int64?
        /// Its digest, of at most 200 characters. It may hold any character.
        public var digest: String
    }

    /// How often a word occurs.
    public struct Word: Sendable, Equatable {
        /// The word, case-folded, or two neighbouring characters of Chinese, Japanese or Korean text.
        public var word: String
        /// How often it occurs.
        public var count: Int
    }

    /// What the messages have in common: the type, or as a string the channel, sender or day; `none` where it is absent,
    /// and for the whole report.
    public var label: TypeLabel
    /// Of a type, the name that the registry gives it; nil where it gives none.
    public var name: String?
    /// How many messages clients show of it, as themselves or as a placeholder.
    public var messages = 0
    /// Those among them whose type the registry doesn't know, or can't know.
    public var unknown = 0
    /// Those among them that are broken.
    public var malformed = 0
    /// Those among them that count with what they were edited to.
    public var edited = 0
    /// How many senders they have.
    public var senders = 0
    /// The earliest usable time, in milliseconds since 1970 UTC.
    public var first: Int64?
    /// The latest usable time, in milliseconds since 1970 UTC.
    public var last: Int64?
    /// The latest message; of those of one time the last in the archives. Nil where there is no message.
    public var latest: Latest?
    /// The most frequent words, most frequent first; nil where they aren't told.
    public var words: [Word]?
    /// The messages of each hour of the day in UTC, from 0 to 23; nil where they aren't told.
    public var hours: [Int]?

    /// A group without messages.
    public init(label: TypeLabel) {
        self.label = label
    }

    /// The messages that decode.
    public var decoded: Int { messages - unknown - malformed }
}

/// Messages over time (UTC). Messages without a usable time are in none of its rows.
public struct DigestActivity: Sendable, Equatable {
    /// How long a row's time is.
    public enum Unit: String, Sendable {
        case hour
        case day
        case month
        case year
    }

    /// The messages of one hour, day, month or year.
    public struct Row: Sendable, Equatable {
        /// As `2021-03-01T08:00`, `2021-03-01`, `2021-03` or `2021`.
        public var start: String
        /// Their outcomes.
        public var counts: OutcomeCounts

        /// A row.
        public init(start: String, counts: OutcomeCounts) {
            self.start = start
            self.counts = counts
        }
    }

    /// The unit: as fine as leaves few enough rows.
    public var unit = Unit.hour
    /// The times that have messages, earliest first.
    public var rows: [Row] = []
}
