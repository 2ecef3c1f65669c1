/// An output whose place was found good and that was begun, or found begun.
struct BegunOutput {
    let place: OutputPlace
    let layout: OutputLayout
    let journal: Journal?
    let resumed: OutputFiles.Resumed

    init(
        _ path: String, from reader: ArchiveReader, compression: ArchiveCompression, options: ArchiveWriter.Options
    ) throws(ArchiveWriteError) {
        let container = reader.container
        let place = try OutputPlace(path, container: container, temporaryFolder: options.temporaryFolder)
        try place.check(against: reader.path)
        let leftovers = OutputLeftovers(beside: place)
        if let leftovers {
            let canFinish = !leftovers.hasReplaced || (!leftovers.hasOutput && leftovers.partial == .complete)
            guard options.resumes, canFinish, leftovers.partial != .busy else { throw .leftovers(leftovers) }
        }
        try place.checkExisting(container: container, overwrites: options.overwrites)

        let layout = OutputLayout(
            container: container, compression: compression, partial: place.partial, spool: place.spool,
            paths: reader.files.map(\.path))
        self.place = place
        self.layout = layout
        let header = SourceState(reader).map { state in
            JournalHeader(
                sourceBytes: state.bytes, sourceState: state.text, fingerprint: options.fingerprint,
                form: Self.form(layout, reader, options))
        }
        guard leftovers?.partial != nil else {
            journal = try Self.begin(place, layout, reader, header)
            resumed = OutputFiles.Resumed()
            return
        }

        func refuse(_ reason: String) -> ArchiveWriteError { .cannotResume(path: place.partial, reason: reason) }
        guard let header else { throw refuse("standard input can't be read again") }
        guard FileTree.entry(at: place.journal) != nil else { throw refuse("it has no journal") }
        guard let (journal, contents) = try Journal.resume(place.journal) else {
            throw .leftovers(OutputLeftovers(busy: place))
        }
        guard let contents else { throw refuse("its journal can't be read") }
        if let difference = contents.header.difference(from: header) { throw refuse(difference) }
        self.journal = journal
        resumed = OutputFiles.Resumed(
            finished: contents.finished, open: contents.open, isComplete: contents.completion != nil,
            replacesFolder: contents.completion == true)
        if !resumed.isComplete { try Self.clean(layout, resumed) }
    }

    /// What the written bytes depend on.
    private static func form(
        _ layout: OutputLayout, _ reader: ArchiveReader, _ options: ArchiveWriter.Options
    ) -> String {
        "\(layout.container.rawValue), \(layout.compression.rawValue), level \(options.level), "
            + "pieces of \(reader.chunkSize) bytes, \(Deflater.library(level: options.level))"
    }

    /// Makes the journal and what is written to.
    private static func begin(
        _ place: OutputPlace, _ layout: OutputLayout, _ reader: ArchiveReader, _ header: JournalHeader?
    ) throws(ArchiveWriteError) -> Journal? {
        let room = DiskRoom(
            layout, source: reader.totalBytes, sourceCompression: reader.compression,
            folders: [place.folder, place.spoolParent])
        try room.check(place.folder)
        if layout.container == .tar { try room.check(place.spoolParent) }
        var journal: Journal?
        if let header {
            journal = try Journal.make(place.journal, header: header)
            if journal == nil { throw .leftovers(OutputLeftovers(busy: place)) }
        }
        do throws(ArchiveWriteError) {
            if layout.container == .bundle {
                try FileTree.makeFolder(place.partial)
            } else {
                _ = try OutputFile(new: place.partial, isPrivate: reader.contents.attributes != nil)
            }
        } catch {
            // Nothing of it was there before the journal.
            try? FileTree.removeFile(place.journal)
            throw error
        }
        do throws(ArchiveWriteError) {
            if layout.container == .tar {
                if Self.isStaleSpool(place.spool) { try FileTree.remove(place.spool) }
                try FileTree.makeFolder(place.spool)
            }
            try FileTree.flushFolder(place.folder)
        } catch {
            for path in [place.partial, place.journal] { try? FileTree.remove(path) }
            throw error
        }
        return journal
    }

    /// Whether a folder is there that holds nothing but what a tar's files are kept in. Without the output that they were
    /// for they are of no use.
    private static func isStaleSpool(_ path: String) -> Bool {
        guard FileTree.entry(at: path)?.isFolder == true, let folder = try? Folder(path) else { return false }
        let listing = folder.list(limit: 1_000_000)
        return listing.refused.isEmpty
            && listing.files.allSatisfy { Int($0.hasPrefix("x") ? $0.dropFirst() : $0[...]) != nil }
    }

    /// Removes what an earlier run wrote after the last entry in its journal.
    private static func clean(_ layout: OutputLayout, _ resumed: OutputFiles.Resumed) throws(ArchiveWriteError) {
        guard layout.container != .file else { return }
        let root = layout.container == .tar ? layout.spool : layout.partial
        var kept = Set(
            resumed.finished.values.map { layout.path(of: $0.index, isCompressed: $0.isCompressed) })
        if let open = resumed.open { kept.insert(layout.path(of: open.index, isCompressed: open.isCompressed)) }
        guard let folder = try? Folder(root) else {
            throw .cannotResume(path: layout.partial, reason: "\(root) is gone")
        }
        let listing = folder.list(limit: 1_000_000)
        for path in listing.files + listing.refused.map(\.path) where !kept.contains("\(root)/\(path)") {
            try FileTree.remove("\(root)/\(path)")
        }
    }
}
