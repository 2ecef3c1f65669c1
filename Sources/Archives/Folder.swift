import Glibc

/// A folder whose files are opened below it only: no symbolic link is followed on the way.
struct Folder: ~Copyable {
    private let descriptor: Descriptor

    /// What is wrong with a file below a folder.
    enum Refusal: Error, Equatable {
        case absent
        case special(String)
        case unreadable(String)

        init(_ error: SystemError) {
            switch error.number {
            case ENOENT: self = .absent
            case ELOOP, ENOTDIR: self = .special("is a symbolic link or lies below one, which isn't followed")
            case ENXIO: self = .special("is a special file")
            default: self = .unreadable(error.reason)
            }
        }

        var damage: String {
            switch self {
            case .absent: "is absent, though the manifest lists it"
            case .special(let message): message
            case .unreadable(let reason): "can't be read: \(reason)"
            }
        }
    }

    /// Opens a folder; the path itself may be a symbolic link.
    init(_ path: String) throws(SystemError) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError(number: errno) }
        descriptor = Descriptor(owning: number)
    }

    /// Opens a regular file below the folder.
    /// - Parameter path: A clean relative path.
    func openFile(_ path: String) throws(Refusal) -> Descriptor {
        let parts = path.split(separator: "/").map(String.init)
        guard let name = parts.last else { throw .absent }
        var parent = descriptor.borrowed
        for part in parts.dropLast() {
            let number = openat(parent.number, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard number >= 0 else { throw Refusal(SystemError(number: errno)) }
            parent = Descriptor(owning: number)
        }
        // O_NONBLOCK, or opening a pipe would wait for a writer.
        let number = openat(parent.number, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw Refusal(SystemError(number: errno)) }
        let file = Descriptor(owning: number)
        let status: stat
        do throws(SystemError) {
            status = try file.status()
        } catch {
            throw .unreadable(error.reason)
        }
        guard status.isRegular else {
            throw .special(status.isFolder ? "is a folder, not a file" : "is a special file, not a regular one")
        }
        return file
    }

    /// The permissions of a folder below, or of this one for an empty path; nil if there is no such folder.
    func attributes(ofFolder path: String) -> FileAttributes? {
        var status = stat()
        guard fstatat(descriptor.number, path.isEmpty ? "." : path, &status, AT_SYMLINK_NOFOLLOW) == 0, status.isFolder
        else { return nil }
        return FileAttributes(status)
    }

    /// What lies below the folder, in the order of names.
    struct Listing {
        /// Paths of regular files.
        var files: [String] = []
        /// Paths of folders.
        var folders: [String] = []
        /// Paths of what is neither a regular file nor a folder, and why it is refused.
        var refused: [(path: String, message: String)] = []
        /// Whether there was more than the limit.
        var isCut = false
    }

    /// Lists all files below the folder.
    /// - Parameters:
    ///   - limit: After so many entries the listing is cut.
    ///   - depth: Deeper folders are refused.
    func list(limit: Int, depth: Int = 32) -> Listing {
        var listing = Listing()
        // Folders wait here; the newest is walked next, so few wait.
        var waiting = [(path: "", depth: 0)]
        while let folder = waiting.popLast() {
            guard let names = names(in: folder.path) else {
                listing.refused.append((folder.path, "is a folder that can't be read"))
                continue
            }
            if !folder.path.isEmpty { listing.folders.append(folder.path) }
            for name in names.sorted() {
                guard listing.files.count + listing.refused.count + waiting.count < limit else {
                    listing.isCut = true
                    return listing
                }
                let path = folder.path.isEmpty ? name : folder.path + "/" + name
                var status = stat()
                // The path is resolved below the folder; its last part isn't followed, and the parts before it are
                // folders that were listed.
                guard fstatat(descriptor.number, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
                if status.isFolder {
                    if folder.depth + 1 < depth {
                        waiting.append((path, folder.depth + 1))
                    } else {
                        listing.refused.append((path, "lies too deep"))
                    }
                } else if status.isRegular {
                    listing.files.append(path)
                } else if status.isSymbolicLink {
                    listing.refused.append((path, "is a symbolic link, which isn't followed"))
                } else {
                    listing.refused.append((path, "is a special file, not a regular one"))
                }
            }
        }
        return listing
    }

    private func names(in path: String) -> [String]? {
        let number = openat(
            descriptor.number, path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { return nil }
        guard let stream = fdopendir(number) else {
            close(number)
            return nil
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // d_name is a terminated string inside the entry.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                UnsafeRawPointer(pointer).withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
            if names.count > 1_000_000 { break }
        }
        return names
    }
}
