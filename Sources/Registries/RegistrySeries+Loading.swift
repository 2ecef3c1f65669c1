import JSONText

extension RegistrySeries {
    /// The built-in series `wukongim`, of one version.
    ///
    /// - Throws: What is wrong with it, which would be a defect of the product.
    public static func wukongim() throws(RegistryError) -> RegistrySeries {
        switch BuiltinRegistries.file(named: BuiltinRegistries.names[0]) {
        case .success(let file): try RegistrySeries(SeriesFiles(builtin: file))
        case .failure(let error): throw error
        }
    }

    /// Loads a series from its folder (`v1.json`, `v2.json`, …), or one version from its file.
    ///
    /// - Parameter path: The folder or file.
    /// - Throws: All that is wrong with it, with file, line, column and JSON Pointer.
    public init(contentsOf path: String) throws(RegistryError) {
        switch RegistryFolder.look(at: path) {
        case .folder(let names):
            let files = SeriesFiles(folder: path, names: names)
            if files.isEmpty && files.problems.isEmpty {
                throw RegistryError([
                    RegistryProblem(
                        code: RegistryMistake.unreadable.rawValue,
                        message: "there is no v1.json in this folder; --registry takes a folder of v1.json, v2.json, …",
                        file: path)
                ])
            }
            try self.init(files)
        case .file:
            try self.init(SeriesFiles(file: path))
        case .missing(let reason):
            throw RegistryError([
                RegistryProblem(
                    code: RegistryMistake.unreadable.rawValue,
                    message: "\(reason); --registry takes a folder of v1.json, v2.json, … or one such file", file: path)
            ])
        }
    }

    private init(_ files: SeriesFiles) throws(RegistryError) {
        let resolved = files.resolved()
        guard let first = files.files.first, !resolved.problems.contains(where: { $0.level == .error }) else {
            throw RegistryError(resolved.problems)
        }
        name = first.name
        versions = resolved.versions
        warnings = resolved.problems
    }
}

/// The files of a series as far as they can be read, and what is wrong with the others.
struct SeriesFiles {
    /// What the files come to.
    struct Resolved {
        /// The versions, lowest first; of one with errors only what could be made.
        var versions: [RegistryVersion]
        /// The same, merged but not compiled.
        var merged: [RegistryResolver.Merged]
        /// All problems, in the order of files and places.
        var problems: [RegistryProblem]
    }

    /// The files that could be read, by version.
    private(set) var files: [RegistryFile] = []
    /// The names of all files of the folder that look like versions, in the order of versions.
    private var paths: [String] = []
    private(set) var problems: [RegistryProblem] = []

    /// Whether no file of the folder is named as a version is.
    var isEmpty: Bool { paths.isEmpty }

    /// A file of the product.
    init(builtin file: RegistryFile) {
        files = [file]
        paths = [file.path]
    }

    /// One version's file.
    init(file path: String) {
        var collector = ProblemCollector(file: path)
        let file = Self.read(path, &collector)
        if let file, let number = Self.version(fromName: RegistryFolder.lastComponent(of: path)) {
            Self.check(file, isVersion: number, &collector)
        }
        files = [file].compactMap(\.self)
        paths = [path]
        problems = collector.problems
    }

    /// A folder.
    ///
    /// - Parameter names: What is in it.
    init(folder: String, names: [String]) {
        var versions: [(number: Int, path: String)] = []
        func path(_ name: String) -> String { folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)" }
        for name in names where name.hasSuffix(".json") {
            let path = path(name)
            guard let number = Self.version(fromName: name) else {
                problems.append(
                    RegistryProblem(
                        code: RegistryMistake.invalid.rawValue,
                        message: "a version's file is named v1.json, v2.json and so on; rename or move this one",
                        file: path))
                continue
            }
            versions.append((number, path))
            var collector = ProblemCollector(file: path)
            if let file = Self.read(path, &collector) {
                Self.check(file, isVersion: number, &collector)
                files.append(file)
            }
            problems += collector.problems
        }
        if versions.isEmpty && problems.isEmpty { return }
        versions.sort { $0.number < $1.number }
        paths = versions.map(\.path)
        // One gap says it; the versions after it are still read.
        let gap = versions.indices.first { versions[$0].number != $0 + 1 } ?? (versions.isEmpty ? 0 : nil)
        if let gap {
            problems.append(
                RegistryProblem(
                    code: "version-gap",
                    message: "v\(gap + 1).json is missing: versions have to be 1, 2, 3, … without a gap", file: folder))
        }
        files.sort { $0.version < $1.version }
        if let first = files.first {
            for file in files where file.name != first.name {
                problems.append(
                    RegistryProblem(
                        code: RegistryMistake.invalid.rawValue,
                        message: "the series is '\(first.name)' in \(first.path), but '\(file.name)' here",
                        file: file.path, place: file.value["registry"]?.place, pointer: "/registry"))
            }
        }
    }

    /// Resolves what could be read.
    func resolved() -> Resolved {
        var resolver = RegistryResolver(problems: problems)
        let (versions, merged) = resolver.resolve(files)
        return Resolved(versions: versions, merged: merged, problems: inOrder(resolver.problems))
    }

    /// Problems in the order of files and places; first those of the folder.
    func inOrder(_ problems: [RegistryProblem]) -> [RegistryProblem] {
        if problems.isEmpty { return [] }
        let order = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
        return problems.enumerated().sorted { left, right in
            let leftKey = (
                order[left.element.file] ?? -1, left.element.place?.line ?? 0, left.element.place?.column ?? 0
            )
            let rightKey = (
                order[right.element.file] ?? -1, right.element.place?.line ?? 0, right.element.place?.column ?? 0
            )
            return leftKey == rightKey ? left.offset < right.offset : leftKey < rightKey
        }.map(\.element)
    }

    private static func read(_ path: String, _ problems: inout ProblemCollector) -> RegistryFile? {
        switch RegistryFolder.read(path) {
        case .success(let bytes):
            return RegistryFile(bytes, path: path, &problems)
        case .failure(let error):
            problems.problems.append(
                RegistryProblem(code: RegistryMistake.unreadable.rawValue, message: error.message, file: path))
            return nil
        }
    }

    /// The number in `v12.json`; nil for any other name.
    private static func version(fromName name: String) -> Int? {
        guard name.hasPrefix("v"), name.hasSuffix(".json") else { return nil }
        let digits = name.dropFirst().dropLast(5)
        guard let number = Int(digits), number >= 1, String(number) == digits else { return nil }
        return number
    }

    private static func check(_ file: RegistryFile, isVersion number: Int, _ problems: inout ProblemCollector) {
        guard file.version != number, let value = file.value["version"] else { return }
        problems.add("this file is version \(file.version), but its name says \(number); make them agree", at: value)
    }
}
