import Glibc
import Synchronization

/// Shows a `ProgressLine` on standard error while a run goes on, rewritten at most ten times a second.
///
/// Any thread may call `update`; calls in between cost a lock and a look at the clock. Nothing is shown where standard
/// error is no terminal.
final class ProgressMeter: Sendable {
    private struct State {
        var line: ProgressLine
        var lastShown: UInt64 = 0
        var isShown = false
    }

    private let state: Mutex<State>
    private let isOn: Bool
    private let start: UInt64

    private static let interval: UInt64 = 100_000_000

    /// - Parameters:
    ///   - bytesTotal: Compressed bytes that there are to read; nil where unknown.
    ///   - isQuiet: `-q`.
    init(bytesTotal: UInt64?, isQuiet: Bool, terminal: Terminal = .standardError) {
        state = Mutex(State(line: ProgressLine(bytesTotal: bytesTotal)))
        isOn = terminal.isTerminal && !isQuiet && Terminal.environment("TERM") != "dumb"
        start = Self.now()
    }

    /// - Parameters:
    ///   - bytes: Compressed bytes read since the beginning.
    ///   - records: Records read since the beginning.
    func update(bytes: UInt64, records: Int) {
        guard isOn else { return }
        let now = Self.now()
        state.withLock { state in
            state.line.bytesDone = bytes
            state.line.records = records
            // A fast run is over before anybody could read a line.
            let since = state.isShown ? state.lastShown : start + Self.interval
            guard now >= since, now - since >= Self.interval else { return }
            state.lastShown = now
            state.isShown = true
            state.line.elapsed = Double(now - start) / 1e9
            let columns = max(20, Terminal.standardError.columns - 1)
            Signals.isProgressShown.store(true, ordering: .relaxed)
            Self.write("\r\u{1B}[K" + state.line.text(width: columns))
        }
    }

    /// Erases the line. Messages may follow.
    func finish() {
        state.withLock { state in
            guard state.isShown else { return }
            state.isShown = false
            Self.write("\r\u{1B}[K")
            Signals.isProgressShown.store(false, ordering: .relaxed)
        }
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Progress that can't be written is no reason to stop.
    private static func write(_ text: String) {
        var stream = OutputStream(descriptor: 2, name: "standard error")
        do throws(CommandError) {
            try stream.write(text)
            try stream.flush()
        } catch {}
    }
}
