import MessageReplay

/// What all renderings of a report share: how it is put in order and which sentences are said. No markup.
struct ReportOutline {
    /// The findings of one code.
    struct Group {
        var code: String
        var level: FindingLevel
        /// The sum of the rows' counts.
        var count: Int
        var rows: [FindingRow]

        var meaning: String {
            FindingGuide.entry(code)?.meaning ?? (code == "other" ? "Findings beyond what a report holds." : "")
        }
    }

    let report: AuditReport

    /// Findings by code: what is worst first, then what is most frequent.
    var groups: [Group] {
        var groups: [Group] = []
        var indexes: [String: Int] = [:]
        for row in report.findings {
            let key = "\(row.level.rawValue) \(row.code)"
            if let index = indexes[key] {
                groups[index].count += row.count
                groups[index].rows.append(row)
            } else {
                indexes[key] = groups.count
                groups.append(Group(code: row.code, level: row.level, count: row.count, rows: [row]))
            }
        }
        return groups.sorted { first, second in
            (Self.rank(first.level), -first.count, first.code) < (Self.rank(second.level), -second.count, second.code)
        }
    }

    private static func rank(_ level: FindingLevel) -> Int {
        switch level {
        case .malformed: 0
        case .unknown: 1
        case .warning: 2
        }
    }

    /// Up to `limit` examples of a group, taken in turn from its rows so that each place gets its share.
    static func examples(of group: Group, limit: Int) -> [(row: FindingRow, example: FindingExample)] {
        var result: [(FindingRow, FindingExample)] = []
        let deepest = group.rows.map(\.examples.count).max() ?? 0
        for round in 0..<deepest {
            for row in group.rows where round < row.examples.count {
                if result.count >= limit { return result }
                result.append((row, row.examples[round]))
            }
        }
        return result
    }

    /// The earliest and the latest usable time of all records.
    var timeSpan: (first: Int64, last: Int64)? {
        guard let first = report.types.compactMap(\.first).min(), let last = report.types.compactMap(\.last).max()
        else { return nil }
        return (first, last)
    }

    var damaged: [ArchiveSummary] { report.archives.filter { $0.damage != nil } }
    var filtered: Int { report.archives.reduce(0) { $0 + $1.filtered } }
    /// Archives that a limit ended, undamaged ones.
    var endedEarly: [ArchiveSummary] { report.archives.filter { !$0.complete && $0.damage == nil } }

    /// What reports call an archive.
    static func name(of archive: ArchiveSummary) -> String {
        archive.path == "-" ? "standard input" : archive.path
    }

    /// What an archive is, without its path: `tar, gzip · WKDB bundle · 6 files · 8.9 MB · 100,000 records`.
    static func facts(of archive: ArchiveSummary) -> [String] {
        var facts = [containerText(archive.container, compression: archive.compression), formText(archive.form)]
        if archive.container != "file" { facts.append(NumberText.counted(archive.files, "file")) }
        facts.append(NumberText.bytes(archive.bytes))
        facts.append(NumberText.counted(archive.records, "record"))
        if archive.filtered > 0 { facts.append("\(NumberText.grouped(archive.filtered)) more left out by filters") }
        return facts
    }

    static func containerText(_ container: String, compression: String) -> String {
        let name =
            switch container {
            case "bundle": "bundle directory"
            case "file": "single file"
            default: container
            }
        return compression == "none" ? name : "\(name), \(compression)"
    }

    static func formText(_ form: String) -> String {
        switch form {
        case "wkdb": "wkdb rows"
        case "api": "API messages"
        default: form
        }
    }

    /// The type as reports show it: numbers as written, strings in quotes. Not yet safe for any medium.
    static func text(of type: TypeLabel) -> String {
        switch type {
        case .number(let text): text
        case .string(let text): "\"\(text)\""
        case .none: "(none)"
        case .other: "(other)"
        }
    }

    /// The name that the registry gives a type, by the types table.
    var names: [TypeLabel: String] {
        Dictionary(
            report.types.compactMap { row in row.name.map { (row.type, $0) } }, uniquingKeysWith: { first, _ in first })
    }

    /// `message/messages-000001.jsonl:12`, with the archive before it where there are several.
    func place(of example: FindingExample) -> String {
        var place = "\(example.file):\(example.line)"
        if report.archives.count > 1, report.archives.indices.contains(example.archive) {
            let path = report.archives[example.archive].path
            if path != example.file { place = "\(path): \(place)" }
        }
        return place
    }

    /// `message 1152921504607541547 · 2:g00001 · seq 12`, of what is known.
    static func message(of example: FindingExample) -> [String] {
        var parts: [String] = []
        if let id = example.messageID { parts.append("message \(id)") }
        if let channel = example.channel { parts.append("channel \(channel)") }
        if let seq = example.seq { parts.append("seq \(seq)") }
        return parts
    }

