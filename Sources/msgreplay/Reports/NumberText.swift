/// Numbers as people read them.
enum NumberText {
    /// With a comma between thousands: `1,204,311`.
    static func grouped(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var result = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result += "," }
            result.append(digit)
        }
        return result
    }

    /// A share with one decimal: `98.0%`. Nothing rounds to 0 that is more, nor to 100 that is less.
    static func share(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "–" }
        if part == 0 { return "0%" }
        if part == whole { return "100%" }
        let tenths = Int((Double(part) / Double(whole) * 1000).rounded())
        if tenths == 0 { return "<0.1%" }
        if tenths >= 1000 { return ">99.9%" }
        return "\(tenths / 10).\(tenths % 10)%"
    }

    /// Bytes in decimal units: `8.9 MB`.
    static func bytes(_ count: UInt64) -> String {
        if count < 1000 { return count == 1 ? "1 byte" : "\(count) bytes" }
        var value = Double(count) / 1000
        var unit = 0
        let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
        while value >= 999.5, unit + 1 < units.count {
            value /= 1000
            unit += 1
        }
        if value >= 99.5 { return "\(Int(value.rounded())) \(units[unit])" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// `1 record`, `2 records`.
    static func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
    }
}
