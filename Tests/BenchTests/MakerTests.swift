import Archives
import JSONText
import MessageReplay
import Registries
import Testing

@testable import msgreplay_bench

/// What the benchmark's archives hold is known, and the same every time.
struct MakerTests {
    @Test("The numbers are those of SplitMix64's reference code")
    func numbers() {
        var random = SplitMix64(seed: 1_234_567)
        let drawn = (0..<5).map { _ in random.next() }
        #expect(
            drawn == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
        for _ in 0..<1000 {
            #expect((3...5).contains(random.number(3...5)))
            #expect((0..<1).contains(random.unit()))
        }
    }

    private func lines(records: Int, seed: UInt64) -> [UInt8] {
        var maker = RecordMaker(records: records, seed: seed)
        var bytes: [UInt8] = []
        while maker.next() { bytes += maker.line }
        return bytes
    }

    @Test("A seed gives the same bytes every time, and another one others")
    func seeds() {
        let bytes = lines(records: 1500, seed: 7)
        #expect(bytes.count(where: { $0 == 10 }) == 1500)
        #expect(bytes == lines(records: 1500, seed: 7))
        #expect(bytes != lines(records: 1500, seed: 8))
        // These bytes are what figures of different days are compared by.
        #expect(Checksum(of: lines(records: 1500, seed: 11).span).description == Self.checksum)
    }

    private static let checksum = "a74d010eb0b0426f77b46bc2ecc027f70cad15e0ed8cceb2726491916f62f655"

    @Test("Archives are the same files in every folder, and are used again")
    func files() throws {
        let folders = [try BenchFolder(), try BenchFolder()]
        let made = try folders.map {
            try ArchiveMaker.archive(in: $0.path, records: 700, seed: 5, packings: Packing.allCases)
        }
        var names = [Packing.gzip, .blocks, .plain].map(\.name)
        names += ["bundle/manifest.json", "made.json"]
        names += try made[0].bundleFiles().map { String($0.dropFirst(made[0].folder.count + 1)) }
        #expect(names.contains("bundle/message/messages-000001.jsonl"))
        for name in names {
            let bytes = Disk.contents(of: "\(made[0].folder)/\(name)")
            #expect(bytes != nil && bytes == Disk.contents(of: "\(made[1].folder)/\(name)"), "\(name)")
        }
        #expect(made[0].sizes[.gzip] == Disk.size(of: made[0].path(of: .gzip)))
        // What is there is taken as it is; what isn't whole is made anew.
        let plain = made[0].path(of: .plain)
        let gzip = made[0].path(of: .gzip)
        try Disk.remove(plain)
        let again = try ArchiveMaker.archive(in: folders[0].path, records: 700, seed: 5, packings: [.gzip])
        #expect(again.labels == made[0].labels && again.sizes == made[0].sizes && again.nested == made[0].nested)
        #expect(Disk.size(of: plain) == nil)
        try Disk.remove("\(made[0].folder)/made.json")
        _ = try ArchiveMaker.archive(in: folders[0].path, records: 700, seed: 5, packings: [.gzip])
        #expect(Disk.size(of: plain) == made[1].lineBytes)
        #expect(Disk.size(of: gzip) == made[1].sizes[.gzip])
    }

