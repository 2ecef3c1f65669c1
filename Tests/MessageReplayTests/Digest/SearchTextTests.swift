import Testing

@testable import MessageReplay

@Suite("Words and searches")
struct SearchTextTests {
    private func words(_ text: String) -> [String] {
        var words = SearchWords()
        let bytes = Array(text.utf8)
        words.find(in: bytes.span)
        let all = words.bytes
        return words.words.map { String(decoding: all[$0], as: UTF8.self) }
    }

    @Test(arguments: [
        ("", []), ("The order ARRIVED", ["the", "order", "arrived"]), ("a I x", []),
        ("v60 2nd 10001 42", ["v60", "2nd"]),
        ("don't 'quoted' it’s", ["don't", "quoted", "it's"]), ("rock'n'roll'", ["rock'n'roll"]),
        ("Straße STRASSE ΣΊΣΥΦΟΣ", ["strasse", "strasse", "σίσυφοσ"]),
        ("snake_case e-mail", ["snake", "case", "mail"]),
        ("咖啡豆1kg滤纸", ["咖啡", "啡豆", "1kg", "滤纸"]), ("发货", ["发货"]), ("请", ["请"]), ("请 a 查", ["请", "查"]),
        ("发，货。已发货", ["发", "货", "已发", "发货"]), ("コーヒー豆", ["コー", "ーヒ", "ヒー", "ー豆"]), ("안녕하세요", ["안녕", "녕하", "하세", "세요"]),
        ("mixed中文words", ["mixed", "中文", "words"]), ("😀👍🏽 ok😀ok", ["ok", "ok"]), ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("e\u{301} o\u{302}\u{323} x", []), ("e\u{301}t E\u{301}2", ["e\u{301}t", "e\u{301}2"]), ("é 5é", ["5é"]),
        ("{0} invited {1}", ["invited"]), ("line\nbreak\u{3000}wide", ["line", "break", "wide"]), ("☕️", []),
    ])
    func `words are found in every script`(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test func `what is too long is no word, and only the beginning of a long text is looked at`() {
        #expect(words(String(repeating: "x", count: 64)).count == 1)
        #expect(words(String(repeating: "x", count: 65)).isEmpty)
        #expect(words(String(repeating: "é", count: 64) + " ok").count == 2)
        let long = words(String(repeating: "发货", count: 100_000))
        #expect(long.count == SearchWords.textLimit / 3)
    }

    @Test func `a text in which a character is cut is still read`() {
        var words = SearchWords()
        let bytes: [UInt8] = Array("ok 发".utf8.dropLast()) + [0xFF, 0xC3]
        words.find(in: bytes.span)
        #expect(!words.words.isEmpty)
    }

    private func passes(_ match: String, _ text: String) -> Bool {
        var filter = RecordFilter()
        filter.match = match
        var folded: [UInt8] = []
        let bytes = Array(text.utf8)
        return CompiledFilter(filter).passes(text: bytes.span, &folded)
    }

    @Test(arguments: [
        ("order", "The ORDER arrived", true), ("ORDER", "reorders", true), ("order", "ordre", false),
        ("发货", "已经发货了", true), ("发货", "发 货", false), ("STRASSE", "Hauptstraße 5", true), ("abab", "ababcababab", true),
        ("aab", "aaab", true), ("x", "", false), ("é", "É", true), ("the order", "the order", true),
        ("z", "abcz", true),
        ("abcd", "abc", false), ("\n", "a\nb", true),
    ])
    func `a match is a part of the text, case aside`(match: String, text: String, expected: Bool) {
        #expect(passes(match, text) == expected)
    }

    @Test func `the search agrees with a plain one`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let text = String((0..<Int.random(in: 0...12, using: &generator)).map { _ in "abc".randomElement() ?? "a" })
            let match = String((0..<Int.random(in: 1...4, using: &generator)).map { _ in "abc".randomElement() ?? "a" })
            #expect(passes(match, text) == text.contains(match), "\(match) in \(text)")
        }
    }

    @Test func `a filter without a text asks for none`() {
        #expect(!CompiledFilter(RecordFilter()).readsText)
        #expect(CompiledFilter(RecordFilter()).isEmpty)
        var filter = RecordFilter()
        filter.match = "x"
        #expect(!CompiledFilter(filter).isEmpty)
    }
}
