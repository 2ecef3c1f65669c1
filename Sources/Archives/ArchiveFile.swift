/// What a file of an archive holds, by its kind in the manifest.
public enum FileKind: Hashable, Sendable, CustomStringConvertible {
    /// `message.messages`: one record a line.
    case messages
    /// `meta.channel_latest`: the latest message of each channel, a carrier.
    case channelLatest
    /// `meta.message_updates`: edits, a carrier.
    case messageUpdates
    /// Any other kind, known or not; it carries no payload.
    case other(String)

    /// From the manifest's text.
    public init(_ text: String) {
        switch text {
        case "message.messages": self = .messages
        case "meta.channel_latest": self = .channelLatest
        case "meta.message_updates": self = .messageUpdates
        default: self = .other(text)
        }
    }

    /// The manifest's text.
    public var description: String {
        switch self {
        case .messages: "message.messages"
        case .channelLatest: "meta.channel_latest"
        case .messageUpdates: "meta.message_updates"
        case .other(let text): text
        }
    }
}

/// One file of an archive.
public struct ArchiveFile: Hashable, Sendable {
    /// Its place among the reader's files, from 0.
    public let index: Int
    /// As the manifest names it; for a single file, as the user named it.
    public let path: String
    /// What it holds.
    public let kind: FileKind
    /// How many rows the manifest promises; nil where nothing says so. The reader doesn't count rows: whoever walks the
    /// lines compares.
    public let expectedRows: Int?
}

/// How an archive holds its files.
public enum ArchiveContainer: String, Sendable {
    /// A bundle directory.
    case bundle
    /// A bundle in a tar.
    case tar
    /// A single file of records.
    case file
}

/// How an archive is compressed.
public enum ArchiveCompression: String, Sendable {
    case none
    /// One member or many, or BGZF blocks.
    case gzip
}

/// Which form the records have (ARCHIVES.md, Forms).
public enum ArchiveForm: String, Sendable {
    /// Rows of a WKDB bundle, F1.
    case wkdb
    /// Message objects of the HTTP API and its relatives, F3, F5, F6 and F8.
    case api
}
