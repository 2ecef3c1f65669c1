import MessageReplay
import Registries

/// Writes messages as a transcript: by channel and day or, sorted by time, by day.
///
/// Nothing of an archive can take the place of a heading or a time: each text stands on one line, behind the time and the
/// sender of its message.
struct Transcript: ReplayRenderer {
    let parts: ReplayParts = .quotes

    private let isByTime: Bool
    private var clock: LocalClock
    private let paint: Paint
    /// The channel of the message before, and how it is shown.
    private var lastChannel: (key: String?, shown: String)?

    private static let nameWidth = 8
    /// A channel's or sender's name is cut after so many columns.
    private static let mostNameColumns = 80
    private static let quoteIndent = String(repeating: " ", count: 10)

    /// - Parameter isByTime: Whether channels come interleaved, so that each message names its own.
    init(isByTime: Bool, clock: LocalClock, paint: Paint) {
        self.isByTime = isByTime
        self.clock = clock
        self.paint = paint
    }

    mutating func render(_ message: ReplayedMessage, heading: inout [UInt8], body: inout [UInt8]) {
        var day = "no time"
        var time = "--:--:--"
        if let sent = message.time {
            let offset = clock.offset(at: sent)
            day = "\(Timestamp.date(sent + offset)) (\(LocalClock.name(of: offset)))"
            time = Timestamp.time(sent + offset)
        }
        let channel = channel(message.channel)
        let title = isByTime ? day : "\(channel) · \(day)"
        heading.append(contentsOf: "\n\(paint.bold(title))\n".utf8)

        var line = paint.dim(time) + "  "
        if isByTime { line += DisplayWidth.pad(channel, to: Self.nameWidth) + "  " }
        line += DisplayWidth.pad(Self.sender(message.sender), to: Self.nameWidth) + "  "
        if message.isEdited, !message.isRecalled { line += paint.dim("(edited)") + " " }
        let digest = Self.text(message.digest)
        if message.isRecalled {
            line += paint.dim(digest)
        } else {
            line += message.outcome == .decoded ? digest : paint.yellow(digest)
        }
        body.append(contentsOf: line.utf8)
        body.append(0x0A)
        for quote in message.quotes {
            var line = Self.quoteIndent + String(repeating: "  ", count: quote.depth - 1) + "│ "
            if let sender = quote.sender { line += Self.name(sender) + ": " }
            line += Self.text(quote.digest)
            body.append(contentsOf: paint.dim(line).utf8)
            body.append(0x0A)
        }
        if message.moreQuotes > 0 {
            let line = "\(Self.quoteIndent)│ … and \(NumberText.grouped(message.moreQuotes)) more"
            body.append(contentsOf: paint.dim(line).utf8)
            body.append(0x0A)
        }
    }

    private mutating func channel(_ key: String?) -> String {
        if let lastChannel, lastChannel.key == key { return lastChannel.shown }
        let shown = key.map(Self.name) ?? "(no channel)"
        lastChannel = (key, shown)
        return shown
    }

    private static func sender(_ uid: String?) -> String {
        guard let uid else { return "(no sender)" }
        return uid.isEmpty ? "(system)" : name(uid)
    }

    private static func name(_ text: String) -> String {
        // A name that is far too long is cut before it is looked at closely.
        DisplayWidth.cut(SafeText.visible(String(text.unicodeScalars.prefix(4 * mostNameColumns))), to: mostNameColumns)
    }

    private static func text(_ digest: [UInt8]) -> String {
        SafeText.visible(String(decoding: digest, as: UTF8.self))
    }
}
