/// Milliseconds since 1970 as dates and times in UTC.
enum Timestamp {
    /// `2021-03-01`.
    static func date(_ milliseconds: Int64) -> String {
        let (year, month, day) = civil(fromDays: Int(floorDivide(milliseconds, 86_400_000)))
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// `2021-03-01 08:05`.
    static func dateAndTime(_ milliseconds: Int64) -> String {
        let remainder = Int(milliseconds % 86_400_000)
        let inDay = remainder < 0 ? remainder + 86_400_000 : remainder
        let minutes = inDay / 60_000
        return "\(date(milliseconds)) \(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    /// `08:05:12`.
    static func time(_ milliseconds: Int64) -> String {
        let remainder = Int(milliseconds % 86_400_000)
        let seconds = (remainder < 0 ? remainder + 86_400_000 : remainder) / 1000
        return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    }

    private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }

    /// The proleptic Gregorian date, counted in years that begin in March.
    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
