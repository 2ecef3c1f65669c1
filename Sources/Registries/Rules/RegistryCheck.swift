import ContentSchema
import JSONText

/// What is wrong with a series: mistakes that keep it from being loaded, and rules that its newer versions break.
///
/// A version is held against every earlier one. A break is told once, at the version that brings it. Where a version can't
/// be read, no version after it is held against one before it: what it did to messages is not known.
public struct RegistryCheck: Sendable {
    /// The series' name; nil where no file could be read.
    public let name: String?
    /// The versions that could be read, lowest first.
    public let versions: [Int]
    /// Everything that is wrong or doubtful, in the order of versions and places.
    public let problems: [RegistryProblem]

    /// Whether anything is an error.
    public var hasErrors: Bool { problems.contains { $0.level == .error } }

    /// Checks a series.
    ///
    /// - Parameter folder: The folder of `v1.json`, `v2.json`, …
    /// - Throws: Where there is no such folder, or nothing in it that could be a version. Everything else is among the
    ///   problems.
    public init(folder: String) throws(RegistryError) {
        let files = try SeriesFiles(checking: folder)
        let resolved = files.resolved()
        name = files.files.first?.name
        versions = files.files.map(\.version)
        let breaks = RuleRun(resolved.merged).problems
        problems = files.inOrder(resolved.problems + breaks)
    }
}

extension SeriesFiles {
    /// The files of a folder that has to be a series.
    ///
    /// - Throws: Where there is no such folder, or no version's file in it.
    init(checking folder: String) throws(RegistryError) {
        func refusal(_ message: String) -> RegistryError {
            RegistryError([RegistryProblem(code: RegistryMistake.unreadable.rawValue, message: message, file: folder)])
        }
        switch RegistryFolder.look(at: folder) {
        case .missing(let reason): throw refusal("\(reason); name a folder of v1.json, v2.json, …")
        case .file: throw refusal("this is one file; name the folder of v1.json, v2.json, … that it stands in")
        case .folder(let names):
            self.init(folder: folder, names: names)
            if isEmpty { throw refusal("there is no v1.json in this folder; name a folder of v1.json, v2.json, …") }
        }
    }
}

/// Holds every version of a series against every earlier one.
struct RuleRun {
    /// What was found, in the order of versions.
    private(set) var problems: [RegistryProblem] = []
    /// The breaks of each pair of versions, by the older one.
    private var before: [Int: [RuleBreak.Key: RuleBreak]] = [:]
    private var alone: Set<RuleBreak.Key> = []

    /// - Parameter merged: The versions that could be read, lowest first.
    init(_ merged: [RegistryResolver.Merged]) {
        var run: [SeriesVersion] = []
        var isFirstRun = true
        for version in merged.map(SeriesVersion.init) {
            if let last = run.last, version.number != last.number + 1 {
                // Two files can say one version; a mistake of its own.
                if version.number == last.number { continue }
                run = []
                before = [:]
                alone = []
                isFirstRun = false
            }
            if run.isEmpty && version.number != 1 { isFirstRun = false }
            run.append(version)
            check(run, isWhole: isFirstRun)
        }
    }

    /// Checks the last of some versions that follow each other.
    private mutating func check(_ versions: [SeriesVersion], isWhole: Bool) {
        let new = versions[versions.count - 1]
        var exempted = Array(repeating: false, count: new.exemptions.count)
        var told: Set<RuleBreak.Key> = []
        let own = RuleBook.versionRules.flatMap { $0.check(new) }
        for found in own where !alone.contains(found.key) {
            tell(found, new, in: [new], &exempted, &told)
        }
        alone = Set(own.map(\.key))
        for index in (0..<versions.count - 1).reversed() {
            let pair = VersionPair(versions[index...])
            var now: [RuleBreak.Key: RuleBreak] = [:]
            for found in Self.breaks(of: pair) where now[found.key] == nil {
                now[found.key] = found
                let isAdjacent = index == versions.count - 2
                let wasBroken = before[pair.old.number]?[found.key] != nil
                for (number, exemption) in new.exemptions.enumerated() where exemption.covers(found.key) {
                    exempted[number] = true
                }
                if isAdjacent || !wasBroken { tell(found, new, in: pair.between, &exempted, &told) }
            }
            before[pair.old.number] = now
        }
        if isWhole { tellStale(new, exempted) }
    }

    /// Every rule that a pair of versions breaks.
    static func breaks(of pair: VersionPair) -> [RuleBreak] {
        let changes = pair.contents.flatMap { content in
            content.changes.flatMap { change in RuleBook.changeRules.compactMap { $0.judge(change, in: content) } }
        }
        return RuleBook.pairRules.flatMap { $0.check(pair) } + changes
    }

    /// Notes a break, unless it was noted or one of some versions exempts it.
    private mutating func tell(
        _ found: RuleBreak, _ version: SeriesVersion, in versions: [SeriesVersion], _ exempted: inout [Bool],
        _ told: inout Set<RuleBreak.Key>
    ) {
        for (number, exemption) in version.exemptions.enumerated() where exemption.covers(found.key) {
            exempted[number] = true
        }
        if versions.contains(where: { $0.exemptions.contains { $0.covers(found.key) } }) { return }
        guard told.insert(found.key).inserted else { return }
        add(found.key.code, found.level, found.message, at: found.place, in: version)
    }

    private mutating func tellStale(_ version: SeriesVersion, _ exempted: [Bool]) {
        for (exemption, isUsed) in zip(version.exemptions, exempted) where !isUsed {
            let known = RuleBook.exemptible
            var message = "this exempts nothing any more: remove it, so that it can't hide a new mistake"
            if !known.contains(exemption.rule) {
                let hint = NameSuggestion.closest(to: exemption.rule, in: known).map { "did you mean '\($0)'?" }
                message =
                    "there is no rule '\(exemption.rule)' that can be exempted: \(hint ?? "'explain' lists the rules")"
            }
            add(ExemptStale.code, ExemptStale.level, message, at: exemption.value, in: version)
        }
    }

    private mutating func add(
        _ code: String, _ level: RegistryProblem.Level, _ message: String, at value: JSONValue,
        in version: SeriesVersion
    ) {
        // What an extended registry says has no place in a file of the user's; that it is extended has.
        let file = version.merged.file
        let place = value.document === file.value.document ? value : file.value["extends"] ?? file.value
        problems.append(
            RegistryProblem(
                code: code, level: level, message: message, file: file.path, place: place.place, pointer: place.pointer)
        )
    }
}
