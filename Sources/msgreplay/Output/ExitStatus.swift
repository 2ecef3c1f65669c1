/// The exit status of the program: the only place where its numbers stand.
enum ExitStatus: Int32, Sendable {
    /// Done.
    case done = 0
    /// Something was found at the level that `--fail-on` names, or at a worse one.
    case found = 1
    /// The call is wrong: options, registry, a path that doesn't exist.
    case badCall = 2
    /// An archive is damaged or can't be read.
    case damaged = 3
    /// An output can't be written.
    case outputFailed = 4
    /// Interrupted by SIGINT.
    case interrupted = 130
    /// Ended by SIGTERM.
    case terminated = 143

    /// The status of a run in which several things happened: the first of 143, 130, 4, 3, 2, 1 that applies.
    static func combined(_ statuses: some Sequence<ExitStatus>) -> ExitStatus {
        statuses.max { $0.rawValue < $1.rawValue } ?? .done
    }
}
