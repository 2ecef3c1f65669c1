import TestSupport
import Testing

@testable import Archives

/// BGZF that several threads decompress, held to what one thread makes of the same bytes.
@Suite struct BlockGunzipTests {
    /// Small blocks, so that there are many of them.
    static func blocks(_ texts: [[UInt8]]) -> [UInt8] {
        texts.flatMap { $0.isEmpty ? BlockGzip.endMarker : BlockGzipTests.encode($0, level: 6) }
    }

    /// Reads with a counter as an archive does.
    static func read(
        _ bytes: [UInt8], threads: Int, step: Int = 1 << 16, _ library: CompressionLibrary = .preferred
    ) -> (outcome: SourceOutcome, facts: GzipFacts, read: UInt64) {
        let counter = ReadCounter()
        let counted = CountedSource(PieceSource(bytes), counter)
        let source: any GzipSource =
            threads == 1
            ? GunzipSource(counted, library)
            : BlockGunzipSource(counted, threads: threads, counter: counter, library)
        let outcome = SourceOutcome(source, step: step)
        return (outcome, source.facts, counter.value)
    }

    final class CountedSource: ByteSource {
        private let source: any ByteSource
        private let counter: ReadCounter

        init(_ source: any ByteSource, _ counter: ReadCounter) {
            self.source = source
            self.counter = counter
        }

