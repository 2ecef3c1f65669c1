import TestSupport
import Testing

@testable import Archives

/// Bytes in memory, given out in pieces.
final class PieceSource: ByteSource {
    private let bytes: [UInt8]
    private let step: Int
    private(set) var taken = 0
    var offset: UInt64 { UInt64(taken) }

    init(_ bytes: [UInt8], step: Int = 1 << 20) {
        self.bytes = bytes
        self.step = step
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = min(step, buffer.count, bytes.count - taken)
        buffer.copyBytes(from: bytes[taken..<taken + count])
        taken += count
        return count
    }
}

/// What reading a source gave.
struct SourceOutcome: Equatable {
    var bytes: [UInt8] = []
    var damage: ArchiveDamage?

    /// Reads to the end, with a buffer of this size.
    init(_ source: some ByteSource, step: Int = 1 << 16) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 1)
        defer { buffer.deallocate() }
        do throws(ArchiveError) {
            while true {
                let count = try source.read(into: buffer)
                if count == 0 { return }
                bytes += buffer[..<count]
            }
        } catch {
            damage = error.asDamage
        }
    }
}

/// Every library that was built in, held to the same; one alone is held to itself.
@Suite struct CompressionLibraryTests {
    static let texts: [[UInt8]] = [
        [], [65], Array(rows(1...3).utf8), Array(rows(1...400).utf8), BlockGzipTests.noise(35_000),
        [UInt8](repeating: 65, count: 70_000), BlockGzipTests.noise(300) + [UInt8](repeating: 0, count: 40_000),
    ]

    static func deflate(_ text: [UInt8], level: Int, _ library: CompressionLibrary) -> [UInt8] {
        var deflater = Deflater(level: level, library)
        return deflate(text, &deflater)
    }

