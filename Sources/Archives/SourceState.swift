import Glibc

/// What tells whether a source is still the one that it was: its files' sizes and times.
struct SourceState: Equatable {
    let bytes: UInt64
    /// A checksum over all sizes and times.
    let text: String

    /// - Returns: Nil where the source can't be read again.
    init?(_ reader: ArchiveReader) {
        guard reader.path != "-", let status = FileTree.target(of: reader.path) else { return nil }
        guard status.isFolder || status.isRegular else { return nil }
        var lines = Self.line("", status)
        var bytes = UInt64(max(0, status.st_size))
        if status.isFolder {
            // A folder's own size and time change with what is put into it, and that may be anything.
            lines = ""
            bytes = 0
            for path in [ArchiveManifest.name] + reader.files.map(\.path) {
                for name in [path, path + ".gz"] {
                    guard let status = FileTree.target(of: "\(reader.path)/\(name)") else { continue }
                    bytes += UInt64(max(0, status.st_size))
                    lines += Self.line(name, status)
                }
            }
        }
        self.bytes = bytes
        text = Checksum(of: Array(lines.utf8).span).description
    }

    private static func line(_ name: String, _ status: stat) -> String {
        "\(name)\u{0}\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)\n"
    }
}
