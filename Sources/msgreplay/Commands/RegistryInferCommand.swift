import Archives
import MessageReplay
import Registries

/// `msgreplay registry infer`.
enum RegistryInferCommand {
    static func run(_ settings: RegistryInferSettings) throws(CommandError) -> ExitStatus {
        let series = try RegistryArgument.series(settings.common.registry)
        guard let registry = ContentRegistry(series) else {
            throw RegistryArgument.noVersion(nil, of: series, option: "--registry")
        }
        try ArchiveArguments.check(settings.archives)
        try OutputPlace.check([settings.output], against: settings.archives)
        var options = InferenceOptions()
        options.workers = settings.common.workers
        options.filter = FilterArgument.filter(settings.filters, registry)
        let meters = MeterBox(isQuiet: settings.common.isQuiet)
        options.progress = { meters.update($0) }

        let inference = Inference(registry, options)
        var isAnythingRead = false
        var statuses = ArchiveArguments.readEach(
            settings.archives, meters, isEnough: { inference.isAtLimit }
        ) { path throws(ArchiveError) in
            try inference.read(path)
            isAnythingRead = true
        }
        statuses += ArchiveArguments.report(inference.damages)
        let draft = RegistryDraft(inference.sketch, following: series)
        warn(inference.sketch, draft)
        if isAnythingRead || !draft.additions.isEmpty {
            try print(
                draft, following: registry, leavesOut: inference.sketch.undefinable.total + inference.sketch.beyond > 0,
                settings)
        }
        return .combined(statuses)
    }

    private static func print(
        _ draft: RegistryDraft, following registry: ContentRegistry, leavesOut: Bool, _ settings: RegistryInferSettings
    ) throws(CommandError) {
        if draft.additions.isEmpty {
            Diagnostics.say(
                "\(registry.name)@\(registry.version) has every \(leavesOut ? "other " : "")type that is there; "
                    + "nothing is drafted")
            return
        }
        try Output.print(draft.text, to: settings.output)
        guard !settings.common.isQuiet else { return }
        let payloads = draft.additions.reduce(0) { $0 + $1.seen.total }
        Diagnostics.say(
            "\(draft.registry)@\(draft.version) adds \(NumberText.counted(draft.additions.count, "type")) seen in "
                + "\(NumberText.counted(payloads, "payload")): give them names, look through the x- notes, and save it "
                + "as v\(draft.version).json")
    }

    private static func warn(_ sketch: DraftSketch, _ draft: RegistryDraft) {
        if draft.retired > 0 {
            Diagnostics.warn(
                "\(NumberText.counted(draft.retired, "payload")) of retired types left out of the draft")
        }
        if sketch.undefinable.total > 0 {
            Diagnostics.warn(
                "\(NumberText.counted(sketch.undefinable.total, "payload")) of types that no registry can define left out"
            )
        }
        if sketch.beyond > 0 {
            Diagnostics.warn(
                "there are more types than a draft holds, which is \(DraftLimits.types): "
                    + "\(NumberText.counted(sketch.beyond, "payload")) left out; choose types with --type")
        }
    }
}
