import Registries

/// What `registry diff` prints for people: a table, and below it what can't be judged.
enum DiffText {
    static func render(_ diff: RegistryDiff, width: Int, paint: Paint) -> String {
        var lines = [paint.bold(title(diff)), ""]
        if diff.changes.isEmpty { return lines[0] + "\n\nNothing changed.\n" }
        for (content, changes) in grouped(diff) {
            lines.append(paint.bold(SafeText.visible(content)))
            lines += table(changes, width: width, paint: paint) + [""]
        }
        lines += TextWrap.lines(legend, width: width)
        return lines.joined(separator: "\n") + "\n"
    }

    /// A table whose last column goes on over as many lines as it needs.
    private static func table(_ changes: [RegistryChange], width: Int, paint: Paint) -> [String] {
        var table = TextTable(columns: [
            .init("hurts", isRight: false), .init("pointer", isRight: false), .init("what changed", isRight: false),
        ])
        let first = changes.map { DisplayWidth.of(hurts($0)) }.max() ?? 0
        let second = changes.map { DisplayWidth.of(SafeText.visible($0.pointer)) }.max() ?? 0
        let column = 2 + max(first, 5) + 2 + max(second, 7) + 2
        let isNarrow = width - column < 24
        let indent = String(repeating: " ", count: isNarrow ? 4 : column)
        for (index, change) in changes.enumerated() {
            let words = TextWrap.lines(what(change), width: width, first: indent, rest: indent)
            let isHurting = !change.hurts.isEmpty
            table.rows.append([
                .init(hurts(change), style: isHurting ? paint.red : { $0 }),
                .init(SafeText.visible(change.pointer)),
                .init(isNarrow ? "" : String(words[0].dropFirst(indent.count))),
            ])
            table.notes[index] = isNarrow ? words : Array(words.dropFirst())
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

    /// The changes by content, with what it is called.
    static func grouped(_ diff: RegistryDiff) -> [(content: String, changes: [RegistryChange])] {
        var groups: [(content: String, changes: [RegistryChange])] = []
        for change in diff.changes {
            let name = change.content.map { "\($0)\(change.type.map { "  type \($0)" } ?? "")" } ?? "all contents"
            if groups.last?.content == name {
                groups[groups.count - 1].changes.append(change)
            } else {
                groups.append((name, [change]))
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
