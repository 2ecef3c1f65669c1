import Registries

/// What `registry check` says in a pull request.
enum CheckMarkdown {
    /// Problems beyond these are counted only: a comment has a largest size.
    private static let most = 200

    static func render(_ check: RegistryCheck) -> String {
        var text = "## Registry check\n\n\(SafeText.markdownProse(CheckText.summary(check)))\n"
        if check.problems.isEmpty { return text }
        text += "\n| level | rule | place | what is wrong |\n| --- | --- | --- | --- |\n"
        for problem in check.problems.prefix(most) {
            var place = SafeText.markdown(CheckText.place(of: problem))
            if !problem.pointer.isEmpty { place += "<br>" + SafeText.markdown(problem.pointer) }
            text += "| \(problem.level.rawValue) | `\(problem.code)` | \(place) "
            text += "| \(SafeText.markdownProse(problem.message)) |\n"
        }
        if check.problems.count > most {
            let left = NumberText.counted(check.problems.count - most, "more problem")
            text += "\n**Left out for length:** \(left). `--format json` has all.\n"
        }
        return text
    }
}
