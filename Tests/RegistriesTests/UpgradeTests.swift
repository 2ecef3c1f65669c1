import JSONText
import Testing

@testable import Registries

/// Upgrades payload texts with a series.
private struct Upgrading {
    let series: RegistrySeries

    init(_ contents: String..., members: String = "") throws {
        let files = contents.enumerated().map { index, content in
            "{\"registry\":\"r\",\"version\":\(index + 1),\(members)\"contents\":[\(content)]}"
        }
        series = try RegistrySeries(texts: files)
    }

    /// The text after the upgrade, with what became of each payload.
    func run(_ text: String, to version: Int? = nil, literal: String? = nil, repairs: Bool = false) throws -> (
        text: String, events: [UpgradeEvent], literal: String?
    ) {
        let registry = try #require(ContentRegistry(series, version: version))
        var upgrader = TreeUpgrader(series, to: registry, repairs: repairs)
        let bytes = Array(text.utf8)
        var tape = JSONTape()
        try tape.scan(bytes.span)
        let output = upgrader.upgrade(0, on: tape, in: bytes.span, literal: literal.map { Array($0.utf8) })
        return (
            output.map { String(decoding: $0.text, as: UTF8.self) } ?? text, upgrader.events,
            output?.literal.map { String(decoding: $0, as: UTF8.self) }
        )
    }

    /// Upgrades, and again, which must change nothing; and by way of every version in between, which must come to the
    /// same value.
    func text(_ text: String, to version: Int? = nil) throws -> String {
        let last = version ?? series.newest.number
        let once = try run(text, to: last).text
        #expect(try run(once, to: last).text == once, "a second upgrade changes nothing")
        for middle in 1..<max(last, 2) {
            let there = try run(try run(text, to: middle).text, to: last).text
            #expect(try Self.canonical(there) == Self.canonical(once), "by way of version \(middle)")
        }
        return once
    }

    private static func canonical(_ text: String) throws -> [UInt8] {
        try JSONDocument(Array(text.utf8)).root.canonical
    }
}

private func content(_ properties: String, required: String = "", upgrade: String = "", more: String = "") -> String {
    """
    {"type":5,"name":"c","schema":{"type":"object","properties":{\(properties)},"required":[\(required)]}\
    \(upgrade.isEmpty ? "" : ",\"upgrade\":[\(upgrade)]")\(more)}
    """
}

