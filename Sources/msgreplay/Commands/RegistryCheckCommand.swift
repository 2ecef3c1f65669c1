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
        let isToFile = settings.output != nil
        let bytes: [UInt8]
        switch settings.format {
        case .text:
            let terminal = Terminal.standardOutput
            let paint = Paint(isOn: !isToFile && settings.common.color.colors(for: terminal))
            bytes = Array(CheckText.render(check, width: isToFile ? 80 : terminal.textWidth, paint: paint).utf8)
        case .json: bytes = CheckJSON.render(check)
        case .markdown: bytes = Array(CheckMarkdown.render(check).utf8)
        case .sarif: bytes = CheckSARIF.render(check)
        }
        try Output.print(bytes, to: settings.output)
        return check.hasErrors ? .found : .done
    }
}
