import TestSupport
import Testing

@testable import JSONText

/// Texts are scanned the same way whether they are laid out as expected or not.
struct LayoutTreeTests {
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
        var layouts = LayoutTree()
        var tape = JSONTape()
        try tape.scan(Array(first.utf8).span, expecting: &layouts)
        let expected = Self.nodes { tape throws(JSONError) in try tape.scan(text.span) }
        let found = Self.nodes { tape throws(JSONError) in try tape.scan(text.span, expecting: &layouts) }
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

    private static let nested =
        #"{"a":[],"b":{"c":[1,[true,"x"],{}],"d":{"e":{"f":"g"}}},"h":[{"i":1},{"i":2,"j":null}],"k":"0123456789"}"#

    @Test(arguments: [row, nested]) func anyOtherByteAnywhereChangesNothing(_ whole: String) throws {
        for place in Array(whole.utf8).indices {
            for byte in Array("\"\\,:{}[]0. \u{1}".utf8) + [0x80] {
                var text = Array(whole.utf8)
                text[place] = byte
                _ = try check(text, after: whole)
                text = Array(whole.utf8)
                text.insert(byte, at: place)
                _ = try check(text, after: whole)
            }
            var cut = Array(whole.utf8)
            cut.remove(at: place)
            _ = try check(cut, after: whole)
            _ = try check(Array(whole.utf8.prefix(place)), after: whole)
        }
    }

    @Test(arguments: [
        #"{"a":1,"a":2,"c":"0123456789012345678901234567890123456789"}"#, #"{"a\u0062":1}"#, #"{"b":[{"a":1,"a":2}]}"#,
        #"[1]"#, #""text""#, #"7"#, #"{"a name of more than thirty-two bytes":1}"#,
    ])
    func whatCanNotBeALayoutIsNotLearnt(_ text: String) throws {
        #expect(try !check(Array(text.utf8), after: text))
    }

