import Glibc
import Testing

/// Runs other programs.
enum Run {
    struct Result {
        var status: Int32
        /// Standard output.
        var output: String
        /// Standard error.
        var errors: String
    }

    struct Failure: Error {
        var message: String
    }

    /// The path of a program in `PATH`.
    static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// The built `msgreplay`: what the environment's `MSGREPLAY_PROGRAM` names, such as one that was built for release, or
    /// else the one that stands beside the test bundle.
    static func msgreplay() throws -> String {
        if let named = getenv("MSGREPLAY_PROGRAM").map({ String(cString: $0) }), !named.isEmpty {
            guard access(named, X_OK) == 0 else { throw Failure(message: "MSGREPLAY_PROGRAM is no program: \(named)") }
            return named
        }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        var candidates: [String] = []
        if length > 0 {
            let path = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            candidates.append(
                path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))
        }
        for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
            candidates.append(
                argument.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))
        }
        for folder in candidates where access(folder + "/msgreplay", X_OK) == 0 { return folder + "/msgreplay" }
        throw Failure(message: "no msgreplay beside the tests: \(candidates)")
    }

    /// - Parameters:
    ///   - environment: Added to this process's own.
    ///   - closeOutput: Whether nobody reads standard output.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], closeOutput: Bool = false
    ) throws -> Result {
        var outputPipe: [Int32] = [0, 0]
        let errorName = try temporaryName()
        guard pipe(&outputPipe) == 0 else { throw Failure(message: "pipe") }
        for descriptor in outputPipe { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, outputPipe[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, errorName, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        variables.merge(environment) { _, new in new }
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for text in argv + envp { free(text) }
            unlink(errorName)
        }
        var child: pid_t = 0
        let failed = posix_spawn(&child, program, &actions, nil, &argv, &envp)
        close(outputPipe[1])
        guard failed == 0 else {
            close(outputPipe[0])
            throw Failure(message: "can't run \(program)")
        }
        var output: [UInt8] = []
        if !closeOutput {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(outputPipe[0], &chunk, chunk.count)
                if count <= 0 { break }
                output += chunk[..<count]
            }
        }
        close(outputPipe[0])
        var status: Int32 = 0
        waitpid(child, &status, 0)
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        return Result(
            status: code, output: String(decoding: output, as: UTF8.self), errors: Golden.contents(of: errorName) ?? "")
    }

    /// Starts a program that waits for its standard input, sends it a signal after a while, and waits for its end.
    ///
    /// - Returns: As `run`, without outputs.
    static func interrupt(_ program: String, _ arguments: [String], with signal: Int32) throws -> Int32 {
        var inputPipe: [Int32] = [0, 0]
        guard pipe(&inputPipe) == 0 else { throw Failure(message: "pipe") }
        for descriptor in inputPipe { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        defer { for descriptor in inputPipe { close(descriptor) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputPipe[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for text in argv { free(text) } }
        var child: pid_t = 0
        // Threads of a test block signals, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var usual = sigset_t()
        sigemptyset(&none)
        sigemptyset(&usual)
        for number in [SIGINT, SIGTERM] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        guard posix_spawn(&child, program, &actions, &attributes, &argv, environ) == 0 else {
            throw Failure(message: "can't run \(program)")
        }
        usleep(500_000)
        kill(child, signal)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    static func temporaryName() throws -> String {
        var template = Array("/tmp/msgreplay-tests-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Failure(message: "mkstemp") }
        close(descriptor)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
