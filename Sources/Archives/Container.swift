/// A file of an archive that is open for reading.
struct OpenFile {
    let index: Int
    /// Its decompressed bytes.
    let source: any ByteSource
    /// What the manifest says of these bytes.
    let checksum: Checksum?
    /// How it lies in the archive.
    let origin: FileOrigin
}

/// A file of an archive that its manifest doesn't name.
struct ExtraFile {
    let source: any ByteSource
    let origin: FileOrigin
}

/// A folder of an archive.
struct FolderOrigin: Hashable {
    let path: String
    let attributes: FileAttributes
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
    /// The permissions of the archive itself; nil where there are none, as with a pipe.
    var attributes: FileAttributes? { get }
    /// How the manifest lies in it.
    var manifestOrigin: FileOrigin { get }
    /// The folder around a bundle in a tar, with its slash, or nothing.
    var topFolder: String { get }
    /// The folders that a tar has entries for, or that are in a bundle directory, as far as they were met.
    var folders: [FolderOrigin] { get }

    /// Opens the next file that is there; nil after the last one, and then the container was read to its end.
    /// The file before must not be read any more.
    /// - Throws: Only what makes going on impossible; damage is noted.
    func next() throws(ArchiveError) -> OpenFile?

    /// Opens one of ``extraFiles`` by its index, after the last file.
    func openExtraFile(_ index: Int) throws(ArchiveError) -> ExtraFile

    /// The permissions of a folder in a bundle directory; nil if there is none, and for other containers.
    func attributes(ofFolder path: String) -> FileAttributes?
}
