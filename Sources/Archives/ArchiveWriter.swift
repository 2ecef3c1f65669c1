/// Writes an archive in the container of the one that it is made from, whole or not at all.
///
/// What is written stands beside the output's path, as `OUT.partial`, until ``publish()`` gives it its name. Pieces come
/// in the order of the reader's chunks, one for each:
///
///     let writer = try ArchiveWriter("new.tar.gz", from: reader)
///     while let chunk = try reader.nextChunk() {
///         var piece = writer.piece(for: chunk)   // any thread
///         …                                      // fill piece.bytes and piece.rows
///         encoder.encode(&piece)                 // any thread, with an encoder of its own
///         try writer.append(piece)               // in order
///     }
///     let written = try writer.finish()          // now writer.partialPath can be read back
///     try writer.publish()
///
/// A writer that isn't published, and that wasn't told to ``suspend()``, removes what it wrote when it goes, and so does
/// one that fails. Killed, it leaves `OUT.partial` and a journal from which a writer with ``Options/resumes`` goes on:
/// the chunks of the same source are read again, and the pieces that are written already are only passed by.
public final class ArchiveWriter: @unchecked Sendable {
    /// How to write.
    public struct Options: Sendable {
        /// Whether what is at the output's path is replaced.
        public var overwrites = false
        /// Whether to go on from what an interrupted run left; without such a thing, writing begins anew.
        public var resumes = false
        /// How strongly output is compressed, 0 to 9 as zlib counts.
        public var level = 6
        /// Where the files of a tar are kept until they are joined; nil for beside the output.
        public var temporaryFolder: String?
        /// What the pieces depend on beside the source: registry, options, version. A run can only be gone on from by
        /// one with the same text.
        public var fingerprint = ""
        /// The journal is added to each time that so many bytes of text were appended.
        var checkpointBytes = 16 << 20
        var standardOutput: Int32 = 1
        var probe: WriteProbe = { _ in .none }

        /// The usual options.
        public init() {}
    }

    /// The output's path; `-` is standard output.
    public let path: String
    /// How it holds its files.
    public let container: ArchiveContainer
    /// How it is compressed. A bundle directory isn't, but its files are where the source's are.
    public let compression: ArchiveCompression
    /// Where the output is until it is published.
    public let partialPath: String

    let reader: ArchiveReader
    let options: Options
    let place: OutputPlace?
    let layout: OutputLayout
    let files: OutputFiles
    let room: DiskRoom
    private let journal: Journal?
    private let pool = PiecePool()
    private var state = State.writing
    private var appended = 0
    private var sourceRead: UInt64 = 0

    private enum State {
        case writing
        case finished(WrittenArchive)
        case published
        /// Nothing more is done, and nothing removed.
        case left
        case failed
    }

    /// Begins an output, or goes on with one.
    /// - Parameters:
    ///   - path: Its path; what its name says decides how it is compressed. `-` for standard output.
    ///   - reader: The archive that is rewritten. For a tar it must have been opened with
    ///     ``ArchiveReader/Options/keepsExtraFiles``.
    public init(
        _ path: String, from reader: ArchiveReader, options: Options = Options()
    ) throws(ArchiveWriteError) {
        precondition(
            reader.container != .tar || reader.keepsExtraFiles, "a tar that is rewritten is read with keepsExtraFiles")
        let compression = try OutputName.compression(of: path, for: reader.container)
        var begun: BegunOutput?
        if path != "-" {
            begun = try BegunOutput(path, from: reader, compression: compression, options: options)
        }
        self.path = path
        container = reader.container
        self.compression = compression
        self.reader = reader
        self.options = options
        place = begun?.place
        partialPath = begun?.place.partial ?? "-"
        layout =
            begun?.layout
            ?? OutputLayout(
                container: .file, compression: compression, partial: "-", spool: "", paths: reader.files.map(\.path))
        room = DiskRoom(
            layout, source: reader.totalBytes, sourceCompression: reader.compression,
            folders: begun.map { [$0.place.folder, $0.place.spoolParent] } ?? [])
        journal = begun?.journal
        files = try OutputFiles(
            layout, journal: begun?.journal, resumed: begun?.resumed ?? OutputFiles.Resumed(),
            standardOutput: options.standardOutput)
        try at(.begun)
    }

    deinit {
        switch state {
        case .writing, .finished: removeAll()
        case .published, .left, .failed: break
        }
    }

