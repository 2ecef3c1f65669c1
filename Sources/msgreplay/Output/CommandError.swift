import Archives

/// Everything that ends a command early. `Diagnostics` turns it into the message, `exitStatus` into the status.
enum CommandError: Error, Equatable {
    /// The call is wrong; `command` is whose help has the answer.
    case usage(message: String, command: CommandName?)
    /// The call is right, but what it names is not: a registry with a mistake, a path that doesn't exist.
    case badInput(message: String)
    /// An archive is damaged or can't be read.
    case damaged(message: String)
    /// An output can't be written.
    case outputFailed(message: String)
    /// Whoever reads the output has gone away; nothing to say.
    case closedPipe

    var exitStatus: ExitStatus {
        switch self {
        case .usage, .badInput: .badCall
        case .damaged: .damaged
        case .outputFailed: .outputFailed
        case .closedPipe: .done
        }
    }
}

extension CommandError {
    /// What keeps an archive from being read.
    ///
    /// - Parameter path: The archive, which an error about a place in it doesn't name.
    init(_ error: ArchiveError, _ path: String) {
        switch error {
        case .damaged(let damage): self = .damaged(message: "\(path): \(damage)")
        case .notFound: self = .badInput(message: error.description)
        case .cannotSpool: self = .outputFailed(message: error.description)
        case .unreadable, .notAnArchive: self = .damaged(message: error.description)
        }
    }
}
