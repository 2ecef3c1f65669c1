import Testing

@testable import msgreplay_bench

/// Programs are started, joined, measured, and heard when they fail.
struct MeasuringTests {
    private let folder: BenchFolder
    private let shell: String

    init() throws {
        folder = try BenchFolder()
        shell = try #require(System.find("sh"))
    }

    private func sh(_ script: String) -> Invocation { Invocation(shell, ["-c", script]) }

    @Test("A pipeline's last program is read, and all of them are waited for")
    func pipeline() throws {
        let text = ChildProcess.text(
            of: [sh("echo one; echo two"), sh("tr o 0"), sh("cat; echo three")], errors: folder.errors)
        #expect(text == "0ne\ntw0\nthree\n")
        // More than any pipe holds goes through.
        var count = 0
        try ChildProcess.read([sh("head -c 3000000 /dev/zero"), sh("cat")], errors: folder.errors) { count += $0.count }
        #expect(count == 3_000_000)
        #expect(ChildProcess.text(of: [sh("cat")], errors: folder.errors) == "")
    }

    @Test("Time is what passes, processor time what is used, memory what is held")
    func usage() throws {
        let asleep = try ChildProcess.measure([sh("sleep 0.3")], errors: folder.errors)
        #expect(asleep.seconds >= 0.3 && asleep.processorSeconds < 0.25)
        let busy = try ChildProcess.measure(
            [sh("i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done"), sh("cat")], errors: folder.errors)
        #expect(busy.processorSeconds > 0.001 && busy.seconds > 0.001)
        let large = try ChildProcess.measure(
            [sh("x=$(head -c 60000000 /dev/zero | tr '\\0' x); echo ${#x}")], errors: folder.errors)
        #expect(large.memory > 60_000_000)
    }

    @Test("A program that fails is named, with what it said")
    func failures() throws {
        let failed = #expect(throws: BenchError.self) {
            try ChildProcess.measure([sh("cat"), sh("echo no luck >&2; exit 3"), sh("cat")], errors: folder.errors)
        }
        #expect(failed?.description.contains("exit 3 ended with 3:\nno luck") == true)
        let killed = #expect(throws: BenchError.self) {
            try ChildProcess.measure([sh("kill -9 $$")], errors: folder.errors)
        }
        #expect(killed?.description.contains("was ended by signal 9") == true)
        let missing = #expect(throws: BenchError.self) {
            try ChildProcess.measure(
                [sh("cat /dev/zero"), Invocation(folder.path + "/none", [])], errors: folder.errors)
        }
        #expect(missing?.description == "can't run \(folder.path)/none: No such file or directory")
        #expect(missing?.status == 1)
        #expect(ChildProcess.text(of: [sh("exit 1")], errors: folder.errors) == nil)
    }

    @Test("The best run and the one in the middle")
    func samples() {
        var samples = Samples()
        #expect(samples.isEmpty && samples.best == 0 && samples.median == 0)
        for (seconds, processor, memory) in [(3.0, 5.0, 10), (1.0, 1.5, 30), (2.0, 9.0, 20)] {
            samples.add(Usage(seconds: seconds, processorSeconds: processor, memory: memory))
        }
        #expect(samples.best == 1 && samples.median == 2 && samples.processorSeconds == 1.5 && samples.memory == 30)
        samples.add(Usage(seconds: 9, processorSeconds: 0, memory: 0))
        #expect(samples.median == 2.5)
    }
}
