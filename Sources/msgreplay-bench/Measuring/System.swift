import Glibc

/// What the benchmark asks of the machine that it runs on.
enum System {
    static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The processor's name, where the system says it.
    static var processor: String? {
        let text = String(decoding: Disk.contents(of: "/proc/cpuinfo") ?? [], as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { $0.drop { $0 == " " } }.map(String.init)
    }

    /// Where this program itself is.
    static var ownPath: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)  // at most as many bytes as there is room for
        return length > 0 ? String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// The path of a program in `PATH`.
    static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }.first(where: Disk.isExecutable)
    }

    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            // In bounds: the pointer and the count are those of what is left, used inside the closure only.
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}
