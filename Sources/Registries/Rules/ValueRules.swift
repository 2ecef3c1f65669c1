import ContentSchema
import JSONText

/// `field-type-changed`.
enum FieldTypeChanged: ChangeRule {
    static let code = "field-type-changed"
    static let level = RegistryProblem.Level.error
    static let meaning = "The types that a property accepts shrink or change without a 'convert' or 'map' step."
    static let breaks = "New clients refuse old messages with a value of the old type as malformed."
    static let remedy = "Add a 'convert' or 'map' step, accept the old type too, or take another name."

    static func judge(_ change: SchemaChange, in content: ContentPair) -> RuleBreak? {
        guard change.kind == .types, change.effect.contains(.narrows) else { return nil }
        if let fate = TransformedField(change.pointer, in: content) {
            guard !fate.refusedTypes.isEmpty else { return nil }
            return RuleBreak(
                self, change, in: content,
                "'\(change.pointer)' of \(content.title) had other types in version \(content.oldVersion.number) (\(change.detail)), "
                    + "and its steps leave \(fate.refusedTypes.sorted().joined(separator: " and ")) as it is: new clients "
                    + "refuse old messages with that; add a step for it, or accept it")
        }
        return RuleBreak(
            self, change, in: content,
            "'\(change.pointer)' of \(content.title) had other types in version \(content.oldVersion.number) (\(change.detail)): new "
                + "clients refuse old messages with a value of the old type; add a 'convert' or 'map' step, or accept the "
                + "old type too")
    }
}

/// `constraint-narrowed`.
enum ConstraintNarrowed: ChangeRule {
    static let code = "constraint-narrowed"
    static let level = RegistryProblem.Level.error
    static let meaning = "An enum, range, length, pattern or 'additionalProperties' admits less than before."
    static let breaks = "New clients refuse the old messages that only the wider schema admits as malformed."
    static let remedy = "Widen it again, or bring old values inside it with a 'map', 'move' or 'remove' step."

    private static let kinds: Set<SchemaChange.Kind> = [.values, .range, .length, .pattern, .otherMembers, .constraint]

    static func judge(_ change: SchemaChange, in content: ContentPair) -> RuleBreak? {
        var what = change.detail
        if change.kind == .propertyRemoved {
            // Without a step, what is retired still stands in old messages, and closed objects refuse it.
            guard change.member?.isRefused ?? false, isLeftInPlace(change, content) else { return nil }
            what = "it is retired, but old messages keep it and the object is closed"
        } else {
            guard kinds.contains(change.kind), change.effect.contains(.narrows) else { return nil }
            // What is refused by name is no harm where a step takes it away.
            if change.kind == .otherMembers, content.route.end(of: change.pointer).place != .moved(change.pointer) {
                return nil
            }
            if let fate = TransformedField(change.pointer, in: content) {
                guard change.kind == .values, !fate.refusedValues.isEmpty else { return nil }
                what = "no step brings \(fate.refusedValues.joined(separator: ", ")) to a value that is admitted"
            }
        }
        return RuleBreak(
            self, change, in: content,
            "\(place(change)) of \(content.title) admits less than in version \(content.oldVersion.number) (\(what)): new clients "
                + "refuse the old messages that are outside; widen it again, or add a step that brings them inside")
    }

    private static func place(_ change: SchemaChange) -> String {
        change.pointer.tokens.isEmpty ? "the payload" : "'\(change.pointer)'"
    }

    private static func isLeftInPlace(_ change: SchemaChange, _ content: ContentPair) -> Bool {
        switch content.route.end(of: change.pointer).place {
        case .removed: false
        case .moved(let place) where place != change.pointer: content.new.refuses(place)
        case .moved: content.retires(change.pointer)
        }
    }
}

/// `default-changed`.
enum DefaultChanged: ChangeRule {
    static let code = "default-changed"
    static let level = RegistryProblem.Level.warning
    static let hurtsBackward = true
    static let hurtsForward = true
    static let meaning = "A default differs from that of an earlier version."
    static let breaks =
        "History and new messages disagree: a message without the field means one value to old clients and another to new "
        + "ones, and what was migrated before keeps the old one."
    static let remedy = "Put the old default back, or take another name for the new meaning."

    static func judge(_ change: SchemaChange, in content: ContentPair) -> RuleBreak? {
        let isGone = change.kind == .defaultRemoved && !(change.member?.isRequired ?? false)
        guard change.kind == .defaultChanged || isGone else { return nil }
        return RuleBreak(
            self, change, in: content,
            "the default of '\(change.pointer)' of \(content.title) is not that of version \(content.oldVersion.number) "
                + "(\(change.detail)): a message without it means one thing to old clients and another to new ones; put "
                + "the old default back, or take another name")
    }
}

/// `unclassified`.
enum Unclassified: ChangeRule {
    static let code = "unclassified"
    static let level = RegistryProblem.Level.warning
    static let meaning = "The schemas differ in a way that the checker can't judge."
    static let breaks = "Perhaps nothing; perhaps new clients refuse some old messages."
    static let remedy = "Audit an archive of old messages with the new version, then exempt it or undo it."

    static func judge(_ change: SchemaChange, in content: ContentPair) -> RuleBreak? {
        var what = change.detail
        if let fate = TransformedField(change.pointer, in: content) {
            guard fate.isUnsure, [.types, .values, .range, .length, .pattern].contains(change.kind) else { return nil }
            what = "what its steps make of old values may not be admitted"
        } else {
            guard change.effect.contains(.mayNarrow), !change.effect.contains(.narrows), change.kind != .propertyRemoved
            else { return nil }
        }
        let place = change.pointer.tokens.isEmpty ? "the payload" : "'\(change.pointer)'"
        return RuleBreak(
            self, change, in: content,
            "\(place) of \(content.title) differs from version \(content.oldVersion.number) in a way that can't be judged "
                + "(\(what)): new clients may refuse old messages; audit old archives with this version, then exempt it or "
                + "undo it")
    }
}
