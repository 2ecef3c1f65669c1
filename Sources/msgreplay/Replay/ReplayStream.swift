import Glibc
import MessageReplay

/// Standard output, for messages as they come.
///
/// One thread at a time writes to it; that is what makes it safe to send.
final class ReplayStream: ReplayOutput, @unchecked Sendable {
    private var stream = OutputStream(descriptor: 1, name: "standard output")
    private var failure: CommandError?

    func write(_ text: [UInt8], isDue: Bool) -> Bool {
        guard failure == nil else { return false }
        do throws(CommandError) {
            try stream.write(text)
            if isDue { try stream.flush() }
        } catch {
            endIfClosed(error)
            failure = error
        }
        return failure == nil
    }

    /// Writes what is left.
    /// - Throws: What went wrong since the beginning.
    func finish() throws(CommandError) {
        if let failure { throw failure }
        try stream.flush()
    }

    var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Waits, but not longer than somebody reads.
    func wait(_ nanoseconds: UInt64) -> Bool {
        let end = now + nanoseconds
        while true {
            let now = now
            guard now < end else { return true }
            // Nothing is asked for, so only an error or a closed pipe ends the wait before its time.
            var poll = pollfd(fd: 1, events: 0, revents: 0)
            let milliseconds = (end - now + 999_999) / 1_000_000
            let found = Glibc.poll(&poll, 1, Int32(min(milliseconds, 60_000)))
            if found > 0 {
                endIfClosed(.closedPipe)
                return false
            }
        }
    }

    /// Ends the program where nobody reads any more: at once, and not when the next of the input has come, for which
    /// another thread may be waiting.
    private func endIfClosed(_ error: CommandError) {
        guard error == .closedPipe else { return }
        CleanupPaths.removeAll()
        _exit(ExitStatus.done.rawValue)
    }
}
