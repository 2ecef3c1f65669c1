import Glibc
import Synchronization

/// What happens on signals: an interrupted run removes its unfinished files, or says how to go on with them, and exits with
/// 128 and the signal's number; a closed pipe is an error of `write`, not a death.
enum Signals {
    /// Whether a progress line stands on the terminal, to be erased when the run is interrupted.
    static let isProgressShown = Atomic<Bool>(false)
    /// Whether an output is being written that `--resume` goes on with.
    static let isResumable = Atomic<Bool>(false)

    static func install() {
        CleanupPaths.prepare()
        _ = isProgressShown.load(ordering: .relaxed)
        _ = isResumable.load(ordering: .relaxed)
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGINT, SIGTERM] where !isIgnored(number) {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                // Async-signal-safe: atomics, `write(2)`, `unlink(2)` and `_exit(2)` only.
                if Signals.isProgressShown.load(ordering: .relaxed) { Signals.eraseLine() }
                CleanupPaths.removeAll()
                if Signals.isResumable.load(ordering: .relaxed) { Signals.sayHowToResume() }
                _exit(128 + number)
            }
            sigaction(number, &action, nil)
        }
    }

    /// A run in the background of a script ignores SIGINT from its start, and goes on doing so.
    private static func isIgnored(_ number: Int32) -> Bool {
        var current = sigaction()
        guard sigaction(number, nil, &current) == 0 else { return false }
        // The handler is a pointer in C, and 1 means "ignore" (SIG_IGN); only its bits are looked at.
        return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func eraseLine() {
        // Carriage return, ESC [ K. A tuple needs no allocation.
        var bytes: (UInt8, UInt8, UInt8, UInt8) = (0x0D, 0x1B, 0x5B, 0x4B)
        // In bounds: exactly the tuple's four bytes.
        withUnsafeBytes(of: &bytes) { _ = Glibc.write(2, $0.baseAddress, 4) }
    }

    private static func sayHowToResume() {
        let text: StaticString = "msgreplay: interrupted; the same command with --resume goes on from there\n"
        // In bounds: all bytes of a static string, which are part of the program.
        _ = Glibc.write(2, text.utf8Start, text.utf8CodeUnitCount)
    }
}
