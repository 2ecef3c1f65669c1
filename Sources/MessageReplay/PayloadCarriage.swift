import Archives
import JSONText
import Registries

/// How a payload is carried, once its text is undone.
enum PayloadCarriage {
    /// The ways in which a string can carry a payload.
    enum Text: Equatable {
        case base64
        /// Without so many of the `=` that belong at its end.
        case unpaddedBase64(missing: Int)
        /// In the URL-safe alphabet, which only the API's forms may use; padded unless it lacks the padding that it would
        /// need. A text that needs none says nothing of what its readers expect, and each of them takes the padding.
        case urlSafeBase64(isPadded: Bool)
        case json

        /// Whether it is in the URL-safe alphabet.
        var isURLSafe: Bool { if case .urlSafeBase64 = self { true } else { false } }
    }

    /// As a value in the line.
    case inLine(Int)
    /// As so many bytes in a buffer.
    case asBytes(Int, Text)
    /// As something that can't be undone.
    case fault(FindingCode, String)

    /// Undoes the text that a payload is carried as.
    ///
    /// - Parameters:
    ///   - node: The payload's node in its line, or -1.
    ///   - line: The scanned line.
    ///   - row: The line.
    ///   - form: The line's form.
    ///   - bytes: Takes the payload's bytes, from its front.
    ///   - text: A buffer for a string's unescaped bytes.
    ///   - pads: Whether Base64 without its padding is undone too; otherwise it is a fault.
    init(
        _ node: Int, on line: borrowing JSONTape, in row: Span<UInt8>, _ form: RecordForm, into bytes: inout [UInt8],
        _ text: inout [UInt8], pads: Bool = false
    ) {
        guard node >= 0 else {
            self = .fault(.payloadEmpty, "there is no payload")
            return
        }
        switch line.kind(node) {
        case .null:
            self = .fault(.payloadEmpty, "the payload is null")
        case .string where line.hasEscapes(node):
            text.removeAll(keepingCapacity: true)
            line.appendUnescaped(node, in: row, to: &text)
            self = Self.undone(text.span, form, into: &bytes, pads: pads)
        case .string:
            let text = row.extracting(line.start(node) + 1..<line.end(node) - 1)
            self = Self.undone(text, form, into: &bytes, pads: pads)
        default:
            self = .inLine(node)
        }
    }

    /// Undoes a string: Base64, or in the API's forms JSON text, which no Base64 text can be taken for.
    private static func undone(
        _ text: Span<UInt8>, _ form: RecordForm, into bytes: inout [UInt8], pads: Bool
    ) -> PayloadCarriage {
        guard !text.isEmpty else { return .fault(.payloadEmpty, "the payload is an empty text") }
        if form == .api && isJSONText(text) {
            bytes.removeAll(keepingCapacity: true)
            bytes.append(copying: text, 0..<text.count)
            return .asBytes(text.count, .json)
        }
        do throws(Base64Error) {
            return .asBytes(try Base64.decode(text, into: &bytes), .base64)
        } catch {
            let looksURLSafe = Base64.isURLSafe(text)
            if form == .api && looksURLSafe, let count = try? Base64.decode(text, into: &bytes, alphabet: .urlSafe) {
                return .asBytes(count, .urlSafeBase64(isPadded: digits(of: text) % 4 == 0))
            }
            if pads, let (count, missing) = padded(text, into: &bytes) {
                return .asBytes(count, .unpaddedBase64(missing: missing))
            }
            let hint = looksURLSafe ? "; it is Base64 in the URL-safe alphabet, which the importer refuses" : ""
            return .fault(.payloadBase64, "\(error.message) at byte \(error.offset)\(hint)")
        }
    }

    /// Undoes Base64 that lacks nothing but the padding at its end.
    private static func padded(_ text: Span<UInt8>, into bytes: inout [UInt8]) -> (count: Int, missing: Int)? {
        let missing = (4 - digits(of: text) % 4) % 4
        guard missing == 1 || missing == 2 else { return nil }
        var whole: [UInt8] = []
        whole.reserveCapacity(text.count + missing)
        whole.append(copying: text, 0..<text.count)
        for _ in 0..<missing { whole.append(UInt8(ascii: "=")) }
        guard let count = try? Base64.decode(whole.span, into: &bytes) else { return nil }
        return (count, missing)
    }

    /// How many characters a Base64 text has that aren't line breaks: its padding counts.
    private static func digits(of text: Span<UInt8>) -> Int {
        var digits = 0
        for offset in 0..<text.count where text[offset] != 0x0A && text[offset] != 0x0D { digits += 1 }
        return digits
    }

    /// Whether a text begins as JSON text does and as Base64 can't: with a bracket or a quote.
    private static func isJSONText(_ text: Span<UInt8>) -> Bool {
        for offset in 0..<text.count {
            switch text[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return true
            default: return false
            }
        }
        return false
    }

    /// Carries a payload's new text in a string as its old one was carried.
    ///
    /// - Parameters:
    ///   - output: The new text; for JSON text, with the string that it stands in.
    ///   - carriage: How the old text was carried.
    /// - Returns: The string with its quotes.
    static func string(_ output: TreeUpgrader.Output, _ carriage: Text) -> [UInt8] {
        if carriage == .json, let literal = output.literal { return literal }
        var string: [UInt8] = [0x22]
        Base64.encode(output.text.span, appendingTo: &string)
        if case .urlSafeBase64(let isPadded) = carriage {
            for index in string.indices {
                if string[index] == UInt8(ascii: "+") { string[index] = UInt8(ascii: "-") }
                if string[index] == UInt8(ascii: "/") { string[index] = UInt8(ascii: "_") }
            }
            // Without a letter of its own nothing tells it from Base64 that was cut, and that has to be padded.
            if !isPadded && Base64.isURLSafe(string.span.extracting(1..<string.count)) {
                while string.last == UInt8(ascii: "=") { string.removeLast() }
            }
        }
        string.append(0x22)
        return string
    }
}
