/// The filters of digest templates, on the UTF-8 bytes at the end of a buffer.
enum TemplateText {
    /// A filled text that has grown beyond this many bytes keeps what is left of its `{0}`: a hostile text of nothing
    /// else, with a name as long as itself, would fill the memory.
    static let fillLimit = 1 << 20

    // MARK: oneline

    /// Replaces every run of white space (Unicode's `White_Space`, line breaks included) by one space.
    static func makeOneLine(_ text: inout [UInt8], from start: Int) {
        var read = start
        var write = start
        var isInRun = false
        while read < text.count {
            let length = spaceLength(text, read)
            if length > 0 {
                if !isInRun {
                    // A run has at least the byte that is written for it, so nothing unread is overwritten.
                    text[write] = 0x20
                    write += 1
                }
                isInRun = true
                read += length
            } else {
                text[write] = text[read]
                write += 1
                read += 1
                isInRun = false
            }
        }
        text.removeSubrange(write...)
    }

    /// The number of bytes of the white space character at an offset; 0 where there is none.
    private static func spaceLength(_ text: [UInt8], _ offset: Int) -> Int {
        switch text[offset] {
        case 0x09...0x0D, 0x20: return 1
        case 0xC2:
            guard offset + 1 < text.count else { return 0 }
            return text[offset + 1] == 0x85 || text[offset + 1] == 0xA0 ? 2 : 0
        case 0xE1...0xE3:
            guard offset + 2 < text.count else { return 0 }
            let scalar =
                UInt32(text[offset] & 0x0F) << 12 | UInt32(text[offset + 1] & 0x3F) << 6
                | UInt32(text[offset + 2] & 0x3F)
            switch scalar {
            case 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return 3
            default: return 0
            }
        default: return 0
        }
    }

    // MARK: plain

    /// Removes HTML tags and comments. A `<` that begins no tag, or one that is never closed, stays.
    ///
    /// A tag begins as HTML has it: `<` with a letter, `/`, `!` or `?` behind it. A `>` in a quoted attribute doesn't
    /// end it.
    ///
    /// - Complexity: O(bytes): what a tag's end is looked for in is removed with it, and where no `>` is left nothing is
    ///   looked for.
    static func removeTags(_ text: inout [UInt8], from start: Int) {
        guard let last = text[start...].lastIndex(of: UInt8(ascii: ">")),
            var read = text[start...].firstIndex(of: UInt8(ascii: "<"))
        else { return }
        var write = read
        while read < text.count {
            if text[read] == UInt8(ascii: "<"), read + 1 < last, beginsTag(text[read + 1]) {
                read = tagEnd(text, read, last: last)
                continue
            }
            text[write] = text[read]
            write += 1
            read += 1
        }
        text.removeSubrange(write...)
    }

    private static func beginsTag(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): true
        default: false
        }
    }

    /// The offset after a tag or comment.
    ///
    /// - Parameter last: The offset of the text's last `>`, which is behind the tag's beginning.
    private static func tagEnd(_ text: [UInt8], _ start: Int, last: Int) -> Int {
        let dash = UInt8(ascii: "-")
        if start + 3 < text.count, text[start + 1] == UInt8(ascii: "!"), text[start + 2] == dash,
            text[start + 3] == dash
        {
            var here = start + 4
            while here <= last {
                if text[here] == UInt8(ascii: ">"), text[here - 1] == dash, text[here - 2] == dash { return here + 1 }
                here += 1
            }
            // A comment that is never closed ends with the first `>`, or it would take the rest of the text along.
            return firstClose(text, start, last)
        }
        var quote: UInt8 = 0
        for here in start + 1...last {
            let byte = text[here]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: ">") {
                return here + 1
            } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")), text[here - 1] == UInt8(ascii: "=") {
                quote = byte
            }
        }
        return firstClose(text, start, last)
    }

    private static func firstClose(_ text: [UInt8], _ start: Int, _ last: Int) -> Int {
        (text[start...last].firstIndex(of: UInt8(ascii: ">")) ?? last) + 1
    }

    // MARK: cut

    /// Keeps only so many graphemes (Unicode's extended grapheme clusters).
    static func cut(_ text: inout [UInt8], from start: Int, to count: Int) {
        // A grapheme has at least one byte.
        guard text.count - start > count else { return }
        // In ASCII only CR LF is a grapheme of two characters.
        if text[start...].prefix(count + 1).allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
            text.removeSubrange((start + count)...)
            return
        }
        let whole = String(decoding: text[start...], as: UTF8.self)
        let end = whole.index(whole.startIndex, offsetBy: count, limitedBy: whole.endIndex) ?? whole.endIndex
        text.removeSubrange((start + whole.utf8.distance(from: whole.startIndex, to: end))...)
    }

    // MARK: fill

    /// Replaces `{0}`, `{1}` … in one pass: what a name brings in isn't looked at again.
    ///
    /// - Parameters:
    ///   - text: The buffer.
    ///   - start: Where the text begins in it.
    ///   - source: A buffer for the text as it was.
    ///   - append: Appends what a number stands for, and says whether there is such a thing.
    static func fill(
        _ text: inout [UInt8], from start: Int, _ source: inout [UInt8], _ append: (Int, inout [UInt8]) -> Bool
    ) {
        guard let first = text[start...].firstIndex(of: UInt8(ascii: "{")) else { return }
        source.removeAll(keepingCapacity: true)
        source.append(contentsOf: text[first...])
        text.removeSubrange(first...)
        var here = 0
        while here < source.count {
            if source[here] == UInt8(ascii: "{"), text.count - start <= fillLimit,
                let (number, end) = number(source, after: here), append(number, &text)
            {
                here = end
            } else {
                text.append(source[here])
                here += 1
            }
        }
    }

    /// The number in braces that begin at an offset, and the offset after them.
    private static func number(_ text: [UInt8], after brace: Int) -> (number: Int, end: Int)? {
        var number = 0
        var here = brace + 1
        // Nine digits are more than any array has elements.
        while here < text.count, here - brace <= 9, text[here] &- 0x30 <= 9 {
            number = number * 10 + Int(text[here] - 0x30)
            here += 1
        }
        let isPlain = here == brace + 2 || here > brace + 2 && text[brace + 1] != 0x30
        return isPlain && here < text.count && text[here] == UInt8(ascii: "}") ? (number, here + 1) : nil
    }
}
