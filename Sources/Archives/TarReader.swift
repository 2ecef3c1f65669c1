/// The entries of a tar, from front to back.
///
/// The bytes of an entry are read as a ``ByteSource`` while it is the newest; what isn't read of them is skipped.
final class TarReader: ByteSource {
    /// A regular file in a tar.
    struct Entry: Equatable {
        /// Cleaned of `./` and double slashes.
        let path: String
        let size: UInt64
        let attributes: FileAttributes
    }

    private let source: any ByteSource
    /// How much of the newest entry's data, and of the padding behind it, isn't read yet.
    private var unread: UInt64 = 0
    private var padding: UInt64 = 0
    private var entryPath = ""
    private var position: UInt64 = 0
    private var pending = PaxRecords()
    private var longName: String?
    private var entries = 0
    private var pathBytes = 0
    private var isEnded = false

    /// What makes reading on impossible: the tar is damaged, or what is around it.
    private(set) var failure: ArchiveError?
    /// Entries that were refused and skipped.
    private(set) var damages: [ArchiveDamage] = []
    /// The folders that had an entry, as far as they were met.
    private(set) var folders: [FolderOrigin] = []

    /// After so many entries a tar isn't read further.
    private static let entryLimit = 100_000
    private static let pathLimit = 4096
    private static let allPathsLimit = 16 << 20
    private static let recordsLimit: UInt64 = 1 << 20

    init(_ source: any ByteSource) {
        self.source = source
    }

    var offset: UInt64 { source.offset }

    /// The next regular file, or nil at the tar's end.
    /// - Throws: ``failure``.
    func next() throws(ArchiveError) -> Entry? {
        if let failure { throw failure }
        do throws(ArchiveError) {
            return try readNext()
        } catch {
            failure = error
            throw error
        }
    }

