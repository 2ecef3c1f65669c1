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

    /// Reads archives one after another, and reports those that can't be read.
    ///
    /// - Parameters:
    ///   - isEnough: Whether no more have to be read.
    ///   - read: Reads one.
    /// - Returns: The exit statuses of those that failed.
    static func readEach(
        _ paths: [String], _ meters: MeterBox, isEnough: () -> Bool = { false },
        _ read: (String) throws(ArchiveError) -> Void
    ) -> [ExitStatus] {
        var statuses: [ExitStatus] = []
        for path in paths where !isEnough() {
            do throws(ArchiveError) {
                try read(path)
                meters.finish()
            } catch {
                meters.finish()
                let failure = CommandError(error, path)
                statuses.append(failure.exitStatus)
                Diagnostics.report(failure)
            }
        }
        return statuses
    }

    /// Reports what is damaged in archives.
    ///
    /// - Returns: An exit status for each damage.
    static func report<Damage>(_ damages: [(path: String, damage: Damage)]) -> [ExitStatus] {
        damages.map { path, damage in
            Diagnostics.report(.damaged(message: "\(path): \(damage)"))
            return .damaged
        }
    }
}
