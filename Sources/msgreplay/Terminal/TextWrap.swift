/// Breaks text into lines at spaces.
enum TextWrap {
    /// - Parameters:
    ///   - width: Columns that a line may have, its indent included.
    ///   - first: The indent of the first line.
    ///   - rest: The indent of the others.
    /// - Returns: Lines without their ends. A word that is longer than a line stays whole.
    static func lines(_ text: String, width: Int, first: String = "", rest: String = "") -> [String] {
        var lines: [String] = []
        var line = first
        var columns = DisplayWidth.of(first)
        var isEmpty = true
        for word in text.split(separator: " ") {
            let length = DisplayWidth.of(word)
            if !isEmpty, columns + 1 + length > width {
                lines.append(line)
                line = rest
                columns = DisplayWidth.of(rest)
                isEmpty = true
            }
            if !isEmpty {
                line += " "
                columns += 1
            }
            line += word
            columns += length
            isEmpty = false
        }
        if !isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }
}