    /// The newest entry's bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        if let failure { throw failure }
        guard unread > 0, !buffer.isEmpty else { return 0 }
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(UInt64(buffer.count), unread))))
        do throws(ArchiveError) {
            let count = try source.read(into: part)
            if count == 0 { throw endsEarly() }
            unread -= UInt64(count)
            position += UInt64(count)
            return count
        } catch {
            failure = error
            throw error
        }
    }

    private func endsEarly() -> ArchiveError {
        let place = entryPath.isEmpty ? "" : ", inside the entry \(excerpt(entryPath)),"
        return damage("the tar ends early\(place) at byte \(position) of its text")
    }

    private func damage(_ message: String) -> ArchiveError {
        .damaged(ArchiveDamage(offset: source.offset, message: message))
    }

    private func readNext() throws(ArchiveError) -> Entry? {
        while !isEnded {
            try skip(unread + padding)
            unread = 0
            padding = 0
            entryPath = ""
            let start = position
            guard let block = try readBlock() else {
                throw damage("the tar ends without its two zero blocks, so entries may be missing here")
            }
            if TarHeader.isZero(block) {
                try readEnd()
                return nil
            }
            let header: TarHeader
            switch TarHeader.read(block) {
            case .success(let read): header = read
            case .failure(let fault):
                throw damage("the tar's entry at byte \(start) of its text can't be read: \(fault.message)")
            }
            entries += 1
            guard entries <= Self.entryLimit else {
                throw damage("the tar holds more than \(Self.entryLimit) entries")
            }
            if let entry = try take(header, at: start) { return entry }
        }
        return nil
    }

    /// Follows up a header; nil if it isn't a regular file.
    private func take(_ header: TarHeader, at start: UInt64) throws(ArchiveError) -> Entry? {
        switch header.kind {
        case .paxRecords(let isGlobal):
            guard let records = PaxRecords(try readData(header, limit: Self.recordsLimit)) else {
                throw damage("the pax records at byte \(start) of the tar's text are wrong")
            }
            if isGlobal {
                guard records.path == nil, records.size == nil, !records.isSparse else {
                    throw damage(
                        "the pax records at byte \(start) of the tar's text give one path or size to all entries")
                }
            } else {
                pending = records
            }
            return nil
        case .gnuLongName:
            let name = try readData(header, limit: UInt64(Self.pathLimit))
            longName = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            return nil
        case .gnuLongLink:
            _ = try readData(header, limit: UInt64(Self.pathLimit))
            return nil
        case .file, .folder, .special:
            break
        }

        let written = pending.path ?? longName ?? header.path
        let size = pending.size ?? header.size
        let isSparse = pending.isSparse
        let attributes = pending.applied(to: header.attributes)
        pending = PaxRecords()
        longName = nil
        if header.kind == .folder {
            // A folder has no data; one that says otherwise isn't trusted.
            guard size == 0 else { throw damage("the folder \(excerpt(written)) in the tar has data") }
            guard let path = Self.clean(written) else {
                refuse(written, "leads outside the archive")
                return nil
            }
            try countPath(path)
            if !path.isEmpty { folders.append(FolderOrigin(path: path, attributes: attributes)) }
            return nil
        }
        if case .special(let what) = header.kind {
            // How much data follows such an entry depends on the program that wrote it.
            guard size == 0 else { throw damage("\(excerpt(written)) in the tar is \(what), which isn't read") }
            refuse(written, "is \(what), which isn't read")
            return nil
        }
        unread = size
        padding = (512 - size % 512) % 512
        entryPath = written
        if isSparse {
            refuse(written, "is a sparse file, which isn't read")
            return nil
        }
        guard let path = Self.clean(written), !path.isEmpty else {
            refuse(written, "has a path that is empty, too long or leads outside the archive")
            return nil
        }
        try countPath(path)
        return Entry(path: path, size: size, attributes: attributes)
    }

    private func countPath(_ path: String) throws(ArchiveError) {
        pathBytes += path.utf8.count
        guard pathBytes <= Self.allPathsLimit else {
            throw damage("the paths in the tar are longer than \(Self.allPathsLimit >> 20) MiB together")
        }
    }

    private func refuse(_ path: String, _ message: String) {
        damages.append(ArchiveDamage(file: excerpt(path), message: message))
    }

    /// The path without `.` and empty parts; nil if it is absolute, goes up, or is too long.
    static func clean(_ path: String) -> String? {
        guard path.utf8.count <= pathLimit, !path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard !parts.contains("..") else { return nil }
        return parts.joined(separator: "/")
    }

    private func readBlock() throws(ArchiveError) -> [UInt8]? {
        let (block, failure) = source.readPrefix(TarHeader.size)
        if let failure { throw failure }
        position += UInt64(block.count)
        if block.isEmpty { return nil }
        guard block.count == TarHeader.size else { throw endsEarly() }
        return block
    }

    /// The data of an entry that serves the next one.
    private func readData(_ header: TarHeader, limit: UInt64) throws(ArchiveError) -> [UInt8] {
        guard header.size <= limit else {
            throw damage("the tar holds a path or pax records of \(header.size) bytes, more than \(limit)")
        }
        let (bytes, failure) = source.readPrefix(Int(header.size))
        if let failure { throw failure }
        position += UInt64(bytes.count)
        guard bytes.count == Int(header.size) else { throw endsEarly() }
        padding = (512 - header.size % 512) % 512
        return bytes
    }

    private func skip(_ count: UInt64) throws(ArchiveError) {
        var left = count
        guard left > 0 else { return }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(min(left, 65536)), alignment: 1)
        defer { buffer.deallocate() }
        while left > 0 {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(UInt64(buffer.count), left))))
            let read = try source.read(into: part)
            if read == 0 { throw endsEarly() }
            left -= UInt64(read)
            position += UInt64(read)
        }
    }

    /// After the first zero block: a second one, and then nothing but zeros.
    private func readEnd() throws(ArchiveError) {
        guard let second = try readBlock() else {
            throw damage("the tar ends with one zero block, not two, so entries may be missing here")
        }
        guard TarHeader.isZero(second) else {
            throw damage("a zero block stands in the middle of the tar, at byte \(position - 1024) of its text")
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { break }
            guard buffer.prefix(count).allSatisfy({ $0 == 0 }) else {
                throw damage(
                    "bytes that belong to nothing follow the end of the tar, from byte \(position) of its text on")
            }
            position += UInt64(count)
        }
        isEnded = true
    }
}

extension PaxRecords {
    /// No records.
    init() {}

    /// What a header says, with what the records say instead.
    func applied(to attributes: FileAttributes) -> FileAttributes {
        var attributes = attributes
        if let modified { attributes.modified = modified }
        if let userID { attributes.userID = userID }
        if let groupID { attributes.groupID = groupID }
        if let userName { attributes.userName = userName }
        if let groupName { attributes.groupName = groupName }
        return attributes
    }
}
