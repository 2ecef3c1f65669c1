import Glibc

/// An archive that was just opened: what it is, found out by content.
struct OpenedArchive {
    let contents: any Container
    let container: ArchiveContainer
    let compression: ArchiveCompression
    let manifest: ArchiveManifest?
    let totalBytes: UInt64?

    /// So many bytes at the front tell what a file is.
    private static let prefixSize = 4096

    init(_ path: String, options: ArchiveReader.Options, counter: ReadCounter) throws(ArchiveError) {
        var status = stat()
        if path != "-" {
            guard stat(path, &status) == 0 else {
                let error = errno
                if error == ENOENT { throw .notFound(path: path) }
                throw .unreadable(path: path, reason: SystemError(number: error).reason)
            }
            if status.isFolder {
                let bundle = try FolderBundle(path, counter: counter)
                contents = bundle
                container = .bundle
                compression = bundle.isCompressed ? .gzip : .none
                manifest = bundle.manifest
                totalBytes = bundle.totalBytes
                return
            }
        }

        let raw: FileSource
        var origin = FileOrigin()
        do throws(SystemError) {
            let descriptor = try Self.open(path)
            let status = try descriptor.status()
            if status.isFolder { throw SystemError(number: EISDIR) }
            if status.isRegular { origin.attributes = FileAttributes(status) }
            totalBytes = status.isRegular ? UInt64(max(0, status.st_size)) : nil
            raw = FileSource(descriptor, path: path, counter: counter)
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }

        let (start, startFailure) = raw.readPrefix(Self.prefixSize)
        if let startFailure, start.isEmpty { throw startFailure }
        var source: any ByteSource = PrefixedSource(start, then: raw)
        var gunzip: GunzipSource?
        var prefix = start
        var failure = startFailure
        if start.starts(with: [0x1f, 0x8b]) {
            let unzipped = GunzipSource(source)
            gunzip = unzipped
            (prefix, failure) = unzipped.readPrefix(Self.prefixSize)
            if let failure, prefix.isEmpty { throw failure }
            source = PrefixedSource(prefix, then: unzipped)
        }
        compression = gunzip == nil ? .none : .gzip

        if TarHeader.isHeader(prefix) {
            let bundle = try TarBundle(
                path, source: source, gunzip: gunzip, attributes: origin.attributes,
                temporaryFolder: options.temporaryFolder, keepsExtraFiles: options.keepsExtraFiles)
            contents = bundle
            container = .tar
            manifest = bundle.manifest
            return
        }
        if let refusal = ContentSniffer.refusal(of: prefix, isCompressed: gunzip != nil) {
            if let failure { throw failure }
            throw .notAnArchive(path: path, what: refusal.what, hint: refusal.hint)
        }
        contents = SingleFile(path: path, source: source, gunzip: gunzip, origin: origin)
        container = .file
        manifest = nil
    }

    private static func open(_ path: String) throws(SystemError) -> Descriptor {
        if path == "-" { return .standardInput }
        let number = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError(number: errno) }
        return Descriptor(owning: number)
    }
}
