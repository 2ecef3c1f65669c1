import JSONText
import TestSupport
import Testing

@testable import Registries

/// Laws of upgrades, over random series and payloads. A failure names the seed that repeats it.
@Suite struct UpgradeLawTests {
    /// The first two once told something.
    static let seeds = Seeds.of(499_499_389, 842_341_597, 1, 2, landing: 2)
    /// What series of payloads without others inside them can have.
    private static let own: [RandomSeries.Traits] = [.versioned, .demanding, [.versioned, .demanding]]
    /// Series for each seed, and payloads for each series.
    private static let seriesCount = 20
    static let payloadCount = 25

    struct Upgraded {
        var text: String
        var status: UpgradeEvent.Status
        var changes: [UpgradeChange]
        var literal: String?
        /// What became of it and of what is nested in it.
        var events: [UpgradeEvent]

        /// Whether it was left as it stood, since it is malformed or the steps would leave it so.
        var isLeftAlone: Bool {
            status == .malformed || changes.contains { $0.kind == .conflict && $0.pointer.isEmpty }
        }
    }

    static func upgrade(_ text: String, _ upgrader: inout TreeUpgrader, literal: String? = nil) throws
        -> Upgraded
    {
        let bytes = Array(text.utf8)
        var tape = JSONTape()
        try tape.scan(bytes.span)
        let output = upgrader.upgrade(0, on: tape, in: bytes.span, literal: literal.map { Array($0.utf8) })
        let event = try #require(upgrader.events.first)
        return Upgraded(
            text: output.map { String(decoding: $0.text, as: UTF8.self) } ?? text, status: event.status,
            changes: event.changes, literal: output?.literal.map { String(decoding: $0, as: UTF8.self) },
            events: upgrader.events)
    }

    private static func forEach(
        _ seed: Int, versions: ClosedRange<Int>, strays: Int, also traits: [RandomSeries.Traits] = [],
        _ body: (RandomSeries, RegistrySeries, [String], Comment) throws -> Void
    ) throws {
        try forEach(seed, versions: versions, also: traits) { made, series, random, comment in
            let payloads = (0..<payloadCount).map { _ in
                made.payload(at: 1 + random.below(made.versions.count), strays: strays, &random)
            }
            try body(made, series, payloads, comment)
        }
    }

    /// Calls `body` with series that have nothing but fields and steps, and then with some that have more.
    private static func forEach(
        _ seed: Int, versions: ClosedRange<Int>, also traits: [RandomSeries.Traits] = [],
        _ body: (RandomSeries, RegistrySeries, inout SeededRandom, Comment) throws -> Void
    ) throws {
        try forEach(
            seed, versions: versions,
            of: Array(repeating: [], count: seriesCount) + traits.flatMap { [$0, $0, $0, $0, $0] }, body)
    }

    /// Calls `body` with one series of each of some traits.
    static func forEach(
        _ seed: Int, versions: ClosedRange<Int>, of traits: [RandomSeries.Traits],
        _ body: (RandomSeries, RegistrySeries, inout SeededRandom, Comment) throws -> Void
    ) throws {
        var random = SeededRandom(seed)
        for (number, traits) in traits.enumerated() {
            let made = RandomSeries(versions: Int.random(in: versions, using: &random), traits, &random)
            let comment = Comment(rawValue: "seed \(seed), series \(number): \(made.texts.joined(separator: "\n"))")
            try body(made, try RegistrySeries(texts: made.texts), &random, comment)
        }
    }

