import Glibc
import JSONText
import MessageReplay

/// `msgreplay merge`.
enum MergeCommand {
    static func run(_ settings: MergeSettings) throws(CommandError) -> ExitStatus {
        try OutputPlace.check([settings.output], against: settings.reports)
        var texts: [[UInt8]] = []
        for path in settings.reports { texts.append(try InputFile.read(path)) }
        let isMigration = texts.first.map(MigrationReport.isReport) ?? false
        try Output.print(
            isMigration ? try migrations(texts, settings) : try audits(texts, settings), to: settings.output)
        return .done
    }

    private static func audits(_ texts: [[UInt8]], _ settings: MergeSettings) throws(CommandError) -> [UInt8] {
        let reports = try read(texts, settings) { text throws(ReportReadError) in try AuditReport(json: text) }
        let merged = try merge(settings) { () throws(ReportMergeError) in
            try AuditReport.merge(reports, exampleLimit: settings.examples)
        }
        return ReportRendering.render(
            merged, settings.format, examples: settings.examples, color: settings.common.color,
            isToFile: settings.output != nil)
    }

    private static func migrations(_ texts: [[UInt8]], _ settings: MergeSettings) throws(CommandError) -> [UInt8] {
        let reports = try read(texts, settings) { text throws(ReportReadError) in try MigrationReport(json: text) }
        let merged = try merge(settings) { () throws(ReportMergeError) in
            try MigrationReport.merge(reports, exampleLimit: settings.examples)
        }
        switch settings.format {
        case .json: return merged.json()
        case .text:
            let terminal = Terminal.standardOutput
            let isToFile = settings.output != nil
            return MigrationText.render(
                merged, examples: settings.examples, width: isToFile ? 80 : terminal.textWidth,
                paint: Paint(isOn: !isToFile && settings.common.color.colors(for: terminal)))
        case .markdown, .html:
            throw .usage(message: "reports of migrate are joined as text or json", command: .merge)
        }
    }

    private static func read<Report>(
        _ texts: [[UInt8]], _ settings: MergeSettings, _ read: ([UInt8]) throws(ReportReadError) -> Report
    ) throws(CommandError) -> [Report] {
        var reports: [Report] = []
        for (path, text) in zip(settings.reports, texts) {
            do throws(ReportReadError) {
                reports.append(try read(text))
            } catch {
                let place = error.place.map { ":\($0.line):\($0.column)" } ?? ""
                let pointer = error.pointer.isEmpty ? "" : " (at \(error.pointer))"
                throw .badInput(message: "\(path)\(place): \(error.message)\(pointer)")
            }
        }
        return reports
    }

    private static func merge<Report>(
        _ settings: MergeSettings, _ merge: () throws(ReportMergeError) -> Report
    ) throws(CommandError) -> Report {
        do throws(ReportMergeError) {
            return try merge()
        } catch {
            let path = if case .capped(let index, _) = error { settings.reports[index] + ": " } else { "" }
            throw .badInput(message: path + error.message)
        }
    }
}
