import JSONText
import Testing

@testable import Registries

@Suite("Filters of digest templates")
struct TemplateTextTests {
    /// Applies a filter to a text that stands behind another one, which has to stay.
    private func applied(_ text: String, _ filter: (inout [UInt8], Int) -> Void) -> String {
        var bytes = Array("<b> \n{0}".utf8)
        let start = bytes.count
        bytes += text.utf8
        filter(&bytes, start)
        #expect(String(decoding: bytes[..<start], as: UTF8.self) == "<b> \n{0}")
        return String(decoding: bytes[start...], as: UTF8.self)
    }

    @Test(arguments: [
        ("", ""), ("a", "a"), ("a b", "a b"), ("a\r\nb", "a b"), ("a \t\n\u{B}\u{C} b", "a b"), (" a ", " a "),
        ("\n", " "), ("a\u{2028}\u{2029}b", "a b"), ("a\u{85}b\u{A0}c", "a b c"), ("发\u{3000}货", "发 货"),
        ("a\u{200B}b", "a\u{200B}b"), ("é\u{2009}é", "é é"), ("\u{1680}\u{205F}\u{202F}x", " x"), ("€ ", "€ "),
    ])
    func `oneline makes one space of every run of white space`(text: String, expected: String) {
        #expect(applied(text) { TemplateText.makeOneLine(&$0, from: $1) } == expected)
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("<b>bold</b>", "bold"), ("a<br/>b", "ab"), ("a < b > c", "a < b > c"),
        ("a<1>b", "a<1>b"), ("x <unclosed", "x <unclosed"), ("x <a <b>y", "x y"), ("<", "<"), ("<>", "<>"), (">", ">"),
        (#"<a title="x>y" href='>'>link</a>!"#, "link!"), (#"<a x="never closed>rest"#, "rest"),
        ("a<!-- <b> -->c", "ac"), ("a<!-- never closed>c", "ac"), ("<!DOCTYPE html>a<?php ?>b", "ab"),
        ("it's <i>5 o'clock</i>", "it's 5 o'clock"), ("发<b>货</b>", "发货"), ("<p>a</p", "a</p"), ("<b>", ""),
    ])
    func `plain removes tags`(text: String, expected: String) {
        #expect(applied(text) { TemplateText.removeTags(&$0, from: $1) } == expected)
    }

    @Test(arguments: [
        ("abcdef", 3, "abc"), ("abc", 3, "abc"), ("", 1, ""), ("发货了", 2, "发货"),
        ("e\u{301}e\u{301}x", 2, "e\u{301}e\u{301}"),
        ("👨‍👩‍👧‍👦👍🏽x", 2, "👨‍👩‍👧‍👦👍🏽"), ("🇨🇳🇺🇸", 1, "🇨🇳"), ("a\r\nb", 2, "a\r\n"), ("नमस्ते", 2, "नम"), ("ab\u{301}c", 2, "ab\u{301}"),
    ])
    func `cut counts graphemes`(text: String, count: Int, expected: String) {
        let cut = applied(text) { TemplateText.cut(&$0, from: $1, to: count) }
        #expect(Array(cut.unicodeScalars) == Array(expected.unicodeScalars))
    }

    /// Names that are looked up by number.
    private func filled(_ text: String, _ names: [String]) -> String {
        var source: [UInt8] = []
        return applied(text) { bytes, start in
            TemplateText.fill(&bytes, from: start, &source) { number, output in
                guard number < names.count else { return false }
                output += names[number].utf8
                return true
            }
        }
    }

    @Test(arguments: [
        ("{0} invited {1}", "Ann invited Bob"), ("{0}{0}", "AnnAnn"), ("{2}", "{2}"), ("{}", "{}"), ("{a}", "{a}"),
        ("{{0}}", "{Ann}"), ("{00}", "{00}"), ("{01}", "{01}"), ("{0", "{0"), ("{0 }", "{0 }"), ("0}", "0}"),
        ("{", "{"),
        ("{999999999}", "{999999999}"), ("{99999999999999999999999}", "{99999999999999999999999}"), ("", ""),
        ("发{0}货", "发Ann货"), ("{-1}", "{-1}"), ("{{}{0}", "{{}Ann"),
    ])
    func `fill replaces numbers in braces`(text: String, expected: String) {
        #expect(filled(text, ["Ann", "Bob"]) == expected)
    }

    @Test func `what a name brings in is not looked at again`() {
        #expect(filled("{0} and {1}", ["{1}", "{0}"]) == "{1} and {0}")
        #expect(filled("{0}0}", ["{"]) == "{0}")
    }

    @Test func `a hostile text does not grow without end`() {
        let name = String(repeating: "n", count: 100_000)
        var source: [UInt8] = []
        var bytes = Array(String(repeating: "{0}", count: 30_000).utf8)
        TemplateText.fill(&bytes, from: 0, &source) { _, output in
            output += name.utf8
            return true
        }
        #expect(bytes.count < TemplateText.fillLimit + 200_000)
        #expect(bytes.suffix(3) == Array("{0}".utf8))
    }

    @Test func `tags that are never closed cost no more than others`() {
        var bytes = Array(String(repeating: "<a x=\"", count: 200_000).utf8)
        TemplateText.removeTags(&bytes, from: 0)
        #expect(bytes.count == 1_200_000)
        bytes = Array((String(repeating: "<!--", count: 200_000) + ">").utf8)
        TemplateText.removeTags(&bytes, from: 0)
        #expect(bytes.isEmpty)
    }
}
