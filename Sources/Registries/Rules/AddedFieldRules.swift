import ContentSchema

/// `field-added-without-default`.
enum FieldAddedWithoutDefault: ChangeRule {
    static let code = "field-added-without-default"
    static let level = RegistryProblem.Level.error
    static let meaning = "A new required property has no default, and no step fills it in."
    static let breaks = "No old message has it, so new clients refuse all of them as malformed."
    static let remedy =
        "Give it a 'default', an 'add', 'move' or 'copy' step that always fills it, or don't require it."

    static func judge(_ change: SchemaChange, in content: ContentPair) -> RuleBreak? {
        guard change.kind == .propertyAdded, let member = change.member, member.isRequired, !member.hasDefault else {
            return nil
        }
        switch content.filling(of: change.pointer) {
        case .always: return nil
        case .sometimes:
            return RuleBreak(
                self, change, in: content,
                "'\(change.pointer)' of \(content.title) is new since version \(content.oldVersion.number) and required, and "
                    + "the step that fills it takes a member that not every old message has: new clients refuse the others; "
                    + "give it a 'default' too, or don't require it")
        case .never:
            return RuleBreak(
                self, change, in: content,
                "'\(change.pointer)' of \(content.title) is new since version \(content.oldVersion.number) and required, but "
                    + "has no default and no step that fills it: new clients refuse every old message; give it a "
                    + "'default' or an 'add' step, or don't require it")
        }
    }
}

/// `field-added-optional`.
enum FieldAddedOptional: ChangeRule {
    static let code = "field-added-optional"
    static let level = RegistryProblem.Level.warning
    static let meaning = "A new optional property has no default, and no step fills it in."
    static let breaks = "Old messages will never carry it, so new clients have to do without it for all of history."
    static let remedy = "Give it a 'default' if there is a value that suits old messages; else exempt it."

    static func judge(_ change: SchemaChange, in content: ContentPair) -> RuleBreak? {
        guard change.kind == .propertyAdded, let member = change.member, !member.isRequired, !member.hasDefault,
            content.filling(of: change.pointer) == .never
        else { return nil }
        return RuleBreak(
            self, change, in: content,
            "'\(change.pointer)' of \(content.title) is new since version \(content.oldVersion.number) and optional, without "
                + "a default or a step that fills it: old messages will never carry it; give it a 'default' if some value "
                + "suits them, else exempt it")
    }
}

/// `required-added`.
enum RequiredAdded: ChangeRule {
    static let code = "required-added"
    static let level = RegistryProblem.Level.error
    static let meaning = "A property that was optional, or had a default, is required now and has no default."
    static let breaks = "New clients refuse the old messages that lack it as malformed."
    static let remedy = "Give it a 'default', an 'add' step, or leave it optional."

    static func judge(_ change: SchemaChange, in content: ContentPair) -> RuleBreak? {
        let isLost = change.kind == .requiredAdded || change.kind == .defaultRemoved
        guard isLost, let member = change.member, member.isRequired, !member.hasDefault,
            content.filling(of: change.pointer) != .always
        else { return nil }
        let was = change.kind == .requiredAdded ? "was optional in" : "had a default in"
        return RuleBreak(
            self, change, in: content,
            "'\(change.pointer)' of \(content.title) \(was) version \(content.oldVersion.number) and is required now without a "
                + "default: new clients refuse the old messages that lack it; give it a 'default' or an 'add' step, or "
                + "leave it optional")
    }
}
