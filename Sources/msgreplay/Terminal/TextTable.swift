/// A table for terminals: columns as wide as their widest cell, aligned by display width.
struct TextTable {
    struct Column {
        var title: String
        var isRight: Bool

        init(_ title: String, isRight: Bool = true) {
            self.title = title
            self.isRight = isRight
        }
    }

    struct Cell {
        var text: String
        /// Colours the padded text, whose width it must not change.
        var style: (String) -> String

        init(_ text: String, style: @escaping (String) -> String = { $0 }) {
            self.text = text
            self.style = style
        }
    }

    var columns: [Column]
    var rows: [[Cell]] = []
    /// Lines to put under a row, by its index.
    var notes: [Int: [String]] = [:]

    init(columns: [Column]) {
        self.columns = columns
    }

    /// - Parameter width: Columns for a whole line. Where they don't suffice, the widest text columns are cut, never numbers.
    func lines(indent: String, width: Int, paint: Paint) -> [String] {
        var widths = columns.map { DisplayWidth.of($0.title) }
        for row in rows {
            for (index, cell) in row.enumerated() where index < widths.count {
                widths[index] = max(widths[index], DisplayWidth.of(cell.text))
            }
        }
        var excess = widths.reduce(indent.count + 2 * (widths.count - 1), +) - width
        while excess > 0 {
            let flexible = widths.indices.filter { !columns[$0].isRight && widths[$0] > 5 }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        func line(_ cells: [Cell]) -> String {
            var text = indent
            for (index, cell) in cells.enumerated() where index < columns.count {
                if index > 0 { text += "  " }
                let cut = DisplayWidth.cut(cell.text, to: widths[index])
                let isLast = index == columns.count - 1 && !columns[index].isRight
                text += cell.style(
                    isLast ? cut : DisplayWidth.pad(cut, to: widths[index], right: columns[index].isRight))
            }
            return text
        }
        var result = [line(columns.map { Cell($0.title, style: paint.dim) })]
        for (index, row) in rows.enumerated() {
            result.append(line(row))
            result += notes[index] ?? []
        }
        return result
    }
}
