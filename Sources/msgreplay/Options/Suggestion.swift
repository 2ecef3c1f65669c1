import ContentSchema

/// "Did you mean": the nearest of some known words to one that was mistyped.
enum Suggestion {
    /// The nearest word to `word`, if one is near enough to be what was meant: a third of its letters wrong at most.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.lowercased().prefix(64))
        guard !typed.isEmpty else { return nil }
        // A word that was only begun is what was meant, if it is the beginning of one only.
        let begun = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
        if typed.count >= 3, begun.count == 1 { return begun.first }
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased())
            let distance = NameSuggestion.distance(typed, letters)
            let allowed = max(1, max(typed.count, letters.count) / 3)
            if distance <= allowed, distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        return best?.word
    }
}
