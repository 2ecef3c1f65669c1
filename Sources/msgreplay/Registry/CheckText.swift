import Registries

/// What `registry check` prints for people: each problem with its place, as compilers do, and a count at the end.
enum CheckText {
    static func render(_ check: RegistryCheck, width: Int, paint: Paint) -> String {
        var text = ""
        for problem in check.problems {
            let level = problem.level == .error ? paint.red("error") : paint.yellow("warning")
            var place = problem.file
            if let found = problem.place { place += ":\(found.line):\(found.column)" }
            var about = SafeText.visible(place) + ": \(level): \(paint.bold(problem.code))"
            if !problem.pointer.isEmpty { about += " at \(SafeText.visible(problem.pointer))" }
            text += about + "\n"
            let lines = TextWrap.lines(SafeText.visible(problem.message), width: width, first: "  ", rest: "  ")
            text += lines.joined(separator: "\n") + "\n\n"
        }
        return text + SafeText.visible(summary(check)) + "\n"
    }

    /// One line: how many problems there are of each level, and in what.
    static func summary(_ check: RegistryCheck) -> String {
        let errors = check.problems.count { $0.level == .error }
        let warnings = check.problems.count - errors
        let counts = [counted(errors, "error"), counted(warnings, "warning")].joined(separator: ", ")
        return "\(check.name.map { "registry \($0)" } ?? "no registry"), \(counted(check.versions.count, "version")): "
            + (check.problems.isEmpty ? "nothing is wrong" : counts)
    }

    private static func counted(_ count: Int, _ word: String) -> String {
        "\(NumberText.grouped(count)) \(word)\(count == 1 ? "" : "s")"
    }
}
