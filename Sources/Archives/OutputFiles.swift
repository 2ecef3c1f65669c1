/// The files of an output that are written one after the other, and how much of them is durable.
///
/// One thread at a time uses it; many may ask ``resumed``.
final class OutputFiles {
    private let layout: OutputLayout
    private let journal: Journal?
    private let standardOutput: Int32
    /// What an earlier run wrote.
    let resumed: Resumed
    /// The files that are whole.
    private(set) var finished: [Int: FinishedFile]
    /// How the files lie in the source, as far as they were begun.
    private(set) var origins: [Int: FileOrigin] = [:]
    private var current: Current?
    /// Files that are whole but may not be on the disk yet.
    private var unflushed: [OutputFile] = []
    /// Those of `finished` that the journal doesn't name yet.
    private var unnoted: [FinishedFile] = []
    private var folders: OutputFolders
    /// How many bytes of text were appended since the journal was last added to.
    private(set) var bytesSinceCheckpoint = 0
    /// How many bytes are written in all, as they lie on disk.
    private(set) var written: UInt64

    /// More files than this aren't kept open.
    private static let openLimit = 64

    /// What an earlier run wrote of the output; nothing if there was none.
    struct Resumed: Sendable {
        var finished: [Int: FinishedFile] = [:]
        var open: OpenFileState?
        /// Whether that is all, and only the output's name is missing.
        var isComplete = false
        /// Whether it then takes the place of a folder.
        var replacesFolder = false

        /// Whether a chunk's piece is written.
        func holds(_ chunk: ArchiveChunk) -> Bool {
            if finished[chunk.fileIndex] != nil { return true }
            guard let open, open.index == chunk.fileIndex, !chunk.isLast else { return false }
            return chunk.startOffset + UInt64(chunk.count) <= open.sourceOffset
        }
    }

    /// The file that is being written.
    private struct Current {
        let index: Int
        let file: OutputFile
        let isCompressed: Bool
        var bytes: UInt64 = 0
        var rows = 0
        var hasher = ChecksumHasher()
        var sourceOffset: UInt64 = 0
    }

    /// - Parameters:
    ///   - journal: Where progress is noted; nil where nothing can be gone on from.
    ///   - resumed: What an earlier run wrote.
    /// - Throws: Also where what is there isn't what the earlier run wrote.
    init(
        _ layout: OutputLayout, journal: Journal?, resumed: Resumed, standardOutput: Int32
    ) throws(ArchiveWriteError) {
        self.layout = layout
        self.journal = journal
        self.resumed = resumed
        self.standardOutput = standardOutput
        finished = resumed.finished
        folders = OutputFolders(root: layout.container == .bundle ? layout.partial : nil)
        written = resumed.finished.values.reduce(resumed.open?.length ?? 0) { $0 + $1.length }
        if !resumed.isComplete { try takeOver() }
    }

    /// Checks what an earlier run wrote, and cuts off what came after its last entry in the journal.
    private func takeOver() throws(ArchiveWriteError) {
        for file in resumed.finished.values {
            let path = layout.path(of: file.index, isCompressed: file.isCompressed)
            guard let status = FileTree.entry(at: path), status.isRegular, UInt64(status.st_size) == file.length else {
                throw .cannotResume(path: layout.partial, reason: "\(path) isn't as its journal says")
            }
            if layout.container == .bundle {
                try folders.make(for: layout.name(of: file.index, isCompressed: file.isCompressed))
            }
        }
        guard let open = resumed.open else { return }
        let path = layout.path(of: open.index, isCompressed: open.isCompressed)
        guard let hasher = ChecksumHasher(snapshot: open.hasher),
            let file = try OutputFile(at: path, keeping: open.length)
        else { throw .cannotResume(path: layout.partial, reason: "\(path) isn't as its journal says") }
        if layout.container == .bundle {
            try folders.make(for: layout.name(of: open.index, isCompressed: open.isCompressed))
        }
        current = Current(
            index: open.index, file: file, isCompressed: open.isCompressed, bytes: open.bytes, rows: open.rows,
            hasher: hasher, sourceOffset: open.sourceOffset)
    }

