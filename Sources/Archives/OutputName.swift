/// What an output's name says of it.
struct OutputName {
    /// The container that the name implies; nil if it says nothing.
    let container: ArchiveContainer?
    /// How the output is compressed.
    let compression: ArchiveCompression
    /// The end of the name that says it.
    let ending: String
    /// Whether it says that the output is a zip, which isn't written.
    let isZip: Bool

    /// The first that fits decides.
    private static let endings: [(ending: String, container: ArchiveContainer, compression: ArchiveCompression)] = [
        (".tar.gz", .tar, .gzip), (".tgz", .tar, .gzip), (".tar", .tar, .none), (".gz", .file, .gzip),
        (".jsonl", .file, .none),
    ]

    init(_ path: String) {
        var name = path.lowercased()[...]
        while name.utf8.last == UInt8(ascii: "/") { name = name.dropLast() }
        isZip = name.hasSuffix(".zip")
        for entry in Self.endings where name.hasSuffix(entry.ending) {
            container = entry.container
            compression = entry.compression
            ending = entry.ending
            return
        }
        container = nil
        compression = .none
        ending = ""
    }

    /// How an output with this path is compressed.
    /// - Throws: Where the name implies another container than the source's.
    static func compression(of path: String, for source: ArchiveContainer) throws(ArchiveWriteError)
        -> ArchiveCompression
    {
        if path == "-" {
            guard source == .file else {
                throw .unusablePath(
                    path: "standard output", what: "takes single files only, and the source is \(noun(source))",
                    hint: "name an output with -o")
            }
            return .none
        }
        let name = OutputName(path)
        if name.isZip {
            throw .otherContainer(path: path, name: "a zip", source: noun(source), hint: hint(source))
        }
        if let container = name.container, container != source {
            let said = container == .tar ? "a tar" : "a single file (\(name.ending))"
            throw .otherContainer(path: path, name: said, source: noun(source), hint: hint(source))
        }
        return name.compression
    }

    private static func noun(_ container: ArchiveContainer) -> String {
        switch container {
        case .bundle: "a bundle directory"
        case .tar: "a tar"
        case .file: "a single file"
        }
    }

    private static func hint(_ source: ArchiveContainer) -> String {
        switch source {
        case .bundle: "give the name of a directory"
        case .tar: "give a name that ends in .tar or .tar.gz"
        case .file: "give a name that ends in .jsonl or .jsonl.gz"
        }
    }
}
