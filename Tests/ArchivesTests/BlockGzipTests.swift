import Glibc
import Testing

@testable import Archives

@Suite struct BlockGzipTests {
    /// A BGZF block as its header and trailer say it is.
    struct Block {
        let range: Range<Int>
        let text: [UInt8]
    }

    /// Takes a BGZF stream apart without the encoder's code, checking what the SAM specification demands of a block.
    static func blocks(_ bytes: [UInt8]) throws -> [Block] {
        var blocks: [Block] = []
        var at = 0
        while at < bytes.count {
            try #require(at + 26 <= bytes.count)
            #expect(bytes[at..<at + 4].elementsEqual([0x1f, 0x8b, 8, 4]))
            #expect(bytes[at + 10..<at + 16].elementsEqual([6, 0, 0x42, 0x43, 2, 0]))
            let size = Int(bytes[at + 16]) + Int(bytes[at + 17]) << 8 + 1
            try #require(at + size <= bytes.count)
            let length = (0..<4).reduce(0) { $0 + Int(bytes[at + size - 4 + $1]) << (8 * $1) }
            #expect(length <= 65_280)
            var inflater = Inflater()
            var text = [UInt8](repeating: 0, count: length + 1)
            let step = bytes[at + 18..<at + size - 8].withUnsafeBytes { input in
                text.withUnsafeMutableBytes { inflater.inflate(input, into: $0) }
            }
            #expect(step.progress == .ended && step.consumed == size - 26 && step.produced == length)
            let sum = (0..<4).reduce(0) { $0 + Int(bytes[at + size - 8 + $1]) << (8 * $1) }
            text.removeLast()
            #expect(text.withUnsafeBytes { Int(CRC32(of: $0).value) } == sum)
            blocks.append(Block(range: at..<at + size, text: text))
            at += size
        }
        return blocks
    }

    static func encode(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
        var output: [UInt8] = []
        BlockGzip(level: level).encode(bytes.span, into: &output)
        return output
    }

