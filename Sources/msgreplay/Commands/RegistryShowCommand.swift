import Registries

/// `msgreplay registry show`.
enum RegistryShowCommand {
    /// What names the built-in registry; a folder of this name is `./wukongim`.
    static let builtin = "wukongim"

    static func run(_ settings: RegistryShowSettings) throws(CommandError) -> ExitStatus {
        try OutputPlace.check([settings.output], against: [settings.registry])
        let series = try RegistryArgument.series(settings.registry == builtin ? nil : settings.registry)
        guard let registry = RegistryDescription(series, version: settings.version),
            let schema = PayloadSchema.text(of: series, version: settings.version)
        else { throw RegistryArgument.noVersion(settings.version, of: series, option: "--at") }
        let bytes: [UInt8]
        switch settings.format {
        case .text:
            let terminal = Terminal.standardOutput
            let isToFile = settings.output != nil
            bytes = ShowText.render(
                registry, width: isToFile ? 80 : terminal.textWidth,
                paint: Paint(isOn: !isToFile && settings.common.color.colors(for: terminal)))
        case .markdown: bytes = ShowMarkdown.render(registry)
        case .json: bytes = ShowJSON.render(registry)
        case .jsonSchema: bytes = schema
        }
        try Output.print(bytes, to: settings.output)
        return .done
    }
}
