import Archives
import MessageReplay
import Registries

/// `msgreplay registry diff`.
enum RegistryDiffCommand {
    static func run(_ settings: RegistryDiffSettings) throws(CommandError) -> ExitStatus {
        try OutputPlace.check([settings.output], against: [settings.folder] + settings.archives)
        let diff: RegistryDiff
        do throws(RegistryError) {
            diff = try RegistryDiff(folder: settings.folder, from: settings.old, to: settings.new)
        } catch {
            throw .badInput(message: RegistryArgument.text(of: error))
        }
        var risk: DiffRisk?
        var status = ExitStatus.done
        if !settings.archives.isEmpty { (risk, status) = try count(diff, settings) }
        let isToFile = settings.output != nil
        let bytes: [UInt8]
        switch settings.format {
        case .text:
            let terminal = Terminal.standardOutput
            let paint = Paint(isOn: !isToFile && settings.common.color.colors(for: terminal))
            let width = isToFile ? 80 : terminal.textWidth
            bytes = Array(DiffText.render(diff, risk, width: width, paint: paint).utf8)
        case .json: bytes = DiffJSON.render(diff, risk)
        case .markdown: bytes = Array(DiffMarkdown.render(diff, risk).utf8)
        }
        try Output.print(bytes, to: settings.output)
        return status
    }

    /// Counts the messages of the archives that each change concerns.
    private static func count(
        _ diff: RegistryDiff, _ settings: RegistryDiffSettings
    ) throws(CommandError) -> (DiffRisk?, ExitStatus) {
        try ArchiveArguments.check(settings.archives)
        let series = try RegistryArgument.series(settings.folder)
        let meters = MeterBox(isQuiet: settings.common.isQuiet)
        let workers = settings.common.workers
        guard let risk = ChangeRisk(diff, series, workers: workers, progress: { meters.update($0) }) else {
            throw RegistryArgument.noVersion(settings.new, of: series, option: "B")
        }
        var statuses = ArchiveArguments.readEach(settings.archives, meters) { path throws(ArchiveError) in
            try risk.read(path)
        }
        statuses += ArchiveArguments.report(risk.damages)
        return (DiffRisk(counts: risk.counts, records: risk.records), .combined(statuses))
    }
}

/// How many messages of archives each change concerns.
struct DiffRisk {
    /// By the index of the change.
    var counts: [Int]
    /// How many messages were looked at.
    var records: Int

    /// The count of a change, for those that hurt.
    func count(of index: Int, in diff: RegistryDiff) -> Int? {
        let change = diff.changes[index]
        return change.hurts.isEmpty && change.mayHurt.isEmpty ? nil : counts[index]
    }
}
