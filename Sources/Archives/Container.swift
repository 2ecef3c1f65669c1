/// A file of an archive that is open for reading.
struct OpenFile {
    let index: Int
    /// Its decompressed bytes.
    let source: any ByteSource
    /// What the manifest says of these bytes.
    let checksum: Checksum?
}

/// An archive's files, handed out in order.
protocol Container: AnyObject {
    /// The files in the manifest's order.
    var files: [ArchiveFile] { get }
    /// What was found damaged so far, apart from ``failure`` and from what the open
    /// file's source throws.
    var damages: [ArchiveDamage] { get }
    /// What made reading the container on impossible, so that files after it aren't reached; not among ``damages``.
    var failure: ArchiveError? { get }
    /// Files that no manifest names, as far as they were met.
    var extraFiles: [String] { get }
    /// The outer gzip stream's facts, if there is one.
    var gzip: GzipFacts? { get }

    /// Opens the next file that is there; nil after the last one, and then the container was read to its end.
    /// The file before must not be read any more.
    /// - Throws: Only what makes going on impossible; damage is noted.
    func next() throws(ArchiveError) -> OpenFile?
}
