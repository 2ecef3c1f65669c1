/// A bundle in a tar, with or without a folder around it, its entries in any order.
///
/// The tar is read once. An entry whose turn it is, is read straight; one that comes before its turn, or before the
/// manifest, waits in a ``Spool``.
final class TarBundle: Container {
    let manifest: ArchiveManifest
    let files: [ArchiveFile]
    var extraFiles: [String] { extras.map(\.path) }
    var failure: ArchiveError? { tar.failure }
    var gzip: GzipFacts? { gunzip?.facts }
    var damages: [ArchiveDamage] { noted }
    let manifestOrigin: FileOrigin
    let attributes: FileAttributes?
    var topFolder: String { top }
    var folders: [FolderOrigin] { tar.folders }

    /// An entry that waits in the spool.
    private struct Kept {
        let segment: Spool.Segment
        let attributes: FileAttributes
    }

    private let tar: TarReader
    private let gunzip: (any GzipSource)?
    private let temporaryFolder: String?
    private let keepsExtraFiles: Bool
    private let kinds: Set<FileKind>?
    private var spool: Spool?
    /// Entries that came before their turn, by file.
    private var waiting: [Int: (entry: Kept, isCompressed: Bool)] = [:]
    /// Files that the manifest doesn't list; their bytes only if they are kept.
    private var extras: [(path: String, entry: Kept?)] = []
    private var indexes: [String: Int] = [:]
    private var seen: Set<Int> = []
    /// The folder around the bundle with its slash, or nothing.
    private let top: String
    private var cursor = 0
    private var noted: [ArchiveDamage] = []
    private var tarDamagesTaken = 0
    private var isFinished = false

    /// - Parameters:
    ///   - path: The archive's path, for messages.
    ///   - source: The tar's bytes, decompressed.
    ///   - gunzip: The source that decompresses them, if they are compressed.
    ///   - attributes: The permissions of the tar itself.
    ///   - options: How to read.
    init(
        _ path: String, source: any ByteSource, gunzip: (any GzipSource)?, attributes: FileAttributes?,
        options: ArchiveReader.Options
    ) throws(ArchiveError) {
        tar = TarReader(source)
        self.gunzip = gunzip
        temporaryFolder = options.temporaryFolder
        keepsExtraFiles = options.keepsExtraFiles
        kinds = options.kinds
        self.attributes = attributes

        var spool: Spool?
        // Entries before the manifest, by path.
        var early: [String: Kept] = [:]
        var order: [String] = []
        var found: (bytes: [UInt8], top: String, attributes: FileAttributes)?
        while let entry = try tar.next() {
            if let top = Self.top(ofManifest: entry.path) {
                guard entry.size <= UInt64(ArchiveManifest.sizeLimit) else {
                    throw .damaged(
                        ArchiveDamage(
                            file: ArchiveManifest.name,
                            message: "is larger than \(ArchiveManifest.sizeLimit >> 20) MiB"))
                }
                let (bytes, failure) = tar.readPrefix(Int(entry.size))
                if let failure { throw failure }
                found = (bytes, top, entry.attributes)
                break
            }
            let keeper: Spool
            if let spool { keeper = spool } else { keeper = try Spool(in: temporaryFolder) }
            spool = keeper
            let segment = try keeper.keep(tar)
            let kept = Kept(segment: segment, attributes: entry.attributes)
            if early.updateValue(kept, forKey: entry.path) == nil { order.append(entry.path) }
            // Without a manifest nothing tells what the entries before the damage are.
            if let failure = segment.failure { throw failure }
        }
        guard let found else {
            throw .notAnArchive(
                path: path, what: "a tar without manifest.json",
                hint: "it must hold a bundle's directory, or the files in it, with manifest.json")
        }
        self.spool = spool
        top = found.top
        manifestOrigin = FileOrigin(attributes: found.attributes)
        let manifest = try ArchiveManifest(found.bytes, of: path)
        self.manifest = manifest
        files = manifest.archiveFiles
        noted = manifest.damages
        for file in files { indexes[file.path] = file.index }
        for path in order {
            guard let kept = early[path] else { continue }
            place(path) { kept }
        }
        takeDamages()
    }