    /// An empty piece for a chunk; on any thread.
    public func piece(for chunk: ArchiveChunk) -> ArchivePiece {
        var piece = pool.take()
        piece.isWritten = files.resumed.holds(chunk)
        piece.place = ArchivePiece.Place(
            fileIndex: chunk.fileIndex, isFirst: chunk.isFirst, isLast: chunk.isLast, isWhole: chunk.isWhole,
            source: chunk.startOffset..<chunk.startOffset + UInt64(chunk.count), sourceRead: chunk.compressedOffset,
            origin: chunk.origin, form: layout.form(isCompressed: chunk.origin.isCompressed))
        return piece
    }

    /// An encoder for one thread.
    public func makeEncoder() -> PieceEncoder { PieceEncoder(level: options.level) }

    /// Writes the next piece, which was encoded; one thread at a time, in the order of the chunks.
    public func append(_ piece: consuming ArchivePiece) throws(ArchiveWriteError) {
        guard case .writing = state else { preconditionFailure("nothing can be appended any more") }
        sourceRead = max(sourceRead, piece.place.sourceRead)
        do throws(ArchiveWriteError) {
            try files.append(piece)
            appended += 1
            try at(.appended(appended))
            if journal != nil, files.bytesSinceCheckpoint >= options.checkpointBytes { try checkpoint() }
        } catch {
            throw failed(error)
        }
        pool.give(piece)
    }

    private func checkpoint() throws(ArchiveWriteError) {
        try at(.beforeCheckpoint)
        try files.checkpoint()
        try at(.afterCheckpoint)
    }

    /// Writes what comes after the last piece and waits until all of it is on the disk.
    /// - Returns: What the output holds.
    public func finish() throws(ArchiveWriteError) -> WrittenArchive {
        guard case .writing = state else { preconditionFailure("finish() is called once, after the last piece") }
        do throws(ArchiveWriteError) {
            let written = try finishFiles()
            state = .finished(written)
            return written
        } catch {
            throw failed(error)
        }
    }

    /// Gives the finished output its name, in place of what may be there.
    public func publish() throws(ArchiveWriteError) {
        guard case .finished = state else { preconditionFailure("publish() is called once, after finish()") }
        guard let place else {
            state = .published
            return
        }
        do throws(ArchiveWriteError) {
            let naming = OutputNaming(
                place: place, container: container, overwrites: options.overwrites,
                wasMovedAside: files.resumed.replacesFolder && FileTree.entry(at: place.path) == nil)
            try naming.run(at, named: { state = .published })
        } catch {
            throw failed(error)
        }
        state = .published
        // They only say that there is nothing left to do.
        try? FileTree.remove(place.spool)
        try? FileTree.removeFile(place.journal)
        try at(.ended)
    }

    /// Stops writing so that a later run can go on; where none could, all is removed.
    public func suspend() {
        guard case .writing = state, journal != nil else {
            if case .finished = state, journal != nil { state = .left } else { discard() }
            return
        }
        do throws(ArchiveWriteError) {
            try files.checkpoint()
            state = .left
        } catch {
            discard()
        }
    }

    /// Removes what was written; a published output stays.
    public func discard() {
        switch state {
        case .writing, .finished:
            state = .failed
            removeAll()
        case .published, .left, .failed: break
        }
    }

    /// Steps in where a test asks for it.
    func at(_ moment: WriteMoment) throws(ArchiveWriteError) {
        switch options.probe(moment) {
        case .none: break
        case .crash:
            state = .left
            throw .unwritable(path: path, reason: "stopped at \(moment)")
        case .failure(let number): throw .system(number, partialPath)
        }
    }

    /// Removes what was written, and completes the error.
    private func failed(_ error: ArchiveWriteError) -> ArchiveWriteError {
        var error = error
        if case .noRoom(let folder, 0, _, _) = error {
            error = room.error(in: folder, written: files.written, read: sourceRead)
        }
        // What can't be gone on from is left as it is.
        if case .cannotResume = error { state = .left }
        discard()
        return error
    }

    private func removeAll() {
        guard let place else { return }
        try? FileTree.remove(place.partial)
        try? FileTree.remove(place.spool)
        try? FileTree.removeFile(place.journal)
    }

    /// Notes in the journal that only the name is missing.
    func noteCompletion(replacesFolder: Bool) throws(ArchiveWriteError) {
        try journal?.append(.complete(finished: [], replacesFolder: replacesFolder))
    }
}
