import ContentSchema
import JSONText

/// `field-removed`.
enum FieldRemoved: ChangeRule {
    static let code = "field-removed"
    static let level = RegistryProblem.Level.error
    static let meaning = "A property is gone without a 'remove' or 'move' step, and is not retired."
    static let breaks =
        "New clients no longer show what old messages say there, or refuse them where the object is closed; and the name may "
        + "come back with another meaning."
    static let remedy = "Add a 'remove' or 'move' step, or list it under 'retired'."

    static func judge(_ change: SchemaChange, in content: ContentPair) -> RuleBreak? {
        guard change.kind == .propertyRemoved, content.route.end(of: change.pointer).place == .moved(change.pointer),
            !content.retires(change.pointer)
        else { return nil }
        let isRefused = change.member?.isRefused ?? false
        return RuleBreak(
            self, change, in: content,
            "'\(change.pointer)' of \(content.title) is in version \(content.oldVersion.number) and gone now: "
                + (isRefused ? "new clients refuse old messages that have it" : "new clients no longer show it")
                + "; add a 'remove' or 'move' step, or list it under 'retired'")
    }
}

/// `field-reused`.
enum FieldReused: PairRule, VersionRule {
    static let code = "field-reused"
    static let level = RegistryProblem.Level.error
    static let meaning = "A property comes back that an earlier version removed, or a retired one is used."
    static let breaks =
        "Messages of the earlier version carry the old meaning under this name, and nothing tells them from new ones."
    static let remedy = "Take another name."

    static func check(_ pair: VersionPair) -> [RuleBreak] {
        var breaks = retired(by: pair.old, in: pair.new)
        // Only what a version between left out can come back.
        for middle in pair.between.dropLast() {
            for name in pair.new.contents.keys.sorted() where pair.old.contents[name] != nil {
                guard middle.contents[name] != nil, middle.spelling(of: name) != pair.new.spelling(of: name),
                    let old = pair.old.view(of: name), let between = middle.view(of: name),
                    let new = pair.new.view(of: name)
                else { continue }
                for pointer in new.properties() where old.declares(pointer) && !between.declares(pointer) {
                    let parent = JSONPointer(tokens: pointer.tokens.dropLast())
                    guard parent.tokens.isEmpty || between.declares(parent), pointer != pair.new.merged.typeField else {
                        continue
                    }
                    breaks.append(
                        RuleBreak(
                            self, content: name, pointer: pointer,
                            "'\(pointer)' of '\(name)' was in version \(pair.old.number) and left out in version "
                                + "\(middle.number): nothing tells what version \(pair.old.number) wrote there from what "
                                + "is written now; take another name",
                            at: new.place(of: pointer) ?? pair.new.merged.file.value))
                }
            }
        }
        return breaks
    }

    static func check(_ version: SeriesVersion) -> [RuleBreak] { retired(by: version, in: version) }

    private static func retired(by old: SeriesVersion, in new: SeriesVersion) -> [RuleBreak] {
        old.retiredFields.compactMap { content, pointer, entry in
            let isCommon = content == SeriesVersion.commonName && new.contents[content] == nil
            let name = isCommon ? nil : content
            guard let place = new.view(of: name)?.place(of: pointer) else { return nil }
            return RuleBreak(
                self, content: name, pointer: pointer,
                "'\(pointer)' of '\(content)' is retired in version \(old.number) and must not be used: messages carry "
                    + "its old meaning, and nothing tells them from new ones; take another name",
                at: old === new ? entry : place)
        }
    }
}
