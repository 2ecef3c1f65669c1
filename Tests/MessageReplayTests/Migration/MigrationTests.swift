import Archives
import JSONText
import MessageReplay
import Registries
import Testing

/// What a migration keeps, and that its counts, its dry run, and the reading back of its output agree.
@Suite struct MigrationTests {
    private let folder = ScratchFolder()

    /// A series of versions of one content.
    private func series(_ contents: [String]) throws -> RegistrySeries {
        for (index, content) in contents.enumerated() {
            folder.write(
                "r/v\(index + 1).json",
                #"{"registry":"mall","version":\#(index + 1),"nested":["/p"],"contents":[{"type":500,"name":"bill","schema":"#
                    + #"{"type":"object","properties":{"p":{},\#(content)}]}"#)
        }
        return try RegistrySeries(contentsOf: folder.path + "/r")
    }

    /// An amount that moves to a total, with a note that becomes a number in between.
    private func bills() throws -> RegistrySeries {
        try series([
            #""amount":{"type":"integer"},"note":{"type":"string","default":""}},"required":["amount"]}"#,
            #""amount":{"type":"integer"},"note":{"type":"integer","default":0}},"required":["amount"]},"upgrade":"#
                + #"[{"op":"convert","path":"/note","to":"integer"}]"#,
            #""total":{"type":"integer"},"note":{"type":"integer","default":0}},"required":["total"]},"upgrade":"#
                + #"[{"op":"move","from":"/amount","path":"/total"}]"#,
        ])
    }

    /// Payloads that say their version in `v`.
    private func versioned() throws -> RegistrySeries {
        let field = #","versionField":"/v""#
        return try series([
            #""v":{},"a":{}}}"# + field,
            #""v":{},"a":{},"b":{}}}"# + field + #","upgrade":[{"op":"copy","from":"/a","path":"/b"}]"#,
        ])
    }

    /// Migrates lines, checks that the dry run says the same, and that a migration of the output changes nothing.
    private func migrate(
        _ lines: [String], _ series: RegistrySeries, to version: Int? = nil, _ policy: MalformedPolicy = .keep,
        name: String = "out.jsonl"
    ) throws -> (report: MigrationReport, lines: [String]) {
        let source = folder.write("in.jsonl", lines.map { $0 + "\n" }.joined())
        var options = MigrationOptions()
        options.malformed = policy
        options.writing.overwrites = true
        let migration = try #require(Migration(series, to: version, options))
        let output = folder.path + "/" + name
        let report = try migration.run(source, to: output)
        #expect(report.targets.first?.isVerified == true)
        let dry = try migration.run(source, to: nil)
        #expect(
            dry.places.map(\.counts) == report.places.map(\.counts) && dry.types == report.types
                && dry.findings == report.findings)
        if name.hasSuffix(".gz") { #expect(folder.run("gunzip -t \(name) && gunzip -c \(name) >text") == 0) }
        let text = String(decoding: folder.read(name.hasSuffix(".gz") ? "text" : name), as: UTF8.self)
        let written = text.split(separator: "\n").map(String.init)
        if report.places.contains(where: { $0.counts.dropped < $0.counts.sum }) {
            _ = try migration.run(output, to: folder.path + "/again.jsonl")
            #expect(String(decoding: folder.read("again.jsonl"), as: UTF8.self) == text)
        }
        return (report, written)
    }

    private static func counts(_ report: MigrationReport, _ place: String) throws -> MigrationCounts {
        try #require(report.places.first { $0.place == place }?.counts)
    }

    @Test func `what is inside newer payloads is counted and read back`() throws {
        let newer = [
            // Of version 2, and of version 3: neither decodes at 1, so what is in them stays.
            #"{"type":500,"amount":1,"note":2,"p":{"type":500,"amount":3}}"#,
            #"{"type":500,"total":1,"note":2,"p":"{\"type\":500,\"total\":3}"}"#,
            #"{"type":500,"total":1,"note":2,"p":{"type":7,"p":{"type":500,"amount":1,"note":""}}}"#,
        ].map { Lines.api($0) }
        let (report, lines) = try migrate(newer, try bills(), to: 1)
        #expect(lines == newer)
        #expect(try Self.counts(report, "record").newer == 3)
        let nested = try Self.counts(report, "nested")
        #expect(nested.sum == 4 && nested.nestedKept == 1 && nested.newer == 1 && nested.unknown == 1)
        #expect(report.findings.map(\.code).filter { $0 == "nested-kept" }.count == 1)
    }

    @Test(arguments: [MalformedPolicy.repair, .drop, .fail])
    func `what a version between the target and the newest reads is kept`(policy: MalformedPolicy) throws {
        let kept = [#"{"type":500,"amount":5,"note":7}"#, #"{"type":500,"total":5}"#].map { Lines.api($0) }
        let (report, lines) = try migrate(kept, try bills(), to: 1, policy)
        #expect(lines == kept)
        #expect(try Self.counts(report, "record").newer == 2)
    }

    @Test func `a version that there isn't is told of, written over or not`() throws {
        let series = try versioned()
        let (report, lines) = try migrate(
            [#"{"type":500,"v":9,"a":1}"#, #"{"type":500,"v":9,"p":{"type":500,"v":"x","a":1}}"#].map { Lines.api($0) },
            series)
        #expect(
            lines
                == [#"{"type":500,"v":2,"a":1,"b":1}"#, #"{"type":500,"v":9,"p":{"type":500,"v":2,"a":1,"b":1}}"#].map {
                    Lines.api($0)
                })
        let found = report.findings.filter { $0.code == "version-invalid" }
        #expect(found.map(\.pointer) == ["/v", "/v"])
        #expect(found.first { $0.place == "record" }?.count == 2 && found.first { $0.place == "nested" }?.count == 1)
        let details = found.first { $0.place == "nested" }?.examples.map(\.detail)
        #expect(
            details
                == [#"expected a version of mall, found string "x"; it is set to 2 as the payload is upgraded"#])
    }

    @Test(arguments: ["out.jsonl", "out.jsonl.gz"])
    func `an output without any record is what was asked for`(name: String) throws {
        for lines in [[Lines.api(#""bm9wZQ==""#)], ["", Lines.api("{}"), " ", Lines.api("7")]] {
            let (report, written) = try migrate(lines, try bills(), .drop, name: name)
            #expect(try Self.counts(report, "record").dropped == report.records)
            #expect(report.targets.first?.files.map(\.rows) == [0])
            #expect(written.allSatisfy { $0.allSatisfy { $0 == " " } })
        }
    }

    @Test func `Base64 for URLs keeps its padding, or gets it where none tells`() throws {
        let series = try versioned()
        var padded = 0
        for length in 0..<9 {
            let payload =
                #"{"type":500,"a":"ü~?\#(String(repeating: "ÿ", count: length / 3))\#(length)"}"#
                + String(repeating: " ", count: length % 3)
            let standard = Lines.base64(Array(payload.utf8))
            let urlSafe = standard.replacing("+", with: "-").replacing("/", with: "_")
            guard urlSafe != standard else { continue }
            for old in [urlSafe, urlSafe.replacing("=", with: "")] {
                let (_, lines) = try migrate([Lines.api("\"\(old)\"")], series)
                let value = try #require(try JSONDocument(Array(lines[0].utf8)).root["payload"]?.string)
                #expect(value != old)
                let isUnpadded = old.utf8.count % 4 != 0
                #expect(isUnpadded ? !value.contains("=") : value.utf8.count % 4 == 0, "\(old) → \(value)")
                if value.hasSuffix("=") && !old.hasSuffix("=") { padded += 1 }
            }
        }
        #expect(padded > 0, "some texts say nothing of padding")
    }

    @Test func `Base64 for URLs stays readable where its own letters are gone`() throws {
        var plain = 0
        for text in ["a>é", "ü~?", "??>", "ÿÿ"] {
            for space in 0..<6 {
                let payload =
                    #"{"type":500,"amount":1,"note":2\#(String(repeating: " ", count: space)),"x":"\#(text)"}"#
                let standard = Lines.base64(Array(payload.utf8))
                let old = standard.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                guard old.contains(where: { $0 == "-" || $0 == "_" }), old.utf8.count % 4 != 0 else { continue }
                // It reads its output back, and migrates that once more.
                let (report, lines) = try migrate([Lines.api("\"\(old)\"")], try bills())
                #expect(try Self.counts(report, "record").changed == 1)
                let value = try #require(try JSONDocument(Array(lines[0].utf8)).root["payload"]?.string)
                let hasOwnLetter = value.contains { $0 == "-" || $0 == "_" }
                #expect(hasOwnLetter ? !value.contains("=") : value.utf8.count % 4 == 0, "\(old) → \(value)")
                if !hasOwnLetter && value.hasSuffix("=") { plain += 1 }
            }
        }
        #expect(plain > 0, "some lose their letters")
    }

    @Test func `names that come twice keep a payload with all inside it`() throws {
        let kept = [
            #"{"type":500,"amount":1,"amount":2,"p":{"type":500,"amount":3,"note":"4"}}"#,
            #"{"type":500,"total":1,"note":0,"x":1,"x":2,"p":{"type":500,"amount":3,"note":"4"}}"#,
        ].map { Lines.api($0) }
        let (report, lines) = try migrate(kept, try bills())
        #expect(lines == kept)
        #expect(try Self.counts(report, "record").sum == 2 && Self.counts(report, "nested").nestedKept == 2)
        #expect(try Self.counts(report, "record").duplicated == 1)
        let details = report.findings.filter { $0.code == "nested-kept" }.flatMap(\.examples).map(\.detail)
        #expect(details.count == 2)
        #expect(details.allSatisfy { $0.hasSuffix("but names come twice in the payload around it") })
    }

    @Test func `the first malformed record stops with what is wrong there`() throws {
        let good = Lines.api(#"{"type":500,"total":1,"note":2}"#)
        for (line, says) in [
            (
                Lines.api(#"{"type":500,"total":"x","note":2}"#),
                #"field-type at /total: expected integer, found string "x""#
            ),
            (Lines.api(#"{"type":500,"note":2}"#), "field-missing at /total: "), ("{", "record-not-json: "),
            (Lines.api(#""AAAA""#), "payload-not-json: "), (Lines.api(#""?""#), "payload-base64: "),
            (Lines.api(#"{}"#), "type-missing at /type: "),
        ] {
            for examples in [0, 3] {
                var options = MigrationOptions()
                options.malformed = .fail
                options.exampleLimit = examples
                let source = folder.write("in.jsonl", "\(good)\n\n\(line)\n\(line)\n")
                let migration = try #require(Migration(try bills(), options))
                let error = #expect(throws: MigrationError.self) { try migration.run(source, to: nil) }
                #expect(
                    error?.description.hasPrefix("\(source), line 3: \(says)") == true, "\(error?.description ?? "")")
            }
        }
    }

    @Test func `reports that don't fit together say what to do`() throws {
        let series = try bills()
        let (old, _) = try migrate([Lines.api(#"{"type":500,"amount":1}"#)], series, to: 1)
        let (new, _) = try migrate([Lines.api(#"{"type":500,"amount":1}"#)], series)
        let error = #expect(throws: ReportMergeError.self) { try MigrationReport.merge([old, new], exampleLimit: 3) }
        #expect(error?.message.contains("migrate the archives to one version") == true)
        let unread = #expect(throws: ReportReadError.self) { try AuditReport(json: Array(#"{"a":1}"#.utf8)) }
        #expect(
            unread?.message
                == "this is no report of 'msgreplay audit --format json' or 'msgreplay migrate --report'")
        let other = #expect(throws: ReportReadError.self) { try AuditReport(json: old.json()) }
        #expect(other?.message == "this is no report of 'msgreplay audit --format json'")
    }
}
