/// Where a command's result goes: a file that appears whole, or standard output.
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
