/// Decompresses a gzip stream.
///
/// - Parameters:
///   - source: The compressed bytes.
///   - threads: How many threads decompress its BGZF blocks, the one that reads included.
///   - counter: Where the source counts what is read of it.
///   - reopen: The source once more, from its beginning.
func gunzip(
    _ source: any ByteSource, threads: Int, counter: ReadCounter?, reopen: Reopening?
) -> any GzipSource {
    threads > 1
        ? BlockGunzipSource(source, threads: threads, counter: counter, reopen: reopen)
        : GunzipSource(source, reopen: reopen)
}

/// The decompressed bytes of a gzip stream, its BGZF blocks decompressed by several threads ahead of the reader.
///
/// What is delivered, what is found damaged and where are as with a ``GunzipSource``. That one takes over where the
/// stream goes on with anything but good blocks of the usual kind, so only it judges.
final class BlockGunzipSource: GzipSource {
    private let source: any ByteSource
    private let window: GzipWindow
    private let counter: ReadCounter?
    private let library: CompressionLibrary
    private let threads: Int
    private let crew: InflateCrew
    private let reopen: Reopening?
    private var inflater: Inflater
    /// Groups in the stream's order that are decompressed or are being so; the first one is being delivered.
    private var groups: [BlockGroup] = []
    private var free: [BlockGroup] = []
    /// Whether the first group is decompressed.
    private var isFirstReady = false
    /// How much of the first group's text is delivered.
    private var position = 0
    /// How the stream stands behind the last group.
    private var next = GunzipSource.Start()
    /// Whether the stream goes on with something that isn't for groups.
    private var hasMetOther = false
    /// Whether a whole group was delivered, so that more is likely to come.
    private var isLong = false
    /// What was noted as read ahead.
    private var ahead = 0
    /// Delivers from where groups end.
    private var rest: GunzipSource?

    /// - Parameters:
    ///   - source: The compressed bytes.
    ///   - threads: How many threads decompress, the reading one included.
    ///   - counter: Where the source counts what is read of it; what is read ahead is taken off there.
    ///   - library: What decompresses.
    ///   - reopen: The source once more, from its beginning.
    init(
        _ source: any ByteSource, threads: Int, counter: ReadCounter?, _ library: CompressionLibrary = .preferred,
        reopen: Reopening? = nil
    ) {
        self.reopen = reopen
        self.source = source
        self.counter = counter
        self.library = library
        self.threads = threads
        window = GzipWindow(source, at: 0)
        crew = InflateCrew(library)
        inflater = Inflater(library)
    }

    deinit {
        crew.stop()
    }

    var facts: GzipFacts {
        if let rest { return rest.facts }
        guard let group = groups.first else { return next.facts }
        return group.start(ofBlock: group.metCount(at: position)).facts
    }

    var offset: UInt64 {
        if let rest { return rest.offset }
        return groups.first?.offset(at: position) ?? next.offset
    }

    func read(into output: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        if let rest { return try rest.read(into: output) }
        var produced = 0
        while produced < output.count {
            fill()
            guard let group = groups.first else {
                rest = restSource(from: next, [])
                break
            }
            if !isFirstReady {
                crew.finish(group, &inflater)
                isFirstReady = true
            }
            let part = group.text[position...].prefix(output.count - produced)
            // Both counts are at most what is left of either buffer.
            UnsafeMutableRawBufferPointer(rebasing: output[produced...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: part))
            produced += part.count
            position += part.count
            guard position == group.text.count else { continue }
            if group.goodCount < group.blocks.count {
                fallBack()
                break
            }
            groups.removeFirst()
            free.append(group)
            position = 0
            isFirstReady = false
            isLong = true
        }
        if rest == nil { noteAhead() }
        // Where this call delivered nothing yet, what goes on does.
        return produced == 0 && !output.isEmpty ? try rest?.read(into: output) ?? 0 : produced
    }

    /// Hands out groups until enough are under way. The first one comes alone: the stream may end there.
    private func fill() {
        while !hasMetOther, groups.count < (isLong ? threads + 2 : 1) {
            let group = free.popLast() ?? BlockGroup()
            group.begin(next)
            while case .block(let size, let text) = BlockGroup.next(in: window) {
                guard group.take(size: size, text: text, from: window) else { break }
            }
            if case .other = BlockGroup.next(in: window) { hasMetOther = true }
            guard !group.blocks.isEmpty else { return }
            next = group.start(ofBlock: group.blocks.count)
            groups.append(group)
            if isLong { crew.start(threads - 1) }
            crew.submit(group)
        }
    }

    /// Goes on with a ``GunzipSource`` from the block of the first group that is wrong.
    private func fallBack() {
        guard let first = groups.first else { return }
        // They may still be read by a thread, but nobody writes to their data.
        var held: [UInt8] = []
        held += first.data[first.blocks[first.goodCount].data.lowerBound...]
        for group in groups.dropFirst() { held += group.data }
        rest = restSource(from: first.start(ofBlock: first.goodCount), held)
        crew.stop()
        groups.removeAll()
        free.removeAll()
    }

    private func restSource(from start: GunzipSource.Start, _ held: [UInt8]) -> GunzipSource {
        let held = held + window.bytes
        // All that is held was read, and isn't needed until it is handed out.
        counter?.addAhead(held.count - ahead)
        return GunzipSource(
            HeldSource(held, then: source, counter: counter), from: start, library,
            reopen: start.offset == 0 ? reopen : nil)
    }

    /// Notes how much more was read than a ``GunzipSource`` would have read by now.
    private func noteAhead() {
        guard let counter else { return }
        var needed = next.offset
        if let group = groups.first { needed = group.start(ofBlock: group.metCount(at: position)).offset }
        let size = UInt64(GzipWindow.size)
        let read = min((needed + size - 1) / size * size, window.endOffset)
        let now = Int(window.endOffset - read)
        counter.addAhead(now - ahead)
        ahead = now
    }
}

/// Bytes that were read ahead, and then the rest of their source.
private final class HeldSource: ByteSource {
    private var held: [UInt8]
    private var taken = 0
    private let rest: any ByteSource
    private let counter: ReadCounter?

    init(_ held: [UInt8], then rest: any ByteSource, counter: ReadCounter?) {
        self.held = held
        self.rest = rest
        self.counter = counter
    }

    var offset: UInt64 { rest.offset }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        guard taken < held.count else {
            held = []
            return try rest.read(into: buffer)
        }
        let count = min(buffer.count, held.count - taken)
        buffer.copyBytes(from: held[taken..<taken + count])
        taken += count
        counter?.addAhead(-count)
        return count
    }
}
