import Glibc

/// A program with its arguments.
struct Invocation: Equatable {
    var program: String
    var arguments: [String]

    init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }
}

/// What programs took that ran side by side, each reading what the one before it wrote.
struct Usage: Equatable {
    /// From the start of the first to the end of the last, in seconds.
    var seconds: Double
    /// Processor time of all of them together, user and system, in seconds.
    var processorSeconds: Double
    /// The most memory that each of them held, added up, in bytes.
    var memory: Int
}

/// Starts programs and waits for them.
enum ChildProcess {
    /// Runs programs as a pipeline, with nothing to read, and nobody who reads what the last one writes.
    ///
    /// - Parameter errors: A file that takes what they write to standard error.
    /// - Throws: Where one can't be started or doesn't end with 0, with what it said.
    static func measure(_ pipeline: [Invocation], errors: String) throws(BenchError) -> Usage {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        if null < 0 { throw .system("can't open /dev/null", errno) }
        defer { close(null) }
        return try wait(try start(pipeline, output: null, errors: errors), errors: errors)
    }

    /// Runs programs as a pipeline and takes what the last one writes.
    ///
    /// - Parameter take: Gets the next bytes.
    /// - Throws: As ``measure(_:errors:)``.
    static func read(
        _ pipeline: [Invocation], errors: String, take: (ArraySlice<UInt8>) -> Void
    ) throws(BenchError) {
        let ends = try makePipe()
        let source = ends.read
        defer { close(source) }
        let running: Running
        do {
            defer { close(ends.write) }
            running = try start(pipeline, output: ends.write, errors: errors)
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(source, &buffer, buffer.count)  // never more than there is room for
            if count > 0 { take(buffer[..<count]) }
            if count == 0 || count < 0 && errno != EINTR { break }
        }
        _ = try wait(running, errors: errors)
    }

    /// What a pipeline writes, as text; nil where it fails.
    static func text(of pipeline: [Invocation], errors: String) -> String? {
        var bytes: [UInt8] = []
        do { try read(pipeline, errors: errors) { bytes += $0 } } catch { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private struct Running {
        var children: [(invocation: Invocation, process: pid_t)] = []
        var start = 0.0
    }

    private static func start(
        _ pipeline: [Invocation], output: Int32, errors: String
    ) throws(BenchError) -> Running {
        var running = Running()
        var input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if input < 0 { throw .system("can't open /dev/null", errno) }
        let log = open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
        if log < 0 {
            let code = errno
            close(input)
            throw .system("can't write \(errors)", code)
        }
        defer {
            close(input)
            close(log)
        }
        running.start = now()
        for (index, invocation) in pipeline.enumerated() {
            var ends: (read: Int32, write: Int32)?
            if index + 1 < pipeline.count { ends = try makePipe() }
            let process = spawn(invocation, input: input, output: ends?.write ?? output, errors: log)
            if let ends {
                close(ends.write)
                close(input)
                input = ends.read
            }
            guard let process else {
                let code = errno
                // Those before it end by themselves: nobody reads what they write any more.
                for child in running.children {
                    kill(child.process, SIGTERM)
                    waitpid(child.process, nil, 0)
                }
                throw .system("can't run \(invocation.program)", code)
            }
            running.children.append((invocation, process))
        }
        return running
    }

    private static func wait(_ running: Running, errors: String) throws(BenchError) -> Usage {
        var usage = Usage(seconds: 0, processorSeconds: 0, memory: 0)
        var failure: (invocation: Invocation, status: Int32)?
        for child in running.children {
            var status: Int32 = 0
            var resources = rusage()
            while wait4(child.process, &status, 0, &resources) < 0 {
                if errno != EINTR { throw .system("can't wait for \(child.invocation.program)", errno) }
            }
            usage.seconds = now() - running.start
            usage.processorSeconds += seconds(resources.ru_utime) + seconds(resources.ru_stime)
            usage.memory += resources.ru_maxrss * 1024
            if status != 0, failure == nil { failure = (child.invocation, status) }
        }
        if let failure {
            let how =
                failure.status & 0x7F == 0
                ? "ended with \(failure.status >> 8 & 0xFF)" : "was ended by signal \(failure.status & 0x7F)"
            let said = String(decoding: (Disk.contents(of: errors) ?? []).prefix(2000), as: UTF8.self)
            let command = ([failure.invocation.program] + failure.invocation.arguments).joined(separator: " ")
            throw .failed("\(command) \(how)\(said.isEmpty ? "" : ":\n\(said)")")
        }
        return usage
    }

    private static func spawn(_ invocation: Invocation, input: Int32, output: Int32, errors: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The copies stay open in the program; all else of ours is closed there.
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        var arguments = ([invocation.program] + invocation.arguments).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, invocation.program, &actions, nil, &arguments, environ)
        if code == 0 { return process }
        errno = code
        return nil
    }

    private static func makePipe() throws(BenchError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        if pipe(&ends) != 0 { throw .system("can't make a pipe", errno) }  // two descriptors, as there is room for
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
