/// A bundle in a tar, with or without a folder around it, its entries in any order.
///
/// The tar is read once. An entry whose turn it is, is read straight; one that comes before its turn, or before the
/// manifest, waits in a ``Spool``.
final class TarBundle: Container {
    let manifest: ArchiveManifest
    let files: [ArchiveFile]
    private(set) var extraFiles: [String] = []
    var failure: ArchiveError? { tar.failure }
    var gzip: GzipFacts? { gunzip?.facts }
    var damages: [ArchiveDamage] { noted }

    private let tar: TarReader
    private let gunzip: GunzipSource?
    private let temporaryFolder: String?
    private var spool: Spool?
    /// Entries before the manifest, by path in the tar; then entries before their turn, by file.
    private var early: [String: Spool.Segment] = [:]
    private var waiting: [Int: (segment: Spool.Segment, isCompressed: Bool)] = [:]
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
    init(
        _ path: String, source: any ByteSource, gunzip: GunzipSource?, temporaryFolder: String?
    ) throws(ArchiveError) {
        tar = TarReader(source)
        self.gunzip = gunzip
        self.temporaryFolder = temporaryFolder

        var spool: Spool?
        var early: [String: Spool.Segment] = [:]
        var order: [String] = []
        var found: (bytes: [UInt8], top: String)?
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
                found = (bytes, top)
                break
            }
            let keeper: Spool
            if let spool { keeper = spool } else { keeper = try Spool(in: temporaryFolder) }
            spool = keeper
            let segment = try keeper.keep(tar)
            if early.updateValue(segment, forKey: entry.path) == nil { order.append(entry.path) }
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
        let manifest = try ArchiveManifest(found.bytes, of: path)
        self.manifest = manifest
        files = manifest.archiveFiles
        noted = manifest.damages
        for file in files { indexes[file.path] = file.index }
        for path in order {
            guard let segment = early[path] else { continue }
            place(path) { segment }
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
    private func place<E: Error>(_ path: String, _ segment: () throws(E) -> Spool.Segment) throws(E) {
        guard let (index, isCompressed) = file(at: path) else {
            if Self.top(ofManifest: path) != nil {
                noted.append(ArchiveDamage(file: path, message: "is a second manifest in this tar; it isn't read"))
            } else {
                extraFiles.append(path)
            }
            return
        }
        guard seen.insert(index).inserted else {
            noted.append(ArchiveDamage(file: files[index].path, message: "is in the tar twice; the first one is read"))
            return
        }
        waiting[index] = (try segment(), isCompressed)
    }

    func next() throws(ArchiveError) -> OpenFile? {
        while cursor < files.count {
            let file = files[cursor]
            if let found = waiting.removeValue(forKey: file.index), let spool {
                cursor += 1
                return open(file, SpooledSource(spool, found.segment), isCompressed: found.isCompressed)
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
                return open(file, tar, isCompressed: isCompressed)
            }
            try place(entry.path) { () throws(ArchiveError) -> Spool.Segment in try keep() }
        }
        // The rest: files that nobody lists, and the end.
        while let entry = nextEntry() {
            try place(entry.path) { () throws(ArchiveError) -> Spool.Segment in try keep() }
        }
        return nil
    }

    private func open(_ file: ArchiveFile, _ source: any ByteSource, isCompressed: Bool) -> OpenFile {
        OpenFile(
            index: file.index, source: isCompressed ? GunzipSource(source) : source,
            checksum: manifest.files[file.index].checksum)
    }

    private func keep() throws(ArchiveError) -> Spool.Segment {
        let keeper: Spool
        if let spool { keeper = spool } else { keeper = try Spool(in: temporaryFolder) }
        spool = keeper
        return try keeper.keep(tar)
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