    /// Takes the next piece; pieces come in the archive's order.
    func append(_ piece: borrowing ArchivePiece) throws(ArchiveWriteError) {
        let place = piece.place
        if place.isFirst { origins[place.fileIndex] = place.origin }
        if piece.isWritten { return }
        precondition(piece.isEncoded, "a piece is encoded before it is appended")
        if current == nil { current = try begin(place) }
        guard let file = current?.file, current?.index == place.fileIndex else {
            preconditionFailure("pieces are appended in the archive's order")
        }
        guard current?.sourceOffset == place.source.lowerBound else {
            throw .cannotResume(path: layout.partial, reason: "the source is read in other pieces than before")
        }
        piece.bytes.withUnsafeBytes { current?.hasher.update($0) }
        if place.form == .plain {
            try file.write(piece.bytes)
            written += UInt64(piece.bytes.count)
        } else {
            try file.write(piece.blocks)
            written += UInt64(piece.blocks.count)
        }
        current?.bytes += UInt64(piece.bytes.count)
        current?.rows += piece.rows
        current?.sourceOffset = place.source.upperBound
        bytesSinceCheckpoint += piece.bytes.count
        if place.isLast { try end(place) }
    }

    private func begin(_ place: ArchivePiece.Place) throws(ArchiveWriteError) -> Current {
        let index = place.fileIndex
        let path = layout.path(of: index, isCompressed: place.origin.isCompressed)
        let file: OutputFile
        switch layout.container {
        case .file where layout.partial == "-":
            file = OutputFile(standardOutput: standardOutput)
        case .file:
            // It was made when writing began.
            guard let made = try OutputFile(at: path, keeping: 0) else {
                throw .unwritable(path: path, reason: "it is gone")
            }
            file = made
        case .bundle, .tar:
            try folders.make(for: layout.name(of: index, isCompressed: place.origin.isCompressed))
            file = try OutputFile(new: path)
        }
        return Current(index: index, file: file, isCompressed: place.origin.isCompressed)
    }

    private func end(_ place: ArchivePiece.Place) throws(ArchiveWriteError) {
        guard let current, place.isWhole else { throw .incomplete(file: layout.paths[place.fileIndex]) }
        if place.form == .stream {
            try current.file.write(BlockGzip.endMarker)
            written += UInt64(BlockGzip.endMarker.count)
        }
        if layout.container != .tar { try current.file.setMode(place.origin.attributes) }
        let whole = FinishedFile(
            index: current.index, length: current.file.length, bytes: current.bytes, rows: current.rows,
            checksum: current.hasher.finish(), isCompressed: current.isCompressed)
        finished[current.index] = whole
        unnoted.append(whole)
        unflushed.append(current.file)
        self.current = nil
        if unflushed.count >= Self.openLimit { try checkpoint() }
    }

    /// Writes a file that the manifest doesn't name, or the manifest itself.
    func copy(
        to path: String, named name: String, attributes: FileAttributes?,
        _ next: () throws(ArchiveWriteError) -> [UInt8]?
    ) throws(ArchiveWriteError) {
        try folders.make(for: name)
        let file = try OutputFile(new: path)
        while let bytes = try next() {
            try file.write(bytes)
            written += UInt64(bytes.count)
        }
        if layout.container != .tar { try file.setMode(attributes) }
        unflushed.append(file)
        if unflushed.count >= Self.openLimit { try checkpoint() }
    }

    /// Waits until all that was appended is on the disk, and then notes it in the journal.
    func checkpoint() throws(ArchiveWriteError) {
        for file in unflushed { try file.flush() }
        unflushed = []
        try current?.file.flush()
        try folders.flush()
        if layout.container == .tar { try FileTree.flushFolder(layout.spool) }
        try journal?.append(.progress(finished: unnoted, open: current.map(Self.state)))
        unnoted = []
        bytesSinceCheckpoint = 0
    }

    private static func state(_ current: Current) -> OpenFileState {
        OpenFileState(
            index: current.index, sourceOffset: current.sourceOffset, length: current.file.length,
            bytes: current.bytes, rows: current.rows, hasher: current.hasher.snapshot,
            isCompressed: current.isCompressed)
    }

    /// Makes the folders of a bundle directory that no file lies in, and gives all of them their permissions.
    func finishFolders(
        _ all: [FolderOrigin], _ attributes: (String) -> FileAttributes?
    ) throws(ArchiveWriteError) {
        for folder in all { try folders.make(folder.path) }
        try folders.setModes(attributes)
    }
}
