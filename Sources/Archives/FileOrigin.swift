import Glibc

/// How a file lies in the archive that it comes from, so that a copy can lie in the same way.
struct FileOrigin: Hashable, Sendable {
    /// Whether it is a file of a bundle that is there as `path.gz`.
    var isCompressed = false
    /// Its permissions and times; nil where there are none, as with a pipe.
    var attributes: FileAttributes?
}

/// What a file system or a tar notes of a file beside its bytes.
struct FileAttributes: Hashable, Sendable {
    /// Permissions, 12 bits.
    var mode: UInt32
    /// Seconds since 1970.
    var modified: UInt64 = 0
    var userID: UInt64 = 0
    var groupID: UInt64 = 0
    var userName = ""
    var groupName = ""

    /// The permissions of a file on disk.
    init(_ status: stat) {
        mode = status.st_mode & 0o7777
    }

    init(mode: UInt32) {
        self.mode = mode
    }
}
