import MessageReplay

/// What `inspect` says of an archive.
struct ArchiveFacts: Sendable, Equatable {
    var path: String
    /// `bundle`, `tar`, `zip` or `file`.
    var container: String
    /// `gzip` or `none`.
    var compression: String
    /// Members of the gzip stream that is the archive; nil where it isn't one.
    var gzipMembers: Int?
    /// Whether the members are BGZF blocks.
    var isBGZF: Bool
    /// `wkdb` or `api`; nil where the form couldn't be told.
    var form: String?
    /// Bytes read from disk.
    var bytes: UInt64
    /// What a bundle's manifest says.
    var hashSlotCount: Int?
    /// A bundle's files in the manifest's order; one for a single file.
    var files: [FileFacts]
    /// Files in the container that the manifest doesn't name.
    var extraFiles: [String]
    var damage: [DamagePlace]
}

/// One file of an archive.
struct FileFacts: Sendable, Equatable {
    var path: String
    /// The manifest's kind; nil for a single file.
    var kind: String?
    /// Rows counted; nil where the file couldn't be read.
    var rows: Int?
    /// Rows that the manifest promises.
    var expectedRows: Int?
    var bytes: UInt64
    /// SHA-256 as read, in lower-case hexadecimal.
    var checksum: String?
    /// Whether rows and checksum are those of the manifest; true where there is no manifest.
    var matches: Bool
}
