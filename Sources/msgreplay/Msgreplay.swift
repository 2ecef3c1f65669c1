import Archives
import Glibc

@main
struct Msgreplay {
    static func main() {
        Signals.install()
        let status = run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }

    /// Carries out one command line and says how it ended. Every error of every command arrives here.
    static func run(_ arguments: [String]) -> ExitStatus {
        do throws(CommandError) {
            return try perform(Invocation(arguments))
        } catch {
            Diagnostics.report(error)
            return error.exitStatus
        }
    }

    private static func perform(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
        switch invocation {
        case .help(let command):
            try Output.print(HelpText.text(for: command, width: Terminal.standardOutput.textWidth), to: nil)
        case .version:
            let libraries = CompressionLibrary.description
            try Output.print("\(CommandTable.program) \(CommandTable.version) (\(libraries))\n", to: nil)
        case .explain(let settings):
            let terminal = Terminal.standardOutput
            let paint = Paint(isOn: settings.common.color.colors(for: terminal))
            try Output.print(try ExplainText.text(for: settings.code, width: terminal.textWidth, paint: paint), to: nil)
        case .completions(let shell):
            try Output.print(Completions.script(for: shell), to: nil)
        case .audit(let settings):
            return try AuditCommand.run(settings)
        case .migrate(let settings):
            return try MigrateCommand.run(settings)
        case .digest(let settings):
            return try DigestCommand.run(settings)
        case .replay(let settings):
            return try ReplayCommand.run(settings)
        case .merge(let settings):
            return try MergeCommand.run(settings)
        case .registryCheck(let settings):
            return try RegistryCheckCommand.run(settings)
        case .registryDiff(let settings):
            return try RegistryDiffCommand.run(settings)
        case .registryShow(let settings):
            return try RegistryShowCommand.run(settings)
        case .registryInfer(let settings):
            return try RegistryInferCommand.run(settings)
        case .inspect(let settings):
            return try InspectCommand.run(settings)
        }
        return .done
    }
}
