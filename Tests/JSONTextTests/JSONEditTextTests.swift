import JSONText
import TestSupport
import Testing

/// JSON text inside a JSON string, once and twice.
@Suite struct JSONEditTextTests {
    /// A text, the string of an outer text that holds it, and an edit of it.
    private func edited(_ outer: String, at pointer: String, _ plan: (inout Sheet) throws -> Void) throws -> String {
        var sheet = try Sheet(outer)
        let string = try sheet.node(pointer)
        var inner = try Sheet(sheet.tape.string(string, in: sheet.bytes.span))
        try plan(&inner)
        try sheet.replaceText(of: string, by: &inner)
        return try sheet.applied()
    }

    @Test func escapesThatAreNotTouchedStay() throws {
        let outer =
            #"{ "id":1, "content" : "{\u0022type\":1,\n\t\"url\":\"http:\/\/x\\\/y\",\"n\":\"\u00e9\ud83d\ude00é\\u00e9\"}" }"#
        let added = try edited(outer, at: "/content") { try $0.insert("c", "\"C\\n/é\"", into: "") }
        #expect(
            added
                == #"{ "id":1, "content" : "{\u0022type\":1,\n\t\"url\":\"http:\/\/x\\\/y\",\"n\":\"\u00e9\ud83d\ude00é\\u00e9\",\"c\":\"C\\n/é\"}" }"#
        )
        let removed = try edited(outer, at: "/content") { try $0.remove("/url") }
        #expect(removed == #"{ "id":1, "content" : "{\u0022type\":1,\"n\":\"\u00e9\ud83d\ude00é\\u00e9\"}" }"#)
        let renamed = try edited(outer, at: "/content") { try $0.rename("/type", to: "t\u{1}") }
        #expect(
            renamed
                == #"{ "id":1, "content" : "{\"t\\u0001\":1,\n\t\"url\":\"http:\/\/x\\\/y\",\"n\":\"\u00e9\ud83d\ude00é\\u00e9\"}" }"#
        )
        let moved = try edited(#"["{\"o\":{ },\"n\":\"\u00e9\/\ud83d\"}"]"#, at: "/0") {
            try $0.move("/n", to: "m", into: "/o")
        }
        #expect(moved == #"["{\"o\":{\"m\":\"\u00e9\/\ud83d\" }}"]"#)
    }

    @Test func whiteSpaceThatIsGivenIsEscaped() throws {
        let result = try edited(#""{}""#, at: "") { try $0.insert("a", " {\n\t\"b\":1} ", into: "") }
        #expect(result == #""{\"a\":{\n\t\"b\":1}}""#)
    }

    @Test func noEditLeavesTheStringAlone() throws {
        var sheet = try Sheet(#"{"s":"{\u0022a\":1}"}"#)
        let string = try sheet.node("/s")
        var inner = try Sheet(#"{"a":1}"#)
        try sheet.replaceText(of: string, by: &inner)
        #expect(sheet.edit.isEmpty)
        // Nor does one whose operations come to nothing.
        try inner.rename("/a", to: "b")
        try inner.rename("/a", to: "a")
        try sheet.replaceText(of: string, by: &inner)
        #expect(sheet.edit.isEmpty)
        #expect(try sheet.applied() == sheet.text)
    }

    @Test func onlyTheStringWithTheTextIsTaken() throws {
        var sheet = try Sheet(#"{"s":"{}","t":"{ }","o":{}}"#)
        var inner = try Sheet("{}")
        try inner.insert("x", "1", into: "")
        for pointer in ["/t", "/o"] {
            let node = try sheet.node(pointer)
            #expect(sheet.failure { try $0.replaceText(of: node, by: &inner) }?.reason == .notTheText, "\(pointer)")
        }
        let node = try sheet.node("/s")
        #expect(sheet.failure { try $0.replaceText(of: node - 1, by: &inner) }?.reason == .notAValue)
        var contradictory = try Sheet(#"{}"#)
        try contradictory.replace("", with: "[]")
        #expect(contradictory.failure { try $0.insert("x", "1", into: "") }?.reason == .gone)
        #expect(sheet.edit.isEmpty)
        try sheet.replaceText(of: node, by: &inner)
        #expect(sheet.failure { try $0.replaceText(of: node, by: &inner) }?.reason == .gone)
        // The member can still be moved and copied with the edited text.
        try sheet.move("/s", to: "u", into: "/o")
        try sheet.copy("/s", to: "v", into: "")
        #expect(try sheet.applied() == #"{"t":"{ }","o":{"u":"{\"x\":1}"},"v":"{\"x\":1}"}"#)
        try sheet.replace("/s", with: "2")
        #expect(try sheet.applied() == #"{"t":"{ }","o":{"u":2},"v":"{\"x\":1}"}"#)
    }

    @Test("edits of text in a string touch nothing else", arguments: Seeds.first(25, landing: 10))
    func textInAString(seed: Int) throws {
        var random = SeededRandom(seed)
        for round in 0..<20 {
            var maker = RandomJSON(random)
            let comment = Comment(rawValue: "seed \(seed), round \(round)")
            // The innermost text, and how each of its bytes is written one and two levels further out.
            var inner = try EditTrial(maker.document(3))
            let spelling = maker.spelled(inner.bytes)
            let (middle, first) = surround(spelling, &maker)
            let outerSpelling = maker.spelled(middle)
            let (outer, second) = surround(outerSpelling, &maker)
            random = maker.random
            for _ in 0..<1 + random.below(7) { try inner.step(&random) }

            var middleSheet = try Sheet(String(decoding: middle, as: UTF8.self))
            let middleString = try middleSheet.node("/s")
            try middleSheet.replaceText(of: middleString, by: &inner)
            // Another edit around it now and then.
            let isRenamed = random.chance(50)
            if isRenamed { try middleSheet.rename("/before", to: "\"") }
            var outerSheet = try Sheet(String(decoding: outer, as: UTF8.self))
            let outerString = try outerSheet.node("/s")
            try outerSheet.replaceText(of: outerString, by: &middleSheet)

            // What is expected, put together from the model's parts and the spelling of each byte.
            let parts = inner.model.parts()
            var content: [UInt8] = []
            var outerContent: [UInt8] = []
            for part in parts {
                switch part {
                case .source(let range):
                    content += spelling[range].joined()
                    let start = first + spelling[..<range.lowerBound].joined().count
                    let length = spelling[range].joined().count
                    outerContent += outerSpelling[start..<start + length].joined()
                case .new(let bytes):
                    content += escaped(bytes)
                    outerContent += escaped(escaped(bytes))
                }
            }
            let renamedName = escaped(Array(#""\"""#.utf8))
            let beforeName = middle.firstRange(of: Array(#""before""#.utf8)) ?? 0..<0
            var expected = Array(middle[..<beforeName.lowerBound])
            expected += isRenamed ? Array(#""\"""#.utf8) : Array(middle[beforeName])
            expected += middle[beforeName.upperBound..<first] + content
            expected += middle[(first + spelling.joined().count)...]
            let middleResult = try middleSheet.applied()
            #expect(middleResult == String(decoding: expected, as: UTF8.self), comment)

            var outerExpected = Array(outer[..<second]) + outerSpelling[..<beforeName.lowerBound].joined()
            outerExpected += isRenamed ? renamedName : Array(outerSpelling[beforeName].joined())
            outerExpected += outerSpelling[beforeName.upperBound..<first].joined()
            outerExpected += outerContent
            outerExpected += outerSpelling[(first + spelling.joined().count)...].joined()
            outerExpected += outer[(second + outerSpelling.joined().count)...]
            let outerResult = try outerSheet.applied()
            #expect(outerResult == String(decoding: outerExpected, as: UTF8.self), comment)
            if inner.done.isEmpty && !isRenamed { #expect(outerResult == outerSheet.text, comment) }

            // Unescaping gives the edited texts back.
            let read = try Sheet(outerResult)
            let readMiddle = read.tape.string(try read.node("/s"), in: read.bytes.span)
            #expect(readMiddle == middleResult, comment)
            let readSheet = try Sheet(readMiddle)
            let readInner = readSheet.tape.string(try readSheet.node("/s"), in: readSheet.bytes.span)
            #expect(Array(readInner.utf8) == inner.expectedBytes, comment)
        }
    }

    @Test("offsets lead to where characters are written", arguments: Seeds.first(25, landing: 10))
    func offsetsAreMapped(seed: Int) throws {
        var maker = RandomJSON(SeededRandom(seed))
        var map = JSONEscapeMap()
        for _ in 0..<50 {
            let text = Array((0..<8).map { _ in maker.text() }.joined().utf8)
            let spelling = maker.spelled(text)
            let bytes = Array("[ \"".utf8) + spelling.joined() + Array("\"]".utf8)
            let sheet = try Sheet(String(decoding: bytes, as: UTF8.self))
            map.build(for: 1, on: sheet.tape, in: sheet.bytes.span)
            #expect(map.unescapedCount == text.count, "seed \(seed)")
            var escaped = 3
            for (offset, written) in spelling.enumerated() {
                if !written.isEmpty { #expect(map.escapedOffset(of: offset) == escaped, "seed \(seed)") }
                escaped += written.count
            }
            #expect(map.escapedOffset(of: text.count) == escaped, "seed \(seed)")
        }
    }

    @Test(arguments: [
        #"\ud83d"#, #"\ude00x"#, #"\ud83d\ud83d\ude00"#, #"\ud83dx\ude00"#, #"\ud83d\n"#, #"\ud83d\u0041"#,
        #"\uD83D\uDE00"#,
        #"\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff"#, #"\\ud83d\/"#, #"\ud83d\\ude00"#, "",
    ])
    func theMapAgreesWithUnescaping(spelt: String) throws {
        let sheet = try Sheet("\"" + spelt + "\"")
        var map = JSONEscapeMap()
        map.build(for: 0, on: sheet.tape, in: sheet.bytes.span)
        #expect(map.unescapedCount == sheet.tape.string(0, in: sheet.bytes.span).utf8.count)
        #expect(map.escapedOffset(of: map.unescapedCount) == sheet.bytes.count - 1)
        map.shrink(toFit: 0)
        #expect(map.unescapedCount == 0)
    }

    /// An object with a text in its member `s`, and where the text begins.
    private func surround(_ spelling: [[UInt8]], _ maker: inout RandomJSON) -> (text: [UInt8], start: Int) {
        var text = Array("{\"before\":".utf8)
        maker.space(&text)
        text += Array("[\"\\u00e9\"],\"s\" :\"".utf8)
        let start = text.count
        text += spelling.joined()
        text += Array("\", \"after\":null}".utf8)
        return (text, start)
    }

    private func escaped(_ text: [UInt8]) -> [UInt8] {
        var quoted: [UInt8] = []
        JSONWriter.appendQuoted(String(decoding: text, as: UTF8.self), to: &quoted)
        return Array(quoted.dropFirst().dropLast())
    }
}

extension Array where Element: Equatable {
    fileprivate func firstRange(of other: [Element]) -> Range<Int>? {
        guard count >= other.count else { return nil }
        return (0...count - other.count).first { Array(self[$0..<$0 + other.count]) == other }
            .map { $0..<$0 + other.count }
    }
}
