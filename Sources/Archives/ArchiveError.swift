/// One place where an archive isn't what it ought to be: cut short, altered, or not as its manifest says.
public struct ArchiveDamage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file inside the archive, as the manifest names it; nil where the archive itself is damaged.
    public var file: String?
    /// Where, in bytes of the file as it lies on disk (compressed, if it is): of ``file`` in a bundle directory, of the
    /// archive otherwise.
    public var offset: UInt64?
    /// The line, counted from 1, where it is known.
    public var line: Int?
    /// What is wrong, in words.
    public var message: String

    /// A damage with its place.
    public init(file: String? = nil, offset: UInt64? = nil, line: Int? = nil, message: String) {
        self.file = file
        self.offset = offset
        self.line = line
        self.message = message
    }

    /// The place and the message in one line.
    public var description: String {
        var place: [String] = []
        if let file { place.append(file) }
        if let line { place.append("line \(line)") }
        if let offset { place.append("byte \(offset)") }
        return place.isEmpty ? message : place.joined(separator: ", ") + ": " + message
    }
}

/// Why an archive can't be opened or read on.
public enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing is at this path.
    case notFound(path: String)
    /// The system refuses; the reason is its own text.
    case unreadable(path: String, reason: String)
    /// Something else is there; what it is, and what to do with it.
    case notAnArchive(path: String, what: String, hint: String)
    /// It is an archive, but so damaged that nothing of it can be read.
    case damaged(ArchiveDamage)
    /// What doesn't fit into memory could not be kept in the temporary folder: a tar's files until their turn, or what is
    /// sorted.
    case cannotSpool(folder: String, reason: String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .notFound(let path): "\(name(path)): no such file or directory"
        case .unreadable(let path, let reason): "\(name(path)): can't be read: \(reason)"
        case .notAnArchive(let path, let what, let hint): "\(name(path)) is \(what), not an archive; \(hint)"
        case .damaged(let damage): "damaged: \(damage)"
        case .cannotSpool(let folder, let reason):
            "temporary files go to \(folder), but \(reason)"
        }
    }

    private func name(_ path: String) -> String { path == "-" ? "standard input" : path }

    /// The same as a damage, for what can only be noted because reading goes on.
    var asDamage: ArchiveDamage {
        switch self {
        case .damaged(let damage): damage
        case .unreadable(_, let reason): ArchiveDamage(message: "can't be read: \(reason)")
        case .notFound: ArchiveDamage(message: "is absent")
        case .notAnArchive(_, let what, _): ArchiveDamage(message: "is \(what)")
        case .cannotSpool: ArchiveDamage(message: description)
        }
    }
}
