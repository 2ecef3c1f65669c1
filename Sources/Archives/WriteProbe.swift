/// The moments of writing at which a test can step in.
enum WriteMoment: Equatable, Sendable {
    case begun
    /// So many pieces were appended.
    case appended(Int)
    case beforeCheckpoint
    case afterCheckpoint
    case joined
    case completed
    case movedAside
    case named
    case removedReplaced
    case ended
}

/// What a test has happen.
enum WriteIntervention: Sendable {
    case none
    /// The process ends there and then: nothing is flushed, and nothing is cleaned up.
    case crash
    /// The system refuses with this error number.
    case failure(Int32)
}

/// Asked at each moment of writing.
typealias WriteProbe = @Sendable (WriteMoment) -> WriteIntervention
