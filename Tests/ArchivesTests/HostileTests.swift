import Testing

@testable import Archives

/// Archives made to crash, hang or fill memory.
@Suite struct HostileTests {
    /// A tar header with the checksum right.
    static func header(
        _ path: String, size: [UInt8] = Array("00000000000\0".utf8), type: Character = "0", prefix: String = ""
    ) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ bytes: some Sequence<UInt8>, _ at: Int) {
            for (index, byte) in bytes.enumerated() { block[at + index] = byte }
        }
        put(path.utf8.prefix(100), 0)
        put("0000644\0".utf8, 100)
        put(size, 124)
        put("        ".utf8, 148)
        put(String(type).utf8, 156)
        put("ustar\0".utf8, 257)
        put("00".utf8, 263)
        put(prefix.utf8, 345)
        let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
        put((String(repeating: "0", count: 6 - sum.count) + sum + "\0 ").utf8, 148)
        return block
    }

    static func octal(_ size: Int) -> [UInt8] {
        let digits = String(size, radix: 8)
        return Array((String(repeating: "0", count: 11 - digits.count) + digits + "\0").utf8)
    }

    static func entry(_ path: String, _ data: [UInt8], type: Character = "0") -> [UInt8] {
        header(path, size: octal(data.count), type: type) + data
            + [UInt8](repeating: 0, count: (512 - data.count % 512) % 512)
    }

    static let end = [UInt8](repeating: 0, count: 1024)
    static let data = Array(rows(1...2).utf8)
    static let manifestEntry = entry("manifest.json", Array(manifest([("m.jsonl", "message.messages", data)]).utf8))

    static func read(_ bytes: [UInt8]) -> Outcome {
        let folder = TemporaryFolder()
        return readAll(folder.write("a.tar", bytes))
    }

    static func pax(_ records: String) -> [UInt8] { entry("PaxHeader", Array(records.utf8), type: "x") }

    @Test func theTarsMadeHereAreGood() {
        let outcome = Self.read(Self.manifestEntry + Self.entry("m.jsonl", Self.data) + Self.end)
        #expect(!outcome.isDamaged && outcome.files["m.jsonl"] == Self.data)
        let size = Self.pax(
            "14 size=\(Self.data.count)\n".replacing("14", with: "\(9 + String(Self.data.count).count)"))
        let path = Self.pax("16 path=m.jsonl\n")
        for records in [size, path, size + path] {
            let outcome = Self.read(Self.manifestEntry + records + Self.entry("m.jsonl", Self.data) + Self.end)
            #expect(!outcome.isDamaged && outcome.files["m.jsonl"] == Self.data, "\(outcome.damages)")
        }
    }

    @Test(arguments: [
        "77777777777\0", "-0000000001\0", "0000000001x\0", "+0000000001\0", "0x000000001\0", "00000000009\0",
        "\u{0}\u{0}\u{0}\u{0}1\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
    ])
    func tarSizesThatAreHugeOrNoNumbers(size: String) {
        let header = Self.header("m.jsonl", size: Array(size.utf8))
        let outcome = Self.read(Self.manifestEntry + header + Self.data + Self.end)
        #expect(outcome.damages.count >= 1 && outcome.damages.allSatisfy { $0.offset != nil })
    }

    @Test(
        arguments: [
            [0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0x80, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0x80, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        ] as [[UInt8]])
    func tarSizesInBase256(size: [UInt8]) {
        for name in ["m.jsonl", "early.jsonl"] {
            let outcome = Self.read(Self.manifestEntry + Self.header(name, size: size) + Self.data + Self.end)
            #expect(outcome.isDamaged)
        }
        // Before the manifest it would have to be kept.
        #expect(Self.read(Self.header("m.jsonl", size: size) + Self.data + Self.manifestEntry + Self.end).isDamaged)
    }

    @Test(arguments: [
        "0 path=x\n", "-5 path=x\n", "99999999999999999999 path=x\n", "18446744073709551615 path=x\n", "12 path=x\n",
        "8 path=x\n", "11 path=xy\n\n", "path=x\n", "11 size=-1\n", "30 size=99999999999999999999\n", "9 path\u{0}\n",
        "12 path=x\u{0}y\n", "5 x\n", " \n", "8 size=\n",
    ])
    func paxRecordsThatAreNonsense(records: String) {
        let outcome = Self.read(Self.manifestEntry + Self.pax(records) + Self.entry("m.jsonl", Self.data) + Self.end)
        #expect(outcome.damages.contains { $0.message.contains("pax records") }, "\(outcome.damages)")
    }

    @Test func paxSizesBeyondTheTar() {
        let outcome = Self.read(
            Self.manifestEntry + Self.pax("28 size=9223372036854775807\n") + Self.entry("m.jsonl", Self.data) + Self.end
        )
        #expect(outcome.damages.first?.message.contains("ends early") == true)
        // All that follows is the file's then, so only its whole lines are.
        #expect(outcome.files["m.jsonl"]?.starts(with: Self.data) == true)
        #expect(outcome.whole["m.jsonl"] == false)
    }

    @Test func pathsFromPaxAndLongNamesAreHeldToTheSameRules() {
        for escape in [Self.pax("21 path=../x/m.jsonl\n"), Self.entry("l", Array("/etc/passwd\0".utf8), type: "L")] {
            let outcome = Self.read(Self.manifestEntry + escape + Self.entry("m.jsonl", Self.data) + Self.end)
            #expect(outcome.damages.contains { $0.message.contains("leads outside") }, "\(outcome.damages)")
            #expect(outcome.files.isEmpty && outcome.extraFiles.isEmpty)
        }
        let huge = Self.header("l", size: Array("77777777777\0".utf8), type: "L")
        #expect(Self.read(Self.manifestEntry + huge + Self.end).damages.count >= 1)
        let global = Self.entry("g", Array("10 path=x\n".utf8), type: "g")
        #expect(Self.read(Self.manifestEntry + global + Self.end).isDamaged)
    }

    @Test func specialEntriesWithData() {
        for type in "12346SMVZ" {
            let special = Self.entry("x", Self.data, type: type)
            let outcome = Self.read(Self.manifestEntry + special + Self.entry("m.jsonl", Self.data) + Self.end)
            #expect(outcome.isDamaged)
        }
    }

    @Test func aHugeManifestIsNotRead() {
        let header = Self.header("manifest.json", size: Self.octal(1 << 30))
        guard case .damaged(let damage) = Self.read(header + Self.end).error else {
            Issue.record("a manifest of 1 GiB was taken")
            return
        }
        #expect(damage.file == "manifest.json")
    }

    @Test func manyEntriesEndWithDamage() {
        let one = Self.header("x")
        var bytes = Self.manifestEntry
        bytes.reserveCapacity(52_000_000)
        for _ in 0...100_000 { bytes += one }
        #expect(Self.read(bytes + Self.end).damages.contains { $0.message.contains("more than 100000 entries") })
    }

    @Test(.enabled(if: has("gzip"))) func aBombOfZerosEndsAtTheLineLimit() {
        let folder = TemporaryFolder()
        folder.write("a", row(1))
        folder.run("(cat a; head -c 70M /dev/zero) | gzip -1 > z; (head -c 70M /dev/zero) | gzip -1 > y")
        let outcome = readAll(folder.path + "/z")
        #expect(outcome.single == row(1))
        #expect(outcome.damages.count == 1 && outcome.damages[0].message.contains("longer than"))
        guard case .notAnArchive = readAll(folder.path + "/y").error else {
            Issue.record("zeros were taken")
            return
        }
    }

    @Test(.enabled(if: has("gzip"))) func aBombOfLineFeedsIsReadInConstantMemory() throws {
        let folder = TemporaryFolder()
        folder.write("a", row(1))
        folder.run("(cat a; head -c 100M /dev/zero | tr '\\0' '\\n') | gzip -1 > z")
        let reader = try ArchiveReader(opening: folder.path + "/z")
        var bytes = 0
        var first: ArchiveChunk?
        while let chunk = try reader.nextChunk() {
            bytes += chunk.count
            // The same chunks serve again and again.
            if let first, chunk === first { #expect(chunk.count <= 1 << 20) }
            if first == nil { first = chunk }
            reader.recycle(chunk)
        }
        #expect(bytes == row(1).utf8.count + 100 << 20)
        #expect(reader.damages.isEmpty)
    }

    @Test(.enabled(if: has("gzip"))) func aThousandEmptyMembers() {
        let folder = TemporaryFolder()
        folder.write("a", row(1))
        folder.run(
            "gzip -c a > z; : | gzip -c > e; for i in 1 2 3 4 5 6 7 8 9 10; do cat e e e e e e e e e e; done > h")
        folder.run("for i in 1 2 3 4 5 6 7 8 9 10; do cat h; done > k; cat k z k > all")
        let outcome = readAll(folder.path + "/all")
        #expect(outcome.single == row(1) && outcome.gzip?.members == 2001 && !outcome.isDamaged)
    }

    @Test func linesLongerThanChunksShrinkBack() throws {
        let folder = TemporaryFolder()
        let path = folder.write(
            "a", row(1) + row(2, String(repeating: "A", count: 3_000_000)) + (3...9000).map { row($0) }.joined())
        let reader = try ArchiveReader(opening: path)
        var capacities: [Int] = []
        while let chunk = try reader.nextChunk() {
            capacities.append(chunk.capacity)
            reader.recycle(chunk)
        }
        #expect(capacities.max() == 4 << 20 && capacities.last == 1 << 20)
    }

    @Test func anyBytesAreRefusedOrReadWithoutACrash() {
        let folder = TemporaryFolder()
        var state: UInt64 = 42
        for round in 0..<2000 {
            var bytes: [UInt8] = round % 3 == 0 ? [0x1f, 0x8b, 8] : round % 3 == 1 ? Self.header("manifest.json") : []
            for _ in 0..<(round % 600) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(UInt8(truncatingIfNeeded: state >> 56))
            }
            let outcome = readAll(folder.write("a", bytes))
            check(outcome.isDamaged)
        }
    }
}
