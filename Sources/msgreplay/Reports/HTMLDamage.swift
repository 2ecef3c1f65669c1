import MessageReplay

/// What pages say of archives that are damaged.
enum HTMLDamage {
    /// The lines of a page on the damage of each archive; none where none is damaged.
    static func lines(of archives: [ArchiveSummary]) -> [String] {
        archives.flatMap { archive -> [String] in
            guard let damage = archive.damage else { return [] }
            let place = ReportOutline.place(of: damage)
            return [
                "<div class=\"damage\" role=\"alert\">",
                "<p><strong>Damaged: \(SafeText.html(ReportOutline.name(of: archive)))</strong></p>",
            ] + (place.isEmpty ? [] : ["<p><code>\(SafeText.html(place))</code></p>"]) + [
                "<p>\(SafeText.html(damage.message))</p><p>What was read before it is counted below.</p>\n</div>"
            ]
        }
    }
}
