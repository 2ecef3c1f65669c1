import ContentSchema
import JSONText

/// What a newer version of a registry must not do to the messages and clients of an earlier one.
protocol RegistryRule: SendableMetatype {
    /// The stable code.
    static var code: String { get }
    /// How bad it is to break the rule.
    static var level: RegistryProblem.Level { get }
    /// One sentence: when the rule is broken.
    static var meaning: String { get }
    /// What breaks, and for whom.
    static var breaks: String { get }
    /// How to mend it.
    static var remedy: String { get }
}

/// A rule about one difference between the schemas of a content.
protocol ChangeRule: RegistryRule {
    /// Judges one difference.
    ///
    /// - Returns: What is wrong with it; nil where the rule holds.
    static func judge(_ change: SchemaChange, in content: ContentPair) -> RuleBreak?
    /// Whether a break hurts new clients that read old messages.
    static var hurtsBackward: Bool { get }
    /// Whether a break hurts old clients that read new messages, whatever else the difference does to them.
    static var hurtsForward: Bool { get }
}

extension ChangeRule {
    static var hurtsBackward: Bool { level == .error }
    static var hurtsForward: Bool { false }
}

/// A rule about what two versions hold.
protocol PairRule: RegistryRule {
    /// Everything in the newer version that breaks the rule for the older one.
    static func check(_ pair: VersionPair) -> [RuleBreak]
}

/// A rule about one version by itself.
protocol VersionRule: RegistryRule {
    /// Everything in a version that breaks the rule.
    static func check(_ version: SeriesVersion) -> [RuleBreak]
}

/// One place where a rule is broken.
struct RuleBreak {
    /// What tells one break from another, whichever two versions show it.
    struct Key: Hashable {
        let code: String
        let content: String?
        let pointer: String
    }

    let key: Key
    let level: RegistryProblem.Level
    /// What is wrong, what breaks for whom, and how to mend it.
    let message: String
    /// Where the newer version says it.
    let place: JSONValue

    /// - Parameters:
    ///   - content: The content's name; nil where it is about all.
    ///   - pointer: Where in a payload.
    init(
        _ rule: any RegistryRule.Type, content: String?, pointer: JSONPointer = JSONPointer(tokens: []),
        _ message: String, at place: JSONValue
    ) {
        key = Key(code: rule.code, content: content, pointer: pointer.description)
        level = rule.level
        self.message = message
        self.place = place
    }

    /// A break by one difference.
    init(_ rule: any RegistryRule.Type, _ change: SchemaChange, in content: ContentPair, _ message: String) {
        self.init(rule, content: content.name, pointer: change.pointer, message, at: change.new)
    }
}
