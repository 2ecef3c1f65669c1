import Foundation
import JSONText
import Testing

@Suite struct JSONTapeTests {
    private func scanned(_ text: String, depth: Int = 512) throws -> (JSONTape, [UInt8]) {
        let bytes = [UInt8](text.utf8)
        var tape = JSONTape()
        try tape.scan(bytes.span, maximumDepth: depth)
        return (tape, bytes)
    }

    private func failure(_ text: String, depth: Int = 512) -> JSONError? {
        var tape = JSONTape()
        do {
            try tape.scan([UInt8](text.utf8).span, maximumDepth: depth)
            return nil
        } catch { return error }
    }

    @Test func nodesSpanWhatTheyStandFor() throws {
        let (tape, bytes) = try scanned(" {\"a\": [1, -2.5e3 ,\"x\"], \"b\":{}, \"c\":null} ")
        #expect(tape.kind(0) == .object)
        #expect(tape.childCount(0) == 3)
        let a = try #require(tape.member("a", 0, bytes))
        #expect(tape.kind(a) == .array)
        #expect(tape.childCount(a) == 3)
        #expect(tape.text(a, in: bytes.span) == "[1, -2.5e3 ,\"x\"]")
        #expect(tape.text(a + 2, in: bytes.span) == "-2.5e3")
        #expect(tape.next(0) == tape.count)
        let b = try #require(tape.member("b", 0, bytes))
        #expect(tape.childCount(b) == 0)
        #expect(tape.next(b) == b + 1)
    }

    @Test func depthIsLimitedExactly() throws {
        let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(failure(nested(512)) == nil)
        #expect(failure(nested(513)) == JSONError.tooDeep512)
        #expect(failure(nested(600))?.isTooDeep == true)
        #expect(failure("[[", depth: 1)?.offset == 1)
    }

    @Test(arguments: [
        ("{\"a\":1,}", 7, "expected a member name at byte 7, found '}'"),
        ("[1 2]", 3, "expected ',' or ']' at byte 3, found '2'"),
        ("{\"a\" 1}", 5, "expected ':' at byte 5, found '1'"),
        ("\"a\nb\"", 2, "control character U+000A in string at byte 2"),
        ("{'a':1}", 1, "expected a member name or '}' at byte 1, found '''"),
        ("NaN", 0, "expected a value at byte 0, found 'N'"),
        ("nul", 3, "expected true, false or null at byte 3, found the end"),
        ("01", 1, "expected nothing after the value at byte 1, found '1'"),
        ("\u{FEFF}{}", 0, "byte order mark (BOM) at byte 0"),
        ("\"\\x\"", 1, "invalid escape in string at byte 1"),
        ("\"\\u12G4\"", 5, "expected a hexadecimal digit at byte 5, found 'G'"),
        ("", 0, "expected a value at byte 0, found the end"),
    ])
    func errorsNameThePlaceAndWhatWasExpected(text: String, offset: Int, message: String) {
        #expect(failure(text)?.offset == offset)
        #expect(failure(text)?.message == message)
    }

