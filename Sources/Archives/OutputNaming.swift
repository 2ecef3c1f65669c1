/// Gives an output that is whole its name.
struct OutputNaming {
    let place: OutputPlace
    let container: ArchiveContainer
    let overwrites: Bool
    /// Whether an earlier run moved the old folder aside already.
    let wasMovedAside: Bool

    /// - Parameters:
    ///   - probe: Called after each step.
    ///   - named: Called once the output has its name, so that it stays whatever comes.
    func run(
        _ probe: (WriteMoment) throws(ArchiveWriteError) -> Void, named: () -> Void
    ) throws(ArchiveWriteError) {
        guard container == .bundle else {
            if overwrites {
                try FileTree.move(place.partial, to: place.path)
            } else {
                try FileTree.moveFile(place.partial, toNew: place.path)
            }
            named()
            try FileTree.flushFolder(place.folder)
            return try probe(.named)
        }
        var isMovedAside = wasMovedAside
        if FileTree.entry(at: place.path) != nil {
            guard overwrites else { throw .exists(path: place.path) }
            try FileTree.move(place.path, to: place.replaced)
            isMovedAside = true
            try FileTree.flushFolder(place.folder)
            try probe(.movedAside)
        }
        do throws(ArchiveWriteError) {
            try FileTree.move(place.partial, to: place.path)
        } catch {
            // The old one gets its name back.
            if isMovedAside { try? FileTree.move(place.replaced, to: place.path) }
            throw error
        }
        named()
        try FileTree.flushFolder(place.folder)
        try probe(.named)
        guard isMovedAside else { return }
        try FileTree.remove(place.replaced)
        try FileTree.flushFolder(place.folder)
        try probe(.removedReplaced)
    }
}
