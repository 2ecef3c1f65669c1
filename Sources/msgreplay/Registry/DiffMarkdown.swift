import Registries

/// What `registry diff` says in a pull request.
enum DiffMarkdown {
    static func render(_ diff: RegistryDiff, _ risk: DiffRisk? = nil) -> String {
        var text = "## \(SafeText.markdownProse(DiffText.title(diff)))\n\n"
        if diff.changes.isEmpty { return text + "Nothing changed.\n" }
        let isCounted = risk != nil
        text += "| content | pointer | what changed | hurts | rule |\(isCounted ? " messages |" : "")\n"
        text += "| --- | --- | --- | --- | --- |\(isCounted ? " ---: |" : "")\n"
        for (index, change) in diff.changes.enumerated() {
            let content = change.content.map(SafeText.markdown) ?? "all contents"
            let pointer = change.pointer.isEmpty ? "" : SafeText.markdown(change.pointer)
            text += "| \(content) | \(pointer) | \(SafeText.markdownProse(change.what)) | \(DiffText.hurts(change)) "
            text += "| \(change.rule.map { "`\($0)`" } ?? "") |"
            if let risk { text += " \(risk.count(of: index, in: diff).map { NumberText.grouped($0) } ?? "") |" }
            text += "\n"
        }
        return text + "\n\(DiffText.legend)\n" + (risk.map { "\n\(DiffText.about($0))\n" } ?? "")
    }
}
