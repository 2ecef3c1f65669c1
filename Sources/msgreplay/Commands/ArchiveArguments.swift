import Archives
import Glibc

/// The archives that a command was given.
enum ArchiveArguments {
    /// A path that doesn't exist is a wrong call, and said before anything is read.
    static func check(_ paths: [String]) throws(CommandError) {
        for path in paths where path != "-" {
            guard access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { continue }
            throw .badInput(message: ArchiveError.notFound(path: path).description)
        }
        if paths.filter({ $0 == "-" }).count > 1 {
            throw .badInput(message: "'-' is named twice, but standard input can be read only once")
        }
    }
}
