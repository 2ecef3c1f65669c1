import Glibc

/// Times of messages: milliseconds since 1970 UTC.
enum Time {
    /// The first time, in milliseconds, that isn't usable any more: the year 10000.
    static let end: Int64 = 253_402_300_800_000

    /// Whether a time says when a message was sent: 0 and below stand for "unknown", and years have four digits.
    @inline(__always)
    static func isUsable(_ milliseconds: Int64) -> Bool { milliseconds > 0 && milliseconds < end }

    /// A time as `2021-01-01T00:00:55.871Z` (ISO 8601), for usable times.
    static func text(_ milliseconds: Int64) -> String {
        let fields = fields(milliseconds)
        let date = "\(padded(fields.tm_year + 1900, 4))-\(padded(fields.tm_mon + 1, 2))-\(padded(fields.tm_mday, 2))"
        let time = "\(padded(fields.tm_hour, 2)):\(padded(fields.tm_min, 2)):\(padded(fields.tm_sec, 2))"
        return "\(date)T\(time).\(padded(Int32(milliseconds % 1000), 3))Z"
    }

    /// The time that `text` wrote; nil for any other text.
    static func milliseconds(ofText text: String) -> Int64? {
        let parts = text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int32($0) }
        guard parts.count == 7 else { return nil }
        var fields = tm()
        fields.tm_year = parts[0] - 1900
        fields.tm_mon = parts[1] - 1
        fields.tm_mday = parts[2]
        fields.tm_hour = parts[3]
        fields.tm_min = parts[4]
        fields.tm_sec = parts[5]
        let milliseconds = Int64(timegm(&fields)) * 1000 + Int64(parts[6])
        return isUsable(milliseconds) && self.text(milliseconds) == text ? milliseconds : nil
    }

    /// The month of a time, counted from January of the year 0, with the times at which it begins and ends.
    static func month(of milliseconds: Int64) -> (month: Int, span: Range<Int64>) {
        var fields = fields(milliseconds)
        let month = Int(fields.tm_year + 1900) * 12 + Int(fields.tm_mon)
        fields.tm_mday = 1
        fields.tm_hour = 0
        fields.tm_min = 0
        fields.tm_sec = 0
        let start = Int64(timegm(&fields)) * 1000
        fields.tm_mon += 1
        fields.tm_mday = 1
        return (month, start..<Int64(timegm(&fields)) * 1000)
    }

    /// A month as `2021-01`.
    static func monthText(_ month: Int) -> String {
        "\(padded(Int32(month / 12), 4))-\(padded(Int32(month % 12) + 1, 2))"
    }

    /// The month that `monthText` wrote; nil for any other text.
    static func month(ofText text: String) -> Int? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 2, (0...9999).contains(parts[0]), (1...12).contains(parts[1]) else { return nil }
        let month = parts[0] * 12 + parts[1] - 1
        return monthText(month) == text ? month : nil
    }

    private static func fields(_ milliseconds: Int64) -> tm {
        var seconds = time_t(milliseconds / 1000)
        var fields = tm()
        gmtime_r(&seconds, &fields)
        return fields
    }

    private static func padded(_ number: Int32, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
