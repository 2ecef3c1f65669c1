import Registries

/// What `registry check` prints for people: each problem with its place, as compilers do, and a count at the end.
enum CheckText {
    static func render(_ check: RegistryCheck, width: Int, paint: Paint) -> String {
        var text = ""
        for problem in check.problems {
            let level = problem.level == .error ? paint.red("error") : paint.yellow("warning")
            var about = "\(paint.bold(SafeText.visible(place(of: problem)))): \(level): \(problem.code)"
            if !problem.pointer.isEmpty { about += paint.dim(" at \(SafeText.visible(problem.pointer))") }
            text += about + "\n"
            let lines = TextWrap.lines(SafeText.visible(problem.message), width: width, first: "  ", rest: "  ")
            text += lines.joined(separator: "\n") + "\n\n"
        }
        return text + SafeText.visible(summary(check)) + "\n"
    }

    /// `registry/v2.json:12:9`.
    static func place(of problem: RegistryProblem) -> String {
        problem.place.map { "\(problem.file):\($0.line):\($0.column)" } ?? problem.file
    }

    /// One line: how many problems there are of each level, and in what.
    static func summary(_ check: RegistryCheck) -> String {
        let versions = NumberText.counted(check.versions.count, "version")
        let subject = check.name.map { "registry \($0), \(versions)" } ?? "no version could be read"
        if check.problems.isEmpty { return "\(subject): nothing is wrong" }
        let errors = check.problems.count { $0.level == .error }
        let warnings = check.problems.count - errors
        return "\(subject): \(NumberText.counted(errors, "error")), \(NumberText.counted(warnings, "warning"))"
    }
}
