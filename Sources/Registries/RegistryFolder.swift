import Glibc

/// Reads registry files and lists their folder.
enum RegistryFolder {
    /// What a path leads to.
    enum Look {
        /// A folder, with the names of what is in it in the order of their UTF-8 bytes.
        case folder([String])
        case file
        /// Nothing that can be read, and why.
        case missing(String)
    }

    /// Why a file can't be read.
    struct Failure: Error {
        let message: String
    }

    /// The largest registry file that is read, in bytes: far beyond what people write.
    private static let largestFile = 64 << 20

    static func look(at path: String) -> Look {
        var status = stat()
        guard stat(path, &status) == 0 else { return .missing(reason()) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return .file }
        guard let folder = opendir(path) else { return .missing(reason()) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                // In bounds: readdir ends each name with a NUL within d_name.
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return .folder(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    static func read(_ path: String) -> Result<[UInt8], Failure> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(Failure(message: reason())) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= largestFile {
            var count = 0
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, filled in
                // The call writes at most as many bytes as the buffer has room for, and says how many.
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0 { failure = errno }
                filled = max(0, count)
            }
            if failure == EINTR { continue }
            guard failure == 0 else { return .failure(Failure(message: String(cString: strerror(failure)))) }
            if count == 0 { return .success(bytes) }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
        }
        return .failure(Failure(message: "this file is larger than any registry: over \(largestFile >> 20) MiB"))
    }

    static func lastComponent(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
