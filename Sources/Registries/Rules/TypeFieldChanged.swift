import JSONText

/// That the discriminator's place changes, which no comparison of schemas sees. It counts as `unclassified`, since nothing
/// tells whether old messages carry their type at both places.
enum TypeFieldChanged: PairRule {
    static let code = Unclassified.code
    static let level = Unclassified.level
    static let meaning = Unclassified.meaning
    static let breaks = Unclassified.breaks
    static let remedy = Unclassified.remedy

    static func check(_ pair: VersionPair) -> [RuleBreak] {
        let before = pair.old.merged.typeField
        let now = pair.new.merged.typeField
        if before == now { return [] }
        let file = pair.new.merged.file.value
        return [
            RuleBreak(
                self, content: nil, pointer: now,
                "the type stands at '\(now)', but at '\(before)' in version \(pair.old.number): new clients find no type in "
                    + "old messages that carry it only there; audit old archives with this version, then exempt it or undo "
                    + "it",
                at: file["typeField"] ?? file)
        ]
    }
}
