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

/// A result that is made piece by piece.
///
/// A piece that can't be written is remembered, so that whoever makes the pieces need not know of errors.
final class ResultWriter {
    private var file: OutputFile?
    private var stream = OutputStream(descriptor: 1, name: "standard output")
    private var failure: CommandError?

    /// - Parameter path: nil for standard output.
    init(_ path: String?) throws(CommandError) {
        if let path { file = try OutputFile(path) }
    }

    /// Writes a piece.
    ///
    /// - Returns: Whether to go on: whether all pieces could be written.
    func write(_ bytes: [UInt8]) -> Bool {
        guard failure == nil else { return false }
        do throws(CommandError) {
            if file != nil { try file?.write(bytes) } else { try stream.write(bytes) }
        } catch {
            failure = error
        }
        return failure == nil
    }

    /// Ends the result, and makes a file appear at its place.
    ///
    /// - Throws: What kept a piece from being written.
    func finish() throws(CommandError) {
        if let failure { throw failure }
        if file != nil { try file?.commit() } else { try stream.flush() }
    }
}
