import MessageReplay

/// A checked command line.
enum Invocation: Equatable {
    case help(CommandName?)
    case version
    case audit(AuditSettings)
    case migrate(MigrateSettings)
    case digest(DigestSettings)
    case replay(ReplaySettings)
    case inspect(InspectSettings)
    case merge(MergeSettings)
    case registryCheck(RegistryCheckSettings)
    case registryDiff(RegistryDiffSettings)
    case registryShow(RegistryShowSettings)
    case registryInfer(RegistryInferSettings)
    case explain(ExplainSettings)
    case completions(Shell)
}

extension Invocation {
    /// - Parameter arguments: Without the program's name.
    init(_ arguments: [String]) throws(CommandError) {
        switch try ArgumentParser.parse(arguments) {
        case .help(let command): self = .help(command)
        case .version: self = .version
        case .command(let parsed): self = try Self.invocation(parsed)
        }
    }

    private static func invocation(_ parsed: ParsedArguments) throws(CommandError) -> Invocation {
        let common = CommonSettings(
            registry: parsed.last(.registry), language: parsed.last(.language), jobs: parsed.number(.jobs),
            isQuiet: parsed.has(.quiet), color: parsed.last(.color).flatMap(ColorChoice.init) ?? .automatic)
        switch parsed.command {
        case .audit:
            let settings = AuditSettings(
                archives: parsed.operands, common: common, filters: try filters(parsed), version: parsed.number(.at),
                format: parsed.format, output: parsed.output, findings: parsed.last(.findings),
                quarantine: parsed.last(.quarantine), examples: parsed.number(.examples) ?? 3,
                quotesValues: !parsed.has(.noValues), failOn: parsed.last(.failOn).flatMap(FailLevel.init))
            try checkOutputs(
                [
                    ("-o", parsed.last(.output) ?? "-"), ("--findings", settings.findings),
                    ("--quarantine", settings.quarantine),
                ], inputs: settings.archives, command: .audit)
            return .audit(settings)
        case .migrate:
            let settings = MigrateSettings(
                archive: parsed.operands.first ?? "", common: common, output: parsed.last(.output),
                version: parsed.number(.to), malformed: parsed.last(.malformed) ?? "keep",
                overwrites: parsed.has(.overwrite), resumes: parsed.has(.resume), report: parsed.last(.report),
                quarantine: parsed.last(.quarantine),
                examples: parsed.number(.examples) ?? 3, level: parsed.number(.level) ?? 6,
                verifies: !parsed.has(.noVerify),
                temporaryFolder: parsed.last(.temporary), failOn: parsed.last(.failOn).flatMap(FailLevel.init))
            return .migrate(try checked(settings, isDryRun: parsed.has(.dryRun)))
        case .digest:
            try checkOutputs([("-o", parsed.output)], inputs: parsed.operands, command: .digest)
            return .digest(
                DigestSettings(
                    archives: parsed.operands, common: common, filters: try filters(parsed),
                    version: parsed.number(.at),
                    grouping: parsed.last(.by).flatMap(DigestGrouping.init) ?? .channel, isRaw: parsed.has(.raw),
                    format: parsed.last(.format).flatMap(DigestFormat.init) ?? .text, output: parsed.output,
                    temporaryFolder: parsed.last(.temporary)))
        case .replay:
            return .replay(try replay(parsed, common))
        case .inspect:
            try checkOutputs([("-o", parsed.output)], inputs: parsed.operands, command: .inspect)
            return .inspect(
                InspectSettings(
                    archives: parsed.operands, common: common, format: parsed.format, output: parsed.output))
        case .merge:
            try checkOutputs([("-o", parsed.output)], inputs: parsed.operands, command: .merge)
            return .merge(
                MergeSettings(
                    reports: parsed.operands, common: common, format: parsed.format, output: parsed.output,
                    examples: parsed.number(.examples) ?? 3))
        case .registry:
            // The parser wants one of the family's commands.
            return .help(.registry)
        case .registryCheck:
            try refuseRegistryOption(parsed)
            return .registryCheck(
                RegistryCheckSettings(
                    folder: parsed.operands.first ?? "", common: common,
                    format: parsed.last(.format).flatMap(CheckFormat.init) ?? .text, output: parsed.output))
        case .registryDiff:
            return .registryDiff(try diff(parsed, common))
        case .registryShow:
            try refuseRegistryOption(parsed)
            return .registryShow(
                RegistryShowSettings(
                    registry: parsed.operands.first ?? "", common: common, version: parsed.number(.at),
                    format: parsed.last(.format).flatMap(ShowFormat.init) ?? .text, output: parsed.output))
        case .registryInfer:
            try checkOutputs([("-o", parsed.output)], inputs: parsed.operands, command: .registryInfer)
            return .registryInfer(
                RegistryInferSettings(
                    archives: parsed.operands, common: common, filters: try filters(parsed), output: parsed.output))
        case .explain:
            return .explain(ExplainSettings(code: parsed.operands.first, common: common))
        case .completions:
            return .completions(parsed.operands.first.flatMap(Shell.init) ?? .bash)
        }
    }

