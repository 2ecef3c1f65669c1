/// An archive that is one file of records.
final class SingleFile: Container {
    let files: [ArchiveFile]
    let damages: [ArchiveDamage] = []
    let extraFiles: [String] = []
    var failure: ArchiveError? { nil }
    var gzip: GzipFacts? { gunzip?.facts }
    private let gunzip: GunzipSource?
    private var source: (any ByteSource)?

    /// - Parameters:
    ///   - path: As the user named it.
    ///   - source: Its decompressed bytes.
    ///   - gunzip: The source that decompresses, if it is compressed.
    init(path: String, source: any ByteSource, gunzip: GunzipSource?) {
        files = [ArchiveFile(index: 0, path: path, kind: .messages, expectedRows: nil)]
        self.source = source
        self.gunzip = gunzip
    }

    func next() throws(ArchiveError) -> OpenFile? {
        guard let source else { return nil }
        self.source = nil
        return OpenFile(index: 0, source: source, checksum: nil)
    }
}