    static func deflate(_ text: [UInt8], _ deflater: inout Deflater) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: text.count + text.count / 100 + 1000)
        let count = text.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { deflater.deflate(input, into: $0) }
        }
        return Array(output[..<(count ?? 0)])
    }

    /// Decompresses with input and output in pieces, and says where the stream ended.
    static func inflate(
        _ bytes: [UInt8], input: Int, output: Int, _ inflater: inout Inflater
    ) -> (text: [UInt8], end: Int, progress: Inflater.Progress) {
        inflater.reset()
        var text: [UInt8] = []
        var at = 0
        var piece = [UInt8](repeating: 0, count: output)
        while true {
            let step = bytes[at..<min(at + input, bytes.count)].withUnsafeBytes { input in
                piece.withUnsafeMutableBytes { inflater.inflate(input, into: $0) }
            }
            at += step.consumed
            if at < 0 || at > bytes.count { return (text, at, .failed("consumed too much")) }
            text += piece[..<step.produced]
            if step.progress != .more || (step.consumed == 0 && step.produced == 0) { return (text, at, step.progress) }
        }
    }

    @Test func whatOneWritesAllRead() {
        for writer in CompressionLibrary.allCases {
            for level in 0...9 {
                var deflater = Deflater(level: level, writer)
                for text in Self.texts {
                    let data = Self.deflate(text, &deflater)
                    #expect(!data.isEmpty)
                    // Its memory serves again without a trace in the bytes.
                    check(data == Self.deflate(text, level: level, writer))
                    for reader in CompressionLibrary.allCases {
                        var inflater = Inflater(reader)
                        let back = Self.inflate(data, input: data.count, output: 1 << 17, &inflater)
                        #expect(back.progress == .ended && back.text == text && back.end == data.count)
                    }
                }
            }
        }
    }

    @Test func outputThatIsTooSmallIsRefused() {
        for library in CompressionLibrary.allCases {
            for level in 0...9 {
                var deflater = Deflater(level: level, library)
                let text = BlockGzipTests.noise(10_000)
                var output = [UInt8](repeating: 0, count: 10_100)
                for room in [1, 2, 5, 100, 5000, 9999] {
                    let count = text.withUnsafeBytes { input in
                        output.withUnsafeMutableBytes {
                            deflater.deflate(input, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<room]))
                        }
                    }
                    #expect(count == nil)
                    #expect(output[room...].allSatisfy { $0 == 0 })
                    for at in 0..<room { output[at] = 0 }
                }
                #expect(Self.deflate(text, &deflater) == Self.deflate(text, level: level, library))
            }
        }
    }

    @Test func theEndIsFoundToTheByteHoweverBytesCome() {
        for library in CompressionLibrary.allCases {
            // One inflater for all, as a source has it.
            var inflater = Inflater(library)
            for text in Self.texts.map({ Array($0.prefix(700)) }) {
                for level in [0, 6] {
                    let data = Self.deflate(text, level: level, .zlib)
                    for behind in [[], [0], Array(data.prefix(20)), BlockGzipTests.noise(40)] as [[UInt8]] {
                        for input in [1, 2, 7, 8, 9, 100, 5000] {
                            for output in [1, 258, 5000] {
                                let back = Self.inflate(data + behind, input: input, output: output, &inflater)
                                check(back.progress == .ended && back.end == data.count && back.text == text)
                            }
                        }
                    }
                }
            }
        }
    }

    /// A stream of every kind of deflate block.
    static let small: [UInt8] = {
        var members: [UInt8] = []
        for (level, text) in [
            (0, "stored\n"), (1, "a"), (6, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"), (9, rows(1...3)),
        ] {
            let bytes = Array(text.utf8)
            members += GzipMemberTests.header() + deflate(bytes, level: level, .zlib)
            members += bytes.withUnsafeBytes { buffer in
                let crc = CRC32(of: buffer).value
                return [crc, UInt32(bytes.count)].flatMap { number in
                    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
                }
            }
        }
        return members
    }()

    /// The same verdict, the same bytes before the damage, the same place; only what is said in parentheses may differ.
    func expectAgreement(_ bytes: [UInt8], inPieces: Bool = true, _ note: @autoclosure () -> String) {
        let expected = SourceOutcome(GunzipSource(PieceSource(bytes), .zlib))
        for library in CompressionLibrary.allCases where library != .zlib {
            let outcome = SourceOutcome(GunzipSource(PieceSource(bytes), library))
            // libz refuses tables of codes that aren't complete; ISA-L takes them, and the checksum shows the damage.
            if expected.damage?.message.hasSuffix("set)") == true {
                check(outcome.damage != nil)
                continue
            }
            if outcome.bytes != expected.bytes || outcome.damage?.offset != expected.damage?.offset
                || Self.plain(outcome.damage) != Self.plain(expected.damage)
            {
                Issue.record(
                    "\(note()): \(outcome.damage as Any), \(outcome.bytes.count) bytes, not \(expected.damage as Any), \(expected.bytes.count) bytes"
                )
            }
        }
        guard inPieces else { return }
        for (input, output) in [(1, 1), (3, 100), (1000, 7)] {
            for library in CompressionLibrary.allCases {
                let outcome = SourceOutcome(GunzipSource(PieceSource(bytes, step: input), library), step: output)
                check((outcome.damage == nil) == (expected.damage == nil))
                check(library != .zlib || outcome == expected)
                check(outcome.damage != nil || outcome.bytes == expected.bytes)
            }
        }
    }

    static func plain(_ damage: ArchiveDamage?) -> String? {
        damage.map { String($0.message.prefix { $0 != "(" }) }
    }

    @Test func everyCutHasTheSameVerdict() {
        for length in 0...Self.small.count { expectAgreement(Array(Self.small[..<length]), "cut to \(length)") }
    }

    @Test func everyFlippedBitHasTheSameVerdict() {
        for byte in Self.small.indices {
            for bit in 0..<8 {
                var flipped = Self.small
                flipped[byte] ^= 1 << bit
                expectAgreement(flipped, inPieces: bit == 0, "byte \(byte) bit \(bit)")
            }
        }
    }

    @Test func faultsBehindStoredBlocksHaveTheSamePlace() {
        let text = Array(rows(1...2).utf8)
        let count = UInt16(text.count)
        // Stored blocks that aren't the last ones, and then a block of a type that there isn't.
        let size = [
            UInt8(truncatingIfNeeded: count), UInt8(count >> 8), UInt8(truncatingIfNeeded: ~count), UInt8(~count >> 8),
        ]
        let stored = [0] + size + text
        let bytes = GzipMemberTests.header() + stored + stored + [7] + BlockGzipTests.noise(100)
        for step in [1, 5, 50, 200, text.count, 1000] {
            let outcomes = CompressionLibrary.allCases.map {
                SourceOutcome(GunzipSource(PieceSource(bytes, step: step), $0))
            }
            #expect(outcomes.allSatisfy { $0 == outcomes[0] })
            #expect(outcomes[0].bytes == text + text && outcomes[0].damage?.message.contains("block type") == true)
        }
    }

    @Test func faultsInLongStreamsHaveTheSamePlace() {
        let text = Array((1...6000).map { row($0, "\($0 &* 7919 % 100_000)".description) }.joined().utf8)
        let bytes = GzipMemberTests.header() + Self.deflate(text, level: 6, .zlib) + [0, 0, 0, 0, 0, 0, 0, 0]
        for round in 0..<60 {
            var bad = bytes
            bad[(round * 7919 + 100) * 13 % bytes.count] ^= UInt8(1 << (round % 8))
            expectAgreement(bad, inPieces: false, "round \(round)")
        }
    }

    @Test func randomBytesHaveTheSameVerdict() {
        var state: UInt64 = 7
        for round in 0..<(Seeds.isLanding ? 200 : 1500) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let start = Int(state >> 33) % Self.small.count
            var bytes = Self.small
            let noise = BlockGzipTests.noise(1 + round % 40, seed: state)
            bytes.replaceSubrange(start..<min(start + noise.count, bytes.count), with: noise)
            expectAgreement(bytes, inPieces: round % 10 == 0, "round \(round)")
        }
    }
}

@Suite struct CompressionLibraryNameTests {
    @Test func whatDependsOnTheLibrarySaysWhichItWas() {
        #expect(CompressionLibrary.zlib.name.hasPrefix("zlib 1."))
        #expect(CompressionLibrary.description.hasSuffix(CompressionLibrary.zlib.name))
        for level in 0...9 {
            let name = Deflater.library(level: level)
            #if ISAL
                #expect(name == ((1...3).contains(level) ? CompressionLibrary.isal.name : CompressionLibrary.zlib.name))
            #else
                #expect(name == CompressionLibrary.zlib.name)
            #endif
        }
        #if ISAL
            #expect(CompressionLibrary.description.hasPrefix("ISA-L 2."))
        #endif
    }
}
