import Registries

/// `msgreplay registry diff`.
enum RegistryDiffCommand {
    static func run(_ settings: RegistryDiffSettings) throws(CommandError) -> ExitStatus {
        try OutputPlace.check([settings.output], against: [settings.folder])
        let diff: RegistryDiff
        do throws(RegistryError) {
            diff = try RegistryDiff(folder: settings.folder, from: settings.old, to: settings.new)
        } catch {
            throw .badInput(message: RegistryArgument.text(of: error))
        }
        let isToFile = settings.output != nil
        let bytes: [UInt8]
        switch settings.format {
        case .text:
            let terminal = Terminal.standardOutput
            let paint = Paint(isOn: !isToFile && settings.common.color.colors(for: terminal))
            bytes = Array(DiffText.render(diff, width: isToFile ? 80 : terminal.textWidth, paint: paint).utf8)
        case .json: bytes = DiffJSON.render(diff)
        case .markdown: bytes = Array(DiffMarkdown.render(diff).utf8)
        }
        try Output.print(bytes, to: settings.output)
        return .done
    }
}
