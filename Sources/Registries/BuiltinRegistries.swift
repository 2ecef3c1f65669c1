/// The registries that come with the product and that others can extend. A published version never changes.
enum BuiltinRegistries {
    /// What `extends` can name.
    static let names = ["wukongim@1"]

    /// A built-in registry's file.
    ///
    /// - Returns: The file; a failure without problems where there is no such registry.
    static func file(named name: String) -> Result<RegistryFile, RegistryError> {
        name == names[0] ? wukongim1 : .failure(RegistryError([]))
    }

    /// Read once, so that all that extend it share one document.
    private static let wukongim1: Result<RegistryFile, RegistryError> = {
        var problems = ProblemCollector(file: names[0], isBuiltin: true)
        let file = RegistryFile(Array(Wukongim1.source.utf8), path: names[0], &problems)
        guard let file, !problems.hasErrors else { return .failure(RegistryError(problems.problems)) }
        return .success(file)
    }()
}
