/// Keeps the entries of a tar until their turn.
final class Spool {
    /// Where an entry lies in the spool.
    struct Segment: Equatable {
        let offset: UInt64
        var count: UInt64
        /// What cut the entry short.
        var failure: ArchiveError?
    }

    private let file: TemporaryFile

    /// - Parameter folder: Where the file is made; nil for `TMPDIR`, or `/tmp`.
    init(in folder: String?) throws(ArchiveError) {
        file = try TemporaryFile(in: folder)
    }

    /// Keeps the bytes of a source up to its end.
    /// - Returns: Where they are. If the source fails, what came before is kept with the failure.
    func keep(_ source: any ByteSource) throws(ArchiveError) -> Segment {
        let offset = file.count
        let failure = try file.append(source)
        return Segment(offset: offset, count: file.count - offset, failure: failure)
    }

    /// The bytes of an entry, and then what cut it short.
    func source(of segment: Segment) -> any ByteSource { KeptSource(file, segment) }
}

extension TemporaryFile {
    /// Puts the bytes of a source, up to its end, at the end.
    /// - Returns: What the source threw; the bytes before are there.
    func append(_ source: any ByteSource) throws(ArchiveError) -> ArchiveError? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count: Int
            do throws(ArchiveError) {
                count = try source.read(into: buffer)
            } catch {
                return error
            }
            if count == 0 { return nil }
            try append(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        }
    }
}

/// A part of a temporary file, and then what cut it short when it was written.
final class KeptSource: ByteSource {
    private let file: TemporaryFile
    private let segment: Spool.Segment
    private let counter: ReadCounter?
    private var taken: UInt64 = 0

    /// - Parameter counter: Counts what is read; nil where that was counted when it was kept.
    init(_ file: TemporaryFile, _ segment: Spool.Segment, counter: ReadCounter? = nil) {
        self.file = file
        self.segment = segment
        self.counter = counter
    }

    var offset: UInt64 { taken }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let left = segment.count - taken
        guard left > 0 else {
            if let failure = segment.failure { throw failure }
            return 0
        }
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(UInt64(buffer.count), left))))
        let count = try file.read(into: part, at: segment.offset + taken)
        guard count > 0 || part.isEmpty else {
            throw .cannotSpool(folder: file.folder, reason: "what was kept there is gone")
        }
        taken += UInt64(count)
        counter?.add(count)
        return count
    }
}
