import Glibc

/// Refuses outputs that would destroy what is read: the same file under another name, or a file inside a bundle directory.
enum OutputPlace {
    /// - Parameters:
    ///   - outputs: Paths to be written; nil and `-` are standard output.
    ///   - inputs: Paths to be read; `-` is standard input.
    /// - Throws: `badInput` that names both.
    static func check(_ outputs: [String?], against inputs: [String]) throws(CommandError) {
        for output in outputs.compactMap(\.self) where output != "-" {
            for input in inputs where input != "-" {
                var information = stat()
                guard stat(input, &information) == 0 else { continue }
                if information.st_mode & S_IFMT == S_IFDIR {
                    guard let folder = resolved(input), let place = resolvedFolder(of: output) else { continue }
                    if place == folder || place.hasPrefix(folder + "/") {
                        throw .badInput(
                            message: "\(output) is inside the archive \(input), which is read; write somewhere else")
                    }
                } else {
                    var other = stat()
                    guard stat(output, &other) == 0, other.st_mode & S_IFMT == S_IFREG else { continue }
                    if other.st_dev == information.st_dev, other.st_ino == information.st_ino {
                        throw .badInput(
                            message: "\(output) is the same file as \(input), which is read; write somewhere else")
                    }
                }
            }
        }
    }

    private static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// The folder that a file which may not be there yet would be in.
    private static func resolvedFolder(of path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        if parts.count == 1 { return resolved(".") }
        return resolved(folder.isEmpty ? "/" : folder)
    }
}