    @Test("Messages of a bundle are in files of a size", arguments: [(1, 1), (399, 1), (400, 1), (401, 2), (1000, 3)])
    func bundleFiles(records: Int, files: Int) throws {
        let folder = try BenchFolder()
        var maker = RecordMaker(records: records, seed: 3)
        var bundle = try BundleWriter(in: folder.path, rowsInFile: 400)
        while maker.next() { try bundle.write(maker.line, latest: maker.latest) }
        try bundle.finish(channels: maker.channels)
        let audit = Audit(try #require(ContentRegistry(try .wukongim())), AuditOptions())
        try audit.read(folder.path)
        #expect(audit.damages.isEmpty)
        #expect(audit.report.records == records)
        #expect(audit.report.archives.map(\.files) == [files + 4])
        #expect(audit.report.carriers.map { $0.counts.sum + $0.preview } == [maker.channels.count])
    }

    @Test("An audit finds what the maker put in", arguments: Packing.allCases)
    func audit(packing: Packing) throws {
        let folder = try BenchFolder()
        let made = try ArchiveMaker.archive(in: folder.path, records: 4000, seed: 21, packings: [packing])
        var maker = RecordMaker(records: 4000, seed: 21)
        while maker.next() {}
        let counts = maker.counts
        #expect(made.labels == Dictionary(uniqueKeysWithValues: counts.labels.map { ($0.key.text, $0.value) }))
        let audit = Audit(try Self.shop.get(), AuditOptions())
        try audit.read(made.path(of: packing))
        let report = audit.report
        #expect(audit.damages.isEmpty)
        #expect(
            report.totals
                == OutcomeCounts(decoded: counts.decoded, unknown: counts.unknown, malformed: counts.malformed))
        #expect(report.nested == OutcomeCounts(decoded: counts.nested))
        #expect(counts.decoded > 3800 && counts.unknown > 0 && counts.malformed > 0 && counts.nested > 400)

        func row(_ type: String) -> TypeRow? { report.types.first { $0.type == .number(type) } }
        for type in [1, 2, 4, 6, 7, 8, 11, 1002] {
            #expect(row("\(type)")?.counts.decoded == counts[.decoded(type: type)], "type \(type)")
        }
        for type in [555, 10_042, 10_077] {
            #expect(row("\(type)")?.counts == OutcomeCounts(unknown: counts[.unknown(type: type)]), "type \(type)")
        }
        let orders = try #require(row("10001"))
        #expect(
            orders.writtenAt == (1...3).map { VersionCount(version: $0, count: counts[.order(version: $0)]) })
        // The shop's versions add fields with defaults and have no steps: a malformed order stays malformed.
        #expect(report.types.allSatisfy { $0.upgradable == 0 })

        var findings: [String: Int] = [:]
        for row in report.findings where row.place == "record" && row.level == .malformed {
            findings["\(row.code) \(row.pointer)", default: 0] += row.count
        }
        let wanted: [String: PayloadLabel.Fault] = [
            "payload-not-json ": .notJSON, "payload-empty ": .empty, "type-missing /type": .noType,
            "field-missing /order_id": .orderWithoutID, "field-type /title": .orderWithNumberAsTitle,
            "field-type /width": .imageWithTextAsWidth,
        ]
        #expect(findings == wanted.mapValues { counts[.malformed($0)] }.filter { $0.value > 0 })
        #expect(wanted.count == PayloadLabel.Fault.allCases.count)
    }

    private static let shop = Result {
        try #require(ContentRegistry(try RegistrySeries(contentsOf: BenchFolder.package + "/Samples/shop-registry")))
    }

    @Test(
        "The shares and the size are those of the sample generator",
        .enabled(if: Generator.isPossible, "needs ../shared/tools/make_archive.py and python3"))
    func shares() throws {
        let folder = try BenchFolder()
        let records = 20_000
        let theirs = folder.path + "/theirs"
        _ = ChildProcess.text(
            of: [
                Invocation(
                    try #require(System.find("python3")),
                    [Generator.path, theirs, "--messages", "\(records)", "--pack", "jsonl.gz"])
            ], errors: folder.errors)
        let truth = try JSONDocument(try #require(Disk.contents(of: theirs + ".truth.json"))).root
        let made = try ArchiveMaker.archive(in: folder.path, records: records, seed: 1, packings: [.gzip])
        var labels: [String: Int] = [:]
        for (label, count) in try #require(truth["labels"]?.members) { labels[label] = count.integer }
        #expect(Set(made.labels.keys) == Set(labels.keys))
        for (label, count) in labels {
            // Six times what chance alone makes two counts differ by.
            let room = 6 * Double(2 * count).squareRoot() + 10
            #expect(abs(Double((made.labels[label] ?? 0) - count)) < room, "\(label): \(count)")
        }
        let sizes: [(ours: Int?, theirs: Int?)] = [
            (made.lineBytes, Disk.size(of: theirs + "/message/messages-000001.jsonl")),
            (made.sizes[.gzip], Disk.size(of: theirs + ".jsonl.gz")),
        ]
        for size in sizes {
            let ratio = Double(try #require(size.ours)) / Double(try #require(size.theirs))
            #expect(abs(ratio - 1) < 0.02, "\(size)")
        }
    }

    private enum Generator {
        static let path = BenchFolder.package + "/../shared/tools/make_archive.py"
        static var isPossible: Bool { Disk.size(of: path) != nil && System.find("python3") != nil }
    }
}
