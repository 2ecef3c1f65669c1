import Glibc

/// Why an archive can't be written.
public enum ArchiveWriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The output's path can't be one: what it is, and what to do.
    case unusablePath(path: String, what: String, hint: String)
    /// The output's name says that it is another container than the source.
    case otherContainer(path: String, name: String, source: String, hint: String)
    /// Something is at the output's path, and nothing said that it may be replaced.
    case exists(path: String)
    /// Writing would touch the source: how the two lie to each other.
    case touchesSource(path: String, how: String)
    /// An earlier run left something beside the output's path.
    case leftovers(OutputLeftovers)
    /// What an earlier run left can't be gone on from.
    case cannotResume(path: String, reason: String)
    /// The disk is full, or will be: how many bytes are needed in all, 0 where nobody can tell, how many of them are
    /// written, and how many are free.
    case noRoom(folder: String, needed: UInt64, written: UInt64, free: UInt64)
    /// The system refuses; the reason is its own text.
    case unwritable(path: String, reason: String)
    /// Whoever read standard output has stopped.
    case closedPipe
    /// A file that is copied can't be read.
    case source(ArchiveError)
    /// A file of the source wasn't handed over to its end, so that the output would lack something.
    case incomplete(file: String)

    /// What an error number of the system means for a path that is written to. How much room a full disk lacks is filled in
    /// by whoever knows it.
    static func system(_ number: Int32, _ path: String) -> ArchiveWriteError {
        switch number {
        case ENOSPC where path != "-", EDQUOT where path != "-":
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            return .noRoom(folder: folder, needed: 0, written: 0, free: 0)
        case EPIPE where path == "-": return .closedPipe
        default: return .unwritable(path: path, reason: SystemError(number: number).reason)
        }
    }

    /// Whether the call is wrong, so that nothing was begun; otherwise writing failed.
    public var isAboutTheCall: Bool {
        switch self {
        case .unusablePath, .otherContainer, .exists, .touchesSource, .leftovers, .cannotResume: true
        case .noRoom, .unwritable, .closedPipe, .source, .incomplete: false
        }
    }

    /// A sentence for people that says what to do.
    public var description: String {
        switch self {
        case .unusablePath(let path, let what, let hint):
            "\(path) \(what); \(hint)"
        case .otherContainer(let path, let name, let source, let hint):
            "\(path): \(name) is another container than the source, \(source); \(hint)"
        case .exists(let path):
            "\(path) exists; name another output, or say --overwrite to replace it once the new one is whole"
        case .touchesSource(let path, let how):
            "\(path) \(how), and the source is never written to; name an output elsewhere"
        case .leftovers(let leftovers): leftovers.description
        case .cannotResume(let path, let reason):
            "\(path) can't be gone on from: \(reason); remove it to begin anew"
        case .noRoom(let folder, let needed, let written, let free):
            "there is no room in \(folder): "
                + (needed > 0 ? "about \(Self.size(needed)) are needed" : "more is needed")
                + (written > 0 ? ", \(Self.size(written)) of them are written," : "")
                + " and \(Self.size(free)) are free; make room or name a folder elsewhere"
        case .unwritable(let path, let reason): "\(path == "-" ? "standard output" : path) can't be written: \(reason)"
        case .closedPipe: "standard output was closed"
        case .source(let error): error.description
        case .incomplete(let file): "\(file) wasn't read to its end, so it can't be written whole"
        }
    }

    /// A number of bytes for people, rounded up.
    private static func size(_ bytes: UInt64) -> String {
        switch bytes {
        case 0..<10_000: "\(bytes) bytes"
        case 0..<10_000_000: "\((bytes + 999) / 1000) kB"
        case 0..<10_000_000_000: "\((bytes + 999_999) / 1_000_000) MB"
        default: "\((bytes + 999_999_999) / 1_000_000_000) GB"
        }
    }
}
