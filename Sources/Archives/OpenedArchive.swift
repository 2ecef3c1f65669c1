import Glibc

/// An archive that was just opened: what it is, found out by content.
struct OpenedArchive {
    let contents: any Container
    let container: ArchiveContainer
    let compression: ArchiveCompression
    let manifest: ArchiveManifest?
    let totalBytes: UInt64?

    init(_ path: String, options: ArchiveReader.Options, counter: ReadCounter) throws(ArchiveError) {
        var status = stat()
        if path != "-" {
            guard stat(path, &status) == 0 else {
                let error = errno
                if error == ENOENT || error == ENOTDIR { throw .notFound(path: path) }
                throw .unreadable(path: path, reason: SystemError(number: error).reason)
            }
            if status.isFolder {
                let bundle = try FolderBundle(path, options: options, counter: counter)
                contents = bundle
                container = .bundle
                compression = bundle.isCompressed ? .gzip : .none
                manifest = bundle.manifest
                totalBytes = bundle.totalBytes
                return
            }
        }

        let copy = path == "-" ? options.inputCopy : nil
        var raw: any ByteSource
        var origin = FileOrigin()
        var recorder: RecordingSource?
        var size: UInt64?
        if let copy, let kept = copy.source(counter) {
            raw = kept
            size = copy.count
        } else {
            do throws(SystemError) {
                let descriptor = try Self.open(path)
                let status = try descriptor.status()
                if status.isFolder { throw SystemError(number: EISDIR) }
                if status.isRegular {
                    origin.attributes = FileAttributes(status)
                    size = UInt64(max(0, status.st_size))
                }
                raw = FileSource(descriptor, path: path, counter: counter)
            } catch {
                throw .unreadable(path: path, reason: error.reason)
            }
            if copy != nil {
                let recording = try RecordingSource(raw, in: options.temporaryFolder)
                recorder = recording
                raw = recording
            }
        }

        let reopen: Reopening? =
            size == nil || path == "-"
            ? nil
            : {
                guard let file = try? Self.open(path) else { return nil }
                return FileSource(file, path: path, counter: ReadCounter())
            }
        // What goes through a recorder isn't read ahead: it may have to be read again from the copy.
        var start = try FileStart(raw, threads: recorder == nil ? options.inflateThreads : 1, counter, reopen: reopen)
        if let recorder, let copy {
            if TarHeader.isHeader(start.prefix) {
                try copy.fill(from: recorder)
                size = copy.count
                if let kept = copy.source(counter) {
                    start = try FileStart(kept, threads: options.inflateThreads, counter, reopen: nil)
                }
            } else {
                _ = recorder.finish()
            }
        }
        let (source, gunzip, prefix, failure) = (start.source, start.gunzip, start.prefix, start.failure)
        totalBytes = size
        compression = gunzip == nil ? .none : .gzip

        if TarHeader.isHeader(prefix) {
            let bundle = try TarBundle(
                path, source: source, gunzip: gunzip, attributes: origin.attributes, options: options)
            contents = bundle
            container = .tar
            manifest = bundle.manifest
            return
        }
        if options.form == nil, let refusal = ContentSniffer.refusal(of: prefix, isCompressed: gunzip != nil) {
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

/// The front of a file, looked at.
private struct FileStart {
    /// All of the file's bytes, decompressed.
    let source: any ByteSource
    /// What decompresses them, if they are compressed.
    let gunzip: (any GzipSource)?
    /// The first bytes, decompressed, and what came after them.
    let prefix: [UInt8]
    let failure: ArchiveError?

    /// So many bytes at the front tell what a file is.
    private static let prefixSize = 4096

    init(_ raw: any ByteSource, threads: Int, _ counter: ReadCounter, reopen: Reopening?) throws(ArchiveError) {
        let (start, startFailure) = raw.readPrefix(Self.prefixSize)
        if let startFailure, start.isEmpty { throw startFailure }
        let whole = PrefixedSource(start, then: raw)
        guard start.starts(with: [0x1f, 0x8b]) else {
            source = whole
            gunzip = nil
            prefix = start
            failure = startFailure
            return
        }
        let unzipped = Archives.gunzip(whole, threads: threads, counter: counter, reopen: reopen)
        (prefix, failure) = unzipped.readPrefix(Self.prefixSize)
        if let failure, prefix.isEmpty { throw failure }
        source = PrefixedSource(prefix, then: unzipped)
        gunzip = unzipped
    }
}
