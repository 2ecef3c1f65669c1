import JSONText
import Testing

/// What JSON that may be shown makes of characters that nobody sees.
struct HiddenCharactersTests {
    private static let hidden: [Unicode.Scalar] = [
        0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x180E...0x180E, 0x200B...0x200B,
        0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0,
        0xFFF9...0xFFFC, 0xFFFE...0xFFFF, 0xE0001...0xE0001, 0xE0020...0xE007F, 0x10FFFE...0x10FFFF,
    ].flatMap { $0 }.compactMap { Unicode.Scalar($0 as Int) }

    private static func object(_ text: String, keepsHidden: Bool = false) -> String {
        var writer = JSONWriter(keepsHidden: keepsHidden)
        writer.beginObject()
        writer.name(text)
        writer.string(text)
        writer.name("raw")
        writer.raw(#"["\#(text)\u0000\n"]"#.utf8)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: hidden) func `a hidden character becomes an escape of itself`(scalar: Unicode.Scalar) throws {
        // In all places of a word of eight bytes, and twice in a row.
        for before in ["", "a", "abcdefg", "abcdefgh", "日", "é", "日本語のab", "😀"] {
            let text = before + String(scalar) + String(scalar) + "b" + String(scalar)
            let written = Self.object(text)
            #expect(!written.unicodeScalars.contains { HiddenCharacters.contains($0) }, "\(written)")
            let document = try JSONDocument(Array(written.utf8)).root
            let (name, value) = try #require(document.members.first)
            #expect(name.unicodeScalars.elementsEqual(text.unicodeScalars))
            #expect(try #require(value.string).unicodeScalars.elementsEqual(text.unicodeScalars))
            let raw = try #require(document["raw"]?.elements.first?.string)
            #expect(raw.unicodeScalars.elementsEqual((text + "\0\n").unicodeScalars))
            #expect(Self.object(text, keepsHidden: true).unicodeScalars.contains(scalar))
        }
    }

    @Test func `escapes are spelt as JSON spells them`() {
        #expect(Self.object("a\u{9B}31m\u{202E}b").contains(#""a\u009b31m\u202eb":"a\u009b31m\u202eb""#))
        #expect(Self.object("\u{E0001}").contains(#":"\udb40\udc01","#))
    }

    @Test(arguments: [
        "", "plain text of more than eight bytes", "Grüße", "咖啡豆 1kg，龙井", "。、「カナ」", "한국어", "👩‍👩‍👧 👍🏽 1️⃣ 🇨🇳", "می‌خواهم",
        #"\u202e stays as it is spelt"#,
    ]) func `writing stays as it is`(text: String) {
        var writer = JSONWriter()
        writer.raw("\"\(text)\"".utf8)
        #expect(writer.bytes == Array("\"\(text)\"".utf8))
    }

    @Test func `every character is escaped or left alone as the table says`() throws {
        var writer = JSONWriter()
        for value in 0x80...0x10FFFF {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            writer.bytes.removeAll(keepingCapacity: true)
            writer.raw(String(scalar).utf8)
            // A comma stands before each value but the first.
            let isKept = writer.bytes.last != nil && writer.bytes.ends(with: String(scalar).utf8)
            if isKept == HiddenCharacters.contains(scalar) { Issue.record("U+\(String(value, radix: 16))") }
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with other: String.UTF8View) -> Bool { suffix(other.count).elementsEqual(other) }
}
