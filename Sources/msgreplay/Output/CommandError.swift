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
    init(_ error: ArchiveError) {
        switch error {
        case .notFound: self = .badInput(message: error.description)
        case .cannotSpool: self = .outputFailed(message: error.description)
        case .unreadable, .notAnArchive, .damaged: self = .damaged(message: error.description)
        }
    }
}
