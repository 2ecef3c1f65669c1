import Registries

/// `msgreplay registry check`.
enum RegistryCheckCommand {
    static func run(_ settings: RegistryCheckSettings) throws(CommandError) -> ExitStatus {
        try OutputPlace.check([settings.output], against: [settings.folder])
        let check: RegistryCheck
        do throws(RegistryError) {
            check = try RegistryCheck(folder: settings.folder)
        } catch {
            throw .badInput(message: RegistryArgument.text(of: error))
        }
        let terminal = Terminal.standardOutput
        let isToFile = settings.output != nil
        let paint = Paint(isOn: !isToFile && settings.common.color.colors(for: terminal))
        try Output.print(
            CheckText.render(check, width: isToFile ? 80 : terminal.textWidth, paint: paint), to: settings.output)
        return check.hasErrors ? .found : .done
    }
}
