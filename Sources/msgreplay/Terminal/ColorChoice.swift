/// `--color`, and what it comes to.
enum ColorChoice: Equatable, Sendable {
    case automatic, always, never

    init?(_ word: String) {
        switch word {
        case "auto": self = .automatic
        case "always": self = .always
        case "never": self = .never
        default: return nil
        }
    }

    /// Whether to colour. The option decides first, then `NO_COLOR` (no-color.org: set and not empty), then
    /// `CLICOLOR_FORCE`, then whether the output is a terminal that can.
    ///
    /// - Parameter environment: Looks up an environment variable.
    func colors(isTerminal: Bool, environment: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .automatic: break
        }
        if let value = environment("NO_COLOR"), !value.isEmpty { return false }
        if let value = environment("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
        if environment("TERM") == "dumb" { return false }
        return isTerminal
    }

    /// The same for a terminal of this process.
    func colors(for terminal: Terminal) -> Bool {
        colors(isTerminal: terminal.isTerminal, environment: Terminal.environment)
    }
}
