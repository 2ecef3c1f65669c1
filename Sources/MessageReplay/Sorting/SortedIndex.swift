import Archives

/// Values that are looked up by key: more of them than fit into memory.
///
/// The values stand sorted by key in a temporary file; the first key of each block of it is kept in memory. Each thread
/// looks them up through a cursor of its own, which reads a block once for keys that come in order.
struct SortedIndex: Sendable {
    struct Block: Sendable {
        let first: UInt64
        let second: UInt64
        let offset: UInt64

        func isAfter(_ first: UInt64, _ second: UInt64) -> Bool {
            self.first != first ? self.first > first : self.second > second
        }
    }

    /// How many values there are.
    let count: Int
    fileprivate let file: TemporaryFile?
    fileprivate let blocks: [Block]

    /// An index of nothing.
    static let empty = SortedIndex()

    private init(count: Int = 0, file: TemporaryFile? = nil, blocks: [Block] = []) {
        self.count = count
        self.file = file
        self.blocks = blocks
    }

    /// Makes the index of what was added to a sorter: of records that are equal in the first two numbers of their key,
    /// the last one.
    ///
    /// - Parameters:
    ///   - blockSize: The usual size of a block in bytes.
    ///   - mostBlocks: When there are more blocks, they become twice as large.
    init(
        _ sorter: ExternalSorter, in folder: String?, blockSize: Int = 16 << 10, mostBlocks: Int = 1 << 16
    ) throws(ArchiveError) {
        guard sorter.count > 0 else {
            self.init()
            return
        }
        let records = try sorter.sorted()
        let file = try TemporaryFile(in: folder)
        var writer = RunWriter(file)
        var blocks: [Block] = []
        var blockSize = UInt64(blockSize)
        var last: (key: SortKey, offset: UInt64)?
        var count = 0
        var piece: [UInt8] = []
        while let record = try records.next() {
            if let last, last.key.first == record.key.first, last.key.second == record.key.second {
                writer.shorten(to: last.offset)
            } else {
                count += 1
                if blocks.last.map({ writer.end - $0.offset >= blockSize }) ?? true {
                    if blocks.count == mostBlocks {
                        blocks = stride(from: 0, to: blocks.count, by: 2).map { blocks[$0] }
                        blockSize *= 2
                    }
                    blocks.append(Block(first: record.key.first, second: record.key.second, offset: writer.end))
                }
            }
            last = (record.key, writer.end)
            try writer.begin(record)
            while try records.nextPiece(&piece) { try writer.append(piece.span) }
        }
        _ = try writer.finish()
        self.init(count: count, file: file, blocks: blocks)
    }
}

/// Looks values up in a sorted index, on one thread.
struct SortedIndexCursor {
    private let index: SortedIndex
    private var block: [UInt8] = []
    private var filled = 0
    /// The block that was read last.
    private var number = -1
    /// The record that was looked at last in it, as the offset of its header. A block has at least one.
    private var offset = 0

    init(_ index: SortedIndex) {
        self.index = index
    }

    /// Looks a value up.
    ///
    /// - Parameter value: Takes the value in place of what it held, if there is one.
    /// - Returns: The value's whole key; nil where there is none.
    /// - Throws: Where the temporary file can't be read.
    mutating func find(_ first: UInt64, _ second: UInt64, into value: inout [UInt8]) throws(ArchiveError) -> SortKey? {
        guard let wanted = block(of: first, second) else { return nil }
        if wanted != number { try read(wanted) }
        // Keys mostly come in order, so the search goes on where the last one ended.
        if !precedes(RecordHeader(block, at: offset).key, first, second, orEquals: true) { offset = 0 }
        while true {
            let header = RecordHeader(block, at: offset)
            if header.key.first == first && header.key.second == second {
                value.removeAll(keepingCapacity: true)
                let start = offset + RecordHeader.size
                value.append(contentsOf: block[start..<start + header.count])
                return header.key
            }
            guard precedes(header.key, first, second, orEquals: false) else { return nil }
            let next = offset + RecordHeader.size + header.count
            guard next < filled else { return nil }
            offset = next
        }
    }

    private func precedes(_ key: SortKey, _ first: UInt64, _ second: UInt64, orEquals: Bool) -> Bool {
        if key.first != first { return key.first < first }
        return key.second < second || (orEquals && key.second == second)
    }

    /// The block that a key would stand in; nil where it would stand before all of them.
    private func block(of first: UInt64, _ second: UInt64) -> Int? {
        let blocks = index.blocks
        if number >= 0, !blocks[number].isAfter(first, second),
            number + 1 == blocks.count || blocks[number + 1].isAfter(first, second)
        {
            return number
        }
        var low = 0
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].isAfter(first, second) { high = middle } else { low = middle + 1 }
        }
        return low == 0 ? nil : low - 1
    }

    private mutating func read(_ wanted: Int) throws(ArchiveError) {
        guard let file = index.file else { return }
        let start = index.blocks[wanted].offset
        let end = wanted + 1 < index.blocks.count ? index.blocks[wanted + 1].offset : file.count
        number = -1
        offset = 0
        let size = Int(end - start)
        // A block that one long value made large isn't kept for the next.
        if block.count > 1 << 20 && size <= 1 << 20 { block = [] }
        guard try file.read(size, at: start, into: &block) == size else {
            throw .cannotSpool(folder: file.folder, reason: "what was kept there is gone")
        }
        filled = size
        number = wanted
    }
}
