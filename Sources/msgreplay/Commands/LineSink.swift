import Archives

/// A file of lines that a command writes while it runs: `--findings`, `--quarantine`. A name that ends in `.gz` makes it
/// compressed; `-` is standard output.
///
/// It is written to by one thread at a time, in the order of the archives; that is what makes it safe to send.
final class LineSink: @unchecked Sendable {
    private var file: OutputFile?
    private var stream: OutputStream?
    private let encoder: GzipEncoder?
    private let path: String
    /// The first thing that went wrong. Nothing is written after it.
    private var failure: CommandError?

    init(_ path: String) throws(CommandError) {
        self.path = path
        encoder = path.hasSuffix(".gz") ? GzipEncoder() : nil
        if path == "-" {
            stream = OutputStream(descriptor: 1, name: "standard output")
        } else {
            file = try OutputFile(path)
        }
    }

    /// Writes whole lines.
    func write(_ lines: [UInt8]) {
        guard failure == nil else { return }
        do throws(CommandError) {
            try put(encoder?.encode(lines) ?? lines)
        } catch {
            failure = error
        }
    }

    /// Whether writing has failed, so that there is no use in going on.
    var hasFailed: Bool { failure != nil }

    /// Makes the file appear.
    ///
    /// - Throws: What went wrong since the beginning.
    func commit() throws(CommandError) {
        if let failure { throw failure }
        if let encoder {
            try put(encoder.finish())
        }
        try stream?.flush()
        try file?.commit()
    }

    private func put(_ bytes: [UInt8]) throws(CommandError) {
        try stream?.write(bytes)
        try file?.write(bytes)
    }
}
