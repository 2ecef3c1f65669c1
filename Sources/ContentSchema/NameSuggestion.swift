/// Finds what a misspelt name was meant to be.
public enum NameSuggestion {
    /// The known name that is closest to a misspelt one, nil where none is close.
    ///
    /// Close is one typing slip (a character more, less, other, or two swapped) for each three characters, at most two
    /// of them. Case does not count.
    public static func closest<Names: Sequence>(to name: String, in known: Names) -> String?
    where Names.Element == String {
        let lowered = Array(name.lowercased().prefix(64))
        let limit = min(2, max(1, lowered.count / 3))
        var best: (name: String, distance: Int)?
        for candidate in known {
            let distance = distance(lowered, Array(candidate.lowercased().prefix(64)))
            if distance <= limit && distance < (best?.distance ?? Int.max) { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The number of slips between two words: characters inserted, left out, replaced, or two neighbours swapped (optimal
    /// string alignment).
    ///
    /// - Complexity: O(left × right).
    public static func distance(_ left: [Character], _ right: [Character]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var rows = [Array(0...right.count)]
        for row in 1...left.count {
            var line = [row]
            for column in 1...right.count {
                let same = left[row - 1] == right[column - 1]
                var best = min(rows[row - 1][column] + 1, line[column - 1] + 1)
                best = min(best, rows[row - 1][column - 1] + (same ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    best = min(best, rows[row - 2][column - 2] + 1)
                }
                line.append(best)
            }
            rows.append(line)
        }
        return rows[left.count][right.count]
    }
}