    @Test(arguments: [
        #"{"a":{"b":1},"c":"0123456789012345678901234567890123456789"}"#, #"{"a":[1],"b":1}"#, #"{"a": 1}"#,
        #" {"a":1}"#, #"{"a":1} "#, #"{"a" :1}"#, #"{"a":1 ,"b":2}"#, #"{}"#, #"{"a":{}}"#, #"{"a":[ ],"b":[{},[]]}"#,
        "{\n  \"a\": [\n    1,\n    2\n  ]\n}", nested,
    ])
    func everyOtherLayoutIs(_ text: String) throws {
        #expect(try check(Array(text.utf8), after: text))
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

    /// Names that begin alike, values with something below them or not, lists of any length.
    @Test func kindsOfTextsAreToldApart() throws {
        let texts = [
            #"{"type":1,"a":1}"#, #"{"type":2,"ab":1}"#, #"{"type":1,"a":{"b":1}}"#, #"{"type":1,"a":{}}"#,
            #"{"type":1,"a":[1]}"#, #"{"type":1,"a":[1,2]}"#, #"{"type":1,"a":[[1],2]}"#, #"{"type":1}"#,
            #"{"type":1,"a":1,"b":"x"}"#, #"{"type":1,"a":[{"b":1},{"b":2}]}"#, #"{"typ":1}"#, #"{"a":1,"type":1}"#,
        ]
        var layouts = LayoutTree()
        var numbers: [Int] = []
        for round in 0..<3 {
            for (index, text) in texts.enumerated() {
                let bytes = Array(text.replacing("1", with: String(round + 1)).utf8)
                let expected = Self.nodes { tape throws(JSONError) in try tape.scan(bytes.span) }
                let found = Self.nodes { tape throws(JSONError) in try tape.scan(bytes.span, expecting: &layouts) }
                #expect(found.text == expected.text, "\(text)")
                if round == 1 { numbers.append(found.layout) }
                if round > 0 { #expect(found.layout != 0 && found.layout == numbers[index], "\(text)") }
            }
        }
        #expect(Set(numbers).count == texts.count)
    }

    /// Any texts, valid or not, are scanned after any others as they are alone; what has the same layout has the same
    /// structure.
    @Test(arguments: Seeds.of(3)) func anyTextsAreReadAsTheyAreAlone(_ seed: Int) throws {
        var random = SeededRandom(seed)
        var layouts = LayoutTree()
        var shapes: [Int: String] = [:]
        var followed = 0
        for _ in 0..<4000 {
            var text = Array(Self.value(&random, depth: 0).utf8)
            if Int.random(in: 0..<4, using: &random) == 0, !text.isEmpty {
                text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let expected = Self.nodes { tape throws(JSONError) in try tape.scan(text.span) }
            let found = Self.nodes { tape throws(JSONError) in try tape.scan(text.span, expecting: &layouts) }
            #expect(found.text == expected.text, "\(String(decoding: text, as: UTF8.self))")
            guard found.layout != 0 else { continue }
            followed += 1
            var tape = JSONTape()
            try tape.scan(text.span)
            let shape = Self.shape(tape, text)
            #expect(shapes[found.layout, default: shape] == shape)
            shapes[found.layout] = shape
        }
        #expect(followed > 200, "\(followed) of 4000")
    }

    /// What stands around a text has no say in how it is read, though vectors reach past its end.
    @Test(arguments: Seeds.of(3)) func whatIsAroundATextHasNoSay(_ seed: Int) throws {
        var random = SeededRandom(seed)
        var layouts = LayoutTree()
        let around = Array(#""\{}[]:,0123456789.eE+-abcdefghijklmnop "#.utf8) + [0x0A, 0x80, 0xE4, 0xBD, 0xA0]
        var followed = 0
        for _ in 0..<4000 {
            var text = Array(Self.value(&random, depth: 0).utf8)
            if random.chance(25) { text.removeLast(random.below(text.count)) }
            let front = (0..<random.below(20)).map { _ in random.pick(around) }
            // One kind of byte may go on for long, as digits and plain text do.
            let long = random.chance(50) ? [UInt8](repeating: random.pick(around), count: random.below(150)) : []
            let bytes = front + text + long + (0..<random.below(80)).map { _ in random.pick(around) }
            let range = front.count..<front.count + text.count
            let expected = Self.nodes { tape throws(JSONError) in try tape.scan(text.span) }
            let found = Self.nodes { tape throws(JSONError) in
                try tape.scan(range, of: bytes.span, expecting: &layouts)
            }
            #expect(found.text == expected.text, "\(String(decoding: bytes, as: UTF8.self)) \(range)")
            if found.layout != 0 { followed += 1 }
        }
        #expect(followed > 200, "\(followed) of 4000")
    }

    /// Strings of all lengths, with what ends or breaks them at every place.
    @Test func aStringEndsWhereItEnds() throws {
        var layouts = LayoutTree()
        for length in 0...200 {
            for breaking in ["", "\\n", "\u{7}", "\u{4F60}", "\"", "\\"] {
                for place in [0, 1, length / 2, length - 17, length - 1, length] where place >= 0 && place <= length {
                    let string =
                        String(repeating: "x", count: place) + breaking
                        + String(repeating: "y", count: length - place)
                    let text = Array(#"{"a":"\#(string)","b":1}"#.utf8)
                    let expected = Self.nodes { tape throws(JSONError) in try tape.scan(text.span) }
                    for room in [0, 7, 40, 300] {
                        let bytes = text + [UInt8](repeating: 0x78, count: room)
                        let found = Self.nodes { tape throws(JSONError) in
                            try tape.scan(0..<text.count, of: bytes.span, expecting: &layouts)
                        }
                        #expect(found.text == expected.text, "\(string) before \(room)")
                    }
                }
            }
        }
    }

    /// A text of few layouts.
    private static func value(_ random: inout SeededRandom, depth: Int) -> String {
        switch depth == 0 ? 0 : Int.random(in: 0..<(depth > 2 ? 5 : 8), using: &random) {
        case 1: return String(Int.random(in: -5...1 << 40, using: &random))
        case 2: return #""\#(String(repeating: "x", count: Int.random(in: 0..<40, using: &random)))""#
        case 3: return ["true", "null", "\"\\ud83d\"", "\"\u{4F60}\""].randomElement(using: &random) ?? "1"
        case 4: return ["1.5", "{}", "[]", "1e3"].randomElement(using: &random) ?? "1"
        case 5:
            let count = Int.random(in: 1...2, using: &random)
            return "[" + (0..<count).map { _ in value(&random, depth: depth + 1) }.joined(separator: ",") + "]"
        default:
            let names = ["a", "ab", "b"].prefix(Int.random(in: 1...3, using: &random))
            return "{" + names.map { "\"\($0)\":" + value(&random, depth: depth + 1) }.joined(separator: ",") + "}"
        }
    }

    /// What all texts of a layout have in common.
    private static func shape(_ tape: JSONTape, _ text: [UInt8]) -> String {
        var shape = ""
        var isName = false
        for node in 0..<tape.count {
            isName =
                node > 0 && tape.kind(node) == .string && tape.end(node) < text.count && text[tape.end(node)] == 0x3A
            switch tape.kind(node) {
            case .object, .array: shape += "\(tape.kind(node))\(tape.childCount(node))>\(tape.next(node))"
            default: shape += isName ? tape.text(node, in: text.span) : "."
            }
        }
        return shape
    }

    /// Whoever writes a new layout each time can't make the tree grow for ever.
    @Test func whatIsNeverFollowedIsNotLearntForEver() throws {
        var layouts = LayoutTree()
        var tape = JSONTape()
        for number in 0..<200 {
            let bytes = Array(#"{"name\#(number)":"0123456789012345678901234567890123456789"}"#.utf8)
            try tape.scan(bytes.span, expecting: &layouts)
        }
        let count = layouts.pieces.count
        let bytes = Array(#"{"other":"0123456789012345678901234567890123456789"}"#.utf8)
        try tape.scan(bytes.span, expecting: &layouts)
        #expect(layouts.pieces.count == count)
        for number in 0..<(Seeds.isLanding ? 8_000 : 40_000) {
            let bytes = Array(#"{"name\#(number)":"0123456789012345678901234567890123456789"}"#.utf8)
            for _ in 0..<5 { try tape.scan(bytes.span, expecting: &layouts) }
        }
        #expect(layouts.pieces.count <= 1024)
    }
}
