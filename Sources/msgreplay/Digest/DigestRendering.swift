import Archives
import MessageReplay

/// A digest report in the format that was asked for.
enum DigestRendering {
    /// - Parameters:
    ///   - isToFile: Whether the report goes to a file, which has no colours and is as wide as paper.
    ///   - write: Takes the next piece, and says whether to go on.
    /// - Throws: Where the groups' temporary file can't be read.
    static func render(
        _ report: DigestReport, _ format: DigestFormat, color: ColorChoice, isToFile: Bool,
        _ write: ([UInt8]) -> Bool
    ) throws(ArchiveError) {
        switch format {
        case .json: try report.writeJSON(write)
        case .csv: try DigestCSV.render(report, write)
        case .markdown: _ = write(DigestMarkdown.render(try DigestOutline(report, limit: DigestMarkdown.maximumGroups)))
        case .html: _ = write(DigestPage.render(try DigestOutline(report, limit: DigestReport.detailLimit)))
        case .text:
            let terminal = Terminal.standardOutput
            _ = write(
                DigestText.render(
                    try DigestOutline(report, limit: DigestText.maximumGroups),
                    width: isToFile ? 80 : terminal.textWidth,
                    paint: Paint(isOn: !isToFile && color.colors(for: terminal))))
        }
    }
}
