import Glibc
import JSONText
import MessageReplay

/// `msgreplay merge`.
enum MergeCommand {
    static func run(_ settings: MergeSettings) throws(CommandError) -> ExitStatus {
        try OutputPlace.check([settings.output], against: settings.reports)
        var reports: [AuditReport] = []
        for path in settings.reports {
            let bytes = try InputFile.read(path)
            do throws(AuditReport.ReadError) {
                reports.append(try AuditReport(json: bytes))
            } catch {
                let place = error.place.map { ":\($0.line):\($0.column)" } ?? ""
                let pointer = error.pointer.isEmpty ? "" : " (at \(error.pointer))"
                throw .badInput(message: "\(path)\(place): \(error.message)\(pointer)")
            }
        }
        let merged: AuditReport
        do throws(AuditReport.MergeError) {
            merged = try AuditReport.merge(reports, exampleLimit: settings.examples)
        } catch {
            let path = if case .capped(let index) = error { settings.reports[index] + ": " } else { "" }
            throw .badInput(message: path + error.message)
        }
        let bytes = ReportRendering.render(
            merged, settings.format, examples: settings.examples, color: settings.common.color,
            isToFile: settings.output != nil)
        try Output.print(bytes, to: settings.output)
        return .done
    }
}
