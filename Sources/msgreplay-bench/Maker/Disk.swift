import Glibc

/// The few things that a benchmark does with files and folders.
enum Disk {
    /// The whole of a small file; nil where there is none.
    static func contents(of path: String) -> [UInt8]? {
        guard let source = try? FileSource(path) else { return nil }
        var bytes: [UInt8] = []
        while let piece = try? source.next(), !piece.isEmpty { bytes += piece }
        return bytes
    }

    static func size(of path: String) -> Int? {
        var information = stat()
        return stat(path, &information) == 0 ? Int(information.st_size) : nil
    }

    static func isExecutable(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes a folder, with those above it.
    static func makeFolder(_ path: String) throws(BenchError) {
        if isFolder(path) { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeFolder(String(path[..<slash])) }
        if mkdir(path, 0o777) != 0, errno != EEXIST { throw .system("can't make the folder \(path)", errno) }
    }

    /// Deletes a file or a whole folder, if it is there.
    static func remove(_ path: String) throws(BenchError) {
        if isFolder(path), let folder = opendir(path) {
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                // The system ends the name with a zero inside the entry.
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { try remove("\(path)/\(name)") }
            }
            if rmdir(path) != 0 { throw .system("can't remove \(path)", errno) }
        } else if unlink(path) != 0, errno != ENOENT {
            throw .system("can't remove \(path)", errno)
        }
    }

    static func rename(_ path: String, to other: String) throws(BenchError) {
        if Glibc.rename(path, other) != 0 { throw .system("can't rename \(path)", errno) }
    }
}

/// Reads a file from its front.
final class FileSource {
    private let path: String
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)

    init(_ path: String) throws(BenchError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw .system("can't read \(path)", errno) }
    }

    deinit {
        close(descriptor)
    }

    /// The next bytes; none at the end.
    func next() throws(BenchError) -> ArraySlice<UInt8> {
        while true {
            let count = read(descriptor, &buffer, buffer.count)  // never more than there is room for
            if count >= 0 { return buffer[..<count] }
            if errno != EINTR { throw .system("can't read \(path)", errno) }
        }
    }
}

/// Writes a file from its front; what is left in the buffer is written by ``finish()``.
final class FileSink {
    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// How many bytes the file has.
    private(set) var size = 0

    private static let capacity = 1 << 17

    init(_ path: String) throws(BenchError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        if descriptor < 0 { throw .system("can't write \(path)", errno) }
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: some Collection<UInt8>) throws(BenchError) {
        size += bytes.count
        buffer += bytes
        if buffer.count >= Self.capacity { try finish() }
    }

    func finish() throws(BenchError) {
        var done = 0
        while done < buffer.count {
            let rest = buffer.count - done
            // In bounds: `done` never passes the count, and the pointer is used inside the closure only.
            let count = buffer.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), rest) }
            if count < 0, errno != EINTR { throw .system("can't write \(path)", errno) }
            done += max(0, count)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
