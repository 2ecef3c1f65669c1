/// What a run that was interrupted left beside an output's path.
public struct OutputLeftovers: Hashable, Sendable, CustomStringConvertible {
    /// What is being written, or was.
    public enum Partial: Hashable, Sendable {
        /// Another run is writing it now.
        case busy
        /// Part of it is written; a run with `--resume` can try to go on from it.
        case resumable
        /// It is whole and only lacks its name; a run with `--resume` finishes it.
        case complete
        /// Nothing says how far it came.
        case unusable
    }

    /// The output's path.
    public let path: String
    /// Whether something is there.
    public let hasOutput: Bool
    /// What is at `OUT.partial`, nil for nothing.
    public let partial: Partial?
    /// Whether a folder is at `OUT.replaced`: the archive as it was before.
    public let hasReplaced: Bool

    /// What it is, and the ways out.
    public var description: String {
        var text: [String] = []
        if partial == .busy { return "\(path).partial is being written by another run; wait for it" }
        if hasReplaced {
            switch (hasOutput, partial) {
            case (true, _):
                text.append(
                    "\(path) is the new archive, and \(path).replaced is what is left of the old one; remove "
                        + "\(path).replaced")
            case (false, .complete?):
                text.append(
                    "\(path).replaced is the old archive and \(path).partial the new one, both whole; say --resume to "
                        + "finish, or rename \(path).replaced back to \(path) and remove \(path).partial")
            default:
                text.append("\(path).replaced is the old archive; rename it back to \(path)")
            }
        }
        if !hasReplaced || hasOutput {
            switch partial {
            case .complete?:
                text.append("\(path).partial is whole and only lacks its name; say --resume to finish, or remove it")
            case .resumable?:
                text.append(
                    "\(path).partial was left by a run that was interrupted; say --resume to go on, or remove it")
            case .unusable?:
                text.append("\(path).partial is there, and nothing says how far it came; remove it")
            case .busy?, nil: break
            }
        }
        return text.joined(separator: "; ")
    }

    /// Another run is writing there.
    init(busy place: OutputPlace) {
        path = place.path
        hasOutput = FileTree.entry(at: place.path) != nil
        hasReplaced = FileTree.entry(at: place.replaced) != nil
        partial = .busy
    }

    /// Looks for what an interrupted run left beside an output's path.
    /// - Returns: Nil if there is nothing, or if the path can't be an output's.
    public static func find(beside path: String) -> OutputLeftovers? {
        guard let place = try? OutputPlace(path, container: .bundle, temporaryFolder: nil) else { return nil }
        return OutputLeftovers(beside: place)
    }

    /// Looks for what was left beside a place; nil if there is nothing.
    init?(beside place: OutputPlace) {
        path = place.path
        hasOutput = FileTree.entry(at: place.path) != nil
        hasReplaced = FileTree.entry(at: place.replaced) != nil
        let hasPartial = FileTree.entry(at: place.partial) != nil
        let journal = try? Journal.look(at: place.journal)
        switch (hasPartial, journal) {
        case (_, (isHeld: true, _)?): partial = .busy
        case (false, _): partial = nil
        case (true, let journal?):
            partial = journal.contents.map { $0.completion == nil ? .resumable : .complete } ?? .unusable
        case (true, nil): partial = .unusable
        }
        if partial == nil && !hasReplaced { return nil }
    }
}
