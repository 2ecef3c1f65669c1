import Glibc

/// A folder for one test's files, removed with all that is in it when the test lets go of it.
final class ScratchFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/msgreplay-audit-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, let made = mkdtemp(base) else { return "" }
            return String(cString: made)
        }
        precondition(!path.isEmpty, "no temporary folder")
    }

    deinit {
        Self.shell("rm -rf '\(path)'")
    }

    /// Writes a file, with the folders on the way to it, and returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) -> String {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o755)
        }
        let whole = path + "/" + name
        let file = fopen(whole, "w")
        precondition(file != nil, "can't write \(whole)")
        if let file {
            precondition(bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) } == bytes.count)
            fclose(file)
        }
        return whole
    }

    @discardableResult
    func write(_ name: String, _ text: String) -> String { write(name, Array(text.utf8)) }

    func read(_ name: String) -> [UInt8] { Self.contents(of: path + "/" + name) }

    /// Runs a command in the folder and returns its exit status.
    @discardableResult
    func run(_ command: String) -> Int32 { Self.shell("cd '\(path)' && \(command)") }

    static func contents(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Whether a program is installed.
    static func has(_ program: String) -> Bool { shell("command -v \(program) >/dev/null") == 0 }

    @discardableResult
    private static func shell(_ command: String) -> Int32 {
        var child: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", command].map { (text: String) in strdup(text) }
        arguments.append(nil)
        defer { arguments.forEach { free($0) } }
        guard posix_spawn(&child, "/bin/sh", nil, nil, &arguments, environ) == 0 else { return -1 }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return (status >> 8) & 0xFF
    }
}