    @Test(arguments: seeds) func `an upgrade is idempotent, and leaves alone what is at the target`(seed: Int) throws {
        try Self.forEach(seed, versions: 1...5, strays: 15, also: Self.own) { _, series, payloads, comment in
            let registry = try #require(ContentRegistry(series))
            var upgrader = TreeUpgrader(series, to: registry)
            for payload in payloads {
                let once = try Self.upgrade(payload, &upgrader)
                let twice = try Self.upgrade(once.text, &upgrader)
                #expect(twice.text == once.text, "\(payload)\n\(comment)")
                #expect(twice.status != .changed, "\(payload)\n\(comment)")
                let decoded = try Decoded(payload, with: registry)
                if decoded.outcome == .decoded, decoded.defaulted.isEmpty, decoded.writtenAt == registry.version {
                    #expect(once.text == payload, "strictly at the target: \(payload)\n\(comment)")
                }
                if once.status == .changed {
                    let after = try Decoded(once.text, with: registry)
                    #expect(
                        after.outcome == .decoded && after.defaulted.isEmpty, "\(payload) → \(once.text)\n\(comment)")
                } else {
                    #expect(once.text == payload, "\(payload)\n\(comment)")
                }
            }
        }
    }

    @Test(arguments: seeds) func `every route comes to the same value`(seed: Int) throws {
        try Self.forEach(seed, versions: 2...5, also: Self.own) { made, series, random, comment in
            let newest = try #require(ContentRegistry(series))
            var direct = TreeUpgrader(series, to: newest)
            for middle in 1..<made.versions.count {
                let registry = try #require(ContentRegistry(series, version: middle))
                var there = TreeUpgrader(series, to: registry)
                for _ in 0..<Self.payloadCount {
                    // Of a version up to the middle: a route leads from there.
                    let payload = made.payload(
                        at: 1 + random.below(middle), strays: random.pick([0, 15]), foreign: false, &random)
                    let straight = try Self.upgrade(payload, &direct)
                    let half = try Self.upgrade(payload, &there)
                    // What is malformed at a version stays as it stood there.
                    guard !straight.isLeftAlone, !half.isLeftAlone else { continue }
                    let whole = try Self.upgrade(half.text, &direct)
                    // The version that was set last is that of the last route that changed something.
                    var (end, expected) = (try PlainValue(whole.text), try PlainValue(straight.text))
                    end["v"] = nil
                    expected["v"] = nil
                    #expect(
                        end == expected,
                        "by way of \(middle): \(payload)\n→ \(half.text)\n→ \(whole.text)\n≠ \(straight.text)\n\(comment)"
                    )
                }
            }
        }
    }

    @Test(arguments: seeds) func `editing the text is editing the value`(seed: Int) throws {
        try Self.forEach(seed, versions: 2...2, strays: 0) { made, series, payloads, comment in
            let registry = try #require(ContentRegistry(series))
            var upgrader = TreeUpgrader(series, to: registry)
            let oracle = UpgradeOracle(series: made)
            for payload in payloads {
                let upgraded = try Self.upgrade(payload, &upgrader)
                guard !upgraded.isLeftAlone, upgraded.status != .newer else { continue }
                let expected = try oracle.upgraded(payload)
                #expect(
                    try PlainValue(upgraded.text) == expected,
                    "\(payload)\n→ \(upgraded.text)\n≠ \(expected.json)\n\(comment)")
            }
        }
    }

    @Test(arguments: seeds) func `JSON text in a string comes to the same text`(seed: Int) throws {
        try Self.forEach(seed, versions: 2...4, strays: 10, also: Self.own + [.nested]) {
            _, series, payloads, comment in
            let registry = try #require(ContentRegistry(series))
            var upgrader = TreeUpgrader(series, to: registry)
            for payload in payloads {
                let plain = try Self.upgrade(payload, &upgrader)
                let literal = Self.literal(payload)
                let inString = try Self.upgrade(payload, &upgrader, literal: literal)
                #expect(inString.text == plain.text)
                guard let changed = inString.literal else {
                    #expect(inString.status != .changed, "\(payload)\n\(comment)")
                    continue
                }
                let value = try JSONDocument(Array(changed.utf8)).root.string
                #expect(value == plain.text, "\(payload)\n\(comment)")
            }
        }
    }

    @Test(arguments: seeds) func `what is repaired has no fault left, and what isn't stays`(seed: Int) throws {
        var repaired = 0
        try Self.forEach(seed, versions: 1...4, strays: 25, also: Self.own) { _, series, payloads, comment in
            let registry = try #require(ContentRegistry(series))
            var plain = TreeUpgrader(series, to: registry)
            var mending = TreeUpgrader(series, to: registry, repairs: true)
            for payload in payloads + payloads.map({ $0.replacing(#""type":5"#, with: #""type":"5""#) }) {
                let without = try Self.upgrade(payload, &plain)
                let once = try Self.upgrade(payload, &mending)
                if without.status != .malformed { #expect(once.text == without.text, "\(payload)\n\(comment)") }
                #expect(try Self.upgrade(once.text, &mending).text == once.text, "\(payload)\n\(comment)")
                guard once.changes.contains(where: { $0.kind == .repaired }), once.status == .changed else {
                    if without.status == .malformed { #expect(once.text == payload, "\(payload)\n\(comment)") }
                    continue
                }
                repaired += 1
                #expect(without.status == .malformed)
                let after = try Decoded(once.text, with: registry)
                #expect(after.outcome == .decoded && after.defaulted.isEmpty, "\(payload) → \(once.text)\n\(comment)")
            }
        }
        #expect(repaired > 100, "the payloads need repair often enough to tell")
    }

    /// A text as a JSON string, with some of its characters escaped though they need not be.
    private static func literal(_ text: String) -> String {
        var literal = "\""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "\"": literal += index % 3 == 0 ? "\\u0022" : "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            case "f" where index % 5 == 0: literal += "\\u0066"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
