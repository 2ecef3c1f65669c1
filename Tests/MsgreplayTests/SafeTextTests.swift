import Testing

@testable import msgreplay

@Suite struct SafeTextTests {
    /// Everything that moves, turns, hides or separates.
    static let dangerous: [Unicode.Scalar] =
        [
            0x0...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x180E...0x180E,
            0x200B...0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFEFF...0xFEFF,
            0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xE0001...0xE0001, 0xE0020...0xE007F,
            0x10FFFE...0x10FFFF,
        ].flatMap { $0 }.compactMap { Unicode.Scalar($0 as Int) }

    @Test(arguments: dangerous) func `nothing dangerous passes any of the ways out`(scalar: Unicode.Scalar) {
        var text = "a"
        text.unicodeScalars.append(scalar)
        text += "b"
        for safe in [
            SafeText.visible(text), SafeText.html(text), SafeText.markdown(text), SafeText.markdownElement(text),
            SafeText.csv(text),
        ] {
            #expect(!safe.unicodeScalars.contains(scalar), "\(safe)")
        }
        let shown = SafeText.visible(text)
        #expect(shown.hasPrefix("a\\") && shown.hasSuffix("b") && shown.count > 3)
    }

    @Test(arguments: [
        "plain", "Grüße", "图片消息", "👩‍👩‍👧 family", "🏳️‍🌈", "👍🏽", "1️⃣", "🇨🇳", "می‌خواهم", "क्‍ष", "é", "שלום", "مرحبا", "ไทยที่นี่",
        "a\\b", "  spaced  ", "",
    ]) func `writing stays as it is`(text: String) {
        #expect(SafeText.visible(text) == text)
    }

    @Test(arguments: [
        ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("\t", "\\t"), ("\u{1B}[31m", "\\u{1B}[31m"),
        ("x\u{202E}gpj.exe", "x\\u{202E}gpj.exe"), ("a\u{200D}b", "a\\u{200D}b"), ("a\u{200C}b", "a\\u{200C}b"),
        ("\u{301}x", "\\u{301}x"), ("a\u{FE0F}", "a\\u{FE0F}"), ("👩\u{200D}", "👩\\u{200D}"),
        ("\u{200D}👩", "\\u{200D}👩"),
    ]) func `what hides is shown`(text: String, wanted: String) {
        #expect(SafeText.visible(text) == wanted)
    }

    @Test func `marks don't pile up`() {
        let pile = "a" + String(repeating: "\u{301}", count: 200)
        let shown = SafeText.visible(pile)
        #expect(shown.unicodeScalars.filter { $0.value == 0x301 }.count <= 6)
        #expect(shown.contains("\\u{301}"))
    }

    @Test func `markup is none`() {
        #expect(SafeText.html("<a href='x'>&\"") == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;")
        #expect(SafeText.markdown("/title") == "`/title`")
        #expect(SafeText.markdown("a|b") == "<code>a&#124;b</code>")
        #expect(SafeText.markdown("`x`") == "<code>&#96;x&#96;</code>")
        #expect(SafeText.markdown("<b>") == "<code>&#60;b&#62;</code>")
        #expect(SafeText.markdown(" x") == "<code> x</code>")
        #expect(SafeText.markdown("") == "<code></code>")
        #expect(SafeText.markdown("图片") == "`图片`")
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), (" =1", "' =1"), (" 1", "\" 1\""),
        ("a,b", "\"a,b\""),
        ("a\"b", "\"a\"\"b\""), ("plain", "plain"), ("", ""), ("\t=1", "\\t=1"), ("＝1", "'＝1"),
    ]) func `cells of a table run nothing`(text: String, wanted: String) {
        #expect(SafeText.csv(text) == wanted)
    }
}

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("图片", 4), ("한국", 4), ("ｱ", 1), ("Ａ", 2), ("👍", 2), ("👍🏽", 2),
        ("👩‍👩‍👧", 2), ("🇨🇳", 2), ("1️⃣", 2), ("☺", 1), ("☺️", 2), ("→", 1), ("█", 1), ("✓", 1), ("✅", 2), ("a图b", 4),
    ]) func `columns of text`(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test func `cut and padded text has the width asked for`() {
        #expect(DisplayWidth.cut("图片消息", to: 8) == "图片消息")
        #expect(DisplayWidth.cut("图片消息", to: 7) == "图片消…")
        #expect(DisplayWidth.cut("图片消息", to: 6) == "图片…")
        #expect(DisplayWidth.cut("abc", to: 0) == "")
        #expect(DisplayWidth.pad("图", to: 4) == "图  ")
        #expect(DisplayWidth.pad("7", to: 3, right: true) == "  7")
    }

    @Test func `wrapping keeps every word`() {
        let text = "one two three 四四四四 five"
        let lines = TextWrap.lines(text, width: 10, first: "- ", rest: "  ")
        #expect(lines == ["- one two", "  three", "  四四四四", "  five"])
        #expect(TextWrap.lines("averyveryverylongword x", width: 5) == ["averyveryverylongword", "x"])
        #expect(TextWrap.lines("", width: 5, first: "> ") == ["> "])
    }
}
