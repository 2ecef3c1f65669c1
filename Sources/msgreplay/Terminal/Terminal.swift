import Glibc

/// What is known of the place that an output goes to.
struct Terminal: Sendable {
    var isTerminal: Bool
    /// Columns, from `COLUMNS`, then the terminal, then 80.
    var columns: Int

    static var standardOutput: Terminal { Terminal(descriptor: 1) }
    static var standardError: Terminal { Terminal(descriptor: 2) }

    init(isTerminal: Bool, columns: Int) {
        self.isTerminal = isTerminal
        self.columns = columns
    }

    init(descriptor: Int32) {
        isTerminal = isatty(descriptor) == 1
        var columns: Int?
        if let text = Self.environment("COLUMNS"), let number = Int(text), number > 0 { columns = number }
        if columns == nil, isTerminal {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { columns = Int(size.ws_col) }
        }
        self.columns = columns ?? 80
    }

    /// The width that text is laid out in: wide terminals don't make long lines readable.
    var textWidth: Int { min(max(columns, 40), 120) }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
