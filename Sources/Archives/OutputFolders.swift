/// The folders of a bundle directory that is being written.
struct OutputFolders {
    /// The bundle's own folder; nil where there are no folders to make.
    private let root: String?
    /// Those that were made, by their paths in the bundle.
    private(set) var made: Set<String> = []
    /// Those whose names and entries may not be on the disk yet.
    private var unflushed: Set<String> = []

    init(root: String?) {
        self.root = root
    }

    /// Makes the folders that a file lies in.
    mutating func make(for path: String) throws(ArchiveWriteError) {
        guard root != nil else { return }
        unflushed.insert(Self.parent(of: path))
        try make(Self.parent(of: path))
    }

    /// Makes a folder and those that it lies in.
    mutating func make(_ path: String) throws(ArchiveWriteError) {
        guard let root else { return }
        var missing: [String] = []
        var folder = path
        while !folder.isEmpty, !made.contains(folder) {
            missing.append(folder)
            folder = Self.parent(of: folder)
        }
        for folder in missing.reversed() {
            // On a run that goes on from an earlier one it may be there.
            if FileTree.entry(at: "\(root)/\(folder)")?.isFolder != true {
                try FileTree.makeFolder("\(root)/\(folder)")
            }
            made.insert(folder)
            unflushed.insert(folder)
            unflushed.insert(Self.parent(of: folder))
        }
    }

    /// Waits until all of them are on the disk.
    mutating func flush() throws(ArchiveWriteError) {
        guard let root else { return }
        for folder in unflushed { try FileTree.flushFolder(folder.isEmpty ? root : "\(root)/\(folder)") }
        unflushed = []
    }

    /// Gives them their permissions, the innermost first.
    func setModes(_ attributes: (String) -> FileAttributes?) throws(ArchiveWriteError) {
        guard let root else { return }
        for folder in made.sorted(by: >) + [""] {
            guard let mode = attributes(folder)?.mode else { continue }
            try FileTree.setMode(folder.isEmpty ? root : "\(root)/\(folder)", mode)
        }
    }

    private static func parent(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }
}
