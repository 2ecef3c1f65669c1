import Glibc
import Registries

/// Loads the registry that `--registry` and `--at` name.
enum RegistryArgument {
    /// The most mistakes that a message lists.
    private static let mostProblems = 20

    private final class Kept {
        let series: RegistrySeries

        init(series: RegistrySeries) {
            self.series = series
        }
    }

    /// - Parameter path: A series' folder or one version's file; nil for the built-in registry.
    static func series(_ path: String?) throws(CommandError) -> RegistrySeries {
        let series: RegistrySeries
        do throws(RegistryError) {
            if let path { series = try RegistrySeries(contentsOf: path) } else { series = try .wukongim() }
        } catch {
            throw .badInput(message: text(of: error))
        }
        for warning in series.warnings { Diagnostics.warn(warning.description) }
        // Kept for good: the program ends with the command, and to take a registry apart costs a tenth of loading it.
        _ = Unmanaged.passRetained(Kept(series: series))
        return series
    }

    /// The same, but not from one version's file: what became of a field shows only in all versions together.
    static func wholeSeries(_ path: String?) throws(CommandError) -> RegistrySeries {
        var information = stat()
        if let path, stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFDIR {
            throw .badInput(
                message: "\(path) is one version's file, but migrate needs all versions; name the folder of the series")
        }
        return try series(path)
    }

    /// That a series has no such version.
    static func noVersion(_ version: Int?, of series: RegistrySeries, option: String) -> CommandError {
        let numbers = series.versions.map { String($0.number) }.joined(separator: ", ")
        return .badInput(message: "\(series.name) has no version \(version ?? 0); \(option) takes one of \(numbers)")
    }

    /// What is wrong, a line for each mistake.
    static func text(of error: RegistryError) -> String {
        let errors = error.problems.filter { $0.level == .error }
        var lines = errors.prefix(mostProblems).map(\.description)
        if errors.count > mostProblems { lines.append("… and \(errors.count - mostProblems) more") }
        return lines.joined(separator: "\n")
    }
}
