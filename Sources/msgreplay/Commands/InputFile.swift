import Glibc

/// Reads a small file, or standard input, whole.
enum InputFile {
    /// The largest file that is read, in bytes.
    private static let limit = 1 << 30

    /// - Parameter path: The file; `-` for standard input.
    static func read(_ path: String) throws(CommandError) -> [UInt8] {
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .badInput(message: SystemError.text("can't read \(path)", errno, isInput: true))
        }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw .badInput(message: SystemError.text("can't read \(path)", errno, isInput: true))
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw .badInput(message: "\(path) is larger than any report: over 1 GiB")
    }
}
