import ContentSchema
import JSONText

/// One change between two versions of a registry, and whom it hurts.
public struct RegistryChange: Sendable {
    /// Who reads what somebody else wrote.
    public enum Side: String, Sendable, CaseIterable {
        /// New clients reading old messages, upgraded by the series' steps and defaults.
        case backward
        /// Old clients reading new messages.
        case forward
    }

    /// The content's name; nil for what all contents share.
    public var content: String?
    /// The content's type in the older version, or in the newer one where it is new there.
    public var type: ContentType?
    /// JSON Pointer in a payload, with `*` for every element of an array; empty for the content as a whole.
    public var pointer: String
    /// What kind of difference between schemas it is; nil for what schemas don't say.
    public var kind: SchemaChange.Kind?
    /// What changed, in a few words.
    public var what: String
    /// Whom it hurts.
    public var hurts: Set<Side>
    /// Whom it may hurt, where that can't be told.
    public var mayHurt: Set<Side>
    /// The code of the rule that it breaks, exempt or not.
    public var rule: String?
}

/// Every change between two versions of a series.
public struct RegistryDiff: Sendable {
    /// The series' name.
    public let name: String
    /// The older version.
    public let old: Int
    /// The newer version.
    public let new: Int
    /// The changes: what all contents share, then the contents by type, each in order of declaration.
    public let changes: [RegistryChange]

    /// Compares two versions.
    ///
    /// - Parameters:
    ///   - folder: The folder of the series.
    ///   - old: The older version.
    ///   - new: The newer version, not below the older one.
    /// - Throws: What is wrong with the series, or that it has no such version.
    public init(folder: String, from old: Int, to new: Int) throws(RegistryError) {
        let files = try SeriesFiles(checking: folder)
        let resolved = files.resolved()
        guard let first = files.files.first, !resolved.problems.contains(where: { $0.level == .error }) else {
            throw RegistryError(resolved.problems)
        }
        let versions = resolved.merged.map(SeriesVersion.init)
        for number in [old, new] where !versions.contains(where: { $0.number == number }) {
            let numbers = versions.map { String($0.number) }.joined(separator: ", ")
            throw RegistryError([
                RegistryProblem(
                    code: RegistryMistake.invalid.rawValue,
                    message: "\(first.name) has no version \(number); name two of \(numbers)", file: folder)
            ])
        }
        name = first.name
        self.old = old
        self.new = new
        guard old < new, let start = versions.firstIndex(where: { $0.number == old }),
            let end = versions.firstIndex(where: { $0.number == new })
        else {
            changes = []
            return
        }
        changes = Self.changes(of: VersionPair(versions[start...end]))
    }

    static func changes(of pair: VersionPair) -> [RegistryChange] {
        var changes = shared(pair)
        let contents = Dictionary(pair.contents.map { ($0.name, $0) }) { first, _ in first }
        if let common = contents[nil] { changes += common.changes.map { judged($0, common) } }
        let reused = Dictionary(grouping: FieldReused.check(pair)) { $0.key.content }
        let gone = pair.old.merged.contents.filter { pair.new.contents[$0.content.name] == nil }
        for placed in (gone + pair.new.merged.contents).sorted(by: { $0.content.type < $1.content.type }) {
            let content = placed.content
            guard pair.new.contents[content.name] != nil else {
                changes.append(whole(content, "removed, type \(content.type)", [.backward], ContentRemoved.self, pair))
                continue
            }
            guard let before = pair.old.contents[content.name]?.content else {
                changes.append(whole(content, "added, type \(content.type)", [.forward], nil, pair))
                continue
            }
            if before.type != content.type {
                changes.append(
                    whole(
                        content, "type \(before.type) → \(content.type)", [.backward, .forward], TypeChanged.self, pair)
                )
            }
            changes += others(before, content)
            let own = (contents[content.name]?.changes ?? []).map { change in
                judged(change, contents[content.name], type: before.type)
            }
            changes += own
            for found in reused[content.name] ?? [] {
                changes.append(
                    RegistryChange(
                        content: content.name, type: before.type, pointer: found.key.pointer,
                        what: "used again after it was left out", hurts: [.backward], mayHurt: [],
                        rule: FieldReused.code))
            }
        }
        return changes
    }

