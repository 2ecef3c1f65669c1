import JSONText

/// One thing that is wrong, or doubtful, in a registry file.
public struct RegistryProblem: Hashable, Sendable {
    /// How bad it is.
    public enum Level: String, Sendable {
        /// No command works with the registry.
        case error
        /// Worth a look.
        case warning
    }

    /// A stable code.
    public var code: String
    /// How bad it is.
    public var level: Level
    /// What is wrong and how to mend it, in one or two sentences.
    public var message: String
    /// The file as it was named or found.
    public var file: String
    /// The line and column, where the problem has one.
    public var place: JSONPlace?
    /// The JSON Pointer in the file.
    public var pointer: String

    /// A problem.
    public init(
        code: String, level: Level = .error, message: String, file: String, place: JSONPlace? = nil,
        pointer: String = ""
    ) {
        self.code = code
        self.level = level
        self.message = message
        self.file = file
        self.place = place
        self.pointer = pointer
    }

    /// `file:line:column: message (pointer)`, as compilers write it.
    public var description: String {
        var text = file
        if let place { text += ":\(place.line):\(place.column)" }
        text += ": \(message)"
        if !pointer.isEmpty { text += " (at \(pointer))" }
        return text
    }
}

/// Why a registry can't be used.
public struct RegistryError: Error, Equatable, Sendable {
    /// All that is wrong, in the order of files and places. There is at least one.
    public var problems: [RegistryProblem]

    /// An error of one problem or more.
    public init(_ problems: [RegistryProblem]) {
        self.problems = problems
    }
}

/// Collects the problems of one file while it is read.
struct ProblemCollector {
    /// The file's name.
    let file: String
    /// Whether the file comes with the product. Tests hold such a file to all that is checked of others; what finds
    /// nothing but mistakes isn't done again each time.
    let isBuiltin: Bool
    /// What was found so far.
    var problems: [RegistryProblem] = []

    init(file: String, isBuiltin: Bool = false) {
        self.file = file
        self.isBuiltin = isBuiltin
    }

    /// Whether any of them stops the registry from being used.
    var hasErrors: Bool { problems.contains { $0.level == .error } }

    /// Notes a problem of a value, at the place of the value or, where it is the member as such, of its name.
    mutating func add(
        _ message: String, code: String = RegistryMistake.invalid.rawValue, level: RegistryProblem.Level = .error,
        at value: JSONValue, byName: Bool = false
    ) {
        problems.append(
            RegistryProblem(
                code: code, level: level, message: message, file: file,
                place: byName ? value.namePlace : value.place, pointer: value.pointer))
    }
}
