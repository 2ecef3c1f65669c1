/// What is wrong with a series: mistakes that keep it from being loaded, and rules that its newer versions break.
public struct RegistryCheck: Sendable {
    /// The series' name; nil where no file could be read.
    public let name: String?
    /// The versions that could be judged, lowest first.
    public let versions: [Int]
    /// Everything that is wrong or doubtful, in the order of versions and places.
    public let problems: [RegistryProblem]

    /// Whether anything is an error.
    public var hasErrors: Bool { problems.contains { $0.level == .error } }

    /// Checks a series.
    ///
    /// - Parameter folder: The folder of `v1.json`, `v2.json`, …
    /// - Throws: Where there is no such folder, or nothing in it that could be a version. Everything else is among the
    ///   problems.
    public init(folder: String) throws(RegistryError) {
        let files = try SeriesFiles(checking: folder)
        let resolved = files.resolved()
        name = files.files.first?.name
        versions = files.files.map(\.version)
        problems = resolved.problems
    }
}

extension SeriesFiles {
    /// The files of a folder that has to be a series.
    ///
    /// - Throws: Where there is no such folder, or no version's file in it.
    init(checking folder: String) throws(RegistryError) {
        func refusal(_ message: String) -> RegistryError {
            RegistryError([RegistryProblem(code: "registry-unreadable", message: message, file: folder)])
        }
        switch RegistryFolder.look(at: folder) {
        case .missing(let reason): throw refusal("\(reason); name a folder of v1.json, v2.json, …")
        case .file: throw refusal("this is one file; name the folder of v1.json, v2.json, … that it stands in")
        case .folder(let names):
            self.init(folder: folder, names: names)
            if isEmpty { throw refusal("there is no v1.json in this folder; name a folder of v1.json, v2.json, …") }
        }
    }
}
