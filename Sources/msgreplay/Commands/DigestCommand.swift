import Archives
import MessageReplay
import Registries

/// `msgreplay digest`.
enum DigestCommand {
    static func run(_ settings: DigestSettings) throws(CommandError) -> ExitStatus {
        let series = try RegistryArgument.series(settings.common.registry)
        guard let registry = ContentRegistry(series, version: settings.version) else {
            throw RegistryArgument.noVersion(settings.version, of: series, option: "--at")
        }
        try ArchiveArguments.check(settings.archives)
        try OutputPlace.check([settings.output], against: settings.archives)
        var options = DigestOptions()
        options.grouping = settings.grouping
        options.isRaw = settings.isRaw
        options.language = settings.common.language ?? "en"
        options.workers = settings.common.workers
        options.temporaryFolder = settings.temporaryFolder
        options.filter = FilterArgument.filter(settings.filters, registry)
        let writer = try ResultWriter(settings.output)
        let meters = MeterBox(isQuiet: settings.common.isQuiet)
        options.progress = { meters.update($0) }

        let digest = Digest(series, registry, options)
        var statuses: [ExitStatus] = []
        for path in settings.archives where !digest.isAtLimit {
            do throws(ArchiveError) {
                var reading = ArchiveReader.Options()
                reading.temporaryFolder = settings.temporaryFolder
                try digest.read(path, reading)
                meters.finish()
            } catch {
                meters.finish()
                let failure = CommandError(error, path)
                statuses.append(failure.exitStatus)
                Diagnostics.report(failure)
                // Without room for the counts there is nothing to report.
                if case .cannotSpool = error { return .combined(statuses) }
            }
        }
        statuses += ArchiveArguments.report(digest.damages)
        if !digest.archives.allSatisfy({ $0.form == "unknown" }) { try write(digest, settings, to: writer) }
        FilterArgument.sayWhatWasFiltered(
            digest.archives, settings.filters, isQuiet: settings.common.isQuiet)
        return .combined(statuses)
    }

    private static func write(
        _ digest: Digest, _ settings: DigestSettings, to writer: ResultWriter
    ) throws(CommandError) {
        do throws(ArchiveError) {
            let report = try digest.report()
            try DigestRendering.render(
                report, settings.format, color: settings.common.color, isToFile: settings.output != nil
            ) { writer.write($0) }
        } catch {
            throw CommandError(error, settings.archives.first ?? "-")
        }
        try writer.finish()
    }
}