    private static func diff(
        _ parsed: ParsedArguments, _ common: CommonSettings
    ) throws(CommandError) -> RegistryDiffSettings {
        try refuseRegistryOption(parsed)
        func version(_ index: Int, _ name: String) throws(CommandError) -> Int {
            try ValueCheck.number(parsed.operands[index], in: 1...Int.max, as: name, command: parsed.command)
        }
        let settings = RegistryDiffSettings(
            folder: parsed.operands[0], old: try version(1, "A"), new: try version(2, "B"), common: common,
            format: parsed.last(.format).flatMap(DiffFormat.init) ?? .text, output: parsed.output,
            archives: parsed.all(.atRisk) + (parsed.has(.atRisk) ? parsed.operands.dropFirst(3) : []))
        if !parsed.has(.atRisk), parsed.operands.count > 3 {
            throw .usage(
                message:
                    "unexpected '\(parsed.operands[3])': \(parsed.command.rawValue) takes DIR A B, and archives only "
                    + "with --at-risk",
                command: parsed.command)
        }
        guard settings.old <= settings.new else {
            throw .usage(
                message: "version \(settings.old) is newer than \(settings.new); name the older one first",
                command: parsed.command)
        }
        return settings
    }

    /// Refuses `--registry` where the series is the operand: left alone, one of the two would be ignored.
    private static func refuseRegistryOption(_ parsed: ParsedArguments) throws(CommandError) {
        guard parsed.has(.registry) else { return }
        throw .usage(
            message: "\(parsed.command.rawValue) takes the registry as its operand; leave out --registry",
            command: parsed.command)
    }

    private static func checked(_ settings: MigrateSettings, isDryRun: Bool) throws(CommandError) -> MigrateSettings {
        var settings = settings
        if isDryRun {
            settings.output = nil
        } else if settings.output == nil {
            throw .usage(message: "no output given; name the new archive with -o, or say --dry-run", command: .migrate)
        }
        let outputs = [
            ("the archive", settings.output), ("--report", settings.report), ("--quarantine", settings.quarantine),
        ]
        for (index, (name, path)) in outputs.enumerated() {
            guard let path else { continue }
            if path != "-" && path == settings.archive {
                throw .usage(message: "\(name) would overwrite '\(path)', which is read", command: .migrate)
            }
            for (other, place) in outputs[..<index] where place == path {
                throw .usage(
                    message: path == "-"
                        ? "\(other) and \(name) would both go to standard output; give \(name) a file"
                        : "\(name) would overwrite '\(path)'; give it a file of its own",
                    command: .migrate)
            }
        }
        return settings
    }

    private static func replay(
        _ parsed: ParsedArguments, _ common: CommonSettings
    ) throws(CommandError) -> ReplaySettings {
        let settings = ReplaySettings(
            archives: parsed.operands, common: common, filters: try filters(parsed), version: parsed.number(.at),
            isRaw: parsed.has(.raw), format: parsed.last(.format).flatMap(ReplayFormat.init) ?? .text,
            pace: parsed.last(.rate).flatMap(ReplayPace.init),
            order: parsed.last(.order).flatMap(ReplayOptions.Order.init) ?? .archive, zone: parsed.last(.zone),
            temporaryFolder: parsed.last(.temporary))
        if settings.zone != nil && settings.format == .jsonl {
            throw .usage(message: "times in jsonl are UTC; --tz is for --format text", command: .replay)
        }
        return settings
    }

    private static func filters(_ parsed: ParsedArguments) throws(CommandError) -> FilterSettings {
        let settings = FilterSettings(
            channels: parsed.all(.channel), senders: parsed.all(.from), types: parsed.all(.type),
            since: parsed.last(.since).flatMap(TimeArgument.init)?.start,
            until: parsed.last(.until).flatMap(TimeArgument.init)?.end, match: parsed.last(.match),
            limit: parsed.number(.limit))
        if let since = settings.since, let until = settings.until, since >= until {
            throw .usage(message: "--since is not before --until, so no record could match", command: parsed.command)
        }
        return settings
    }

    /// Refuses two outputs at one place, and an output over an input.
    private static func checkOutputs(
        _ outputs: [(option: String, path: String?)], inputs: [String], command: CommandName
    ) throws(CommandError) {
        for (place, (option, path)) in outputs.enumerated() {
            guard let path else { continue }
            if let (other, _) = outputs[..<place].first(where: { $0.path == path }) {
                let place = path == "-" ? "standard output" : "'\(path)'"
                let reason =
                    other == "-o" && path == "-"
                    ? "the report and \(option) would both go to \(place); give the report a file with -o"
                    : "\(other) and \(option) both name \(place); give each its own file"
                throw .usage(message: reason, command: command)
            }
            if path != "-", inputs.contains(path) {
                throw .usage(message: "\(option) would overwrite '\(path)', which is read", command: command)
            }
        }
    }
}

extension ParsedArguments {
    /// The value as a number; the parser has checked it.
    fileprivate func number(_ option: OptionName) -> Int? { last(option).flatMap { Int($0) } }
    fileprivate var format: ReportFormat { last(.format).flatMap(ReportFormat.init) ?? .text }
    /// Where the result goes; nil for standard output.
    fileprivate var output: String? { last(.output).flatMap { $0 == "-" ? nil : $0 } }
}
