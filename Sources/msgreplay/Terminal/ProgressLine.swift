/// One line about how far a run has come.
struct ProgressLine: Equatable {
    /// Compressed bytes read so far.
    var bytesDone: UInt64 = 0
    /// Compressed bytes in all; nil where nobody knows, as on standard input.
    var bytesTotal: UInt64?
    var records: Int = 0
    /// Seconds since the beginning.
    var elapsed: Double = 0

    /// The line, not longer than `width` columns: ` 42% of 89.0 MB · 1,204,311 records · 402,000 a second · 0:12 left`.
    func text(width: Int) -> String {
        var parts: [String] = []
        if let total = bytesTotal, total > 0 {
            let percent = Int(min(1, Double(bytesDone) / Double(total)) * 100)
            parts.append("\(DisplayWidth.pad(String(percent), to: 3, right: true))% of \(NumberText.bytes(total))")
        } else {
            parts.append("\(NumberText.bytes(bytesDone)) read")
        }
        parts.append(NumberText.counted(records, "record"))
        if elapsed >= 0.5 { parts.append("\(NumberText.grouped(Self.rounded(Double(records) / elapsed))) a second") }
        if let left = secondsLeft { parts.append("\(Self.clock(left)) left") }
        // What doesn't fit is left out from the middle: the share and the time left matter most.
        while parts.count > 2, DisplayWidth.of(parts.joined(separator: " · ")) > width {
            parts.remove(at: parts.count - 2)
        }
        return DisplayWidth.cut(parts.joined(separator: " · "), to: width)
    }

    /// Seconds to go at the mean pace so far; nil before there is a pace to speak of.
    private var secondsLeft: Int? {
        guard let total = bytesTotal, bytesDone > 0, bytesDone < total, elapsed >= 1 else { return nil }
        let left = elapsed * Double(total - bytesDone) / Double(bytesDone)
        return left < 360_000 ? Int(left.rounded(.up)) : nil
    }

    /// Three digits that mean something, so that the number doesn't flicker.
    private static func rounded(_ number: Double) -> Int {
        guard number.isFinite, number < 1e15 else { return 0 }
        var unit = 1
        let whole = Int(number)
        while whole / unit >= 1000 { unit *= 10 }
        return whole / unit * unit
    }

    /// `0:12`, `1:02:09`.
    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let minutes = seconds / 60
        if minutes < 60 { return "\(minutes):\(two(seconds % 60))" }
        return "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }
}
