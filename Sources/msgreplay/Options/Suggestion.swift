/// "Did you mean": the nearest of some known words to one that was mistyped.
enum Suggestion {
    /// The nearest word to `word`, if one is near enough to be what was meant: a third of its letters wrong at most.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.lowercased().unicodeScalars.prefix(64))
        guard !typed.isEmpty else { return nil }
        // A word that was only begun is what was meant, if it is the beginning of one only.
        let begun = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
        if typed.count >= 3, begun.count == 1 { return begun.first }
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased().unicodeScalars)
            let distance = distance(typed, letters)
            let allowed = max(1, max(typed.count, letters.count) / 3)
            if distance <= allowed, distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// The Damerau-Levenshtein distance (optimal string alignment): letters inserted, left out, replaced, or two
    /// neighbours swapped.
    ///
    /// - Complexity: O(a × b).
    static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i]
            row.reserveCapacity(b.count + 1)
            for j in 1...b.count {
                var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    cost = min(cost, beforeLast[j - 2] + 1)
                }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
