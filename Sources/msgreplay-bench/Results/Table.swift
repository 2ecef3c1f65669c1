/// A table of figures, for a terminal or as Markdown.
struct Table {
    /// The titles of the columns, and which of them hold texts and not numbers.
    var columns: [(title: String, isText: Bool)]
    var rows: [[String]] = []

    /// The lines for a terminal: columns two spaces apart, numbers at the right.
    var text: String {
        let all = [columns.map(\.title)] + rows
        let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let room = String(repeating: " ", count: widths[column] - cell.count)
                line += (column > 0 ? "  " : "") + (columns[column].isText ? cell + room : room + cell)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// The lines as Markdown.
    var markdown: String {
        let rule = columns.map { $0.isText ? "---" : "---:" }
        return ([columns.map(\.title), rule] + rows.map { row in row.map { $0.replacing("|", with: "\\|") } })
            .map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
}
