import Glibc
import Testing

@testable import Archives

/// How a test rewrites an archive.
struct Rewriting: Sendable {
    var options = ArchiveWriter.Options()
    var chunkSize = 1 << 20
    /// What becomes of a file's text; nil for nothing.
    var edit: (@Sendable (_ file: ArchiveFile, _ text: [UInt8]) -> [UInt8])?
    /// Whether the output gets its name.
    var publishes = true

    /// Reads a source and writes it anew.
    func run(_ source: String, to path: String) throws -> WrittenArchive {
        var reading = ArchiveReader.Options()
        reading.chunkSize = chunkSize
        reading.keepsExtraFiles = true
        let reader = try ArchiveReader(opening: source, options: reading)
        let writer = try ArchiveWriter(path, from: reader, options: options)
        let encoder = writer.makeEncoder()
        while let chunk = try reader.nextChunk() {
            var piece = writer.piece(for: chunk)
            if !piece.isWritten { fill(&piece, from: chunk, of: reader.files[chunk.fileIndex]) }
            encoder.encode(&piece)
            reader.recycle(chunk)
            try writer.append(piece)
        }
        let written = try writer.finish()
        if publishes { try writer.publish() }
        return written
    }

    private func fill(_ piece: inout ArchivePiece, from chunk: ArchiveChunk, of file: ArchiveFile) {
        piece.copy(chunk)
        if let edit { piece.bytes = edit(file, piece.bytes) }
        piece.rows = countRows(in: piece.bytes.span).rows
    }

    /// The error that writing ends with; records an issue if there is none.
    func failure(_ source: String, to path: String, _ line: Int = #line) -> ArchiveWriteError? {
        do {
            _ = try run(source, to: path)
            Issue.record("writing to \(path) was not refused, line \(line)")
        } catch let error as ArchiveWriteError {
            return error
        } catch {
            Issue.record("\(error), line \(line)")
        }
        return nil
    }
}

/// Makes payloads of messages longer, as an upgrade does. They stand last in their rows.
let lengthened: @Sendable (ArchiveFile, [UInt8]) -> [UInt8] = { file, text in
    guard file.kind == .messages else { return text }
    var result: [UInt8] = []
    for line in text.split(separator: 10) {
        guard let end = line.lastIndex(of: 34), let start = line[..<end].lastIndex(of: 34) else { continue }
        // Three more bytes in front of the payload's base64 text are four characters.
        result += line[...start]
        result += Array("IAkg".utf8)
        result += line[(start + 1)...]
        result.append(10)
    }
    return result
}

extension TemporaryFolder {
    /// What lies in it, in order.
    var names: [String] {
        output("ls -A").split(separator: "\n").map(String.init)
    }

    /// The text that a command prints.
    func output(_ command: String) -> String {
        run("(\(command)) > '\(path).output' 2>&1")
        defer { unlink(path + ".output") }
        return String(decoding: readFile(path + ".output"), as: UTF8.self)
    }
}

/// An archive of the common tool, made once for each command line: its folder, and beside it what `--pack` makes.
func madeArchive(_ folder: TemporaryFolder, _ arguments: String) throws {
    let tool = try #require(sharedFolder) + "/tools/make_archive.py"
    try #require(folder.run("python3 '\(tool)' made \(arguments) >/dev/null") == 0)
}
