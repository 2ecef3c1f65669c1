import MessageReplay

/// An audit report in the format that was asked for.
enum ReportRendering {
    /// - Parameters:
    ///   - examples: How many examples each group of findings shows.
    ///   - isToFile: Whether the report goes to a file, which has no colours and is as wide as paper.
    static func render(
        _ report: AuditReport, _ format: ReportFormat, examples: Int, color: ColorChoice, isToFile: Bool
    ) -> [UInt8] {
        switch format {
        case .json: return report.json()
        case .markdown: return MarkdownReport.render(report, examples: examples)
        case .html: return HTMLReport.render(report, examples: examples)
        case .text:
            let terminal = Terminal.standardOutput
            return TextReport.render(
                report, examples: examples, width: isToFile ? 80 : terminal.textWidth,
                paint: Paint(isOn: !isToFile && color.colors(for: terminal)))
        }
    }
}
