/// Breaks text into lines at spaces.
enum TextWrap {
    /// - Parameters:
    ///   - width: Columns that a line may have, its indent included.
    ///   - first: The indent of the first line.
    ///   - rest: The indent of the others.
    /// - Returns: Lines without their ends. A word that is longer than a line stays whole.
    static func lines(_ text: String, width: Int, first: String = "", rest: String = "") -> [String] {
        let space = UInt8(ascii: " ")
        var lines: [String] = []
        var line = Array(first.utf8)
        var columns = DisplayWidth.of(first)
        var isEmpty = true
        for word in Array(text.utf8).split(separator: space) {
            let isPlain = word.allSatisfy { $0 < 0x7F }
            let length = isPlain ? word.count : DisplayWidth.of(String(decoding: word, as: UTF8.self))
            if !isEmpty, columns + 1 + length > width {
                lines.append(String(decoding: line, as: UTF8.self))
                line = Array(rest.utf8)
                columns = DisplayWidth.of(rest)
                isEmpty = true
            }
            if !isEmpty {
                line.append(space)
                columns += 1
            }
            line += word
            columns += length
            isEmpty = false
        }
        if !isEmpty || lines.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }
}
