/// Reads an archive from front to back as chunks of whole lines.
///
/// What it is, is found out by content, never by name: a bundle directory, a tar or tar.gz of one, or a file of JSON
/// lines, compressed or not. One thread at a time opens it and calls ``nextChunk()``; chunks may be used and recycled,
/// and ``bytesRead`` asked for, on any thread.
///
///     let reader = try ArchiveReader(opening: "export.tar.gz")
///     while let chunk = try reader.nextChunk() {
///         …
///         reader.recycle(chunk)
///     }
///     print(reader.damages)
public final class ArchiveReader: @unchecked Sendable {
    /// How to read.
    public struct Options: Sendable {
        /// Where a tar's files wait for their turn; nil for the system's temporary folder.
        public var temporaryFolder: String?
        /// The usual size of a chunk, in bytes.
        public var chunkSize = 1 << 20
        /// Whether the files of a tar that its manifest doesn't name are kept in the temporary folder, so that an
        /// ``ArchiveWriter`` can copy them.
        public var keepsExtraFiles = false
        /// The kinds of files in a bundle that are read; nil for all. The others are passed over, and nobody looks
        /// whether they are whole.
        public var kinds: Set<FileKind>?
        /// Where standard input is kept so that it can be read more than once; nil where nobody needs that.
        public var inputCopy: InputCopy?
        /// The form of a single file, where that is known; a file without any record is an archive then too. nil to find it
        /// out.
        public var form: ArchiveForm?

        /// How many threads decompress block gzip (BGZF), the one that reads included; what is read doesn't depend on it.
        public var inflateThreads = 1

        /// The usual options.
        public init() {}
    }

    /// The archive as the user named it; `-` is standard input.
    public let path: String
    /// How it holds its files.
    public let container: ArchiveContainer
    /// How it, or a file of a bundle directory, is compressed.
    public let compression: ArchiveCompression
    /// Which form its records have.
    public let form: ArchiveForm
    /// A bundle's manifest.
    public let manifest: ArchiveManifest?
    /// Its files in the manifest's order; the chunks come in this order.
    public let files: [ArchiveFile]
    /// How large it is on disk, in bytes; nil where that can't be known, as for a pipe.
    public let totalBytes: UInt64?

    let contents: any Container
    /// The usual size of a chunk, in bytes.
    let chunkSize: Int
    /// Whether the files that no manifest names can be read after the others.
    let keepsExtraFiles: Bool
    private let pool: ChunkPool
    private let counter: ReadCounter
    private var current: (file: OpenFile, cutter: ChunkCutter)?
    private var peeked: ArchiveChunk?
    private var sequence = 0
    private var fileDamages: [ArchiveDamage] = []
    /// The container's damages that are in `fileDamages` already.
    private var damagesTaken = 0
    private var isFailureTaken = false
    private var isFinished = false

    /// What isn't as it should be, in the order in which it was met; complete once ``nextChunk()`` gave nil.
    public var damages: [ArchiveDamage] { fileDamages }

    /// The files in it that its manifest doesn't name, complete once ``nextChunk()`` gave nil.
    public var extraFiles: [String] { contents.extraFiles }

    /// What the gzip stream around the whole archive is made of, as far as it was read; nil if there is none.
    public var gzip: GzipFacts? { contents.gzip }

    /// How many bytes were read from disk so far.
    public var bytesRead: UInt64 { counter.value }

    /// Opens an archive and looks at its beginning.
    /// - Parameter path: A directory, a file, or `-` for standard input.
    public init(opening path: String, options: Options = Options()) throws(ArchiveError) {
        let counter = ReadCounter()
        let pool = ChunkPool(chunkSize: max(options.chunkSize, 4096))
        self.path = path
        chunkSize = pool.chunkSize
        keepsExtraFiles = options.keepsExtraFiles
        self.counter = counter
        self.pool = pool

        let opened = try OpenedArchive(path, options: options, counter: counter)
        contents = opened.contents
        container = opened.container
        compression = opened.compression
        manifest = opened.manifest
        totalBytes = opened.totalBytes
        files = opened.contents.files
        if container != .file {
            form = .wkdb
            takeDamages()
            return
        }

        // The first chunk tells the form.
        guard let file = try contents.next() else {
            throw .notAnArchive(path: path, what: "an empty file", hint: "was the export interrupted?")
        }
        let cutter = ChunkCutter(
            file.source, fileIndex: file.index, pool: pool, counter: counter, withChecksum: false)
        guard let chunk = cutter.next() else {
            throw .notAnArchive(path: path, what: "an empty file", hint: "was the export interrupted?")
        }
        switch options.form.map(FormDetector.Verdict.form) ?? FormDetector.detect(chunk) {
        case .form(let form): self.form = form
        case .other(let finding):
            // Damage explains better why there is no record than what is left of the file.
            if let failure = cutter.failure { throw failure }
            throw .notAnArchive(path: path, what: finding.what, hint: finding.hint)
        }
        current = (file, cutter)
        peeked = chunk
    }

    /// The next chunk, or nil at the archive's end.
    ///
    /// Damage isn't thrown: it ends the file that it is in, is noted in ``damages``, and reading goes on where it safely
    /// can.
    /// - Throws: ``ArchiveError/cannotSpool(folder:reason:)``.
    public func nextChunk() throws(ArchiveError) -> ArchiveChunk? {
        while !isFinished {
            if let current {
                if let chunk = peeked ?? current.cutter.next() {
                    peeked = nil
                    chunk.sequence = sequence
                    chunk.origin = current.file.origin
                    sequence += 1
                    if chunk.isLast { close(current.file, current.cutter) }
                    return chunk
                }
            }
            guard let file = try contents.next() else {
                takeDamages()
                isFinished = true
                break
            }
            takeDamages()
            current = (
                file,
                ChunkCutter(
                    file.source, fileIndex: file.index, pool: pool, counter: counter,
                    withChecksum: file.checksum != nil)
            )
        }
        return nil
    }

    /// Gives a chunk back so that its memory serves again; the chunk must not be used any more.
    public func recycle(_ chunk: ArchiveChunk) {
        pool.give(chunk)
    }

    /// Whether it was read to its end.
    var isAtEnd: Bool { isFinished }

    /// Notes what the end of a file shows.
    private func close(_ file: OpenFile, _ cutter: ChunkCutter) {
        current = nil
        takeDamages()
        let name = container == .file ? nil : files[file.index].path
        if let failure = cutter.failure {
            // What the container itself threw is noted with its own place.
            if failure == contents.failure { return }
            var damage = failure.asDamage
            if damage.file == nil { damage.file = name }
            fileDamages.append(damage)
        } else if let checksum = file.checksum, let found = cutter.checksum, found != checksum {
            fileDamages.append(
                ArchiveDamage(
                    file: name, message: "its SHA-256 is \(found), but the manifest says \(checksum)"))
        }
    }

    private func takeDamages() {
        fileDamages += contents.damages[damagesTaken...]
        damagesTaken = contents.damages.count
        if !isFailureTaken, let failure = contents.failure {
            fileDamages.append(failure.asDamage)
            isFailureTaken = true
        }
    }
}
