/// Where a command's result goes: a file that appears whole, or standard output.
///
/// A command that works for long opens its place first, so that one that can't be written is said at once.
struct ResultPlace: ~Copyable {
    private var file: OutputFile?

    /// - Parameter path: nil for standard output.
    init(_ path: String?) throws(CommandError) {
        if let path { file = try OutputFile(path) }
    }

    /// Writes the whole result.
    consuming func print(_ bytes: [UInt8]) throws(CommandError) {
        guard file != nil else { return try Output.print(bytes, to: nil) }
        try file?.write(bytes)
        try file?.commit()
    }
}

/// A result that is made in no time.
enum Output {
    /// - Parameter path: nil for standard output.
    static func print(_ bytes: [UInt8], to path: String?) throws(CommandError) {
        if let path {
            var file = try OutputFile(path)
            try file.write(bytes)
            try file.commit()
        } else {
            var stream = OutputStream(descriptor: 1, name: "standard output")
            try stream.write(bytes)
            try stream.flush()
        }
    }

    static func print(_ text: String, to path: String?) throws(CommandError) {
        try print(Array(text.utf8), to: path)
    }
}
