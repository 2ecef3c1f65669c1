import JSONText

/// Tells the form of a single file's records from its first lines.
struct FormDetector {
    /// The form, or what the lines are instead.
    enum Verdict: Equatable {
        case form(ArchiveForm)
        case other(ContentSniffer.Finding)
    }

    /// So many lines are looked at; each line that is a record of a known form decides.
    private static let lineLimit = 1000

    /// Looks at the first lines of a file.
    static func detect(_ chunk: ArchiveChunk) -> Verdict {
        chunk.withBytes { bytes in
            var cursor = LineCursor(chunk)
            var tape = JSONTape()
            var firstNames: [String]?
            var broken: ArchiveForm?
            var other: ContentSniffer.Finding?
            var firstLine: Range<Int>?
            while let line = cursor.next(in: bytes), line.number <= lineLimit {
                if line.isBlank { continue }
                if firstLine == nil { firstLine = line.content }
                let text = bytes.extracting(line.content)
                do throws(JSONError) {
                    try tape.scan(text)
                } catch {
                    if broken == nil { broken = guess(text) }
                    continue
                }
                guard tape.kind(0) == .object else { continue }
                if let form = form(on: tape, in: text) { return .form(form) }
                if other == nil { other = otherRow(on: tape, in: text) }
                if firstNames == nil { firstNames = names(on: tape, in: text) }
            }
            if let other { return .other(other) }
            if let broken { return .form(broken) }
            return .other(explanation(firstLine, names: firstNames, in: bytes))
        }
    }

    private static func form(on tape: JSONTape, in text: Span<UInt8>) -> ArchiveForm? {
        func has(_ name: StaticString) -> Bool { tape.member(name, of: 0, in: text) != nil }
        if has("payload_b64") || (has("channel_key") && has("message_seq")) { return .wkdb }
        let hasMessage =
            has("message_id") || has("message_idstr") || has("message_seq") || has("client_msg_no") || has("from_uid")
        if has("payload_hash"), has("payload_size") { return nil }
        if has("payload") || has("signal_payload") || has("message_idstr") {
            return hasMessage || has("channel_id") ? .api : nil
        }
        return nil
    }

    /// What a line is that holds no message, if it is known.
    private static func otherRow(on tape: JSONTape, in text: Span<UInt8>) -> ContentSniffer.Finding? {
        func has(_ name: StaticString) -> Bool { tape.member(name, of: 0, in: text) != nil }
        if has("payload_hash"), has("payload_size") {
            return ContentSniffer.Finding(
                what: "output of wkdb query, whose rows lack their channel",
                hint: "export a bundle: wkdb export --output FOLDER")
        }
        if has("last_payload_b64") || (has("table") && has("row")) || has("hash_slot") || has("channel_key") {
            return ContentSniffer.Finding(
                what: "a metadata file of a bundle", hint: "name the bundle's directory, the one with manifest.json")
        }
        return nil
    }

    /// A line that is no JSON may still name members of a form.
    private static func guess(_ text: Span<UInt8>) -> ArchiveForm? {
        guard !text.isEmpty, text[0] == UInt8(ascii: "{") else { return nil }
        if contains(text, "\"payload_b64\"") || contains(text, "\"channel_key\"") { return .wkdb }
        if contains(text, "\"payload\"") || contains(text, "\"message_idstr\"") { return .api }
        return nil
    }

    private static func contains(_ text: Span<UInt8>, _ needle: StaticString) -> Bool {
        needle.withUTF8Buffer { needle in
            // The needle is a few bytes and only the first 64 KiB are searched.
            var at = 0
            let end = min(text.count, 65536) - needle.count
            while at <= end {
                var length = 0
                while length < needle.count, text[at + length] == needle[length] { length += 1 }
                if length == needle.count { return true }
                at += 1
            }
            return false
        }
    }

    private static func names(on tape: JSONTape, in text: Span<UInt8>) -> [String] {
        var names: [String] = []
        var name = 1
        while name < tape.next(0), names.count < 5 {
            names.append(tape.string(name, in: text))
            name = tape.next(name + 1)
        }
        return names
    }

    private static func explanation(
        _ firstLine: Range<Int>?, names: [String]?, in bytes: Span<UInt8>
    ) -> ContentSniffer.Finding {
        guard let firstLine else {
            return ContentSniffer.Finding(what: "a file of blank lines", hint: "was the export interrupted?")
        }
        if let names {
            if names.contains("messages") || names.contains("items") || names.contains("data") {
                return ContentSniffer.Finding(
                    what: "a page of messages",
                    hint: "make it one message object a line: jq -c '.messages[]' FILE | msgreplay audit - "
                        + "(jq 1.7 or later, which keeps 64-bit ids)")
            }
            let list = names.map { excerpt($0) }.joined(separator: ", ")
            return ContentSniffer.Finding(
                what: names.isEmpty ? "lines of empty objects" : "lines of JSON that are no messages (\(list))",
                hint: "a message has payload_b64, or payload and message_id")
        }
        // An object that goes on over several lines begins with a line that only opens something.
        let last = bytes[firstLine.upperBound - 1]
        if bytes[firstLine.lowerBound] == UInt8(ascii: "{"), firstLine.count == 1 || last == UInt8(ascii: ",") {
            return ContentSniffer.Finding(
                what: "one JSON object over many lines",
                hint: "make it one message object a line: jq -c '.messages[]' FILE | msgreplay audit - "
                    + "(jq 1.7 or later, which keeps 64-bit ids)")
        }
        return ContentSniffer.Finding(
            what: "text whose lines are no JSON objects",
            hint: "name a bundle directory, a tar of one, or lines of JSON")
    }
}
