import MessageReplay

/// A horizontal bar of the three outcomes, as inline SVG that stretches with its place. The numbers stand beside it, so it
/// is hidden from screen readers.
enum HTMLBar {
    /// - Parameters:
    ///   - whole: What the full width stands for.
    ///   - style: The class of the bar.
    static func row(_ counts: OutcomeCounts, of whole: Int, style: String) -> String {
        guard whole > 0, counts.sum > 0 else { return "" }
        // A thousandth of the width for what is there at all, but would not be seen.
        let widths = [counts.decoded, counts.unknown, counts.malformed].map { count in
            count == 0 ? 0 : max(6, Int((Double(count) / Double(whole) * 1000).rounded()))
        }
        let sum = max(1000, widths.reduce(0, +))
        var markup =
            "<svg class=\"bar \(style)\" viewBox=\"0 0 \(sum) 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
        var x = 0
        for (name, width) in zip(["decoded", "unknown", "malformed"], widths) where width > 0 {
            markup += "<rect class=\"\(name)\" x=\"\(x)\" y=\"0\" width=\"\(width)\" height=\"10\"/>"
            x += width
        }
        return markup + "</svg>"
    }
}
