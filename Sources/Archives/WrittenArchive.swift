/// What an archive that was written holds.
public struct WrittenArchive: Hashable, Sendable {
    /// One of its files.
    public struct File: Hashable, Sendable {
        /// As the manifest names it; for a single file, as the source is named.
        public let path: String
        /// How many rows it has: lines that aren't blank.
        public let rows: Int
        /// How many bytes it has, decompressed.
        public let bytes: UInt64
        /// Their checksum.
        public let checksum: Checksum
    }

    /// The files that the source's manifest names, in its order, or the single file.
    public let files: [File]
    /// The files that no manifest names and that were copied as they are.
    public let copied: [String]
    /// How many bytes it takes on disk; of a directory the sum of its files.
    public let bytes: UInt64
}
