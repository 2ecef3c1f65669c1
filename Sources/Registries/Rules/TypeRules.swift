import JSONText

/// `type-changed`.
enum TypeChanged: PairRule {
    static let code = "type-changed"
    static let level = RegistryProblem.Level.error
    static let meaning = "A content's name carries another type number than in an earlier version."
    static let breaks =
        "New clients don't know the type of old messages, and old clients don't know that of new ones: both show the "
        + "placeholder."
    static let remedy = "Give the content its old type back. A new kind of content needs a new name as well."

    static func check(_ pair: VersionPair) -> [RuleBreak] {
        pair.new.merged.contents.compactMap { placed in
            let content = placed.content
            guard let before = pair.old.contents[content.name], before.content.type != content.type else { return nil }
            return RuleBreak(
                self, content: content.name,
                "'\(content.name)' has type \(content.type), but \(before.content.type) in version \(pair.old.number): new "
                    + "clients show a placeholder for old messages, and old clients for new ones; give it type "
                    + "\(before.content.type) back, or a new name with the new type",
                at: content.value["type"] ?? content.value)
        }
    }
}

/// `type-reused`.
enum TypeReused: PairRule {
    static let code = "type-reused"
    static let level = RegistryProblem.Level.error
    static let meaning = "A type number carries another name than in an earlier version, or is retired."
    static let breaks = "New clients read old messages of this type as something that they are not."
    static let remedy = "Take a type that was never used."

    static func check(_ pair: VersionPair) -> [RuleBreak] {
        pair.new.merged.contents.compactMap { placed in
            let content = placed.content
            let why: String
            if let name = pair.old.names[content.type], name != content.name {
                why = "type \(content.type) is '\(name)' in version \(pair.old.number)"
            } else if pair.old.retiredTypes.contains(content.type), !pair.new.retiredTypes.contains(content.type) {
                why = "type \(content.type) is retired in version \(pair.old.number)"
            } else {
                return nil
            }
            return RuleBreak(
                self, content: content.name,
                "\(why), so '\(content.name)' can't have it: new clients would read old messages as what they are not; take "
                    + "a type that was never used",
                at: content.value["type"] ?? content.value)
        }
    }
}

/// `content-removed`.
enum ContentRemoved: PairRule {
    static let code = "content-removed"
    static let level = RegistryProblem.Level.error
    static let meaning = "A definition is gone, and its type is not retired."
    static let breaks =
        "New clients show the placeholder for old messages of this type; and the type may come back as something else."
    static let remedy = "Put the definition back, or list its type under 'retired'."

    static func check(_ pair: VersionPair) -> [RuleBreak] {
        pair.old.merged.contents.compactMap { placed in
            let content = placed.content
            // A type with a new name is type-reused.
            guard pair.new.contents[content.name] == nil, pair.new.names[content.type] == nil,
                !pair.between.contains(where: { $0.retiredTypes.contains(content.type) })
            else { return nil }
            let file = pair.new.merged.file.value
            return RuleBreak(
                self, content: content.name,
                "'\(content.name)' (type \(content.type)) is in version \(pair.old.number) and gone now: new clients show a "
                    + "placeholder for old messages; put it back, or list type \(content.type) under 'retired'",
                at: file["contents"] ?? file)
        }
    }
}
