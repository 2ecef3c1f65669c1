/// Messages on standard error: `msgreplay: error: …` and `msgreplay: warning: …`.
enum Diagnostics {
    /// The lines for an error, with their newlines; nil where there is nothing to say.
    static func text(for error: CommandError) -> String? {
        switch error {
        case .usage(let message, let command):
            let help = [CommandTable.program, command?.rawValue, "--help"].compactMap(\.self).joined(separator: " ")
            return line("error", message) + "Try `\(help)`.\n"
        case .badInput(let message), .damaged(let message), .outputFailed(let message):
            return line("error", message)
        case .closedPipe:
            return nil
        }
    }

    /// One message with its newline. It may quote archives and arguments, so all of it is made safe; a message of
    /// several lines keeps them.
    static func line(_ level: String, _ message: String) -> String {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map {
            SafeText.visible(String($0))
        }
        return "\(CommandTable.program): \(level): " + lines.joined(separator: "\n") + "\n"
    }

    static func report(_ error: CommandError) {
        if let text = text(for: error) { write(text) }
    }

    /// Something worth knowing that is no complaint.
    static func say(_ message: String) {
        write(line("note", message))
    }

    static func warn(_ message: String) {
        write(line("warning", message))
    }

    /// Writes to standard error; that it can't be written has nobody to be told to.
    private static func write(_ text: String) {
        var stream = OutputStream(descriptor: 2, name: "standard error")
        do throws(CommandError) {
            try stream.write(text)
            try stream.flush()
        } catch {}
    }
}
