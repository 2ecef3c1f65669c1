import Glibc

/// What an archive's output does to the file system, by paths.
enum FileTree {
    /// Which file a path leads to, whatever the path is.
    struct Identity: Hashable {
        let device: UInt64
        let number: UInt64

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
        }
    }

    /// What is at a path, a symbolic link itself; nil for nothing, or where the system doesn't say.
    static func entry(at path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// What a path leads to.
    static func target(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// The absolute path without symbolic links; nil where nothing is there.
    static func resolved(_ path: String) -> String? {
        // It allocates a terminated string, which is freed here.
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// What a path leads to and all folders around it, from the inside out.
    static func lineage(of path: String) -> [Identity] {
        guard var here = resolved(path) else { return [] }
        var found: [Identity] = []
        while true {
            if let status = target(of: here) { found.append(Identity(status)) }
            guard here != "/", let slash = here.utf8.lastIndex(of: UInt8(ascii: "/")) else { return found }
            here = slash == here.startIndex ? "/" : String(here[..<slash])
        }
    }

    static func makeFolder(_ path: String) throws(ArchiveWriteError) {
        guard mkdir(path, 0o700) == 0 else { throw .system(errno, path) }
    }

    /// Gives a file or folder these permissions; set-id bits are never given.
    static func setMode(_ path: String, _ mode: UInt32) throws(ArchiveWriteError) {
        guard chmod(path, mode & 0o777) == 0 else { throw .system(errno, path) }
    }

    /// Moves a file or folder; what is at the new path is replaced as rename(2) does.
    static func move(_ path: String, to other: String) throws(ArchiveWriteError) {
        guard rename(path, other) == 0 else { throw .system(errno, other) }
    }

    /// Moves a file to a path where nothing must be.
    static func moveFile(_ path: String, toNew other: String) throws(ArchiveWriteError) {
        if link(path, other) == 0 {
            _ = unlink(path)
            return
        }
        let error = errno
        // A file system without hard links can't refuse in one step.
        guard error == EPERM || error == EOPNOTSUPP || error == EMLINK || error == ENOSYS, entry(at: other) == nil
        else {
            throw .system(error, other)
        }
        try move(path, to: other)
    }

    /// Waits until the names in a folder are on the disk.
    static func flushFolder(_ path: String) throws(ArchiveWriteError) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw .system(errno, path) }
        let folder = Descriptor(owning: number)
        // Some file systems don't do this for folders, and then there is nothing to wait for.
        guard fsync(folder.number) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw .system(errno, path)
        }
    }

    static func removeFile(_ path: String) throws(ArchiveWriteError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .system(errno, path) }
    }

    /// Removes a file, or a folder with all in it; no symbolic link is followed. Nothing there is nothing to do.
    static func remove(_ path: String) throws(ArchiveWriteError) {
        guard let status = entry(at: path) else { return }
        guard status.isFolder else { return try removeFile(path) }
        // Folders wait here until they are empty. Their paths are bytes, since names need not be UTF-8.
        var waiting = [Array(path.utf8CString)]
        while let folder = waiting.last {
            let inner = try empty(folder, of: path)
            if inner.isEmpty {
                guard rmdir(folder) == 0 || errno == ENOENT else { throw .system(errno, path) }
                waiting.removeLast()
            } else {
                waiting += inner
            }
        }
    }

    /// Removes all from a folder but the folders in it.
    /// - Parameter path: For messages.
    /// - Returns: Their paths.
    private static func empty(_ folder: [CChar], of path: String) throws(ArchiveWriteError) -> [[CChar]] {
        // What was made unreadable or unwritable is removed all the same.
        chmod(folder, 0o700)
        guard let stream = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw .system(errno, path)
        }
        defer { closedir(stream) }
        var folders: [[CChar]] = []
        while let entry = readdir(stream) {
            // d_name is a terminated string inside the entry.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                UnsafeRawPointer(pointer).withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
                }
            }
            if name == [46, 0] || name == [46, 46, 0] { continue }
            if unlinkat(dirfd(stream), name, 0) == 0 || errno == ENOENT { continue }
            guard errno == EISDIR || errno == EPERM else { throw .system(errno, path) }
            folders.append(folder.dropLast() + [CChar(UInt8(ascii: "/"))] + name)
        }
        return folders
    }
}
