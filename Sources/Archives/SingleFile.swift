/// An archive that is one file of records.
final class SingleFile: Container {
    let files: [ArchiveFile]
    let damages: [ArchiveDamage] = []
    let extraFiles: [String] = []
    var failure: ArchiveError? { nil }
    var gzip: GzipFacts? { gunzip?.facts }
    let manifestOrigin = FileOrigin()
    let topFolder = ""
    let folders: [FolderOrigin] = []
    var attributes: FileAttributes? { origin.attributes }
    private let gunzip: (any GzipSource)?
    private let origin: FileOrigin
    private var source: (any ByteSource)?

    /// - Parameters:
    ///   - path: As the user named it.
    ///   - source: Its decompressed bytes.
    ///   - gunzip: The source that decompresses, if it is compressed.
    ///   - origin: Its permissions.
    init(path: String, source: any ByteSource, gunzip: (any GzipSource)?, origin: FileOrigin) {
        files = [ArchiveFile(index: 0, path: path, kind: .messages, expectedRows: nil)]
        self.source = source
        self.gunzip = gunzip
        self.origin = origin
    }

    func next() throws(ArchiveError) -> OpenFile? {
        guard let source else { return nil }
        self.source = nil
        return OpenFile(index: 0, source: source, checksum: nil, origin: origin)
    }

    func openExtraFile(_ index: Int) throws(ArchiveError) -> ExtraFile {
        preconditionFailure("a single file has no other files")
    }

    func attributes(ofFolder path: String) -> FileAttributes? { nil }
}
