import Synchronization

/// What is written in place of one chunk.
///
/// A worker asks ``ArchiveWriter/piece(for:)`` for it, puts the chunk's new text into ``bytes``, has a ``PieceEncoder``
/// encode it, and somebody hands the pieces to the writer in the archive's order.
public struct ArchivePiece: Sendable {
    /// Where a piece belongs.
    struct Place: Sendable {
        var fileIndex = 0
        var isFirst = false
        var isLast = false
        /// On a last piece, whether its file was read to its end.
        var isWhole = false
        /// Which bytes of the source's file it stands for, decompressed.
        var source: Range<UInt64> = 0..<0
        /// How much of the source was read from disk then.
        var sourceRead: UInt64 = 0
        var origin = FileOrigin()
        var form = OutputLayout.Form.plain
    }

    /// The text, empty at first: whole lines, as the file is to hold them when it is decompressed.
    public var bytes: [UInt8] = []
    /// How many rows the text has: lines that aren't blank.
    public var rows = 0
    /// Whether an earlier run wrote this piece, so that its text need not be made; it must be appended all the same.
    public internal(set) var isWritten = false

    var place = Place()
    /// The text as it is written, if it is compressed.
    var blocks: [UInt8] = []
    var isEncoded = false

    /// Takes over a chunk's bytes as they are.
    public mutating func copy(_ chunk: ArchiveChunk) {
        bytes.removeAll(keepingCapacity: true)
        chunk.withBytes { span in
            span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        }
    }
}

/// Compresses pieces; each thread has its own.
public final class PieceEncoder {
    private let level: Int
    private lazy var blocks = BlockGzip(level: level)

    init(level: Int) {
        self.level = level
    }

    /// Makes a piece ready to be appended; its text must not be changed any more.
    public func encode(_ piece: inout ArchivePiece) {
        piece.isEncoded = true
        // Taken out of the piece while it is filled, so that it isn't shared.
        var output: [UInt8] = []
        swap(&output, &piece.blocks)
        output.removeAll(keepingCapacity: true)
        if piece.place.form != .plain, !piece.isWritten { blocks.encode(piece.bytes.span, into: &output) }
        swap(&output, &piece.blocks)
    }
}

/// Pieces whose memory serves again.
final class PiecePool: Sendable {
    private let free = Mutex<[ArchivePiece]>([])
    /// More than this many waiting pieces are given back to the system, and any that a long line made larger.
    private static let limit = 16
    private static let sizeLimit = 4 << 20

    func take() -> ArchivePiece {
        free.withLock { $0.popLast() } ?? ArchivePiece()
    }

    func give(_ piece: consuming ArchivePiece) {
        guard piece.bytes.capacity <= Self.sizeLimit, piece.blocks.capacity <= Self.sizeLimit else { return }
        piece.bytes.removeAll(keepingCapacity: true)
        piece.blocks.removeAll(keepingCapacity: true)
        piece.rows = 0
        piece.isWritten = false
        piece.isEncoded = false
        let clean = piece
        free.withLock { if $0.count < Self.limit { $0.append(clean) } }
    }
}
