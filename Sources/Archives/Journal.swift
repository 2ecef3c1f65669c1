import Glibc

/// The file beside an output that says how far writing came, so that a run that was interrupted can be gone on from.
///
/// Each line is the CRC-32 of an entry and the entry; a line that a crash cut or spoiled doesn't count, nor does what
/// follows it. While a run writes, it holds a lock on the file.
final class Journal {
    private let path: String
    private let descriptor: Descriptor
    /// The bytes of all whole lines.
    private var length: UInt64 = 0
    /// Whether lines that don't count may follow them.
    private var mayHoldMore = false

    /// What a journal says.
    struct Contents: Equatable {
        let header: JournalHeader
        var finished: [Int: FinishedFile] = [:]
        var open: OpenFileState?
        /// Whether all was written, and if so, whether it takes the place of a folder.
        var completion: Bool?
        /// The length of the lines that count.
        fileprivate var length: UInt64 = 0
    }

    /// A larger journal isn't read, in bytes.
    private static let sizeLimit = 256 << 20

    private init(_ descriptor: consuming Descriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Makes a journal with its header; an earlier one is overwritten.
    /// - Returns: Nil if another run holds it.
    static func make(_ path: String, header: JournalHeader) throws(ArchiveWriteError) -> Journal? {
        guard let journal = try open(path, flags: O_CREAT) else { return nil }
        guard ftruncate(journal.descriptor.number, 0) == 0 else { throw .system(errno, path) }
        try journal.append(.header(header))
        return journal
    }

    /// Opens a journal that is there.
    /// - Returns: Nil if another run holds it. The contents are nil if it has no readable header.
    static func resume(_ path: String) throws(ArchiveWriteError) -> (journal: Journal, contents: Contents?)? {
        guard let journal = try open(path, flags: 0) else { return nil }
        let contents = try journal.read()
        journal.length = contents?.length ?? 0
        journal.mayHoldMore = true
        return (journal, contents)
    }

    /// What a journal says, without changing it.
    /// - Returns: Whether another run holds it, and the contents, nil if it has no readable header.
    static func look(at path: String) throws(ArchiveWriteError) -> (isHeld: Bool, contents: Contents?) {
        guard let journal = try open(path, flags: 0) else { return (true, nil) }
        return (false, try journal.read())
    }

    private static func open(_ path: String, flags: Int32) throws(ArchiveWriteError) -> Journal? {
        let number = Glibc.open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0o600)
        guard number >= 0 else { throw .system(errno, path) }
        let journal = Journal(Descriptor(owning: number), path: path)
        // The lock goes with the descriptor, however the process ends. A run that only looks holds it for a moment, and so
        // does a process that is about to become another program.
        for _ in 0..<20 {
            if flock(number, LOCK_EX | LOCK_NB) == 0 { return journal }
            // Not every file system has locks.
            guard errno == EWOULDBLOCK else { return journal }
            usleep(10_000)
        }
        return nil
    }

    /// Adds an entry and waits until it is on the disk.
    func append(_ entry: JournalEntry) throws(ArchiveWriteError) {
        if mayHoldMore {
            guard ftruncate(descriptor.number, off_t(length)) == 0 else { throw .system(errno, path) }
            mayHoldMore = false
        }
        let line = Self.line(entry)
        do throws(SystemError) {
            try descriptor.write(line.span, at: length)
        } catch {
            throw .system(error.number, path)
        }
        length += UInt64(line.count)
        guard fdatasync(descriptor.number) == 0 else { throw .system(errno, path) }
    }

    private static func line(_ entry: JournalEntry) -> [UInt8] {
        let json = entry.json
        return Array("\(sum(json)) ".utf8) + json + [10]
    }

    private static func sum(_ bytes: [UInt8]) -> String {
        let crc = bytes.withUnsafeBytes { CRC32(of: $0).value }
        return HexText.text(withUnsafeBytes(of: crc.bigEndian) { Array($0) })
    }

    private func read() throws(ArchiveWriteError) -> Contents? {
        guard let size = try? descriptor.size(), size <= UInt64(Self.sizeLimit) else { return nil }
        guard lseek(descriptor.number, 0, SEEK_SET) == 0 else { throw .system(errno, path) }
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
            // Each call writes into what is left of the buffer.
            let whole = UnsafeMutableRawBufferPointer(buffer)
            do throws(SystemError) {
                while count < whole.count {
                    let more = try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: whole[count...]))
                    if more == 0 { break }
                    count += more
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw .system(failure.number, path) }
        return Self.contents(bytes)
    }

    /// Reads lines up to the first that doesn't count.
    static func contents(_ bytes: [UInt8]) -> Contents? {
        var contents: Contents?
        var start = 0
        while let end = bytes[start...].firstIndex(of: 10) {
            guard end - start > 9, bytes[start + 8] == 32 else { break }
            let json = Array(bytes[start + 9..<end])
            guard bytes[start..<start + 8].elementsEqual(sum(json).utf8), let entry = JournalEntry(json) else { break }
            switch entry {
            case .header(let header):
                guard contents == nil else { return nil }
                contents = Contents(header: header)
            case .progress(let finished, let open):
                for file in finished { contents?.finished[file.index] = file }
                contents?.open = open
                contents?.completion = nil
            case .complete(let finished, let replacesFolder):
                for file in finished { contents?.finished[file.index] = file }
                contents?.open = nil
                contents?.completion = replacesFolder
            }
            guard contents != nil else { return nil }
            start = end + 1
            contents?.length = UInt64(start)
        }
        return contents
    }
}
