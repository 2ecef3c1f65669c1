import MessageReplay

/// Checks an option's value when it is read, so that the message can name the option as the user wrote it.
enum ValueCheck {
    static func check(
        _ value: String, of option: OptionSpec, as written: String, command: CommandName?
    ) throws(CommandError) {
        let placeholder = option.valueName ?? "VALUE"
        if value.isEmpty, option.kind != .text(empty: true) {
            throw .usage(message: "\(written) needs \(placeholder); it is empty", command: command)
        }
        switch option.kind {
        case .text, .file, .path, .code:
            break
        case .number(let range):
            _ = try number(value, in: range, as: written, command: command)
        case .choice(let words):
            try choice(value, of: words, what: written, command: command)
        case .time:
            if TimeArgument(value) == nil {
                throw .usage(
                    message:
                        "\(written) takes a date (2021-03-01), a time (2021-03-01T08:00:00Z) or milliseconds since 1970, "
                        + "not '\(value)'",
                    command: command)
            }
        case .pace:
            if ReplayPace(value) == nil {
                throw .usage(
                    message:
                        "\(written) takes a pace such as 1x or 60x (as fast as it was, or 60 times as fast) or 20/s "
                        + "(messages a second), not '\(value)'", command: command)
            }
        case .language:
            let isTag = value.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
            if !isTag || value.hasPrefix("-") {
                throw .usage(
                    message: "\(written) takes a language tag such as en or zh-Hans, not '\(value)'", command: command)
            }
        }
    }

    static func number(
        _ value: String, in range: ClosedRange<Int>, as written: String, command: CommandName?
    ) throws(CommandError) -> Int {
        let digits = value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits, !value.isEmpty, let number = Int(value), range.contains(number) else {
            let bounds =
                range.upperBound == Int.max
                ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw .usage(message: "\(written) takes a whole number \(bounds), not '\(value)'", command: command)
        }
        return number
    }

    static func choice(_ value: String, of words: [String], what: String, command: CommandName?) throws(CommandError) {
        if words.contains(value) { return }
        var message = "\(what) can be \(listed(words)), not '\(value)'"
        if let near = Suggestion.nearest(to: value, among: words) { message += "; did you mean \(near)?" }
        throw .usage(message: message, command: command)
    }

    /// `a, b or c`.
    private static func listed(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
