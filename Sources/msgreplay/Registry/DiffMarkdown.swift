import Registries

/// What `registry diff` says in a pull request.
enum DiffMarkdown {
    static func render(_ diff: RegistryDiff) -> String {
        var text = "## \(SafeText.markdownProse(DiffText.title(diff)))\n\n"
        if diff.changes.isEmpty { return text + "Nothing changed.\n" }
        text += "| content | pointer | what changed | hurts | rule |\n| --- | --- | --- | --- | --- |\n"
        for change in diff.changes {
            let content = change.content.map(SafeText.markdown) ?? "all contents"
            let pointer = change.pointer.isEmpty ? "" : SafeText.markdown(change.pointer)
            text += "| \(content) | \(pointer) | \(SafeText.markdownProse(change.what)) | \(DiffText.hurts(change)) "
            text += "| \(change.rule.map { "`\($0)`" } ?? "") |\n"
        }
        return text + "\n\(DiffText.legend)\n"
    }
}
