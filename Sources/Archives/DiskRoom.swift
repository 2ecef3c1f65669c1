import Glibc

/// How much room an output takes, as far as its source tells.
struct DiskRoom: Sendable {
    /// How large the source is on disk; nil for a pipe.
    let source: UInt64?
    /// In whole percent of the source's size: less than this it can hardly be, and more or less this it will be.
    private let least: UInt64
    private let likely: UInt64
    /// Whether the output is written twice on one disk, as the joined files of a tar are.
    private let isTwice: Bool

    init(_ layout: OutputLayout, source: UInt64?, sourceCompression: ArchiveCompression, folders: [String]) {
        self.source = source
        // A bundle's files are compressed where its source's are.
        switch (sourceCompression, layout.container == .bundle ? sourceCompression : layout.compression) {
        case (.none, .none): (least, likely) = (75, 102)
        case (.gzip, .gzip): (least, likely) = (25, 120)
        case (.gzip, .none): (least, likely) = (100, 450)
        case (.none, .gzip): (least, likely) = (5, 35)
        }
        isTwice = layout.container == .tar && Set(folders.compactMap { FileTree.target(of: $0)?.st_dev }).count == 1
    }

    /// How many bytes are free for us on a path's disk; nil where the system doesn't say.
    static func free(at path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : bytes
    }

    /// Makes sure that the output may fit.
    func check(_ folder: String) throws(ArchiveWriteError) {
        guard let source, let free = Self.free(at: folder) else { return }
        let times: UInt64 = isTwice ? 2 : 1
        guard free < source / 100 * least * times else { return }
        throw .noRoom(folder: folder, needed: usual, written: 0, free: free)
    }

    /// What the output takes by the size of its source; 0 where that isn't known.
    private var usual: UInt64 { ((source ?? 0) + 99) / 100 * likely * (isTwice ? 2 : 1) }

    /// What a disk that became full tells of the room that is needed.
    /// - Parameters:
    ///   - written: How many bytes are written.
    ///   - read: For how many of the source's.
    func error(in folder: String, written: UInt64, read: UInt64) -> ArchiveWriteError {
        let free = Self.free(at: folder) ?? 0
        // Before anything is written, nothing is learnt from it.
        guard written > 0 else { return .noRoom(folder: folder, needed: usual, written: 0, free: free) }
        let times = isTwice ? 2.0 : 1.0
        var needed = Double(written) * 1.1 * times
        if let source, read > 0, read <= source { needed = Double(written) / Double(read) * Double(source) * times }
        return .noRoom(folder: folder, needed: max(UInt64(needed), written + 1), written: written, free: free)
    }
}
