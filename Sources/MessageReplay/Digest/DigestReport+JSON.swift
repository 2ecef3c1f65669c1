import Archives
import JSONText

extension DigestReport {
    /// Writes the report as `msgreplay-digest` version 1, indented, with members in the documented order, piece by
    /// piece:
    ///
    ///     {"format": "msgreplay-digest", "version": 1, "registry": {…}, "archives": [{…}], "by": "channel", "raw": false,
    ///      "language": "en", "hidden": 12, "recalled": 3,
    ///      "messages": 2000, "decoded": 1953, "unknown": 18, "malformed": 29, "edited": 20, "senders": 200,
    ///      "first": "2021-01-01T00:00:05.358Z", "last": "…", "latest": {"time": "…", "digest": "[Order] Tea (placed)"},
    ///      "words": [{"word": "kettle", "count": 263}], "hours": [24 numbers],
    ///      "activity": {"unit": "hour|day|month|year",
    ///                   "rows": [{"start": "2021-01-01T00:00", "messages": 116, "unknown": 1, "malformed": 1}]},
    ///      "groups": [{"channel": "2:g00001", "messages": 765, …}]}
    ///
    /// A group has the members of the whole from `messages` to `hours`; its first member is named for the grouping, and
    /// one of a type has a `name` too. `registry` and `archives` are those of `msgreplay-audit`.
    ///
    /// - Parameter write: Takes the next piece, and says whether to go on.
    /// - Throws: Where the temporary file that the groups are kept in can't be read.
    public func writeJSON(_ write: ([UInt8]) -> Bool) throws(ArchiveError) {
        var writer = JSONWriter(pretty: true)
        writer.beginReport("msgreplay-digest", registry)
        writer.list("archives", archives) { $0.write($1) }
        writer.member("by", grouping.rawValue)
        writer.name("raw")
        writer.boolean(isRaw)
        writer.member("language", language)
        writer.member("hidden", hidden)
        writer.member("recalled", recalled)
        writer.members(whole)
        writer.name("activity")
        writer.beginObject()
        writer.member("unit", activity.unit.rawValue)
        writer.list("rows", activity.rows) { writer, row in
            writer.member("start", row.start)
            writer.member("messages", row.counts.sum)
            writer.member("unknown", row.counts.unknown)
            writer.member("malformed", row.counts.malformed)
        }
        writer.endObject()
        writer.name("groups")
        writer.beginArray()
        var goesOn = true
        try groups.forEach { group in
            writer.beginObject()
            writer.name(grouping.rawValue)
            writer.write(group.label)
            if grouping == .type { writer.member("name", group.name) }
            writer.members(group)
            writer.endObject()
            if writer.bytes.count >= 1 << 16 {
                goesOn = write(writer.bytes)
                writer.bytes.removeAll(keepingCapacity: true)
            }
            return goesOn
        }
        guard goesOn else { return }
        writer.endArray()
        writer.endObject()
        writer.newline()
        _ = write(writer.bytes)
    }
}

extension JSONWriter {
    /// What there is to say of a group, beside its label.
    fileprivate mutating func members(_ group: DigestGroup) {
        member("messages", group.messages)
        member("decoded", group.decoded)
        member("unknown", group.unknown)
        member("malformed", group.malformed)
        member("edited", group.edited)
        member("senders", group.senders)
        member("first", group.first.map(Time.text))
        member("last", group.last.map(Time.text))
        name("latest")
        if let latest = group.latest {
            beginObject()
            member("time", latest.time.map(Time.text))
            member("digest", latest.digest)
            endObject()
        } else {
            null()
        }
        name("words")
        if let words = group.words {
            beginArray()
            for word in words {
                beginObject()
                member("word", word.word)
                member("count", word.count)
                endObject()
            }
            endArray()
        } else {
            null()
        }
        name("hours")
        if let hours = group.hours { raw("[\(hours.map(String.init).joined(separator: ", "))]".utf8) } else { null() }
    }
}