    /// The folder around a bundle, if this is the path of its manifest.
    private static func top(ofManifest path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let name = parts.last, name == ArchiveManifest.name else { return nil }
        return parts.count == 2 ? parts[0] + "/" : ""
    }

    /// The file that an entry is, if the manifest lists it and no earlier entry was it.
    private func file(at path: String) -> (index: Int, isCompressed: Bool)? {
        guard path.hasPrefix(top) else { return nil }
        let inside = String(path.dropFirst(top.count))
        if let index = indexes[inside] { return (index, false) }
        if inside.hasSuffix(".gz"), let index = indexes[String(inside.dropLast(3))] { return (index, true) }
        return nil
    }

    /// Finds out what an entry is, and keeps it for its turn if it is a listed file.
    private func place<E: Error>(_ path: String, _ kept: () throws(E) -> Kept) throws(E) {
        guard let (index, isCompressed) = file(at: path) else {
            if Self.top(ofManifest: path) != nil {
                noted.append(ArchiveDamage(file: path, message: "is a second manifest in this tar; it isn't read"))
            } else {
                extras.append((path, keepsExtraFiles ? try kept() : nil))
            }
            return
        }
        guard seen.insert(index).inserted else {
            noted.append(ArchiveDamage(file: files[index].path, message: "is in the tar twice; the first one is read"))
            return
        }
        guard kinds?.contains(files[index].kind) ?? true else { return }
        waiting[index] = (try kept(), isCompressed)
    }

    func next() throws(ArchiveError) -> OpenFile? {
        while cursor < files.count {
            let file = files[cursor]
            guard kinds?.contains(file.kind) ?? true else {
                cursor += 1
                continue
            }
            if let found = waiting.removeValue(forKey: file.index), let spool {
                cursor += 1
                return open(
                    file, spool.source(of: found.entry.segment), found.entry.attributes,
                    isCompressed: found.isCompressed)
            }
            guard let entry = nextEntry() else {
                cursor += 1
                // Of a damaged tar that is all there is to say.
                if tar.failure == nil {
                    noted.append(ArchiveDamage(file: file.path, message: Folder.Refusal.absent.damage))
                }
                continue
            }
            if let (index, isCompressed) = self.file(at: entry.path), index == file.index, !seen.contains(index) {
                seen.insert(index)
                cursor += 1
                return open(file, tar, entry.attributes, isCompressed: isCompressed)
            }
            try place(entry.path) { () throws(ArchiveError) -> Kept in try keep(entry) }
        }
        // The rest: files that nobody lists, and the end.
        while let entry = nextEntry() {
            try place(entry.path) { () throws(ArchiveError) -> Kept in try keep(entry) }
        }
        return nil
    }

    private func open(
        _ file: ArchiveFile, _ source: any ByteSource, _ attributes: FileAttributes, isCompressed: Bool
    ) -> OpenFile {
        OpenFile(
            index: file.index, source: isCompressed ? GunzipSource(source) : source,
            checksum: manifest.files[file.index].checksum,
            origin: FileOrigin(isCompressed: isCompressed, attributes: attributes))
    }

    func openExtraFile(_ index: Int) throws(ArchiveError) -> ExtraFile {
        guard let kept = extras[index].entry, let spool else {
            preconditionFailure("the reader wasn't asked to keep files that no manifest lists")
        }
        return ExtraFile(source: spool.source(of: kept.segment), origin: FileOrigin(attributes: kept.attributes))
    }

    func attributes(ofFolder path: String) -> FileAttributes? { nil }

    private func keep(_ entry: TarReader.Entry) throws(ArchiveError) -> Kept {
        let keeper: Spool
        if let spool { keeper = spool } else { keeper = try Spool(in: temporaryFolder) }
        spool = keeper
        return Kept(segment: try keeper.keep(tar), attributes: entry.attributes)
    }

    /// The next entry, or nil at the end or at damage, which is noted.
    private func nextEntry() -> TarReader.Entry? {
        guard !isFinished else { return nil }
        defer { takeDamages() }
        do throws(ArchiveError) {
            if let entry = try tar.next() { return entry }
        } catch {
            // It stays the tar's failure.
        }
        isFinished = true
        return nil
    }

    private func takeDamages() {
        noted += tar.damages[tarDamagesTaken...]
        tarDamagesTaken = tar.damages.count
    }
}
