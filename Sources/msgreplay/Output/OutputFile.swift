import Glibc

/// A file that appears whole or not at all: written beside its place under another name, flushed to disk, and renamed.
///
/// If `commit` is never reached, nothing is left behind: not after an error, which ends the value's life, and not after a
/// signal, since the name is registered in `CleanupPaths`. Places that are no regular file (`/dev/null`, a named pipe)
/// are written to as they are.
struct OutputFile: ~Copyable {
    private let path: String
    /// The name that is written under; nil when the place itself is written to.
    private let temporary: String?
    private let descriptor: Int32
    private var stream: OutputStream
    private let cleanup: CleanupPaths.Token?
    private var isCommitted = false

    /// - Parameter path: Where the file shall be. An existing file is replaced and its permissions kept.
    init(_ path: String) throws(CommandError) {
        var place = path
        var mode: mode_t = 0o666
        var information = stat()
        let exists = stat(path, &information) == 0
        let format = information.st_mode & S_IFMT
        if exists, format == S_IFDIR {
            throw .outputFailed(message: "can't write to \(path): it is a directory; name a file in it")
        }
        if exists, format != S_IFREG {
            let opened = open(path, O_WRONLY | O_CLOEXEC)
            guard opened >= 0 else { throw .outputFailed(message: SystemError.text("can't write to \(path)", errno)) }
            self.path = path
            temporary = nil
            descriptor = opened
            stream = OutputStream(descriptor: opened, name: path)
            cleanup = nil
            return
        }
        if exists {
            mode = information.st_mode & 0o777
            // A symbolic link stays one: what it points at is replaced.
            if let resolved = realpath(path, nil) {
                place = String(cString: resolved)
                free(resolved)
            }
        }
        var name = ""
        var opened: Int32 = -1
        var attempt = 0
        var registered: CleanupPaths.Token?
        repeat {
            name = "\(place).\(getpid())-\(attempt).partial"
            registered = CleanupPaths.register(name)
            opened = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if opened < 0 { registered?.unregister() }
            attempt += 1
        } while opened < 0 && errno == EEXIST && attempt < 100
        guard opened >= 0 else { throw .outputFailed(message: SystemError.text("can't write to \(path)", errno)) }
        if exists { _ = fchmod(opened, mode) }
        self.path = place
        temporary = name
        descriptor = opened
        stream = OutputStream(descriptor: opened, name: path)
        cleanup = registered
    }

    mutating func write(_ bytes: [UInt8]) throws(CommandError) {
        try stream.write(bytes)
    }

    /// Makes the file appear at its place.
    mutating func commit() throws(CommandError) {
        try stream.flush()
        guard let temporary else {
            isCommitted = true
            return
        }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw .outputFailed(message: SystemError.text("can't write to \(path)", errno))
        }
        isCommitted = true
        cleanup?.unregister()
    }

    deinit {
        close(descriptor)
        if !isCommitted, let temporary {
            unlink(temporary)
            cleanup?.unregister()
        }
    }
}