        var offset: UInt64 { source.offset }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
            let count = try source.read(into: buffer)
            counter.add(count)
            return count
        }
    }

    static func expectSame(
        _ bytes: [UInt8], step: Int = 1 << 16, with library: CompressionLibrary = .preferred, threads: [Int] = [2, 4],
        _ note: @autoclosure () -> String
    ) {
        let one = read(bytes, threads: 1, step: step, library)
        for threads in threads {
            let many = read(bytes, threads: threads, step: step, library)
            if many.outcome != one.outcome || many.facts != one.facts || many.read != one.read {
                Issue.record(
                    "\(note()): \(many.outcome.bytes.count) bytes, \(many.outcome.damage as Any), \(many.facts), \(many.read) read, not \(one.outcome.bytes.count) bytes, \(one.outcome.damage as Any), \(one.facts), \(one.read) read"
                )
            }
        }
    }

    static let lines = Array(rows(1...12_000).utf8)

    @Test func manyGroupsInOrder() {
        let bytes = BlockGzipTests.encode(Self.lines + Self.lines, level: 1) + BlockGzip.endMarker
        for library in CompressionLibrary.allCases {
            for step in [1 << 20, 65_536, 4097] {
                Self.expectSame(bytes, step: step, with: library, "step \(step)")
                #expect(Self.read(bytes, threads: 3, step: step, library).outcome.bytes == Self.lines + Self.lines)
            }
        }
    }

    @Test func whatIsNoBlockIsReadAsEver() {
        let text = Array(rows(1...50).utf8)
        let plain = GzipMemberTests.header(name: [65]) + BlockGzipTests.encode(text)[18...]
        let block = BlockGzipTests.encode(text)
        let marker = BlockGzip.endMarker
        let zeros = [UInt8](repeating: 0, count: 1000)
        let cases: [[UInt8]] = [
            [], [0x1f], plain, plain + plain, block, block + marker, marker, marker + marker, block + plain,
            block + marker + plain, plain + block + marker, block + marker + block + marker, block + marker + zeros,
            block + zeros, block + marker + zeros + [1], block + marker + [0x1f], block + marker + block.prefix(100),
            block + marker + Array("junk".utf8), zeros + block,
        ]
        for (index, bytes) in cases.enumerated() { Self.expectSame(bytes, "case \(index)") }
    }

    @Test func everyCutIsTheSame() {
        let bytes = Self.blocks([Array(rows(1...2).utf8), Array(rows(3...3).utf8), [], Array(rows(4...6).utf8), []])
        for length in 0...bytes.count { Self.expectSame(Array(bytes[..<length]), step: 300, "cut to \(length)") }
    }

    @Test func everyFlippedBitIsTheSame() {
        let bytes = Self.blocks([Array(rows(1...2).utf8), Array(rows(3...3).utf8), []])
        for library in CompressionLibrary.allCases {
            for at in bytes.indices {
                // Each bit takes its time; in a landing one of each byte has to do.
                for bit in Seeds.isLanding ? at % 8..<at % 8 + 1 : 0..<8 {
                    var flipped = bytes
                    flipped[at] ^= 1 << bit
                    Self.expectSame(flipped, step: 300, with: library, threads: [2], "byte \(at) bit \(bit)")
                }
            }
        }
    }

    @Test func damageFarBehindIsFoundInTheStreamsOrder() {
        let bytes = BlockGzipTests.encode(BlockGzipTests.noise(3_000_000) + Self.lines, level: 1) + BlockGzip.endMarker
        var state: UInt64 = 3
        for round in 0..<(Seeds.isLanding ? 12 : 40) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var damaged = bytes
            let at = Int(state >> 33) % bytes.count
            if round % 3 == 0 { damaged.removeSubrange(at...) } else { damaged[at] ^= 0x55 }
            Self.expectSame(damaged, "round \(round), byte \(at)")
        }
    }

    @Test func placesInsideBlocksAreTheSame() throws {
        let bytes = BlockGzipTests.encode(Self.lines, level: 6) + BlockGzip.endMarker
        for step in [1, 512, 65_000, 65_536, 100_003] {
            let one = GunzipSource(PieceSource(bytes), .zlib)
            let many = BlockGunzipSource(PieceSource(bytes), threads: 2, counter: nil, .zlib)
            var buffer = [UInt8](repeating: 0, count: step)
            for _ in 0..<(step == 1 ? 100 : 40) {
                let counts = try buffer.withUnsafeMutableBytes { buffer in
                    (try one.read(into: buffer), try many.read(into: buffer))
                }
                #expect(counts.0 == counts.1)
                #expect(one.offset == many.offset)
                #expect(one.facts == many.facts)
            }
        }
    }

    @Test func whoStopsEarlyEndsTheThreads() throws {
        let bytes = BlockGzipTests.encode(Self.lines + Self.lines + Self.lines, level: 1) + BlockGzip.endMarker
        for count in [0, 1, 1000, 1_500_000, 3_000_000] {
            for _ in 0..<20 {
                let source = BlockGunzipSource(PieceSource(bytes), threads: 3, counter: nil)
                let part = source.readPrefix(count)
                check(part.bytes.count == count && part.failure == nil)
            }
        }
    }

    @Test func aSourceThatFailsFailsAtTheSamePlace() {
        final class Failing: ByteSource {
            let source: PieceSource
            init(_ bytes: [UInt8]) { source = PieceSource(bytes) }
            var offset: UInt64 { source.offset }
            func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
                let count = try source.read(into: buffer)
                if count == 0 { throw .unreadable(path: "x", reason: "broken") }
                return count
            }
        }
        let bytes = BlockGzipTests.encode(Self.lines, level: 6)
        for length in [0, 10, 20_000, bytes.count - 3, bytes.count] {
            let one = SourceOutcome(GunzipSource(Failing(Array(bytes[..<length]))))
            let many = SourceOutcome(BlockGunzipSource(Failing(Array(bytes[..<length])), threads: 2, counter: nil))
            #expect(one == many && one.damage?.message == "can't be read: broken")
        }
    }

    @Test func archivesAreTheSame() {
        let folder = TemporaryFolder()
        var options = ArchiveReader.Options()
        options.inflateThreads = 3
        let good = BlockGzipTests.encode(Self.lines, level: 6) + BlockGzip.endMarker
        var bad = good
        bad[good.count / 2] ^= 1
        for bytes in [good, bad, Array(good.dropLast(28)), Array(good.dropLast(1000))] {
            let path = folder.write("a.gz", bytes)
            #expect(readAll(path) == readAll(path, options: options))
        }
        FolderBundleTests.make(folder, rows: 9)
        let messages = folder.read("b/" + FolderBundleTests.messages)
        folder.run("rm b/\(FolderBundleTests.messages)")
        folder.write("b/\(FolderBundleTests.messages).gz", BlockGzipTests.encode(messages) + BlockGzip.endMarker)
        let bundle = readAll(folder.path + "/b", options: options)
        #expect(!bundle.isDamaged && bundle == readAll(folder.path + "/b"))
        if has("tar") {
            folder.run("tar -b1 --format=ustar -cf b.tar -C b .")
            folder.write("b.tar.gz", BlockGzipTests.encode(folder.read("b.tar")) + BlockGzip.endMarker)
            let tar = readAll(folder.path + "/b.tar.gz", options: options)
            #expect(!tar.isDamaged && tar == readAll(folder.path + "/b.tar.gz"))
        }
    }
}
