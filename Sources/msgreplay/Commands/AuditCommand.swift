import Archives
import MessageReplay
import Registries

/// `msgreplay audit`.
enum AuditCommand {
    static func run(_ settings: AuditSettings) throws(CommandError) -> ExitStatus {
        let series = try RegistryArgument.series(settings.common.registry)
        guard let registry = ContentRegistry(series, version: settings.version) else {
            throw RegistryArgument.noVersion(settings.version, of: series, option: "--at")
        }
        try ArchiveArguments.check(settings.archives)
        try OutputPlace.check(
            [settings.output, settings.findings, settings.quarantine], against: settings.archives)
        var options = AuditOptions()
        options.series = series
        options.exampleLimit = settings.examples
        options.showsValues = settings.quotesValues
        options.workers = settings.common.workers
        options.filter = FilterArgument.filter(settings.filters, registry)
        let place = try ResultPlace(settings.output)
        let findings = try sink(settings.findings)
        let quarantine = try sink(settings.quarantine)
        if let findings { options.findingLines = { findings.write($0) } }
        if let quarantine { options.quarantinedLines = { quarantine.write($0) } }
        let meters = MeterBox(isQuiet: settings.common.isQuiet)
        options.progress = { meters.update($0) }

        let audit = Audit(registry, options)
        var statuses: [ExitStatus] = []
        for path in settings.archives where !audit.isAtLimit {
            do throws(ArchiveError) {
                try audit.read(path)
                meters.finish()
            } catch {
                meters.finish()
                let failure = CommandError(error, path)
                statuses.append(failure.exitStatus)
                Diagnostics.report(failure)
            }
            if let findings, findings.hasFailed { try findings.commit() }
            if let quarantine, quarantine.hasFailed { try quarantine.commit() }
        }
        statuses += ArchiveArguments.report(audit.damages)
        try findings?.commit()
        try quarantine?.commit()
        let isNothing = audit.report.archives.allSatisfy { $0.form == "unknown" }
        if !isNothing {
            let bytes = ReportRendering.render(
                audit.report, settings.format, examples: settings.examples, color: settings.common.color,
                isToFile: settings.output != nil)
            try place.print(bytes)
        }
        FilterArgument.sayWhatWasFiltered(
            audit.report.archives, settings.filters, isQuiet: settings.common.isQuiet)
        if audit.report.reaches(settings.failOn) { statuses.append(.found) }
        return .combined(statuses)
    }

    private static func sink(_ path: String?) throws(CommandError) -> LineSink? {
        guard let path else { return nil }
        return try LineSink(path)
    }
}

/// The progress line of each archive in turn. It is told of progress by one thread at a time.
final class MeterBox: @unchecked Sendable {
    private let isQuiet: Bool
    private var meter: ProgressMeter?

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    func update(_ progress: AuditProgress) {
        let meter = self.meter ?? ProgressMeter(bytesTotal: progress.totalBytes, isQuiet: isQuiet)
        self.meter = meter
        meter.update(bytes: progress.bytesRead, records: progress.records)
    }

    func finish() {
        meter?.finish()
        meter = nil
    }
}

extension AuditReport {
    /// Whether something was found at a level or at a worse one: in records, nested payloads or carriers.
    fileprivate func reaches(_ level: FailLevel?) -> Bool {
        guard let level else { return false }
        let all = [totals, nested] + carriers.map(\.counts)
        if all.contains(where: { $0.malformed > 0 }) { return true }
        if level != .malformed && all.contains(where: { $0.unknown > 0 }) { return true }
        return level == .warning && findings.contains { $0.level == .warning }
    }
}
