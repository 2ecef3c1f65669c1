/// How fast messages are replayed.
public enum ReplayPace: Sendable, Equatable {
    /// So many times as fast as they were sent.
    case multiple(Double)
    /// So many messages a second.
    case perSecond(Double)

    /// The pace that `1x`, `60x`, `0.5x` or `20/s` names; nil for any other text.
    public init?(_ text: String) {
        if text.hasSuffix("x"), let number = Self.number(text.dropLast(1)) {
            self = .multiple(number)
        } else if text.hasSuffix("/s"), let number = Self.number(text.dropLast(2)) {
            self = .perSecond(number)
        } else {
            return nil
        }
    }

    private static func number(_ text: Substring) -> Double? {
        let isPlain = text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") }
        guard isPlain, let first = text.utf8.first, first != UInt8(ascii: "."), let number = Double(text),
            number > 0, number <= 1e9
        else { return nil }
        return number
    }
}

/// Tells when each message is due.
struct Pacer {
    private let pace: ReplayPace
    /// The time of a message, in milliseconds, and the instant that it was due at.
    private var anchor: (time: Int64, instant: UInt64)?
    /// When messages are counted: the instant of the first one, and how many came since.
    private var counted: (start: UInt64, messages: Double)?

    init(_ pace: ReplayPace) { self.pace = pace }

    /// How long the next message has to wait.
    ///
    /// A message that was sent before the one shown last, as where the next channel begins, doesn't wait, and those
    /// after it are timed from it. So are those after one that an output which is too slow kept waiting for over a
    /// second.
    ///
    /// - Parameters:
    ///   - time: When it was sent, in milliseconds; one without a time doesn't wait.
    ///   - now: The instant, in nanoseconds.
    mutating func delay(_ time: Int64?, now: UInt64) -> UInt64 {
        switch pace {
        case .perSecond(let number):
            guard let (start, messages) = counted else {
                counted = (now, 1)
                return 0
            }
            let due = start + Self.nanoseconds(messages / number * 1e9)
            guard due + Self.patience >= now else {
                counted = (now, 1)
                return 0
            }
            counted = (start, messages + 1)
            return due > now ? due - now : 0
        case .multiple(let factor):
            guard let time else { return 0 }
            guard let (last, instant) = anchor, time >= last else {
                anchor = (time, now)
                return 0
            }
            let due = instant + Self.nanoseconds(Double(time - last) / factor * 1e6)
            guard due + Self.patience >= now else {
                anchor = (time, now)
                return 0
            }
            anchor = (time, due)
            return due > now ? due - now : 0
        }
    }

    private static let patience: UInt64 = 1_000_000_000

    /// At most about 100 years, so that sums don't overflow.
    private static func nanoseconds(_ number: Double) -> UInt64 { UInt64(min(number, 3e18)) }
}
