/// Where the files of an output are written, and how.
struct OutputLayout: Hashable, Sendable {
    /// How the bytes of a file are written.
    enum Form: Sendable {
        /// As they are.
        case plain
        /// As BGZF blocks that become part of a larger stream.
        case blocks
        /// As a BGZF stream with its end marker.
        case stream
    }

    let container: ArchiveContainer
    /// How the whole output is compressed.
    let compression: ArchiveCompression
    /// The output itself while it isn't whole: a file or a folder; `-` for standard output.
    let partial: String
    /// The folder for the files of a tar until they are joined.
    let spool: String
    /// The files' paths in the manifest's order.
    let paths: [String]

    /// How a file is written.
    /// - Parameter isCompressed: Whether the source holds it as `path.gz`.
    func form(isCompressed: Bool) -> Form {
        if container == .file { return compression == .gzip ? .stream : .plain }
        if isCompressed { return .stream }
        return container == .tar && compression == .gzip ? .blocks : .plain
    }

    /// Where a file is written.
    func path(of index: Int, isCompressed: Bool) -> String {
        switch container {
        case .file: partial
        case .tar: "\(spool)/\(index)"
        case .bundle: "\(partial)/\(name(of: index, isCompressed: isCompressed))"
        }
    }

    /// Where a file that the manifest doesn't name is written.
    func path(ofExtra index: Int, named name: String) -> String {
        container == .tar ? "\(spool)/x\(index)" : "\(partial)/\(name)"
    }

    /// A file's name in the bundle.
    func name(of index: Int, isCompressed: Bool) -> String {
        isCompressed ? paths[index] + ".gz" : paths[index]
    }
}
