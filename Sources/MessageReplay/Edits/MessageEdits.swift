import Archives
import JSONText
import Registries

/// What a bundle's metadata says of its messages: which were edited, and what the channels are whose keys don't say it.
///
/// A channel's key is `type:id` where the exporter of WuKongIM wrote it. It is another only in bundles that other
/// programs made, and then `message.channels` says what it stands for.
struct MessageEdits: Sendable {
    /// The edits by channel and message id; of several edits of one message the one of the highest version, and of those
    /// the last one in the archive.
    let edits: SortedIndex
    /// The channels by their keys, where these are not `type:id`.
    let channels: SortedIndex

    /// No edits.
    static let none = MessageEdits(edits: .empty, channels: .empty)

    /// The kinds of files that are read for it.
    static let kinds: Set<FileKind> = [.messageUpdates, Self.channelsKind]
    fileprivate static let channelsKind = FileKind("message.channels")

    private init(edits: SortedIndex, channels: SortedIndex) {
        self.edits = edits
        self.channels = channels
    }

    /// Reads the edits and channels of an archive.
    ///
    /// - Parameters:
    ///   - reader: The archive; only the kinds above have to be in it.
    ///   - memory: How many bytes to sort with.
    ///   - folder: Where what doesn't fit into memory is kept; nil for the system's temporary folder.
    /// - Throws: Where the archive can't be read on, or the temporary folder has no room.
    init(
        _ reader: ArchiveReader, memory: Int = ExternalSorter.usualMemory, in folder: String?
    ) throws(ArchiveError) {
        var gatherer = EditGatherer(memory: memory, in: folder)
        let wanted = reader.files.indices.filter { Self.kinds.contains(reader.files[$0].kind) }
        guard let last = wanted.last else {
            self.init(edits: .empty, channels: .empty)
            return
        }
        while let chunk = try reader.nextChunk() {
            let index = chunk.fileIndex
            let isEnd = chunk.isLast && index == last
            try gatherer.take(chunk, kind: reader.files[index].kind)
            reader.recycle(chunk)
            // What follows in a tar is for the next reader.
            if isEnd { break }
        }
        self.init(
            edits: try SortedIndex(gatherer.edits, in: folder), channels: try SortedIndex(gatherer.channels, in: folder)
        )
    }
}

/// An archive that is open for reading its messages, with their edits.
struct EditedArchive {
    /// Reads the messages.
    let reader: ArchiveReader
    /// Their edits.
    let edits: MessageEdits
    /// What isn't as it should be in the files that the edits came from.
    let damages: [ArchiveDamage]

    /// Opens an archive and reads its edits. A bundle is read twice for that: of a directory only the files that are
    /// needed, of a tar what stands before them too; standard input is copied if it is a tar.
    ///
    /// - Parameters:
    ///   - path: A bundle directory, a file, or `-` for standard input.
    ///   - options: How to read it.
    ///   - memory: How many bytes to sort edits with.
    init(
        opening path: String, options: ArchiveReader.Options, memory: Int = ExternalSorter.usualMemory
    ) throws(ArchiveError) {
        var first = options
        if first.inputCopy == nil { first.inputCopy = InputCopy() }
        var second = first
        first.kinds = MessageEdits.kinds
        let metadata = try ArchiveReader(opening: path, options: first)
        guard metadata.container != .file else {
            reader = metadata
            edits = .none
            damages = []
            return
        }
        edits = try MessageEdits(metadata, memory: memory, in: options.temporaryFolder)
        damages = metadata.damages
        second.kinds = options.kinds
        reader = try ArchiveReader(opening: path, options: second)
    }
}

/// Collects edits and channels from the lines of a bundle's metadata.
private struct EditGatherer {
    let edits: ExternalSorter
    let channels: ExternalSorter
    private var line = JSONTape()
    private var fields = RecordFields(.messageUpdate)
    private var bytes: [UInt8] = []
    private var text: [UInt8] = []
    private var key: [UInt8] = []
    private var value: [UInt8] = []

    init(memory: Int, in folder: String?) {
        edits = ExternalSorter(memory: memory, in: folder)
        channels = ExternalSorter(memory: memory, in: folder)
    }

    mutating func take(_ chunk: ArchiveChunk, kind: FileKind) throws(ArchiveError) {
        try chunk.withBytes { (chunkBytes: Span<UInt8>) throws(ArchiveError) in
            var cursor = LineCursor(chunk)
            while let place = cursor.next(in: chunkBytes) {
                guard !place.isBlank else { continue }
                let row = chunkBytes.extracting(place.content)
                guard (try? line.scan(row)) != nil, line.kind(0) == .object else { continue }
                if kind == .messageUpdates { try takeEdit(row) } else { try takeChannel(row) }
            }
        }
    }

    private mutating func takeEdit(_ row: Span<UInt8>) throws(ArchiveError) {
        fields.find(on: line, in: row)
        guard fields.row >= 0, fields.isEdit(on: line, in: row), line.isText(fields.channelID),
            let id = line.unsigned64(fields.messageID, in: row).value,
            let type = line.signed64(fields.channelType, in: row).value,
            // An edit without any payload is none.
            line.isText(fields.payload)
        else { return }
        let carriage = PayloadCarriage(fields.payload, on: line, in: row, .messageUpdate, into: &bytes, &text)
        EditBody.write(carriage, bytes, into: &value)
        ChannelKey.write(type, line, fields.channelID, row, into: &key)
        let version =
            line.member("version", of: fields.row, in: row).flatMap { line.unsigned64($0, in: row).value } ?? 0
        let body = value
        try edits.add(SortKey(first: ChannelKey.hash(key.span), second: id, third: version), body.span)
    }

    private mutating func takeChannel(_ row: Span<UInt8>) throws(ArchiveError) {
        guard let keyNode = line.member("channel_key", of: 0, in: row), line.isText(keyNode),
            let idNode = line.member("channel_id", of: 0, in: row), line.isText(idNode),
            let typeNode = line.member("channel_type", of: 0, in: row),
            let type = line.signed64(typeNode, in: row).value
        else { return }
        ChannelKey.write(type, line, idNode, row, into: &value)
        key.removeAll(keepingCapacity: true)
        line.appendUnescaped(keyNode, in: row, to: &key)
        guard key != value else { return }
        let body = value
        try channels.add(SortKey(first: ChannelKey.hash(key.span), second: ChannelKey.check(key.span)), body.span)
    }
}

extension JSONTape {
    /// Whether a node is there and a string that isn't empty.
    fileprivate func isText(_ node: Int) -> Bool { node >= 0 && kind(node) == .string && end(node) - start(node) > 2 }
}
