import Registries

/// What `registry diff` prints for people: a table, and below it what can't be judged.
enum DiffText {
    static func render(_ diff: RegistryDiff, _ risk: DiffRisk?, width: Int, paint: Paint) -> String {
        var lines = [paint.bold(title(diff)), ""]
        if diff.changes.isEmpty { return lines[0] + "\n\nNothing changed.\n" }
        for (content, changes) in grouped(diff) {
            lines.append(paint.bold(SafeText.visible(content)))
            lines += table(changes, diff, risk, width: width, paint: paint) + [""]
        }
        lines += TextWrap.lines(legend, width: width)
        if let risk { lines += TextWrap.lines(about(risk), width: width) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A table whose last column goes on over as many lines as it needs.
    private static func table(
        _ indexes: [Int], _ diff: RegistryDiff, _ risk: DiffRisk?, width: Int, paint: Paint
    ) -> [String] {
        let changes = indexes.map { diff.changes[$0] }
        var table = TextTable(columns: [
            .init("hurts", isRight: false), .init("pointer", isRight: false), .init("what changed", isRight: false),
        ])
        if risk != nil { table.columns.insert(.init("messages"), at: 1) }
        let first = changes.map { DisplayWidth.of(hurts($0)) }.max() ?? 0
        let second = changes.map { DisplayWidth.of(SafeText.visible($0.pointer)) }.max() ?? 0
        var column = 2 + max(first, 5) + 2 + max(second, 7) + 2
        let counts = indexes.map { index in
            risk?.count(of: index, in: diff).map { NumberText.grouped($0) } ?? ""
        }
        if risk != nil { column += max(8, counts.map(\.count).max() ?? 0) + 2 }
        let isNarrow = width - column < 24
        let indent = String(repeating: " ", count: isNarrow ? 4 : column)
        for (row, change) in changes.enumerated() {
            let words = TextWrap.lines(what(change), width: width, first: indent, rest: indent)
            let isHurting = !change.hurts.isEmpty
            var cells: [TextTable.Cell] = [
                .init(hurts(change), style: isHurting ? paint.red : { $0 }),
                .init(SafeText.visible(change.pointer)),
                .init(isNarrow ? "" : String(words[0].dropFirst(indent.count))),
            ]
            if risk != nil { cells.insert(.init(counts[row]), at: 1) }
            table.rows.append(cells)
            table.notes[row] = isNarrow ? words : Array(words.dropFirst())
        }
        return table.lines(indent: "  ", width: width, paint: paint).map { line in
            line.hasSuffix(" ") ? String(line.reversed().drop { $0 == " " }.reversed()) : line
        }
    }

    static let legend =
        "backward: new clients reading old messages; forward: old clients reading new messages; ? where that can't be told."

    static func title(_ diff: RegistryDiff) -> String {
        SafeText.visible("registry \(diff.name), version \(diff.old) → \(diff.new)")
    }

    /// What the counts are of.
    static func about(_ risk: DiffRisk) -> String {
        "Of \(NumberText.counted(risk.records, "message")): those that somebody can't read any more, or reads differently, by a "
            + "change."
    }

    /// The indexes of the changes by content, with what it is called.
    private static func grouped(_ diff: RegistryDiff) -> [(content: String, changes: [Int])] {
        var groups: [(content: String, changes: [Int])] = []
        for (index, change) in diff.changes.enumerated() {
            let name = change.content.map { "\($0)\(change.type.map { "  type \($0)" } ?? "")" } ?? "all contents"
            if groups.last?.content == name {
                groups[groups.count - 1].changes.append(index)
            } else {
                groups.append((name, [index]))
            }
        }
        return groups
    }

    /// `backward`, `backward forward?` or nothing.
    static func hurts(_ change: RegistryChange) -> String {
        RegistryChange.Side.allCases.compactMap { side in
            change.hurts.contains(side) ? side.rawValue : change.mayHurt.contains(side) ? side.rawValue + "?" : nil
        }.joined(separator: " ")
    }

    /// What changed, with the rule that it breaks.
    static func what(_ change: RegistryChange) -> String {
        SafeText.visible(change.what) + (change.rule.map { " (\($0))" } ?? "")
    }
}