    @Test func everyCutOfADocumentIsAnErrorAtItsEnd() throws {
        let whole = Array(#"{"a":[1,true,"é😀\n\u00e9\ud83d\ude00",{"b":-1.5E+10,"c":null}],"d":""}"#.utf8)
        var tape = JSONTape()
        for cut in 0..<whole.count {
            #expect(throws: JSONError.self) { try tape.scan(Array(whole[..<cut]).span) }
        }
        try tape.scan(whole.span)
        #expect(tape.count == 13)
    }

    @Test func everyByteInAStringIsJudgedAtEveryAlignment() throws {
        var tape = JSONTape()
        // The longer ones go through the scanner's steps of sixteen bytes in every way.
        let edges: [UInt8] = [0, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7E, 0x7F, 0x80, 0xFF]
        for length in 0..<50 {
            for position in 0...length {
                for byte in length < 20 ? Array(UInt8.min...UInt8.max) : edges {
                    var text = [UInt8](repeating: 0x61, count: length)
                    text.insert(byte, at: position)
                    let bytes = [0x22] + text + [0x22]
                    let isFine = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
                    var accepted = true
                    do { try tape.scan(bytes.span) } catch { accepted = false }
                    // A backslash before the closing quote or an 'a' is no string either.
                    #expect(accepted == isFine, "byte \(byte) at \(position) of \(length)")
                }
            }
        }
    }

    @Test func utf8IsJudgedAsTheStandardLibraryJudgesIt() throws {
        var tape = JSONTape()
        var random = SystemRandomNumberGenerator()
        let leads: [UInt8] = [0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF, 0x80]
        let tails: [UInt8] = [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]
        for lead in leads {
            for second in tails {
                for third in tails {
                    for length in 1...4 {
                        let fourth = tails.randomElement(using: &random) ?? 0x80
                        let text = Array([lead, second, third, fourth].prefix(length))
                        guard !text.dropFirst().contains(0x7F) else { continue }
                        let isValid = String(validating: text, as: UTF8.self) != nil
                        var accepted = true
                        do { try tape.scan(([0x22] + text + [0x22]).span) } catch { accepted = false }
                        #expect(accepted == isValid, "\(text)")
                    }
                }
            }
        }
    }

    @Test func escapesAreUnescaped() throws {
        let (tape, bytes) = try scanned(#""\"\\\/\b\f\n\r\té\u00e9\ud83d\ude00\u0000""#)
        #expect(tape.string(0, in: bytes.span) == "\"\\/\u{8}\u{C}\n\r\téé😀\u{0}")
        #expect(!tape.hasLoneSurrogate(0, bytes))
    }

    @Test(arguments: [#""\ud83d""#, #""\ude00x""#, #""\ud83d\ud83d\ude00""#, #""\ud83dx\ude00""#, #""\ud83d\n""#])
    func loneSurrogatesBecomeReplacementCharacters(text: String) throws {
        let (tape, bytes) = try scanned(text)
        #expect(tape.hasLoneSurrogate(0, bytes))
        var output: [UInt8] = []
        let isLone = tape.appendUnescaped(0, in: bytes.span, to: &output)
        #expect(isLone)
        #expect(String(decoding: output, as: UTF8.self).contains("\u{FFFD}"))
    }

    @Test func namesAreComparedUnescaped() throws {
        let (tape, bytes) = try scanned(#"{"\u0061b":1,"ab":2,"abc":3}"#)
        #expect(tape.member("ab", 0, bytes).map { tape.text($0, in: bytes.span) } == "2")
        let duplicate = try #require(tape.duplicates(bytes).first)
        #expect(tape.pointer(to: duplicate + 1, in: bytes.span) == "/ab")
    }

    @Test func duplicatesAreFoundAtEveryDepthAndSize() throws {
        for size in [2, 3, 8, 9, 40] {
            for (first, second) in [(0, 1), (0, size - 1), (size - 2, size - 1)] {
                var names = (0..<size).map { "name\($0)" }
                names[second] = names[first]
                let members = names.map { "\"\($0)\":0" }.joined(separator: ",")
                let (tape, bytes) = try scanned("[[{\"x\":{\(members)}}]]")
                let duplicate = try #require(tape.duplicates(bytes).first)
                #expect(tape.string(duplicate, in: bytes.span) == names[second])
                #expect(tape.pointer(to: duplicate, in: bytes.span) == "/0/0/x/\(names[second])")
            }
        }
        let (tape, bytes) = try scanned("{\"a\":{\"b\":1},\"b\":{\"a\":1}}")
        #expect(tape.duplicates(bytes).isEmpty)
    }

    @Test func pointersLeadThereAndBack() throws {
        let (tape, bytes) = try scanned(#"{"a/b":[{"m~n":[[],[0,1]]}],"":{"":1},"0":2}"#)
        var values: [Int] = []
        func collect(_ node: Int) {
            values.append(node)
            var child = node + 1
            let step = tape.kind(node) == .object ? 1 : 0
            while child < tape.next(node) {
                collect(child + step)
                child = tape.next(child + step)
            }
        }
        collect(0)
        #expect(values.count == 11)
        for value in values {
            let text = tape.pointer(to: value, in: bytes.span)
            let pointer = try JSONPointer(text)
            #expect(pointer.description == text)
            let found = pointer.resolve(from: 0, on: tape, in: bytes.span)
            #expect(found == value)
        }
        #expect(tape.generalPointer(to: values[6], in: bytes.span) == "/a~1b/*/m~0n/*/*")
        #expect(throws: JSONPointerError.self) { try JSONPointer("a") }
        #expect(throws: JSONPointerError.self) { try JSONPointer("/~2") }
        let nothing = try JSONPointer("/0").resolve(from: 1, on: tape, in: bytes.span)
        #expect(nothing == nil)
    }

    @Test func documentsTellPlacesAndNames() throws {
        let document = try JSONDocument(Array("{\n  \"é\": [1,\n    {\"b\": 2}]\n}".utf8))
        let array = try #require(document.root["é"])
        #expect(array.place == JSONPlace(line: 2, column: 8))
        #expect(array.namePlace == JSONPlace(line: 2, column: 3))
        let b = try #require(array.elements[1]["b"])
        #expect(b.place == JSONPlace(line: 3, column: 11))
        #expect(b.namePlace == JSONPlace(line: 3, column: 6))
        #expect(array.elements[1].namePlace == array.elements[1].place)
        #expect(b.pointer == "/é/1/b")
    }

    @Test func whatIsWrittenIsReadBackByFoundation() throws {
        for isPretty in [false, true] {
            var writer = JSONWriter(pretty: isPretty)
            writer.beginObject()
            writer.name("a\u{1}\"\\\n")
            writer.beginArray()
            writer.integer(-5)
            writer.boolean(true)
            writer.null()
            writer.beginObject()
            writer.endObject()
            writer.beginArray()
            writer.endArray()
            writer.string("é\u{7F}😀\u{2028}")
            writer.endArray()
            writer.name("b")
            writer.raw("1e400".utf8)
            writer.endObject()
            let document = try JSONDocument(writer.bytes)
            #expect(document.root["a\u{1}\"\\\n"]?.elements.count == 6)
            #expect(document.root["a\u{1}\"\\\n"]?.elements[5].string == "é\u{7F}😀\u{2028}")
            #expect(document.root["b"]?.text == "1e400")
            #expect(writer.bytes.contains(0x0A) == isPretty)
        }
    }
}

extension JSONError {
    fileprivate static var tooDeep512: JSONError? {
        var tape = JSONTape()
        do {
            try tape.scan([UInt8](repeating: UInt8(ascii: "["), count: 513).span)
            return nil
        } catch { return error.offset == 512 && error.isTooDeep ? error : nil }
    }
}

/// The macros that check expectations can't take spans.
extension JSONTape {
    fileprivate func member(_ name: StaticString, _ object: Int, _ bytes: [UInt8]) -> Int? {
        member(name, of: object, in: bytes.span)
    }

    fileprivate func hasLoneSurrogate(_ node: Int, _ bytes: [UInt8]) -> Bool {
        hasLoneSurrogate(node, in: bytes.span)
    }

    /// The repeated names; the quick check has to agree that there are some.
    fileprivate func duplicates(_ bytes: [UInt8]) -> [Int] {
        let duplicates = duplicates(below: 0, in: bytes.span)
        let hasDuplicates = hasDuplicates(below: 0, in: bytes.span)
        #expect(hasDuplicates == !duplicates.isEmpty)
        return duplicates
    }
}