    /// The place of damage in words: `messages.jsonl.gz, line 812, byte 81920`.
    static func place(of damage: DamagePlace) -> String {
        var parts: [String] = []
        if let file = damage.file { parts.append(file) }
        if let line = damage.line { parts.append("line \(NumberText.grouped(line))") }
        if let offset = damage.offset { parts.append("byte \(NumberText.grouped(offset))") }
        return parts.joined(separator: ", ")
    }

    /// What to do next, a sentence each. Only commands and options that exist are named.
    var hints: [Hint] {
        var hints: [Hint] = []
        if !damaged.isEmpty {
            hints.append("Get a fresh copy of what is damaged: only what came before the damage is counted here.")
        }
        if let hint = unknownTypesHint { hints.append(hint) }
        if report.totals.malformed + report.totals.unknown > 0 {
            let option = "--quarantine FILE.jsonl.gz"
            hints.append(
                "Audit with \(code: option) to keep the lines of malformed and unknown records as they stood.")
        }
        let upgradable = report.types.reduce(0) { $0 + $1.upgradable }
        if upgradable > 0 {
            let payloads = NumberText.counted(upgradable, "malformed payload")
            let verb = upgradable == 1 ? "was" : "were"
            let them = upgradable == 1 ? "it" : "them"
            hints.append(
                "\(payloads) \(verb) written at an earlier version: the registry's upgrade steps would mend \(them).")
        }
        if report.types.contains(where: { !$0.defaulted.isEmpty }) {
            hints.append(
                "Fields listed as defaulted are not in the archive: \(code: "msgreplay migrate") fills them in.")
        }
        if let worst = groups.first(where: { FindingGuide.entry($0.code) != nil }) {
            let command = "\(CommandTable.program) explain \(worst.code)"
            hints.append("\(code: command) says what that breaks, for whom, and what to do.")
        }
        return hints
    }

    private var unknownTypesHint: Hint? {
        var types: [TypeLabel] = []
        for row in report.findings where row.code == "type-unknown" && !types.contains(row.type) {
            if types.count < 100 { types.append(row.type) }
        }
        guard !types.isEmpty else { return nil }
        let shown = types.prefix(3).map { Self.text(of: $0) }.joined(separator: ", ")
        let more = types.count > 3 ? " and \(types.count >= 100 ? "many" : String(types.count - 3)) more" : ""
        let isBuiltIn = report.registry.name == "wukongim"
        let home = isBuiltIn ? "wukongim@\(report.registry.version)" : report.registry.name
        let article = isBuiltIn ? "a registry that extends" : "the registry"
        let subject = types.count > 1 ? "Types" : "Type"
        let (what, them) = types.count > 1 ? ("definitions", "them") : ("a definition", "it")
        let (command, option) = ("msgreplay registry infer", "--registry DIR")
        return
            """
            \(subject) \(code: shown)\(more): \(code: command) drafts \(what); add \(them) to \(article) \(code: home), then \
            audit again with \(code: option).
            """
    }

    /// What there is to say where nothing was found; nil where something was.
    var allClear: String? {
        guard report.findings.isEmpty, damaged.isEmpty else { return nil }
        if report.records == 0 {
            return filtered > 0 ? "No record matches the filters." : "There are no records in it."
        }
        return endedEarly.isEmpty ? "Nothing found: everything in it can be read." : "Nothing found in what was read."
    }

    /// Whether a row says no more than its code does: a whole record, without a type.
    static func isBare(_ row: FindingRow) -> Bool {
        row.place == "record" && row.pointer.isEmpty && row.type == .none
    }

    /// Where a row's findings are, in words: `nested type 10001 order /order_id`.
    static func words(for row: FindingRow, names: [TypeLabel: String]) -> [String] {
        var parts: [String] = []
        if row.place != "record" { parts.append(row.place) }
        if row.type != .none {
            parts.append("type " + text(of: row.type))
            if let name = names[row.type] { parts.append(name) }
        } else if row.level != .warning {
            parts.append("no usable type")
        } else if parts.isEmpty {
            parts.append("record")
        }
        if !row.pointer.isEmpty { parts.append(row.pointer) }
        return parts
    }

    /// The detail of an example, with the exact pointer before it where the row's one isn't enough.
    static func detail(of example: FindingExample, in row: FindingRow, namesPointer: Bool) -> String {
        if let at = example.at { return "at \(at): \(example.detail)" }
        let isEnough = example.pointer == row.pointer && !namesPointer
        return isEnough || example.pointer.isEmpty ? example.detail : "at \(example.pointer): \(example.detail)"
    }
}
