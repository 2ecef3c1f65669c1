import JSONText
import TestSupport
import Testing

@testable import Registries

/// Laws of what an upgrade leaves alone, and of what it says of payloads inside others, over random series and payloads.
@Suite struct KeptPayloadLawTests {
    private static let seeds = UpgradeLawTests.seeds
    /// Calls `body` with each version of random series but the newest, and payloads of all their versions.
    private static func forEachTarget(
        _ seed: Int, of traits: RandomSeries.Traits...,
        body: (RegistrySeries, ContentRegistry, [String], Comment) throws -> Void
    ) throws {
        try UpgradeLawTests.forEach(seed, versions: 2...4, of: traits.flatMap { Array(repeating: $0, count: 4) }) {
            made, series, random, comment in
            for target in 1..<made.versions.count {
                let payloads = (0..<UpgradeLawTests.payloadCount).map { _ in
                    made.payload(at: 1 + random.below(made.versions.count), strays: random.pick([0, 15]), &random)
                }
                try body(series, try #require(ContentRegistry(series, version: target)), payloads, comment)
            }
        }
    }

    @Test(arguments: seeds) func `what a later version reads is never repaired`(seed: Int) throws {
        var kept = 0
        try Self.forEachTarget(seed, of: [], .versioned, .demanding, [.versioned, .demanding]) {
            series, registry, payloads, comment in
            let target = registry.version
            let later = try (target + 1...series.newest.number).map {
                try #require(ContentRegistry(series, version: $0))
            }
            var plain = TreeUpgrader(series, to: registry)
            var mending = TreeUpgrader(series, to: registry, repairs: true)
            for payload in payloads {
                let once = try UpgradeLawTests.upgrade(payload, &plain)
                let mended = try UpgradeLawTests.upgrade(payload, &mending)
                let decoded = try Decoded(payload, with: registry)
                let stated = try PlainValue(payload)["v"].flatMap { Int($0.json) }
                if decoded.outcome == .decoded {
                    #expect(once.text == mended.text)
                    #expect((once.status == .newer) == (decoded.writtenAt > target), "\(payload)\n\(comment)")
                    continue
                }
                let isRead = try later.contains { try Decoded(payload, with: $0).outcome == .decoded }
                // What says that it was written before isn't newer, and what says later is.
                guard isRead && stated.map({ $0 > target }) ?? true else { continue }
                #expect(once.text == mended.text, "\(payload) → \(target): \(mended.text)\n\(comment)")
                #expect(once.status == .newer || once.status == .changed, "\(payload) → \(target)\n\(comment)")
                if once.status == .newer {
                    #expect(once.text == payload)
                    kept += 1
                }
            }
        }
        #expect(kept > 20, "enough payloads are read by a later version alone")
    }

    @Test(arguments: seeds) func `a version counts by its value, and is set where anything changes`(seed: Int) throws {
        var changed = 0
        try Self.forEachTarget(seed, of: .versioned, [.versioned, .demanding]) {
            series, registry, payloads, comment in
            var upgrader = TreeUpgrader(series, to: registry)
            for payload in payloads {
                guard let stated = try PlainValue(payload)["v"]?.json else { continue }
                let once = try UpgradeLawTests.upgrade(payload, &upgrader)
                for spelling in ["\(stated).0", "\(stated)e0", "\(stated)0E-1", "0.\(stated)e+1"] {
                    let other = try UpgradeLawTests.upgrade(
                        payload.replacing("\"v\":\(stated)", with: "\"v\":\(spelling)"), &upgrader)
                    #expect(other.status == once.status, "\(payload)\n\(comment)")
                    #expect(try PlainValue(other.text) == PlainValue(once.text), "\(payload)\n\(comment)")
                }
                for invalid in ["0", "99", "1.5", "\"1\"", "null"] {
                    let other = try UpgradeLawTests.upgrade(
                        payload.replacing("\"v\":\(stated)", with: "\"v\":\(invalid)"), &upgrader)
                    let after = try Decoded(other.text, with: registry)
                    let isSaid = after.findings.contains("version-invalid /v")
                    // What is said of the result is said of the payload, and nothing is said of what was set.
                    #expect(!isSaid || other.events[0].hasInvalidVersion, "\(payload)\n\(comment)")
                    #expect(isSaid == (after.outcome == .decoded && other.status != .changed), "\(payload)\n\(comment)")
                }
                guard once.status == .changed else { continue }
                changed += 1
                let set = try PlainValue(once.text)["v"]
                #expect(set == .text(String(registry.version)), "\(payload) → \(once.text)\n\(comment)")
            }
        }
        #expect(changed > 20, "enough payloads change")
    }

    @Test(arguments: seeds) func `each payload inside others is told of once, as it is in the end`(seed: Int) throws {
        var told: [UpgradeEvent.Status: Int] = [:]
        try Self.forEachTarget(seed, of: .nested, [.nested, .demanding], [.nested, .demanding, .versioned]) {
            series, registry, payloads, comment in
            var upgrader = TreeUpgrader(series, to: registry)
            for payload in payloads {
                let once = try UpgradeLawTests.upgrade(payload, &upgrader)
                let found = try Self.walk(once.text, registry)
                try #require(found.count == once.events.count, "\(payload) → \(registry.version)\n\(comment)")
                for (event, after) in zip(once.events, found) {
                    told[event.status, default: 0] += 1
                    let isRight =
                        switch event.status {
                        case .changed: after.outcome == .decoded && after.lacks == 0
                        case .unchanged, .duplicated: after.outcome == .decoded
                        case .unknown: after.outcome == .unknown
                        case .malformed: after.outcome == .malformed
                        case .newer, .nestedKept: after.outcome != .unknown
                        }
                    #expect(isRight, "\(event.status): \(payload) → \(once.text)\n\(comment)")
                }
                #expect(try UpgradeLawTests.upgrade(once.text, &upgrader).text == once.text, "\(payload)\n\(comment)")
            }
        }
        for status in UpgradeEvent.Status.allCases where status != .duplicated {
            #expect(told[status, default: 0] > 5, "\(status) is told often enough")
        }
    }

    @Test(arguments: seeds) func `names that come twice keep a payload with all inside it`(seed: Int) throws {
        try Self.forEachTarget(seed, of: .nested, [.nested, .demanding]) { series, registry, payloads, comment in
            var upgrader = TreeUpgrader(series, to: registry, repairs: true)
            for payload in payloads {
                let twice = "{\"dd\":[],\"dd\":{}," + payload.dropFirst()
                let once = "{\"dd\":[],\"de\":{}," + payload.dropFirst()
                let kept = try UpgradeLawTests.upgrade(twice, &upgrader)
                #expect(kept.text == twice, "\(payload)\n\(comment)")
                let decoded = try Decoded(twice, with: registry)
                if decoded.outcome == .decoded && decoded.writtenAt <= registry.version {
                    #expect(kept.status == .duplicated, "\(payload)\n\(comment)")
                }
                // Inside another payload it leaves that one to itself.
                let outer = try UpgradeLawTests.upgrade("{\"type\":5,\"p\":\(twice)}", &upgrader)
                let other = try UpgradeLawTests.upgrade("{\"type\":5,\"p\":\(once)}", &upgrader)
                #expect(outer.status == other.status, "\(payload)\n\(comment)")
                #expect(outer.text.contains("\"p\":\(twice)"), "\(payload)\n\(comment)")
            }
        }
    }

    /// The payloads of a text at a version's places for them, the outermost first, and what decoding finds of each.
    private static func walk(
        _ text: String, _ registry: ContentRegistry
    ) throws -> [(outcome: Outcome, lacks: Int)] {
        let document = try JSONDocument(Array(text.utf8))
        var decoder = PayloadDecoder(registry)
        return walk(0, document, &decoder)
    }

    private static func walk(
        _ node: Int, _ document: JSONDocument, _ decoder: inout PayloadDecoder
    ) -> [(outcome: Outcome, lacks: Int)] {
        let bytes = document.bytes
        if node > 0 && document.tape.kind(node) == .string {
            let text = document.tape.string(node, in: bytes.span)
            guard let inner = try? JSONDocument(Array(text.utf8)) else { return [(.malformed, 0)] }
            return walk(0, inner, &decoder)
        }
        let verdict = decoder.decode(node, on: document.tape, in: bytes.span)
        var found = [(verdict.outcome, verdict.definition < 0 ? 0 : decoder.schema.missingDefaults.count)]
        guard document.tape.kind(node) == .object else { return found }
        var nested: [Int] = []
        let definition = verdict.definition < 0 ? nil : verdict.definition
        decoder.registry.forEachNested(in: node, definition: definition, on: document.tape, in: bytes.span) {
            nested.append($0)
        }
        for inner in nested where document.tape.kind(inner) != .null { found += walk(inner, document, &decoder) }
        return found
    }
}
