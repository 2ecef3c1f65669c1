import MessageReplay

/// `inspect` for people.
enum InspectText {
    static func render(_ archives: [ArchiveFacts], width: Int, paint: Paint) -> [UInt8] {
        var lines: [String] = []
        for (index, facts) in archives.enumerated() {
            if index > 0 { lines.append("") }
            lines += text(of: facts, width: width, paint: paint)
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func text(of facts: ArchiveFacts, width: Int, paint: Paint) -> [String] {
        var lines = [paint.bold(SafeText.visible(facts.path == "-" ? "standard input" : facts.path))]
        func fact(_ name: String, _ value: String) {
            let indent = "  " + DisplayWidth.pad(name, to: 13)
            let rest = String(repeating: " ", count: indent.count)
            // The first indent holds spaces at its end that wrapping must not touch.
            let wrapped = TextWrap.lines(SafeText.visible(value), width: width, first: rest, rest: rest)
            lines += wrapped.enumerated().map { $0 == 0 ? indent + $1.dropFirst(rest.count) : $1 }
        }
        fact("container", ReportOutline.containerText(facts.container, compression: "none"))
        fact("compression", compression(of: facts))
        fact("form", facts.form.map(ReportOutline.formText) ?? "not recognised")
        fact("size", NumberText.bytes(facts.bytes))
        if let count = facts.hashSlotCount { fact("hash slots", NumberText.grouped(count)) }
        if facts.container == "file", let file = facts.files.first {
            fact("rows", file.rows.map { NumberText.grouped($0) } ?? "none read")
            if facts.compression != "none" { fact("decompressed", NumberText.bytes(file.bytes)) }
        } else if !facts.files.isEmpty {
            lines += [""] + table(of: facts.files, width: width, paint: paint)
        }
        if !facts.extraFiles.isEmpty {
            lines += ["", "  Not in the manifest:"]
            let shown = facts.extraFiles.prefix(20)
            lines += shown.map { "    " + DisplayWidth.cut(SafeText.visible($0), to: width - 4) }
            if facts.extraFiles.count > shown.count {
                lines.append("    and \(NumberText.counted(facts.extraFiles.count - shown.count, "more file"))")
            }
        }
        for damage in facts.damage {
            let place = ReportOutline.place(of: damage)
            lines += ["", "  " + paint.alarm("DAMAGED") + (place.isEmpty ? "" : "  " + SafeText.visible(place))]
            lines += TextWrap.lines(SafeText.visible(damage.message), width: width, first: "    ", rest: "    ")
        }
        if facts.damage.isEmpty, facts.files.allSatisfy(\.matches) {
            lines += [
                "", "  " + paint.green(facts.container == "file" ? "Read to its end." : "Agrees with its manifest."),
            ]
        }
        return lines
    }

    private static func compression(of facts: ArchiveFacts) -> String {
        guard facts.compression == "gzip" else { return facts.compression }
        let members = facts.gzipMembers.map { NumberText.counted($0, facts.isBGZF ? "block" : "member") }
        return [facts.isBGZF ? "gzip in BGZF blocks" : "gzip", members].compactMap(\.self).joined(separator: ", ")
    }

    private static func table(of files: [FileFacts], width: Int, paint: Paint) -> [String] {
        var table = TextTable(columns: [
            .init("file", isRight: false), .init("rows"), .init("bytes"), .init("checksum", isRight: false),
        ])
        for (index, file) in files.enumerated() {
            let rows = file.rows.map { NumberText.grouped($0) } ?? "–"
            let checksum = file.matches ? file.checksum.map { String($0.prefix(12)) } ?? "–" : "damaged"
            let style = { (text: String) -> String in file.matches ? text : paint.red(text) }
            table.rows.append([
                .init(SafeText.visible(file.path), style: style), .init(rows), .init(NumberText.grouped(file.bytes)),
                .init(SafeText.visible(checksum), style: style),
            ])
            var note = file.kind ?? ""
            if let expected = file.expectedRows, let rows = file.rows, expected != rows {
                note += (note.isEmpty ? "" : ", ") + "the manifest says \(NumberText.counted(expected, "row"))"
            }
            if !note.isEmpty {
                table.notes[index] = ["    " + paint.dim(DisplayWidth.cut(SafeText.visible(note), to: width - 4))]
            }
        }
        return table.lines(indent: "  ", width: width, paint: paint)
    }
}
