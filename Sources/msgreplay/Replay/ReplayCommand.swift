import Archives
import Glibc
import MessageReplay
import Registries

/// `msgreplay replay`.
enum ReplayCommand {
    static func run(_ settings: ReplaySettings) throws(CommandError) -> ExitStatus {
        let series = try RegistryArgument.series(settings.common.registry)
        guard let registry = ContentRegistry(series, version: settings.version) else {
            throw RegistryArgument.noVersion(settings.version, of: series, option: "--at")
        }
        try ArchiveArguments.check(settings.archives)
        if let zone = settings.zone { try TimeZones.use(zone) }
        let terminal = Terminal.standardOutput
        var options = ReplayOptions()
        options.filter = FilterArgument.filter(settings.filters, registry)
        options.order = settings.order
        options.isRaw = settings.isRaw
        options.language = settings.common.language ?? options.language
        options.workers = settings.common.jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        options.temporaryFolder = settings.temporaryFolder
        options.pace = settings.pace
        // A progress line in the middle of a transcript would be no help.
        let meters = MeterBox(
            isQuiet: settings.common.isQuiet || (settings.order == .archive && terminal.isTerminal))
        options.progress = { meters.update($0) }
        switch settings.format {
        case .jsonl:
            return try run(settings, series, registry, options, ReplayLines(), meters)
        case .text:
            let transcript = Transcript(
                isByTime: settings.order == .time, clock: settings.zone == nil ? .utc : .zone,
                paint: Paint(isOn: settings.common.color.colors(for: terminal)))
            return try run(settings, series, registry, options, transcript, meters)
        }
    }

    private static func run<Renderer: ReplayRenderer>(
        _ settings: ReplaySettings, _ series: RegistrySeries, _ registry: ContentRegistry, _ options: ReplayOptions,
        _ renderer: Renderer, _ meters: MeterBox
    ) throws(CommandError) -> ExitStatus {
        let output = ReplayStream()
        let replay = Replay(series, registry, options, renderer, output)
        var statuses: [ExitStatus] = []
        // Where the temporary folder has no room, a part of the messages in order would be no help.
        var hasRoom = true
        for path in settings.archives where hasRoom && !replay.isAtEnd {
            do throws(ArchiveError) {
                try replay.read(path)
                meters.finish()
            } catch {
                meters.finish()
                if case .cannotSpool = error { hasRoom = false }
                statuses.append(report(error, path))
            }
        }
        do throws(ArchiveError) {
            if hasRoom { try replay.finish() }
        } catch {
            statuses.append(report(error, ""))
        }
        try output.finish()
        statuses += ArchiveArguments.report(replay.damages)
        if !settings.common.isQuiet { sayWhatWasLeftOut(replay.counts, settings) }
        return .combined(statuses)
    }

    private static func report(_ error: ArchiveError, _ path: String) -> ExitStatus {
        let failure = CommandError(error, path)
        Diagnostics.report(failure)
        return failure.exitStatus
    }

    /// One line for all that is not shown.
    private static func sayWhatWasLeftOut(_ counts: ReplayCounts, _ settings: ReplaySettings) {
        var parts: [String] = []
        if !settings.filters.isEmpty { parts.append("\(NumberText.grouped(counts.filtered)) by the filters") }
        if counts.hidden > 0 { parts.append("\(NumberText.grouped(counts.hidden)) that clients never show") }
        guard !parts.isEmpty else { return }
        Diagnostics.say(
            "\(NumberText.counted(counts.shown, "message")) shown; left out: \(parts.joined(separator: ", "))")
    }
}
