/// Bars of block characters.
enum Bar {
    /// How many columns `part` of `whole` takes of `width`: at least one for anything that isn't nothing, and not all of
    /// them for anything less than all.
    static func length(_ part: Int, of whole: Int, width: Int) -> Int {
        guard part > 0, whole > 0, width > 0 else { return 0 }
        let exact = Int((Double(part) / Double(whole) * Double(width)).rounded())
        return min(max(exact, 1), part < whole && width > 1 ? width - 1 : width)
    }

    /// A bar drawn to an eighth of a column.
    static func text(_ part: Int, of whole: Int, width: Int) -> String {
        guard part > 0, whole > 0 else { return "" }
        let eighths = max(1, Int((Double(part) / Double(whole) * Double(width * 8)).rounded()))
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }
}
