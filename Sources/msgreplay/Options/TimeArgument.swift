/// A date or a time given to `--since` or `--until`: `2021-03-01`, `2021-03-01T08:00`, with seconds, a fraction, and a zone
/// (`Z` or `+08:00`) if wanted. The profile of RFC 3339, with less required; without a zone it is UTC. Or a whole number
/// of 12 digits or more: milliseconds since 1970 UTC.
struct TimeArgument: Equatable {
    /// Milliseconds since 1970 UTC at which the time, or the day, begins.
    var start: Int64
    /// Milliseconds since 1970 UTC at which it is over: the next day for a date, `start` itself for a time.
    var end: Int64

    init?(_ text: String) {
        if let milliseconds = Self.milliseconds(text) {
            start = milliseconds
            end = milliseconds
            return
        }
        var scanner = Scanner(rest: Array(text.utf8)[...])
        guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
            let day = scanner.digits(2), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, year: year)
        else { return nil }
        let midnight = Int64(Self.days(toYear: year, month: month, day: day)) * 86_400_000
        if scanner.rest.isEmpty {
            start = midnight
            end = midnight + 86_400_000
            return
        }
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "), let hour = scanner.digits(2),
            scanner.take(":"), let minute = scanner.digits(2), hour < 24, minute < 60
        else { return nil }
        var milliseconds = (hour * 60 + minute) * 60_000
        if scanner.take(":") {
            guard let second = scanner.digits(2), second < 60 else { return nil }
            milliseconds += second * 1000
            if scanner.take(".") {
                guard let fraction = scanner.fraction() else { return nil }
                milliseconds += fraction
            }
        }
        guard let offset = scanner.zone(), scanner.rest.isEmpty else { return nil }
        start = midnight + Int64(milliseconds) - Int64(offset) * 60_000
        end = start
    }

    /// A whole number of 12 to 15 digits. Shorter ones are years, dates or seconds that were meant otherwise.
    private static func milliseconds(_ text: String) -> Int64? {
        guard (12...15).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            return nil
        }
        return Int64(text)
    }

    static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar, counted in years that begin in March.
    static func days(toYear year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard let first = rest.first, UInt32(first) == character.value else { return false }
            rest.removeFirst()
            return true
        }

        mutating func digits(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            var number = 0
            for byte in rest.prefix(count) {
                guard byte >= 0x30, byte <= 0x39 else { return nil }
                number = number * 10 + Int(byte - 0x30)
            }
            rest.removeFirst(count)
            return number
        }

        /// The digits after the point as milliseconds; what is finer is cut off.
        mutating func fraction() -> Int? {
            let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
            guard !digits.isEmpty else { return nil }
            rest.removeFirst(digits.count)
            let padded = Array(digits.prefix(3)) + Array(repeating: 0x30, count: max(0, 3 - digits.count))
            return padded.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        /// Minutes east of UTC; 0 where no zone is written.
        mutating func zone() -> Int? {
            if rest.isEmpty || take("Z") || take("z") { return 0 }
            let sign: Int
            if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
            guard let hours = digits(2), hours < 24 else { return nil }
            _ = take(":")
            guard let minutes = digits(2), minutes < 60 else { return nil }
            return sign * (hours * 60 + minutes)
        }
    }
}