    /// Bytes that can't be compressed, without line feeds.
    static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let byte = UInt8(truncatingIfNeeded: state >> 33)
            return byte == 10 ? 11 : byte
        }
    }

    @Test func everyLevelRoundTrips() throws {
        let texts = [Array(rows(1...3000).utf8), Self.noise(200_000), [], [10], Array(repeating: 10, count: 70_000)]
        for level in 0...9 {
            for text in texts {
                let blocks = try Self.blocks(Self.encode(text, level: level))
                #expect(blocks.flatMap(\.text) == text, "level \(level), \(text.count) bytes")
            }
        }
    }

    @Test func whatCanNotBeCompressedIsStored() throws {
        for count in [1, 65_279, 65_280, 65_281, 130_560, 130_561] {
            for level in [0, 1, 6, 9] {
                let text = Self.noise(count)
                let blocks = try Self.blocks(Self.encode(text, level: level))
                #expect(blocks.flatMap(\.text) == text)
                #expect(blocks.allSatisfy { $0.range.count <= $0.text.count + 31 })
                #expect(blocks.count == (count + 65_279) / 65_280)
            }
        }
    }

    @Test func blocksEndAtLineEndsWhereLinesFit() throws {
        let long = Self.noise(200_000, seed: 2).map { $0 == 13 ? 14 : $0 }
        let lines = [UInt8](rows(1...2000).utf8) + long + [10] + [UInt8](rows(2001...4000).utf8)
        let blocks = try Self.blocks(Self.encode(lines))
        var at = 0
        let longRange = rows(1...2000).utf8.count..<rows(1...2000).utf8.count + long.count
        for block in blocks {
            at += block.text.count
            #expect(block.text.last == 10 || longRange.contains(at), "a block ends at \(at)")
        }
        #expect(blocks.flatMap(\.text) == lines)
        // Where all lines fit, all blocks end with one, and none is small.
        let even = try Self.blocks(Self.encode(Array(rows(1...5000).utf8)))
        #expect(even.allSatisfy { $0.text.last == 10 })
        #expect(even.allSatisfy { $0.text.count > 50_000 })
    }

    @Test func aLineAsLongAsABlockIsNotSplit() throws {
        for length in [65_278, 65_279, 65_280] {
            let line = Self.noise(length) + [10]
            let blocks = try Self.blocks(Self.encode(line + line + line))
            #expect(blocks.flatMap(\.text) == line + line + line)
            if length < 65_280 { #expect(blocks.map(\.text.count) == [length + 1, length + 1, length + 1]) }
        }
    }

    @Test func theOutputsMemoryServesAgain() {
        let encoder = BlockGzip(level: 1)
        let text = Array(rows(1...2000).utf8)
        var output: [UInt8] = []
        encoder.encode(text.span, into: &output)
        // A copy, or the memory would be shared.
        let first = output.map { $0 }
        let address = output.withUnsafeBytes { $0.baseAddress }
        output.removeAll(keepingCapacity: true)
        encoder.encode(text.span, into: &output)
        #expect(output == first)
        #expect(output.withUnsafeBytes { $0.baseAddress } == address)
    }

    @Test(arguments: [1, 1000, 65_280, 300_000, 1 << 20])
    func piecesOfAnySizeMakeOneStream(step: Int) throws {
        let text = Array(rows(1...(step == 1 ? 50 : 8000)).utf8) + Self.noise(step == 1 ? 10 : 400_000)
        let encoder = GzipEncoder(level: 4)
        var output: [UInt8] = []
        var at = 0
        while at < text.count {
            output += encoder.encode(Array(text[at..<min(at + step, text.count)]))
            at += step
        }
        output += encoder.finish()
        let blocks = try Self.blocks(output)
        #expect(blocks.flatMap(\.text) == text)
        #expect(blocks.last?.text.isEmpty == true && output.suffix(28).elementsEqual(BlockGzip.endMarker))
    }

    @Test func toolsReadIt() throws {
        let folder = TemporaryFolder()
        let text = Array(rows(1...10_000).utf8) + Self.noise(100_000)
        folder.write("text", text)
        folder.write("text.gz", Self.encode(text) + BlockGzip.endMarker)
        folder.write("empty.gz", BlockGzip.endMarker)
        let tools = ["gzip -dc", "bgzip -dc", "pigz -dc", "python3 -c 'import gzip,sys;"]
        for tool in tools where has(String(tool.prefix { $0 != " " })) {
            let command =
                tool.hasPrefix("python3")
                ? "python3 -c 'import gzip,sys; sys.stdout.buffer.write(gzip.open(\"text.gz\").read())'"
                : tool + " text.gz"
            #expect(folder.run("\(command) | cmp - text") == 0, "\(tool)")
        }
        #expect(folder.run("gzip -t text.gz && gzip -t empty.gz") == 0)
        if has("bgzip") {
            #expect(folder.run("bgzip -t text.gz && bgzip -t empty.gz && bgzip -r text.gz && test -s text.gz.gzi") == 0)
        }
    }

    @Test(.enabled(if: sharedFolder != nil && has("python3"), "needs ../shared/tools/make_archive.py and python3"))
    func atMostTenPercentLargerThanGzip() throws {
        let tool = try #require(sharedFolder) + "/tools/make_archive.py"
        let folder = TemporaryFolder()
        try #require(folder.run("python3 '\(tool)' out --messages 20000 --seed 11 >/dev/null") == 0)
        let text = folder.read("out/message/messages-000001.jsonl")
        for level in [1, 6, 9] {
            folder.run("gzip -\(level) -c out/message/messages-000001.jsonl > one.gz")
            // As a reader cuts it: chunks of about 1 MiB of whole lines.
            let reader = try ArchiveReader(opening: folder.write("lines.jsonl", text))
            let encoder = BlockGzip(level: level)
            var output: [UInt8] = []
            while let chunk = try reader.nextChunk() {
                chunk.withBytes { encoder.encode($0, into: &output) }
                reader.recycle(chunk)
            }
            let one = folder.read("one.gz").count
            #expect(output.count * 100 <= one * 110, "level \(level): \(output.count) against \(one)")
        }
    }
}