@Suite struct UpgradeTests {
    @Test func defaultsAreAddedBehindTheLastMemberInTheOrderOfVersions() throws {
        let shop = try Upgrading(
            content(#""id":{"type":"string"}"#, required: #""id""#),
            content(#""a":{"type":"string","default":"x"},"id":{"type":"string"},"n":{"type":"integer","default":1}"#),
            content(
                #""z":{"default":null},"a":{"type":"string","default":"x"},"id":{"type":"string"},"n":{"type":"integer","default":1}"#
            ))
        #expect(try shop.text(#"{"type":5,"id":"i"}"#) == #"{"type":5,"id":"i","a":"x","n":1,"z":null}"#)
        #expect(
            try shop.text(#"{ "type" : 5 , "id" : "i" }"#) == #"{ "type" : 5 , "id" : "i","a":"x","n":1,"z":null }"#)
        #expect(try shop.text(#"{"n":7,"type":5,"id":"i"}"#) == #"{"n":7,"type":5,"id":"i","a":"x","z":null}"#)
        let full = #"{"type":5,"id":"i","a":"y","n":2,"z":null}"#
        #expect(try shop.run(full).events.map(\.status) == [.unchanged])
        #expect(try shop.text(#"{"type":5,"id":"i"}"#, to: 2) == #"{"type":5,"id":"i","a":"x","n":1}"#)
    }

    @Test func defaultsAreFilledInAtEveryDepth() throws {
        let nested = try Upgrading(
            content(
                #""l":{"type":"array","items":{"type":"object","properties":{"q":{"default":1}}}},"o":{"type":"object","default":{},"properties":{"p":{"default":[true]}}}"#
            ))
        #expect(
            try nested.text(#"{"type":5,"l":[{},{"q":2},{"r":0}]}"#)
                == #"{"type":5,"l":[{"q":1},{"q":2},{"r":0,"q":1}],"o":{"p":[true]}}"#)
    }

    @Test func aMoveInOneObjectRenamesInPlace() throws {
        let moved = try Upgrading(
            content(#""name":{"type":"string"}"#),
            content(#""title":{"type":"string"}"#, upgrade: #"{"op":"move","from":"/name","path":"/title"}"#))
        #expect(try moved.text(#"{"type":5, "name" : "Tea","x":1}"#) == #"{"type":5, "title" : "Tea","x":1}"#)
        let both = try moved.run(#"{"type":5,"name":"a","title":"b"}"#)
        #expect(both.text == #"{"type":5,"name":"a","title":"b"}"#)
        #expect(both.events[0].changes == [UpgradeChange(kind: .conflict, pointer: "/title")])
    }

    @Test func aMoveMakesTheObjectsOnItsWay() throws {
        let moved = try Upgrading(
            content(#""x":{"type":"integer"}"#),
            content(
                #""a":{"type":"object","properties":{"b":{"type":"object","properties":{"y":{"type":"integer"}}}}}"#,
                upgrade: #"{"op":"move","from":"/x","path":"/a/b/y"}"#))
        #expect(try moved.text(#"{"x":1,"type":5}"#) == #"{"type":5,"a":{"b":{"y":1}}}"#)
        #expect(try moved.text(#"{"x":1,"type":5,"a":{"c":2}}"#) == #"{"type":5,"a":{"c":2,"b":{"y":1}}}"#)
    }

    @Test func stepsFollowMovesOfLaterVersions() throws {
        let chain = try Upgrading(
            content(#""a":{"type":"string"}"#),
            content(
                #""b":{"type":"string"},"s":{"default":"new"}"#, upgrade: #"{"op":"move","from":"/a","path":"/b"}"#),
            content(
                #""c":{"type":"string"},"t":{"type":"string"}"#,
                upgrade: #"{"op":"move","from":"/b","path":"/c"},{"op":"move","from":"/s","path":"/t"}"#),
            content(#""c":{"type":"string"}"#, upgrade: #"{"op":"remove","path":"/t"}"#))
        #expect(try chain.text(#"{"type":5,"a":"v"}"#, to: 3) == #"{"type":5,"c":"v","t":"new"}"#)
        #expect(try chain.text(#"{"type":5,"a":"v"}"#) == #"{"type":5,"c":"v"}"#)
        #expect(try chain.text(#"{"type":5,"c":"v","t":"old"}"#, to: 3) == #"{"type":5,"c":"v","t":"old"}"#)
    }

    @Test(
        arguments: [
            ("string", "12", "\"12\""), ("string", "1e400", "\"1e400\""), ("string", "true", "\"true\""),
            ("number", "\"1e2\"", "1e2"), ("number", "\"012\"", nil), ("number", "\" 7\"", nil),
            ("number", "true", "1"),
            ("integer", "\"7\"", "7"), ("integer", "\"1e2\"", nil), ("integer", "12.0", "12"),
            ("integer", "48e1", "480"),
            ("integer", "12.5", nil), ("integer", "1e999999999", nil), ("integer", "false", "0"),
            ("boolean", "1", "true"), ("boolean", "0", "false"), ("boolean", "2", nil), ("boolean", "\"true\"", "true"),
            ("boolean", "\"yes\"", nil), ("integer", "[1]", nil), ("string", "null", nil),
        ] as [(String, String, String?)])
    func conversionsAreExactOrNotDone(to: String, from: String, expected: String?) throws {
        let converting = try Upgrading(
            content(#""v":{}"#), content(#""v":{}"#, upgrade: #"{"op":"convert","path":"/v","to":"\#(to)"}"#))
        let result = try converting.run("{\"type\":5,\"v\": \(from) }")
        #expect(result.text == "{\"type\":5,\"v\": \(expected ?? from) }")
        #expect(
            result.events[0].changes == [UpgradeChange(kind: expected == nil ? .lossy : .converted, pointer: "/v")])
        _ = try converting.text("{\"type\":5,\"v\": \(from) }")
    }

    @Test func aConversionMendsWhatTheNewSchemaWouldRefuse() throws {
        let mended = try Upgrading(
            content(#""v":{"type":"string"}"#),
            content(#""v":{"type":"integer"}"#, upgrade: #"{"op":"convert","path":"/v","to":"integer"}"#))
        #expect(try mended.text(#"{"type":5,"v":"7"}"#) == #"{"type":5,"v":7}"#)
        let broken = try mended.run(#"{"type":5,"v":"x"}"#)
        #expect(broken.events.map(\.status) == [.malformed])
        #expect(broken.text == #"{"type":5,"v":"x"}"#)
    }

    @Test func mapsReplaceValuesByValue() throws {
        let mapped = try Upgrading(
            content(#""l":{"type":"array"}"#),
            content(
                #""l":{"type":"array","items":{"type":"object","properties":{"s":{}}}}"#,
                upgrade: #"{"op":"map","path":"/l/*/s","values":[[0,"placed"],[1,{"a":[1]}]]}"#))
        #expect(
            try mapped.text(#"{"type":5,"l":[{"s":0.0},{"s":1},{"s":2},{"s":"0"}]}"#)
                == #"{"type":5,"l":[{"s":"placed"},{"s":{"a":[1]}},{"s":2},{"s":"0"}]}"#)
    }

    @Test func aValueThatALaterMapGivesAgainIsLeftAlone() throws {
        let mapped = try Upgrading(
            content(#""s":{}"#), content(#""s":{}"#, upgrade: #"{"op":"map","path":"/s","values":[["a","b"]]}"#),
            content(#""s":{}"#, upgrade: #"{"op":"map","path":"/s","values":[["c","a"]]}"#))
        #expect(try mapped.run(#"{"type":5,"s":"c"}"#).text == #"{"type":5,"s":"a"}"#)
        #expect(try mapped.run(#"{"type":5,"s":"a"}"#).text == #"{"type":5,"s":"a"}"#)
    }

    @Test func addsCopiesAndRemovalsApplyOnce() throws {
        let steps = try Upgrading(
            content(#""a":{}"#),
            content(
                #""a":{},"b":{},"src":{}"#,
                upgrade: #"{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/src","value":{"by":"import"}}"#),
            content(#""b":{},"src":{}"#, upgrade: #"{"op":"remove","path":"/a"}"#))
        #expect(try steps.text(#"{"a":[1],"type":5}"#) == #"{"type":5,"b":[1],"src":{"by":"import"}}"#)
        #expect(try steps.text(#"{"type":5,"b":2}"#) == #"{"type":5,"b":2,"src":{"by":"import"}}"#)
    }

    @Test func aVersionFieldSkipsStepsAndIsSet() throws {
        let versioned = try Upgrading(
            content(#""v":{"type":"integer"},"n":{}"#, more: #","versionField":"/v""#),
            content(
                #""v":{"type":"integer"},"n":{}"#, upgrade: #"{"op":"map","path":"/n","values":[[1,2]]}"#,
                more: #","versionField":"/v""#))
        #expect(try versioned.run(#"{"type":5,"v":1,"n":1}"#).text == #"{"type":5,"v":2,"n":2}"#)
        #expect(try versioned.run(#"{"type":5,"v":2,"n":1}"#).text == #"{"type":5,"v":2,"n":1}"#)
        #expect(try versioned.run(#"{"type":5,"v":1,"n":3}"#).text == #"{"type":5,"v":1,"n":3}"#)
        // Version 2 in other spellings.
        for spelling in ["2.0", "2e0", "20e-1", "0.2E+1"] {
            let same = "{\"type\":5,\"v\":\(spelling),\"n\":1}"
            #expect(try versioned.run(same).text == same)
        }
        #expect(try versioned.run(#"{"type":5,"v":1.0,"n":1}"#).text == #"{"type":5,"v":2,"n":2}"#)
        // No version there is: structure decides, and what changes says the target then.
        for (before, after) in [("9", "2"), ("0", "2"), ("9e99", "2"), ("-1", "2")] {
            let run = try versioned.run("{\"type\":5,\"v\":\(before),\"n\":1}")
            #expect(run.text == "{\"type\":5,\"v\":\(after),\"n\":2}")
            #expect(run.events[0].hasInvalidVersion)
        }
        let unchanged = try versioned.run(#"{"type":5,"v":9,"n":3}"#)
        #expect(unchanged.text == #"{"type":5,"v":9,"n":3}"# && unchanged.events[0].hasInvalidVersion)
    }

    @Test func whatIsUnknownMalformedOrNewerStaysAsItStands() throws {
        let shop = try Upgrading(
            content(#""a":{"type":"string","default":"x"}"#),
            content(#""a":{"type":"string","default":"x"},"b":{"default":1}"#))
        for (text, status, target) in [
            (#"{"type":6}"#, UpgradeEvent.Status.unknown, 2), (#"{"type":5,"a":1}"#, .malformed, 2),
            (#"{"type":5,"a":"","b":1}"#, .newer, 1), (#"{"type":5,"b":0,"b":1}"#, .duplicated, 2),
            (#"[]"#, .malformed, 2),
        ] {
            let result = try shop.run(text, to: target)
            #expect(result.text == text)
            #expect(result.events.map(\.status) == [status], "\(text)")
        }
    }

    @Test func whatAVersionBetweenReadsIsNewer() throws {
        let note = #""note":{"type":"string","default":""}"#
        let count = #""note":{"type":"integer","default":0}"#
        let convert = #"{"op":"convert","path":"/note","to":"integer"}"#
        let move = #"{"op":"move","from":"/amount","path":"/total"}"#
        let bill = try Upgrading(
            content(#""amount":{"type":"integer"},"# + note, required: #""amount""#),
            content(#""amount":{"type":"integer"},"# + count, required: #""amount""#, upgrade: convert),
            content(#""total":{"type":"integer"},"# + count, required: #""total""#, upgrade: move))
        for text in [#"{"type":5,"amount":5,"note":7}"#, #"{"type":5,"total":5,"note":7}"#, #"{"type":5,"total":5}"#] {
            for repairs in [false, true] {
                let run = try bill.run(text, to: 1, repairs: repairs)
                #expect(run.text == text)
                #expect(run.events.map(\.status) == [.newer])
            }
        }
        // No version reads it; and steps on the way to the target mend what a later version reads too.
        #expect(try bill.run(#"{"type":5,"amount":5,"note":[]}"#, to: 1).events[0].status == .malformed)
        #expect(try bill.run(#"{"type":5,"amount":5,"note":"7"}"#, to: 2).text == #"{"type":5,"amount":5,"note":7}"#)
    }

    @Test func whatSaysALaterVersionIsNewer() throws {
        let field = #","versionField":"/v""#
        let old = content(#""a":{"type":"string","default":""}"#)
        let new = content(#""a":{"type":"integer","default":0}"#, more: field)
        for first in [old, old.dropLast() + field + "}"] {
            let shop = try Upgrading(String(first), new)
            for (text, status) in [
                (#"{"type":5,"a":[],"v":2}"#, UpgradeEvent.Status.newer), (#"{"type":5,"a":[],"v":2.0}"#, .newer),
                (#"{"type":5,"a":[],"v":1}"#, .malformed), (#"{"type":5,"a":[],"v":3}"#, .malformed),
            ] {
                let run = try shop.run(text, to: 1)
                #expect(run.text == text)
                #expect(run.events.map(\.status) == [status], "\(text)")
            }
        }
    }

    @Test func whatIsNestedInANewerPayloadIsFollowed() throws {
        let shop = try Upgrading(
            content(#""a":{"type":"string","default":"x"},"p":{}"#),
            content(#""a":{"type":"string","default":"x"},"b":{"default":1},"p":{}"#),
            content(#""a":{"type":"integer"},"b":{"default":1},"p":{}"#), members: #""nested":["/p"],"#)
        // It decodes at the target, so that what is in it is brought there by its own type.
        let read = try shop.run(#"{"type":5,"a":"","b":1,"p":{"type":5}}"#, to: 1)
        #expect(read.text == #"{"type":5,"a":"","b":1,"p":{"type":5,"a":"x"}}"#)
        #expect(read.events.map(\.status) == [.newer, .changed])
        let unread = try shop.run(#"{"type":5,"a":1,"b":1,"p":"{\"type\":5}"}"#, to: 1)
        #expect(unread.text == #"{"type":5,"a":1,"b":1,"p":"{\"type\":5}"}"#)
        #expect(unread.events.map(\.status) == [.newer, .nestedKept])
        let both = try shop.run(#"{"type":5,"a":1,"b":1,"p":{"type":5,"a":2,"b":1,"p":{"type":9}}}"#, to: 1)
        #expect(both.events.map(\.status) == [.newer, .newer, .unknown])
    }

    @Test func namesThatComeTwiceKeepTheirPayloadWithAllInsideIt() throws {
        let shop = try Upgrading(content(#""a":{"default":1},"p":{}"#), members: #""nested":["/p"],"#)
        for (text, after, statuses) in [
            (#"{"type":5,"a":1,"a":2}"#, nil, [UpgradeEvent.Status.duplicated]),
            (#"{"type":5,"b":1,"b":2,"p":{"type":5}}"#, nil, [.duplicated, .nestedKept]),
            (#"{"type":5,"a":1,"a":2,"p":{"type":5}}"#, nil, [.duplicated, .nestedKept]),
            (#"{"type":5,"a":1,"o":[{"b":1,"b":2}],"p":{"type":5,"a":1}}"#, nil, [.duplicated, .unchanged]),
            // A payload that is nested has its own names.
            (
                #"{"type":5,"p":{"type":5,"b":1,"b":2,"p":{"type":5}}}"#,
                #"{"type":5,"p":{"type":5,"b":1,"b":2,"p":{"type":5}},"a":1}"#, [.changed, .duplicated, .nestedKept]
            ),
            (
                #"{"type":5,"p":"{\"type\":5,\"b\":1,\"b\":2}"}"#,
                #"{"type":5,"p":"{\"type\":5,\"b\":1,\"b\":2}","a":1}"#, [.changed, .duplicated]
            ),
        ] as [(String, String?, [UpgradeEvent.Status])] {
            let run = try shop.run(text)
            #expect(run.text == after ?? text)
            #expect(run.events.map(\.status) == statuses, "\(text)")
            #expect(run.events.allSatisfy { $0.isInsideDuplicated == ($0.status == .nestedKept) })
        }
    }

    @Test func aRepairSetsTheVersionField() throws {
        let shop = try Upgrading(
            content(#""a":{"type":"string","default":""}"#, more: #","versionField":"/v""#),
            content(#""a":{"type":"string","default":""}"#, more: #","versionField":"/v""#))
        #expect(try shop.run(#"{"type":5,"v":1,"a":7}"#, repairs: true).text == #"{"type":5,"v":2,"a":""}"#)
        #expect(try shop.run(#"{"type":"5","v":1,"a":""}"#, repairs: true).text == #"{"type":5,"v":2,"a":""}"#)
    }

    @Test func nestedPayloadsAreUpgradedByTheirOwnTypes() throws {
        let outer =
            #"{"type":7,"name":"f","schema":{"type":"object","properties":{"m":{"type":"array","items":{"type":"object","properties":{"p":{}}}},"n":{"default":0}}}}"#
        let both = try Upgrading(
            content(#""a":{}"#) + "," + outer, content(#""a":{"default":"x"}"#) + "," + outer,
            members: #""nested":["/m/*/p"],"#)
        #expect(
            try both.text(
                #"{"type":7,"m":[{"p":{"type":5}},{"p":null},{"p":{"type":7,"m":[{"p":{ "type":5 }}]}},{"p":{"type":9}}]}"#
            )
                == #"{"type":7,"m":[{"p":{"type":5,"a":"x"}},{"p":null},{"p":{"type":7,"m":[{"p":{ "type":5,"a":"x" }}],"n":0}},{"p":{"type":9}}],"n":0}"#
        )
        let text = try both.run(#"{"type":7,"n":1,"m":[{"p":"{\"type\":5,\"b\":\"\/\"}"}]}"#)
        #expect(text.text == #"{"type":7,"n":1,"m":[{"p":"{\"type\":5,\"b\":\"\/\",\"a\":\"x\"}"}]}"#)
        let kept = try both.run(#"{"type":99,"m":[{"p":{"type":5}}]}"#)
        #expect(kept.text == #"{"type":99,"m":[{"p":{"type":5}}]}"#)
        #expect(kept.events.map(\.status) == [.unknown, .nestedKept])
    }

    @Test func textInAStringKeepsItsEscapes() throws {
        let shop = try Upgrading(content(#""a":{}"#), content(#""a":{},"b":{"default":"\"\n"}"#))
        let text = #"{"type":5,"a":"é/"}"#
        let result = try shop.run(text, literal: #""{\"type\":5,\u0022a\":\"\u00e9\/\"}""#)
        #expect(result.text == #"{"type":5,"a":"é/","b":"\"\n"}"#)
        #expect(result.literal == #""{\"type\":5,\u0022a\":\"\u00e9\/\",\"b\":\"\\\"\\n\"}""#)
    }
}
