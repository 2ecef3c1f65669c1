import Testing

@testable import JSONText

/// Texts are scanned the same way whether they are laid out as expected or not.
struct ObjectLayoutTests {
    /// All that a tape says, or the error.
    private static func nodes(_ scan: (inout JSONTape) throws(JSONError) -> Void) -> (text: String, layout: Int) {
        var tape = JSONTape()
        do throws(JSONError) {
            try scan(&tape)
        } catch {
            return ("\(error)", 0)
        }
        var text = "\(tape.count) \(tape.hasSurrogateEscapes) "
        for node in 0..<tape.count {
            text += "\(tape.kind(node)) \(tape.start(node))-\(tape.end(node)) \(tape.next(node)) "
            text += "\(tape.childCount(node)) \(tape.hasEscapes(node));"
        }
        return (text, tape.layout)
    }

    /// Scans a text after one that showed what to expect, and compares with what is found without that.
    private func check(_ text: [UInt8], after first: String) throws -> Bool {
        var layout = ObjectLayout()
        var tape = JSONTape()
        try tape.scan(Array(first.utf8).span, expecting: &layout)
        let expected = Self.nodes { tape throws(JSONError) in try tape.scan(text.span) }
        let found = Self.nodes { tape throws(JSONError) in try tape.scan(text.span, expecting: &layout) }
        #expect(found.text == expected.text, "\(String(decoding: text, as: UTF8.self)) after \(first)")
        return found.layout != 0
    }

    private static let row =
        #"{"a":"x","message_seq":12,"names_of_sixteen":"0","names of 24 bytes, with ":0,"a_name_of_twenty_eight":"#
        + #""value","payload_b64":"eyJ0eXBlIjoxLCJjb250ZW50IjoiaGkifQ=="}"#

    @Test func whatIsLaidOutAlikeIsFollowed() throws {
        #expect(try check(Array(Self.row.utf8), after: Self.row))
        let other = Self.row.replacing("12", with: "18446744073709551615").replacing("value", with: "")
        #expect(try check(Array(other.utf8), after: Self.row))
    }

    @Test func anyOtherByteAnywhereChangesNothing() throws {
        for place in Array(Self.row.utf8).indices {
            for byte in Array("\"\\,:}0. \u{1}".utf8) + [0x80] {
                var text = Array(Self.row.utf8)
                text[place] = byte
                _ = try check(text, after: Self.row)
                text = Array(Self.row.utf8)
                text.insert(byte, at: place)
                _ = try check(text, after: Self.row)
            }
            var cut = Array(Self.row.utf8)
            cut.remove(at: place)
            _ = try check(cut, after: Self.row)
            _ = try check(Array(Self.row.utf8.prefix(place)), after: Self.row)
        }
    }

    @Test(arguments: [
        #"{"a":{"b":1},"c":"0123456789012345678901234567890123456789"}"#, #"{"a":[1],"b":1}"#,
        #"{"a":1,"a":2,"c":"0123456789012345678901234567890123456789"}"#, #"{"a": 1}"#, #" {"a":1}"#, #"{"a":1} "#,
        #"{"a\u0062":1}"#, #"{}"#, #"[1]"#, #""text""#, #"{"a" :1}"#, #"{"a":1 ,"b":2}"#,
        #"{"a name of more than thirty-two bytes":1}"#,
    ])
    func whatCanNotBeALayoutIsNotLearnt(_ text: String) throws {
        #expect(try !check(Array(text.utf8), after: text))
    }

    @Test(arguments: [
        "\"\u{4F60}\u{597D}\"", "\"a\\n\\ud83d\\ude00\"", "\"\\ud83d\"", "true", "false", "null", "-1", "1.5", "1e3",
    ])
    func everyValueThatHasNothingBelowItIsFollowed(_ value: String) throws {
        let rest = #","payload_b64":"eyJ0eXBlIjoxLCJjb250ZW50IjoiaGkifQ=="}"#
        #expect(try check(Array((#"{"n":"# + value + rest).utf8), after: #"{"n":1"# + rest))
        #expect(try check(Array((#"{"n":1"# + rest).utf8), after: #"{"n":"# + value + rest))
    }

    /// Values that the short way must read, or refuse, as the long one does.
    @Test(arguments: [
        "-1", "1.5", "1e3", "01", "-0", "1.", "1e", "+1", "0x1", "1 ", "true", "null", "{}", "[]", "\"\\n\"",
    ])
    func otherValuesAreReadAsEver(_ value: String) throws {
        let rest = #","payload_b64":"eyJ0eXBlIjoxLCJjb250ZW50IjoiaGkifQ=="}"#
        _ = try check(Array((#"{"n":"# + value + rest).utf8), after: #"{"n":1"# + rest)
    }

    @Test func aShelfTellsKindsOfTextsApart() throws {
        var shelf = LayoutShelf()
        var tape = JSONTape()
        let texts = (0..<40).map { #"{"type":\#($0 * 7919),"content\#($0 % 5)":"some words and more of them","n":1}"# }
        var followed = 0
        for _ in 0..<4 {
            for text in texts {
                let bytes = Array(text.utf8)
                try shelf.scan(bytes.span, onto: &tape)
                let found = (tape.count, tape.layout)
                followed += found.1 == 0 ? 0 : 1
                #expect(tape.count == 7)
                #expect(tape.member("n", of: 0, in: bytes.span) == 6)
            }
        }
        #expect(followed > 60, "\(followed) of 160")
    }

    /// Whoever writes a new layout each time can't make the shelf learn for ever.
    @Test func whatIsNeverFollowedIsNotLearntForEver() throws {
        var layout = ObjectLayout()
        var tape = JSONTape()
        for number in 0..<200 {
            let bytes = Array(#"{"name\#(number)":"0123456789012345678901234567890123456789"}"#.utf8)
            try tape.scan(bytes.span, expecting: &layout)
        }
        let last = layout.number
        let bytes = Array(#"{"other":"0123456789012345678901234567890123456789"}"#.utf8)
        try tape.scan(bytes.span, expecting: &layout)
        #expect(layout.number == last)
    }
}