    // MARK: Contents

    private static func whole(
        _ content: ContentSource, _ what: String, _ hurts: Set<RegistryChange.Side>, _ rule: (any PairRule.Type)?,
        _ pair: VersionPair
    ) -> RegistryChange {
        var broken: String?
        if let rule, rule.check(pair).contains(where: { $0.key.content == content.name }) { broken = rule.code }
        if broken == nil, TypeReused.check(pair).contains(where: { $0.key.content == content.name }) {
            broken = TypeReused.code
        }
        let isReused = broken == TypeReused.code
        return RegistryChange(
            content: content.name, type: content.type, pointer: "", what: what,
            hurts: isReused ? [.backward, .forward] : hurts, mayHurt: [], rule: broken)
    }

    /// What differs between two definitions beside their schemas. None of it keeps a message from being read.
    private static func others(_ old: ContentSource, _ new: ContentSource) -> [RegistryChange] {
        ["digest", "searchable", "display", "nested", "versionField"].compactMap { member in
            differing(member, old.value, new.value).map { what in
                RegistryChange(
                    content: new.name, type: old.type, pointer: "", what: what, hurts: [], mayHurt: [], rule: nil)
            }
        }
    }

    /// What differs beside contents and `common`.
    private static func shared(_ pair: VersionPair) -> [RegistryChange] {
        var changes: [RegistryChange] = []
        func add(_ what: String, _ mayHurt: Set<RegistryChange.Side> = [], rule: String? = nil) {
            changes.append(
                RegistryChange(
                    content: nil, type: nil, pointer: "", what: what, hurts: [], mayHurt: mayHurt, rule: rule))
        }
        let before = pair.old.merged.typeField
        let now = pair.new.merged.typeField
        if before != now {
            add("typeField \(before) → \(now)", [.backward, .forward], rule: TypeFieldChanged.code)
        }
        for member in ["placeholder", "nested", "extends"] {
            if let what = differing(member, pair.old.merged.file.value, pair.new.merged.file.value) { add(what) }
        }
        return changes
    }

    private static func differing(_ member: String, _ old: JSONValue, _ new: JSONValue) -> String? {
        func spelled(_ value: JSONValue?) -> String {
            let text = value?.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? "none"
            return text.count > 64 ? text.prefix(63) + "…" : text
        }
        switch (old[member], new[member]) {
        case (nil, nil): return nil
        case (let before?, let now?) where before.isEqual(now): return nil
        case (let before, let now): return "\(member) \(spelled(before)) → \(spelled(now))"
        }
    }

    // MARK: Schemas

    private static func judged(
        _ change: SchemaChange, _ pair: ContentPair?, type: ContentType? = nil
    ) -> RegistryChange {
        var result = RegistryChange(
            content: pair?.name, type: type, pointer: change.pointer.description, kind: change.kind,
            what: change.detail, hurts: [],
            mayHurt: [], rule: nil)
        guard let pair else { return result }
        for rule in RuleBook.changeRules where rule.judge(change, in: pair) != nil {
            result.rule = result.rule ?? rule.code
            if rule.hurtsBackward { result.hurts.insert(.backward) }
            if rule.hurtsForward { result.hurts.insert(.forward) }
            if rule.code == Unclassified.code { result.mayHurt.insert(.backward) }
        }
        if change.effect.contains(.widens) {
            result.hurts.insert(.forward)
        } else if change.effect.contains(.mayWiden) {
            result.mayHurt.insert(.forward)
        }
        result.mayHurt.subtract(result.hurts)
        if change.kind == .propertyRemoved {
            switch pair.route.end(of: change.pointer).place {
            case .removed: result.what += "; a step removes it"
            case .moved(let place) where place != change.pointer: result.what += "; a step moves it to \(place)"
            case .moved: if pair.retires(change.pointer) { result.what += "; it is retired" }
            }
        }
        return result
    }
}
