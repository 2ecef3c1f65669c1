/// Numbers as tables and JSON have them.
enum Figures {
    /// A number that isn't negative, with so many decimals.
    static func fixed(_ number: Double, _ decimals: Int) -> String {
        guard number.isFinite, number >= 0, number < 1e15 else { return "–" }
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int((number * Double(scale)).rounded())
        if decimals == 0 { return String(scaled) }
        return "\(scaled / scale).\(String(scale + scaled % scale).dropFirst())"
    }

    /// A whole number with a comma between thousands.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Bytes in units of a million, one decimal.
    static func megabytes(_ bytes: Int) -> String { fixed(Double(bytes) / 1e6, 1) }
}
