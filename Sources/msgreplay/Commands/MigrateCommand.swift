import Archives
import MessageReplay
import Registries
import Synchronization

/// `msgreplay migrate`.
enum MigrateCommand {
    static func run(_ settings: MigrateSettings) throws(CommandError) -> ExitStatus {
        let series = try RegistryArgument.wholeSeries(settings.common.registry)
        var options = MigrationOptions()
        options.malformed = MalformedPolicy(rawValue: settings.malformed) ?? .keep
        options.verifies = settings.verifies
        options.exampleLimit = settings.examples
        options.workers = settings.common.workers
        options.writing.overwrites = settings.overwrites
        options.writing.resumes = settings.resumes
        options.writing.level = settings.level
        options.writing.temporaryFolder = settings.temporaryFolder
        options.reading.temporaryFolder = settings.temporaryFolder
        let meter = MeterBox(isQuiet: settings.common.isQuiet)
        options.progress = { meter.update($0) }
        var quarantine: LineSink?
        if let path = settings.quarantine {
            try OutputPlace.check([path], against: [settings.archive])
            let sink = try LineSink(path)
            options.quarantinedLines = { sink.write($0) }
            quarantine = sink
        }
        guard let migration = Migration(series, to: settings.version, options) else {
            throw RegistryArgument.noVersion(settings.version, of: series, option: "--to")
        }
        try OutputPlace.check([settings.report], against: [settings.archive])
        let reportPlace = settings.report == nil ? nil : try LineSink(settings.report ?? "-")
        let report: MigrationReport
        do throws(MigrationError) {
            Signals.isResumable.store(![nil, "-"].contains(settings.output), ordering: .relaxed)
            defer { Signals.isResumable.store(false, ordering: .relaxed) }
            report = try migration.run(settings.archive, to: settings.output)
            meter.finish()
        } catch {
            meter.finish()
            if case .malformed = error {
                Diagnostics.report(.badInput(message: error.description))
                return .found
            }
            throw CommandError(error, settings.archive)
        }
        try quarantine?.commit()
        if let reportPlace {
            reportPlace.write(report.json())
            try reportPlace.commit()
        }
        // Standard output is the archive's, the report's or the lines' own, if one of them went there.
        if ![settings.output, settings.report, settings.quarantine].contains("-") {
            let terminal = Terminal.standardOutput
            try Output.print(
                MigrationText.render(
                    report, examples: options.exampleLimit, width: terminal.textWidth,
                    paint: Paint(isOn: settings.common.color.colors(for: terminal))), to: nil)
        }
        return report.reaches(settings.failOn) ? .found : .done
    }
}

extension CommandError {
    /// What a migration came to nothing by.
    fileprivate init(_ error: MigrationError, _ path: String) {
        switch error {
        case .source(let failure): self = CommandError(failure, path)
        case .damaged(let damages):
            self = .damaged(message: damages.map { "\(path): \($0)" }.joined(separator: "\n"))
        case .output(.closedPipe): self = .closedPipe
        case .output(let failure) where failure.isAboutTheCall: self = .badInput(message: error.description)
        case .output: self = .outputFailed(message: error.description)
        case .malformed, .policy: self = .badInput(message: error.description)
        }
    }
}

extension MigrationReport {
    /// Whether the source held something at a level or at a worse one that upgrading doesn't mend. What was repaired or
    /// left out was malformed there.
    fileprivate func reaches(_ level: FailLevel?) -> Bool {
        guard let level else { return false }
        let counts = places.map(\.counts)
        if counts.contains(where: { $0.malformed + $0.dropped > 0 }) { return true }
        if fields.contains(where: { $0.kind == .repaired }) { return true }
        if level != .malformed && counts.contains(where: { $0.unknown > 0 }) { return true }
        return level == .warning && findings.contains { $0.level == .warning }
    }
}
