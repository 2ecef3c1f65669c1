/// A bundle directory: manifest.json at its root and the files that it lists.
final class FolderBundle: Container {
    let manifest: ArchiveManifest
    let files: [ArchiveFile]
    private(set) var damages: [ArchiveDamage]
    private(set) var extraFiles: [String] = []
    var failure: ArchiveError? { nil }
    var gzip: GzipFacts? { nil }
    let manifestOrigin: FileOrigin
    let topFolder = ""
    private(set) var folders: [FolderOrigin] = []
    var attributes: FileAttributes? { folder.attributes(ofFolder: "") }
    /// The size of the manifest and of the listed files that are there, in bytes.
    let totalBytes: UInt64
    /// Whether a listed file is there compressed.
    let isCompressed: Bool

    private let path: String
    private let folder: Folder
    private let counter: ReadCounter
    private let kinds: Set<FileKind>?
    private let threads: Int
    private var cursor = 0
    /// The file whose turn comes next, if a thread reads it already.
    private var begun: OpenFile?
    /// The files that were listed or read, by the names that they have on disk.
    private var known: Set<String> = [ArchiveManifest.name]
    private var isListed = false

    /// After so many entries a folder isn't listed further.
    private static let entryLimit = 100_000

    init(_ path: String, options: ArchiveReader.Options, counter: ReadCounter) throws(ArchiveError) {
        let kinds = options.kinds
        do throws(SystemError) {
            folder = try Folder(path)
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        self.path = path
        self.kinds = kinds
        threads = options.inflateThreads
        self.counter = counter
        (manifest, manifestOrigin) = try Self.readManifest(in: folder, path: path, counter: counter)
        damages = manifest.damages
        files = manifest.archiveFiles
        var total = UInt64(manifest.bytes.count)
        var isCompressed = false
        for file in files where kinds?.contains(file.kind) ?? true {
            if let size = try? folder.openFile(file.path).size() {
                total += size
            } else if let size = try? folder.openFile(file.path + ".gz").size() {
                total += size
                isCompressed = true
            }
        }
        totalBytes = total
        self.isCompressed = isCompressed
    }

    private static func readManifest(
        in folder: borrowing Folder, path: String, counter: ReadCounter
    ) throws(ArchiveError) -> (ArchiveManifest, FileOrigin) {
        let source: FileSource
        let origin: FileOrigin
        do throws(Folder.Refusal) {
            let file = try folder.openFile(ArchiveManifest.name)
            origin = file.origin
            source = FileSource(file, path: ArchiveManifest.name, counter: counter)
        } catch .absent {
            throw .notAnArchive(
                path: path, what: "a directory without manifest.json",
                hint: "name a bundle's directory (the one that holds manifest.json) or a file")
        } catch {
            throw .damaged(ArchiveDamage(file: ArchiveManifest.name, message: error.damage))
        }
        let (bytes, failure) = source.readPrefix(ArchiveManifest.sizeLimit + 1)
        if let failure { throw failure }
        return (try ArchiveManifest(bytes, of: path), origin)
    }

    func next() throws(ArchiveError) -> OpenFile? {
        while cursor < files.count {
            let file = files[cursor]
            cursor += 1
            guard kinds?.contains(file.kind) ?? true else { continue }
            defer { beginNext() }
            if let begun, begun.index == file.index {
                self.begun = nil
                return begun
            }
            do throws(Folder.Refusal) {
                return try open(file)
            } catch {
                damages.append(ArchiveDamage(file: file.path, message: error.damage))
            }
        }
        if !isListed && kinds == nil { listExtraFiles() }
        return nil
    }

    /// Has a thread begin with the file after the one that is being read, if that is compressed.
    private func beginNext() {
        guard threads > 1, begun == nil,
            let file = files[cursor...].first(where: { kinds?.contains($0.kind) ?? true })
        else { return }
        // What can't be opened is noted when its turn comes.
        do throws(Folder.Refusal) {
            _ = try folder.openFile(file.path)
        } catch .absent {
            begun = try? openCompressed(file)
        } catch {}
    }

    /// Opens a listed file, or the compressed one in its place.
    private func open(_ file: ArchiveFile) throws(Folder.Refusal) -> OpenFile {
        known.insert(file.path)
        do throws(Folder.Refusal) {
            let plain = try folder.openFile(file.path)
            let origin = plain.origin
            return OpenFile(
                index: file.index, source: FileSource(plain, path: file.path, counter: counter),
                checksum: manifest.files[file.index].checksum, origin: origin)
        } catch .absent {
            return try openCompressed(file)
        }
    }

    /// Opens the compressed file in the place of a listed one that is absent.
    private func openCompressed(_ file: ArchiveFile) throws(Folder.Refusal) -> OpenFile {
        let compressed = try folder.openFile(file.path + ".gz")
        known.formUnion([file.path, file.path + ".gz"])
        var origin = compressed.origin
        origin.isCompressed = true
        return OpenFile(
            index: file.index, source: source(of: compressed, file.path + ".gz"),
            checksum: manifest.files[file.index].checksum, origin: origin)
    }

    /// The decompressed bytes of a file.
    private func source(of file: consuming Descriptor, _ name: String) -> any ByteSource {
        let reopen: Reopening = { [weak self] in
            guard let file = try? self?.folder.openFile(name) else { return nil }
            return FileSource(file, path: name, counter: ReadCounter())
        }
        guard threads > 1 else {
            return GunzipSource(FileSource(file, path: name, counter: counter), reopen: reopen)
        }
        let own = ReadCounter()
        let source = gunzip(FileSource(file, path: name, counter: own), threads: threads, counter: own, reopen: nil)
        return AheadSource(source, counting: own, to: counter, reopen: reopen)
    }

    func openExtraFile(_ index: Int) throws(ArchiveError) -> ExtraFile {
        let name = extraFiles[index]
        do throws(Folder.Refusal) {
            let file = try folder.openFile(name)
            let origin = file.origin
            return ExtraFile(source: FileSource(file, path: path + "/" + name, counter: counter), origin: origin)
        } catch {
            throw .damaged(ArchiveDamage(file: name, message: error.damage))
        }
    }

    func attributes(ofFolder path: String) -> FileAttributes? {
        folder.attributes(ofFolder: path)
    }

    private func listExtraFiles() {
        isListed = true
        let listing = folder.list(limit: Self.entryLimit)
        extraFiles = listing.files.filter { !known.contains($0) }
        folders = listing.folders.compactMap { path in
            attributes(ofFolder: path).map { FolderOrigin(path: path, attributes: $0) }
        }
        for (path, message) in listing.refused where !known.contains(path) {
            damages.append(ArchiveDamage(file: path, message: message))
        }
        if listing.isCut {
            damages.append(ArchiveDamage(message: "holds more than \(Self.entryLimit) files"))
        }
    }
}

extension ArchiveManifest {
    /// The listed files as a reader shows them.
    var archiveFiles: [ArchiveFile] {
        files.enumerated().map {
            ArchiveFile(index: $0.offset, path: $0.element.path, kind: $0.element.kind, expectedRows: $0.element.rows)
        }
    }
}
