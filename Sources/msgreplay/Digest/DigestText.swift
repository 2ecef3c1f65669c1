import MessageReplay

/// A digest for people at a terminal: the whole, activity over time, words and hours, then the largest groups.
///
/// A pure function of the model. Everything that comes from archives or registries passes `SafeText` on its way.
struct DigestText {
    /// Groups that are shown; JSON and CSV have all.
    static let maximumGroups = 40
    private static let maximumActivity = 31

    private let outline: DigestOutline
    private let width: Int
    private let paint: Paint
    private var text = ""

    private var report: DigestReport { outline.report }

    static func render(_ outline: DigestOutline, width: Int, paint: Paint) -> [UInt8] {
        var renderer = DigestText(outline: outline, width: width, paint: paint)
        renderer.write()
        return Array(renderer.text.utf8)
    }

    private init(outline: DigestOutline, width: Int, paint: Paint) {
        self.outline = outline
        self.width = width
        self.paint = paint
    }

    private mutating func write() {
        head()
        damage()
        messages()
        activity()
        words()
        groups()
    }

    private mutating func head() {
        for archive in report.archives.prefix(10) {
            line(paint.bold(SafeText.visible(ReportOutline.name(of: archive))))
            wrapped(ReportOutline.facts(of: archive).map(SafeText.visible).joined(separator: " · "))
            if archive.damage != nil { line("  " + paint.alarm("damaged, see below")) }
        }
        if report.archives.count > 10 {
            line(paint.dim("and \(NumberText.counted(report.archives.count - 10, "more archive"))"))
        }
        if let span = outline.span { line("  " + span) }
        let registry = report.registry
        line(paint.dim("  registry \(SafeText.visible(registry.name))@\(registry.version), \(outline.reading)"))
    }

    private mutating func damage() {
        for archive in outline.damaged {
            guard let damage = archive.damage else { continue }
            line("")
            line(paint.alarm("DAMAGED  ") + paint.bold(SafeText.visible(archive.path)))
            let place = ReportOutline.place(of: damage)
            if !place.isEmpty { wrapped(SafeText.visible(place)) }
            wrapped(SafeText.visible(damage.message))
            line("  What was read before it is counted below.")
        }
    }

    private mutating func messages() {
        heading("Messages")
        let whole = report.whole
        line(
            "  \(paint.bold(NumberText.counted(whole.messages, "message"))) of \(NumberText.counted(whole.senders, "sender"))"
        )
        for (name, count, color) in [
            ("unknown", whole.unknown, paint.yellow), ("malformed", whole.malformed, paint.red),
        ] where count > 0 {
            line(
                "  " + color("\(NumberText.grouped(count)) \(name)")
                    + " (\(NumberText.share(count, of: whole.messages)))")
        }
        for note in outline.notes { wrapped(note) }
        if let latest = whole.latest {
            let time = latest.time.map { "\(Timestamp.dateAndTime($0)) " } ?? ""
            line("  latest: " + DisplayWidth.cut(time + SafeText.visible(latest.digest), to: max(10, width - 10)))
        }
    }

    private mutating func activity() {
        let rows = outline.activity
        guard rows.count > 1 else { return }
        heading("Messages by \(report.activity.unit.rawValue)")
        let most = rows.map(\.counts.sum).max() ?? 0
        let digits = NumberText.grouped(most).count
        for row in rows.prefix(Self.maximumActivity) {
            let number = DisplayWidth.pad(NumberText.grouped(row.counts.sum), to: digits, right: true)
            let bar = Bar.text(row.counts.sum, of: most, width: max(10, min(50, width - digits - 18)))
            line("  \(row.start)  \(number)" + (bar.isEmpty ? "" : "  " + paint.green(bar)))
        }
        let rest = rows.count - Self.maximumActivity
        if rest > 0 { line(paint.dim("  and \(rest) more; --format json has all")) }
    }

    private mutating func words() {
        if let words = report.whole.words, !words.isEmpty {
            heading("Most frequent words")
            wrapped(Self.text(words, limit: 20))
        }
        let hours = DigestOutline.busiest(report.whole.hours, limit: 5)
        if !hours.isEmpty {
            heading("Busiest hours (UTC)")
            wrapped(hours.map { "\($0.hour) \(NumberText.grouped($0.messages))" }.joined(separator: " · "))
        }
    }

    private static func text(_ words: [DigestGroup.Word], limit: Int) -> String {
        words.prefix(limit).map { "\(SafeText.visible($0.word)) \(NumberText.grouped($0.count))" }
            .joined(separator: " · ")
    }

    private mutating func groups() {
        guard !outline.groups.isEmpty else { return }
        heading(outline.heading)
        var columns: [TextTable.Column] = [.init(outline.noun, isRight: false)]
        if report.grouping == .type { columns.append(.init("name", isRight: false)) }
        columns += [
            .init("messages"), .init("senders"), .init("unknown"), .init("malformed"), .init("first", isRight: false),
            .init("last", isRight: false),
        ]
        var table = TextTable(columns: columns)
        for group in outline.groups {
            var cells = [TextTable.Cell(SafeText.visible(outline.text(of: group)))]
            if report.grouping == .type { cells.append(.init(SafeText.visible(group.name ?? "–"))) }
            cells += [
                .init(NumberText.grouped(group.messages)), .init(NumberText.grouped(group.senders)),
                share(group.unknown, group, paint.yellow), share(group.malformed, group, paint.red),
                .init(group.first.map(Timestamp.date) ?? "–"), .init(group.last.map(Timestamp.date) ?? "–"),
            ]
            table.rows.append(cells)
            table.notes[table.rows.count - 1] = notes(on: group)
        }
        for words in table.lines(indent: "  ", width: width, paint: paint) { line(words) }
        if outline.rest > 0 {
            line(paint.dim("  and \(NumberText.grouped(outline.rest)) more; --format csv and json have all"))
        }
    }

    private func share(_ count: Int, _ group: DigestGroup, _ color: @escaping (String) -> String) -> TextTable.Cell {
        count == 0
            ? TextTable.Cell("0", style: paint.dim)
            : TextTable.Cell(NumberText.share(count, of: group.messages), style: color)
    }

    private func notes(on group: DigestGroup) -> [String] {
        var notes: [String] = []
        if let latest = group.latest, !latest.digest.isEmpty { notes.append(SafeText.visible(latest.digest)) }
        if let words = group.words, !words.isEmpty { notes.append(Self.text(words, limit: 6)) }
        return notes.map { paint.dim("    " + DisplayWidth.cut($0, to: max(10, width - 4))) }
    }

    // MARK: Lines

    private mutating func line(_ words: String) { text += words + "\n" }

    private mutating func heading(_ words: String) {
        line("")
        line(paint.bold(words))
    }

    private mutating func wrapped(_ words: String) {
        for words in TextWrap.lines(words, width: width, first: "  ", rest: "  ") { line(words) }
    }
}
