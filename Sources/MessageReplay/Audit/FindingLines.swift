import JSONText

/// Findings as lines of `--findings`, as a chunk's worker writes them: before anybody knows at which line of its file the
/// chunk begins.
struct FindingLines: Sendable {
    /// Some lines' text, with gaps where line numbers belong. Several of these take no more memory than they hold.
    private struct Block {
        var writer = JSONWriter()
        var gaps: [(offset: Int, line: Int)] = []

        mutating func append(_ row: FindingRow, _ example: FindingExample) {
            writer.beginObject()
            writer.writeGroup(row)
            writer.write(example) { writer in
                writer.raw([])
                gaps.append((writer.bytes.count, example.line))
            }
            writer.endObject()
            writer.newline()
        }
    }

    /// A block with more bytes is full.
    private static let blockSize = 1 << 18

    private var blocks: [Block] = []

    var isEmpty: Bool { blocks.isEmpty }

    /// Adds a finding.
    mutating func append(_ row: FindingRow, _ example: FindingExample) {
        if blocks.last.map({ $0.writer.bytes.count >= Self.blockSize }) ?? true { blocks.append(Block()) }
        blocks[blocks.count - 1].append(row, example)
    }

    /// Calls `write` with all lines, some at a time.
    ///
    /// - Parameter lines: How many lines of the file stand before the chunk.
    func forEach(after lines: Int, _ write: ([UInt8]) -> Void) {
        for block in blocks {
            var text: [UInt8] = []
            text.reserveCapacity(block.writer.bytes.count + 12 * block.gaps.count)
            var start = 0
            for gap in block.gaps {
                text += block.writer.bytes[start..<gap.offset]
                text += String(lines + gap.line).utf8
                start = gap.offset
            }
            text += block.writer.bytes[start...]
            write(text)
        }
    }
}
