import Glibc

/// Where an archive is written: the output's path and what stands beside it meanwhile.
struct OutputPlace: Hashable, Sendable {
    /// As the user named it, without slashes at its end.
    let path: String
    /// The folder that it is in.
    let folder: String
    /// The folder in which the files of a tar are kept until they are joined.
    let spool: String

    /// What is being written.
    var partial: String { path + ".partial" }
    /// The directory that is being replaced.
    var replaced: String { path + ".replaced" }
    /// How far writing came.
    var journal: String { partial + ".journal" }

    /// The folder that ``spool`` is in.
    var spoolParent: String {
        guard let slash = spool.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == spool.startIndex ? "/" : String(spool[..<slash])
    }

    /// - Parameter temporaryFolder: Where a tar's files are kept; nil for beside the output.
    /// - Throws: Where the path can't be an output's.
    init(_ path: String, container: ArchiveContainer, temporaryFolder: String?) throws(ArchiveWriteError) {
        var name = path[...]
        while name.utf8.count > 1, name.utf8.last == UInt8(ascii: "/") { name = name.dropLast() }
        let slash = name.utf8.lastIndex(of: UInt8(ascii: "/"))
        let last = slash.map { name[name.utf8.index(after: $0)...] } ?? name
        guard !last.isEmpty, last != ".", last != ".." else {
            throw .unusablePath(
                path: path.isEmpty ? "an empty path" : path, what: "can't be an output",
                hint: "name a new file or folder")
        }
        guard container == .bundle || name.utf8.count == path.utf8.count else {
            throw .unusablePath(path: path, what: "names a folder, but the output is a file", hint: "leave the / out")
        }
        self.path = String(name)
        switch slash {
        case nil: folder = "."
        case name.startIndex?: folder = "/"
        case let slash?: folder = String(name[..<slash])
        }
        guard let status = FileTree.target(of: folder), status.isFolder, let root = FileTree.resolved(folder) else {
            throw .unusablePath(path: path, what: "lies in a folder that doesn't exist", hint: "make \(folder) first")
        }
        if let temporaryFolder {
            guard let status = FileTree.target(of: temporaryFolder), status.isFolder else {
                throw .unusablePath(path: temporaryFolder, what: "is no folder", hint: "name one for temporary files")
            }
            // The same one for the same output, so that a later run finds it.
            let key = Checksum(of: Array("\(root)/\(last)".utf8).span).description.prefix(12)
            spool = "\(temporaryFolder)/msgreplay-\(key).spool"
        } else {
            spool = self.path + ".partial.spool"
        }
    }

    /// Makes sure that writing touches the source nowhere.
    /// - Parameter source: The source's path; `-` for standard input.
    func check(against source: String) throws(ArchiveWriteError) {
        var status = stat()
        guard (source == "-" ? fstat(0, &status) : stat(source, &status)) == 0 else { return }
        guard status.isRegular || status.isFolder else { return }
        let identity = FileTree.Identity(status)

        let around = source == "-" ? [] : FileTree.lineage(of: source).dropFirst()
        for (path, words) in [
            (path, "is"), (partial, "would be written to, but is"), (replaced, "would be removed, but is"),
            (journal, "would be written to, but is"), (spool, "would be written to, but is"),
        ] {
            let found = [FileTree.target(of: path), FileTree.entry(at: path)].compactMap {
                $0.map(FileTree.Identity.init)
            }
            if found.contains(identity) { throw .touchesSource(path: path, how: "\(words) the source itself") }
            if found.contains(where: around.contains) {
                throw .touchesSource(path: path, how: "\(words) a folder around the source")
            }
        }
        guard status.isFolder else { return }
        if FileTree.lineage(of: folder).contains(identity) {
            throw .touchesSource(path: path, how: "lies inside the source")
        }
        if FileTree.lineage(of: spoolParent).contains(identity) {
            throw .touchesSource(path: spoolParent, how: "lies inside the source")
        }
    }

    /// Makes sure that what is at the path may be replaced.
    func checkExisting(container: ArchiveContainer, overwrites: Bool) throws(ArchiveWriteError) {
        guard let status = FileTree.entry(at: path) else { return }
        if status.isSymbolicLink {
            throw .unusablePath(
                path: path, what: "is a symbolic link", hint: "name what it leads to, or another output")
        }
        guard status.isFolder || status.isRegular else {
            throw .unusablePath(path: path, what: "is a special file", hint: "name a file, or - for standard output")
        }
        guard overwrites else { throw .exists(path: path) }
        guard status.isFolder == (container == .bundle) else {
            throw .unusablePath(
                path: path, what: status.isFolder ? "is a folder, but the output is a file" : "is a file, not a folder",
                hint: "name another output")
        }
        // A folder is removed with all in it, so it must be what it is taken for.
        if status.isFolder, FileTree.entry(at: path + "/" + ArchiveManifest.name) == nil {
            var listing = Folder.Listing()
            if let folder = try? Folder(path) { listing = folder.list(limit: 2) }
            guard listing.files.isEmpty, listing.refused.isEmpty else {
                throw .unusablePath(
                    path: path, what: "is a folder without \(ArchiveManifest.name), so it is no bundle to replace",
                    hint: "name another output, or empty the folder yourself")
            }
        }
    }
}
